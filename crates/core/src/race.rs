//! Games in which men race for the far row, as zone tables see them.
//!
//! A game that says it is a race promises exactly this: men stand on a board of squares, at most
//! one on a square; each side's men go up, or down, one row with every move, straight ahead onto
//! an empty square or diagonally ahead onto an empty square or an enemy man, which is taken; a side
//! wins when one of its men arrives on the last row of its way, or the other has no men left; and
//! every turn is one such move. Square `row * columns + column` is bit number so many.

/// The men of a position of a race that goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Racers {
    /// The men of the side to move.
    pub own: u64,
    /// The men of the other side.
    pub enemy: u64,
    /// Whether the side to move goes up, to the last row; else it goes down, to row 0.
    pub goes_up: bool,
}

impl Racers {
    /// The rows that all men have before them: every move takes one of them away at least, so no game is longer.
    #[must_use]
    pub fn plies_left(self, RaceBoard { columns, rows }: RaceBoard) -> u32 {
        let Racers { own, enemy, goes_up } = self;
        let left = |row: usize, goes_up: bool| (if goes_up { rows - 1 - row } else { row }) as u32;
        let in_row =
            |men: u64, row: usize| (men >> (row * columns) & ((1 << columns) - 1)).count_ones();
        (0..rows)
            .map(|row| {
                in_row(own, row) * left(row, goes_up) + in_row(enemy, row) * left(row, !goes_up)
            })
            .sum()
    }
}

/// The board of a race.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RaceBoard {
    /// How many columns.
    pub columns: usize,
    /// How many rows.
    pub rows: usize,
}
