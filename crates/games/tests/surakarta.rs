//! Surakarta by hand and by the board: drawn captures, passes, and fast rules against reference
//! rules on boards that random games seldom reach (the conformance kit plays the games).

use andor_core::{Game, Judgement, Outcome, Player, Rules, SplitMix64};
use andor_games::surakarta::{Reference, Surakarta};

/// The moves of a position, as both implementations write them; they must be the same.
fn moves(text: &str) -> Vec<String> {
    fn written<R: Rules>(rules: &R, text: &str) -> Vec<String> {
        let position = rules.parse_position(text).expect(text);
        assert_eq!(rules.position_text(&position), text);
        let mut moves = Vec::new();
        rules.sorted_moves(&position, &mut moves);
        moves.iter().map(|&mv| rules.move_text(&position, mv)).collect()
    }
    let expected = written(&Reference::new(), text);
    assert_eq!(written(&Surakarta::new(), text), expected, "{text}");
    expected
}

/// The captures of the man on `from`.
fn captures(text: &str, from: &str) -> String {
    let is_wanted = |mv: &String| mv.starts_with(&format!("{from}x"));
    moves(text).into_iter().filter(is_wanted).collect::<Vec<_>>().join(" ")
}

/// ```text
///   6 . . . . . .
///   5 . . . . w .        c2 goes right, round the corner, and up line e
///   4 . . . . . .
///   3 . . . . . .
///   2 . . b . . .
///   1 . . . . . .
///     a b c d e f
/// ```
#[test]
fn a_capture_goes_round_a_corner() {
    assert_eq!(captures("6/4w1/6/6/2b3/6 b", "c2"), "c2xe5");
    assert_eq!(captures("6/4w1/6/6/2b3/6 w", "e5"), "e5xc2");
    let all = moves("6/4w1/6/6/2b3/6 b").join(" ");
    assert_eq!(all, "c2-b1 c2-c1 c2-d1 c2-b2 c2-d2 c2-b3 c2-c3 c2-d3 c2xe5");
}

/// A man on b1 knows one circuit only; its way up is barred by the man on b4.
///
/// ```text
///   6 . . . . . .
///   5 . . 3 . . .        down, and through one loop to d2, two to e4, three to c5, four to b6
///   4 . b . . 2 .
///   3 . . . . . .
///   2 . . . 1 . .
///   1 . b . . . .
///     a b c d e f
/// ```
#[test]
fn a_capture_goes_through_one_to_four_loops() {
    assert_eq!(captures("6/6/1b4/6/3w2/1b4 b", "b1"), "b1xd2");
    assert_eq!(captures("6/6/1b2w1/6/6/1b4 b", "b1"), "b1xe4");
    assert_eq!(captures("6/2w3/1b4/6/6/1b4 b", "b1"), "b1xc5");
    assert_eq!(captures("1w4/6/1b4/6/6/1b4 b", "b1"), "b1xb6");
    // The nearest man is met first.
    assert_eq!(captures("1w4/2w3/1b2w1/6/3w2/1b4 b", "b1"), "b1xd2");
    // Four loops to the next point of the line: the direct way goes through no loop.
    assert_eq!(captures("6/6/6/6/1w4/1b4 b", "b1"), "b1xb2");
    assert_eq!(captures("6/6/6/1w4/6/1b4 b", "b1"), "b1xb3");
}

/// The outer circuit has loops of its own.
///
/// ```text
///   6 . . . . . .
///   5 . . . 2 . .        a3 goes left, round to c1, and up; or right, round to d1, and up
///   4 . . . . . .
///   3 b . . . . .
///   2 . . 1 . . .
///   1 . . . . . .
///     a b c d e f
/// ```
#[test]
fn the_outer_circuit_joins_lines_c_d_3_and_4() {
    assert_eq!(captures("6/3w2/6/b5/2w3/6 b", "a3"), "a3xc2 a3xd5");
    // Line b belongs to the inner circuit: from b3 there are both.
    assert_eq!(captures("6/3w2/6/1b4/2w3/6 b", "b3"), "b3xc2 b3xd5");
    assert_eq!(captures("6/3w2/6/6/2w3/1b4 b", "b1"), "b1xc2 b1xd5");
}

/// b2 is a crossing. c2 bars the way right, and with it the way down and round line 2.
///
/// ```text
///   6 . . . . . .
///   5 . . . . . .        left, round to b1, up over its own start point b2, and on to b4
///   4 . w . . . .
///   3 . . . . . .
///   2 . b b . . .
///   1 . . . . . .
///     a b c d e f
/// ```
#[test]
fn the_start_point_counts_as_empty() {
    assert_eq!(captures("6/6/1w4/6/1bb3/6 b", "b2"), "b2xb4");
    // Any other man on the way is in the way.
    assert_eq!(captures("6/6/1w4/1b4/1bb3/6 b", "b2"), "");
    assert_eq!(captures("6/6/1w4/6/1bb3/1b4 b", "b2"), "");
    // The same on the outer circuit: c3 goes left, round to c1, up over c3, to c5.
    assert_eq!(captures("6/2w3/6/2bb2/6/6 b", "c3"), "c3xc5");
    // The last man of a circuit meets nobody on a whole tour.
    assert_eq!(captures("w5/6/6/6/1b4/6 b", "b2"), "");
}

/// ```text
///   6 . . . . . .
///   5 . . . . w .        as in the first picture, with both ways barred
///   4 . . . . . .
///   3 . 2 . . 1 .
///   2 . . b . . .
///   1 . . . . . .
///     a b c d e f
/// ```
#[test]
fn men_in_the_way_stop_a_capture() {
    assert_eq!(captures("6/4w1/6/4b1/2b3/6 b", "c2"), "c2xe5"); // the other way round
    assert_eq!(captures("6/4w1/6/1b2b1/2b3/6 b", "c2"), "");
    // An enemy before the first loop is no prey, and it bars the way.
    assert_eq!(captures("6/4w1/6/1b4/2b1w1/6 b", "c2"), "");
}

/// Two men, three and more routes between them, one move.
#[test]
fn two_routes_to_the_same_man_are_one_move() {
    for text in ["6/6/6/1w4/2b3/6 b", "6/1w2w1/6/6/1b2b1/6 b", "6/6/2w3/3b2/6/6 b"] {
        let mut all = moves(text);
        let count = all.len();
        all.dedup();
        assert_eq!(all.len(), count, "{text}");
    }
    // Line c and line 2 both lead from c2 to b3, by different circuits and either way.
    assert_eq!(captures("6/6/6/1w4/2b3/6 b", "c2"), "c2xb3");
}

/// Lines a, f, 1 and 6 have no loops: a corner is safe and harmless, and the other points of the
/// edge have one line only.
#[test]
fn lines_without_loops_do_not_capture() {
    for (text, corner) in [
        ("wwwwww/4ww/6/6/6/b5 b", "a1"),
        ("wwwwww/4ww/6/6/6/5b b", "f1"),
        ("b5/6/6/6/wwwwww/wwwwww b", "a6"),
        ("5b/6/6/6/wwwwww/wwwwww b", "f6"),
    ] {
        assert_eq!(captures(text, corner), "");
        assert!(moves(&text.replace(" b", " w")).iter().all(|mv| !mv.contains('x')), "{text}");
    }
    // a3 could take nobody along line a, nor d6 along line 6.
    assert_eq!(captures("3b2/6/6/b5/6/w4w b", "a3"), "");
    assert_eq!(captures("w2b1w/6/6/6/6/6 b", "d6"), "");
}

/// ```text
///   6 . . . . . b
///   5 . . . . . .        White, to move, is shut in: a1 has no loop, no free neighbour
///   4 . . . . . .
///   3 . . . . . .
///   2 b b . . . .
///   1 w b . . . .
///     a b c d e f
/// ```
#[test]
fn who_cannot_move_passes() {
    let shut_in = "5b/6/6/6/bb4/wb4 w";
    assert_eq!(moves(shut_in), ["pass"]);
    // Two corners at once; two men who bar each other's loop; one who has no friend to do so.
    assert_eq!(moves("wb2bw/bb2bb/6/6/6/6 w"), ["pass"]);
    assert_eq!(moves("bwb3/wbb3/bb4/6/6/6 w"), ["pass"]);
    assert_eq!(moves("bb4/wb4/bb4/6/6/6 w"), ["a5xb6"]);

    let (game, reference) = (Surakarta::new(), Reference::new());
    let before = game.parse_position(shut_in).unwrap();
    for spelling in ["pass", "PASS", "Pass"] {
        let pass = game.parse_move(&before, spelling).unwrap();
        assert_eq!((game.move_code(pass), game.transform_move(pass, 5)), (0, pass));
        let after = game.after(&before, pass);
        assert_eq!(game.position_text(&after), shut_in.replace(" w", " b"));
        assert_ne!(game.key(&before), game.key(&after));
    }
    let twin = reference.parse_position(shut_in).unwrap();
    let pass = reference.parse_move(&twin, "pass").unwrap();
    assert_eq!((reference.move_code(pass), reference.transform_move(pass, 5)), (0, pass));
    let after = reference.position_text(&reference.after(&twin, pass));
    assert_eq!(after, shut_in.replace(" w", " b"));
    assert!(game.parse_move(&game.initial(), "pass").is_err(), "only who cannot move may pass");
    assert_eq!((game.count_moves(&before), game.count_candidates(&before)), (1, 1));
}

#[test]
fn taking_the_last_man_wins() {
    let game = Surakarta::new();
    let read = |text: &str| game.parse_position(text).unwrap();
    let last = read("6/4w1/6/6/2b3/6 b");
    assert_eq!(game.outcome(&last), None);
    assert_eq!(game.judge(&last), Judgement::Decided(Player::Black));
    let taken = game.after(&last, game.parse_move(&last, "c2xe5").unwrap());
    assert_eq!(game.position_text(&taken), "6/4b1/6/6/6/6 w");
    assert_eq!(game.outcome(&taken), Some(Outcome::Win(Player::Black)));
    assert_eq!(game.judge(&taken), Judgement::Over(Outcome::Win(Player::Black)));
    // Two men left: a capture is not the end. One that cannot be taken: nothing is known.
    assert_eq!(game.judge(&read("6/4w1/6/6/2b3/w5 b")), Judgement::Open);
    assert_eq!(game.judge(&read("6/6/6/6/2b3/w5 b")), Judgement::Open);
    assert!(!game.is_drawless() && !Reference::new().is_drawless());
}

/// What [`compare`] has seen.
#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    captures: usize,
    passes: usize,
    decided: usize,
}

/// Fast rules against reference rules in one position: the end, the moves, what comes after them.
fn compare(bytes: &[u8], seen: &mut Seen) {
    let (game, reference) = (Surakarta::new(), Reference::new());
    let position = game.decode(bytes).expect("bytes of a position");
    let twin = reference.decode(bytes).expect("bytes of a position");
    let text = reference.position_text(&twin);
    assert_eq!(game.outcome(&position), reference.outcome(&twin), "{text}");
    seen.positions += 1;
    if game.outcome(&position).is_some() {
        return;
    }
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    game.sorted_moves(&position, &mut ours);
    reference.sorted_moves(&twin, &mut theirs);
    assert_eq!(game.count_moves(&position), theirs.len() as u64, "{text}");
    assert_eq!(ours.len(), theirs.len(), "{text}");
    let mut wins = false;
    for (&our, &their) in ours.iter().zip(&theirs) {
        assert_eq!(game.move_code(our), reference.move_code(their), "{text}");
        let (next, twin_next) = (game.after(&position, our), reference.after(&twin, their));
        let mut bytes = [Vec::new(), Vec::new()];
        game.encode(&next, &mut bytes[0]);
        reference.encode(&twin_next, &mut bytes[1]);
        assert_eq!(bytes[0], bytes[1], "{text}");
        assert_eq!(game.decode(&bytes[0]).as_ref(), Some(&next), "{text}");
        let written = reference.move_text(&twin, their);
        seen.captures += usize::from(written.contains('x'));
        seen.passes += usize::from(written == "pass");
        wins |= reference.outcome(&twin_next).is_some();
    }
    let decided = game.judge(&position) == Judgement::Decided(game.side_to_move(&position));
    assert_eq!(decided, wins, "{text}: decided if and only if a move wins");
    seen.decided += usize::from(decided);
}

/// The bytes of a board with men on these points, and this side to move.
fn bytes(side: u8, black: &[usize], white: &[usize]) -> Vec<u8> {
    let digit = |point| u8::from(black.contains(&point)) + 2 * u8::from(white.contains(&point));
    let mut bytes = vec![side];
    andor_core::board::pack_ternary((0..36).map(digit), &mut bytes);
    bytes
}

#[test]
fn all_endings_of_two_and_three_men_agree() {
    let mut seen = Seen::default();
    for black in 0..36 {
        for white in (0..36).filter(|&white| white != black) {
            for other in (white..36).filter(|&other| other != black) {
                // With `other == white` this is one man against one.
                for side in [0, 1] {
                    compare(&bytes(side, &[black], &[white, other]), &mut seen);
                    if other != white {
                        compare(&bytes(side, &[white, other], &[black]), &mut seen);
                    }
                }
            }
        }
    }
    println!("{seen:?}");
    assert_eq!(seen.positions, 2 * 36 * 35 + 4 * 36 * 35 * 34 / 2);
    assert!(seen.captures > 50_000 && seen.decided > 20_000, "{seen:?}");
}

/// Boards with any number of men, scattered evenly or crowded into one corner, where men are shut
/// in now and then.
#[test]
fn a_hundred_thousand_random_boards_agree() {
    let mut random = SplitMix64::new(36);
    let mut seen = Seen::default();
    for number in 0..100_000 {
        let mut points: Vec<usize> = (0..36).collect();
        for last in (1..36).rev() {
            points.swap(last, random.below(last + 1));
        }
        if number % 2 == 0 {
            points.sort_by_key(|&point| (point % 6 + point / 6) / 3);
        }
        let men = [1 + random.below(12), 1 + random.below(12)];
        let (mut black, mut white) = (Vec::new(), Vec::new());
        for &point in &points[..men[0] + men[1]] {
            let left = [men[0] - black.len(), men[1] - white.len()];
            if random.below(left[0] + left[1]) < left[0] {
                black.push(point);
            } else {
                white.push(point);
            }
        }
        compare(&bytes(random.below(2) as u8, &black, &white), &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.captures > 100_000 && seen.passes > 100, "{seen:?}");
}

/// Equal keys mean equal positions up to symmetry: all endings of one man against one, and what
/// follows from the initial position in three moves.
#[test]
fn keys_are_exact() {
    use std::collections::HashMap;
    let game = Surakarta::new();
    let mut positions: Vec<_> = (0..36 * 36 * 2)
        .filter(|n| n / 2 % 36 != n / 72)
        .map(|n| game.decode(&bytes(n as u8 % 2, &[n / 2 % 36], &[n / 72])).unwrap())
        .collect();
    let mut level = vec![game.initial()];
    let mut moves = Vec::new();
    for _ in 0..3 {
        let mut next = Vec::new();
        for position in &level {
            game.moves(position, &mut moves);
            next.extend(moves.iter().map(|&mv| game.after(position, mv)));
        }
        positions.append(&mut level);
        level = next;
    }
    positions.append(&mut level);
    let mut keys = HashMap::new();
    for position in &positions {
        let canonical = game.canonical(position).bytes;
        let known = keys.entry(game.key(position).tag).or_insert_with(|| canonical.clone());
        assert_eq!(*known, canonical);
    }
    let canonicals: std::collections::HashSet<_> = keys.values().collect();
    assert_eq!(canonicals.len(), keys.len(), "one key for all images");
}
