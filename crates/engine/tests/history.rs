//! Graphs with cycles under both rules of repetition: every answer of the searches that keep results
//! by their path, against the truth, at every table size (Kishimoto and Müller 2004).

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Answer, Counters, Limits, Outcome, Player, Question, Rules, Silent};
use andor_games::graph::generate::{Mix, Shape, generate};
use andor_games::graph::truth::{draw_values, superko_value};
use andor_games::graph::{Graph, Rule};
use andor_prove::depth_first::{Config, DepthFirst};
use andor_prove::ghi::Ghi;
use andor_prove::solver::Solver;

/// More than any of these graphs should need.
const NODES: u64 = 200_000;
/// Moves that the exhaustive search for the truth may make.
const TRUTH: u64 = 5_000;

fn cyclic(seed: u64, rule: Rule) -> Option<(Graph, Outcome)> {
    let graph = generate(Shape::Cyclic, &Mix::of_seed(seed), rule, seed);
    if graph.outcome(&graph.initial()).is_some() {
        return None;
    }
    let truth = match rule {
        Rule::Draw => draw_values(&graph)[0],
        Rule::Superko => superko_value(&graph, 0, TRUTH)?,
    };
    Some((graph, truth))
}

/// What came of many graphs.
#[derive(Default, Debug)]
struct Seen {
    graphs: u32,
    black: u32,
    wrong: u32,
    unknown: u32,
    counters: Counters,
}

/// Asks for both players on the graphs of these seeds.
fn ask(seeds: std::ops::Range<u64>, rule: Rule, ghi: Ghi, memory: impl Fn(u64) -> u64) -> Seen {
    let mut seen = Seen::default();
    for seed in seeds {
        let Some((graph, truth)) = cyclic(seed, rule) else { continue };
        seen.graphs += 1;
        seen.black += u32::from(truth == Outcome::Win(Player::Black));
        for player in [Player::Black, Player::White] {
            let mut solver = DepthFirst::new(Config { ghi, ..Config::default() });
            let limits = Limits { memory: memory(seed), nodes: Some(NODES), ..Limits::default() };
            let root = graph.initial();
            let question = Question::wins(player);
            let report = solver.solve(&graph, &root, question, &limits, &mut Silent);
            seen.counters += report.counters;
            let proved = truth == Outcome::Win(player);
            match report.answer {
                Answer::Unknown => seen.unknown += 1,
                answer if (answer == Answer::Proved) == proved => {}
                _ if ghi == Ghi::Ignore => seen.wrong += 1,
                answer => panic!("seed {seed}, {rule:?}: {player} {answer:?}, it is {truth:?}"),
            }
        }
    }
    seen
}

fn assert_right(seen: &Seen) {
    println!("{seen:?}");
    assert!(seen.unknown == 0, "{seen:?}");
    assert!(seen.black > seen.graphs / 20, "one-sided sample: {seen:?}");
    assert!(seen.counters.simulations > 0 && seen.counters.flawed > 0, "{seen:?}");
}

#[test]
fn df_pn_is_right_on_twenty_thousand_graphs_with_superko() {
    assert_right(&ask(0..20_000, Rule::Superko, Ghi::Sound, |_| 4 << 20));
}

#[test]
fn df_pn_is_right_with_superko_and_tables_of_a_few_lines() {
    assert_right(&ask(20_000..24_000, Rule::Superko, Ghi::Sound, |seed| 1 << (10 + seed % 6)));
}

#[test]
fn twins_are_right_on_twenty_thousand_graphs_with_draws() {
    assert_right(&ask(0..20_000, Rule::Draw, Ghi::Twins, |_| 4 << 20));
}

#[test]
fn twins_are_right_with_draws_and_tables_of_a_few_lines() {
    assert_right(&ask(20_000..24_000, Rule::Draw, Ghi::Twins, |seed| 1 << (10 + seed % 6)));
}

/// If nothing went wrong without the care for history, these graphs would show nothing.
#[test]
fn a_search_that_ignores_history_is_wrong_on_some_graphs_with_superko() {
    let seen = ask(0..20_000, Rule::Superko, Ghi::Ignore, |_| 4 << 20);
    println!("{seen:?}");
    assert!(seen.wrong >= 5, "{seen:?}");
}
