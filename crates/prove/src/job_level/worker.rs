//! A worker of this process, the type of the game forgotten: a [`JobSolver`] with all that one search is
//! about.

use super::job::{Abandoned, Finished, Job, JobSolver, OnPartial, arrive, position_at};
use crate::table::Table;
use andor_core::{Game, Question};
use std::sync::Arc;

/// Evaluates the leaves of one tree.
pub(super) trait LeafWorker: Send {
    /// Does a job.
    fn run(&mut self, job: &Job, partial: &mut OnPartial<'_>) -> Result<Finished, Abandoned>;

    /// Keeps in mind that the position at the end of these moves is lost for its side to move, on
    /// every path.
    fn keep_lost(&mut self, path: &[u32]);

    /// The table of what it found, for a checkpoint; `None` before there is one.
    fn log(&self) -> Option<Arc<Table>>;
}

/// A solver at work on one search.
pub(super) struct SolverAtWork<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) root: &'a G::Position,
    pub(super) question: Question,
    pub(super) solver: &'a mut dyn JobSolver<G>,
}

impl<G: Game> LeafWorker for SolverAtWork<'_, G> {
    fn run(&mut self, job: &Job, partial: &mut OnPartial<'_>) -> Result<Finished, Abandoned> {
        let leaf = arrive(self.game, self.root, &job.moves).expect("a tree has legal moves");
        self.solver.run(self.game, self.question, &leaf, job.budget, partial)
    }

    fn keep_lost(&mut self, path: &[u32]) {
        if let Some(position) = position_at(self.game, self.root, path) {
            self.solver.keep_lost(self.game, &position);
        }
    }

    fn log(&self) -> Option<Arc<Table>> {
        self.solver.log()
    }
}
