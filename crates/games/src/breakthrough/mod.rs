//! Breakthrough: two rows of men on each side race for the far rank.
//!
//! Dan Troyka's game of 2001, with the rules of Saffidine, Jouandeau and Cazenave, *Solving
//! Breakthrough with Race Patterns and Job-Level Proof Number Search*, ACG 2011, section 3.
//!
//! ```text
//!   8 b b b b b b b b     Black moves down, White moves up, and White moves first.
//!   7 b b b b b b b b     A man steps one square straight ahead onto an empty square,
//!   6 . . . . . . . .     or one square diagonally ahead onto an empty or enemy square:
//!   5 . . . . . . . .
//!   4 . . . . . . . .            yes  only if empty  yes
//!   3 . . . . . . . .               \      |      /
//!   2 w w w w w w w w                      w
//!   1 w w w w w w w w
//!     a b c d e f g h     The first man on the far rank wins. A side without men has lost.
//! ```
//!
//! Men never move back, so no position can come twice, and there is always a winner. The only
//! symmetry of the board is the mirror that swaps left and right.
//!
//! The game exists twice: [`fast`] for the solvers, and [`mod@reference`], straight from the rule
//! book, for the verifier. They share no code but what reads and writes texts and bytes of positions,
//! and they agree on these numbers:
//!
//! - squares are counted a1 = 0, b1 = 1, ...: `row * columns + column`;
//! - the code of a move is `from * 64 + to`;
//! - the bytes of a position are one for the side to move (0 Black, 1 White), then the squares in
//!   order, five to a byte, as [`pack_ternary`](andor_core::board::pack_ternary) writes them, with
//!   0 for an empty square, 1 for a black man and 2 for a white one;
//! - symmetry 0 is the identity, symmetry 1 the mirror.
//!
//! With walls (`walls`) it is a third and small game for solvers (`walled`), about which nothing else is known, and the
//! same reference rules.

mod cost;
mod cost_windows;
mod evaluation;
mod exchange;
pub mod fast;
mod index;
mod knowledge;
mod lead;
mod network;
mod numbering;
mod order;
mod patterns;
pub mod reference;
mod setup;
mod walled;
mod walls;

pub use fast::Breakthrough;
pub use reference::Reference;
pub use walled::Walled;
pub use walls::Walls;

use andor_core::{InputError, Spec};
use std::ops::RangeInclusive;

/// The numbers of columns there are boards for.
pub const COLUMNS: RangeInclusive<usize> = 2..=8;

/// The numbers of rows there are boards for.
pub const ROWS: RangeInclusive<usize> = 4..=8;

/// The columns and rows that a spec string asks for: `breakthrough` (8x8), `breakthrough:6x5`.
///
/// # Errors
/// If there is no such board, or if other options than walls are given.
pub fn size(spec: &Spec) -> Result<(usize, usize), InputError> {
    spec.only_options(&[walls::WALLS])?;
    spec.columns_and_rows((8, 8), COLUMNS, ROWS)
}
