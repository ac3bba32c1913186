//! The plain rules of the small games, of graphs and of large boards of Lines of Action against the
//! rules that solvers use: not on samples, as the conformance kit does, but on everything there is
//! where that is possible. (Audit: these games had no second implementation.)

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::board::Rectangle;
use andor_core::conformance::check;
use andor_core::{Outcome, Player, Rules, Spec, SplitMix64};
use andor_games::breakthrough::{self, Breakthrough, Walled, Walls};
use andor_games::connect_four::ConnectFour;
use andor_games::graph::generate::{Mix, Shape, generate};
use andor_games::graph::{self, Graph, Node, Rule};
use andor_games::loa::{self, Loa, NoMove, Simultaneous, Variant};
use andor_games::tic_tac_toe::{self, TicTacToe};
use std::collections::HashSet;

fn bytes_of<R: Rules>(rules: &R, position: &R::Position) -> Vec<u8> {
    let mut bytes = Vec::new();
    rules.encode(position, &mut bytes);
    bytes
}

/// What rules say of a position: text, side, outcome, all images, canonical form, and each legal
/// move in the order of codes with its text, what it leads to, and its images.
fn account<R: Rules>(rules: &R, position: &R::Position) -> String {
    let images: Vec<Vec<u8>> = (0..rules.symmetries())
        .map(|symmetry| bytes_of(rules, &rules.transform(position, symmetry)))
        .collect();
    let canonical = rules.canonical(position);
    let outcome = rules.outcome(position);
    let mut moves = Vec::new();
    if outcome.is_none() {
        rules.sorted_moves(position, &mut moves);
    }
    let moves: Vec<_> = moves
        .into_iter()
        .map(|mv| {
            let next = bytes_of(rules, &rules.after(position, mv));
            let image = |symmetry| rules.move_code(rules.transform_move(mv, symmetry));
            let images: Vec<u32> = (0..rules.symmetries()).map(image).collect();
            (rules.move_code(mv), rules.move_text(position, mv), next, images)
        })
        .collect();
    format!(
        "{} {} {outcome:?} {images:?} {:?} {moves:?}",
        rules.position_text(position),
        rules.side_to_move(position),
        canonical.bytes
    )
}

/// Goes to every position that some game leads to; tells how many there are.
fn same_everywhere<A: Rules, B: Rules>(one: &A, other: &B) -> usize {
    assert_eq!(one.spec(), other.spec());
    assert_eq!(one.content(), other.content());
    assert_eq!(one.repetition(), other.repetition());
    assert_eq!(one.is_drawless(), other.is_drawless());
    assert_eq!(one.encoded_len(), other.encoded_len());
    let mut seen = HashSet::from([bytes_of(one, &one.initial())]);
    let mut stack = vec![one.initial()];
    assert!(seen.contains(&bytes_of(other, &other.initial())));
    while let Some(position) = stack.pop() {
        let twin = other.decode(&bytes_of(one, &position)).unwrap();
        assert_eq!(account(one, &position), account(other, &twin));
        let mut moves = Vec::new();
        if one.outcome(&position).is_none() {
            one.moves(&position, &mut moves);
        }
        for mv in moves {
            let next = one.after(&position, mv);
            if seen.insert(bytes_of(one, &next)) {
                stack.push(next);
            }
        }
    }
    seen.len()
}

/// Whether both take these bytes for the same position, or both for none.
fn same_bytes<A: Rules, B: Rules>(one: &A, other: &B, bytes: &[u8]) -> bool {
    match (one.decode(bytes), other.decode(bytes)) {
        (Some(ours), Some(theirs)) => {
            assert_eq!(account(one, &ours), account(other, &theirs), "{bytes:?}");
            true
        }
        (ours, theirs) => {
            assert!(ours.is_none() && theirs.is_none(), "{bytes:?}: {ours:?}, {theirs:?}");
            false
        }
    }
}

/// The same for a text.
fn same_text<A: Rules, B: Rules>(one: &A, other: &B, text: &str) -> bool {
    match (one.parse_position(text), other.parse_position(text)) {
        (Ok(ours), Ok(theirs)) => {
            assert_eq!(bytes_of(one, &ours), bytes_of(other, &theirs), "{text}");
            true
        }
        (Err(ours), Err(theirs)) => {
            let lines = [ours.to_string(), theirs.to_string()];
            assert!(lines.iter().all(|line| !line.contains('\n') && line.contains(text)));
            false
        }
        (ours, theirs) => panic!("{text}: {ours:?}, {theirs:?}"),
    }
}

/// All boards of three by three with either side to move, whether games lead to them or not.
fn all_texts_of_nine_squares() -> impl Iterator<Item = String> {
    (0..2 * 3u32.pow(9)).map(|number| {
        let cell = |at: u32| ['1', 'b', 'w'][(number / 2 / 3u32.pow(at) % 3) as usize];
        let rank = |from: u32| {
            let cells: String = (from..from + 3).map(cell).collect();
            cells.replace("111", "3").replace("11", "2")
        };
        format!("{}/{}/{} {}", rank(0), rank(3), rank(6), ["b", "w"][(number % 2) as usize])
    })
}

fn connect_four(spec: &str) -> ConnectFour {
    ConnectFour::from_spec(&Spec::parse(spec).unwrap()).unwrap()
}

/// With walls, and without any the game that has none: every position that games lead to, and every board of
/// eight squares, those with men on walls included.
#[test]
fn breakthrough_with_walls_is_the_same_everywhere() {
    let pair = |columns: usize, rows: usize, walls: &str| {
        let spec = Spec::parse(&format!("breakthrough:{columns}x{rows},walls={walls}")).unwrap();
        let walls = Walls::from_spec(&spec, Rectangle::new(columns, rows)).unwrap();
        let reference = breakthrough::Reference::new(columns, rows).with_walls(walls);
        (Walled::new(columns, rows, walls), reference)
    };
    let (mut stuck, mut symmetric) = (0, 0);
    for (columns, rows, walls) in [
        (2, 4, "a2"),
        (2, 5, "b3"),
        (3, 4, "a2+c3"),
        (3, 5, "b3"),
        (3, 5, "a2+b3+c2"),
        (4, 4, "b2"),
    ] {
        let (game, reference) = pair(columns, rows, walls);
        assert!(same_everywhere(&game, &reference) > 10, "{walls}");
        symmetric += game.symmetries() - 1;
        if columns * rows != 8 {
            continue;
        }
        let mut taken = 0;
        for bytes in 0..1u32 << 17 {
            let [_, side, high, low] = bytes.to_be_bytes();
            taken += usize::from(same_bytes(&game, &reference, &[side, high, low]));
            if let Some(position) = game.decode(&[side, high, low]) {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let lost = Some(Outcome::Win(game.side_to_move(&position).other()));
                stuck += usize::from(moves.is_empty() && game.outcome(&position) == lost);
            }
        }
        assert_eq!(taken, 2 * 3usize.pow(7));
    }
    assert!(stuck > 0 && symmetric == 2, "{stuck} {symmetric}");
    let (game, reference) = pair(3, 4, "a2+c3");
    for (text, is_one) in [
        ("bbb/2#/#2/www w", true),
        ("bbb/2#/1#1/www w", false),
        ("bbb/3/3/www w", false),
        ("bbb/2#/#2/###w w", false),
    ] {
        assert_eq!(same_text(&game, &reference, text), is_one, "{text}");
    }
    let (bare, plain) = (Breakthrough::new(3, 4), breakthrough::Reference::new(3, 4));
    let none = Walled::new(3, 4, Walls::default());
    assert_eq!(same_everywhere(&none, &plain), same_everywhere(&bare, &plain));
}

#[test]
fn tic_tac_toe_is_the_same_everywhere() {
    let (game, reference) = (TicTacToe, tic_tac_toe::Reference);
    assert_eq!(same_everywhere(&game, &reference), 5_478);
    let mut taken = 0;
    for bytes in 0..3u32 << 16 {
        let [_, side, high, low] = bytes.to_be_bytes();
        taken += usize::from(same_bytes(&game, &reference, &[side, high, low]));
    }
    assert_eq!(taken, 2 * 3usize.pow(9));
    for length in [0, 1, 2, 4] {
        assert!(!same_bytes(&game, &reference, &vec![0; length]));
    }
    let texts = all_texts_of_nine_squares();
    let possible = texts.filter(|text| same_text(&game, &reference, text)).count();
    // The others are impossible: the counts of men do not fit, or the side to move has won.
    assert!((5_478..10_000).contains(&possible), "{possible}");
}

#[test]
fn connect_four_is_the_same_everywhere_on_small_boards() {
    for (spec, positions) in [
        ("connect-four:1x1", 2),
        ("connect-four:2x2,line=3", 18),
        ("connect-four:3x3,line=3", 694),
        ("connect-four:4x4", 161_029),
    ] {
        let game = connect_four(spec);
        let found = same_everywhere(&game, &game.reference());
        assert_eq!(found, positions, "{spec}");
    }
    for spec in ["connect-four:4x3,line=3", "connect-four:2x7,line=5", "connect-four:6x2,line=6"] {
        let game = connect_four(spec);
        assert!(same_everywhere(&game, &game.reference()) > 200, "{spec}");
    }
}

/// Bytes with a man in the air were a position of the fast rules once.
#[test]
fn men_that_hang_in_the_air_are_no_position_of_connect_four() {
    let game = connect_four("connect-four:3x3,line=3");
    let reference = game.reference();
    let (mut taken, mut refused) = (0, 0);
    for bytes in 0..3u32 << 16 {
        let [_, side, high, low] = bytes.to_be_bytes();
        match same_bytes(&game, &reference, &[side, high, low]) {
            true => taken += 1,
            false => refused += 1,
        }
    }
    // A file of three squares has fifteen piles.
    assert_eq!(taken, 2 * 15usize.pow(3));
    assert!(refused > taken);
    let possible =
        all_texts_of_nine_squares().filter(|text| same_text(&game, &reference, text)).count();
    assert!((694..2_000).contains(&possible), "{possible}");
}

#[test]
fn lists_of_men_play_lines_of_action_on_every_board() {
    for size in 3..=11 {
        for number in 0..4 {
            let variant = Variant {
                size,
                simultaneous: [Simultaneous::Draw, Simultaneous::Mover][number % 2],
                no_move: [NoMove::Pass, NoMove::Loss][number / 2],
            };
            let (plain, listed) = (loa::Reference::new(variant), loa::Listed::new(variant));
            let seed = (size * 4 + number) as u64;
            let positions = if size > 8 { 60 } else { 200 };
            let findings = check(&plain, &listed, seed, positions).unwrap();
            assert!(findings.moves > 1_000 || size < 5, "{findings:?}");
            if loa::FAST_SIZES.contains(&size) {
                check(&Loa::new(variant), &listed, seed, 400).unwrap();
            }
            // Any men anywhere: games that are over, sides without men, players who cannot move.
            let mut random = SplitMix64::new(seed);
            for sparse in (1..200).step_by(4) {
                let mut bytes = vec![random.below(2) as u8];
                let cells: Vec<u8> = (0..size * size)
                    .map(|_| if random.below(sparse) == 0 { random.below(3) as u8 } else { 0 })
                    .collect();
                andor_core::board::pack_ternary(cells.into_iter(), &mut bytes);
                assert!(same_bytes(&plain, &listed, &bytes));
            }
        }
    }
}

/// The same moves, where most of the board is men and where nobody can move.
#[test]
fn lists_of_men_know_jumps_captures_and_passes() {
    let variant = Variant::new(9);
    let (plain, listed) = (loa::Reference::new(variant), loa::Listed::new(variant));
    let stuck = "b7b/9/9/9/9/9/9/9/w7w b";
    for text in [stuck, "bbbbwwwww/9/9/9/4b4/9/9/9/w7w b", "9/9/9/9/bwb1w4/9/9/w8/9 w"] {
        assert!(same_text(&plain, &listed, text), "{text}");
        let bytes = bytes_of(&plain, &plain.parse_position(text).unwrap());
        assert!(same_bytes(&plain, &listed, &bytes));
    }
}

fn reference_of(graph: &Graph) -> graph::Reference {
    graph::Reference::from_json(&graph.spec(), graph.to_json().as_bytes()).unwrap()
}

#[test]
fn graphs_are_the_same_everywhere() {
    let (mut found, mut over) = (0, 0);
    for shape in [Shape::Tree, Shape::Dag, Shape::Cyclic] {
        for seed in 0..300 {
            let rule = [Rule::Draw, Rule::Superko][seed as usize % 2];
            let graph = generate(shape, &Mix::of_seed(seed), rule, seed);
            let reference = reference_of(&graph);
            found += same_everywhere(&graph, &reference);
            over += check(&graph, &reference, seed, 50).unwrap().over;
            for node in 0..=graph.nodes().len() as u32 {
                for side in 0..=2 {
                    let mut bytes = vec![side];
                    bytes.extend(node.to_be_bytes());
                    same_bytes(&graph, &reference, &bytes);
                    let letter = ["b", "w", "x"][usize::from(side)];
                    same_text(&graph, &reference, &format!("{node} {letter}"));
                }
            }
        }
    }
    assert!(found > 10_000 && over > 1_000, "{found} {over}");
}

/// The two readers share nothing: they must take the same files, and refuse the same.
#[test]
fn both_readers_of_graph_files_take_the_same_files() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/graphs");
    let both = |json: &[u8]| {
        let (ours, theirs) =
            (Graph::from_json("x", json), graph::Reference::from_json("graph:x", json));
        let text = String::from_utf8_lossy(json);
        match (ours, theirs) {
            (Ok(ours), Ok(theirs)) => {
                same_everywhere(&ours, &theirs);
                true
            }
            (Err(_), Err(theirs)) => {
                let line = theirs.to_string();
                assert!(line.starts_with("game \"graph:x\": ") && line.len() < 300, "{line}");
                assert!(!line.chars().any(char::is_control), "{line}");
                false
            }
            (ours, theirs) => panic!("{text}: {ours:?}, {theirs:?}"),
        }
    };
    let (mut taken, mut refused) = (0, 0);
    for name in ["example.json", "example-superko.json", "all-forms.json"] {
        let json = std::fs::read(format!("{folder}/{name}")).unwrap();
        for place in 0..json.len() {
            both(&json[..place]);
            for byte in (0..128).chain([0xc3, 0xff]) {
                let mut changed = json.clone();
                changed[place] = byte;
                match both(&changed) {
                    true => taken += 1,
                    false => refused += 1,
                }
                changed.insert(place, json[place]);
                both(&changed);
            }
        }
    }
    assert!(taken > 500 && refused > 10_000, "{taken} {refused}");
    for json in [
        r#"{"rule":"draw","nodes":[]}"#,
        r#"{"rule":"draw","nodes":[{}]}"#,
        r#"{"nodes":[{"winner":0}],"rule":"superko"}"#,
        r#" { "nodes" : [ { "succ" : [ ] , "owner" : 1 } ] , "rule" : "draw" } "#,
        r#"{"rule":"draw","nodes":[{"winner":null,"winner":null}]}"#,
        r#"{"rule":"draw","nodes":[{"winner":0}]}{}"#,
        r#"{"rule":"draw","nodes":[{"owner":0,"succ":[4294967295]}]}"#,
        r#"{"rule":"draw","nodes":[{"owner":0,"succ":[4294967296]}]}"#,
        r#"{"rule":"draw","nodes":[{"owner":0,"succ":[01]},{"winner":0}]}"#,
        r#"{"rule":"draw","nodes":[{"owner":0,"succ":[1]},{"owner":0,"succ":[]}]}"#,
        r#"{"rule":"draw","nodes":[{"owner":0,"succ":[1,1]},{"winner":0}]}"#,
        r#"{"rule":"draw","nodes":[{"owner":0,"succ":[1,]},{"winner":0}]}"#,
        "",
        "null",
        "[]",
    ] {
        both(json.as_bytes());
    }
    // The one difference: an escaped letter is the letter in JSON, and the plain reader knows none.
    let escaped = br#"{"\u0072ule":"draw","nodes":[{"winner":0}]}"#;
    assert!(Graph::from_json("x", escaped).is_ok());
    assert!(graph::Reference::from_json("graph:x", escaped).is_err());
}

/// Audit, D7: sixteen bits are not enough for the number of a node's successors.
#[test]
fn nodes_may_have_65_536_successors_and_more() {
    for count in [65_535u32, 65_536, 65_537] {
        // White loses everywhere but at the last node.
        let mut nodes = vec![Node::Over(Outcome::Win(Player::Black)); count as usize + 1];
        nodes[count as usize] = Node::Over(Outcome::Win(Player::White));
        nodes[0] = Node::Owned { owner: Player::White, successors: (1..=count).collect() };
        let graph = Graph::from_nodes("wide", Rule::Draw, nodes).unwrap();
        let reference = reference_of(&graph);
        assert_eq!(same_everywhere(&graph, &reference), count as usize + 1);
        let mut moves = Vec::new();
        reference.sorted_moves(&reference.initial(), &mut moves);
        assert_eq!(moves.len(), count as usize);
        let last = *moves.last().unwrap();
        assert_eq!(reference.move_code(last), count - 1);
        let won = reference.after(&reference.initial(), last);
        assert_eq!(reference.outcome(&won), Some(Outcome::Win(Player::White)));
    }
}
