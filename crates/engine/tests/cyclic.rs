//! Graphs with cycles, where a repetition is a draw: every answer against the fixpoint truth, every
//! answer with a verified certificate.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Answer, Limits, Outcome, Player, Question, Rules, Silent};
use andor_engine::{Method, Request, pair};
use andor_games::graph::generate::{Mix, Shape, generate};
use andor_games::graph::truth::draw_values;
use andor_games::graph::{Graph, Rule};
use andor_prove::depth_first::{Config, DepthFirst};
use andor_prove::solver::Solver;

/// The value of the root from its side to move.
fn value(graph: &Graph) -> &'static str {
    match draw_values(graph)[0] {
        Outcome::Draw => "draw",
        Outcome::Win(winner) if winner == graph.side_to_move(&graph.initial()) => "win",
        Outcome::Win(_) => "loss",
    }
}

fn cyclic(seed: u64) -> Option<Graph> {
    let graph = generate(Shape::Cyclic, &Mix::of_seed(seed), Rule::Draw, seed);
    graph.outcome(&graph.initial()).is_none().then_some(graph)
}

/// Solves graphs until `seeds` run out; how many had each value.
fn check(seeds: std::ops::Range<u64>, method: Method, memory: impl Fn(u64) -> u64) -> [u32; 3] {
    let mut seen = [0; 3];
    for seed in seeds {
        let Some(graph) = cyclic(seed) else { continue };
        let expected = value(&graph);
        seen[["win", "draw", "loss"].iter().position(|value| *value == expected).unwrap()] += 1;
        let game = pair(graph);
        let root = game.position(None, &[]).unwrap();
        let limits = Limits { memory: memory(seed), ..Limits::default() };
        let request = Request { method, limits, verify_threads: 1, ..Request::default() };
        let solved = game.solve(&root, &request, &mut Silent).unwrap();
        let what = format!("{} on seed {seed}: {:?}", method.name(), solved.notes);
        assert_eq!(solved.failure, None, "{what}");
        if solved.row.stopped == "memory" {
            assert!(matches!(method, Method::Pn | Method::Retrograde), "{what}");
            continue;
        }
        assert_eq!(solved.row.value, expected, "{what}");
        assert!(solved.row.verified, "{what}");
    }
    seen
}

#[test]
fn df_pn_is_right_on_twenty_thousand_cyclic_graphs() {
    let seen = check(0..20_000, Method::DfPn, |_| 1 << 20);
    assert!(seen.iter().all(|&count| count > 1000), "one-sided sample: {seen:?}");
}

#[test]
fn df_pn_is_right_with_tables_of_a_few_lines() {
    check(20_000..24_000, Method::DfPn, |seed| 1 << (10 + seed % 6));
}

#[test]
fn pn_is_right_on_cyclic_graphs() {
    check(30_000..34_000, Method::Pn, |_| 4 << 20);
}

#[test]
fn alpha_beta_is_right_on_cyclic_graphs() {
    check(40_000..44_000, Method::AlphaBeta, |_| 4 << 20);
}

#[test]
fn alpha_beta_is_right_with_tables_of_a_few_lines() {
    check(44_000..48_000, Method::AlphaBeta, |seed| 1 << (10 + seed % 12));
}

#[test]
fn retrograde_analysis_is_right_on_cyclic_graphs() {
    check(50_000..54_000, Method::Retrograde, |_| 4 << 20);
    check(54_000..58_000, Method::Retrograde, |seed| 1 << (9 + seed % 12));
}

#[test]
#[ignore = "deep check: a million graphs take a quarter of an hour"]
fn df_pn_is_right_on_a_million_cyclic_graphs() {
    check(1_000_000..2_000_000, Method::DfPn, |seed| 1 << (10 + seed % 12));
}

/// If nothing went wrong without the care for history, these graphs would show nothing.
#[test]
fn a_search_that_ignores_history_is_wrong_on_some() {
    let mut wrong = 0;
    for seed in 0..60_000 {
        let Some(graph) = cyclic(seed) else { continue };
        for player in [Player::Black, Player::White] {
            let question = Question::wins(player);
            let mut solver = DepthFirst::new(Config { ignore_history: true, ..Config::default() });
            let limits = Limits { memory: 1 << 20, nodes: Some(100_000), ..Limits::default() };
            let root = graph.initial();
            let report = solver.solve(&graph, &root, question, &limits, &mut Silent);
            let proved = draw_values(&graph)[0] == Outcome::Win(player);
            wrong += u32::from(
                report.answer != Answer::Unknown && (report.answer == Answer::Proved) != proved,
            );
        }
    }
    assert!(wrong >= 5, "ignoring history was wrong only {wrong} times: the test is too weak");
    println!("ignoring history: {wrong} wrong answers");
}
