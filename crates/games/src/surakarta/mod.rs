//! Surakarta: captures travel round the loops at the corners of the board.
//!
//! The Indonesian game, with the rules of Winands and Schadd, *Evaluation-Function Based
//! Proof-Number Search*, CG 2010, section 4.1.
//!
//! ```text
//!      .-----------.  .-----------.
//!      |  .-----.  |  |  .-----.  |
//!   6  |  |  b--b--b--b--b--b  |  |
//!   5  |  `--b--b--b--b--b--b--'  |
//!   4  `-----+--+--+--+--+--+-----'
//!   3  .-----+--+--+--+--+--+-----.
//!   2  |  .--w--w--w--w--w--w--.  |
//!   1  |  |  w--w--w--w--w--w  |  |
//!      |  `-----'  |  |  `-----'  |
//!      `-----------'  `-----------'
//!            a  b  c  d  e  f
//! ```
//!
//! Black begins. A man steps to any empty neighbour, straight or diagonally. It captures by
//! travelling along a line, over empty points and through at least one corner loop, until it meets
//! a man of the enemy, whose place it takes; its own start point counts as empty. Who takes the
//! last man wins. Who cannot move passes. A repeated position is a draw. The lines form two
//! circuits:
//!
//! ```text
//!   inner   a2..f2 ) e1..e6 ) f5..a5 ) b6..b1 )      lines b, e, 2 and 5
//!   outer   a3..f3 ) d1..d6 ) f4..a4 ) c6..c1 )      lines c, d, 3 and 4
//! ```
//!
//! A parenthesis is a loop, and behind the last one the circuit begins again. Both may be
//! travelled either way. The lines a, f, 1 and 6 have no loops, so a man in a corner of the board
//! neither captures nor is captured. Both circuits, and with them the game, look the same from
//! all eight sides of the square.
//!
//! The game exists twice: [`fast`] for the solvers, and [`mod@reference`], straight from the rule
//! book, for the verifier. They share no code but what reads and writes texts and bytes of positions,
//! and they agree on these numbers:
//!
//! - points are counted a1 = 0, b1 = 1, ...: `row * 6 + column`;
//! - the code of a move is `from * 64 + to`; that of a pass is 0;
//! - the bytes of a position are one for the side to move (0 Black, 1 White), then the points in
//!   order, five to a byte, as [`pack_ternary`](andor_core::board::pack_ternary) writes them, with
//!   0 for an empty point, 1 for a black man and 2 for a white one;
//! - symmetry `s` first exchanges columns and rows if `s & 4`, then left and right if `s & 1`,
//!   then top and bottom if `s & 2`.

mod circuits;
mod endings;
mod evaluation;
pub mod fast;
pub mod reference;
mod setup;

pub use evaluation::FEATURES;
pub use fast::Surakarta;
pub use reference::Reference;

use andor_core::{InputError, Spec};

/// Accepts the spec strings of this game: `surakarta`, and also `surakarta:6x6`.
///
/// # Errors
/// If another board is asked for, or if options are given: there are none.
pub(crate) fn check_spec(spec: &Spec) -> Result<(), InputError> {
    spec.only_options(&[])?;
    match spec.board() {
        None | Some("6x6") => Ok(()),
        Some(_) => Err(spec.refuse("the board is always 6x6")),
    }
}
