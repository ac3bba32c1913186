//! What a position would cost: the sum of what its windows add (`cost_windows`), on one board.
//!
//! To look up each window would cost half of a node. So what all windows add that lie within four columns of two rows, or
//! within three columns of three, is added up beforehand for everything that can stand there, and a board of six columns
//! by five rows takes 17 looks instead of 45:
//!
//! ```text
//!   # [b . b b] . #     a wide block: columns 0 to 3 of two rows; the next one begins at column 2, so that
//!   # [b . . b] . #     every window of two rows by three columns lies within one of them, or over an edge
//!
//!   rows -> a number to the base of 3 for each block of the row: one look for the own men, one for the enemy's
//! ```

use super::cost_windows::Windows;
use super::fast::{Breakthrough, Position};
use super::patterns::{Shape, TALL, WALL, WIDE, level};
use andor_core::{Cost, CostModel, CostScale, Player};
use std::fmt;

/// Columns from the beginning of a block to that of the next.
const STEP: usize = 2;
/// The columns of a wide block and of a tall one.
const WIDE_BLOCK: usize = 4;
const TALL_BLOCK: usize = 3;
/// What can stand in a row of a block.
const WIDE_ROWS: usize = 81;
const TALL_ROWS: usize = 27;
/// The byte of a row's numbers in which the tall blocks begin.
const TALL_BYTE: usize = 3;

/// What everything adds that can stand in a block.
type Block = Box<[i32]>;

/// The model of a board.
pub(super) struct Costs {
    /// For the men of one side in a row, their numbers in all blocks, a byte each.
    numbers: Box<[u64]>,
    wide: Vec<Block>,
    tall: Vec<Block>,
    wide_blocks: usize,
    tall_blocks: usize,
    turn: i32,
    scale: CostScale,
}

impl fmt::Debug for Costs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Costs").field("scale", &self.scale).finish_non_exhaustive()
    }
}

/// Two numbers as one that can be added to others: the win above the loss.
fn packed(Cost { win, loss }: Cost) -> i32 {
    (win << 16).wrapping_add(loss)
}

fn unpacked(both: i32) -> Cost {
    let loss = i32::from(both as i16);
    Cost { win: both.wrapping_sub(loss) >> 16, loss }
}

/// How many blocks of so many columns a board has.
fn blocks(columns: usize, broad: usize) -> usize {
    1 + columns.saturating_sub(broad).div_ceil(STEP)
}

/// The columns of a block.
fn columns_of(block: usize, broad: usize, columns: usize) -> std::ops::Range<usize> {
    STEP * block..(STEP * block + broad).min(columns)
}

/// What everything adds that can stand in one block: `row` is its lowest.
fn block(
    windows: &Windows,
    shape: Shape,
    (columns, rows): (usize, usize),
    (row, block): (usize, usize),
) -> Block {
    let (high, broad) = shape;
    let (size, each): (usize, usize) =
        if shape == WIDE { (WIDE_BLOCK, WIDE_ROWS) } else { (TALL_BLOCK, TALL_ROWS) };
    let (own, blocks) = (columns_of(block, size, columns), blocks(columns, size));
    // The columns where windows begin, counted from the wall at the left. A window belongs to the first block that has all
    // of its squares on the board.
    let on_board = |begin: usize| begin.max(1) - 1..(begin + broad - 1).min(columns);
    let within = |begin: usize, block: usize| {
        let (window, block) = (on_board(begin), columns_of(block, size, columns));
        block.start <= window.start && window.end <= block.end
    };
    let begins: Vec<usize> = (0..columns + 3 - broad)
        .filter(|&begin| (0..blocks).find(|&block| within(begin, block)) == Some(block))
        .collect();
    let level = level(row, high, rows);
    let sum = |standing: usize| {
        // Two bits a square, as in the player's patterns.
        let square = |rank: usize, column: usize| match column.checked_sub(1) {
            Some(column) if column < columns => {
                let row = standing / each.pow((high - 1 - rank) as u32) % each;
                (row / 3_usize.pow((column - own.start) as u32) % 3) as u64
            }
            _ => WALL,
        };
        let adds = begins.iter().map(|&begin| {
            let squares = (0..high).flat_map(|rank| (0..broad).map(move |at| (rank, begin + at)));
            let number = squares.enumerate().fold(0, |number, (place, (rank, column))| {
                number | (square(rank, column) << (2 * place)) as usize
            });
            packed(windows.adds(shape, level, number))
        });
        adds.fold(0, i32::wrapping_add)
    };
    (0..each.pow(high as u32)).map(sum).collect()
}

impl Costs {
    /// The windows on a board.
    pub(super) fn new(windows: &Windows, columns: usize, rows: usize) -> Costs {
        let wide_blocks = blocks(columns, WIDE_BLOCK);
        let tall_blocks = blocks(columns, TALL_BLOCK);
        let number = |men: usize| {
            let of = |block: usize, broad: usize| {
                let squares = columns_of(block, broad, columns).enumerate();
                squares.map(|(at, column)| (men >> column & 1) * 3_usize.pow(at as u32)).sum()
            };
            let wide = (0..wide_blocks).map(|block| (block, of(block, WIDE_BLOCK)));
            let tall = (0..tall_blocks).map(|block| (TALL_BYTE + block, of(block, TALL_BLOCK)));
            wide.chain(tall)
                .fold(0, |all, (byte, number): (usize, usize)| all | (number as u64) << (8 * byte))
        };
        let of = |shape: Shape, blocks: usize| {
            let rows_of = 0..=rows - shape.0;
            let places = rows_of.flat_map(|row| (0..blocks).map(move |block| (row, block)));
            places.map(|place| block(windows, shape, (columns, rows), place)).collect()
        };
        Costs {
            numbers: (0..1 << columns).map(number).collect(),
            wide: of(WIDE, wide_blocks),
            tall: of(TALL, tall_blocks),
            wide_blocks,
            tall_blocks,
            turn: packed(windows.turn),
            scale: windows.scale,
        }
    }
}

impl CostModel<Breakthrough> for Costs {
    #[inline]
    fn cost(&self, game: &Breakthrough, position: &Position) -> Cost {
        let (columns, rows) = (game.columns, game.rows);
        let full = self.numbers.len() as u64 - 1;
        // The rows as the side to move sees them, from home on.
        let mut numbers = [0; 8];
        for (at, numbers) in numbers.iter_mut().enumerate().take(rows) {
            let row = match position.side {
                Player::White => at,
                Player::Black => rows - 1 - at,
            };
            let men = |men: u64| self.numbers[(men >> (row * columns) & full) as usize];
            *numbers = men(position.own()) + 2 * men(position.enemy());
        }
        let mut both = self.turn;
        let number = |row: usize, byte: usize| (numbers[row] >> (8 * byte) & 0xff) as usize;
        for (row, blocks) in self.wide.chunks_exact(self.wide_blocks).enumerate() {
            for (byte, block) in blocks.iter().enumerate() {
                let standing = number(row, byte) * WIDE_ROWS + number(row + 1, byte);
                both = both.wrapping_add(block[standing]);
            }
        }
        for (row, blocks) in self.tall.chunks_exact(self.tall_blocks).enumerate() {
            for (byte, block) in (TALL_BYTE..).zip(blocks) {
                let two = number(row, byte) * TALL_ROWS + number(row + 1, byte);
                both = both.wrapping_add(block[two * TALL_ROWS + number(row + 2, byte)]);
            }
        }
        unpacked(both)
    }

    fn scale(&self) -> CostScale {
        self.scale
    }
}

#[cfg(test)]
mod tests {
    use super::super::cost_windows::{Windows, terms};
    use super::{Costs, packed, unpacked};
    use crate::breakthrough::Breakthrough;
    use andor_core::{Cost, CostModel, Game, Rules, SplitMix64};
    use std::collections::HashMap;

    #[test]
    fn two_numbers_are_added_as_one() {
        let (some, others) = (Cost { win: -300, loss: 7 }, Cost { win: 20, loss: -90 });
        let sum = packed(some).wrapping_add(packed(others));
        assert_eq!(unpacked(sum), Cost { win: -280, loss: -83 });
    }

    /// A model in which every window that is met says something else.
    #[test]
    fn the_sum_is_that_of_the_windows() {
        let mut random = SplitMix64::new(31);
        for (columns, rows) in [(2, 4), (3, 7), (4, 5), (5, 5), (6, 5), (7, 6), (8, 8)] {
            let game = Breakthrough::new(columns, rows);
            let (mut moves, mut named, mut sums) = (Vec::new(), HashMap::new(), Vec::new());
            for _ in 0..5 {
                let mut position = game.initial();
                while game.outcome(&position).is_none() {
                    let mut found = Vec::new();
                    terms(&game, &position, &mut |name: &str, times| {
                        found.push((name.to_owned(), times));
                    });
                    let mut sum = Cost::default();
                    for (name, times) in found {
                        let cost: &mut Cost = named.entry(name).or_insert_with(|| {
                            let mut number = || random.below(401) as i32 - 200;
                            Cost { win: number(), loss: number() }
                        });
                        sum.win += times * cost.win;
                        sum.loss += times * cost.loss;
                    }
                    sums.push((position, sum));
                    game.moves(&position, &mut moves);
                    position = game.after(&position, moves[random.below(moves.len())]);
                }
            }
            let lines =
                named.iter().map(|(name, Cost { win, loss })| format!("{name} {win} {loss}\n"));
            let windows = Windows::read(&lines.collect::<String>()).expect("what was drawn");
            let costs = Costs::new(&windows, columns, rows);
            for (position, sum) in sums {
                let text = game.position_text(&position);
                assert_eq!(costs.cost(&game, &position), sum, "{columns}x{rows} {text}");
                let mirrored = game.transform(&position, 1);
                assert_eq!(costs.cost(&game, &mirrored), sum, "{columns}x{rows} {text}");
            }
        }
    }

    /// The model that comes with the game can be read, and says something.
    #[test]
    fn the_own_model() {
        let game = Breakthrough::new(6, 6);
        let model = game.cost_model().expect("a model");
        let costs = ["bbbbbb/bbbbbb/6/6/wwwwww/wwwwww w", "6/2bb2/6/6/wwwwww/wwwwww w"];
        let costs = costs.map(|text| model.cost(&game, &game.parse_position(text).expect(text)));
        let [even, ahead] = costs;
        assert!(ahead.win < even.win && ahead.win < ahead.loss, "{costs:?}");
    }
}
