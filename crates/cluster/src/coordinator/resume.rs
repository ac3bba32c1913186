//! A run goes on from what is on disk: every result of the journal is inspected as it was when it came, but for those
//! that this user's coordinator has inspected and that stand there unchanged (`state`, seals).
//!
//! The file may have been edited, so what else it says is worth what its certificates are worth. A result that
//! does not hold, or whose leaf is not there because an earlier one did not, is left out, and its job is
//! done again. Claims that came without a proof are worked out once more, for a while; after that their
//! jobs are left to the workers.

use super::CoordinatorConfig;
use super::checkers::inspect_safely;
use crate::state::{JournalEntry, State};
use andor_core::InputError;
use andor_engine::remote::{
    Budget, Effort, Inspected, Inspector, Job, JobDesk, JobResult, JobVerdict, Lease, Unfit,
};
use std::time::{Duration, Instant};

/// So many results, or bytes of certificates, are inspected between two looks at the clock.
const AT_ONCE: usize = 256;
const BYTES_AT_ONCE: usize = 16 << 20;
/// Claims without proof are worked out for so long, all together.
const REDOING: Duration = Duration::from_secs(60);

/// What was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Resumed {
    /// Results that are in the tree now.
    pub(super) taken: u64,
    /// Results that are not.
    pub(super) left: u64,
    /// Results that are in the tree, and were not inspected again.
    pub(super) sealed: u64,
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
    config: &CoordinatorConfig,
) -> Result<Resumed, InputError> {
    let start = Instant::now();
    let limits = desk.limits().clone();
    let sealed = state.sealed(player)?;
    let mut replay = Replay {
        inspector,
        desk,
        threads: config.checkers.max(1),
        redoing: Duration::ZERO,
        resumed: Resumed::default(),
        failed: Vec::new(),
        changed: Vec::new(),
        failure: None,
    };
    let (mut batch, mut bytes) = (Vec::with_capacity(AT_ONCE), 0);
    state.each_result(player, |number, applied| {
        bytes += applied.proofs.iter().map(Vec::len).sum::<usize>();
        batch.push((number, applied));
        let is_last_sealed = number + 1 == sealed;
        if batch.len() == AT_ONCE || bytes >= BYTES_AT_ONCE || is_last_sealed {
            bytes = 0;
            replay.put(std::mem::take(&mut batch), number < sealed);
            replay.mend(state, player);
        }
        replay.failure.is_none() && limits.clock(start).is_none()
    })?;
    replay.put(batch, false);
    replay.mend(state, player);
    let Replay { mut resumed, failed, failure, .. } = replay;
    if let Some(failure) = failure {
        return Err(failure);
    }
    if limits.clock(start).is_some() {
        // Nobody has looked at all of it: what came to nothing may hold, and nothing is to be sealed.
        resumed.left = 0;
        return Ok(resumed);
    }
    // What is left has all been inspected, and need not be another time.
    state.strike(player, &failed)?;
    state.is_inspected(player)?;
    if config.seals {
        state.seal(player)?;
    }
    Ok(resumed)
}

/// A result by its number, with what its inspection is said to have made of it.
type ToInspect = (u64, Option<JobVerdict>, (Job, JobResult));

struct Replay<'a, 'd> {
    inspector: &'a dyn Inspector,
    desk: &'a mut JobDesk<'d>,
    threads: usize,
    /// The time that went into claims without proof.
    redoing: Duration,
    resumed: Resumed,
    /// The numbers of results that are not in the tree now.
    failed: Vec<u64>,
    /// Results of which something else holds than what stands there.
    changed: Vec<(u64, JournalEntry)>,
    failure: Option<InputError>,
}

impl Replay<'_, '_> {
    /// Puts in some results, all of them under seal or none.
    fn put(&mut self, results: Vec<(u64, JournalEntry)>, is_sealed: bool) {
        match is_sealed {
            true => self.put_sealed(results),
            false => self.put_in(results),
        }
    }

    /// Writes down what holds where something else stands, of what was put in last.
    fn mend(&mut self, state: &State, player: u8) {
        if let Err(error) = state.replace(player, &std::mem::take(&mut self.changed)) {
            self.failure.get_or_insert(error);
        }
    }

    /// Inspects some results, side by side, and puts them in, one after the other.
    fn put_in(&mut self, results: Vec<(u64, JournalEntry)>) {
        let inspector = self.inspector;
        let read = |(number, entry): (u64, JournalEntry)| {
            let found = entry.found.clone();
            (number, found, entry.into_result())
        };
        let results: Vec<ToInspect> = results.into_iter().map(read).collect();
        let judge = |(_, _, (job, result)): &ToInspect| {
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
        for ((number, found, (job, result)), inspected) in results.into_iter().zip(judged) {
            self.put_one(number, found, job, result, inspected);
        }
    }

    /// Puts in results that were inspected before; their proofs are kept side by side.
    fn put_sealed(&mut self, results: Vec<(u64, JournalEntry)>) {
        let inspector = self.inspector;
        let share = results.len().div_ceil(self.threads).max(1);
        std::thread::scope(|scope| {
            for part in results.chunks(share) {
                scope.spawn(move || {
                    part.iter().for_each(|(_, entry)| inspector.keep(&entry.proofs))
                });
            }
        });
        for (number, entry) in results {
            match self.desk.take(&entry.moves) {
                Some(lease) => {
                    self.resumed.sealed += 1;
                    self.finish(number, lease, entry.inspected());
                }
                None => self.leave(number),
            }
        }
    }

    fn put_one(
        &mut self,
        number: u64,
        found: Option<JobVerdict>,
        job: Job,
        result: JobResult,
        inspected: Result<Inspected, Unfit>,
    ) {
        let mut inspected = inspected;
        let Some(lease) = self.desk.take(&job.moves) else {
            self.leave(number);
            return;
        };
        if inspected == Err(Unfit::NotNow) && self.redoing < REDOING {
            let start = Instant::now();
            inspected = inspect_safely(self.inspector, &job, &result, Effort::Redo);
            self.redoing += start.elapsed();
        }
        let Ok(Inspected { verdict, proofs, .. }) = inspected else {
            self.desk.give_back(lease);
            self.leave(number);
            return;
        };
        self.finish(number, lease, &verdict);
        // Under seal it is believed as it stands: what its inspection says stands there then, and nothing else.
        let stood = found.as_ref().unwrap_or(&result.verdict);
        if *stood != verdict || result.proofs != proofs {
            self.changed.push((number, to_keep(job, result.verdict, verdict, proofs)));
        }
    }

    fn finish(&mut self, number: u64, lease: Lease, verdict: &JobVerdict) {
        match self.desk.finish(lease, verdict) {
            Ok(true) => {
                self.resumed.taken += 1;
            }
            Ok(false) => self.leave(number),
            Err(_) => {
                let why = "the tree of the state is larger than --memory allows";
                self.failure.get_or_insert_with(|| InputError::new(why));
            }
        }
    }

    /// A result that comes to nothing.
    fn leave(&mut self, number: u64) {
        self.failed.push(number);
        self.resumed.left += 1;
    }
}

/// A result as the journal keeps it.
pub(super) fn to_keep(
    job: Job,
    said: JobVerdict,
    found: JobVerdict,
    proofs: Vec<Vec<u8>>,
) -> JournalEntry {
    let Job { moves, budget: Budget { descents, room, .. }, .. } = job;
    let found = (found != said).then_some(found);
    JournalEntry { moves, descents, room, said, proofs, found }
}

#[cfg(test)]
mod tests;
