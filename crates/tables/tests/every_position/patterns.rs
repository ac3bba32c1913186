//! Race patterns: the built-in set is right, and a wrong pattern is caught.

use crate::truth::{Share, Tally, Truth};
use andor_core::{RaceBoard, Racers};
use andor_tables::patterns::{self, Pattern, PatternBoard, PatternSet, builtin};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Compares the set with every position there is; tells what each order decides, lower ones included.
fn compare(truth: &Truth, set: &PatternSet) -> Vec<Tally> {
    let sets: Vec<PatternSet> = (0..=set.order()).map(|order| set.up_to_order(order)).collect();
    let size = RaceBoard { columns: truth.columns, rows: truth.rows };
    let board = |set: &PatternSet| PatternBoard::new(&set.patterns, size);
    let boards: Vec<PatternBoard> = sets.iter().map(board).collect();
    truth.tally(sets.len(), |_, _, side, racing| {
        let racers = Racers { own: racing.own, enemy: racing.enemy, goes_up: racing.goes_up };
        let decisions = boards.iter().map(|board| board.mover_wins(racers));
        let found = decisions.enumerate().find_map(|(order, found)| Some((order, found?)));
        found.map_or(Share::Open, |(order, wins)| {
            Share::Decided(order, if wins { side } else { side.other() })
        })
    })
}

pub fn check(truth: &Truth) {
    let tallies = compare(truth, builtin());
    for (order, tally) in tallies.iter().enumerate() {
        println!("{}x{}, patterns of order 0-{order}: {tally}", truth.columns, truth.rows);
    }
    assert!(tallies[1].wins_seen() > 500 && tallies[1].losses_seen() > 500);
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
        let compared = catch_unwind(AssertUnwindSafe(|| compare(&truth, &set).len()));
        assert!(compared.is_err(), "{wrong}");
        assert!(patterns::check(&set.patterns[0]).is_err(), "{wrong}");
    }
}

/// A man that leaves the pattern joins the race: on a low board that decides.
#[test]
fn the_boards_of_a_pattern_matter() {
    let some_boards = |pattern: &&Pattern| pattern.boards.iter().count() < 5;
    let set = builtin();
    assert!(set.patterns.iter().any(|pattern| some_boards(&pattern)));
    for pattern in &set.patterns {
        assert_eq!(
            patterns::check(pattern).map(|played| played.could_be_lower),
            Ok(false),
            "{pattern}"
        );
    }
}

/// What decides a position decides its mirror image, too.
#[test]
fn patterns_lie_mirrored_as_well() {
    let board = PatternBoard::new(&builtin().patterns, RaceBoard { columns: 4, rows: 4 });
    let mirror = |men: u64| {
        (0..16)
            .filter(|square| men >> square & 1 == 1)
            .fold(0, |image, square| image | 1_u64 << (square / 4 * 4 + 3 - square % 4))
    };
    Truth::new(4, 4).for_each(|own, enemy, _| {
        let racers = Racers { own, enemy, goes_up: true };
        let image = Racers { own: mirror(own), enemy: mirror(enemy), goes_up: true };
        assert_eq!(board.mover_wins(racers), board.mover_wins(image), "{racers:?}");
    });
}
