//! Numbers for all positions of a game that never goes back, so that a table of one bit each can
//! hold all their values.
//!
//! Positions are arranged in *stages*: a move leads to an earlier stage. So values are found stage
//! by stage, each position once, from those of its children (backward induction).

/// What a numbering says of a position that is not over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbered {
    /// Its number.
    At(u64),
    /// It has none: the side to move can end the game at once, and wins.
    WonAtOnce,
    /// It has none: its moves tell its value.
    ByMoves,
}

/// A numbering of the positions of one game without draws. `P` is its position.
///
/// A position that is not over either has a number or is settled by a few plies that lead to
/// numbered positions or to the end of the game. Positions with the same number have the same value
/// for their side to move.
pub trait Numbering<P>: Send + Sync {
    /// Numbers are below this.
    fn count(&self) -> u64;

    /// Stages are below this.
    fn stages(&self) -> u32;

    /// Blocks are below this: parts of a stage for several threads to share.
    fn blocks(&self) -> u64;

    /// Tells the numbers of one block of one stage, each once. Over all blocks and stages no number
    /// is missing.
    fn for_each(&self, stage: u32, block: u64, found: &mut dyn FnMut(u64));

    /// The number of a position that is not over, if it has one.
    fn number(&self, position: &P) -> Numbered;

    /// The position with this number; `None` for one that no position has, or one that is over.
    fn position(&self, number: u64) -> Option<P>;
}
