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

use super::job::{Finished, Job, JobSolver};
use super::snapshot::Subject;
use super::threads::{Ended, Task};
use super::tree::{JobTree, Lease};
use super::{Config, Simulated, Statistics};
use andor_core::{Counters, Game, Limits, Stopped};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Instant;

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

/// What a virtual worker is about.
struct Working<M> {
    lease: Lease,
    start: u64,
    /// Partial results still to come in, the next one last: when, and the numbers.
    partials: Vec<(u64, u32, u32)>,
    /// Work of the whole job.
    work: u64,
    finished: Finished<M>,
}

/// Searches as this cluster would, in the place of threads.
pub(super) fn search<G: Game>(
    task: &Task<'_, G>,
    mut tree: JobTree<G::Move>,
    workers: &mut [Box<dyn JobSolver<G>>],
    cluster: Cluster,
) -> Ended<G::Move> {
    let start = Instant::now();
    let Task { game, root, question, limits, config, .. } = *task;
    let subject = Subject { game, root, question };
    let counted = simulate(subject, limits, config, cluster, &mut tree, workers);
    let statistics = Statistics {
        workers: cluster.workers.max(1) as u64,
        jobs: counted.jobs,
        expanded: tree.expanded,
        touched: tree.touched,
        partials: counted.partials,
        stale: counted.stale,
        seconds: start.elapsed().as_secs_f64(),
        simulated: Some(counted.simulated),
        ..Statistics::default()
    };
    let mut counters = task.done;
    counters += counted.counters;
    Ended { tree, stopped: counted.stopped, counters, statistics }
}

/// What a simulation has counted.
struct Counted {
    simulated: Simulated,
    counters: Counters,
    stopped: Option<Stopped>,
    jobs: u64,
    partials: u64,
    stale: u64,
}

struct Simulation<'a, G: Game> {
    subject: Subject<'a, G>,
    limits: &'a Limits,
    config: &'a Config,
    cluster: Cluster,
    tree: &'a mut JobTree<G::Move>,
    solvers: &'a mut [Box<dyn JobSolver<G>>],
    messages: BinaryHeap<Message>,
    sent: u64,
    working: Vec<Option<Working<G::Move>>>,
    /// Who has had no job yet.
    is_new: Vec<bool>,
    counted: Counted,
}

/// Searches as this cluster would, with these solvers for its workers in turn.
fn simulate<G: Game>(
    subject: Subject<'_, G>,
    limits: &Limits,
    config: &Config,
    cluster: Cluster,
    tree: &mut JobTree<G::Move>,
    solvers: &mut [Box<dyn JobSolver<G>>],
) -> Counted {
    let workers = cluster.workers.max(1);
    let mut simulation = Simulation {
        subject,
        limits,
        config,
        cluster: Cluster { workers, ..cluster },
        tree,
        solvers,
        messages: BinaryHeap::new(),
        sent: 0,
        working: (0..workers).map(|_| None).collect(),
        is_new: vec![true; workers],
        counted: Counted {
            simulated: Simulated::default(),
            counters: Counters::default(),
            stopped: None,
            jobs: 0,
            partials: 0,
            stale: 0,
        },
    };
    simulation.run();
    simulation.counted
}

impl<G: Game> Simulation<'_, G> {
    fn run(&mut self) {
        let start = Instant::now();
        let mut waiting: Vec<usize> = (0..self.cluster.workers).rev().collect();
        let mut now = 0;
        while !self.tree.is_solved() && self.counted.stopped.is_none() {
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
            self.counted.simulated.coordinated += self.cluster.service;
            if self.receive(worker, now) {
                waiting.push(worker);
            }
            let nodes = self.counted.counters.nodes;
            self.counted.stopped = self.counted.stopped.or(match self.limits.nodes {
                Some(most) if nodes >= most => Some(Stopped::Nodes),
                _ => self.limits.clock(start),
            });
        }
        // Step 3. The work of those who were still at it.
        for worker in 0..self.working.len() {
            self.stop(worker, now);
        }
        self.counted.simulated.makespan = now;
    }

    /// Gives a worker a job; `false` if there is none.
    fn give(&mut self, worker: usize, now: u64) -> bool {
        let Some((lease, moves)) = self.tree.reserve() else { return false };
        let budget = self.config.budget(self.tree, self.cluster.workers);
        let Subject { game, root, question } = self.subject;
        let late = if std::mem::take(&mut self.is_new[worker]) { worker as u64 } else { 0 };
        let start = now + self.cluster.latency + late * self.cluster.stagger;
        let (mut work, mut partials) = (0, Vec::new());
        let mut counters = Counters::default();
        let places = self.solvers.len();
        let finished = self.solvers[worker % places].run(
            game,
            root,
            question,
            &Job { moves, budget },
            &mut |phi, delta, done| {
                work += done.nodes;
                counters += done;
                partials.push((start + work, phi, delta));
                Ok(())
            },
        );
        let Ok(mut finished) = finished else {
            self.tree.give_back(lease);
            self.counted.stopped = Some(Stopped::Memory);
            return false;
        };
        work += finished.counters.nodes;
        finished.counters += counters;
        partials.reverse();
        self.counted.jobs += 1;
        self.working[worker] = Some(Working { lease, start, partials, work, finished });
        self.send(worker);
        true
    }

    /// Sends what the worker says next.
    fn send(&mut self, worker: usize) {
        let Some(working) = &self.working[worker] else { return };
        let sent_at = match working.partials.last() {
            Some(&(at, ..)) => at,
            None => working.start + working.work,
        };
        self.sent += 1;
        self.messages.push(Reverse((sent_at + self.cluster.latency, self.sent, worker)));
    }

    /// Takes a message; whether the worker wants another job.
    fn receive(&mut self, worker: usize, now: u64) -> bool {
        let Some(working) = &mut self.working[worker] else { return false };
        if let Some((_, phi, delta)) = working.partials.pop() {
            self.counted.partials += u64::from(phi != 0 && delta != 0);
            if self.tree.partial(working.lease, phi, delta) {
                self.send(worker);
                return false;
            }
            self.counted.stale += 1;
            self.stop(worker, now + self.cluster.latency);
            return true;
        }
        match self.tree.finish(working.lease, &working.finished) {
            Ok(true) => {}
            Ok(false) => self.counted.stale += 1,
            Err(_) => self.counted.stopped = Some(Stopped::Memory),
        }
        let Subject { game, root, .. } = self.subject;
        let places = self.solvers.len();
        for moves in self.tree.take_lost() {
            let position = moves.iter().fold(root.clone(), |at, &mv| game.after(&at, mv));
            self.solvers[worker % places].keep_lost(game, &position);
        }
        self.stop(worker, now);
        true
    }

    /// Counts the work that a worker has done in its job by `then`.
    fn stop(&mut self, worker: usize, then: u64) {
        let Some(working) = self.working[worker].take() else { return };
        let done = then.saturating_sub(working.start).min(working.work);
        self.counted.simulated.worked += done;
        let all = working.finished.counters;
        self.counted.counters.nodes += done;
        self.counted.counters.expanded +=
            (all.expanded as u128 * u128::from(done) / u128::from(working.work.max(1))) as u64;
    }
}
