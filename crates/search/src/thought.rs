//! What a player says about a position, while it thinks and at the end.

use std::time::Duration;

/// What a position is worth for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// An estimate, in the unit of the evaluation.
    Estimate(i32),
    /// A proved win, in at most this many plies.
    Win(u32),
    /// A proved loss, after at most this many plies.
    Loss(u32),
    /// A proved draw.
    Draw,
}

/// The state of a search. Moves are texts: this crosses the rim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The best move; `None` where the game is over.
    pub best: Option<String>,
    /// Its worth.
    pub score: Score,
    /// The last finished iteration.
    pub depth: u32,
    /// The deepest line looked at.
    pub selective_depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Since the start.
    pub time: Duration,
    /// The principal variation, the best move first.
    pub line: Vec<String>,
}
