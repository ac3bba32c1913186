//! Lines of Action: bring all your men together, moving as far as the line is crowded.
//!
//! Claude Soucie's game, with the nine rules of the Computer Olympiads as M. H. M. Winands,
//! *Informed Search in Complex Games*, thesis, Maastricht 2004, section 2.2, gives them.
//!
//! ```text
//!   8 . b b b b b b .     Black moves first. A man moves along a rank, file or diagonal exactly
//!   7 w . . . . . . w     as many squares as there are men of either colour on that whole line.
//!   6 w . . . . . . w     It jumps over its own men, never over enemies, and takes the enemy it
//!   5 w . . . . . . w     lands on: b8-h8 (six men on rank 8), c8-c6 (two on file c), c8xa6 (two
//!   4 w . . . . . . w     on that diagonal).
//!   3 w . . . . . . w
//!   2 w . . . . . . w     A side whose men are all connected, diagonals included, has won; one
//!   1 . b b b b b b .     man alone is connected. Who cannot move passes.
//!     a b c d e f g h
//! ```
//!
//! Positions can come back, and a repeated position is a draw, so this game has draws. A move may
//! connect both sides (a draw, or a win for the mover: [`Simultaneous`]), or only the opponent,
//! who then has won.
//!
//! The game exists three times: [`fast`] for the solvers on boards up to 8x8; [`mod@reference`],
//! straight from the nine rules, for the verifier there and for the solvers above; and [`listed`],
//! which knows lists of men and no board, for the verifier above 8x8. They share no code but what
//! reads and writes spec strings, and texts and bytes of positions, and they agree on these numbers (N
//! is the side of the board):
//!
//! - squares are counted a1 = 0, b1 = 1, ...: `row * N + column`;
//! - the code of a move is `from * 128 + to`, that of a pass [`PASS_CODE`];
//! - the bytes of a position are one for the side to move (0 Black, 1 White), then the squares in
//!   order, five to a byte, as [`pack_ternary`](andor_core::board::pack_ternary) writes them, with
//!   0 for an empty square, 1 for a black man and 2 for a white one;
//! - symmetry `s` of 0..8 exchanges files and ranks if `s & 4`, then left and right if `s & 1`,
//!   then top and bottom if `s & 2`.
//!
//! On the boards 9x9 to 11x11 the rules are therefore plain on both sides, and slow.

mod connectivity;
mod cost;
mod cost_network;
mod costs;
mod endings;
mod ends;
pub mod evaluation;
pub mod fast;
mod images;
mod lanes;
mod lifting;
mod lines;
pub mod listed;
mod player;
pub mod reference;
mod setup;
mod threat;
mod variant;

pub use fast::Loa;
pub use listed::Listed;
pub use reference::Reference;
pub use variant::{NoMove, Simultaneous, Variant};

use std::ops::RangeInclusive;

/// The sides of the boards there are.
pub const SIZES: RangeInclusive<usize> = 3..=11;

/// The sides of the boards that [`Loa`] plays on.
pub const FAST_SIZES: RangeInclusive<usize> = 3..=8;

/// The code of a forced pass: more than that of any other move.
pub const PASS_CODE: u32 = 0x3fff;
