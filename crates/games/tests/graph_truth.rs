//! The plain truth about graphs against even plainer searches, and by hand.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Outcome, Player, Rules};
use andor_games::graph::generate::{Mix, Shape, generate};
use andor_games::graph::truth::{draw_values, superko_value};
use andor_games::graph::{Graph, Position, Rule};

const BLACK: Outcome = Outcome::Win(Player::Black);
const WHITE: Outcome = Outcome::Win(Player::White);

/// Whether `player` can force the end of the game, won, within `depth` moves.
fn wins_within(graph: &Graph, position: Position, player: Player, depth: usize) -> bool {
    if let Some(outcome) = graph.outcome(&position) {
        return outcome == Outcome::Win(player);
    }
    let mut moves = Vec::new();
    graph.moves(&position, &mut moves);
    let mut next = moves.iter().map(|&mv| graph.after(&position, mv));
    let wins = |next| depth > 0 && wins_within(graph, next, player, depth - 1);
    if position.side() == player { next.any(wins) } else { next.all(wins) }
}

/// The value by trying every path; a move to a node on the path is a draw, or is illegal.
fn try_paths(graph: &Graph, position: Position, path: &mut Vec<u32>, rule: Rule) -> Outcome {
    if let Some(outcome) = graph.outcome(&position) {
        return outcome;
    }
    path.push(position.node());
    let mut moves = Vec::new();
    graph.moves(&position, &mut moves);
    let mut values = Vec::new();
    for mv in moves {
        let next = graph.after(&position, mv);
        match (path.contains(&next.node()), rule) {
            (true, Rule::Draw) => values.push(Outcome::Draw),
            (true, Rule::Superko) => {}
            (false, _) => values.push(try_paths(graph, next, path, rule)),
        }
    }
    path.pop();
    let side = position.side();
    [Outcome::Win(side), Outcome::Draw]
        .into_iter()
        .find(|value| values.contains(value))
        .unwrap_or(Outcome::Win(side.other()))
}

/// Graphs small enough to search them without memory.
fn small(seed: u64) -> Mix {
    let mix = Mix::of_seed(seed);
    Mix { nodes: 3 + mix.nodes % 7, degree: 1 + mix.degree % 3, ..mix }
}

#[test]
fn the_fixpoint_is_what_depth_limited_minimax_finds() {
    let mut seen = [0; 3];
    for shape in [Shape::Tree, Shape::Dag, Shape::Cyclic] {
        for seed in 0..400 {
            let graph = generate(shape, &small(seed), Rule::Draw, seed);
            let values = draw_values(&graph);
            for position in graph.positions() {
                let value = values[position.node() as usize];
                // A forced win passes no node twice, so it takes fewer moves than there are nodes.
                let depth = graph.nodes().len();
                let [black, white] = [Player::Black, Player::White]
                    .map(|player| wins_within(&graph, position, player, depth));
                let found = match (black, white) {
                    (true, false) => BLACK,
                    (false, true) => WHITE,
                    _ => Outcome::Draw,
                };
                assert_eq!(found, value, "{}\n{}", graph.position_text(&position), graph.to_json());
                assert!(!(black && white));
                seen[[BLACK, WHITE, Outcome::Draw].iter().position(|v| *v == value).unwrap()] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 500), "{seen:?}");
}

#[test]
fn paths_lead_to_the_same_values_under_both_rules() {
    let mut differ = 0;
    for seed in 0..2_000 {
        let graph = generate(Shape::Cyclic, &small(seed), Rule::Draw, seed);
        let values = draw_values(&graph);
        for position in graph.positions() {
            let node = position.node();
            let draw = try_paths(&graph, position, &mut Vec::new(), Rule::Draw);
            assert_eq!(draw, values[node as usize], "{node}\n{}", graph.to_json());
            let superko = try_paths(&graph, position, &mut Vec::new(), Rule::Superko);
            assert_eq!(Some(superko), superko_value(&graph, node, u64::MAX), "{}", graph.to_json());
            differ += usize::from(draw != superko);
        }
    }
    assert!(differ > 500, "{differ}");
}

#[test]
fn without_cycles_both_rules_give_the_same_value() {
    for shape in [Shape::Tree, Shape::Dag] {
        for seed in 0..1_000 {
            let graph = generate(shape, &Mix::of_seed(seed), Rule::Superko, seed);
            let values = draw_values(&graph);
            for node in 0..graph.nodes().len() as u32 {
                let superko = superko_value(&graph, node, 1_000_000).expect("small enough");
                assert_eq!(superko, values[node as usize], "{node}\n{}", graph.to_json());
            }
        }
    }
}

#[test]
fn values_by_hand() {
    let values = |nodes: &str| {
        let json = format!("{{\"rule\":\"draw\",\"nodes\":[{nodes}]}}");
        let graph = Graph::from_json("x", json.as_bytes()).unwrap();
        (draw_values(&graph)[0], superko_value(&graph, 0, 1_000).unwrap())
    };
    // Round and round; with superko White cannot go back.
    let two_cycle = r#"{"owner":0,"succ":[1]},{"owner":1,"succ":[0]}"#;
    assert_eq!(values(two_cycle), (Outcome::Draw, BLACK));
    let four_cycle = r#"{"owner":0,"succ":[1]},{"owner":1,"succ":[2]},
        {"owner":0,"succ":[3]},{"owner":1,"succ":[0]}"#;
    assert_eq!(values(four_cycle), (Outcome::Draw, BLACK));
    // White would rather repeat than move to Black's win.
    let refuge = r#"{"owner":0,"succ":[1]},{"owner":1,"succ":[0,2]},{"winner":0}"#;
    assert_eq!(values(refuge), (Outcome::Draw, BLACK));
    // A drawn end is a draw under both.
    let drawn = r#"{"owner":0,"succ":[1,2]},{"owner":1,"succ":[3]},{"winner":null},{"winner":1}"#;
    assert_eq!(values(drawn), (Outcome::Draw, Outcome::Draw));
    // Who cannot move loses, cycle or not.
    let stuck = r#"{"owner":0,"succ":[1,2]},{"owner":1,"succ":[0]},{"owner":1,"succ":[]}"#;
    assert_eq!(values(stuck), (BLACK, BLACK));
    assert_eq!(values(r#"{"owner":0,"succ":[]}"#), (WHITE, WHITE));
    assert_eq!(values(r#"{"winner":0}"#), (BLACK, BLACK));
}

#[test]
fn the_example_of_the_documentation_has_the_values_it_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/graphs/example.json");
    let graph = Graph::read(path).unwrap();
    assert_eq!(draw_values(&graph), [Outcome::Draw, Outcome::Draw, WHITE, BLACK, WHITE]);
    let superko: Vec<_> = (0..5).map(|node| superko_value(&graph, node, 100).unwrap()).collect();
    assert_eq!(superko, [BLACK, WHITE, WHITE, BLACK, WHITE]);
}

#[test]
fn under_superko_the_value_of_a_node_depends_on_the_path() {
    // A ring of four, 0 b -> 1 w -> 3 b -> 2 w -> 0 b: whoever starts leaves the other, three moves
    // later, without one.
    let json = br#"{"rule":"superko","nodes":[{"owner":0,"succ":[1]},{"owner":1,"succ":[3]},
        {"owner":1,"succ":[0]},{"owner":0,"succ":[2]}]}"#;
    let graph = Graph::from_json("x", json).unwrap();
    let value = |node| superko_value(&graph, node, 100).unwrap();
    assert_eq!([value(0), value(1), value(2), value(3)], [BLACK, WHITE, WHITE, BLACK]);
    // White to move at 2 wins with an empty history, and has lost at the end of 0 1 3 2.
}

#[test]
fn the_search_of_paths_stops_at_its_budget() {
    let mix = Mix { nodes: 40, degree: 5, terminals: 5, draws: 0, back_edges: 0 };
    let graph = generate(Shape::Cyclic, &mix, Rule::Superko, 3);
    assert_eq!(superko_value(&graph, 0, 0), None);
    assert_eq!(superko_value(&graph, 0, 10), None);
    let chain = Mix { nodes: 100_000, degree: 1, terminals: 0, draws: 0, back_edges: 0 };
    let graph = generate(Shape::Tree, &chain, Rule::Superko, 3);
    assert_eq!(superko_value(&graph, 0, u64::MAX), None);
    assert!(superko_value(&graph, 99_000, u64::MAX).is_some());
}
