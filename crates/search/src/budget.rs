//! How long a player may think about one move.

use std::time::Duration;

/// Time for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// This long for this move.
    Move(Duration),
    /// What is left for the rest of the game.
    Game {
        /// On the clock now.
        left: Duration,
        /// Added after every move.
        increment: Duration,
        /// Moves until the clock is set anew, if it is.
        moves_to_go: Option<u32>,
    },
}

/// What ends the thinking: whatever of this comes first. Nothing at all means that somebody must
/// say stop.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Budget {
    /// Iterative deepening ends after this depth, in plies.
    pub depth: Option<u32>,
    /// At most this many nodes.
    pub nodes: Option<u64>,
    /// Time.
    pub clock: Option<Clock>,
}
