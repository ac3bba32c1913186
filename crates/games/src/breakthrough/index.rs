//! An exact number for every position that is not over, small enough for a table entry of a word.
//!
//! A black man on the first row, or a white one on the last, has ended the game. So on these two
//! rows a square is empty or not, and everywhere else it is one of three:
//!
//! ```text
//!   last row      2^columns      0 empty, 1 black
//!   inner rows    3^columns      0 empty, 1 white, 2 black        each of them
//!   first row     2^columns      0 empty, 1 white
//!   side to move  2
//! ```
//!
//! The number is the sum of its digits times their places, as in any notation with places: 49 bits
//! on 7x5, 52 on 6x6. Of a position and its mirror image the smaller number counts.

/// What a row of men is worth, by its squares as bits.
#[derive(Clone, Debug)]
pub(super) struct Index {
    columns: usize,
    rows: usize,
    bits: Option<u32>,
    /// The sum of 3^column over the squares of a row.
    ternary: Vec<u64>,
    /// 3^columns.
    radix: u64,
}

impl Index {
    pub(super) fn new(columns: usize, rows: usize) -> Index {
        let power = |column: u32| 3u64.pow(column);
        let worth = |squares: usize| {
            (0..columns as u32).filter(|column| squares >> column & 1 == 1).map(power).sum()
        };
        let inner = 3u128.checked_pow((columns * (rows - 2)) as u32);
        let all = inner.and_then(|inner| inner.checked_mul(1 << (2 * columns + 1)));
        let bits = all.map(|all| u128::BITS - (all - 1).leading_zeros());
        Index {
            columns,
            rows,
            bits: bits.filter(|&bits| bits <= u64::BITS),
            ternary: (0..1 << columns).map(worth).collect(),
            radix: power(columns as u32),
        }
    }

    /// How many bits a number has; `None` if they do not fit a word.
    pub(super) fn bits(&self) -> Option<u32> {
        self.bits
    }

    /// The digits of the rows between the two lowest and the two highest: 1 own, 2 enemy.
    #[inline]
    pub(super) fn inner(&self, own: u64, enemy: u64) -> u64 {
        let row = |men: u64, row: usize| {
            (men >> (row * self.columns)) as usize & ((1 << self.columns) - 1)
        };
        (2..self.rows - 2).rev().fold(0, |number, inner| {
            let digits = self.ternary[row(own, inner)] + 2 * self.ternary[row(enemy, inner)];
            number * self.radix + digits
        })
    }

    /// The number of a board without a man at its goal; `side` is 0 or 1.
    #[inline]
    pub(super) fn number(&self, white: u64, black: u64, side: u64) -> u64 {
        let row = |men: u64, row: usize| {
            (men >> (row * self.columns)) as usize & ((1 << self.columns) - 1)
        };
        let mut number = row(black, self.rows - 1) as u64;
        for inner in (1..self.rows - 1).rev() {
            let digits = self.ternary[row(white, inner)] + 2 * self.ternary[row(black, inner)];
            number = number * self.radix + digits;
        }
        (number << self.columns | row(white, 0) as u64) << 1 | side
    }
}

#[cfg(test)]
mod tests {
    use super::Index;

    #[test]
    fn the_bits_are_those_of_the_number_of_positions() {
        for (columns, rows, bits) in
            [(5, 5, 35), (6, 5, 42), (7, 5, 49), (6, 6, 52), (8, 5, 56), (7, 6, 60)]
        {
            assert_eq!(Index::new(columns, rows).bits(), Some(bits), "{columns}x{rows}");
        }
        assert_eq!(Index::new(8, 8).bits(), None);
    }

    /// ```text
    ///   4 | b .       black 0b01 on the last row
    ///   3 | . b       black on the third: 2 * 3
    ///   2 | w .       white on the second: 1
    ///   1 | . w       white 0b10 on the first
    /// ```
    #[test]
    fn a_board_by_hand() {
        let index = Index::new(2, 4);
        let (white, black) = (0b0110, 0b0110_0000);
        assert_eq!(index.number(white, black, 1), (((9 + 6) * 9 + 1) << 2 | 0b10) << 1 | 1);
    }
}
