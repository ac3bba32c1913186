//! Random graphs and small Go boards with random legal beginnings: every method that answers, against
//! trying every line with the whole history in hand.

use andor_core::{History, Limits, Outcome, Played, Rules, Silent, Spec, SplitMix64};
use andor_engine::{AnyGame, Catalogue, Certificate, Method, Request, Value};
use andor_games::go::{Reference, Variant};
use andor_games::graph::generate::{Mix, Shape, generate};
use andor_games::graph::{Graph, Rule};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Where trying every line takes more moves, a position is left out.
const LINES: u64 = 20_000;
/// The most nodes of a search.
const NODES: u64 = 20_000;

/// Tries every line; `None` after so many moves.
fn truth<R: Rules>(
    rules: &R,
    position: &R::Position,
    history: &mut History,
    budget: &mut u64,
) -> Option<Outcome> {
    if let Some(outcome) = rules.outcome(position) {
        return Some(outcome);
    }
    let side = rules.side_to_move(position);
    let mut moves = Vec::new();
    history.legal_moves(rules, position, &mut moves);
    let mut best = Outcome::Win(side.other());
    for mv in moves {
        *budget = budget.checked_sub(1)?;
        let next = rules.after(position, mv);
        history.push(rules, &next);
        let value = truth(rules, &next, history, budget);
        history.pop(rules, &next);
        match value? {
            Outcome::Win(winner) if winner == side => return Some(Outcome::Win(side)),
            Outcome::Draw => best = Outcome::Draw,
            Outcome::Win(_) => {}
        }
    }
    Some(best)
}

/// What was compared.
#[derive(Default)]
struct Tally {
    positions: u64,
    /// Whose value would be another one with an empty history.
    depending: u64,
    /// By how many answers of each method, and how often it had none.
    answers: BTreeMap<&'static str, (u64, u64)>,
}

impl Tally {
    fn print(&self, what: &str) {
        println!("{what}: {} positions, {} depend on history", self.positions, self.depending);
        for (name, (right, none)) in &self.answers {
            println!("  {name:<12} {right} right, {none} unknown");
        }
    }

    /// Compares all methods on one position with its history, if the truth is found within a budget.
    fn compare<R: Rules>(&mut self, rules: &R, game: &dyn AnyGame, played: &Played) {
        let root = played.position(rules);
        let mut history = History::default();
        played.positions(rules).iter().for_each(|position| history.push(rules, position));
        let Some(value) = truth(rules, &root, &mut history, &mut { LINES }) else { return };
        let alone = truth(rules, &root, &mut History::new(rules, &root), &mut { LINES });
        self.positions += 1;
        self.depending += u64::from(alone.is_some_and(|alone| alone != value));
        let side = rules.side_to_move(&root);
        let expected = match value {
            Outcome::Draw => Value::Draw,
            Outcome::Win(winner) if winner == side => Value::Win,
            Outcome::Win(_) => Value::Loss,
        };
        let start = rules.position_text(&played.start(rules));
        let line = game.position(Some(&start), played.moves()).unwrap();
        for method in Method::all() {
            let file = (method == Method::Auto).then(proof_file);
            let limits = Limits { memory: 4 << 20, nodes: Some(NODES), ..Limits::default() };
            let request = Request {
                settings: method.into(),
                limits,
                verify_threads: 1,
                proof: file.clone(),
                ..Request::default()
            };
            let what = format!("{} on {} {line}", method.name(), game.spec());
            let solved = match game.solve(&line, &request, &mut Silent) {
                Ok(solved) => solved,
                Err(error) => {
                    assert!(error.to_string().contains("has no evaluation"), "{what}: {error}");
                    continue;
                }
            };
            assert_eq!(solved.failure, None, "{what}");
            let answers = self.answers.entry(method.name()).or_default();
            if solved.row.value.is_unknown() {
                answers.1 += 1;
                continue;
            }
            assert_eq!(solved.row.value, expected, "{what}");
            assert!(solved.row.is_verified(), "{what}: {:?}", solved.notes);
            answers.0 += 1;
            // The main line is a game.
            let whole = [played.moves(), &solved.row.line[..]].concat();
            game.position(Some(&start), &whole).expect(&what);
            // The file says what it is about, and is enough by itself.
            if let Some(file) = file {
                let certificate = Certificate::open(&file).unwrap();
                std::fs::remove_file(&file).unwrap();
                let before = game.before(&certificate).unwrap();
                assert_eq!(before, line.before(), "{what}");
                game.verify(&certificate, &[], 1, &Limits::default(), &mut Silent).expect(&what);
            }
        }
    }
}

fn proof_file() -> PathBuf {
    let thread = format!("{:?}", std::thread::current().id());
    let thread: String = thread.chars().filter(char::is_ascii_digit).collect();
    std::env::temp_dir().join(format!("andor-past-{}-{thread}.proof", std::process::id()))
}

/// Any of these moves, but seldom a pass: two of them end a game.
fn pick<R: Rules>(rules: &R, moves: &[R::Move], random: &mut SplitMix64) -> R::Move {
    let mut mv = moves[random.below(moves.len())];
    for _ in 0..3 {
        if rules.may_repeat(mv) {
            mv = moves[random.below(moves.len())];
        }
    }
    mv
}

/// A random beginning of at least one move that does not end the game.
fn beginning<R: Rules>(rules: &R, most: usize, random: &mut SplitMix64) -> Option<Played> {
    let mut played = Played::begin(rules, &rules.initial());
    let mut moves = Vec::new();
    for _ in 0..1 + random.below(most) {
        played.legal_moves(rules, &mut moves);
        if moves.is_empty() {
            return None;
        }
        played.play_unchecked(rules, pick(rules, &moves, random));
        if played.outcome(rules).is_some() {
            return None;
        }
    }
    Some(played)
}

/// So many graphs, each with one beginning.
fn graphs(wanted: u64, first: u64) -> Tally {
    let mut tally = Tally::default();
    let catalogue = Catalogue::standard();
    let path = proof_file().with_extension("json");
    for seed in first.. {
        if tally.positions == wanted {
            break;
        }
        let mut random = SplitMix64::new(seed);
        let graph: Graph = generate(Shape::Cyclic, &Mix::of_seed(seed), Rule::Superko, seed);
        if graph.outcome(&graph.initial()).is_some() {
            continue;
        }
        let Some(played) = beginning(&graph, 8, &mut random) else { continue };
        std::fs::write(&path, graph.to_json()).unwrap();
        let game = catalogue.game(&format!("graph:{}", path.display())).unwrap();
        tally.compare(&graph, &*game, &played);
    }
    let _ = std::fs::remove_file(&path);
    tally
}

const BOARDS: [&str; 12] = [
    "go:4x1",
    "go:4x1,ko=positional",
    "go:2x2",
    "go:2x2,ko=positional",
    "go:3x1,komi=0.5",
    "go:2x2,suicide=yes,komi=1",
    "go:5x1",
    "go:5x1,ko=positional,goal=1",
    "go:2x3",
    "go:3x2,ko=positional",
    "go:2x3,goal=2",
    "go:3x2,suicide=yes,ko=positional",
];

/// So many beginnings of games on small boards, by turns.
fn boards(wanted: u64, first: u64) -> Tally {
    let mut tally = Tally::default();
    let catalogue = Catalogue::standard();
    for (seed, spec) in (first..).zip(BOARDS.iter().cycle()) {
        if tally.positions >= wanted {
            break;
        }
        let variant = Variant::from_spec(&Spec::parse(spec).unwrap()).unwrap();
        let rules = Reference::new(variant);
        let game = catalogue.game(spec).unwrap();
        let mut random = SplitMix64::new(seed);
        if let Some(played) = beginning(&rules, 24, &mut random) {
            tally.compare(&rules, &*game, &played);
        }
    }
    tally
}

#[test]
fn graphs_with_random_beginnings_have_their_true_values() {
    let tally = graphs(150, 0);
    tally.print("graphs");
    assert!(tally.depending >= 10, "{}", tally.depending);
    assert!(tally.answers.values().filter(|(right, _)| *right >= 140).count() >= 10);
}

#[test]
fn small_boards_with_random_beginnings_have_their_true_values() {
    let tally = boards(60, 0);
    tally.print("boards");
    assert!(tally.depending >= 3, "{}", tally.depending);
    assert!(tally.answers.values().filter(|(right, _)| *right >= 50).count() >= 10);
}

#[test]
#[ignore = "deep check: 2,000 graphs, all methods, against every line"]
fn two_thousand_graphs_with_random_beginnings() {
    let tally = graphs(2_000, 1_000);
    tally.print("graphs");
    assert_eq!(tally.positions, 2_000);
}

#[test]
#[ignore = "deep check: 2,000 positions of small boards, all methods, against every line"]
fn two_thousand_positions_of_small_boards() {
    let tally = boards(2_000, 1_000);
    tally.print("boards");
    assert!(tally.positions >= 2_000);
}
