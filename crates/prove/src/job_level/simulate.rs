//! Many workers on one core: the same search as if each had a core of its own, in virtual time.
//!
//! A discrete-event simulation around the real tree and the real jobs. The clock counts the nodes that one
//! worker makes in the meantime: all are equally fast. A job is run as a whole when it is given out, and
//! what it says on the way comes in when its virtual time has come:
//!
//! ```text
//!   worker        |-- job --------*---------*-----|            |-- next job ..
//!                 start           partial results  \ final    / start
//!   coordinator   ..................[=]....[=]......[=======]       [=] one message after the other
//! ```
//!
//! A message travels for `latency`, and the coordinator takes `service` for each. What comes in for a leaf
//! that is gone ends the job, and the worker gets the next one with the same message. What is not in here:
//! workers of different speeds, failures, and jobs that wait at the worker before it has finished the last
//! one. Unlike threads, it repeats: the same settings give the same counts, with any number of workers.

use super::addition::Addition;
use super::job::{Finished, Job};
use super::lease::Lease;
use super::pace::Pace;
use super::pn_job::LOOK_EVERY;
use super::remembered::{Done, JobMemory, Way};
use super::worker::LeafWorker;
use super::{Crew, Ended, JobDesk, Jobs, Simulated, Statistics};
use andor_core::{Counters, Instant, Observer, Stopped};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// The workers that are pretended, in nodes of one of them where it is about time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cluster {
    /// Workers.
    pub workers: usize,
    /// The way of a message.
    pub latency: u64,
    /// What the coordinator does about one.
    pub service: u64,
    /// They begin one after the other, so much apart: another value is another sample.
    pub stagger: u64,
}

/// A message on its way: when it comes in, and from which worker. What came first goes first.
type Message = Reverse<(u64, u64, usize)>;

/// A partial result: when it is said, and the numbers.
struct Said {
    at: u64,
    phi: u32,
    delta: u32,
}

/// What a virtual worker is about.
struct Working {
    lease: Lease,
    start: u64,
    /// Partial results still to come in, the next one last.
    partials: Vec<Said>,
    /// Work of the whole job.
    work: u64,
    finished: Finished,
}

impl Crew for Cluster {
    fn search(&mut self, desk: &mut JobDesk<'_>, observer: &mut dyn Observer) -> Ended {
        Simulator { cluster: *self, memory: None }.search(desk, observer)
    }
}

/// A cluster whose jobs may be remembered from other searches.
#[derive(Clone, Debug)]
pub struct Simulator {
    /// The workers.
    pub cluster: Cluster,
    /// What searches with the same jobs have done; it is not asked where positions can come back.
    pub memory: Option<Arc<JobMemory>>,
}

impl Crew for Simulator {
    fn search(&mut self, desk: &mut JobDesk<'_>, _: &mut dyn Observer) -> Ended {
        let start = Instant::now();
        let workers = self.cluster.workers.max(1);
        let acyclic = desk.walk.rules().is_some_and(|rules| !rules.cycles.is_possible());
        let is_pn = desk.config.jobs == Jobs::Pn;
        let mut simulation = Simulation {
            cluster: Cluster { workers, ..self.cluster },
            memory: self.memory.clone().filter(|_| acyclic && is_pn),
            desk,
            messages: BinaryHeap::new(),
            sent: 0,
            working: (0..workers).map(|_| None).collect(),
            is_new: vec![true; workers],
            near: vec![Vec::new(); workers],
            simulated: Simulated::default(),
            counters: Counters::default(),
            stopped: None,
            statistics: Statistics::default(),
        };
        simulation.run();
        let Simulation { simulated, counters: more, stopped, statistics, .. } = simulation;
        let statistics = Statistics {
            workers: workers as u64,
            expanded: desk.tree.expanded,
            touched: desk.tree.touched,
            seconds: start.elapsed().as_secs_f64(),
            simulated: Some(simulated),
            ..statistics
        };
        let mut counters = desk.done;
        counters += more;
        Ended { stopped, counters, statistics }
    }
}

/// A search in virtual time; the workers of the desk do the jobs of the virtual ones in turn.
struct Simulation<'d, 'a> {
    cluster: Cluster,
    memory: Option<Arc<JobMemory>>,
    desk: &'d mut JobDesk<'a>,
    messages: BinaryHeap<Message>,
    sent: u64,
    working: Vec<Option<Working>>,
    /// Who has had no job yet.
    is_new: Vec<bool>,
    /// Where each of them was last.
    near: Vec<Vec<u32>>,
    simulated: Simulated,
    counters: Counters,
    stopped: Option<Stopped>,
    /// Jobs, partial results and jobs that came too late are counted in here.
    statistics: Statistics,
}

impl Simulation<'_, '_> {
    fn run(&mut self) {
        let start = Instant::now();
        let mut waiting: Vec<usize> = (0..self.cluster.workers).rev().collect();
        let mut now = 0;
        while !self.desk.tree.is_solved() && self.stopped.is_none() {
            // Step 1. Leaves for all who wait.
            while let Some(&worker) = waiting.last() {
                if !self.give(worker, now) {
                    break;
                }
                waiting.pop();
            }
            // Step 2. The next message, and what it changes.
            let Some(Reverse((arrival, _, worker))) = self.messages.pop() else { break };
            now = now.max(arrival) + self.cluster.service;
            self.simulated.coordinated += self.cluster.service;
            if self.receive(worker, now) {
                waiting.push(worker);
            }
            let limits = &self.desk.limits;
            let spent = limits.spent(&self.counters).or_else(|| limits.clock(start));
            self.stopped = self.stopped.or(spent);
        }
        // Step 3. The work of those who were still at it.
        for worker in 0..self.working.len() {
            self.stop(worker, now);
        }
        self.simulated.makespan = now;
    }

    /// Who does the jobs of a virtual worker.
    fn solver(&mut self, worker: usize) -> &mut dyn LeafWorker {
        let count = self.desk.workers.len();
        self.desk.workers[worker % count].as_mut()
    }

    /// Gives a worker a job; `false` if there is none.
    fn give(&mut self, worker: usize, now: u64) -> bool {
        let near = &self.near[worker];
        let pace = Pace { worked: self.counters.nodes, ..self.desk.tree.pace };
        self.desk.set_pace(pace);
        let workers = self.cluster.workers;
        let Some(Job { lease, moves, budget }) = self.desk.next(workers, near) else {
            return false;
        };
        self.near[worker].clone_from(&moves);
        let late = if std::mem::take(&mut self.is_new[worker]) { worker as u64 } else { 0 };
        let start = now + self.cluster.latency + late * self.cluster.stagger;
        let job = Job { lease, moves, budget };
        // A worker that has nothing to say asks whether to go on, if it might be told to end.
        let asks = !self.desk.tree.lacks(Addition::EarlyEnd);
        let done = self.do_job(worker, &job, asks, start);
        let Some((work, mut partials, finished)) = done else {
            self.desk.tree.give_back(lease);
            self.stopped = Some(Stopped::Memory);
            return false;
        };
        partials.reverse();
        self.statistics.jobs += 1;
        self.working[worker] = Some(Working { lease, start, partials, work, finished });
        self.send(worker);
        true
    }

    /// Does a job that begins then: its work, what is said on the way, and what it finds; `None` if it cannot be done.
    fn do_job(
        &mut self,
        worker: usize,
        job: &Job,
        asks: bool,
        start: u64,
    ) -> Option<(u64, Vec<Said>, Finished)> {
        let mut partials = Vec::new();
        if let Some(memory) = self.memory.clone().filter(|_| JobMemory::has(&job.budget))
            && self.desk.walk.go(&job.moves)
        {
            let leaf = self.desk.walk.bytes();
            let Done { way, verdict, counters } = memory.job(leaf, job, self.solver(worker))?;
            for Way { descents, work, phi, delta } in way {
                let at = start + work;
                match job.budget.partial_every {
                    Some(every) if descents % every == 0 => partials.push(Said { at, phi, delta }),
                    None if asks && descents % LOOK_EVERY == 0 => {
                        partials.push(Said { at, phi: 0, delta: 0 });
                    }
                    _ => {}
                }
            }
            return Some((counters.nodes, partials, Finished { verdict, counters }));
        }
        let (mut work, mut counters) = (0, Counters::default());
        let finished = self.solver(worker).run(job, &mut |phi, delta, done| {
            work += done.nodes;
            counters += done;
            if asks || phi != 0 && delta != 0 {
                partials.push(Said { at: start + work, phi, delta });
            }
            Ok(())
        });
        let mut finished = finished.ok()?;
        work += finished.counters.nodes;
        finished.counters += counters;
        Some((work, partials, finished))
    }

    /// Sends what the worker says next.
    fn send(&mut self, worker: usize) {
        let Some(working) = &self.working[worker] else { return };
        let sent_at = match working.partials.last() {
            Some(&Said { at, .. }) => at,
            None => working.start + working.work,
        };
        self.sent += 1;
        self.messages.push(Reverse((sent_at + self.cluster.latency, self.sent, worker)));
    }

    /// Takes a message; whether the worker wants another job.
    fn receive(&mut self, worker: usize, now: u64) -> bool {
        let Some(working) = &mut self.working[worker] else { return false };
        if let Some(Said { phi, delta, .. }) = working.partials.pop() {
            self.statistics.partials += u64::from(phi != 0 && delta != 0);
            if self.desk.tree.partial(working.lease, phi, delta) {
                self.send(worker);
                return false;
            }
            self.statistics.stale += 1;
            self.stop(worker, now + self.cluster.latency);
            return true;
        }
        match self.desk.tree.finish(working.lease, &working.finished.verdict) {
            Ok(true) => {}
            Ok(false) => self.statistics.stale += 1,
            Err(_) => self.stopped = Some(Stopped::Memory),
        }
        for path in self.desk.tree.take_lost() {
            self.solver(worker).keep_lost(&path);
        }
        self.stop(worker, now);
        true
    }

    /// Counts the work that a worker has done in its job by `then`.
    fn stop(&mut self, worker: usize, then: u64) {
        let Some(working) = self.working[worker].take() else { return };
        let done = then.saturating_sub(working.start).min(working.work);
        self.simulated.worked += done;
        let all = working.finished.counters;
        self.counters.nodes += done;
        self.counters.expanded +=
            (all.expanded as u128 * u128::from(done) / u128::from(working.work.max(1))) as u64;
    }
}
