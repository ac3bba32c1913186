//! Models of cost that talk nonsense, on graphs with cycles under both rules of repetition: they change the way, and
//! no answer, and every certificate is accepted.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use super::history::{NODES, cyclic};
use andor_core::{
    Answer, Game, Limits, Outcome, Player, Question, Rules, Silent, SplitMix64, Stopped,
};
use andor_engine::settings::SolverSettings;
use andor_engine::{Request, pair};
use andor_games::graph::{Graph, Rule};
use std::fmt::Write as _;
use std::ops::Range;

/// Whoever can listen to a model of cost.
const LISTENERS: [&str; 9] = [
    "df-pn/leaf=learnt",
    "df-pn/leaf=learnt/epsilon=0",
    "df-pn/leaf=learnt/ghi=twins",
    "pn/leaf=learnt",
    "pn2/leaf=learnt",
    "pn-star/leaf=learnt",
    "pds-pn/leaf=learnt",
    "base-twin/leaf=learnt",
    "ews/leaf=learnt",
];

/// The graph with a model that says of every node whatever comes to its mind, the largest and the smallest numbers
/// there are, or always the same, on a scale that fits or does not.
fn misled(graph: &Graph, seed: u64) -> Graph {
    let mut random = SplitMix64::new(seed ^ 0xc057);
    let scales = ["100 50 2000", "1 1 1", "4294967295 4294967295 1", "0 0 0", "7 1000 -5"];
    let mut text = format!("scale {}\n", scales[random.below(scales.len())]);
    let extreme = [i16::MIN, i16::MAX];
    let always = [(); 2].map(|()| extreme[random.below(2)]);
    for node in 0..graph.nodes().len() {
        let mut number = |at: usize| match seed % 3 {
            0 => random.next_u64() as i16,
            1 => extreme[random.below(2)],
            _ => always[at],
        };
        let (win, loss) = (number(0), number(1));
        writeln!(text, "node {node} {win} {loss}").unwrap();
    }
    graph.with_costs(&text).unwrap()
}

/// How many questions were answered, and how many of them with yes.
fn ask(seeds: Range<u64>, rule: Rule) -> [u32; 2] {
    let settings = LISTENERS.map(|text| text.parse::<SolverSettings>().unwrap());
    let (mut answered, mut proofs) = (0, 0);
    for seed in seeds {
        let Some((graph, truth)) = cyclic(seed, rule) else { continue };
        let graph = misled(&graph, seed);
        let player = if seed % 2 == 0 { Player::Black } else { Player::White };
        let proved = truth == Outcome::Win(player);
        for (set, name) in settings.iter().zip(LISTENERS) {
            let mut solver = set.solver(set.leaf(&graph).unwrap(), None).unwrap();
            let limits = Limits { memory: 4 << 20, nodes: Some(NODES), ..Limits::default() };
            let (root, question) = (graph.initial(), Question::wins(player));
            let report = solver.solve(&graph, &root, question, &limits, &mut Silent);
            let what = format!("{name}, seed {seed}, {rule:?}");
            if name.starts_with("ews") {
                assert_eq!(report.stopped, Stopped::Unsound, "{what}");
            }
            match report.answer {
                Answer::Unknown => assert_ne!(report.stopped, Stopped::Solved, "{what}"),
                answer => {
                    assert_eq!(answer == Answer::Proved, proved, "{what}");
                    answered += 1;
                    proofs += u32::from(proved);
                }
            }
        }
    }
    println!("{rule:?}: {answered} answered, {proofs} of them with yes");
    [answered, proofs]
}

/// All of them; a model may send PN* and PDS-PN astray until their nodes are spent, and whoever does not answer says so.
fn check(seeds: Range<u64>) {
    for rule in [Rule::Draw, Rule::Superko] {
        let all = (seeds.end - seeds.start) as u32;
        let [answered, proofs] = ask(seeds.clone(), rule);
        assert!(answered > 5 * all, "{answered} answers on {all} graphs");
        assert!(proofs > answered / 20 && proofs < answered - answered / 20, "one-sided: {proofs}");
    }
}

#[test]
fn nonsense_changes_no_answer_on_graphs_with_cycles() {
    check(0..300);
}

#[test]
#[ignore = "deep check: 20,000 graphs under both rules by nine methods take minutes"]
fn nonsense_changes_no_answer_on_twenty_thousand_graphs_with_cycles() {
    check(0..20_000);
}

/// Solved, extracted and verified.
#[test]
fn certificates_of_misled_searches_are_accepted() {
    let mut seen = [0; 3];
    for (number, seed) in (80_000..80_120).enumerate() {
        for rule in [Rule::Draw, Rule::Superko] {
            let Some((graph, truth)) = cyclic(seed, rule) else { continue };
            let side = graph.side_to_move(&graph.initial());
            let (at, expected) = match truth {
                Outcome::Win(winner) if winner == side => (0, "win"),
                Outcome::Draw => (1, "draw"),
                Outcome::Win(_) => (2, "loss"),
            };
            let game = pair(misled(&graph, seed));
            let settings = ["auto", "pn/leaf=learnt", "base-twin/leaf=learnt"][number % 3];
            let limits = Limits { memory: 4 << 20, nodes: Some(NODES), ..Limits::default() };
            let settings = settings.parse().unwrap();
            let request = Request { settings, limits, verify_threads: 1, ..Request::default() };
            let root = game.position(None, &[]).unwrap();
            let solved = game.solve(&root, &request, &mut Silent).unwrap();
            let what = format!("seed {seed}, {rule:?}: {:?}", solved.notes);
            assert_eq!(solved.failure, None, "{what}");
            assert_eq!(solved.row.value.text(), expected, "{what}");
            assert!(solved.row.is_verified(), "{what}");
            seen[at] += 1;
        }
    }
    assert!(seen[0].min(seen[2]) > 20, "one-sided sample: {seen:?}");
}
