//! One job at a time of a worker, on one of its threads or on all of them.

use super::WorkerEvent;
use crate::message::{FromWorker, PartialResult, encode};
use crate::transport::WorkerPort;
use andor_core::Counters;
use andor_engine::remote::{Job, JobResult, JobRunner, Lease, NoResult};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What came of a job: a result, nothing because nobody wants it any more, or a failure.
#[derive(Debug)]
pub struct JobDone {
    pub(super) run: u64,
    pub(super) slot: usize,
    pub(super) lease: Lease,
    /// How long it took.
    pub(super) took: Duration,
    pub(super) result: Result<Option<JobResult>, String>,
}

enum Task {
    /// A job, and how many bytes of certificates its result may have.
    Job(Job, u64),
    Lost(Arc<Vec<Vec<u8>>>),
    /// What somebody else has proved, as a certificate that holds.
    Proof(Arc<Vec<u8>>),
}

/// The thread, seen from outside.
pub(super) struct Slot {
    pub(super) is_busy: bool,
    tasks: Option<Sender<Task>>,
    /// The epoch of the job that is to be given up.
    stale: Arc<AtomicU64>,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// How partial results are said.
pub(super) struct Reports {
    pub(super) port: Arc<dyn WorkerPort>,
    pub(super) run: u64,
    /// No more often than this.
    pub(super) every: Duration,
}

impl Slot {
    pub(super) fn start(
        number: usize,
        runner: Box<dyn JobRunner>,
        ends: Arc<AtomicBool>,
        reports: Reports,
        events: Sender<WorkerEvent>,
    ) -> Slot {
        let (sender, tasks) = channel();
        let stale = Arc::new(AtomicU64::new(0));
        let thread = {
            let stale = stale.clone();
            std::thread::spawn(move || work(number, runner, &tasks, &stale, &reports, &events))
        };
        Slot { is_busy: false, tasks: Some(sender), stale, ends, thread: Some(thread) }
    }

    pub(super) fn run(&self, job: Job, most_proof: u64) {
        self.task(Task::Job(job, most_proof));
    }

    pub(super) fn keep_lost(&self, positions: Arc<Vec<Vec<u8>>>) {
        self.task(Task::Lost(positions));
    }

    pub(super) fn keep_proof(&self, proof: Arc<Vec<u8>>) {
        self.task(Task::Proof(proof));
    }

    fn task(&self, task: Task) {
        if let Some(tasks) = &self.tasks {
            // The thread lives as long as this does.
            let _ = tasks.send(task);
        }
    }

    pub(super) fn give_up(&self, lease: Lease) {
        self.stale.store(lease.epoch, Relaxed);
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.ends.store(true, Relaxed);
        self.tasks = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(
    slot: usize,
    mut runner: Box<dyn JobRunner>,
    tasks: &Receiver<Task>,
    stale: &AtomicU64,
    reports: &Reports,
    events: &Sender<WorkerEvent>,
) {
    let Reports { port, run, every } = reports;
    let run = *run;
    while let Ok(task) = tasks.recv() {
        let job = match task {
            Task::Job(job, most_proof) => {
                runner.limit_proofs(most_proof);
                job
            }
            Task::Proof(proof) => {
                // What is damaged is of no use, and no harm.
                let _ = catch_unwind(AssertUnwindSafe(|| runner.keep_proof(&proof)));
                continue;
            }
            Task::Lost(positions) => {
                positions.iter().for_each(|position| runner.keep_lost(position));
                continue;
            }
        };
        let (lease, begun) = (job.lease, Instant::now());
        let mut all = Counters::default();
        let mut number = 0;
        let mut said = Instant::now();
        let mut partial = |phi: u32, delta: u32, more: Counters| {
            all += more;
            if stale.load(Relaxed) == lease.epoch {
                return false;
            }
            if said.elapsed() >= *every {
                said = Instant::now();
                number += 1;
                let (nodes, expanded) = (all.nodes, all.expanded);
                let partial = PartialResult { lease, number, phi, delta, nodes, expanded };
                port.send(encode(&FromWorker::Partial { run, partial }));
            }
            true
        };
        // A job that fails badly is reported like any other that cannot be done.
        let ran = catch_unwind(AssertUnwindSafe(|| runner.run(&job, &mut partial)));
        let result = match ran {
            Ok(Ok(mut result)) => {
                result.nodes += all.nodes;
                result.expanded += all.expanded;
                Ok(Some(result))
            }
            Ok(Err(NoResult::Stale)) => Ok(None),
            Ok(Err(NoResult::Failed(why))) => Err(why),
            Err(_) => Err("the thread that did it failed".to_owned()),
        };
        if events
            .send(WorkerEvent::Done(JobDone { run, slot, lease, took: begun.elapsed(), result }))
            .is_err()
        {
            return;
        }
    }
}
