//! Explicit graphs as a game, and the generators: the conformance kit on random graphs, and what
//! graphs alone promise.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::conformance::check;
use andor_core::{Outcome, Player, Repetition, Rules, Superko};
use andor_games::graph::generate::{Mix, Shape, generate};
use andor_games::graph::{Graph, Node, Reference, Rule};

const SHAPES: [Shape; 3] = [Shape::Tree, Shape::Dag, Shape::Cyclic];

fn black(successors: &[u32]) -> Node {
    Node::Owned { owner: Player::Black, successors: successors.to_vec() }
}

fn white(successors: &[u32]) -> Node {
    Node::Owned { owner: Player::White, successors: successors.to_vec() }
}

const BLACK_WON: Node = Node::Over(Outcome::Win(Player::Black));
const WHITE_WON: Node = Node::Over(Outcome::Win(Player::White));
const DRAWN: Node = Node::Over(Outcome::Draw);

fn made(rule: Rule, nodes: &[Node]) -> Graph {
    Graph::from_nodes("made", rule, nodes.to_vec()).unwrap()
}

#[test]
fn random_graphs_conform() {
    let (mut over, mut moves) = (0, 0);
    for shape in SHAPES {
        for seed in 0..400 {
            let rule = if seed % 2 == 0 { Rule::Draw } else { Rule::Superko };
            let graph = generate(shape, &Mix::of_seed(seed), rule, seed);
            let reference = Reference::from_json(&graph.spec(), graph.to_json().as_bytes());
            // In a cycle without an end a random game stops only at this number of positions.
            let findings = check(&graph, &reference.unwrap(), seed, 200).unwrap();
            over += findings.over;
            moves += findings.moves;
        }
    }
    assert!(over > 20_000 && moves > 100_000, "{over} {moves}");
}

#[test]
fn every_position_of_a_graph_conforms_not_only_the_reachable_ones() {
    for seed in 0..300 {
        let graph = generate(Shape::Cyclic, &Mix::of_seed(seed), Rule::Draw, seed);
        for position in graph.positions() {
            let mut bytes = Vec::new();
            graph.encode(&position, &mut bytes);
            assert_eq!(graph.decode(&bytes), Some(position));
            let text = graph.position_text(&position);
            assert_eq!(graph.parse_position(&text).unwrap(), position);
            let mut moves = Vec::new();
            graph.moves(&position, &mut moves);
            assert_eq!(moves.is_empty(), graph.outcome(&position).is_some());
        }
    }
}

#[test]
fn bytes_are_the_side_and_the_node_and_other_bytes_are_refused() {
    let graph = Graph::from_json("x", &example()).unwrap();
    let bytes_of = |text| {
        let mut bytes = Vec::new();
        graph.encode(&graph.parse_position(text).unwrap(), &mut bytes);
        bytes
    };
    assert_eq!(bytes_of("0 b"), [0, 0, 0, 0, 0]);
    assert_eq!(bytes_of("2 w"), [1, 0, 0, 0, 2]);
    // A terminal node may have either side to move, an owned one may not.
    assert_eq!(bytes_of("3 b"), [0, 0, 0, 0, 3]);
    assert_eq!(bytes_of("3 w"), [1, 0, 0, 0, 3]);
    for refused in [
        &[0, 0, 0, 0, 1][..],
        &[1, 0, 0, 0, 0],
        &[0, 0, 0, 0, 5],
        &[0, 1, 0, 0, 0],
        &[2, 0, 0, 0, 3],
        &[0, 0, 0, 0],
        &[0, 0, 0, 0, 0, 0],
        &[],
    ] {
        assert_eq!(graph.decode(refused), None, "{refused:?}");
    }
}

#[test]
fn who_cannot_move_has_lost_and_ends_are_what_they_say() {
    let nodes = [black(&[1, 2, 3, 4]), white(&[]), BLACK_WON, WHITE_WON, DRAWN];
    let graph = made(Rule::Draw, &nodes);
    let outcome = |text| graph.outcome(&graph.parse_position(text).unwrap());
    assert_eq!(outcome("0 b"), None);
    assert_eq!(outcome("1 w"), Some(Outcome::Win(Player::Black)));
    assert_eq!(outcome("2 b"), Some(Outcome::Win(Player::Black)));
    assert_eq!(outcome("3 w"), Some(Outcome::Win(Player::White)));
    assert_eq!(outcome("4 w"), Some(Outcome::Draw));
}

#[test]
fn a_terminal_node_has_the_side_whose_turn_it_would_be() {
    // Both players lead to node 2.
    let graph = made(Rule::Draw, &[black(&[1, 2]), white(&[2]), DRAWN]);
    let play = |moves: &[&str]| {
        let mut position = graph.initial();
        for text in moves {
            let mv = graph.parse_move(&position, text).unwrap();
            position = graph.try_play(&position, mv).unwrap();
        }
        graph.position_text(&position)
    };
    assert_eq!(play(&["2"]), "2 w");
    assert_eq!(play(&["1", "2"]), "2 b");
    assert_eq!(made(Rule::Draw, &[DRAWN]).position_text(&graph.initial()), "0 b");
    assert_eq!(made(Rule::Draw, &[white(&[])]).initial().side(), Player::White);
}

#[test]
fn the_rule_says_what_repetition_means_and_whether_there_are_draws() {
    let drawless = [black(&[1, 2]), white(&[0]), WHITE_WON];
    let with_draw = [black(&[1, 2]), white(&[0]), DRAWN];
    let superko = made(Rule::Superko, &drawless);
    assert_eq!(superko.repetition(), Repetition::Superko(Superko::Situational));
    assert!(superko.is_drawless());
    assert!(!made(Rule::Superko, &with_draw).is_drawless());
    let draw = superko.with_rule(Rule::Draw);
    assert_eq!(draw.repetition(), Repetition::Draw);
    assert!(!draw.is_drawless());
    assert_eq!(draw.rule(), Rule::Draw);
    assert_eq!(draw.nodes(), drawless);
}

#[test]
fn position_texts_that_are_none_are_refused_with_the_reason() {
    let graph = Graph::from_json("x", &example()).unwrap();
    for (text, part) in [
        ("", "such as \"0 b\""),
        ("0", "such as \"0 b\""),
        ("0 b b", "such as \"0 b\""),
        ("b 0", "\"0\" is neither b nor w"),
        ("0 B", "\"B\" is neither b nor w"),
        ("-1 b", "\"-1\" is not a node number"),
        ("+1 w", "\"+1\" is not a node number"),
        ("x w", "\"x\" is not a node number"),
        ("5 w", "no node 5, the last one is 4"),
        ("4294967296 w", "no node 4294967296"),
        ("0 w", "Black owns node 0"),
        ("1 b", "White owns node 1"),
    ] {
        let error = graph.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(part) && error.contains(&format!("position \"{text}\"")), "{error}");
    }
    let long = graph.parse_position(&format!("{} b", "9".repeat(1_000_000))).unwrap_err();
    assert!(long.to_string().len() < 300, "{long}");
    let position = graph.parse_position(" 1   w ").unwrap();
    let error = graph.parse_move(&position, "4").unwrap_err().to_string();
    assert!(error.contains("\"4\" is not legal in \"1 w\" (a legal one: 0)"), "{error}");
}

#[test]
fn nodes_that_make_no_game_are_refused_by_name() {
    for (nodes, part) in [
        (vec![], "no nodes"),
        (vec![black(&[1])], "node 0 leads to node 1, but the last node is 0"),
        (vec![black(&[u32::MAX])], "node 0 leads to node 4294967295"),
        (vec![black(&[0])], "edge 0 -> 0: Black owns both"),
        (vec![black(&[1]), white(&[2]), white(&[])], "edge 1 -> 2: White owns both"),
        (vec![black(&[1, 2, 1]), DRAWN, DRAWN], "node 0 has node 1 twice"),
    ] {
        let error = Graph::from_nodes("made", Rule::Draw, nodes).unwrap_err().to_string();
        assert!(error.contains(part) && error.contains("\"graph:made\""), "{error}");
    }
    // Two nodes may share a successor, of course.
    made(Rule::Draw, &[black(&[1, 2, 3]), white(&[3]), white(&[3]), DRAWN]);
}

#[test]
fn a_picture_shows_where_the_moves_lead() {
    let graph = Graph::from_json("x", &example()).unwrap();
    let draw = |text| graph.draw(&graph.parse_position(text).unwrap());
    assert_eq!(
        draw("0 b"),
        "node 0: Black to move\n  -> 1: White to move\n  -> 2: White to move\n"
    );
    assert_eq!(
        draw("2 w"),
        "node 2: White to move\n  -> 3: Black has won\n  -> 4: White has won\n"
    );
    let stuck = made(Rule::Draw, &[black(&[1]), white(&[])]);
    assert!(stuck.draw(&stuck.initial()).contains("-> 1: White cannot move and has lost"));
    let successors: Vec<u32> = (1..=30).collect();
    let mut nodes = vec![DRAWN; 31];
    nodes[0] = black(&successors);
    let wide = made(Rule::Draw, &nodes);
    let picture = wide.draw(&wide.initial());
    assert!(picture.contains("-> 20: drawn\n  and 10 more\n"), "{picture}");
}

fn example() -> Vec<u8> {
    std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/graphs/example.json"))
        .unwrap()
}

/// Whether some path comes back: what remains when nodes without successors left are taken away.
fn has_cycle(graph: &Graph) -> bool {
    let mut done = vec![false; graph.nodes().len()];
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for node in 0..done.len() {
            let leads_out = graph.successors(node as u32).iter().all(|&next| done[next as usize]);
            changed |= leads_out && !done[node];
            done[node] |= leads_out;
        }
    }
    done.contains(&false)
}

fn is_reachable_everywhere(graph: &Graph) -> bool {
    let mut seen = vec![false; graph.nodes().len()];
    let mut stack = vec![0];
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut seen[node as usize], true) {
            stack.extend(graph.successors(node));
        }
    }
    !seen.contains(&false)
}

#[test]
fn generated_graphs_have_the_shape_they_are_asked_for() {
    let (mut cyclic, mut shared, mut stuck, mut drawn) = (0, 0, 0, 0);
    for seed in 0..1_000 {
        let mix = Mix::of_seed(seed);
        assert!((3..=40).contains(&mix.nodes));
        for shape in SHAPES {
            let graph = generate(shape, &mix, Rule::Draw, seed);
            let nodes = graph.nodes();
            assert_eq!(nodes.len(), mix.nodes as usize);
            assert!(matches!(&nodes[0], Node::Owned { owner: Player::Black, .. }));
            assert!(is_reachable_everywhere(&graph), "{shape:?} {seed}");
            assert!(graph.spec().ends_with(&format!("-{seed}")));
            let back = u32::from(shape == Shape::Cyclic);
            let mut predecessors = vec![0; nodes.len()];
            for node in 0..mix.nodes {
                let successors = graph.successors(node);
                assert!(successors.len() as u32 <= mix.degree + back);
                successors.iter().for_each(|&next| predecessors[next as usize] += 1);
            }
            match shape {
                Shape::Tree => {
                    assert!(predecessors[0] == 0 && predecessors[1..].iter().all(|&n| n == 1))
                }
                Shape::Dag => {
                    assert!(!has_cycle(&graph));
                    shared += usize::from(predecessors.iter().any(|&n| n > 1));
                }
                Shape::Cyclic => cyclic += usize::from(has_cycle(&graph)),
            }
            stuck +=
                nodes.iter().filter(|node| **node == black(&[]) || **node == white(&[])).count();
            drawn += nodes.iter().filter(|&node| *node == DRAWN).count();
        }
    }
    assert!(
        cyclic > 700 && shared > 400 && stuck > 1_000 && drawn > 1_000,
        "{cyclic} {shared} {stuck} {drawn}"
    );
}

#[test]
fn shares_are_obeyed_at_their_ends() {
    let mix = Mix { nodes: 40, degree: 3, terminals: 0, draws: 0, back_edges: 100 };
    for seed in 0..50 {
        let graph = generate(Shape::Cyclic, &mix, Rule::Superko, seed);
        assert!(graph.is_drawless());
        assert!(graph.nodes().iter().all(|node| matches!(node, Node::Owned { .. })));
        // Every node but the root leads back to a smaller one.
        let leads_back = |node: u32| graph.successors(node).iter().any(|&next| next < node);
        assert!((1..40).all(leads_back), "{seed}");
        let drawn = Mix { terminals: 50, draws: 100, ..mix };
        let graph = generate(Shape::Tree, &drawn, Rule::Draw, seed);
        assert!(graph.nodes().iter().all(|node| !matches!(node, Node::Over(Outcome::Win(_)))));
    }
    for degree in [0, 1] {
        let chain = Mix { nodes: 10, degree, terminals: 100, draws: 0, back_edges: 0 };
        let graph = generate(Shape::Tree, &chain, Rule::Draw, 1);
        assert!((0..9).all(|node| graph.successors(node) == [node + 1]));
    }
    for nodes in [0, 1] {
        let graph = generate(Shape::Cyclic, &Mix { nodes, ..mix }, Rule::Draw, 1);
        assert_eq!(graph.nodes(), [black(&[])]);
    }
}

#[test]
fn a_seed_is_a_graph_for_all_time() {
    // If these change, every seed quoted anywhere means another graph.
    let mix = Mix { nodes: 8, degree: 3, terminals: 30, draws: 30, back_edges: 50 };
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for shape in SHAPES {
        for seed in 0..100 {
            for mix in [mix, Mix::of_seed(seed)] {
                let json = generate(shape, &mix, Rule::Draw, seed).to_json();
                for byte in json.bytes() {
                    hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
                }
            }
        }
    }
    assert_eq!(hash, 0x1c4d_b8a8_ff0c_80b7, "{hash:#x}");
}
