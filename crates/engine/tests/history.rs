//! Graphs with cycles under both rules of repetition: every answer of the searches that keep results
//! by their path, against the truth, at every table size (Kishimoto and Müller 2004).

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Answer, Counters, Limits, Outcome, Player, Question, Rules, Silent};
use andor_engine::Method;
use andor_engine::method::MethodSettings;
use andor_games::graph::generate::{Mix, Shape, generate};
use andor_games::graph::truth::{draw_values, superko_value};
use andor_games::graph::{Graph, Rule};
use andor_prove::depth_first::{Config, DepthFirst};
use andor_prove::ghi::Ghi;
use andor_prove::leaf::LeafRule;
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

type Maker = dyn Fn() -> Box<dyn Solver<Graph>>;

/// Asks for both players on the graphs of these seeds.
fn ask(
    seeds: std::ops::Range<u64>,
    rule: Rule,
    maker: &Maker,
    memory: impl Fn(u64) -> u64,
) -> Seen {
    let mut seen = Seen::default();
    for seed in seeds {
        let Some((graph, truth)) = cyclic(seed, rule) else { continue };
        seen.graphs += 1;
        seen.black += u32::from(truth == Outcome::Win(Player::Black));
        for player in [Player::Black, Player::White] {
            let limits = Limits { memory: memory(seed), nodes: Some(NODES), ..Limits::default() };
            let root = graph.initial();
            let question = Question::wins(player);
            let report = maker().solve(&graph, &root, question, &limits, &mut Silent);
            seen.counters += report.counters;
            let proved = truth == Outcome::Win(player);
            match report.answer {
                Answer::Unknown => seen.unknown += 1,
                answer if (answer == Answer::Proved) == proved => {}
                answer => {
                    seen.wrong += 1;
                    println!("seed {seed}, {rule:?}: {player} {answer:?}, it is {truth:?}");
                }
            }
        }
    }
    println!("{seen:?}");
    seen
}

/// df-pn with a scheme.
fn df_pn(ghi: Ghi) -> Box<Maker> {
    Box::new(move || Box::new(DepthFirst::new(Config { ghi, ..Config::default() })))
}

/// A method as the command line sets it.
fn method(method: Method) -> Box<Maker> {
    Box::new(move || {
        let leaf = match method {
            Method::PnNaive | Method::Pds => LeafRule::Naive,
            _ => LeafRule::Mobility,
        };
        method.solver(leaf, &MethodSettings::default(), None).unwrap()
    })
}

/// From 1 KiB to 2 MiB.
fn few_lines(seed: u64) -> u64 {
    1 << (10 + seed % 12)
}

fn assert_right(seen: &Seen) {
    assert!(seen.wrong == 0 && seen.unknown == 0, "{seen:?}");
    assert!(seen.black > seen.graphs / 20, "one-sided sample: {seen:?}");
}

/// With counts that say that simulation was tried, and failed at times.
fn assert_simulated(seen: &Seen) {
    assert_right(seen);
    assert!(seen.counters.simulations > 0 && seen.counters.flawed > 0, "{seen:?}");
}

#[test]
fn df_pn_is_right_on_twenty_thousand_graphs_with_superko() {
    assert_simulated(&ask(0..20_000, Rule::Superko, &df_pn(Ghi::Sound), |_| 4 << 20));
}

#[test]
fn df_pn_is_right_with_superko_and_tables_of_a_few_lines() {
    let few = |seed: u64| 1 << (10 + seed % 6);
    assert_simulated(&ask(20_000..24_000, Rule::Superko, &df_pn(Ghi::Sound), few));
}

#[test]
fn twins_are_right_on_twenty_thousand_graphs_with_draws() {
    assert_simulated(&ask(0..20_000, Rule::Draw, &df_pn(Ghi::Twins), |_| 4 << 20));
}

#[test]
fn twins_are_right_with_draws_and_tables_of_a_few_lines() {
    let few = |seed: u64| 1 << (10 + seed % 6);
    assert_simulated(&ask(20_000..24_000, Rule::Draw, &df_pn(Ghi::Twins), few));
}

/// If nothing went wrong without the care for history, these graphs would show nothing.
#[test]
fn a_search_that_ignores_history_is_wrong_on_some_graphs_with_superko() {
    let seen = ask(0..20_000, Rule::Superko, &df_pn(Ghi::Ignore), |_| 4 << 20);
    assert!(seen.wrong >= 5, "{seen:?}");
}

/// All graphs with room for everything, and as many with little: then a tree may run out of it.
fn check(by: Method, graphs: u64, unknown: u32) {
    println!("{}", by.name());
    let seen = ask(0..graphs, Rule::Superko, &method(by), |_| 4 << 20);
    assert!(seen.wrong == 0 && seen.unknown <= unknown, "{seen:?}");
    assert!(seen.black > seen.graphs / 20, "one-sided sample: {seen:?}");
    let seen = ask(30_000..30_000 + graphs / 5, Rule::Superko, &method(by), few_lines);
    assert!(seen.wrong == 0, "{seen:?}");
}

#[test]
fn pn_is_right_on_twenty_thousand_graphs_with_superko() {
    check(Method::PnNaive, 20_000, 0);
    check(Method::Pn, 20_000, 0);
}

#[test]
fn pn2_is_right_on_twenty_thousand_graphs_with_superko() {
    check(Method::Pn2, 20_000, 0);
}

#[test]
fn pds_is_right_on_twenty_thousand_graphs_with_superko() {
    check(Method::Pds, 20_000, 0);
}

#[test]
fn pds_pn_is_right_on_twenty_thousand_graphs_with_superko() {
    check(Method::PdsPn, 20_000, 0);
}

/// It has no thresholds for disproofs, and counts up to some of them very slowly.
#[test]
fn pn_star_is_right_on_graphs_with_superko() {
    check(Method::PnStar, 4_000, 80);
}

#[test]
fn alpha_beta_is_right_on_graphs_with_superko() {
    check(Method::AlphaBeta, 8_000, 0);
}
