//! One-eye problems: can the defender make an eye in this corner of a Go board?
//!
//! A. Kishimoto and M. Müller tested their solution to the graph-history interaction problem on
//! such problems with situational superko (*A General Solution to the Graph History Interaction
//! Problem*, AAAI 2004). The definitions here are ours; docs/games/one-eye.md has them with examples.
//!
//! ```text
//!   4 . . . .       The region is a1 to c2, drawn with `+` where it is empty and with capital
//!   3 b b b .       letters where there are stones. White is to make an eye in it: an empty point
//!   2 + + + w       whose neighbours are all white and hang together. The white stones on d1 and
//!   1 + + + w       d2 lie outside the region and are safe.
//!     a b c d
//! ```
//!
//! - A position is a board, a *region* of points, the *defender*, who wants an eye there, and the
//!   side to move; the other side is the *attacker*. Region and defender never change.
//! - Both sides may put stones on empty points of the region only, or pass.
//! - A chain with a stone outside the region is *anchored*: it is never taken. Any other chain is
//!   taken when it has no liberties; liberties may lie outside the region, where nobody can fill
//!   them. Suicide is illegal. `ko` is as in [`go`](crate::go).
//! - An *eye* is an empty point of the region with nothing but defender's stones next to it,
//!   which are either all anchored, or all of one chain that has another liberty (so that it
//!   cannot be taken through the eye at once).
//! - As soon as there is an eye, the defender has won. Two passes in a row without one: the
//!   attacker has won. There are no other ends, so under superko no draws.
//!
//! The game exists twice: [`fast`] for the solvers, and [`mod@reference`] for the verifier. They
//! agree on these numbers: points and move codes are those of [`go`](crate::go); the bytes of a
//! position are one for the side to move (0 Black, 1 White) plus twice the number of passes plus 6
//! if White is the defender; with `ko=simple` one for the ko point (0 if there is none, else its
//! number plus one); the region, eight points to a byte from the lowest bit on; then the points as
//! in [`go`](crate::go). Superko compares the side to move (if situational) and the stones.
//!

pub mod compose;
mod evaluation;
pub mod fast;
pub mod reference;
mod setup;
mod variant;

pub use fast::OneEye;
pub use reference::Reference;
pub use setup::{drawn, read_drawn};
pub use variant::Variant;
