//! Who works on what.
//!
//! A worker is known once it has said hello with the right version and rules. Its jobs are leases that live
//! as long as the worker is heard of, and no longer than a deadline, whatever is heard. What becomes of its
//! jobs is counted ([`Credit`]); a newcomer gets few jobs at a time, one that was of use gets more.

use super::credit::{Credit, Deed};
use andor_engine::remote::{Job, Lease};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// At most so many workers are known at a time.
const MOST_WORKERS: usize = 4096;
/// A newcomer gets so many jobs at once, and each result that is of use allows it as many more.
const NEWCOMER: u64 = 4;

/// A worker.
#[derive(Debug)]
pub(super) struct Worker {
    pub(super) threads: u32,
    pub(super) capacity: u32,
    pub(super) last_beat: u64,
    pub(super) heard: Instant,
    /// Which positions it was told to be lost.
    pub(super) lost_heard: u64,
    /// Results that were of use.
    pub(super) jobs: u64,
    pub(super) nodes: u64,
    pub(super) refused: Option<String>,
    credit: Credit,
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
            refused: None,
            credit: Credit::new(),
        }
    }

    /// How many jobs it may have at once.
    fn allowance(&self) -> usize {
        let most = NEWCOMER.saturating_mul(self.jobs.saturating_add(1));
        u64::from(self.capacity).min(most) as usize
    }

    /// Whether it was heard of lately, and may have jobs.
    pub(super) fn is_there(&self, silence: Duration) -> bool {
        self.refused.is_none() && self.heard.elapsed() < silence
    }
}

/// A job that somebody has.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) worker: String,
    pub(super) job: Job,
    /// The lease as its worker knows it.
    pub(super) said: Lease,
    /// When it was given out.
    pub(super) given: Instant,
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
    pub(super) held: HashMap<Lease, Held>,
    /// Who could not do a job, and whether they had been of use before.
    failed: HashMap<Vec<u32>, Vec<(String, bool)>>,
    /// Leases of before that were given anew.
    anew: HashMap<Lease, Lease>,
    /// Jobs that wait for somebody who has not failed at them yet; their leaves stay reserved.
    waiting: Vec<Job>,
    /// Jobs that were given up; their leaves stay reserved.
    pub(super) aside: Vec<Job>,
}

impl Roster {
    /// The worker of this name, who may be new; `None` if there are too many. Of those who never were of use,
    /// or are refused, and have no job, the one that was silent longest makes room.
    pub(super) fn admit(&mut self, name: &str) -> Option<&mut Worker> {
        if self.workers.len() >= MOST_WORKERS && !self.workers.contains_key(name) {
            let held = &self.held;
            let has_job = |name: &str| held.values().any(|held| held.worker == name);
            let can_go = |(name, worker): &(&String, &Worker)| {
                (worker.jobs == 0 || worker.refused.is_some()) && !has_job(name)
            };
            let gone = self.workers.iter().filter(can_go).min_by_key(|(_, worker)| worker.heard);
            let gone = gone.map(|(name, _)| name.clone())?;
            self.workers.remove(&gone);
        }
        Some(self.workers.entry(name.to_owned()).or_insert_with(Worker::new))
    }

    /// The lease that stands for this one now.
    pub(super) fn now(&self, lease: Lease) -> Lease {
        self.anew.get(&lease).copied().unwrap_or(lease)
    }

    /// Whether a worker may be given a forgotten lease anew, or have a result of one inspected.
    pub(super) fn has_room(&self, worker: &str) -> bool {
        let has = self.held.values().filter(|held| held.worker == worker).count();
        // Results on their way count too.
        self.workers.get(worker).is_some_and(|known| has < 2 * known.allowance() + 2)
    }

    /// Gives a worker a lease in place of one that was forgotten.
    pub(super) fn give_anew(&mut self, worker: &str, old: Lease, job: Job) {
        // Old leases that nobody speaks of any more need not be kept.
        let held = &self.held;
        self.anew.retain(|_, now| held.contains_key(now));
        self.anew.insert(old, job.lease);
        let lease = job.lease;
        self.give(worker, job, false);
        if let Some(held) = self.held.get_mut(&lease) {
            held.said = old;
        }
    }

    /// Threads of all workers that were heard of lately, as far as they may have jobs.
    pub(super) fn threads(&self, silence: Duration) -> usize {
        let there = self.workers.values().filter(|worker| worker.is_there(silence));
        there.map(|worker| worker.allowance().min(worker.threads as usize)).sum()
    }

    /// Workers that can take another job; who was not heard of for so long gets none.
    pub(super) fn idle(&self, silence: Duration) -> Vec<String> {
        let mut busy: HashMap<&str, usize> = HashMap::new();
        for held in self.held.values().filter(|held| !held.is_checking) {
            *busy.entry(held.worker.as_str()).or_default() += 1;
        }
        let free = |(name, worker): (&String, &Worker)| {
            let has = busy.get(name.as_str()).copied().unwrap_or(0);
            let more = worker.allowance().saturating_sub(has);
            (more > 0 && worker.is_there(silence)).then(|| (worker.jobs == 0, more, name.clone()))
        };
        let mut idle: Vec<(bool, usize, String)> = self.workers.iter().filter_map(free).collect();
        // Those who were of use first; among them those with most room, so that nobody gets a second
        // job before others have one.
        idle.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)).then_with(|| a.2.cmp(&b.2)));
        idle.into_iter().map(|(_, _, name)| name).collect()
    }

    /// Notes that a worker took a job.
    pub(super) fn give(&mut self, worker: &str, job: Job, is_checking: bool) {
        let now = Instant::now();
        let held = Held {
            worker: worker.to_owned(),
            said: job.lease,
            given: now,
            heard: now,
            partial: 0,
            nodes: 0,
            expanded: 0,
            is_checking,
            job,
        };
        self.held.insert(held.job.lease, held);
    }

    /// Takes the jobs back of which nothing was heard for so long.
    pub(super) fn silent(&mut self, lease: Duration) -> Vec<Held> {
        self.take_back(|held| held.heard.elapsed() > lease)
    }

    /// Takes the jobs back that are not done so long after they were given out.
    pub(super) fn overdue(&mut self, deadline: Duration) -> Vec<Held> {
        self.take_back(|held| held.given.elapsed() > deadline)
    }

    /// Takes back all jobs of a worker.
    pub(super) fn taken_from(&mut self, worker: &str) -> Vec<Held> {
        self.take_back(|held| held.worker == worker)
    }

    fn take_back(&mut self, is_meant: impl Fn(&Held) -> bool) -> Vec<Held> {
        let is_it = |_: &Lease, held: &mut Held| !held.is_checking && is_meant(held);
        self.held.extract_if(is_it).map(|(_, held)| held).collect()
    }

    /// Notes that a job came to nothing at a worker. `true` if it did at so many different ones that were
    /// of use otherwise: then the job is to blame. Others say nothing about it.
    pub(super) fn failed_at(&mut self, moves: &[u32], worker: &str, most: usize) -> bool {
        let was_of_use = self.workers.get(worker).is_some_and(|known| known.jobs > 0);
        let names = self.failed.entry(moves.to_vec()).or_default();
        match names.iter_mut().find(|(name, _)| name == worker) {
            Some(known) => known.1 |= was_of_use,
            None => names.push((worker.to_owned(), was_of_use)),
        }
        names.iter().filter(|(_, was_of_use)| *was_of_use).count() >= most
    }

    /// A job was done: nobody need know any more who failed at it.
    pub(super) fn was_done(&mut self, moves: &[u32]) {
        self.failed.remove(moves);
    }

    fn has_failed(&self, moves: &[u32], worker: &str) -> bool {
        self.failed.get(moves).is_some_and(|names| names.iter().any(|(name, _)| name == worker))
    }

    /// The job for this worker: one that waits, or the first of `next` that it has not failed at. What
    /// every worker there is has failed at, it may try again.
    pub(super) fn choose(
        &mut self,
        worker: &str,
        silence: Duration,
        mut next: impl FnMut() -> Option<Job>,
    ) -> Option<Job> {
        let new = |job: &Job| !self.has_failed(&job.moves, worker);
        if let Some(at) = self.waiting.iter().position(new) {
            return Some(self.waiting.swap_remove(at));
        }
        while let Some(job) = next() {
            if !self.has_failed(&job.moves, worker) {
                return Some(job);
            }
            self.waiting.push(job);
        }
        let there = || self.workers.iter().filter(|(_, known)| known.is_there(silence));
        let hopeless = |job: &Job| {
            there().all(|(name, known)| known.allowance() == 0 || self.has_failed(&job.moves, name))
        };
        let at = self.waiting.iter().position(hopeless)?;
        Some(self.waiting.swap_remove(at))
    }

    /// Forgets jobs that nobody wants any more.
    pub(super) fn forget_jobs(&mut self, is_good: impl Fn(Lease) -> bool) {
        self.waiting.retain(|job| is_good(job.lease));
        self.aside.retain(|job| is_good(job.lease));
    }

    /// Whether somebody has a job, or one waits for somebody.
    pub(super) fn is_at_work(&self) -> bool {
        !self.held.is_empty() || !self.waiting.is_empty()
    }

    /// Counts what a worker did; `true` if it is out from now on.
    pub(super) fn count(&mut self, worker: &str, deed: Deed, why: &str) -> bool {
        let Some(worker) = self.workers.get_mut(worker) else { return false };
        worker.jobs += u64::from(deed == Deed::Useful);
        let is_out = worker.credit.count(deed) && worker.refused.is_none();
        if is_out {
            worker.refused = Some(format!("too much of its work was of no use, the last: {why}"));
            worker.capacity = 0;
        }
        is_out
    }

    /// A worker leaves; `false` if it was not there.
    pub(super) fn leaves(&mut self, name: &str) -> bool {
        let Some(worker) = self.workers.get_mut(name).filter(|worker| worker.threads > 0) else {
            return false;
        };
        // Whoever has lost credit does not get it back by coming again.
        if worker.credit.is_full() {
            self.workers.remove(name);
        } else {
            (worker.threads, worker.capacity, worker.last_beat) = (0, 0, 0);
        }
        true
    }

    /// Lets workers go that were not heard of for so long.
    pub(super) fn forget_silent(&mut self, silence: Duration) -> Vec<String> {
        let is_gone = |worker: &Worker| worker.heard.elapsed() > silence && worker.threads > 0;
        let gone = self.workers.iter().filter(|(_, worker)| is_gone(worker));
        let gone: Vec<String> = gone.map(|(name, _)| name.clone()).collect();
        gone.iter().for_each(|name| {
            self.leaves(name);
        });
        gone
    }
}
