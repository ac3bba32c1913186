//! Lines of Action: positions made by hand for every rule, drawn, in both implementations; and
//! both against each other on boards that no game leads to.

use andor_core::{Game, Judgement, Outcome, Player, Rules, Spec, SplitMix64};
use andor_games::loa::{Loa, NoMove, Reference, Variant};

fn variant(spec: &str) -> Variant {
    let spec = Spec::parse(spec).expect(spec);
    Variant::from_spec(&spec).expect("a variant")
}

/// The moves of a position, sorted by code.
fn moves_of<R: Rules>(rules: &R, text: &str) -> String {
    let position = rules.parse_position(text).expect(text);
    let mut moves = Vec::new();
    rules.sorted_moves(&position, &mut moves);
    let texts: Vec<String> = moves.iter().map(|&mv| rules.move_text(&position, mv)).collect();
    texts.join(" ")
}

/// How the game stands after `moves`.
fn outcome_after<R: Rules>(rules: &R, text: &str, moves: &str) -> Option<Outcome> {
    let mut position = rules.parse_position(text).expect(text);
    for mv in moves.split_whitespace() {
        let mv = rules.parse_move(&position, mv).expect(mv);
        position = rules.try_play(&position, mv).expect(text);
    }
    rules.outcome(&position)
}

/// Both implementations say the same.
fn moves(spec: &str, text: &str) -> String {
    let fast = moves_of(&Loa::new(variant(spec)), text);
    assert_eq!(fast, moves_of(&Reference::new(variant(spec)), text), "{spec} {text}");
    fast
}

fn outcome(spec: &str, text: &str, moves: &str) -> Option<Outcome> {
    let fast = outcome_after(&Loa::new(variant(spec)), text, moves);
    assert_eq!(fast, outcome_after(&Reference::new(variant(spec)), text, moves), "{spec} {text}");
    fast
}

const BLACK: Option<Outcome> = Some(Outcome::Win(Player::Black));
const WHITE: Option<Outcome> = Some(Outcome::Win(Player::White));

/// ```text
///   6 . . . . . .     b2 moves two squares on its rank (b2, e2), one on its file, three on the
///   5 . . . . b .     diagonal a1-f6 (b2, d4, e5) and one on the other. On the diagonal it jumps
///   4 . . . b . .     over d4 and lands on e5, which is its own: not allowed. e2-c2 has a free
///   3 . . . . . .     way, and so has b2-d2.
///   2 . b . . w .
///   1 . . . . . w
///     a b c d e f
/// ```
#[test]
fn men_move_as_far_as_their_line_is_crowded() {
    let black = moves("loa:6x6", "6/4b1/3b2/6/1b2w1/5w b");
    assert!(black.starts_with("b2-b1 b2-c1 b2-d2 b2-a3 b2-b3 "), "{black}");
    // d4: rank 1, file 1, diagonal 3 (d4-a1; g7 is off), the other diagonal 1.
    assert!(black.contains(" d4-a1 d4-d3 d4-e3 d4-c4 d4-e4 d4-c5 d4-d5 "), "{black}");
    // e5: two men on file e: e5-e3. b2 is its own at distance three.
    assert!(black.contains(" e5-e3 ") && !black.contains("e5xb2"), "{black}");
    let white = moves("loa:6x6", "6/4b1/3b2/6/1b2w1/5w w");
    // e2 and f1 share a diagonal: two squares each.
    for mv in ["e2-c4", "e2-c2", "e2-e4", "f1-d3", "f1-e1", "f1-f2"] {
        assert!(white.contains(mv), "{mv} in {white}");
    }
}

/// ```text
///   5 . . . . .     a3 moves four squares on its rank: over c3, its own man, it would reach e3,
///   4 . . . . .     but d3 is an enemy. Without that enemy there are three men, and a3-d3 jumps
///   3 b . b w b     over c3.
///   2 . . . . .
///   1 w . . . .
///     a b c d e
/// ```
#[test]
fn own_men_are_jumped_and_enemies_are_not() {
    let barred = moves("loa:5x5", "5/5/b1bwb/5/w4 b");
    assert!(!barred.contains("a3-e3") && !barred.contains("a3xe3"), "{barred}");
    // Landing on the enemy takes it; jumping over two own men is nothing special.
    let landing = moves("loa:5x5", "5/5/b1bw1/5/w4 b");
    assert!(landing.contains("a3xd3"), "{landing}");
    let jump = moves("loa:5x5", "5/4w/b1b2/5/w4 b");
    assert!(!jump.contains("a3-c3"), "{jump}");
    let over_two = moves("loa:5x5", "5/5/bbb2/4w/w4 b");
    assert!(over_two.contains("a3-d3") && over_two.contains("b3-e3"), "{over_two}");
    // White's d3 may not jump over Black's c3 and b3.
    let white = moves("loa:5x5", "5/5/bbbw1/5/w4 w");
    assert!(!white.contains("d3-a3") && !white.contains("d3xa3"), "{white}");
}

/// ```text
///   5 . . . b b     c2xc4 connects Black's three men and takes the man that kept White apart.
///   4 . . w . .
///   3 . . . . .
///   2 w . b . .
///   1 w . . . .
///     a b c d e
/// ```
#[test]
fn simultaneous_connection_is_a_draw_or_a_win_for_the_mover() {
    let text = "3bb/2w2/5/w1b2/w4 b";
    assert_eq!(outcome("loa:5x5", text, ""), None);
    assert_eq!(outcome("loa:5x5", text, "c2xc4"), Some(Outcome::Draw));
    assert_eq!(outcome("loa:5x5,simultaneous=mover", text, "c2xc4"), BLACK);
    // With the colours exchanged it is White's draw, or win.
    let text = "3ww/2b2/5/b1w2/b4 w";
    assert_eq!(outcome("loa:5x5", text, "c2xc4"), Some(Outcome::Draw));
    assert_eq!(outcome("loa:5x5,simultaneous=mover", text, "c2xc4"), WHITE);
    // A draw is not a win in one.
    for (spec, judgement) in [
        ("loa:5x5", Judgement::Open),
        ("loa:5x5,simultaneous=mover", Judgement::Decided(Player::White)),
    ] {
        let game = Loa::new(variant(spec));
        assert_eq!(game.judge(&game.parse_position(text).unwrap()), judgement, "{spec}");
    }
}

/// ```text
///   5 . . . . b     c2xc4 leaves White's a1 and a2 connected, and Black's men apart.
///   4 . . w . .
///   3 . . . . .
///   2 w . b . .
///   1 w . . . .
///     a b c d e
/// ```
#[test]
fn a_move_that_connects_only_the_opponent_loses() {
    let text = "4b/2w2/5/w1b2/w4 b";
    for options in ["", ",simultaneous=mover", ",no-move=loss"] {
        let spec = format!("loa:5x5{options}");
        assert_eq!(outcome(&spec, text, ""), None);
        assert_eq!(outcome(&spec, text, "c2xc4"), WHITE);
        // So does taking the last but one: a man alone is connected.
        assert_eq!(outcome(&spec, "4b/2w2/5/2b2/w4 b", "c2xc4"), WHITE);
    }
}

/// ```text
///   4 . w . .     Black has two men on every line that joins two of its own, and each of them
///   3 b . b .     lands on another; on the other lines the board ends too soon.
///   2 . . . w
///   1 b . b .
///     a b c d
/// ```
#[test]
fn who_cannot_move_passes_or_loses() {
    let text = "1w2/b1b1/3w/b1b1 b";
    assert_eq!(moves("loa:4x4", text), "pass");
    assert_eq!(outcome("loa:4x4", text, "pass"), None);
    assert_eq!(outcome("loa:4x4", text, "PASS d2-c2"), None);
    assert_eq!(outcome("loa:4x4,no-move=loss", text, ""), WHITE);
    assert_eq!(outcome("loa:4x4,no-move=loss", "1w2/b1b1/3w/b1b1 w", ""), None);
    let game = Loa::new(variant("loa:4x4"));
    let position = game.parse_position(text).unwrap();
    assert_eq!(game.count_moves(&position), 1);
    let pass = game.parse_move(&position, "pass").unwrap();
    let passed = game.after(&position, pass);
    assert_eq!(game.position_text(&passed), "1w2/b1b1/3w/b1b1 w");
    assert!(game.parse_move(&passed, "pass").is_err());
    assert_ne!(game.key(&passed), game.key(&position));
}

/// ```text
///   5 w w . w .     White threatens d5-c4, which connects all.   4 . . . .   Here it is b1-a2, and
///   4 . . . . .     c3-c4 bars the way: with two men on that     3 w w . b   all four moves lose:
///   3 . . b . .     diagonal d5 would have to jump over the      2 . . . .   d1xb1 and d3xb1 connect
///   2 . . . . .     enemy. e1-d1 does not help.                  1 . w . b   White, d1xb3 a3-a2 and
///   1 . . . . b                                                    a b c d   d3-c4 b1-a2 let it connect.
///     a b c d e
/// ```
#[test]
fn threats_are_seen_and_replies_meet_them() {
    let replies = |spec: &str, board: &str, threat: &str| {
        let game = Loa::new(variant(spec));
        let white = game.parse_position(&format!("{board} w")).unwrap();
        assert_eq!(game.judge(&white), Judgement::Decided(Player::White));
        let mv = game.connecting_move(&white).unwrap();
        assert_eq!(game.move_text(&white, mv), threat);
        let black = game.parse_position(&format!("{board} b")).unwrap();
        let mut moves = Vec::new();
        game.replies(&black, &mut moves);
        moves.iter().map(|&mv| game.move_text(&black, mv)).collect::<Vec<String>>()
    };
    let barred = replies("loa:5x5", "ww1w1/5/2b2/5/4b", "d5-c4");
    assert!(barred.contains(&"c3-c4".to_owned()), "{barred:?}");
    assert!(!barred.contains(&"e1-d1".to_owned()), "{barred:?}");
    assert!(replies("loa:4x4", "4/ww1b/4/1w1b", "b1-a2").is_empty());
}

/// What `judge` decides and what `replies` leaves, against trying all moves; and fast against
/// reference rules, on random boards, crowded or nearly empty: most have no history.
#[test]
fn random_boards_agree_and_static_knowledge_is_exact() {
    let mut random = SplitMix64::new(69);
    let (mut decided, mut lost, mut shared) = (0, 0, 0);
    let options = ["", ",simultaneous=mover", ",no-move=loss", ",simultaneous=mover,no-move=loss"];
    let specs: Vec<String> = (3..=8)
        .flat_map(|size| options.map(|options| format!("loa:{size}x{size}{options}")))
        .collect();
    let games: Vec<Loa> = specs.iter().map(|spec| Loa::new(variant(spec))).collect();
    for round in 0..48_000 {
        let (spec, game) = (&specs[round % specs.len()], &games[round % specs.len()]);
        let reference = Reference::new(variant(spec));
        let size = variant(spec).size;
        // Few men, so that some boards are nearly connected; sometimes many.
        let most = if round % 5 == 0 { size * size / 2 } else { 5 };
        let mut digits = vec![0u8; size * size];
        for digit in [1, 2] {
            for _ in 0..random.below(most + 1) {
                digits[random.below(size * size)] = digit;
            }
        }
        let mut bytes = vec![random.below(2) as u8];
        andor_core::board::pack_ternary(digits.into_iter(), &mut bytes);
        let position = game.decode(&bytes).unwrap();
        let twin = reference.decode(&bytes).unwrap();
        let text = game.position_text(&position);
        assert_eq!(text, reference.position_text(&twin));
        let end = game.outcome(&position);
        assert_eq!(end, reference.outcome(&twin), "{spec} {text}");
        shared += u32::from(end == Some(Outcome::Draw));
        if end.is_some() {
            continue;
        }
        let (mut moves, mut twins) = (Vec::new(), Vec::new());
        game.sorted_moves(&position, &mut moves);
        reference.sorted_moves(&twin, &mut twins);
        let codes: Vec<u32> = moves.iter().map(|&mv| game.move_code(mv)).collect();
        let twin_codes: Vec<u32> = twins.iter().map(|&mv| reference.move_code(mv)).collect();
        assert_eq!(codes, twin_codes, "{spec} {text}");
        assert_eq!(game.count_moves(&position), moves.len() as u64, "{spec} {text}");

        // A win in one: by connection only (a stuck opponent is not looked for).
        let side = game.side_to_move(&position);
        let other = side.other();
        let plain = Reference::new(Variant { no_move: NoMove::Pass, ..variant(spec) });
        let win = Some(Outcome::Win(side));
        let wins = twins.iter().any(|&mv| plain.outcome(&reference.after(&twin, mv)) == win);
        decided += u32::from(wins);
        assert_eq!(game.judge(&position) == Judgement::Decided(side), wins, "{spec} {text}");
        if let Some(mv) = game.connecting_move(&position) {
            assert_eq!(game.outcome(&game.after(&position, mv)), Some(Outcome::Win(side)));
        }

        // Replies: the moves that leave the opponent no win at once.
        let mut replies = Vec::new();
        game.replies(&position, &mut replies);
        for &mv in &moves {
            let next = game.after(&position, mv);
            let loses = match game.outcome(&next) {
                Some(end) => end == Outcome::Win(other),
                None => game.connecting_move(&next).is_some(),
            };
            assert_eq!(replies.contains(&mv), !loses, "{spec} {text}");
        }
        lost += u32::from(replies.is_empty());
    }
    println!("{decided} decided, {lost} without a reply, {shared} draws");
    assert!(decided > 3_000 && lost > 100 && shared > 100);
}

/// All boards 4x4 with four black men and two white ones: Black, to move, is stuck on some.
#[test]
fn small_boards_with_passes_agree() {
    let specs = ["loa:4x4", "loa:4x4,no-move=loss"];
    let games = specs.map(|spec| (Loa::new(variant(spec)), Reference::new(variant(spec))));
    let (mut boards, mut passes, mut losses) = (0, 0, 0);
    for black in (0..1u32 << 16).filter(|men| men.count_ones() == 4) {
        for first in (0..16).filter(|square| black >> square & 1 == 0) {
            for second in (first + 1..16).filter(|square| black >> square & 1 == 0) {
                let white = 1u32 << first | 1 << second;
                let cell =
                    |square: u32| (black >> square & 1) as u8 + 2 * (white >> square & 1) as u8;
                let mut bytes = vec![0];
                andor_core::board::pack_ternary((0..16).map(cell), &mut bytes);
                boards += 1;
                for (game, reference) in &games {
                    let position = game.decode(&bytes).unwrap();
                    let twin = reference.decode(&bytes).unwrap();
                    let end = game.outcome(&position);
                    assert_eq!(end, reference.outcome(&twin));
                    if end.is_some() {
                        continue;
                    }
                    let (mut moves, mut twins) = (Vec::new(), Vec::new());
                    game.sorted_moves(&position, &mut moves);
                    reference.sorted_moves(&twin, &mut twins);
                    let codes = moves.iter().map(|&mv| game.move_code(mv));
                    assert!(codes.eq(twins.iter().map(|&mv| reference.move_code(mv))));
                    if game.move_text(&position, moves[0]) == "pass" {
                        passes += 1;
                        let stuck = games[1].0.decode(&bytes).unwrap();
                        losses += u32::from(games[1].0.outcome(&stuck) == WHITE);
                    }
                }
            }
        }
    }
    assert_eq!(boards, 1820 * 66);
    // The board drawn above and its quarter turns.
    assert_eq!((passes, losses), (4, 4));
}

/// Boards without men can be decoded, but not written down; see the outcome rules.
#[test]
fn sides_without_men_have_lost() {
    for spec in ["loa:3x3", "loa:3x3,simultaneous=mover", "loa:3x3,no-move=loss"] {
        let (game, reference) = (Loa::new(variant(spec)), Reference::new(variant(spec)));
        // Two white men apart on a1 and c1 (digits 2 0 2 0 0, then 0 0 0 0).
        for (bytes, end) in [
            ([0, 0, 0], Some(Outcome::Draw)),
            ([1, 0, 0], Some(Outcome::Draw)),
            ([0, 180, 0], WHITE),
            ([1, 180, 0], WHITE),
        ] {
            assert_eq!(game.outcome(&game.decode(&bytes).unwrap()), end, "{spec} {bytes:?}");
            let twin = reference.decode(&bytes).unwrap();
            assert_eq!(reference.outcome(&twin), end, "{spec} {bytes:?}");
            assert!(game.parse_position(&reference.position_text(&twin)).is_err());
        }
        assert!(game.decode(&[2, 0, 0]).is_none() && game.decode(&[0, 0, 81]).is_none());
    }
}
