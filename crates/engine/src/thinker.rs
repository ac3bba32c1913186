//! A player whose game has been forgotten: it is told the moves so far, and says what it thinks.

use crate::error::EngineError;
use andor_search::{Budget, Thought};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A player of one game. It may keep what it learnt from one move to the next.
pub trait Thinker: Send {
    /// What it calls itself: `mia4:depth=4`.
    fn name(&self) -> String;

    /// Another game begins: what was kept is forgotten.
    fn new_game(&mut self);

    /// Thinks about the position after `moves` from `start` (the game's initial position for
    /// `None`), until the budget or `stop` ends it. `hear` is told every change of mind; the last
    /// thought comes back. The best move is always legal with this history.
    ///
    /// # Errors
    /// If the position or a move cannot be used.
    fn think(
        &mut self,
        start: Option<&str>,
        moves: &[String],
        budget: &Budget,
        stop: &Arc<AtomicBool>,
        hear: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, EngineError>;
}
