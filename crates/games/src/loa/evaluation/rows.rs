//! Sums over the men of a side, a row at a time.
//!
//! Everything that is a sum over men needs no walk from man to man: the eight bits of a row are
//! the place in a table that holds what the row's men add up to. One word holds three sums, and
//! the words of the rows are added as they are:
//!
//! ```text
//!   row  . b . b b . . .      men 3, columns 1 + 3 + 4 = 8, centralisation by the row's ring
//!
//!   bits 31 .. 18          17 .. 8    7 .. 0
//!        centralisation    columns    men      no field overflows, even with 64 men
//! ```

use super::centralisation::{self, LEAST, RINGS, ring};

/// What the men of a side add up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sums {
    pub(super) men: i32,
    /// The sum of their columns, and of their rows.
    pub(super) columns: i32,
    pub(super) rows: i32,
    /// The sum of what their squares are worth.
    pub(super) centralisation: i32,
}

/// The table of one board.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// By ring of the row, and the row's men.
    words: [[u32; 256]; RINGS],
    /// The ring of each row.
    rings: [u8; 8],
}

const COLUMNS: u32 = 8;
const CENTRALISATION: u32 = 18;

impl Rows {
    /// The table of a board of `size` x `size`.
    pub(super) fn new(size: usize) -> Rows {
        let mut words = [[0; 256]; RINGS];
        let mut rings = [0; 8];
        for (row, ring_of_row) in rings.iter_mut().enumerate().take(size) {
            *ring_of_row = ring(row, size) as u8;
            for (men, word) in words[ring(row, size)].iter_mut().enumerate() {
                *word = 0;
                for column in (0..size).filter(|column| men >> column & 1 == 1) {
                    // Values below 0 do not fit; each man is put up by as much as the worst.
                    let value = (centralisation::value(column, row, size) - LEAST) as u32;
                    *word += 1 | (column as u32) << COLUMNS | value << CENTRALISATION;
                }
            }
        }
        Rows { words, rings }
    }

    /// The sums over `men`.
    #[inline(always)]
    pub(super) fn sums(&self, men: u64) -> Sums {
        let (mut all, mut rows) = (0, 0);
        for (row, byte) in men.to_le_bytes().into_iter().enumerate() {
            let word = self.words[usize::from(self.rings[row]) % RINGS][usize::from(byte)];
            all += word;
            rows += (word & 0xff) as i32 * row as i32;
        }
        let men = (all & 0xff) as i32;
        let columns = (all >> COLUMNS & 0x3ff) as i32;
        let centralisation = (all >> CENTRALISATION) as i32 + men * LEAST;
        Sums { men, columns, rows, centralisation }
    }
}

#[cfg(test)]
mod tests {
    use super::{Rows, Sums};

    /// ```text
    ///   3 . . . .
    ///   2 . b . .     columns 1, 0, 3; rows 2, 0, 0; squares worth 10, -80, -80
    ///   1 . . . .
    ///   0 b . . b
    ///     0 1 2 3
    /// ```
    #[test]
    fn rows_are_added_up() {
        let men = 1 << 17 | 1 | 1 << 3;
        let sums = Sums { men: 3, columns: 4, rows: 2, centralisation: -150 };
        assert_eq!(Rows::new(4).sums(men), sums);
        assert_eq!(Rows::new(8).sums(u64::MAX).men, 64);
        assert_eq!(Rows::new(8).sums(u64::MAX).columns, 224);
    }
}
