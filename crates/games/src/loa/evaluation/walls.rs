//! Walls (Winands' thesis, 3.1.6): men at the edge that are kept from the centre.
//!
//! Nobody jumps over an enemy, and a line with an enemy on the next square is crowded by two at
//! least: that way is shut. A man at the edge has three ways inwards.
//!
//! ```text
//!   8 w b . . . . b w     a4: three ways shut, a wall of three
//!   7 b b . . . . b .     h4: two ways shut, a wall of two
//!   6 . . . . . . . .     h8: a corner with two of its three ways shut counts as a wall of three
//!   5 . b . . . . b .     a8: a corner that is shut in counts as two of them
//!   4 w b . . . . . w     a1: likewise, a wall of three; b1: two ways shut, and that a1 is shut
//!   3 . b . . . . b .         too does not count, as it leads along the edge
//!   2 b b . . . . . .
//!   1 w w . . . . . .
//!     a b c d e f g h
//! ```
//!
//! Walls of two and of three have a weight each. They count for the side that builds them.

/// The edges of one board.
#[derive(Clone, Debug)]
pub(super) struct Walls {
    /// Without the corners: left, right, lower, upper.
    edges: [u64; 4],
    /// Lower left, lower right, upper left, upper right.
    corners: [u64; 4],
}

impl Walls {
    /// The edges of a board of `size` x `size`.
    pub(super) fn new(size: usize) -> Walls {
        let bit = |column: usize, row: usize| 1u64 << (8 * row + column);
        let last = size - 1;
        let mut edges = [0; 4];
        for place in 1..last {
            edges[0] |= bit(0, place);
            edges[1] |= bit(last, place);
            edges[2] |= bit(place, 0);
            edges[3] |= bit(place, last);
        }
        let corners = [bit(0, 0), bit(last, 0), bit(0, last), bit(last, last)];
        Walls { edges, corners }
    }

    /// How many walls of two and of three ways `builders` have around the men of `shut_in`.
    #[inline(always)]
    pub(super) fn count(&self, builders: u64, shut_in: u64) -> [i32; 2] {
        // Step 1. On the bit of a square, whether a builder is on its neighbour.
        let (left, right) = (builders << 1, builders >> 1);
        let (below, above) = (builders << 8, builders >> 8);
        let (below_left, below_right) = (builders << 9, builders << 7);
        let (above_left, above_right) = (builders >> 7, builders >> 9);
        // Step 2. Each edge's ways inwards, and each corner's.
        let [left_edge, right_edge, lower_edge, upper_edge] = self.edges;
        let [lower_left, lower_right, upper_left, upper_right] = self.corners;
        let places = [
            (left_edge, above_right, right, below_right),
            (right_edge, above_left, left, below_left),
            (lower_edge, above_left, above, above_right),
            (upper_edge, below_left, below, below_right),
            (lower_left, above, above_right, right),
            (lower_right, above, above_left, left),
            (upper_left, below, below_right, right),
            (upper_right, below, below_left, left),
        ];
        let (mut two, mut three) = (0, 0);
        for (place, first, second, third) in places {
            two |= place & ((first & second) | (third & (first | second)));
            three |= place & first & second & third;
        }
        // Step 3. `two` holds every man with at least two ways shut.
        let corners = lower_left | lower_right | upper_left | upper_right;
        let walls_of_two = shut_in & two & !three & !corners;
        let walls_of_three = shut_in & (three | (two & corners));
        let second_walls = shut_in & three & corners;
        [
            walls_of_two.count_ones() as i32,
            (walls_of_three.count_ones() + second_walls.count_ones()) as i32,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawn::features;

    /// The drawing above, after the thesis' figure 3.7. Of three: a4, h8, a8 twice and a1; of two:
    /// h4 and b1. White has no walls.
    #[test]
    fn walls_of_two_and_of_three() {
        let board = "
            8 w b . . . . b w
            7 b b . . . . b .
            6 . . . . . . . .
            5 . b . . . . b .
            4 w b . . . . . w
            3 . b . . . . b .
            2 b b . . . . . .
            1 w w . . . . . .
              a b c d e f g h";
        assert_eq!(features(board, "walls-of-two"), [2, 0]);
        assert_eq!(features(board, "walls-of-three"), [5, 0]);
    }

    /// A man in the way along the edge shuts no way inwards, and one across the board neither.
    #[test]
    fn only_ways_inwards_count() {
        let board = "
            5 . . w w .
            4 . . . . .
            3 b w . . w
            2 b . . . b
            1 b w w . .
              a b c d e";
        // a2 has b1 and b3 against it, a1 and a3 one man each, b1 the man on a2. e2 and e3 are in
        // each other's way along the edge only.
        assert_eq!(features(board, "walls-of-two"), [0, 1]);
        assert_eq!(features(board, "walls-of-three"), [0, 0]);
    }
}
