//! Solved, extracted and verified under superko: every value with a strategy over paths that the
//! verifier accepts, and none that it should not.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Limits, Outcome, Rules, Silent};
use andor_engine::{Request, pair};
use andor_games::graph::generate::{Mix, Shape, generate};
use andor_games::graph::truth::superko_value;
use andor_games::graph::{Graph, Rule};

fn cyclic(seed: u64) -> Option<(Graph, &'static str)> {
    let graph = generate(Shape::Cyclic, &Mix::of_seed(seed), Rule::Superko, seed);
    if graph.outcome(&graph.initial()).is_some() {
        return None;
    }
    let side = graph.side_to_move(&graph.initial());
    let value = match superko_value(&graph, 0, 5_000)? {
        Outcome::Draw => "draw",
        Outcome::Win(winner) if winner == side => "win",
        Outcome::Win(_) => "loss",
    };
    Some((graph, value))
}

fn check(seeds: std::ops::Range<u64>, memory: impl Fn(u64) -> u64) {
    let mut seen = [0; 3];
    for seed in seeds {
        let Some((graph, expected)) = cyclic(seed) else { continue };
        let game = pair(graph);
        let root = game.position(None, &[]).unwrap();
        let limits = Limits { memory: memory(seed), nodes: Some(200_000), ..Limits::default() };
        let request = Request { limits, verify_threads: 1, ..Request::default() };
        let solved = game.solve(&root, &request, &mut Silent).unwrap();
        assert_eq!(solved.failure, None, "seed {seed}: {:?}", solved.notes);
        assert_eq!(solved.row.value, expected, "seed {seed}: {:?}", solved.notes);
        assert!(solved.row.verified, "seed {seed}: {:?}", solved.notes);
        seen[["win", "draw", "loss"].iter().position(|value| *value == expected).unwrap()] += 1;
    }
    println!("{seen:?}");
    assert!(seen[0].min(seen[2]) > 100, "one-sided sample: {seen:?}");
}

#[test]
fn every_value_comes_with_a_strategy_over_paths() {
    check(0..6_000, |_| 4 << 20);
}

#[test]
fn also_with_tables_of_a_few_lines() {
    check(30_000..33_000, |seed| 1 << (10 + seed % 6));
}
