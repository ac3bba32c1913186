//! Centralisation (Winands' thesis, 3.1.2): men near the centre are worth more than men at the
//! edge, and men in corners least of all.
//!
//! The values are those of the thesis' figure 3.3. They depend on the ring of a square, counted
//! from the edge, and along the edge on the distance to the corner; so they are read for boards of
//! every size. On larger boards the fourth ring and all within are worth 50, on smaller ones the
//! innermost rings do not exist.
//!
//! ```text
//!   8  -80 -25 -20 -20 -20 -20 -25 -80      5  -80 -25 -20 -25 -80
//!   7  -25  10  10  10  10  10  10 -25      4  -25  10  10  10 -25
//!   6  -20  10  25  25  25  25  10 -20      3  -20  10  25  10 -20
//!   5  -20  10  25  50  50  25  10 -20      2  -25  10  10  10 -25
//!   4  -20  10  25  50  50  25  10 -20      1  -80 -25 -20 -25 -80
//!   ...                                          a   b   c   d   e
//! ```
//!
//! It is the average over the men, not the sum, lest the side take every man it can get: in
//! hundredths, rounded towards zero.

/// Rings that are told apart.
pub(super) const RINGS: usize = 4;

/// The worth of the corner, the worst square.
pub(super) const LEAST: i32 = -80;

/// The worth of a square whose column and row lie in these rings.
const WORTH: [[i32; RINGS]; RINGS] =
    [[LEAST, -25, -20, -20], [-25, 10, 10, 10], [-20, 10, 25, 25], [-20, 10, 25, 50]];

/// How far a column (or row) is from the nearer edge; three steps are as good as more.
pub(super) fn ring(column: usize, size: usize) -> usize {
    column.min(size - 1 - column).min(RINGS - 1)
}

/// The worth of a square.
pub(super) fn value(column: usize, row: usize, size: usize) -> i32 {
    WORTH[ring(column, size)][ring(row, size)]
}

/// The feature, from the sum over the men.
#[inline(always)]
pub(super) fn average(sum: i32, men: i32) -> i32 {
    100 * sum / men
}

#[cfg(test)]
mod tests {
    use super::super::drawn::features;

    /// Black: a1 -80, d4 50, c3 25, d8 -20: -25, in the average -6.25. White: e2 10, h7 -25: -7.5.
    #[test]
    fn the_average_worth_of_a_square() {
        let board = "
            8 . . . b . . . .
            7 . . . . . . . w
            6 . . . . . . . .
            5 . . . . . . . .
            4 . . . b . . . .
            3 . . b . . . . .
            2 . . . . w . . .
            1 b . . . . . . .
              a b c d e f g h";
        assert_eq!(features(board, "centralisation"), [-625, -750]);
    }

    /// Black: c3 25, c5 -20, in the average 2.5. White: a1 -80, a2 -25, -52.5.
    #[test]
    fn a_small_board() {
        let board = "
            5 . . b . .
            4 . . . . .
            3 . . b . .
            2 w . . . .
            1 w . . . .
              a b c d e";
        assert_eq!(features(board, "centralisation"), [250, -5250]);
    }
}
