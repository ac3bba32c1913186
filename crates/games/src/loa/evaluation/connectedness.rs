//! Connectedness (Winands' thesis, 3.1.7): how many men each man is connected with.
//!
//! The connections of all pairs of neighbours, straight or diagonal, are counted; each serves both
//! of its men. It is the average over the men, in hundredths: the sum would be a reward for
//! taking men.
//!
//! ```text
//!   b b .     b3-a3, b3-c2, c2-b1: three connections of four men, 1.5 each
//!   . . b
//!   . b .
//! ```

/// All squares but those of the first, or of the last file.
const NOT_FILE_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_FILE_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The feature.
#[inline(always)]
pub(super) fn value(men: u64, count: i32) -> i32 {
    let pairs = (men & (men << 1 & NOT_FILE_A)).count_ones()
        + (men & men << 8).count_ones()
        + (men & (men << 9 & NOT_FILE_A)).count_ones()
        + (men & (men << 7 & NOT_FILE_H)).count_ones();
    200 * pairs as i32 / count
}

#[cfg(test)]
mod tests {
    use super::super::drawn::features;

    /// Black: the connections of the drawing above. White: d1-e1, d1-e2, e1-e2, of four men.
    #[test]
    fn the_average_number_of_connections() {
        let board = "
            5 . . . . w
            4 b b . . .
            3 . . b . .
            2 . b . . w
            1 . . . w w
              a b c d e";
        assert_eq!(features(board, "connectedness"), [150, 150]);
    }

    /// Nothing is connected round the edge of the board.
    #[test]
    fn the_edge_connects_nothing() {
        let board = "
            8 . . . . . . . .
            7 . . . . . . . .
            6 b . . . . . . .
            5 b . . . . . . .
            4 . . . . . . . b
            3 . w . . . . . .
            2 . . . . . . . b
            1 . . . . . . . b
              a b c d e f g h";
        assert_eq!(features(board, "connectedness"), [80, 0]);
    }
}
