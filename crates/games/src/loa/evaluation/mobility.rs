//! Mobility (Winands' thesis, 3.1.5): the moves of both sides, some worth more than others.
//!
//! A capture counts double. A move to the edge counts half, and so does a move along an edge; one
//! that does both, into a corner, counts a quarter. The thesis' examples: 2 for a capture, 1 for
//! a capture at the edge, 1/2 for a capture in an edge line that ends in the corner.
//!
//! Every line of the board ends at the edge with both ends, and only there; so a move goes to the
//! edge exactly if it lands on an end of its line. All but the factor for the four lines along the
//! edges depends on the line's men alone, and is looked up with the number that the position keeps
//! for every line (`lines.rs`).
//!
//! ```text
//!   . b . w . . . .     two men. b: to d4, a capture: 2; it cannot go left. w: to b4, a capture: 2;
//!   a b c d e f g h     to f4: 1. On rank 1 or 8 all of it is worth half.
//! ```
//!
//! The feature is Black's sum minus White's, in quarters of a move.

use super::super::lines::{LINE_STATES, LineStates, Lines, for_each_line_move, line_states};

/// The tables of one board.
#[derive(Clone, Debug)]
pub(super) struct Mobility {
    /// For every state of a line, Black's moves minus White's, in halves of a move.
    lines: Box<[i8; LINE_STATES]>,
    /// The numbers of the lines along the edges.
    edges: [u8; 4],
}

impl Mobility {
    /// The tables of a board of `size` x `size`.
    pub(super) fn new(size: usize, board: &Lines) -> Mobility {
        let mut lines = Box::new([0; LINE_STATES]);
        for (place, (length, number)) in line_states().enumerate() {
            for_each_line_move(number, length, |mv| {
                let is_end = mv.to == 0 || mv.to == length - 1;
                let worth = if mv.is_capture { 4 } else { 2 } / if is_end { 2 } else { 1 };
                lines[place] += if mv.side == 1 { worth } else { -worth };
            });
        }
        Mobility { lines, edges: board.edges(size) }
    }

    /// The feature, seen from Black.
    #[inline(always)]
    pub(super) fn difference(&self, board: &LineStates) -> i32 {
        // No board has more than 46 lines; the others hold nothing.
        let places = &board.places()[..48];
        let line = |place: u16| i32::from(self.lines[usize::from(place) % LINE_STATES]);
        let all: i32 = places.iter().map(|&place| line(place)).sum();
        let edge = |&index: &u8| line(places[usize::from(index) % places.len()]);
        let edges: i32 = self.edges.iter().map(edge).sum();
        2 * all - edges
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawn::features;

    /// ```text
    ///   b4: rank (two men) to d4: a capture, 2; file to b3 and b5: 2; diagonals to a3, a5: 1/2
    ///       each, to c3, c5: 1 each. Together 7.
    ///   d4: to b4: 2, to f4: 1; file to d3, d5: 2; diagonals to c3, c5, e3, e5: 4. Together 9.
    /// ```
    #[test]
    fn captures_double_and_the_edge_halves() {
        let board = "
            8 . . . . . . . .
            7 . . . . . . . .
            6 . . . . . . . .
            5 . . . . . . . .
            4 . b . w . . . .
            3 . . . . . . . .
            2 . . . . . . . .
            1 . . . . . . . .
              a b c d e f g h";
        assert_eq!(features(board, "mobility"), [4 * 7, 4 * 9]);
    }

    /// ```text
    ///   c1: rank (two men) to a1: a capture in an edge line that ends in a corner, 1/2, and to e1,
    ///       which is a corner too: 1/4; file to c2: 1; diagonals to b2 and d2: 2. Together 3 3/4.
    ///   a1: to c1: a capture along the edge, 1; file to a2: 1/2; diagonal to b2: 1. Together 2 1/2.
    /// ```
    #[test]
    fn the_edge_halves_twice_in_the_corner() {
        let board = "
            5 . . . . .
            4 . . . . .
            3 . . . . .
            2 . . . . .
            1 w . b . .
              a b c d e";
        assert_eq!(features(board, "mobility"), [15, 10]);
    }
}
