//! What a position seems to be worth to a player. (Solvers go by material alone: `fast.rs`.)
//!
//! | feature | |
//! |---|---|
//! | men | own minus enemy, as in all of these |
//! | rows | that the men have gone, added up |
//! | squared rows | the same with each man's rows squared: far ahead counts more |
//! | guarded | men that a man of their own side could take back for |
//! | hanging | men that can be taken and not taken back for |
//! | passed | rows gone by men that no enemy can ever meet |
//! | guards at home | men on the first rank |
//! | player to move | 1 |
//!
//! ```text
//!   5 . . . b .     White: 3 men, on rows 0, 1 and 3 from home: rows 4, squared rows 10.
//!   4 . w . . .     b4 has passed: no enemy has it in its cone. c2 is guarded by b1, and d1 does
//!   3 . . . b .     not hang, as no enemy is next to it.
//!   2 . . w . .     Black: d5 has gone 0 rows, d3 2. d3 can be taken by c2, and nobody guards it:
//!   1 . w . . .     it hangs. c2 can be taken by d3, but it is guarded.
//!     a b c d e
//! ```

use super::fast::{Breakthrough, Position};
use crate::weighted_sum::Features;
use andor_core::Player;

/// The names of the features, in the order of their weights.
pub const FEATURES: [&str; 8] = [
    "men",
    "rows",
    "squared-rows",
    "guarded",
    "hanging",
    "passed",
    "guards-at-home",
    "player-to-move",
];

/// The features, and the weights that come with them.
pub(super) const EVALUATION: Features<Breakthrough, { FEATURES.len() }> = Features {
    names: &FEATURES,
    values: features,
    file: include_str!("../../data/breakthrough-player.toml"),
};

/// One side's men and which way they go.
#[derive(Clone, Copy)]
struct SideMen<'a> {
    game: &'a Breakthrough,
    men: u64,
    player: Player,
}

impl SideMen<'_> {
    /// Squares one step ahead of these, straight on.
    #[inline(always)]
    fn ahead(self, squares: u64) -> u64 {
        match self.player {
            Player::White => squares << self.game.columns & self.game.board,
            Player::Black => squares >> self.game.columns,
        }
    }

    /// Squares diagonally ahead.
    #[inline(always)]
    fn diagonals(self, squares: u64) -> u64 {
        let game = self.game;
        let sides = (squares & game.not_last_file) << 1 | (squares & game.not_first_file) >> 1;
        self.ahead(sides)
    }

    /// All squares that these men may ever enter, and their own, if nobody stops them.
    #[inline(always)]
    fn cone(self) -> u64 {
        let mut cone = self.men;
        for _ in 1..self.game.rows {
            cone |= self.ahead(cone) | self.diagonals(cone);
        }
        cone
    }

    /// In the order of [`FEATURES`], but for the turn.
    #[inline(always)]
    fn features(self, enemy: SideMen<'_>) -> [i32; 7] {
        let game = self.game;
        let first_rank = u64::MAX >> (64 - game.columns);
        let guarded = self.diagonals(self.men);
        let taken = enemy.diagonals(enemy.men);
        let passed = self.men & !enemy.cone();
        let (mut rows, mut squared, mut passed_rows) = (0, 0, 0);
        for row in 0..game.rows {
            let gone = match self.player {
                Player::White => row,
                Player::Black => game.rows - 1 - row,
            } as i32;
            let rank = first_rank << (row * game.columns);
            rows += gone * count(self.men & rank);
            squared += gone * gone * count(self.men & rank);
            passed_rows += gone * count(passed & rank);
        }
        let home = match self.player {
            Player::White => first_rank,
            Player::Black => first_rank << ((game.rows - 1) * game.columns),
        };
        [
            count(self.men),
            rows,
            squared,
            count(self.men & guarded),
            count(self.men & taken & !guarded),
            passed_rows,
            count(self.men & home),
        ]
    }
}

#[inline(always)]
fn count(squares: u64) -> i32 {
    squares.count_ones() as i32
}

/// For the side to move.
fn features(game: &Breakthrough, position: &Position) -> [i32; FEATURES.len()] {
    let own = SideMen { game, men: position.own(), player: position.side };
    let enemy = SideMen { game, men: position.enemy(), player: position.side.other() };
    let (own_features, enemy_features) = (own.features(enemy), enemy.features(own));
    let mut features = [1; FEATURES.len()];
    for (place, (own, enemy)) in own_features.into_iter().zip(enemy_features).enumerate() {
        features[place] = own - enemy;
    }
    features
}

#[cfg(test)]
mod tests {
    use super::{Breakthrough, FEATURES, features};
    use andor_core::{Game, Rules, SplitMix64};

    /// The features of a drawn text, square by square; walls are not drawn here.
    fn plain_features(text: &str) -> Vec<i32> {
        let (board, side) = text.split_once(' ').expect(text);
        let rank = |rank: &str| -> Vec<char> {
            let cells = rank.chars().flat_map(|cell| match cell.to_digit(10) {
                Some(empty) => vec!['.'; empty as usize],
                None => vec![cell],
            });
            cells.collect()
        };
        let ranks: Vec<Vec<char>> = board.split('/').rev().map(rank).collect();
        let (rows, columns) = (ranks.len() as i32, ranks[0].len() as i32);
        let at = |column: i32, row: i32| match (0..columns).contains(&column)
            && (0..rows).contains(&row)
        {
            true => ranks[row as usize][column as usize],
            false => '#',
        };
        let of = |colour: char| -> Vec<i32> {
            let (up, home, enemy) = if colour == 'w' { (1, 0, 'b') } else { (-1, rows - 1, 'w') };
            let mut sums = vec![0; 7];
            for (column, row) in
                (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)))
            {
                if at(column, row) != colour {
                    continue;
                }
                let gone = (row - home).abs();
                let guarded = [-1, 1].iter().any(|side| at(column + side, row - up) == colour);
                let taken = [-1, 1].iter().any(|side| at(column + side, row + up) == enemy);
                let met = (1..rows)
                    .any(|far| (-far..=far).any(|side| at(column + side, row + far * up) == enemy));
                let values = [
                    1,
                    gone,
                    gone * gone,
                    i32::from(guarded),
                    i32::from(taken && !guarded),
                    if met { 0 } else { gone },
                    i32::from(gone == 0),
                ];
                sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
            }
            sums
        };
        let (own, enemy) = if side == "w" { (of('w'), of('b')) } else { (of('b'), of('w')) };
        own.into_iter().zip(enemy).map(|(own, enemy)| own - enemy).chain([1]).collect()
    }

    /// The drawing above. Black's d5 is at home, and both of Black's men have enemies ahead.
    #[test]
    fn the_drawing() {
        let game = Breakthrough::new(5, 5);
        let text = "3b1/1w3/3b1/2w2/1w3 w";
        let position = game.parse_position(text).expect(text);
        assert_eq!(features(&game, &position), [1, 4 - 2, 10 - 4, 1, -1, 3, 1 - 1, 1]);
    }

    #[test]
    fn fast_and_plain_features_agree_and_both_colours_count_alike() {
        let mut random = SplitMix64::new(51);
        for (columns, rows) in [(2, 4), (3, 7), (5, 5), (6, 5), (8, 8)] {
            let game = Breakthrough::new(columns, rows);
            let evaluator = game.make_evaluator("default", None).expect("an evaluator");
            let mut moves = Vec::new();
            for _ in 0..40 {
                let mut position = game.initial();
                while game.outcome(&position).is_none() {
                    let text = game.position_text(&position);
                    let values = features(&game, &position);
                    assert_eq!(values.to_vec(), plain_features(&text), "{text}");
                    let score = evaluator.evaluate(&game, &position);
                    let mirrored = game.transform(&position, 1);
                    assert_eq!(evaluator.evaluate(&game, &mirrored), score, "{text}");
                    // Turned round, with the colours exchanged.
                    let (board, side) = text.split_once(' ').expect("a board and a side");
                    let exchanged = |letter| match letter {
                        'b' => 'w',
                        'w' => 'b',
                        other => other,
                    };
                    let turned: String = board.chars().rev().map(exchanged).collect();
                    let side = if side == "b" { "w" } else { "b" };
                    let turned = game.parse_position(&format!("{turned} {side}")).expect("a board");
                    assert_eq!(evaluator.evaluate(&game, &turned), score, "{text}");
                    game.moves(&position, &mut moves);
                    position = game.after(&position, moves[random.below(moves.len())]);
                }
            }
        }
        assert_eq!(FEATURES.len(), 8);
    }
}
