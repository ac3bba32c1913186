//! A player whose game has been forgotten: it is shown the game so far, and says what it thinks.

use crate::line::Line;
use andor_search::{Budget, Thought};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A player of one game. It may keep what it learnt from one move to the next.
pub trait Thinker: Send {
    /// Another game begins: what was kept is forgotten.
    fn new_game(&mut self);

    /// The estimate from which on it holds a game for decided; nothing if it makes none.
    fn decisive(&self) -> Option<i32>;

    /// Thinks about the position that a line of its game has come to, until the budget or `stop` ends
    /// it. `hear` is told every change of mind; the last thought comes back. The best move is always
    /// legal with this history.
    fn think(
        &mut self,
        line: &Line,
        budget: &Budget,
        stop: &Arc<AtomicBool>,
        hear: &mut dyn FnMut(&Thought),
    ) -> Thought;
}
