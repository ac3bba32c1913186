//! Edge penalty (Winands' thesis, 3.2.1): men at the edge are easily shut in.
//!
//! MIA I and II count the men at the edge, and MIA II punishes those in corners more severely. Both
//! features are counts below zero, so that their weights are what a man there costs:
//!
//! ```text
//!   . b . . .     edge penalty -3: the corner is at the edge, too
//!   . . . b .     corner penalty -1
//!   b . . . .
//!   . . b . .
//!   b . . . .     on boards of every size
//! ```
//!
//! MIA III replaced them by absolute centralisation, the sum of the values of `centralisation.rs`.

/// The edge of one board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// With the corners.
    all: u64,
    corners: u64,
}

impl Edge {
    /// The edge of a board of `size` x `size`.
    pub(super) fn new(size: usize) -> Edge {
        let last = size - 1;
        let (mut all, mut corners) = (0, 0);
        for (column, row) in (0..size).flat_map(|row| (0..size).map(move |column| (column, row))) {
            let is_end = |place: usize| place == 0 || place == last;
            let bit = 1 << (8 * row + column);
            all |= if is_end(column) || is_end(row) { bit } else { 0 };
            corners |= if is_end(column) && is_end(row) { bit } else { 0 };
        }
        Edge { all, corners }
    }

    /// The edge penalty and the corner penalty.
    #[inline(always)]
    pub(super) fn penalties(self, men: u64) -> [i32; 2] {
        [self.all, self.corners].map(|squares| -((men & squares).count_ones() as i32))
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawn::features;

    /// The drawing above. White: e5 is a corner, e3 at the edge.
    #[test]
    fn men_at_the_edge_and_in_corners() {
        let board = "
            5 . b . . w
            4 . . . b .
            3 b . . . w
            2 . . b . .
            1 b . . . .
              a b c d e";
        assert_eq!(features(board, "edge-penalty"), [-3, -2]);
        assert_eq!(features(board, "corner-penalty"), [-1, -1]);
        // b5 -25, d4 10, a3 -20, c2 10, a1 -80; e5 -80, e3 -20.
        assert_eq!(features(board, "absolute-centralisation"), [-105, -100]);
    }
}
