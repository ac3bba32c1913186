//! A job-level search on disk: the coordinator's tree, and what the workers know.
//!
//! Beside the workers one more thread writes. It copies the tree, which is all that the search waits
//! for, writes the copy, and asks one worker after the other for its log (`lending`). Logs are facts:
//! they need not be of the same moment as the tree. A job in work is not saved but given out again.

use super::snapshot::{Room, TreeCopy};
use super::tree::JobTree;
use super::walk::GameWalk;
use super::{Config, JobDesk, JobLevel, Jobs};
use crate::checkpoint::{
    Checkpoint, CheckpointPlan, JobsShape, Resumed, load_jobs, read_table, write_table,
};
use crate::depth_first::table_budget;
use crate::table::Table;
use andor_core::{Counters, Game, InputError, Observer, Question};
use std::io;
use std::path::Path;

/// A search read back.
pub(super) struct Restored {
    pub(super) tree: JobTree,
    /// One a worker.
    pub(super) logs: Vec<Option<Table>>,
    pub(super) counters: Counters,
}

/// The bytes of all that one worker has: half of the memory is the tree's.
pub(super) fn worker_bytes(config: &Config, memory: u64) -> u64 {
    memory / 2 / config.workers.max(1) as u64
}

/// The bytes of a worker's log.
pub(super) fn log_bytes(jobs: Jobs, worker_bytes: u64) -> u64 {
    match jobs {
        Jobs::Pn => worker_bytes / 2,
        Jobs::DfPn => table_budget(worker_bytes),
    }
}

/// Writes a worker's log, if it has one.
pub(super) type WriteLog<'a> = dyn FnMut(Option<&Table>) -> io::Result<()> + 'a;

/// A moment of a search that goes on.
pub(super) struct Moment<'a> {
    /// What the tree is about.
    pub(super) subject: &'a str,
    pub(super) question: Question,
    pub(super) copy: TreeCopy,
    pub(super) counters: Counters,
    pub(super) workers: usize,
}

/// Writes one checkpoint of a search that goes on; the line to be shown, if any.
pub(super) fn save_running(
    checkpoint: &mut Checkpoint,
    moment: Moment<'_>,
    borrow: impl Fn(usize, &mut WriteLog<'_>) -> Option<io::Result<()>>,
) -> Option<String> {
    let Moment { subject, question, copy, counters, workers } = moment;
    let shape = JobsShape { workers: workers as u64, nodes: copy.nodes() };
    let mut is_over = false;
    let line = checkpoint.write_jobs(question, counters, shape, |writer| {
        copy.save(subject, writer)?;
        drop(copy);
        for worker in 0..workers {
            match borrow(worker, &mut |log| write_table(writer, log)) {
                Some(written) => written?,
                None => {
                    // The last checkpoint is about to be written instead.
                    is_over = true;
                    return Err(io::ErrorKind::Interrupted.into());
                }
            }
        }
        Ok(())
    });
    (!is_over).then_some(line)
}

/// Writes the last checkpoint of a search; the line to be shown.
pub(super) fn save_ended(
    checkpoint: &mut Checkpoint,
    desk: &JobDesk<'_>,
    counters: Counters,
) -> String {
    let JobDesk { tree, question, walk, workers, .. } = desk;
    let shape = JobsShape { workers: workers.len() as u64, nodes: tree.pool.live() };
    checkpoint.write_jobs(*question, counters, shape, |writer| {
        tree.save(&walk.subject(), writer)?;
        workers.iter().try_for_each(|worker| write_table(writer, worker.log().as_deref()))
    })
}

impl<G: Game + 'static> JobLevel<G> {
    /// Writes checkpoints from now on, and one whenever a search ends.
    pub fn save_to(&mut self, plan: CheckpointPlan) {
        self.checkpoint = Some(Checkpoint::new(plan));
    }

    /// The room for the tree: where checkpoints are written, for a copy, too.
    pub(super) fn room(&self, memory: u64, tree_nodes: Option<u64>) -> Room {
        let half = memory / 2;
        let bytes = match self.checkpoint {
            Some(_) => JobTree::bytes_beside_copy(half),
            None => half,
        };
        let Config { policy, without, .. } = self.config;
        Room { bytes, tree_nodes, policy, without }
    }

    /// Reads a saved search of `root`.
    fn read(
        &self,
        game: &G,
        root: &G::Position,
        path: &Path,
    ) -> Result<(Question, Restored), InputError> {
        let (question, counters, (tree, logs)) =
            load_jobs(path, |identity, question, shape, reader| {
                if shape.workers != self.config.workers.max(1) as u64 {
                    return Err(reader.bad("it belongs to another number of threads"));
                }
                let room = self.room(identity.memory, identity.tree_nodes);
                let mut walk = GameWalk::new(game, root, question);
                let tree = JobTree::load(&mut walk, room, reader);
                let tree = tree.map_err(|error| reader.bad(&error.to_string()))?;
                let worker_bytes = worker_bytes(&self.config, identity.memory);
                let bytes = log_bytes(self.config.jobs, worker_bytes);
                let logs = (0..shape.workers).map(|_| read_table(reader, bytes));
                Ok((tree, logs.collect::<Result<Vec<_>, _>>()?))
            })?;
        Ok((question, Restored { tree, logs, counters }))
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
    ) -> Option<Restored> {
        if self.is_repairing {
            return None;
        }
        let mut waiting = self.resumed.take();
        let read = |path: &Path| self.read(game, root, path);
        let restored = Resumed::take(&mut waiting, root, question, observer, read);
        self.resumed = waiting;
        restored
    }
}
