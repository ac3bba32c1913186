//! Go on small boards, by area.
//!
//! ```text
//!   5 . . . . .
//!   4 . b w . .      Black and White put stones on empty points by turns, Black first, or pass.
//!   3 b . b w .      A chain without liberties is taken off. Here White may take a stone at b3,
//!   2 . b w . .      and Black could then take back at c3: a ko.
//!   1 . . . . .
//!     a b c d e
//! ```
//!
//! A *chain* is all stones of one colour that hang together along the lines; its *liberties* are
//! the empty points next to it. A stone is put on an empty point; first every enemy chain without
//! liberties is taken off, then, if suicide is allowed, the own chain. Two passes in a row end
//! the game. The *area* of a side is its stones and the empty points from which only its stones
//! can be reached along empty points; what both or neither reach is neutral. (The wording follows
//! the logical rules of Tromp and Taylor, <https://tromp.github.io/go.html>.)
//!
//! Options, see [`Variant`]:
//!
//! - `ko=situational` (the default): a move that makes a board that has been before with the same
//!   player to move is illegal. `ko=positional`: whoever was to move. Passing is always legal. The
//!   rules here know no history; whoever plays keeps a [`History`](andor_core::History).
//!   `ko=simple`: a stone that has just taken one stone, stands alone and has one liberty may not
//!   be taken back at once; any longer repetition, and play without end, is a draw.
//! - `suicide=no` (the default), or `suicide=yes`: a move may take off its own chain of two or
//!   more stones. The suicide of a single stone is never legal: it would be a pass that does not
//!   count as one.
//! - `komi=K`: points for White. Black wins with more points than that, equality is a draw.
//! - `goal=K`: Black wins with at least K points more than White after komi, White otherwise.
//!
//! The game exists twice: [`fast`] for the solvers, and [`mod@reference`], straight from the rule
//! book, for the verifier. They share no code but what reads and writes spec strings, and texts and
//! bytes of positions, and they agree on these numbers:
//!
//! - points are counted a1 = 0, b1 = 1, ...: `row * columns + column`;
//! - the code of a move is the number of its point; that of a pass is the number of points;
//! - the bytes of a position are one for the side to move (0 Black, 1 White) plus twice the number
//!   of passes; with `ko=simple` one for the ko point (0 if there is none, else its number plus
//!   one); then the points in order, five to a byte, as
//!   [`pack_ternary`](andor_core::board::pack_ternary) writes them, with 0 for an empty point, 1
//!   for a black stone and 2 for a white one;
//! - what superko compares is the side to move (if situational) and the points;
//! - with `ko=simple`, symmetry `s` first exchanges columns and rows if `s & 4` (square boards
//!   only), then left and right if `s & 1`, then top and bottom if `s & 2`. Under superko only the
//!   identity is a symmetry: a history has no mirror image.

pub(crate) mod bits;
mod evaluation;
pub mod fast;
mod life;
mod player;
pub mod reference;
mod settled;
pub(crate) mod setup;
pub(crate) mod stone_move;
mod variant;

pub use fast::Go;
pub use reference::Reference;
pub use variant::{Halves, Ko, Variant};
