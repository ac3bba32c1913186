//! A worker of a pretended cluster: a real one, with a table of its own, that stops whenever its time is up.
//!
//! It runs on a thread of its own and hands the turn back after so many nodes of a job, in the middle of the search.
//! So what others say meanwhile comes to it in the middle of the search, too, as it does over a network. Only one of
//! all these threads runs at a time.

use andor_core::InputError;
use andor_engine::remote::{Job, JobResult, JobRunner, NoResult, Shared};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What a worker is told.
enum Order {
    /// Begin a job, and go on until it has so many nodes.
    Begin(Job, u64),
    /// Go on until the job has so many nodes; `None`: nobody wants it any more.
    GoOn(Option<u64>),
    /// These positions are lost for their side to move.
    Lost(Vec<Vec<u8>>),
    /// This is proved.
    Proof(Arc<Vec<u8>>),
}

/// What a worker says when its turn is over.
pub(super) enum Said {
    /// It is in the middle of a job that has so many nodes by now, and these numbers.
    Paused { nodes: u64, phi: u32, delta: u32 },
    /// It has ended a job.
    Done(Box<Finished>),
}

/// A job that was ended.
pub(super) struct Finished {
    /// Of the whole job.
    pub(super) nodes: u64,
    pub(super) result: Result<JobResult, NoResult>,
    /// What search and proofs took, by the clock; of use where nothing else runs.
    pub(super) searching: Duration,
    pub(super) proving: Duration,
}

/// The worker, from outside.
pub(super) struct VirtualWorker {
    orders: Option<Sender<Order>>,
    said: Receiver<Said>,
    /// Where it leaves what it finds for others.
    pub(super) shared: Option<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl VirtualWorker {
    /// A worker whose jobs this runner does, with at most so many bytes of proofs each.
    pub(super) fn start(
        mut runner: Box<dyn JobRunner>,
        most_proof: u64,
    ) -> Result<VirtualWorker, InputError> {
        let (orders, to_do) = channel();
        let (says, said) = channel();
        let shared = runner.shared();
        runner.limit_proofs(most_proof);
        runner.take_time();
        let thread = std::thread::Builder::new().spawn(move || work(&mut *runner, &to_do, &says));
        let thread = thread.map_err(|error| {
            InputError::new(format!("there is no thread for another worker: {error}"))
        })?;
        Ok(VirtualWorker { orders: Some(orders), said, shared, thread: Some(thread) })
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // The thread lives as long as this does, unless it failed, which `turn` says.
            let _ = orders.send(order);
        }
    }

    fn turn(&self, order: Order) -> Said {
        self.order(order);
        self.said.recv().unwrap_or_else(|_| {
            let result = Err(NoResult::Failed("the thread that did it failed".to_owned()));
            let (searching, proving) = (Duration::ZERO, Duration::ZERO);
            Said::Done(Box::new(Finished { nodes: 0, searching, result, proving }))
        })
    }

    pub(super) fn begin(&self, job: Job, until: u64) -> Said {
        self.turn(Order::Begin(job, until))
    }

    pub(super) fn go_on(&self, until: u64) -> Said {
        self.turn(Order::GoOn(Some(until)))
    }

    /// Ends the job in hand.
    pub(super) fn give_up(&self) {
        self.turn(Order::GoOn(None));
    }

    /// Is told between two jobs.
    pub(super) fn keep_lost(&self, positions: Vec<Vec<u8>>) {
        self.order(Order::Lost(positions));
    }

    /// Is told between two jobs.
    pub(super) fn keep_proof(&self, proof: Arc<Vec<u8>>) {
        self.order(Order::Proof(proof));
    }
}

impl Drop for VirtualWorker {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            // One that has failed has said so.
            let _ = thread.join();
        }
    }
}

fn work(runner: &mut dyn JobRunner, orders: &Receiver<Order>, says: &Sender<Said>) {
    while let Ok(order) = orders.recv() {
        let (job, mut until) = match order {
            Order::Begin(job, until) => (job, until),
            Order::Lost(positions) => {
                positions.iter().for_each(|position| runner.keep_lost(position));
                continue;
            }
            Order::Proof(proof) => {
                runner.keep_proof(&proof);
                continue;
            }
            Order::GoOn(_) => continue,
        };
        let (mut nodes, mut away) = (0, Duration::ZERO);
        let begun = Instant::now();
        let result = runner.run(&job, &mut |phi, delta, more| {
            nodes += more.nodes;
            if nodes < until {
                return true;
            }
            let paused = Instant::now();
            if says.send(Said::Paused { nodes, phi, delta }).is_err() {
                return false;
            }
            let Ok(Order::GoOn(Some(further))) = orders.recv() else { return false };
            away += paused.elapsed();
            until = further;
            true
        });
        let took = begun.elapsed();
        let (mut searching, mut proving) = (took.saturating_sub(away), Duration::ZERO);
        if let Ok(result) = &result {
            nodes += result.nodes;
            let searched = Duration::from_micros(result.micros);
            proving = took.saturating_sub(searched);
            searching = searched.saturating_sub(away);
        }
        let finished = Finished { nodes, searching, result, proving };
        if says.send(Said::Done(Box::new(finished))).is_err() {
            return;
        }
    }
}
