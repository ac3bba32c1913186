//! Graphs with cycles, where a repetition is a draw: every answer against the fixpoint truth, every
//! answer with a verified certificate.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Answer, Limits, Outcome, Player, Question, Rules, Silent, Stopped};
use andor_engine::{Method, Request, pair};
use andor_games::graph::generate::{Mix, Shape, generate};
use andor_games::graph::truth::draw_values;
use andor_games::graph::{Graph, Rule};
use andor_prove::depth_first::{Config, DepthFirst};
use andor_prove::ghi::Ghi;
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

/// More than any of these graphs should need.
const NODES: u64 = 300_000;

/// Solves graphs until `seeds` run out; how many had each value, and how many stayed unsolved.
fn check(seeds: std::ops::Range<u64>, method: Method, memory: impl Fn(u64) -> u64) -> [u32; 4] {
    let mut seen = [0; 4];
    for seed in seeds {
        let Some(graph) = cyclic(seed) else { continue };
        let expected = value(&graph);
        let game = pair(graph);
        let root = game.position(None, &[]).unwrap();
        let limits = Limits { memory: memory(seed), nodes: Some(NODES), ..Limits::default() };
        let request =
            Request { settings: method.into(), limits, verify_threads: 1, ..Request::default() };
        let solved = game.solve(&root, &request, &mut Silent).unwrap();
        let what = format!("{} on seed {seed}: {:?}", method.name(), solved.notes);
        assert_eq!(solved.failure, None, "{what}");
        if solved.row.value.text() == "unknown" {
            let keeps_all = !matches!(method, Method::Auto | Method::DfPn | Method::AlphaBeta);
            assert!(keeps_all && solved.row.stopped != Stopped::Solved, "{what}");
            seen[3] += 1;
            continue;
        }
        seen[["win", "draw", "loss"].iter().position(|value| *value == expected).unwrap()] += 1;
        assert_eq!(solved.row.value.text(), expected, "{what}");
        assert!(solved.row.is_verified(), "{what}");
    }
    seen
}

/// 20,000 graphs with room for everything.
fn check_many(method: Method) {
    check_some(method, 20_000);
}

fn check_some(method: Method, graphs: u64) {
    let seen = check(0..graphs, method, |_| 4 << 20);
    println!("{}: {seen:?}", method.name());
    let [win, draw, loss, unsolved] = seen;
    assert!(win.min(draw).min(loss) > graphs as u32 / 20, "one-sided sample: {seen:?}");
    // PN* has no thresholds for disproofs, and counts up to some of them very slowly.
    let few = if method == Method::PnStar { graphs as u32 / 50 } else { 0 };
    assert!(unsolved <= few, "too many unsolved: {seen:?}");
}

#[test]
fn tree_searches_are_right_on_twenty_thousand_cyclic_graphs() {
    check_many(Method::PnNaive);
    check_many(Method::Pn);
    check_many(Method::Pn2);
}

#[test]
fn depth_first_searches_are_right_on_twenty_thousand_cyclic_graphs() {
    check_many(Method::Pds);
    check_many(Method::PdsPn);
}

#[test]
fn pn_star_is_right_on_cyclic_graphs() {
    check_some(Method::PnStar, 4_000);
}

#[test]
fn baselines_are_right_on_twenty_thousand_cyclic_graphs() {
    check_many(Method::AlphaBeta);
    check_many(Method::Retrograde);
}

#[test]
fn every_method_is_right_with_tables_of_a_few_lines() {
    for (turn, method) in (0..).zip([
        Method::PnNaive,
        Method::Pn2,
        Method::PnStar,
        Method::Pds,
        Method::PdsPn,
        Method::Retrograde,
    ]) {
        check(60_000 + 1000 * turn..61_000 + 1000 * turn, method, |seed| 1 << (10 + seed % 12));
    }
}

#[test]
fn df_pn_is_right_on_twenty_thousand_cyclic_graphs() {
    check_many(Method::DfPn);
}

#[test]
fn df_pn_is_right_with_tables_of_a_few_lines() {
    check(20_000..24_000, Method::DfPn, |seed| 1 << (10 + seed % 6));
}

#[test]
fn alpha_beta_is_right_with_tables_of_a_few_lines() {
    check(44_000..48_000, Method::AlphaBeta, |seed| 1 << (10 + seed % 12));
}

#[test]
#[ignore = "deep check: a million graphs take a quarter of an hour"]
fn df_pn_is_right_on_a_million_cyclic_graphs() {
    check(1_000_000..2_000_000, Method::DfPn, |seed| 1 << (10 + seed % 12));
}

#[test]
#[ignore = "deep check: 100,000 graphs by each of eight methods take a quarter of an hour"]
fn every_other_method_is_right_on_a_hundred_thousand_cyclic_graphs() {
    for method in [
        Method::PnNaive,
        Method::Pn,
        Method::Pn2,
        Method::PnStar,
        Method::Pds,
        Method::PdsPn,
        Method::AlphaBeta,
        Method::Retrograde,
    ] {
        check(2_000_000..2_100_000, method, |seed| 1 << (10 + seed % 12));
    }
}

/// If nothing went wrong without the care for history, these graphs would show nothing.
#[test]
fn a_search_that_ignores_history_is_wrong_on_some() {
    let mut wrong = 0;
    for seed in 0..60_000 {
        let Some(graph) = cyclic(seed) else { continue };
        for player in [Player::Black, Player::White] {
            let question = Question::wins(player);
            let mut solver = DepthFirst::new(Config { ghi: Ghi::Ignore, ..Config::default() });
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
