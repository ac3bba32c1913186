//! A run goes on from what is on disk: every result of the journal is inspected as it was when it came.
//!
//! The file may have been edited, so what it says is worth what its certificates are worth. A result that
//! does not hold, or whose leaf is not there because an earlier one did not, is left out, and its job is
//! done again. Claims that came without a proof are worked out once more, for a while; after that their
//! jobs are left to the workers.

use super::checkers::inspect_safely;
use crate::state::{JournalEntry, State};
use andor_core::InputError;
use andor_engine::remote::{
    Budget, Effort, Inspected, Inspector, Job, JobDesk, JobResult, JobVerdict, Unfit, keep_proofs,
};
use std::time::{Duration, Instant};

/// So many results are inspected between two looks at the clock.
const AT_ONCE: usize = 256;
/// Claims without proof are worked out for so long, all together.
const REDOING: Duration = Duration::from_secs(60);

/// What was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Resumed {
    /// Results that are in the tree now.
    pub(super) taken: u64,
    /// Results that are not.
    pub(super) left: u64,
}

/// Puts what the state has of a player's question into the tree, as far as it holds.
///
/// # Errors
/// If the file cannot be read, or the tree is full.
pub(super) fn resume(
    state: &State,
    player: u8,
    desk: &mut JobDesk<'_>,
    inspector: &dyn Inspector,
    threads: usize,
) -> Result<Resumed, InputError> {
    let start = Instant::now();
    let limits = desk.limits().clone();
    let mut replay = Replay {
        inspector,
        desk,
        threads: threads.max(1),
        redoing: Duration::ZERO,
        resumed: Resumed::default(),
        is_full: false,
    };
    let mut batch = Vec::with_capacity(AT_ONCE);
    state.each_result(player, |applied| {
        batch.push(applied.into_result());
        if batch.len() == AT_ONCE {
            replay.put_in(std::mem::take(&mut batch));
        }
        !replay.is_full && limits.clock(start).is_none()
    })?;
    replay.put_in(batch);
    match replay.is_full {
        true => Err(InputError::new("the tree of the state is larger than --memory allows")),
        false => Ok(replay.resumed),
    }
}

struct Replay<'a, 'd> {
    inspector: &'a dyn Inspector,
    desk: &'a mut JobDesk<'d>,
    threads: usize,
    /// The time that went into claims without proof.
    redoing: Duration,
    resumed: Resumed,
    is_full: bool,
}

impl Replay<'_, '_> {
    /// Inspects some results, side by side, and puts them in, one after the other.
    fn put_in(&mut self, results: Vec<(Job, JobResult)>) {
        let inspector = self.inspector;
        let judge = |(job, result): &(Job, JobResult)| {
            inspect_safely(inspector, job, result, Effort::Judge)
        };
        let share = results.len().div_ceil(self.threads).max(1);
        let judged: Vec<Result<Inspected, Unfit>> = std::thread::scope(|scope| {
            let parts = results.chunks(share);
            let parts: Vec<_> = parts
                .map(|part| scope.spawn(move || part.iter().map(judge).collect::<Vec<_>>()))
                .collect();
            parts.into_iter().flat_map(|part| part.join().unwrap_or_default()).collect()
        });
        for ((job, result), inspected) in results.iter().zip(judged) {
            self.put_one(job, result, inspected);
        }
    }

    fn put_one(&mut self, job: &Job, result: &JobResult, inspected: Result<Inspected, Unfit>) {
        let mut inspected = inspected;
        let Some(lease) = self.desk.take(&job.moves) else {
            self.resumed.left += 1;
            return;
        };
        if inspected == Err(Unfit::NotNow) && self.redoing < REDOING {
            let start = Instant::now();
            inspected = inspect_safely(self.inspector, job, result, Effort::Redo);
            self.redoing += start.elapsed();
        }
        let Ok(Inspected { verdict, proofs, .. }) = inspected else {
            self.desk.give_back(lease);
            self.resumed.left += 1;
            return;
        };
        match self.desk.finish(lease, &verdict) {
            Ok(true) => {
                keep_proofs(self.desk, &proofs);
                self.resumed.taken += 1;
            }
            Ok(false) => self.resumed.left += 1,
            Err(_) => self.is_full = true,
        }
    }
}

/// A result as the journal keeps it.
pub(super) fn to_keep(job: Job, said: JobVerdict, proofs: Vec<Vec<u8>>) -> JournalEntry {
    let Job { moves, budget: Budget { descents, room, .. }, .. } = job;
    JournalEntry { moves, descents, room, said, proofs }
}
