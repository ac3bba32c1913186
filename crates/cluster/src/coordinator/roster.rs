//! Who works on what.
//!
//! A worker is known once it has said hello with the right version and rules. Its jobs are leases that live
//! as long as the worker is heard of, and no longer than a deadline, whatever is heard. What becomes of its
//! jobs is counted ([`Credit`]); a newcomer gets few jobs at a time, one that was of use gets more.
//!
//! With a thousand workers something happens to one of them many times a second, so nothing that happens makes all of
//! them be looked at: who has room stands in an order ([`Place`]), threads are summed up as they come and go, and
//! each worker knows its own leases. Only the clock goes through all of them, ten times a second ([`Roster::age`]).

use super::credit::{Credit, Deed};
use crate::parts::Standing;
use crate::transport::user_of;
use andor_engine::remote::{Bucket, Job, Lease, Speed};
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::ops::Bound::{Excluded, Unbounded};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// At most so many workers are known at a time.
const MOST_WORKERS: usize = 4096;
/// A newcomer gets so many jobs at once, and each result that is of use allows it as many more.
const NEWCOMER: u64 = 4;

/// So many of the jobs that a worker has done are remembered: what it said of them before may come after their results.
const DONE: usize = 64;

/// A worker.
#[derive(Debug)]
pub(super) struct Worker {
    pub(super) threads: u32,
    pub(super) capacity: u32,
    pub(super) last_beat: u64,
    pub(super) heard: Instant,
    /// Which positions it was told to be lost.
    pub(super) lost_heard: u64,
    /// The moves to the leaf of its last job.
    pub(super) near: Vec<u32>,
    /// Results that were of use.
    pub(super) jobs: u64,
    pub(super) nodes: u64,
    /// How fast it is; a worker with a card is faster than others by orders of magnitude.
    pub(super) speed: Speed,
    pub(super) refused: Option<String>,
    /// Whether it is heard again, if it is refused, as soon as it says hello.
    pub(super) may_come_again: bool,
    /// What it tells others.
    pub(super) told: Bucket,
    /// Raised when it has no credit left: whoever inspects its results need not go on.
    pub(super) is_out: Arc<AtomicBool>,
    credit: Credit,
    /// The leases of its last results, as it knows them.
    done: VecDeque<Lease>,
    /// All that it has.
    leases: HashSet<Lease>,
    /// How many of these are with the inspectors.
    checking: usize,
    /// Where it stands among those who have room, if it does.
    place: Option<Place>,
    /// Its part of the threads of all.
    counted: usize,
    /// Nothing was heard of it for so long that it does not count.
    is_silent: bool,
}

/// Where a worker with room stands: who has the fewest jobs in hand first, so that nobody gets a second one before
/// others have one; among these, those who were of use before, then those with most room.
type Place = (usize, bool, Reverse<usize>, String);

impl Worker {
    fn new() -> Worker {
        Worker {
            threads: 0,
            capacity: 0,
            last_beat: 0,
            heard: Instant::now(),
            lost_heard: 0,
            near: Vec::new(),
            jobs: 0,
            nodes: 0,
            speed: Speed::default(),
            refused: None,
            may_come_again: false,
            told: Bucket::new(Instant::now()),
            is_out: Arc::default(),
            credit: Credit::new(),
            done: VecDeque::new(),
            leases: HashSet::new(),
            checking: 0,
            place: None,
            counted: 0,
            is_silent: false,
        }
    }

    /// How many jobs it may have at once.
    fn allowance(&self) -> usize {
        let most = NEWCOMER.saturating_mul(self.jobs.saturating_add(1));
        u64::from(self.capacity).min(most) as usize
    }

    /// How many jobs it has.
    pub(super) fn running(&self) -> usize {
        self.leases.len()
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
    is_checking: bool,
    /// And has large proofs.
    is_large: bool,
}

impl Held {
    /// Its worker says that it is at it.
    pub(super) fn is_heard_of(&mut self) {
        self.heard = self.heard.max(Instant::now());
    }

    /// Some of its result is here: what there was no room for comes again after so long, and is not spoken of meanwhile.
    pub(super) fn arrives(&mut self, again: Duration) {
        self.heard = Instant::now() + again;
    }

    /// Its result is here, and there is no room for it, which is not its worker's fault.
    pub(super) fn waits_for_room(&mut self, again: Duration) {
        self.arrives(again);
        self.given = Instant::now();
    }

    pub(super) fn is_checking(&self) -> bool {
        self.is_checking
    }
}

/// Workers and leases.
#[derive(Debug, Default)]
pub(super) struct Roster {
    pub(super) workers: HashMap<String, Worker>,
    held: HashMap<Lease, Held>,
    /// Workers with room, in the order in which they get jobs.
    ready: BTreeSet<Place>,
    /// Threads of all workers that are there.
    threads: usize,
    /// How many workers of each user are there.
    of_user: HashMap<String, usize>,
    /// Who could not do a job, and whether they had been of use before.
    failed: HashMap<Vec<u32>, Vec<(String, bool)>>,
    /// Leases of before that were given anew.
    anew: HashMap<Lease, Lease>,
    /// Jobs that wait for somebody who has not failed at them yet; their leaves stay reserved.
    waiting: Vec<Job>,
    /// Jobs that were given up; their leaves stay reserved.
    pub(super) aside: Vec<Job>,
    /// How often a worker was looked at.
    #[cfg(test)]
    looks: std::cell::Cell<u64>,
}

impl Roster {
    /// The worker of this name, who may be new; `None` if there are too many. Of those who never were of use,
    /// or are refused, and have no job, the one that was silent longest makes room.
    pub(super) fn admit(&mut self, name: &str) -> Option<&mut Worker> {
        if self.workers.len() >= MOST_WORKERS && !self.workers.contains_key(name) {
            let can_go = |(_, worker): &(&String, &Worker)| {
                (worker.jobs == 0 || worker.refused.is_some()) && worker.leases.is_empty()
            };
            let gone = self.workers.iter().filter(can_go).min_by_key(|(_, worker)| worker.heard);
            let gone = gone.map(|(name, _)| name.clone())?;
            self.remove(&gone);
        }
        Some(self.workers.entry(name.to_owned()).or_insert_with(Worker::new))
    }

    /// Notes that the result of a job is here.
    pub(super) fn has_done(&mut self, held: &Held) {
        if let Some(worker) = self.workers.get_mut(&held.worker) {
            worker.done.truncate(DONE - 1);
            worker.done.push_front(held.said);
        }
    }

    /// Whether the result of this job was here a short while ago: whatever else is heard of it is old.
    pub(super) fn is_done(&self, worker: &str, said: Lease) -> bool {
        self.workers.get(worker).is_some_and(|worker| worker.done.contains(&said))
    }

    /// The lease that stands for this one now.
    pub(super) fn now(&self, lease: Lease) -> Lease {
        self.anew.get(&lease).copied().unwrap_or(lease)
    }

    /// Whether a worker may be given a forgotten lease anew, or have a result of one inspected.
    pub(super) fn has_room(&self, worker: &str) -> bool {
        // Results on their way count too.
        self.workers.get(worker).is_some_and(|known| known.leases.len() < 2 * known.allowance() + 2)
    }

    /// Gives a worker a lease in place of one that was forgotten.
    pub(super) fn give_anew(&mut self, worker: &str, old: Lease, job: Job) {
        // Old leases that nobody speaks of any more need not be kept, nor looked for every time.
        if self.anew.len() >= 2 * self.held.len() + 64 {
            let held = &self.held;
            self.anew.retain(|_, now| held.contains_key(now));
        }
        self.anew.insert(old, job.lease);
        let lease = job.lease;
        self.give(worker, job, false);
        if let Some(held) = self.held.get_mut(&lease) {
            held.said = old;
        }
    }

    /// Threads of all workers that are there, as far as they may have jobs.
    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// The users of workers that are there; of those without, there is an empty name.
    pub(super) fn users(&self) -> impl Iterator<Item = &str> {
        self.of_user.keys().map(String::as_str)
    }

    /// How many other workers of its user are there beside a worker.
    pub(super) fn others(&self, name: &str) -> usize {
        let all = self.of_user.get(user_of(name)).copied().unwrap_or_default();
        let is_there = self.workers.get(name).is_some_and(|worker| worker.counted > 0);
        all - usize::from(is_there)
    }

    /// Something was heard of a worker.
    pub(super) fn hear(&mut self, name: &str) -> Option<&Worker> {
        let worker = self.workers.get_mut(name)?;
        worker.heard = Instant::now();
        if std::mem::take(&mut worker.is_silent) || worker.place.is_none() {
            self.refresh(name);
        }
        self.workers.get(name)
    }

    /// Counts a worker anew, after something about it has changed.
    pub(super) fn refresh(&mut self, name: &str) {
        let Some(worker) = self.workers.get_mut(name) else { return };
        let (allowance, has) = (worker.allowance(), worker.leases.len() - worker.checking);
        let is_welcome = worker.refused.is_none() && !worker.is_silent;
        let room = if is_welcome { allowance.saturating_sub(has) } else { 0 };
        let place = (room > 0).then(|| (has, worker.jobs == 0, Reverse(room), name.to_owned()));
        let counted = if is_welcome { allowance.min(worker.threads as usize) } else { 0 };
        self.put(name, place, counted);
    }

    /// Writes a worker's place and threads down, and strikes out what was there.
    fn put(&mut self, name: &str, place: Option<Place>, counted: usize) {
        #[cfg(test)]
        self.looks.set(self.looks.get() + 1);
        let Some(worker) = self.workers.get_mut(name) else { return };
        self.threads = self.threads - worker.counted + counted;
        let was_there = std::mem::replace(&mut worker.counted, counted) > 0;
        if was_there != (counted > 0) {
            let there = self.of_user.entry(user_of(name).to_owned()).or_default();
            *there = if was_there { *there - 1 } else { *there + 1 };
            if *there == 0 {
                self.of_user.remove(user_of(name));
            }
        }
        let before = std::mem::replace(&mut worker.place, place.clone());
        if before != place {
            before.map(|before| self.ready.remove(&before));
            self.ready.extend(place);
        }
    }

    fn remove(&mut self, name: &str) {
        self.put(name, None, 0);
        self.workers.remove(name);
    }

    /// The next worker that can take another job, after that one; who was not heard of for so long gets none.
    /// Whoever is given one comes again further on.
    pub(super) fn next_idle(
        &mut self,
        after: &mut Option<Place>,
        silence: Duration,
    ) -> Option<String> {
        loop {
            let from = after.as_ref().map_or(Unbounded, Excluded);
            let place = self.ready.range((from, Unbounded)).next()?.clone();
            let name = place.3.clone();
            *after = Some(place);
            #[cfg(test)]
            self.looks.set(self.looks.get() + 1);
            let worker = self.workers.get(&name)?;
            if worker.is_there(silence) {
                return Some(name);
            }
            // It is back among the others as soon as it is heard of.
            let counted = worker.counted;
            self.put(&name, None, counted);
        }
    }

    /// Whether a job waits for somebody who has not failed at it.
    pub(super) fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Time has passed: workers that were not heard of for so long count no more.
    pub(super) fn age(&mut self, silence: Duration) {
        let is_new = |worker: &Worker| !worker.is_silent && worker.heard.elapsed() >= silence;
        let silent = self.workers.iter_mut().filter(|(_, worker)| is_new(worker));
        let silent = silent.map(|(name, worker)| {
            worker.is_silent = true;
            name.clone()
        });
        let silent: Vec<String> = silent.collect();
        silent.iter().for_each(|name| self.refresh(name));
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
            is_large: false,
            job,
        };
        let lease = held.job.lease;
        self.held.insert(lease, held);
        if let Some(known) = self.workers.get_mut(worker) {
            known.leases.insert(lease);
            known.checking += usize::from(is_checking);
            self.refresh(worker);
        }
    }

    /// How many jobs somebody has.
    pub(super) fn leases(&self) -> usize {
        self.held.len()
    }

    pub(super) fn held(&self, lease: Lease) -> Option<&Held> {
        self.held.get(&lease)
    }

    pub(super) fn held_mut(&mut self, lease: Lease) -> Option<&mut Held> {
        self.held.get_mut(&lease)
    }

    /// The result of a job goes to the inspectors: its worker has room for another one.
    pub(super) fn check(&mut self, lease: Lease) {
        let Some(held) = self.held.get_mut(&lease).filter(|held| !held.is_checking) else { return };
        held.is_checking = true;
        let worker = held.worker.clone();
        if let Some(known) = self.workers.get_mut(&worker)
            && known.leases.contains(&lease)
        {
            known.checking += 1;
            self.refresh(&worker);
        }
    }

    /// The result that is with the inspectors has large proofs.
    pub(super) fn is_large(&mut self, lease: Lease) {
        if let Some(held) = self.held.get_mut(&lease) {
            held.is_large = true;
        }
    }

    /// Whether large proofs of a worker are being inspected.
    pub(super) fn has_large(&self, worker: &str) -> bool {
        let is_large = |lease| self.held.get(lease).is_some_and(|held: &Held| held.is_large);
        self.workers.get(worker).is_some_and(|worker| worker.leases.iter().any(is_large))
    }

    /// How well a worker is known to whom this lease was given, or another one.
    pub(super) fn standing(&self, worker: &str, lease: Lease) -> Standing {
        let has_it = self.held.get(&lease).is_some_and(|held| held.worker == worker);
        let was_of_use = self.workers.get(worker).is_some_and(|known| known.jobs > 0);
        match (has_it, was_of_use) {
            (false, _) => Standing::Unknown,
            (true, false) => Standing::New,
            (true, true) => Standing::Proven,
        }
    }

    /// Nobody has this job any more.
    pub(super) fn take(&mut self, lease: Lease) -> Option<Held> {
        let held = self.held.remove(&lease)?;
        // A worker that has left and come back has forgotten it.
        if let Some(known) = self.workers.get_mut(&held.worker)
            && known.leases.remove(&lease)
        {
            known.checking -= usize::from(held.is_checking);
            self.refresh(&held.worker);
        }
        Some(held)
    }

    /// Jobs of which it is to be asked whether anybody wants them still; those in inspection are not among them.
    pub(super) fn unwanted(&self, is_wanted: impl Fn(Lease) -> bool) -> Vec<Lease> {
        let working = self.held.iter().filter(|(_, held)| !held.is_checking);
        working.map(|(lease, _)| *lease).filter(|lease| !is_wanted(*lease)).collect()
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
        let Some(known) = self.workers.get(worker) else { return Vec::new() };
        let leases: Vec<Lease> = known.leases.iter().copied().collect();
        self.take_those(leases)
    }

    fn take_back(&mut self, is_meant: impl Fn(&Held) -> bool) -> Vec<Held> {
        let meant = self.held.iter().filter(|(_, held)| is_meant(held));
        let leases = meant.map(|(lease, _)| *lease).collect();
        self.take_those(leases)
    }

    /// Takes jobs back, but for those in inspection.
    fn take_those(&mut self, leases: Vec<Lease>) -> Vec<Held> {
        let is_working = |lease: &Lease| self.held.get(lease).is_some_and(|held| !held.is_checking);
        let working: Vec<Lease> = leases.into_iter().filter(is_working).collect();
        working.into_iter().filter_map(|lease| self.take(lease)).collect()
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
    pub(super) fn count(&mut self, name: &str, deed: Deed, why: &str) -> bool {
        let Some(worker) = self.workers.get_mut(name) else { return false };
        worker.jobs += u64::from(deed == Deed::Useful);
        let is_out = worker.credit.count(deed) && worker.refused.is_none();
        if is_out {
            worker.refused = Some(format!("too much of its work was of no use, the last: {why}"));
            worker.capacity = 0;
            worker.is_out.store(true, Ordering::Relaxed);
        }
        self.refresh(name);
        is_out
    }

    /// A worker leaves; `false` if it was not there.
    pub(super) fn leaves(&mut self, name: &str) -> bool {
        let Some(worker) = self.workers.get_mut(name).filter(|worker| worker.threads > 0) else {
            return false;
        };
        // Whoever has lost credit does not get it back by coming again.
        if worker.credit.is_full() {
            self.remove(name);
        } else {
            (worker.threads, worker.capacity, worker.last_beat) = (0, 0, 0);
            self.refresh(name);
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

#[cfg(test)]
mod tests {
    use super::{Deed, Lease, Place, Reverse, Roster, user_of};
    use andor_core::SplitMix64;
    use andor_engine::remote::{Budget, Job, Thresholds};
    use std::time::{Duration, Instant};

    const LONG: Duration = Duration::from_secs(3600);

    fn job(place: u32) -> Job {
        let thresholds = Thresholds::REACHED;
        let budget = Budget { descents: 1, room: 1, partial_every: None, thresholds, splits: true };
        Job { lease: Lease { place, epoch: 0 }, moves: vec![place], budget }
    }

    fn comes(roster: &mut Roster, name: &str, capacity: u32) {
        let worker = roster.admit(name).unwrap();
        (worker.threads, worker.capacity) = (2, capacity);
        roster.refresh(name);
    }

    /// Jobs for all who have room, as long as there are some: who got them.
    fn assign(roster: &mut Roster, jobs: &mut impl Iterator<Item = Job>) -> Vec<String> {
        let (mut after, mut names) = (None, Vec::new());
        while let Some(name) = roster.next_idle(&mut after, LONG) {
            let Some(job) = jobs.next() else { break };
            roster.give(&name, job, false);
            names.push(name);
        }
        names
    }

    /// How often a worker is looked at for each result, with so many of them.
    fn looks(workers: u32) -> f64 {
        const RESULTS: u32 = 3000;
        let mut roster = Roster::default();
        (0..workers).for_each(|number| comes(&mut roster, &format!("worker-{number}"), 3));
        let mut random = SplitMix64::new(1);
        let mut places = 0..;
        let mut jobs = std::iter::from_fn(|| places.next().map(job));
        assert_eq!(assign(&mut roster, &mut jobs).len(), 3 * workers as usize);
        let mut given: Vec<u32> = (0..3 * workers).collect();
        roster.looks.set(0);
        for next in 3 * workers..3 * workers + RESULTS {
            let lease = Lease { place: given.swap_remove(random.below(given.len())), epoch: 0 };
            let name = roster.held(lease).unwrap().worker.clone();
            assert!(roster.hear(&name).is_some() && roster.has_room(&name));
            roster.check(lease);
            assert_eq!(roster.others(&name), workers as usize - 1);
            assert!(roster.take(lease).is_some() && !roster.count(&name, Deed::Useful, ""));
            assert_eq!(roster.threads(), 2 * workers as usize);
            assert_eq!(assign(&mut roster, &mut jobs), [name]);
            given.push(next);
        }
        roster.looks.get() as f64 / f64::from(RESULTS)
    }

    #[test]
    fn a_result_costs_no_more_looks_with_a_thousand_workers_than_with_two() {
        assert!(looks(2) < 8.0, "{}", looks(2));
        assert!(looks(1000) <= looks(2) + 0.01, "{} and {}", looks(2), looks(1000));
    }

    #[test]
    fn one_large_result_of_a_worker_is_inspected_at_a_time() {
        let mut roster = Roster::default();
        ["one", "other"].into_iter().for_each(|name| comes(&mut roster, name, 4));
        let leases: Vec<Lease> = (0..3).map(|place| job(place).lease).collect();
        for (name, place) in [("one", 0), ("one", 1), ("other", 2)] {
            roster.give(name, job(place), false);
        }
        leases.iter().for_each(|lease| roster.check(*lease));
        roster.is_large(leases[1]);
        assert_eq!((roster.has_large("one"), roster.has_large("other")), (true, false));
        roster.take(leases[0]);
        assert!(roster.has_large("one"));
        roster.take(leases[1]);
        assert!(!roster.has_large("one"));
    }

    #[test]
    fn nobody_gets_a_second_job_before_others_have_one() {
        let mut roster = Roster::default();
        comes(&mut roster, "small", 1);
        comes(&mut roster, "large", 4);
        comes(&mut roster, "proven", 2);
        roster.count("proven", Deed::Useful, "");
        let order = assign(&mut roster, &mut (0..9).map(job));
        assert_eq!(order, ["proven", "large", "small", "proven", "large", "large", "large"]);
    }

    /// The sums and the order are those of a plain walk over all workers, whatever happens.
    #[test]
    fn what_is_kept_is_what_a_walk_would_find() {
        for seed in 0..40 {
            let (mut random, mut roster) = (SplitMix64::new(seed), Roster::default());
            let mut places = 0..;
            for _ in 0..300 {
                let name = format!("{}worker-{}", ["", "alice."][random.below(2)], random.below(8));
                let leases: Vec<Lease> = roster.held.keys().copied().collect();
                let lease = (!leases.is_empty()).then(|| leases[random.below(leases.len())]);
                match random.below(12) {
                    0 | 1 => comes(&mut roster, &name, random.below(4) as u32),
                    2 => {
                        roster.taken_from(&name);
                        roster.leaves(&name);
                    }
                    3 => drop(roster.taken_from(&name)),
                    4 => drop(roster.count(&name, Deed::Bad, "")),
                    5 => drop(roster.count(&name, Deed::Useful, "")),
                    6 => drop(roster.hear(&name)),
                    7 => {
                        let old = Instant::now().checked_sub(2 * LONG);
                        if let (Some(worker), Some(old)) = (roster.workers.get_mut(&name), old) {
                            worker.heard = old;
                        }
                        roster.age(LONG);
                    }
                    8 => lease.into_iter().for_each(|lease| roster.check(lease)),
                    9 => drop(lease.and_then(|lease| roster.take(lease))),
                    _ => drop(assign(&mut roster, &mut places.by_ref().take(2).map(job))),
                }
                let working = |name: &str| {
                    let held = roster.held.values().filter(|held| !held.is_checking);
                    held.filter(|held| held.worker == name).count()
                };
                let mut threads = 0;
                let mut ready: Vec<Place> = Vec::new();
                for (name, worker) in &roster.workers {
                    let (has, allowance) = (working(name), worker.allowance());
                    assert_eq!(has, worker.leases.len() - worker.checking, "{name}");
                    if worker.refused.is_some() || worker.heard.elapsed() >= LONG {
                        continue;
                    }
                    threads += allowance.min(worker.threads as usize);
                    let others = roster.workers.iter().filter(|(other, worker)| {
                        let is_there = worker.heard.elapsed() < LONG && worker.refused.is_none();
                        let can = worker.allowance() > 0 && worker.threads > 0;
                        *other != name && user_of(other) == user_of(name) && is_there && can
                    });
                    assert_eq!(roster.others(name), others.count(), "{name}");
                    if allowance > has {
                        let is_new = worker.jobs == 0;
                        ready.push((has, is_new, Reverse(allowance - has), name.clone()));
                    }
                }
                ready.sort();
                assert_eq!(
                    (roster.threads(), roster.ready.iter().cloned().collect()),
                    (threads, ready)
                );
            }
        }
    }
}
