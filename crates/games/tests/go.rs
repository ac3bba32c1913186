//! Go by hand: captures, suicide, kos, superko and scores, on both implementations.

use andor_core::{Game, History, Key, Outcome, Player, Rules, Spec, SplitMix64};
use andor_games::go::{Go, Reference, Variant};
use std::collections::HashMap;

fn games(spec: &str) -> (Go, Reference) {
    let variant = Variant::from_spec(&Spec::parse(spec).expect(spec)).expect(spec);
    (Go::new(variant), Reference::new(variant))
}

/// The position text after `moves`, in both implementations.
fn after(spec: &str, start: &str, moves: &str) -> String {
    fn play<R: Rules>(rules: &R, start: &str, moves: &str) -> String {
        let mut position = rules.parse_position(start).expect(start);
        for text in moves.split_whitespace() {
            let mv = rules.parse_move(&position, text).expect(text);
            position = rules.try_play(&position, mv).expect(text);
        }
        rules.position_text(&position)
    }
    let (fast, reference) = games(spec);
    let text = play(&fast, start, moves);
    assert_eq!(play(&reference, start, moves), text);
    text
}

/// Whether a move is pseudo-legal, in both implementations.
fn is_legal(spec: &str, position: &str, mv: &str) -> bool {
    let (fast, reference) = games(spec);
    let here = fast.parse_position(position).expect(position);
    let legal = fast.parse_move(&here, mv).is_ok();
    let here = reference.parse_position(position).expect(position);
    assert_eq!(reference.parse_move(&here, mv).is_ok(), legal);
    legal
}

/// How a game that ends with this board is won, in both implementations.
fn outcome(spec: &str, board: &str) -> Outcome {
    let (fast, reference) = games(spec);
    let text = format!("{board} b passes=2");
    let outcome =
        fast.outcome(&fast.parse_position(&text).expect(board)).expect("the game is over");
    assert_eq!(reference.outcome(&reference.parse_position(&text).expect(board)), Some(outcome));
    outcome
}

/// The legal moves of a position after a game, superko included.
fn legal_after(spec: &str, start: &str, moves: &str) -> Vec<String> {
    let (game, _) = games(spec);
    let mut position = game.parse_position(start).expect(start);
    let mut history = History::new(&game, &position);
    let mut legal = Vec::new();
    for text in moves.split_whitespace() {
        let mv = game.parse_move(&position, text).expect(text);
        history.legal_moves(&game, &position, &mut legal);
        assert!(legal.contains(&mv), "{text} is not legal");
        game.play_unchecked(&mut position, mv);
        history.push(&game, &position);
    }
    history.legal_moves(&game, &position, &mut legal);
    legal.iter().map(|&mv| game.move_text(&position, mv)).collect()
}

#[test]
fn chains_without_liberties_are_taken() {
    // One in the corner, two on the edge, four chains by one stone.
    assert_eq!(after("go:3x3", "w2/b2/3 b", "b3"), "1b1/b2/3 w");
    assert_eq!(after("go:4x3", "ww2/bb2/4 b", "c3"), "2b1/bb2/4 w");
    let four = "1bwb1/bw1wb/1bwb1/2b2 b";
    assert_eq!(after("go:5x4", four, "c3"), "1b1b1/b1b1b/1b1b1/2b2 w");
}

#[test]
fn suicide_is_forbidden_unless_it_is_allowed_and_never_for_one_stone() {
    // White at a3 would be one stone without liberties, White at a1 two of them.
    let board = "1b1/b1b/1wb w";
    assert!(!is_legal("go:3x3", board, "a3") && !is_legal("go:3x3,suicide=yes", board, "a3"));
    let two = "3/bb1/1wb w";
    assert!(!is_legal("go:3x3", two, "a1"));
    assert_eq!(after("go:3x3,suicide=yes", two, "a1"), "3/bb1/2b b");
    // A stone that takes something is no suicide.
    assert_eq!(after("go:3x3", "1bw/bw1/w2 w", "a3"), "w1w/1w1/w2 b");
}

#[test]
fn a_simple_ko_may_not_be_taken_back_at_once() {
    let ko = "5/1bw2/b1bw1/1bw2/5 w";
    let taken = "5/1bw2/bw1w1/1bw2/5 b ko=c3";
    assert_eq!(after("go:5x5,ko=simple", ko, "b3"), taken);
    assert!(!is_legal("go:5x5,ko=simple", taken, "c3"));
    let elsewhere = after("go:5x5,ko=simple", taken, "a1 e5");
    assert_eq!(elsewhere, "4w/1bw2/bw1w1/1bw2/b4 b");
    assert!(is_legal("go:5x5,ko=simple", &elsewhere, "c3"));
    // A pass lifts it, too.
    assert_eq!(after("go:5x5,ko=simple", taken, "pass"), "5/1bw2/bw1w1/1bw2/5 w passes=1");
    // Under superko the position says nothing of it, the history does.
    assert_eq!(after("go:5x5", ko, "b3"), "5/1bw2/bw1w1/1bw2/5 b");
    assert!(is_legal("go:5x5", "5/1bw2/bw1w1/1bw2/5 b", "c3"));
    for spec in ["go:5x5", "go:5x5,ko=positional"] {
        assert!(!legal_after(spec, ko, "b3").contains(&"c3".to_owned()));
        assert!(legal_after(spec, ko, "b3 a1 e5").contains(&"c3".to_owned()));
        assert!(legal_after(spec, ko, "b3 pass").contains(&"pass".to_owned()));
    }
}

#[test]
fn a_snapback_is_no_ko() {
    // Black throws one stone in at b1, White takes it, Black takes five.
    let board = "bbbb1/wwwb1/2wb1 b";
    let taken = after("go:5x3,ko=simple", board, "b1 a1");
    assert_eq!(taken, "bbbb1/wwwb1/w1wb1 b");
    assert_eq!(after("go:5x3,ko=simple", &taken, "b1"), "bbbb1/3b1/1b1b1 w");
}

#[test]
fn sending_two_to_get_one_back_is_what_the_superkos_differ_on() {
    // Black adds a1 to b1, White takes both from c1, Black takes c1 from b1: the same board, but now
    // White is to move.
    let start = "5/wwb2/1b1b1 b";
    assert_eq!(after("go:5x3,ko=simple", start, "a1 c1 b1"), "5/wwb2/1b1b1 w");
    assert!(legal_after("go:5x3", start, "a1 c1").contains(&"b1".to_owned()));
    assert!(!legal_after("go:5x3,ko=positional", start, "a1 c1").contains(&"b1".to_owned()));
    // With a pass of White's the cycle is complete. Black may pass as well, but not go round again.
    let again = legal_after("go:5x3", start, "a1 c1 b1 pass");
    assert!(!again.contains(&"a1".to_owned()) && again.contains(&"pass".to_owned()));
}

#[test]
fn area_is_stones_and_what_only_they_reach() {
    let (black, white) = (Outcome::Win(Player::Black), Outcome::Win(Player::White));
    for (spec, board, expected) in [
        ("go:5x1", "b1b1w", black),          // 3 to 1; d1 is neutral
        ("go:5x1", "1b1w1", Outcome::Draw),  // 2 to 2
        ("go:5x1,komi=0.5", "1b1w1", white), // 2 to 2.5
        ("go:5x1", "5", Outcome::Draw),      // nobody reaches anything
        ("go:3x3", "3/1b1/3", black),        // all nine
        ("go:3x3,komi=8.5", "3/1b1/3", black),
        ("go:3x3,komi=9", "3/1b1/3", Outcome::Draw),
        ("go:3x3,komi=9.5", "3/1b1/3", white),
        ("go:3x3,goal=9", "3/1b1/3", black),
        ("go:3x3,goal=9.5", "3/1b1/3", white),
        ("go:4x4", "1bw1/bbww/1bw1/1bw1", Outcome::Draw),
        ("go:4x4", "1bw1/bbw1/1bw1/1bw1", Outcome::Draw),
        ("go:4x4", "1bw1/bbw1/1bw1/1b2", black), // 8 to 6
    ] {
        assert_eq!(outcome(spec, board), expected, "{spec} {board}");
    }
}

/// Different situations have different keys, and equal ones the same, whatever the path.
#[test]
fn situation_keys_tell_situations_apart() {
    for spec in
        ["go:3x3", "go:5x5,ko=positional,suicide=yes", "go:6x6", "go:9x9", "go:4x4,ko=simple"]
    {
        let (game, _) = games(spec);
        let mut random = SplitMix64::new(7);
        let mut keys: HashMap<Key, Vec<u8>> = HashMap::new();
        let mut seen: HashMap<Vec<u8>, Key> = HashMap::new();
        let mut moves = Vec::new();
        for _ in 0..200 {
            let mut position = game.initial();
            while game.outcome(&position).is_none() {
                let mut bytes = Vec::new();
                game.situation(&position, &mut bytes);
                let key = game.situation_key(&position);
                assert_eq!(*keys.entry(key).or_insert_with(|| bytes.clone()), bytes, "{spec}");
                assert_eq!(*seen.entry(bytes).or_insert(key), key, "{spec}");
                game.moves(&position, &mut moves);
                game.play_unchecked(&mut position, moves[random.below(moves.len())]);
            }
        }
        assert!(keys.len() > 300, "{spec}: {}", keys.len());
    }
}

#[test]
fn the_estimate_is_good_for_one_side_as_it_is_bad_for_the_other() {
    let (game, _) = games("go:5x5,goal=25");
    let evaluator = game.evaluator().unwrap();
    let value = |text: &str| evaluator.evaluate(&game, &game.parse_position(text).unwrap());
    let board = "5/1b1b1/5/2w2/5";
    assert_eq!(value(&format!("{board} b")), -value(&format!("{board} w")));
    assert!(value("5/1b1b1/2b2/5/5 b") > value("5/1b1b1/2b2/5/2w2 b"));
    assert!(value("5/1b1b1/2b2/5/5 b") > 0, "all points are black, and that is enough");
}
