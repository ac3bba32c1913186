//! The boolean search on disk: its table is all that it knows.

use super::Boolean;
use super::shared::CommonGround;
use super::table::{Naming, SolvedTable};
use crate::checkpoint::{Checkpoint, Saved, begin};
use crate::depth_first::table_budget;
use andor_core::{Game, InputError, Observer, Question};
use std::path::Path;

/// A search read back from disk.
pub(super) type SavedValues = Saved<SolvedTable>;

/// Reads the checkpoint of a search of a game whose positions have such names.
pub(super) fn load(naming: Naming, path: &Path) -> Result<SavedValues, InputError> {
    let begun = begin(path, |identity, shape, reader| {
        let budget = table_budget(identity.memory);
        SolvedTable::restore(budget, naming, shape, |part| reader.part(part))
    })?;
    begun.end_without_tree()
}

/// Writes the table down; while it is written nobody changes it.
pub(super) fn write(
    checkpoint: &mut Checkpoint,
    question: Question,
    shared: &CommonGround,
    observer: &mut dyn Observer,
) {
    let counters = shared.add(0, 0);
    let table = shared.table_alone();
    let line = checkpoint.write_parts(question, counters, table.shape(), None, |writer| {
        table.for_each_part(|part| writer.part(part))
    });
    drop(table);
    observer.note(&line);
}

impl<G: Game> Boolean<G> {
    /// Writes a checkpoint if one is due, and if they are not held.
    pub(super) fn save_if_due(
        checkpoint: Option<&mut Checkpoint>,
        question: Question,
        shared: &CommonGround,
        observer: &mut dyn Observer,
    ) {
        if let Some(checkpoint) = checkpoint.filter(|checkpoint| checkpoint.is_due()) {
            write(checkpoint, question, shared, observer);
        }
    }
}
