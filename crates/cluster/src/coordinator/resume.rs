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
        is_full: false,
    };
    let (mut batch, mut bytes, mut is_whole) = (Vec::with_capacity(AT_ONCE), 0, true);
    state.each_result(player, |number, applied| {
        bytes += applied.proofs.iter().map(Vec::len).sum::<usize>();
        batch.push((number, applied));
        let is_last_sealed = number + 1 == sealed;
        if batch.len() == AT_ONCE || bytes >= BYTES_AT_ONCE || is_last_sealed {
            bytes = 0;
            replay.put(std::mem::take(&mut batch), number < sealed);
        }
        is_whole = !replay.is_full && limits.clock(start).is_none();
        is_whole
    })?;
    replay.put(batch, false);
    // What is left has all been inspected, and need not be another time.
    if is_whole && !replay.is_full {
        state.strike(player, &replay.failed)?;
        if config.seals {
            state.seal(player)?;
        }
    }
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
    /// The numbers of results that are not in the tree now.
    failed: Vec<u64>,
    is_full: bool,
}

impl Replay<'_, '_> {
    /// Puts in some results, all of them under seal or none.
    fn put(&mut self, results: Vec<(u64, JournalEntry)>, is_sealed: bool) {
        match is_sealed {
            true => self.put_sealed(results),
            false => {
                let results = results.into_iter();
                self.put_in(results.map(|(number, entry)| (number, entry.into_result())).collect());
            }
        }
    }

    /// Inspects some results, side by side, and puts them in, one after the other.
    fn put_in(&mut self, results: Vec<(u64, (Job, JobResult))>) {
        let inspector = self.inspector;
        let judge = |(_, (job, result)): &(u64, (Job, JobResult))| {
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
        for ((number, (job, result)), inspected) in results.iter().zip(judged) {
            self.put_one(*number, job, result, inspected);
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
        job: &Job,
        result: &JobResult,
        inspected: Result<Inspected, Unfit>,
    ) {
        let mut inspected = inspected;
        let Some(lease) = self.desk.take(&job.moves) else {
            self.leave(number);
            return;
        };
        if inspected == Err(Unfit::NotNow) && self.redoing < REDOING {
            let start = Instant::now();
            inspected = inspect_safely(self.inspector, job, result, Effort::Redo);
            self.redoing += start.elapsed();
        }
        let Ok(Inspected { verdict, .. }) = inspected else {
            self.desk.give_back(lease);
            self.leave(number);
            return;
        };
        self.finish(number, lease, &verdict);
    }

    fn finish(&mut self, number: u64, lease: Lease, verdict: &JobVerdict) {
        match self.desk.finish(lease, verdict) {
            Ok(true) => {
                self.resumed.taken += 1;
            }
            Ok(false) => self.leave(number),
            Err(_) => self.is_full = true,
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
