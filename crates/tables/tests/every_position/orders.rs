//! The paper's comparison of orders against every position: what it decides, and what it decides wrongly.

use crate::truth::{Racing, Truth};
use andor_core::{Player, RaceBoard, Racers};
use andor_tables::patterns::{OrderComparison, Orders, PatternBoard, PatternSet, builtin};

/// What was found on one board.
#[derive(Default, Debug)]
struct Found {
    positions: u64,
    /// By the safe rule.
    safe: u64,
    /// By the paper's, and of these wrongly: where one side has a pattern, and where both have.
    one: [u64; 2],
    both: [u64; 2],
    /// The first wrong one of each: white men, black men, side to move.
    examples: [Option<(u64, u64, Player)>; 2],
}

fn compare(columns: usize, rows: usize, set: &PatternSet) -> Found {
    let truth = Truth::new(columns, rows);
    let board = RaceBoard { columns, rows };
    let (orders, safe) =
        (OrderComparison::new(&set.patterns, board), PatternBoard::new(&set.patterns, board));
    let mut found = Found::default();
    truth.for_each(|white, black, number| {
        for side in [Player::White, Player::Black] {
            let Racing { own, enemy, goes_up } = Racing::new(white, black, side);
            let racers = Racers { own, enemy, goes_up };
            found.positions += 1;
            found.safe += u64::from(safe.mover_wins(racers).is_some());
            let Orders { mover, other, .. } = orders.compare(racers);
            let Some(wins) = orders.compare(racers).mover_wins() else { continue };
            let is_wrong = (truth.winner(number, side) == side) != wins;
            let is_both = mover.is_some() && other.is_some();
            let count = if is_both { &mut found.both } else { &mut found.one };
            count[0] += 1;
            count[1] += u64::from(is_wrong);
            if is_wrong {
                found.examples[usize::from(is_both)].get_or_insert((white, black, side));
            }
        }
    });
    println!("{columns}x{rows}, order 0-{}: {found:?}", set.order());
    found
}

/// The paper's rule decides more than ours, and some of it wrongly: where only one side has a pattern, and where both
/// have. The first wrong positions, White to move:
///
/// ```text
///   4 . . . .       4 . . . .
///   3 b . . .       3 b . . .
///   2 . w b w       2 w w w b
///   1 w w w .       1 . . w w
///     a b c d         a b c d      one side, both sides
/// ```
#[test]
fn the_comparison_of_orders_is_unsound() {
    let found = compare(4, 4, &builtin().up_to_order(2));
    assert_eq!((found.positions, found.safe), (3_342_850, 3_272_192));
    assert_eq!((found.one, found.both), ([792_524, 4_880], [2_517_324, 2_880]));
    let [one, both] = found.examples;
    assert_eq!(one, Some((0b_1010_0111, 0b_0001_0100_0000, Player::White)));
    assert_eq!(both, Some((0b_0111_1100, 0b_0001_1000_0000, Player::White)));
}

#[test]
#[ignore = "deep check: more boards, a minute or more"]
fn the_comparison_of_orders_is_unsound_on_other_boards() {
    let found = compare(3, 5, &builtin().up_to_order(2));
    assert_eq!((found.one, found.both), ([1_046_776, 9_514], [1_324_852, 0]));
    for (columns, rows) in [(2, 6), (2, 7), (5, 4)] {
        assert!(compare(columns, rows, &builtin().up_to_order(2)).one[1] > 0);
    }
}
