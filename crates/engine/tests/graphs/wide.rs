//! Positions with 65,536 moves and more: what is counted in 16 bits elsewhere must not wrap (D7 of the
//! audit).

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Limits, Outcome, Player, Silent, Stopped};
use andor_engine::settings::SolverSettings;
use andor_engine::{AnyGame, CheckpointRequest, Method, Request, Solved, pair};
use andor_games::graph::{Graph, Node, Rule};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

fn owned(owner: Player, successors: impl IntoIterator<Item = u32>) -> Node {
    Node::Owned { owner, successors: successors.into_iter().collect() }
}

/// Black has `wide` moves; that of place `wins` wins, if there is one, and no other does.
///
/// ```text
///             0 b                  White answers each move by going to 1, where Black is lost,
///       /      |      \            if that is there; after the move that wins only 2 is,
///     7 w ..  wins w .. last w     where Black wins.
///    / | \     |
///  1 b 2 b 3 b 2 b
/// ```
fn many_moves(wide: u32, wins: Option<u32>) -> Box<dyn AnyGame> {
    let (black, white) = (Player::Black, Player::White);
    let mut nodes = vec![
        owned(black, 7..7 + wide),
        owned(black, [4]),
        owned(black, [5]),
        owned(black, [5, 6]),
        owned(white, [6]),
        Node::Over(Outcome::Win(black)),
        Node::Over(Outcome::Win(white)),
    ];
    nodes.extend((0..wide).map(|number| match wins == Some(number) {
        true => owned(white, [2]),
        false => owned(white, [1, 2, 3]),
    }));
    pair(Graph::from_nodes("wide", Rule::Draw, nodes).unwrap())
}

/// Black has one move that is any good, and White `wide` replies to it, all of which lose, or one does not.
fn many_replies(wide: u32, wins: bool) -> Box<dyn AnyGame> {
    let (black, white) = (Player::Black, Player::White);
    let last = 7 + wide;
    let mut nodes = vec![
        owned(black, [1, 2]),
        owned(white, [3]),
        owned(white, 7..last),
        owned(black, [4]),
        owned(white, [6]),
        Node::Over(Outcome::Win(black)),
        Node::Over(Outcome::Win(white)),
    ];
    // After each reply Black may move to `last`, from where all is won.
    nodes.extend((0..wide).map(|number| match !wins && number + 1 == wide {
        true => owned(black, [4]),
        false => owned(black, [4, last]),
    }));
    nodes.push(owned(white, [5]));
    pair(Graph::from_nodes("wide", Rule::Draw, nodes).unwrap())
}

fn solve(game: &dyn AnyGame, request: &Request) -> Solved {
    let root = game.position(None, &[]).unwrap();
    game.solve(&root, request, &mut Silent).unwrap()
}

/// Whether many visits of a very wide node cost this method little.
fn is_quick(method: Method) -> bool {
    method.is_best_first() || method == Method::Retrograde
}

/// A search of few expansions: each looks at all the moves of the position above it.
fn request(method: Method) -> Request {
    let threads = if method == Method::Ppn2 { 2 } else { 1 };
    let settings = SolverSettings { threads, ..method.into() };
    let nodes = if is_quick(method) { 300_000 } else { 70_000 };
    let limits = Limits { memory: 256 << 20, nodes: Some(nodes), ..Limits::default() };
    Request { settings, limits, verify_threads: 1, ..Request::default() }
}

/// All methods but those that need an evaluation.
fn methods() -> impl Iterator<Item = Method> {
    let graph = Graph::from_nodes("g", Rule::Draw, vec![Node::Over(Outcome::Draw)]).unwrap();
    Method::all().filter(move |&method| SolverSettings::of(method).leaf(&graph).is_ok())
}

/// The answer, right and certified, or `None` where there is none.
fn answer(game: &dyn AnyGame, method: Method, is_win: bool) -> Option<Solved> {
    let solved = solve(game, &request(method));
    let what = format!("{}: {:?} {:?}", method.name(), solved.row, solved.notes);
    assert_eq!(solved.failure, None, "{what}");
    if solved.row.value.text() == "unknown" {
        return None;
    }
    assert_eq!(solved.row.value.text(), if is_win { "win" } else { "loss" }, "{what}");
    assert!(solved.row.is_verified(), "{what}");
    Some(solved)
}

#[test]
fn no_method_miscounts_more_than_65_535_moves() {
    for method in methods() {
        let mut answered = 0;
        // The first wraps to no moves, the second to one.
        for wide in [65_536, 65_537] {
            let game = many_moves(wide, Some(wide - 1));
            answered += u32::from(answer(&*game, method, true).is_some());
        }
        let game = many_replies(65_537, false);
        answered += u32::from(answer(&*game, method, false).is_some());
        if is_quick(method) {
            let game = many_moves(65_537, None);
            answered += u32::from(answer(&*game, method, false).is_some());
            assert!(answered > 0, "{} answers nothing", method.name());
        }
        if method == Method::Retrograde {
            assert_eq!(answered, 4, "{}", method.name());
        }
    }
}

/// The best move is the one that wins, wherever it stands.
#[test]
fn a_move_beyond_the_65_536th_is_certified() {
    for method in [Method::Pn, Method::Pn2, Method::Retrograde] {
        let solved = answer(&*many_moves(70_000, Some(69_999)), method, true).unwrap();
        assert_eq!(solved.row.best.as_deref(), Some("70006"), "{}", method.name());
    }
}

/// Stopped, resumed and not stopped, a tree with such a node grows in the same way.
#[test]
fn a_tree_with_a_very_wide_node_goes_on_from_a_checkpoint() {
    let game = many_moves(70_000, None);
    for method in [Method::PnNaive, Method::Pn, Method::Pn2, Method::Ppn2] {
        let name = format!("wide-{}-{}", std::process::id(), method.name());
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let mut saving = request(method);
        let every = Duration::from_secs(1 << 20);
        saving.checkpoint = Some(CheckpointRequest { path: path.clone(), every });
        saving.limits.nodes = Some(71_000);
        let first = solve(&*game, &saving);
        assert_eq!(first.row.stopped, Stopped::Nodes, "{:?}", first.row);
        let mut resuming = Request { resume: Some(path.clone()), ..saving };
        resuming.limits.nodes = Some(73_000);
        let second = solve(&*game, &resuming);
        assert_eq!(second.row.stopped, Stopped::Nodes, "{:?} {:?}", second.row, second.notes);
        let mut whole = request(method);
        whole.limits.nodes = Some(73_000);
        // Workers take turns as they come.
        if method != Method::Ppn2 {
            assert_eq!(solve(&*game, &whole).row.nodes, second.row.nodes, "{}", method.name());
        }
        fs::remove_file(&path).unwrap();
    }
}
