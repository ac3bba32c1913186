//! English draughts, or checkers: captures are compulsory, and a man that comes home is a king.
//!
//! Solved by Schaeffer et al., *Checkers Is Solved*, Science 317 (2007): the initial position is a
//! draw. The rules are those of the American Checker Federation and the English Draughts
//! Association; repetition is a draw, as in that paper.
//!
//! ```text
//!                               the same board with the numbers of PDN
//!   8 . b . b . b . b             8     1     2     3     4
//!   7 b . b . b . b .             7  5     6     7     8
//!   6 . b . b . b . b             6     9    10    11    12
//!   5 . . . . . . . .             5 13    14    15    16
//!   4 . . . . . . . .             4    17    18    19    20
//!   3 w . w . w . w .             3 21    22    23    24
//!   2 . w . w . w . w             2    25    26    27    28
//!   1 w . w . w . w .             1 29    30    31    32
//!     a b c d e f g h                a  b  c  d  e  f  g  h
//! ```
//!
//! Black, at the top, begins and moves down. A man steps diagonally forward to an empty square; a
//! king steps forward or back. A man captures by jumping diagonally forward over an enemy to the
//! empty square behind it, a king in all four directions; if the piece can then jump again it
//! must, all in one move. Who can capture must capture, but need not take the most. A man that
//! reaches the king row (the far rank) becomes a king, and its move is over. Who has no legal move
//! has lost. A repeated position is a draw.
//!
//! Captured pieces are removed when the move is over, and none is jumped twice. The square that a
//! capturing king starts from counts as empty, so that it may come back to it. Whether captured
//! pieces leave at once makes no other difference: a jumping piece lands on squares whose rank has
//! the parity of its start, and what it jumps stands on the others.
//!
//! The game exists twice: [`fast`] for the solvers, and [`mod@reference`], straight from the rule
//! book, for the verifier. They share no code but what reads texts, and they agree on these
//! numbers:
//!
//! - playable squares are counted from the bottom, a1 = 0, c1 = 1, ..., b2 = 4, ..., h8 = 31:
//!   `row * 4 + column / 2`;
//! - directions are 0 up and left, 1 up and right, 2 down and left, 3 down and right;
//! - the code of a move is `from | jumps << 5 | directions << 9`, two bits a direction, the first
//!   lowest; `jumps` is 0 for a step, which has one direction. Two ways to capture the same pieces
//!   are two moves. No move has more than nine jumps: a jumping piece moves diagonally on the
//!   4x4 squares whose rank has one parity, it keeps to half of them, nine diagonals join these
//!   eight squares, and none is travelled twice, as the piece on it can be taken only once;
//! - the bytes of a position are one for the side to move (0 Black, 1 White), then black pieces,
//!   white pieces and kings, four bytes each, the square n being bit n, least byte first.

mod captures;
mod endings;
mod evaluation;
pub mod fast;
mod notation;
mod player;
pub mod reference;
mod setup;

pub use fast::{Checkers, Position};
pub use reference::Reference;

use andor_core::{InputError, Spec};

/// Accepts the spec strings of this game: `checkers`, and also `checkers:8x8`.
///
/// # Errors
/// If another board is asked for, or if options are given: there are none.
pub(crate) fn check_spec(spec: &Spec) -> Result<(), InputError> {
    spec.only_options(&[])?;
    match spec.board() {
        None | Some("8x8") => Ok(()),
        Some(_) => Err(spec.refuse("the board is always 8x8")),
    }
}
