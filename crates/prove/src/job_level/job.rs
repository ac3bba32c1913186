//! A job: one leaf of the coordinator's tree, and what whoever evaluates it says.

use crate::node_pool::Node;
use crate::table::Table;
use andor_core::{Counters, Game, Oracle, Question, Stopped};
use std::sync::Arc;

/// The size of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// At most so many descents.
    pub descents: u64,
    /// At most about so many nodes in its tree.
    pub room: u64,
    /// A partial result after every so many descents.
    pub partial_every: Option<u64>,
}

/// A job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job<M> {
    /// The moves from the root of the whole search to the leaf. Where positions can come back, the
    /// value of the leaf depends on them.
    pub moves: Vec<M>,
    /// Its size.
    pub budget: Budget,
}

/// What became of a leaf.
#[derive(Clone, Debug)]
pub enum Verdict<M> {
    /// It is won or lost for its side to move.
    Settled {
        /// Won.
        won: bool,
        /// The highest position of the path that this rests on; `u32::MAX` if on none.
        leans_on: u32,
        /// The move that wins.
        winning: Option<M>,
    },
    /// It has these children now.
    Open {
        /// With their numbers; those that fail for good are left out.
        children: Vec<Node<M>>,
    },
}

/// A final result.
#[derive(Clone, Debug)]
pub struct Finished<M> {
    /// What became of the leaf.
    pub verdict: Verdict<M>,
    /// The work it took.
    pub counters: Counters,
}

/// Whoever evaluates leaves: a search of its own, which may keep what it finds from job to job.
pub trait JobSolver<G: Game>: Send {
    /// Evaluates the leaf at the end of the job's moves from `root`. `partial` is told the leaf's
    /// numbers on the way, in the view of its side to move, and the work since the last time; it says
    /// why to stop, if so.
    ///
    /// # Errors
    /// Why it stopped without a result.
    fn run(
        &mut self,
        game: &G,
        root: &G::Position,
        question: Question,
        job: &Job<G::Move>,
        partial: &mut dyn FnMut(u32, u32, Counters) -> Result<(), Abandoned>,
    ) -> Result<Finished<G::Move>, Abandoned>;

    /// The work below a position that was found lost for its side to move, on every path.
    fn work_if_lost(&self, game: &G, position: &G::Position) -> Option<u64>;

    /// Keeps in mind that this position is lost for its side to move, on every path.
    fn keep_lost(&mut self, game: &G, position: &G::Position);

    /// Takes an oracle along into every later job.
    fn consult(&mut self, oracle: Arc<dyn Oracle<G>>);

    /// Works without oracles from now on.
    fn dismiss_oracles(&mut self);

    /// The table of what it found, for a checkpoint; `None` before there is one.
    fn log(&self) -> Option<Arc<Table>> {
        None
    }

    /// Goes on with the table of a saved search of this question.
    fn restore_log(&mut self, _question: Question, _log: Table) {}

    /// Bytes in use.
    fn memory(&self) -> u64;
}

/// Why a job was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Abandoned {
    /// The leaf is gone: something above it was settled.
    Stale,
    /// The whole search ends.
    Stopped(Stopped),
}
