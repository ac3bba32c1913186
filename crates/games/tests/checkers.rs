//! English draughts by hand and by the board: drawn captures, kings, ends of the game, and fast
//! rules against reference rules on endings that random games seldom reach (the conformance kit
//! plays the games).

use andor_core::{Game, Outcome, Player, Rules, SplitMix64};
use andor_games::checkers::{Checkers, Position, Reference};

/// The moves of a position, as both implementations write them; they must be the same.
fn moves(text: &str) -> String {
    fn written<R: Rules>(rules: &R, text: &str) -> Vec<String> {
        let position = rules.parse_position(text).expect(text);
        assert_eq!(rules.position_text(&position), text);
        let mut moves = Vec::new();
        if rules.outcome(&position).is_none() {
            rules.moves(&position, &mut moves);
        }
        let mut texts: Vec<_> = moves.iter().map(|&mv| rules.move_text(&position, mv)).collect();
        texts.sort();
        texts
    }
    let expected = written(&Reference::new(), text);
    assert_eq!(written(&Checkers::new(), text), expected, "{text}");
    expected.join(" ")
}

/// The position after a move, by both implementations.
fn after(text: &str, mv: &str) -> String {
    fn played<R: Rules>(rules: &R, text: &str, mv: &str) -> String {
        let position = rules.parse_position(text).expect(text);
        let mv = rules.parse_move(&position, mv).unwrap_or_else(|error| panic!("{error}"));
        rules.position_text(&rules.after(&position, mv))
    }
    let expected = played(&Reference::new(), text, mv);
    assert_eq!(played(&Checkers::new(), text, mv), expected, "{text} {mv}");
    expected
}

fn outcome(text: &str) -> Option<Outcome> {
    let (game, reference) = (Checkers::new(), Reference::new());
    let expected = reference.outcome(&reference.parse_position(text).expect(text));
    assert_eq!(game.outcome(&game.parse_position(text).expect(text)), expected, "{text}");
    expected
}

#[test]
fn the_first_moves() {
    let start = "1b1b1b1b/b1b1b1b1/1b1b1b1b/8/8/w1w1w1w1/1w1w1w1w/w1w1w1w1 b";
    assert_eq!(moves(start), "b6-a5 b6-c5 d6-c5 d6-e5 f6-e5 f6-g5 h6-g5");
    assert_eq!(moves(&start.replace(" b", " w")), "a3-b4 c3-b4 c3-d4 e3-d4 e3-f4 g3-f4 g3-h4");
}

/// ```text
///   8 . . . . . . . .
///   7 . . . . . . . .
///   6 . . . . . w . .      d4 must take: there is no other move, not even for a1
///   5 . . b . b . . .
///   4 . . . w . . . .      the way over e5 is barred
///   3 . . . . . . . .
///   2 . . . . . . . .
///   1 w . . . . . . .
///     a b c d e f g h
/// ```
#[test]
fn captures_are_compulsory() {
    assert_eq!(moves("8/8/5w2/2b1b3/3w4/8/8/w7 w"), "d4xb6");
    assert_eq!(after("8/8/5w2/2b1b3/3w4/8/8/w7 w", "d4xb6"), "8/8/1w3w2/4b3/8/8/8/w7 b");
    // Any capture will do: two are not better than one.
    assert_eq!(moves("8/8/5b2/2b1b3/3w4/2b5/8/w7 w"), "d4xb6");
    assert_eq!(moves("8/6b1/8/2b1b3/3w4/8/8/w7 w"), "d4xb6 d4xf6xh8");
}

/// ```text
///   8 . . . . . . . .
///   7 . . . . . . . .
///   6 . . . b . b . .      c3xe5 goes on: left to c7, or right to g7
///   5 . . . . . . . .
///   4 . . . b . . . .
///   3 . . w . . . . .
///   2 . . . . . . . .
///   1 . . . . . . . .
///     a b c d e f g h
/// ```
#[test]
fn a_capture_goes_on_to_its_end() {
    let fork = "8/8/3b1b2/8/3b4/2w5/8/8 w";
    assert_eq!(moves(fork), "c3xe5xc7 c3xe5xg7");
    assert_eq!(after(fork, "c3xe5xc7"), "8/2w5/5b2/8/8/8/8/8 b");
    // A man jumps ahead only.
    assert_eq!(moves("8/8/8/4b3/3w4/2b1b3/8/8 w"), "d4xf6");
    // Black the same, downwards.
    assert_eq!(moves("8/8/5b2/4w3/8/4w1w1/8/8 b"), "f6xd4xf2");
}

/// ```text
///   8 . . . . . . . .
///   7 . . b . b . . .      b6xd8 crowns the man and ends the move, though a king on d8 could
///   6 . w . . . . . .      take e7 as well
///   5 . . . . . . . .
///     a b c d e f g h
/// ```
#[test]
fn a_man_that_reaches_the_king_row_ends_its_move() {
    let text = "8/2b1b3/1w6/8/8/8/8/8 w";
    assert_eq!(moves(text), "b6xd8");
    assert_eq!(after(text, "b6xd8"), "3W4/4b3/8/8/8/8/8/8 b");
    assert_eq!(moves("8/2b1b3/1W6/8/8/8/8/8 w"), "b6xd8xf6");
    // By a step, and downwards.
    assert_eq!(after("8/8/8/8/8/8/1b6/6W1 b", "b2-a1"), "8/8/8/8/8/8/8/B5W1 w");
}

/// ```text
///   8 . . . . . . . .
///   7 . . . . . . . .
///   6 . . . b . b . .      c5 takes all four, round by e7, g5 and e3 or the other way,
///   5 . . W . . . . .      and is on c5 again
///   4 . . . b . b . .
///   3 . . . . . . . .
///   2 . . . . . . . .
///   1 . . . . . . . .
///     a b c d e f g h
/// ```
#[test]
fn a_king_may_come_back_to_its_start() {
    let ring = "8/8/3b1b2/2W5/3b1b2/8/8/8 w";
    assert_eq!(moves(ring), "c5xe3xg5xe7xc5 c5xe7xg5xe3xc5");
    for way in ["c5xe3xg5xe7xc5", "c5xe7xg5xe3xc5", "c5xc5", "14x14", "14x23x16x7x14"] {
        assert_eq!(after(ring, way), "8/8/8/2W5/8/8/8/8 b");
    }
    // With a man beyond, the way goes on over the start square: nobody is in its own way.
    let beyond = "8/8/1b1b1b2/2W5/3b1b2/8/8/8 w";
    let found = moves(beyond);
    assert!(found.contains("c5xe7xg5xe3xc5xa7") && found.contains("c5xa7"), "{found}");
    // A piece cannot be jumped twice: there is no way back over d4.
    assert_eq!(moves("8/8/8/8/3b4/2W5/8/8 w"), "c3xe5");
}

/// Two paths with the same squares at both ends and the same pieces taken are two moves, and the
/// short form means either; where they take different pieces, the short form is refused.
#[test]
fn short_forms_of_captures() {
    let both = "8/8/8/2b1b3/8/2b1b3/3W4/8 w";
    let error = |text: &str, mv: &str| {
        let game = Checkers::new();
        let position = game.parse_position(text).expect(text);
        game.parse_move(&position, mv).unwrap_err().to_string()
    };
    let found = moves(both);
    assert_eq!(found, "d2xb4xd6xf4xd2 d2xf4xd6xb4xd2");
    assert_eq!(after(both, "26x26"), "8/8/8/8/8/8/3W4/8 b");
    let different = "8/8/8/2b1b3/8/2b1b3/3w4/8 w";
    assert_eq!(moves(different), "d2xb4xd6 d2xf4xd6");
    assert!(error(different, "26x10").contains("may be any of d2xb4xd6, d2xf4xd6"));
    assert!(error(different, "d2xd6").contains("\"d2xd6\""));
    assert_eq!(after(different, "26x17x10"), after(different, "D2:b4:D6"));
    for wrong in ["26-17", "d2", "d6xd2", "40x1", "nonsense", "", "d2xb4"] {
        assert!(error(different, wrong).contains("is not legal"), "{wrong}");
    }
}

#[test]
fn numbers_of_pdn() {
    let start = "1b1b1b1b/b1b1b1b1/1b1b1b1b/8/8/w1w1w1w1/1w1w1w1w/w1w1w1w1 b";
    assert_eq!(after(start, "11-15"), after(start, "f6-e5"));
    assert_eq!(after(start, "9 13"), after(start, "b6a5"));
    let white = after(start, "12-16");
    assert_eq!(after(&white, "22-18"), after(&white, "c3-d4"));
}

/// ```text
///   3 b . . . . . . .
///   2 . w . . . . . .      Black cannot step, and c1 bars the jump: Black has lost
///   1 w . w . . . . .
///     a b c d e f g h
/// ```
#[test]
fn who_cannot_move_has_lost() {
    assert_eq!(outcome("8/8/8/8/8/b7/1w6/w1w5 b"), Some(Outcome::Win(Player::White)));
    assert_eq!(outcome("8/8/8/8/8/b7/1w6/w1w5 w"), None);
    assert_eq!(outcome("8/8/8/8/8/b7/1w6/w7 b"), None);
    assert_eq!(outcome("8/8/8/8/8/8/8/W7 b"), Some(Outcome::Win(Player::White)));
    assert_eq!(outcome("8/8/8/8/8/8/8/B7 w"), Some(Outcome::Win(Player::Black)));
    assert_eq!(after("8/8/8/2b5/3W4/8/8/8 w", "d4xb6"), "8/8/1W6/8/8/8/8/8 b");
    assert_eq!(outcome("8/8/1W6/8/8/8/8/8 b"), Some(Outcome::Win(Player::White)));
}

/// What [`compare`] has seen.
#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    over: usize,
    captures: usize,
    most_jumps: usize,
    round_trips: usize,
}

/// Fast rules against reference rules in one position: the end, the moves, what comes after them.
fn compare(position: &Position, seen: &mut Seen) {
    let (game, reference) = (Checkers::new(), Reference::new());
    let mut bytes = Vec::new();
    game.encode(position, &mut bytes);
    let twin = reference.decode(&bytes).expect("bytes of a position");
    let text = reference.position_text(&twin);
    let (black_men, white_men, kings) = position.boards();
    let again = Position::from_boards(black_men, white_men, kings, position.side());
    assert_eq!(again.as_ref(), Some(position), "{text}");
    assert_eq!(game.decode(&bytes).as_ref(), Some(position), "{text}");
    assert_eq!(game.position_text(position), text);
    assert_eq!(game.outcome(position), reference.outcome(&twin), "{text}");
    seen.positions += 1;
    if game.outcome(position).is_some() {
        seen.over += 1;
        return;
    }
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    game.sorted_moves(position, &mut ours);
    reference.sorted_moves(&twin, &mut theirs);
    assert_eq!(game.count_moves(position), theirs.len() as u64, "{text}");
    assert_eq!(ours.len(), theirs.len(), "{text}");
    for (&our, &their) in ours.iter().zip(&theirs) {
        assert_eq!(game.move_code(our), reference.move_code(their), "{text}");
        let written = reference.move_text(&twin, their);
        assert_eq!(game.move_text(position, our), written, "{text}");
        let next = game.after(position, our);
        let mut bytes = [Vec::new(), Vec::new()];
        game.encode(&next, &mut bytes[0]);
        reference.encode(&reference.after(&twin, their), &mut bytes[1]);
        assert_eq!(bytes[0], bytes[1], "{text} {written}");
        assert_eq!(game.decode(&bytes[0]), Some(next), "{text} {written}");
        let squares: Vec<&str> = written.split('x').collect();
        assert_eq!(position.must_capture(), squares.len() > 1, "{text}");
        seen.captures += usize::from(squares.len() > 1);
        seen.most_jumps = seen.most_jumps.max(squares.len() - 1);
        seen.round_trips += usize::from(squares.len() > 1 && squares.first() == squares.last());
    }
}

/// A board with so many pieces of each kind (black men, white men, kings) on random squares.
fn random_position(random: &mut SplitMix64, counts: [usize; 4]) -> Option<Position> {
    let mut squares: Vec<u32> = (0..32).collect();
    let mut boards = [0u32; 4];
    for (board, count) in boards.iter_mut().zip(counts) {
        for _ in 0..count {
            *board |= 1 << squares.swap_remove(random.below(squares.len()));
        }
    }
    let side = [Player::Black, Player::White][random.below(2)];
    Position::from_boards(boards[0] & !0xF, boards[1] & !0xF000_0000, [boards[2], boards[3]], side)
}

/// Any number of men and kings, anywhere.
#[test]
fn a_hundred_thousand_random_boards_agree() {
    let mut random = SplitMix64::new(32);
    let mut seen = Seen::default();
    for number in 0..100_000 {
        let mut below = |bound| random.below(bound);
        let counts = match number % 4 {
            0 => [below(7), below(7), below(7), below(7)],
            1 => [0, 0, 1 + below(3), 1 + below(3)],
            2 => [below(13), below(13), below(2), below(2)],
            // Kings among men, where the long captures are.
            _ => [below(13), 0, 0, 1 + below(2)],
        };
        compare(&random_position(&mut random, counts).expect("boards"), &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.captures > 50_000 && seen.over > 1_000, "{seen:?}");
    assert!(seen.most_jumps >= 6 && seen.round_trips > 50, "{seen:?}");
}

#[test]
fn all_endings_of_two_and_three_kings_agree() {
    let mut seen = Seen::default();
    for black in 0..32 {
        for white in (0..32).filter(|&white| white != black) {
            for other in (white..32).filter(|&other| other != black) {
                // With `other == white` this is one king against one.
                for side in [Player::Black, Player::White] {
                    let kings = [1 << black, 1 << white | 1 << other];
                    let position = Position::from_boards(0, 0, kings, side);
                    compare(&position.expect("kings apart"), &mut seen);
                }
            }
        }
    }
    assert_eq!(seen.positions, 2 * 32 * 31 + 2 * 32 * 31 * 30 / 2);
    assert!(seen.captures > 1_000, "{seen:?}");
}

/// Nine men that a king takes in one move: every diagonal of its eight squares (the bound on the
/// length of a move in `checkers/mod.rs` is reached).
#[test]
fn nine_jumps_are_the_longest_capture() {
    let men = "8/2b1b1b1/8/2b1b1b1/8/2b1b1b1/8/W7 b";
    let mut longest = 0;
    for square in 0..32 {
        let game = Checkers::new();
        let (black_men, _, _) = game.parse_position(men).expect("a board").boards();
        let position = Position::from_boards(black_men, 0, [0, 1 << square], Player::White);
        let Some(position) = position else { continue };
        let mut moves = Vec::new();
        compare(&position, &mut Seen::default());
        game.moves(&position, &mut moves);
        longest = longest.max(moves.iter().map(|mv| mv.jumps()).max().unwrap_or(0));
    }
    assert_eq!(longest, 9);
}

#[test]
fn impossible_boards_and_bytes_are_refused() {
    let game = Checkers::new();
    let side = Player::Black;
    assert!(Position::from_boards(1 << 4, 1 << 4, [0, 0], side).is_none(), "two on a square");
    assert!(Position::from_boards(1, 0, [0, 0], side).is_none(), "a black man on a1");
    assert!(Position::from_boards(0, 1 << 31, [0, 0], side).is_none(), "a white man on h8");
    let reference = Reference::new();
    let mut good = Vec::new();
    game.encode(&game.initial(), &mut good);
    for (place, value) in [(0, 2), (1, 1), (8, 0x80), (5, 0xF0), (11, 1)] {
        let mut bytes = good.clone();
        bytes[place] = value;
        let (ours, theirs) = (game.decode(&bytes), reference.decode(&bytes));
        assert_eq!(ours.is_some(), theirs.is_some(), "byte {place}");
        assert_eq!(ours.is_none(), place != 5, "byte {place}");
    }
    assert!(game.decode(&good[1..]).is_none() && reference.decode(&good[1..]).is_none());
}

/// Different positions have different keys: what follows from the start in seven moves.
#[test]
fn keys_tell_positions_apart() {
    use std::collections::HashMap;
    let game = Checkers::new();
    let (mut level, mut moves) = (vec![game.initial()], Vec::new());
    let mut keys = HashMap::new();
    for _ in 0..7 {
        let mut next = Vec::new();
        for position in &level {
            game.moves(position, &mut moves);
            next.extend(moves.iter().map(|&mv| game.after(position, mv)));
        }
        for position in &next {
            assert_eq!(keys.entry(game.key(position)).or_insert(*position), position);
        }
        level = next;
    }
    assert!(keys.len() > 10_000);
}

/// Wins, draws and losses of the side to move over all endings with so many kings of each side,
/// Black to move and White to move: what cannot be won or lost by counting back is a draw.
fn king_endings(black: u32, white: u32) -> [[usize; 3]; 2] {
    use std::collections::HashMap;
    let game = Checkers::new();
    let mut values: HashMap<Position, Option<bool>> = HashMap::new();
    let squares = |pieces| -> Vec<u32> {
        // All sets of one or two squares.
        match pieces {
            0 => vec![0],
            1 => (0..32).map(|a| 1 << a).collect(),
            _ => (0..32).flat_map(|a| (0..a).map(move |b| 1 << a | 1 << b)).collect(),
        }
    };
    for blacks in 0..=black {
        for whites in 0..=white {
            for &b in &squares(blacks) {
                for &w in &squares(whites) {
                    for side in [Player::Black, Player::White] {
                        let position = Position::from_boards(0, 0, [b, w], side);
                        values.extend(position.map(|position| (position, None)));
                    }
                }
            }
        }
    }
    // `Some(true)`: the side to move wins.
    let mut moves = Vec::new();
    loop {
        let mut found = Vec::new();
        for (&position, _) in values.iter().filter(|(_, value)| value.is_none()) {
            moves.clear();
            if game.outcome(&position).is_none() {
                game.moves(&position, &mut moves);
            }
            let mut children = moves.iter().map(|&mv| values[&game.after(&position, mv)]);
            if children.clone().any(|child| child == Some(false)) {
                found.push((position, true));
            } else if children.all(|child| child == Some(true)) {
                found.push((position, false));
            }
        }
        if found.is_empty() {
            break;
        }
        values.extend(found.into_iter().map(|(position, value)| (position, Some(value))));
    }
    let mut counts = [[0; 3]; 2];
    for (position, value) in values {
        let (_, _, kings) = position.boards();
        if kings.map(u32::count_ones) == [black, white] {
            let place = [Some(true), None, Some(false)].iter().position(|known| *known == value);
            counts[position.side() as usize][place.expect("one of three")] += 1;
        }
    }
    counts
}

/// The counts that the builders of endgame tables publish.
#[test]
fn endings_of_two_and_three_kings() {
    assert_eq!(king_endings(1, 1), [[230, 654, 108]; 2]);
    assert_eq!(king_endings(2, 1), [[14_846, 34, 0], [412, 1_450, 13_018]]);
}

/// The lines of so many moves, by the reference rules.
fn lines(rules: &Reference, position: &<Reference as Rules>::Position, depth: u32) -> u64 {
    let mut moves = Vec::new();
    rules.moves(position, &mut moves);
    match depth {
        1 => moves.len() as u64,
        _ => moves.iter().map(|&mv| lines(rules, &rules.after(position, mv), depth - 1)).sum(),
    }
}

#[test]
#[ignore = "deep check: the reference rules count eleven plies, a minute or two"]
fn the_reference_rules_count_eleven_plies() {
    let rules = Reference::new();
    assert_eq!(lines(&rules, &rules.initial(), 10), 18_391_564);
    assert_eq!(lines(&rules, &rules.initial(), 11), 85_242_128);
}
