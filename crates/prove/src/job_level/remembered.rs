//! Jobs that virtual workers did before: an experiment with many searches of one position does most jobs many times.
//!
//! Where positions cannot come back, a PN job depends on nothing but its leaf and its size: how often partial results
//! are wanted, and who does what when, is the coordinator's. So a job is run once and its numbers on the way are kept,
//! at all descents after which some search of the experiment may want them; the next time it is read. The
//! counts of a search are the same with and without.
//!
//! It is for measurements: who remembers a job has no proof of what it found.

use super::job::{Budget, Finished, Job, JobVerdict};
use super::pn_job::LOOK_EVERY;
use super::worker::LeafWorker;
use andor_core::Counters;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Partial results may be wanted after every multiple of this.
const STEP: u64 = 50;
/// This divides all of these.
const FINE: u64 = 2;

/// The most jobs that are remembered, some hundred bytes each.
const MOST: usize = 1 << 20;

/// The numbers of a job on the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) descents: u64,
    /// Nodes by then.
    pub(super) work: u64,
    pub(super) phi: u32,
    pub(super) delta: u32,
}

/// A job that was done.
#[derive(Clone, Debug)]
pub(super) struct Done {
    pub(super) way: Vec<Way>,
    pub(super) verdict: JobVerdict,
    /// Of the whole job.
    pub(super) counters: Counters,
}

/// The jobs of searches that differ in nothing that their jobs depend on: game, position, question, leaf rule, knowledge,
/// oracles, and what is merged.
#[derive(Debug, Default)]
pub struct JobMemory(Mutex<HashMap<(Vec<u8>, u64), Done>>);

impl JobMemory {
    /// Whether the partial results of such a job are among what is kept.
    pub(super) fn has(budget: &Budget) -> bool {
        budget.room == u64::MAX && budget.partial_every.is_none_or(|every| every % STEP == 0)
    }

    /// The job at a leaf with these bytes, remembered or done by this worker now; `None` if it could not be done.
    pub(super) fn job(
        &self,
        leaf: Vec<u8>,
        job: &Job,
        worker: &mut dyn LeafWorker,
    ) -> Option<Done> {
        let key = (leaf, job.budget.descents);
        let mut jobs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(done) = jobs.get(&key) {
            return Some(done.clone());
        }
        let budget = Budget { partial_every: Some(FINE), ..job.budget };
        let (mut way, mut counters, mut descents) = (Vec::new(), Counters::default(), 0);
        let job = Job { budget, ..job.clone() };
        let finished = worker.run(&job, &mut |phi, delta, more| {
            counters += more;
            descents += FINE;
            if descents % STEP == 0 || descents % LOOK_EVERY == 0 {
                way.push(Way { descents, work: counters.nodes, phi, delta });
            }
            Ok(())
        });
        let Finished { verdict, counters: rest } = finished.ok()?;
        counters += rest;
        let done = Done { way, verdict, counters };
        if jobs.len() < MOST {
            jobs.insert(key, done.clone());
        }
        Some(done)
    }
}
