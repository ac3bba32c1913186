//! Uniformity (Winands' thesis, 3.1.8): no man far from the others.
//!
//! The smallest rectangle that holds all men of a side; the smaller it is, the better. The feature
//! is the part of the board outside it, in thousandths.
//!
//! ```text
//!   . . . . .
//!   . b b b .     b4, d3 and c2 lie in 3 x 3 squares of 25
//!   . b b b .
//!   . b b b .
//!   . . . . .
//! ```

/// The feature, of at least one man.
#[inline(always)]
pub(super) fn value(men: u64, size: usize) -> i32 {
    let rows = (63 - men.leading_zeros()) / 8 - men.trailing_zeros() / 8 + 1;
    // All rows folded into one.
    let folded = men | men >> 32;
    let folded = folded | folded >> 16;
    let folded = (folded | folded >> 8) as u8;
    let columns = 8 - folded.leading_zeros() - folded.trailing_zeros();
    let squares = (size * size) as i32;
    1000 * (squares - (rows * columns) as i32) / squares
}

#[cfg(test)]
mod tests {
    use super::super::drawn::features;

    /// Black: three files and four ranks, 12 of 25 squares. White: all but the files a and e.
    #[test]
    fn the_rectangle_around_all_men() {
        let board = "
            5 . . w . .
            4 . b . . .
            3 . . . b .
            2 . . . . .
            1 . w b w .
              a b c d e";
        assert_eq!(features(board, "uniformity"), [520, 400]);
    }

    #[test]
    fn one_man_is_a_square() {
        let board = "
            8 . . . . . . . b
            7 . . . . . . . .
            6 . . . . . . . .
            5 . . . . . . . .
            4 . . . . . . . .
            3 . . . . . . . .
            2 . . . . . . . .
            1 w . . . . . . w
              a b c d e f g h";
        assert_eq!(features(board, "uniformity"), [984, 875]);
    }
}
