//! Who works on what.
//!
//! A worker is known once it has said hello with the right version and rules. Its jobs are leases that live
//! as long as the worker is heard of; a job that came back without a result too often is set aside.

use crate::message::LeaseNumbers;
use andor_engine::remote::JobOrder;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// A worker that sends results that do not hold is not believed any more after so many.
const STRIKES: u32 = 3;

/// A worker.
#[derive(Debug)]
pub(super) struct Worker {
    pub(super) threads: u32,
    pub(super) capacity: u32,
    pub(super) last_beat: u64,
    pub(super) heard: Instant,
    /// Which positions it was told to be lost.
    pub(super) lost_heard: u64,
    pub(super) jobs: u64,
    pub(super) nodes: u64,
    pub(super) strikes: u32,
    pub(super) refused: Option<String>,
}

impl Worker {
    fn new() -> Worker {
        Worker {
            threads: 0,
            capacity: 0,
            last_beat: 0,
            heard: Instant::now(),
            lost_heard: 0,
            jobs: 0,
            nodes: 0,
            strikes: 0,
            refused: None,
        }
    }
}

/// A job that somebody has.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) worker: String,
    pub(super) order: JobOrder,
    /// The lease as its worker knows it.
    pub(super) said: LeaseNumbers,
    pub(super) heard: Instant,
    pub(super) partial: u64,
    pub(super) nodes: u64,
    pub(super) expanded: u64,
    /// Its result is being inspected.
    pub(super) is_checking: bool,
}

/// Workers and leases.
#[derive(Debug, Default)]
pub(super) struct Roster {
    pub(super) workers: HashMap<String, Worker>,
    pub(super) held: HashMap<LeaseNumbers, Held>,
    tries: HashMap<Vec<u32>, u32>,
    /// Leases of before that were given anew.
    anew: HashMap<LeaseNumbers, LeaseNumbers>,
    /// Jobs that were given up; their leaves stay reserved.
    pub(super) aside: Vec<JobOrder>,
}

impl Roster {
    /// The worker of this name, whether it is known already or not.
    pub(super) fn worker(&mut self, name: &str) -> &mut Worker {
        self.workers.entry(name.to_owned()).or_insert_with(Worker::new)
    }

    /// The lease that stands for this one now.
    pub(super) fn now(&self, lease: LeaseNumbers) -> LeaseNumbers {
        self.anew.get(&lease).copied().unwrap_or(lease)
    }

    /// Whether a worker may be given a forgotten lease anew.
    pub(super) fn has_room(&self, worker: &str) -> bool {
        let has = self.held.values().filter(|held| held.worker == worker).count();
        // Results on their way count too.
        self.workers.get(worker).is_some_and(|known| has < 2 * known.capacity as usize + 2)
    }

    /// Gives a worker a lease in place of one that was forgotten.
    pub(super) fn give_anew(&mut self, worker: &str, old: LeaseNumbers, order: JobOrder) {
        // Old leases that nobody speaks of any more need not be kept.
        let held = &self.held;
        self.anew.retain(|_, now| held.contains_key(now));
        self.anew.insert(old, order.lease);
        let lease = order.lease;
        self.give(worker, order, false);
        if let Some(held) = self.held.get_mut(&lease) {
            held.said = old;
        }
    }

    /// Threads of all workers.
    pub(super) fn threads(&self) -> usize {
        self.workers.values().map(|worker| worker.threads as usize).sum()
    }

    /// Workers that can take another job, with how many; who was not heard of for so long gets none.
    pub(super) fn idle(&self, silence: Duration) -> Vec<(String, usize)> {
        let mut busy: HashMap<&str, usize> = HashMap::new();
        for held in self.held.values().filter(|held| !held.is_checking) {
            *busy.entry(held.worker.as_str()).or_default() += 1;
        }
        let free = |(name, worker): (&String, &Worker)| {
            let has = busy.get(name.as_str()).copied().unwrap_or(0);
            let more = (worker.capacity as usize).saturating_sub(has);
            let is_there = worker.refused.is_none() && worker.heard.elapsed() < silence;
            (more > 0 && is_there).then(|| (name.clone(), more))
        };
        let mut idle: Vec<(String, usize)> = self.workers.iter().filter_map(free).collect();
        // Those with most room first, so that nobody gets a second job before others have one.
        idle.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        idle
    }

    /// Notes that a worker took a job.
    pub(super) fn give(&mut self, worker: &str, order: JobOrder, is_checking: bool) {
        let now = Instant::now();
        let held = Held {
            worker: worker.to_owned(),
            said: order.lease,
            heard: now,
            partial: 0,
            nodes: 0,
            expanded: 0,
            is_checking,
            order,
        };
        self.held.insert(held.order.lease, held);
    }

    /// Takes the jobs back of which nothing was heard for so long.
    pub(super) fn expired(&mut self, lease: Duration) -> Vec<Held> {
        let is_late =
            |_: &LeaseNumbers, held: &mut Held| !held.is_checking && held.heard.elapsed() > lease;
        self.held.extract_if(is_late).map(|(_, held)| held).collect()
    }

    /// Takes back all jobs of a worker.
    pub(super) fn taken_from(&mut self, worker: &str) -> Vec<Held> {
        let is_its = |_: &LeaseNumbers, held: &mut Held| held.worker == worker && !held.is_checking;
        self.held.extract_if(is_its).map(|(_, held)| held).collect()
    }

    /// Counts a try that came to nothing; `true` if it was one too many.
    pub(super) fn tried(&mut self, moves: &[u32], most: u32) -> bool {
        let tries = self.tries.entry(moves.to_vec()).or_default();
        *tries += 1;
        *tries >= most
    }

    /// A result that does not hold; `true` if the worker is not believed any more.
    pub(super) fn strike(&mut self, worker: &str, why: &str) -> bool {
        let worker = self.worker(worker);
        worker.strikes += 1;
        let is_out = worker.strikes >= STRIKES;
        if is_out {
            worker.refused = Some(format!("{STRIKES} results did not hold, the last one: {why}"));
            worker.capacity = 0;
        }
        is_out
    }

    /// Forgets workers that were not heard of for so long.
    pub(super) fn forget_silent(&mut self, silence: Duration) -> Vec<String> {
        let is_gone = |_: &String, worker: &mut Worker| worker.heard.elapsed() > silence;
        self.workers.extract_if(is_gone).map(|(name, _)| name).collect()
    }
}
