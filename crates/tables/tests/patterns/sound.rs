//! On small boards patterns are right about every position there is, reachable or not, and a wrong one
//! is caught.

use crate::truth::{Truth, Walk};
use andor_core::Player;
use andor_tables::patterns::{Pattern, PatternBoard, PatternSet, builtin, check};

/// How many wins and losses there are, and how many of them each order decides, lower ones included.
struct Shares {
    all: [u64; 2],
    decided: Vec<[u64; 2]>,
}

/// Compares the set with every position there is.
fn compare(truth: &Truth, set: &PatternSet) -> Result<Shares, String> {
    let (columns, rows) = (truth.columns, truth.rows);
    let sets: Vec<PatternSet> = (0..=set.order()).map(|order| set.up_to_order(order)).collect();
    let board = |set: &PatternSet| PatternBoard::new(&set.patterns, columns, rows);
    let boards: Vec<PatternBoard> = sets.iter().map(board).collect();
    let mut walk = Walk::new(truth);
    let mut shares = Shares { all: [0; 2], decided: vec![[0; 2]; sets.len()] };
    loop {
        let is_position = walk.white != 0 && walk.black != 0;
        let sides =
            [(Player::White, walk.white, walk.black), (Player::Black, walk.black, walk.white)];
        for (side, own, enemy) in sides.into_iter().filter(|_| is_position) {
            let winner = truth.winner(walk.number, side);
            let is_lost = usize::from(winner != side);
            shares.all[is_lost] += 1;
            let decisions = boards.iter().map(|board| board.decision(own, enemy, side));
            let found = decisions.enumerate().find_map(|(order, found)| Some((order, found?)));
            let Some((order, (found, place))) = found else { continue };
            if found != winner {
                let pattern = &sets[order].patterns[place.pattern];
                let (white, black) = (walk.white, walk.black);
                return Err(format!(
                    "{columns}x{rows}, white {white:b}, black {black:b}, {side} to move: {winner} wins, \
                     not {found} by {place:?}\n{pattern}"
                ));
            }
            shares.decided[order..].iter_mut().for_each(|decided| decided[is_lost] += 1);
        }
        if !walk.next() {
            return Ok(shares);
        }
    }
}

fn check_board(columns: usize, rows: usize) {
    let truth = Truth::new(columns, rows);
    let Shares { all: [won, lost], decided } = compare(&truth, builtin()).unwrap();
    for (order, [decided_won, decided_lost]) in decided.iter().enumerate() {
        let percent = |part: &u64, whole: u64| 100.0 * *part as f64 / whole as f64;
        println!(
            "{columns}x{rows} order 0-{order}: {:.2}% of {won} wins, {:.2}% of {lost} losses",
            percent(decided_won, won),
            percent(decided_lost, lost)
        );
    }
    assert!(decided[1][0] > won / 2 && decided[1][1] > lost / 2, "{columns}x{rows}");
}

#[test]
fn patterns_are_right_about_every_position_of_small_boards() {
    for (columns, rows) in [(4, 4), (3, 5), (2, 7)] {
        check_board(columns, rows);
    }
}

#[test]
#[ignore = "deep check: 230 million boards, each with both sides to move, take some minutes"]
fn patterns_are_right_about_every_position_of_larger_boards() {
    for (columns, rows) in [(5, 4), (3, 6), (4, 5)] {
        check_board(columns, rows);
    }
}

/// Each of these lacks something; a position of a small board shows it, and so does the checker.
#[test]
fn wrong_patterns_are_caught() {
    let truth = Truth::new(4, 4);
    for wrong in [
        "first order 0 boards 4\n. ?\n? ?\no ?", // two steps are not one
        "second order 1 boards 4\n. ? ?\n? o ?", // somebody may take the man
        "second order 0 boards 4\n. ? |\n? o ?", // the defender may be faster
        "second order 1 boards 4\n? x ?\no ? ?", // one man can be taken
        "first order 1 boards 4\n. ? ?\n? . ?\n? o ?", // it can be taken one step before its goal
    ] {
        let set = PatternSet::parse("wrong", &format!("andor patterns 1\n{wrong}\n")).unwrap();
        assert!(compare(&truth, &set).is_err(), "{wrong}");
        assert!(check(&set.patterns[0]).is_err(), "{wrong}");
    }
}

/// A man that leaves the pattern joins the race: on a low board that decides.
#[test]
fn the_boards_of_a_pattern_matter() {
    let some_boards = |pattern: &&Pattern| pattern.boards.iter().count() < 5;
    let set = builtin();
    assert!(set.patterns.iter().any(|pattern| some_boards(&pattern)));
    for pattern in &set.patterns {
        assert_eq!(check(pattern).map(|played| played.could_be_lower), Ok(false), "{pattern}");
    }
}

/// What decides a position decides its mirror image, too.
#[test]
fn patterns_lie_mirrored_as_well() {
    let board = PatternBoard::new(&builtin().patterns, 4, 4);
    let mirror = |men: u64| {
        (0..16)
            .filter(|square| men >> square & 1 == 1)
            .fold(0, |image, square| image | 1_u64 << (square / 4 * 4 + 3 - square % 4))
    };
    let truth = Truth::new(4, 4);
    let mut walk = Walk::new(&truth);
    loop {
        let (own, enemy) = (walk.white, walk.black);
        let image = board.winner(mirror(own), mirror(enemy), Player::White);
        assert_eq!(board.winner(own, enemy, Player::White), image, "{own:b} {enemy:b}");
        if !walk.next() {
            return;
        }
    }
}
