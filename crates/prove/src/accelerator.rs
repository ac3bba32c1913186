//! Somebody who searches much faster than the threads of this process: a card.
//!
//! It searches without numbers, in the order of the game's features, and is asked in one of two ways:
//!
//! * `search`: the root alone, as the first half of a [`boolean`](crate::boolean) search, which then takes its values
//!   over;
//! * `settle`: many positions at once, leaves of the top of a tree that df-pn keeps on the processor
//!   (`depth_first::parallel`).
//!
//! Nothing of what it says is believed in the end: what it has settled is proved again where a proof needs it,
//! and every certificate is verified.

use andor_core::{Counters, Game, InputError, Limits, Observer, Stopped};

/// What an accelerator is asked.
#[derive(Debug)]
pub struct FastTask<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The position, which is not over.
    pub root: &'a G::Position,
    /// The weights of the game's order of moves.
    pub weights: &'a [i32],
    /// When to stop.
    pub limits: &'a Limits,
}

impl<G: Game> Clone for FastTask<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for FastTask<'_, G> {}

/// How the search of an accelerator ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accelerated {
    /// Why.
    pub stopped: Stopped,
    /// Whether the side to move wins, as it says.
    pub won: Option<bool>,
    /// Its work.
    pub counters: Counters,
    /// The values that it has kept.
    pub entries: u64,
    /// Bytes of its memory.
    pub memory: u64,
}

/// What an accelerator knows of a position that it has searched for a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Settled {
    /// Whether the side to move wins, as it says; `None` if it has not found that out.
    pub won: Option<bool>,
    /// The positions that it has expanded for this one.
    pub expanded: u64,
}

/// A fast searcher of a game without draws and repetitions whose positions have exact codes.
pub trait Accelerator<G: Game>: Send {
    /// Refuses what it cannot search.
    ///
    /// # Errors
    /// Says why.
    fn check(&self, game: &G, root: &G::Position, weights: &[i32]) -> Result<(), InputError>;

    /// Searches until the root is solved or a limit is reached; `None` if there is nothing to search.
    ///
    /// # Errors
    /// If it fails, says why.
    fn search(
        &mut self,
        task: &FastTask<'_, G>,
        observer: &mut dyn Observer,
    ) -> Result<Option<Accelerated>, String>;

    /// Searches these positions side by side for a moment, and tells of each what is known by then, and the work of
    /// them all. What was found on the way is kept for the next time. All of them can come up after `task.root`.
    ///
    /// # Errors
    /// If it fails, says why.
    fn settle(
        &mut self,
        task: &FastTask<'_, G>,
        positions: &[G::Position],
    ) -> Result<(Vec<Settled>, Counters), String>;

    /// Shows all words of its table, empty ones too, until `take` has had enough.
    ///
    /// # Errors
    /// If it fails, says why.
    fn values(&mut self, take: &mut dyn FnMut(&[u64]) -> bool) -> Result<(), String>;
}
