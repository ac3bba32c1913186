//! One job at a time of a worker, on one of its threads or on all of them.

use super::WorkerEvent;
use super::waiting::WaitingProof;
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
    Proof(Arc<WaitingProof>),
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

    pub(super) fn keep_proof(&self, proof: Arc<WaitingProof>) {
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
                let _ = catch_unwind(AssertUnwindSafe(|| runner.keep_proof(proof.bytes())));
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

#[cfg(test)]
mod tests {
    use super::super::waiting::WaitingProofs;
    use super::{Counters, Job, JobResult, JobRunner, Lease, NoResult, Reports, Slot};
    use crate::transport::WorkerPort;
    use crate::worker::WorkerEvent;
    use andor_engine::remote::{Budget, JobVerdict, Shared, Thresholds};
    use std::sync::Arc;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::time::Duration;

    const LONG: Duration = Duration::from_secs(60);

    /// Its jobs last until somebody says so; it says how long the proofs are that it is told.
    struct Busy {
        ends: Receiver<()>,
        told: Sender<usize>,
    }

    impl JobRunner for Busy {
        fn run(
            &mut self,
            _: &Job,
            _: &mut dyn FnMut(u32, u32, Counters) -> bool,
        ) -> Result<JobResult, NoResult> {
            self.ends.recv_timeout(LONG).unwrap();
            let verdict = JobVerdict::Numbers { phi: 1, delta: 1 };
            Ok(JobResult { verdict, proofs: Vec::new(), nodes: 0, expanded: 0, micros: 0 })
        }

        fn limit_proofs(&mut self, _: u64) {}

        fn take_time(&mut self) {}

        fn keep_lost(&mut self, _: &[u8]) {}

        fn keep_proof(&mut self, proof: &[u8]) {
            self.told.send(proof.len()).unwrap();
        }

        fn shared(&self) -> Option<Shared> {
            None
        }
    }

    struct Nowhere;

    impl WorkerPort for Nowhere {
        fn name(&self) -> String {
            String::new()
        }

        fn send(&self, _: Vec<u8>) {}

        fn send_result(&self, _: Lease, _: Vec<Vec<u8>>) {}

        fn most_bytes(&self) -> usize {
            1
        }

        fn flush(&self) {}
    }

    #[test]
    fn proofs_that_wait_for_a_job_have_so_much_room() {
        let ((end, ends), (told, tells)) = (channel(), channel());
        let (events, done) = channel::<WorkerEvent>();
        let reports = Reports { port: Arc::new(Nowhere), run: 1, every: LONG };
        let slots =
            [Slot::start(0, Box::new(Busy { ends, told }), Arc::default(), reports, events)];
        let thresholds = Thresholds::NONE;
        let budget = Budget { descents: 1, room: 1, partial_every: None, thresholds, splits: true };
        let job = |epoch| Job { lease: Lease { place: 0, epoch }, moves: Vec::new(), budget };
        // Room for 1000 bytes: of a hundred proofs ten wait, and the job after them comes to its turn.
        let waiting = WaitingProofs::new(64_000);
        for epoch in 1..4 {
            slots[0].run(job(epoch), 0);
            let kept = (0..100).filter_map(|_| waiting.take_in(vec![0; 100]));
            let kept =
                kept.map(|proof| slots.iter().for_each(|slot| slot.keep_proof(proof.clone())));
            assert_eq!(kept.count(), 10);
            end.send(()).unwrap();
            assert!(matches!(done.recv_timeout(LONG), Ok(WorkerEvent::Done(_))));
            let lengths: Vec<usize> = (0..10).map(|_| tells.recv_timeout(LONG).unwrap()).collect();
            assert_eq!(lengths, [100; 10]);
            // The room of the last one is free when the thread is through with it.
            slots[0].run(job(10 + epoch), 0);
            end.send(()).unwrap();
            assert!(matches!(done.recv_timeout(LONG), Ok(WorkerEvent::Done(_))));
            assert!(tells.try_recv().is_err());
        }
        // One that is larger has room where no other waits.
        let large = waiting.take_in(vec![0; 5000]).unwrap();
        assert!(waiting.take_in(vec![0]).is_none());
        drop(large);
        assert!(waiting.take_in(vec![0]).is_some());
    }
}
