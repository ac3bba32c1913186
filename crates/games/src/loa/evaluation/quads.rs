//! Quads (Winands' thesis, 3.1.4): solid formations near the centre of mass.
//!
//! A quad is two by two squares (Gray 1971; Dyer used them for Lines of Action first). With three
//! or four men of one colour it cannot be split by taking one man. Those count that are at most two
//! squares from the centre of mass, measured from the middle of the quad.
//!
//! ```text
//!   . b     men      b b        a quad is named by its lower left square; shifted by one file,
//!   b b     shifted  b .        one rank and both, the men of its four squares lie on one bit,
//!           left     . .        and logic on whole boards counts all quads at once
//! ```

use super::centre_of_mass::{CentreOfMass, PLACES, half_squares};

/// The table of one board.
#[derive(Clone, Debug)]
pub(super) struct Quads {
    /// The quads near each centre of mass.
    near: Box<[u64; PLACES]>,
}

/// Two squares.
pub(super) const REACH: i32 = 4;

impl Quads {
    /// The table of a board of `size` x `size`.
    pub(super) fn new(size: usize) -> Quads {
        let mut near = Box::new([0; PLACES]);
        for centre in CentreOfMass::all(size) {
            for square in (0..8 * (size - 1)).filter(|square| square % 8 < size - 1) {
                // The middle is half a square right of and above the lower left square.
                let column = half_squares(square % 8, size) + 1;
                let row = half_squares(square / 8, size) + 1;
                if centre.distance(column, row) <= REACH {
                    near[centre.place()] |= 1 << square;
                }
            }
        }
        Quads { near }
    }

    /// The feature: how many quads of three or four men there are near the centre of mass.
    #[inline(always)]
    pub(super) fn count(&self, men: u64, centre: CentreOfMass) -> i32 {
        let (right, above) = (men >> 1, men >> 8);
        let above_right = men >> 9;
        let three_or_four =
            (men & right & (above | above_right)) | (above & above_right & (men | right));
        (three_or_four & self.near[centre.place()]).count_ones() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawn::features;

    /// ```text
    ///   Black: columns 3 + 4 + 2 + 3 + 4 + 6 = 22, of 6: 3.67; rows 19, of 6: 3.17. So the centre
    ///          of mass is on rank 4 between d and e. The quads of c3 (three men) and of d3 (four)
    ///          are 1 and 0.5 squares from it.
    ///   White: on rank 7 between d and e. Both blocks are three squares away.
    /// ```
    #[test]
    fn quads_near_the_centre_of_mass() {
        let board = "
            8 w w . . . . b .
            7 w w . . . . w w
            6 . . . . . . w w
            5 . . . . . . . .
            4 . . . b b . . .
            3 . . b b b . . .
            2 . . . . . . . .
            1 . . . . . . . .
              a b c d e f g h";
        assert_eq!(features(board, "quads"), [2, 0]);
    }

    /// The men d1, d2, a2 and a3 are no quad round the edge.
    #[test]
    fn quads_end_at_the_edge() {
        let board = "
            4 . . . .
            3 w . . .
            2 w . . w
            1 . . . w
              a b c d";
        assert_eq!(features(board, "quads"), [0, 0]);
    }
}
