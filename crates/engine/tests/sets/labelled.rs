//! The sets of `crates/lab/sets`: well formed, without doubles, and every method agrees with the
//! labels, each answer with a certificate that the reference rules accept.

use crate::{Line, lines};
use andor_core::{Limits, Rules, Silent, Stopped};
use andor_engine::{Catalogue, Goal, Method, Request, Stage};
use andor_games::loa::{Loa, Variant};
use andor_games::surakarta::Surakarta;
use std::collections::HashSet;

/// The files, the game, and how many positions there are at least.
const SETS: [(&str, &str, usize); 4] = [
    ("loa-8x8-easier", "loa:8x8", 488),
    ("loa-8x8-harder", "loa:8x8", 286),
    ("loa-6x6-middle", "loa:6x6", 32),
    ("surakarta-endgames", "surakarta", 60),
];

/// Where easier ends and harder begins, in nodes.
const BOUNDARY: u64 = 1_000_000;

/// The bytes that stand for a position and its images.
fn canonical(line: &Line) -> Vec<u8> {
    fn bytes<R: Rules>(rules: &R, text: &str) -> Vec<u8> {
        let position = rules.parse_position(text).unwrap();
        assert_eq!(rules.position_text(&position), text);
        assert_eq!(rules.outcome(&position), None, "{text}");
        rules.canonical(&position).bytes
    }
    match line.game.as_str() {
        "loa:8x8" => bytes(&Loa::new(Variant::new(8)), &line.position),
        "loa:6x6" => bytes(&Loa::new(Variant::new(6)), &line.position),
        "surakarta" => bytes(&Surakarta, &line.position),
        other => panic!("{other}"),
    }
}

#[test]
fn sets_are_well_formed_and_have_no_doubles() {
    let mut seen = HashSet::new();
    for (name, game, count) in SETS {
        let lines = lines(name);
        assert!(lines.len() >= count, "{name}: {}", lines.len());
        for line in &lines {
            let what = format!("{name}: game {} ply {}", line.number, line.ply);
            assert_eq!((line.game.as_str(), line.value.as_str()), (game, "win"), "{what}");
            assert!(seen.insert((game, canonical(line))), "{what} is there twice");
            // The recipe: ten plies or more before the end of a game.
            assert!(line.ply + 10 <= line.length, "{what}");
            assert!(line.kinds.is_empty(), "{what}");
            assert!(line.plies > 0 && line.source.starts_with("self-play"), "{what}");
            assert!(Method::parse(line.by.split('+').next().unwrap()).is_ok(), "{what}");
            let least = match name {
                "loa-8x8-easier" => 2_000..BOUNDARY,
                "loa-8x8-harder" => BOUNDARY..u64::MAX,
                _ => 2_000..u64::MAX,
            };
            assert!(least.contains(&line.least), "{what}");
        }
        assert!(lines.is_sorted_by_key(|line| line.number), "{name}");
    }
}

/// Solves the cheapest positions of every set with every method, and tells how many answers there
/// were.
fn solve_sample(positions: usize, most: u64) -> usize {
    let catalogue = Catalogue::standard();
    let mut answers = 0;
    for (name, game, _) in SETS {
        let game = catalogue.game(game).unwrap();
        let mut lines = lines(name);
        lines.sort_by_key(|line| line.least);
        for (line, method) in lines.iter().take(positions).flat_map(|line| {
            // The boards are too large for retrograde analysis, and positions can repeat.
            let left_out = [Method::Retrograde, Method::Boolean, Method::Ews];
            let methods = Method::all().filter(move |method| !left_out.contains(method));
            methods.map(move |method| (line, method))
        }) {
            // Who needed least once can do it again.
            let owned = method.name() == line.by;
            let nodes = if owned { most.max(4 * line.least) } else { most };
            let limits = Limits { nodes: Some(nodes), memory: 512 << 20, ..Limits::default() };
            let request =
                Request { settings: method.into(), limits, goal: Goal::Win, ..Request::default() };
            let root = game.position(Some(&line.position), &[]).unwrap();
            let solved = game.solve(&root, &request, &mut Silent).unwrap();
            let what = format!("{} on {} {}", method.name(), line.game, line.position);
            assert_eq!(solved.failure, None, "{what}");
            if solved.row.value.text() == "unknown" {
                assert_eq!(solved.row.stopped, Stopped::Nodes, "{what}");
                assert!(!owned, "{what}");
                continue;
            }
            assert_eq!(solved.row.value.text(), line.value, "{what}");
            if !solved.row.is_verified() {
                // Only where the limit came in the middle of the extraction.
                assert!(!owned && solved.notes[0].contains("stopped (nodes)"), "{what}");
                continue;
            }
            answers += 1;
        }
    }
    answers
}

#[test]
fn every_method_agrees_on_the_cheapest_positions() {
    let answers = solve_sample(3, 500_000);
    println!("{answers} answers");
    assert!(answers >= 50, "{answers}");
}

#[test]
#[ignore = "deep check: ten positions of every set by every method"]
fn every_method_agrees_on_more_positions() {
    let answers = solve_sample(10, 3_000_000);
    println!("{answers} answers");
    assert!(answers >= 250, "{answers}");
}

/// A search alone gives the same value and the same nodes, without a certificate.
#[test]
fn a_search_alone_gives_the_same_value() {
    let game = Catalogue::standard().game("loa:8x8").unwrap();
    let mut lines = lines("loa-8x8-easier");
    lines.sort_by_key(|line| line.least);
    for method in [Method::Auto, Method::Pn, Method::EfPn2, Method::AlphaBeta] {
        let solve = |stage| {
            let request =
                Request { settings: method.into(), goal: Goal::Win, stage, ..Request::default() };
            let root = game.position(Some(&lines[0].position), &[]).unwrap();
            game.solve(&root, &request, &mut Silent).unwrap()
        };
        let (whole, alone) = (solve(Stage::Certificate), solve(Stage::Search));
        assert_eq!((alone.row.value.text(), alone.row.found().text()), ("unknown", "win"));
        assert_eq!((whole.row.value.text(), whole.row.is_verified()), ("win", true));
        assert_eq!(
            (alone.searched.nodes, alone.row.nodes),
            (whole.searched.nodes, whole.searched.nodes)
        );
        assert!(alone.certificate_size.is_none() && alone.notes.is_empty());
    }
}
