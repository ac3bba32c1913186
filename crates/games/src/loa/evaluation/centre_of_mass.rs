//! The centre of mass, and its position (Winands' thesis, 3.1.3).
//!
//! The average place of a side's men is what concentration and quads are measured from. The thesis
//! takes it as a square. Which one, if it falls between two, cannot be said without preferring a
//! side of the board; so here it is rounded to half squares, counted from the centre of the board,
//! and what lies half way between two of those goes to the one nearer to the centre:
//!
//! ```text
//!    a     b     c     d
//!   -3 -2 -1  0  1  2  3      on a board of four files: half squares to the right of the centre
//! ```
//!
//! The feature is how far the centre of mass is from the centre of the board, as a part of the way
//! to the edge, in thousandths. (The thesis looks the square up in a table that it does not give.
//! It was meant as a penalty; learning turned the sign: a formation near the edge hangs together
//! and is attacked from one side only.)

use super::rows::Sums;

/// In half squares to the right of the centre of the board, and above it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CentreOfMass {
    pub(super) column: i32,
    pub(super) row: i32,
}

/// There are as many places for it, some of them unused: columns 16, rows 16.
pub(super) const PLACES: usize = 256;

impl CentreOfMass {
    /// Of at least one man.
    #[inline(always)]
    pub(super) fn of(sums: &Sums, size: usize) -> CentreOfMass {
        let round = |sum: i32| {
            let offset = 2 * sum - (size as i32 - 1) * sums.men;
            let distance = (2 * offset.abs() + sums.men - 1) / (2 * sums.men);
            if offset < 0 { -distance } else { distance }
        };
        CentreOfMass { column: round(sums.columns), row: round(sums.rows) }
    }

    /// Its place in tables.
    #[inline(always)]
    pub(super) fn place(self) -> usize {
        ((self.row + 7) * 16 + self.column + 7) as usize % PLACES
    }

    /// All there are on a board.
    pub(super) fn all(size: usize) -> impl Iterator<Item = CentreOfMass> {
        let edge = size as i32 - 1;
        let both = move |row| (-edge..=edge).map(move |column| CentreOfMass { column, row });
        (-edge..=edge).flat_map(both)
    }

    /// How far it is from a place, in half squares; moving along a diagonal is one step.
    pub(super) fn distance(self, column: i32, row: i32) -> i32 {
        (self.column - column).abs().max((self.row - row).abs())
    }

    /// The feature.
    #[inline(always)]
    pub(super) fn position(self, size: usize) -> i32 {
        1000 * self.column.abs().max(self.row.abs()) / (size as i32 - 1)
    }
}

/// A column (or row) of squares, in half squares from the centre.
pub(super) fn half_squares(column: usize, size: usize) -> i32 {
    2 * column as i32 - (size as i32 - 1)
}

#[cfg(test)]
mod tests {
    use super::super::drawn::features;
    use super::super::rows::Sums;
    use super::CentreOfMass;

    #[test]
    fn it_is_rounded_to_half_squares_towards_the_centre() {
        // On 8x8 the centre is at column 3.5. Columns of some men, and where they balance.
        for (columns, place) in [
            (vec![3, 4], 0),
            (vec![0], -7),
            (vec![7, 7], 7),
            (vec![3, 3, 3, 4], 0),  // 3.25 is half way between 3 and 3.5
            (vec![4, 4, 4, 3], 0),  // and its mirror image
            (vec![1, 2, 2, 2], -3), // 1.75 is half way between 1.5 and 2
            (vec![1, 2, 2], -4),    // 1.67 is nearest to 1.5
        ] {
            let men = columns.len() as i32;
            let columns = columns.iter().sum();
            let sums = Sums { men, columns, rows: 0, centralisation: 0 };
            assert_eq!(CentreOfMass::of(&sums, 8).column, place, "{columns} of {men}");
        }
    }

    /// Black's centre of mass is b4 exactly: 2.5 squares left of the centre, of 3.5 to the edge.
    /// White's is half way between d4 and d5, and half a square left of the centre.
    #[test]
    fn how_far_from_the_centre() {
        let board = "
            8 . . . w . . . .
            7 . . . . . . . .
            6 . b . . . . . .
            5 . . . . . . . .
            4 b . b . . . . .
            3 . . . . . . . .
            2 . b . . . . . .
            1 . . . w . . . .
              a b c d e f g h";
        assert_eq!(features(board, "centre-of-mass-position"), [5000 / 7, 1000 / 7]);
    }
}
