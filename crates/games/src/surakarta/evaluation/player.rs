//! What a position seems to be worth to a player: the two features that guide solvers, and two that
//! matter while there are many men.
//!
//! | feature | unit | |
//! |---|---|---|
//! | ratio | thousandth of a logarithm | own men to enemy men |
//! | free captures | man | that the side to move can take without being taken in its turn |
//! | lines with loops | line | that own men stand on, less the enemy's: one for each way to capture |
//! | mobility | step | own less enemy, captures aside |
//! | player to move | turn | |
//!
//! ```text
//!   1 . b c d e .     a corner stands on no line with loops, another point of the edge on one,
//!     a b c d e f     all points within on two
//! ```

use super::super::fast::{Position, Surakarta};
use super::{free_captures, material};
use crate::weighted_sum::Features;

/// The names of the features, in the order of their weights.
pub const FEATURES: [&str; 5] =
    ["ratio", "free-captures", "lines-with-loops", "mobility", "player-to-move"];

/// The features, and the weights that come with them.
pub(in super::super) const EVALUATION: Features<Surakarta, { FEATURES.len() }> = Features {
    names: &FEATURES,
    values: features,
    file: include_str!("../../../data/surakarta-player.toml"),
};

/// For the side to move.
fn features(_: &Surakarta, position: &Position) -> [i32; FEATURES.len()] {
    // Each man has a place on a ring for every line with loops.
    let lines = |rings: u64| rings.count_ones() as i32;
    let steps = |position: &Position| -> i32 {
        position.steps().iter().map(|(targets, _)| targets.count_ones() as i32).sum()
    };
    [
        material::ratio(position),
        free_captures::free_captures(position),
        lines(position.own.rings) - lines(position.enemy.rings),
        steps(position) - steps(&position.with_sides_exchanged()),
        1,
    ]
}

#[cfg(test)]
mod tests {
    use super::{Surakarta, features};
    use andor_core::{Game, Rules, SplitMix64};

    /// Lines with loops and steps, point by point.
    fn plain(text: &str) -> [i32; 2] {
        let (board, side) = text.split_once(' ').expect(text);
        let rank = |rank: &str| -> Vec<char> {
            let cells = rank.chars().flat_map(|cell| match cell.to_digit(10) {
                Some(empty) => vec!['.'; empty as usize],
                None => vec![cell],
            });
            cells.collect()
        };
        let ranks: Vec<Vec<char>> = board.split('/').rev().map(rank).collect();
        let at = |column: i32, row: i32| match (0..6).contains(&column) && (0..6).contains(&row) {
            true => ranks[row as usize][column as usize],
            false => '#',
        };
        let mut sums = [0; 2];
        for (column, row) in (0..6).flat_map(|row| (0..6).map(move |column| (column, row))) {
            let man = at(column, row);
            if man == '.' {
                continue;
            }
            let sign = if side.starts_with(man) { 1 } else { -1 };
            sums[0] +=
                sign * [column, row].iter().filter(|place| (1..5).contains(*place)).count() as i32;
            let around = (-1..=1).flat_map(|up| (-1..=1).map(move |right| (right, up)));
            let empty = around.filter(|(right, up)| at(column + right, row + up) == '.');
            sums[1] += sign * empty.count() as i32;
        }
        sums
    }

    #[test]
    fn fast_and_plain_features_agree_and_all_sides_are_the_same() {
        let mut random = SplitMix64::new(53);
        let game = Surakarta;
        let evaluator = game.make_evaluator("default", None).expect("an evaluator");
        let mut moves = Vec::new();
        for _ in 0..100 {
            let mut position = game.initial();
            for _ in 0..100 {
                if game.outcome(&position).is_some() {
                    break;
                }
                let text = game.position_text(&position);
                assert_eq!(features(&game, &position)[2..4], plain(&text), "{text}");
                let score = evaluator.evaluate(&game, &position);
                for symmetry in 1..8 {
                    let image = game.transform(&position, symmetry);
                    assert_eq!(evaluator.evaluate(&game, &image), score, "{text}");
                }
                let exchanged = |letter| match letter {
                    'b' => 'w',
                    'w' => 'b',
                    other => other,
                };
                let colours: String = text.chars().map(exchanged).collect();
                let colours = game.parse_position(&colours).expect("a board");
                assert_eq!(evaluator.evaluate(&game, &colours), score, "{text}");
                game.moves(&position, &mut moves);
                position = game.after(&position, moves[random.below(moves.len())]);
            }
        }
    }
}
