//! A PN search that goes on from a checkpoint.
//!
//! What is saved is the tree of the first level as it stood between two steps, with the log and
//! the work done until then. A second level in progress is not saved but done again, and then
//! counted once: from the same tree the search takes the same steps, so a run that was stopped and
//! resumed ends with the counts of one that was not.

use super::{Pn, PnSearch, log_budget, new_pool};
use crate::best_first::Tree;
use crate::checkpoint::{Checkpoint, Resumed, Snapshot, Unwalked, load_with, read_tree};
use crate::table::Table;
use andor_core::{Counters, Game, InputError, Observer, Question};
use std::path::Path;

/// A search read back.
pub(super) struct RestoredSearch<G: Game> {
    pub(super) tree: Tree<G>,
    pub(super) log: Table,
    pub(super) counters: Counters,
    pub(super) peak: u64,
}

impl<G: Game> Pn<G> {
    /// Reads a saved search of `root`.
    fn read(
        &self,
        game: &G,
        root: &G::Position,
        path: &Path,
    ) -> Result<(Question, RestoredSearch<G>), InputError> {
        let name = InputError::quote(&path.display().to_string());
        let bad = |why: &str| InputError::new(format!("checkpoint {name}: {why}"));
        let mut moves = Vec::new();
        game.moves(root, &mut moves);
        let filler = moves[0];
        let (saved, (unwalked, peak)) = load_with(path, log_budget, |identity, shape, reader| {
            let shape = shape.ok_or_else(|| reader.bad("it has no tree"))?;
            let pool = new_pool(&self.config, identity.memory, identity.tree_nodes);
            let unwalked: Unwalked<G> = read_tree(pool, filler, &shape, reader)?;
            Ok((unwalked, shape.peak))
        })?;
        let tree = unwalked.walk(game, root).ok_or_else(|| bad("its tree is damaged"))?;
        let (log, counters) = (saved.table, saved.counters);
        Ok((saved.question, RestoredSearch { tree, log, counters, peak }))
    }

    /// Goes on from a file once its question is asked.
    pub(super) fn resume_from(
        &mut self,
        game: &G,
        root: &G::Position,
        path: &Path,
    ) -> Result<(), InputError> {
        self.resumed = Some(Resumed::new(path, root, self.read(game, root, path)?));
        Ok(())
    }

    /// The saved search of this question, if there is one.
    pub(super) fn take_resumed(
        &mut self,
        game: &G,
        root: &G::Position,
        question: Question,
        observer: &mut dyn Observer,
    ) -> Option<RestoredSearch<G>> {
        if self.holds_checkpoints {
            return None;
        }
        let mut waiting = self.resumed.take();
        let read = |path: &Path| self.read(game, root, path);
        let restored = Resumed::take(&mut waiting, root, question, observer, read);
        self.resumed = waiting;
        restored
    }
}

impl<G: Game> PnSearch<'_, G> {
    /// Writes down where the search stood after its last whole step.
    pub(super) fn save(&mut self, observer: &mut dyn Observer) {
        let peak = self.peak();
        let PnSearch { context, tree, done, checkpoint, .. } = self;
        if let Some(checkpoint) = checkpoint {
            let snapshot = Snapshot { game: context.game, tree, peak };
            let (question, log) = (context.question, context.log);
            observer.note(&checkpoint.write(question, *done, log, Some(&snapshot)));
        }
    }

    /// Writes that down if it is time to.
    pub(super) fn save_if_due(&mut self, observer: &mut dyn Observer) {
        if self.checkpoint.as_deref().is_some_and(Checkpoint::is_due) {
            self.save(observer);
        }
    }
}
