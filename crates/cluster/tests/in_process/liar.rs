//! Workers that do what they like.

use crate::house::{House, MEMORY, config, solve_alone};
use crate::network::Network;
use andor_cluster::message::{
    FromCoordinator, FromWorker, PROGRAM, ResultPart, RunningJob, decode, encode,
};
use andor_cluster::status::{Status, WorkerStatus};
use andor_cluster::transport::{Heard, WorkerPort};
use andor_cluster::worker::WorkerEvent;
use andor_core::{Limits, Silent};
use andor_engine::remote::{Job, JobResult, JobRunner, JobSubject, JobVerdict};
use andor_engine::{Catalogue, Request};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

/// No run here takes so long.
const MOST: Duration = Duration::from_secs(120);

/// What a liar does with a job.
pub(crate) enum Answer {
    /// It sends this.
    Result(JobResult),
    /// It says that it cannot do it, and why.
    Failed(String),
    /// It keeps it, and says that it lives.
    Silence,
    /// It sends this as a long result, in one piece.
    Piece(Vec<u8>),
}

/// What came of a liar.
#[derive(Debug, Default)]
pub(crate) struct Told {
    /// The jobs it got.
    pub(crate) jobs: u64,
    /// Why it was refused.
    pub(crate) refused: Option<String>,
}

/// An honest runner for a subject.
pub(crate) fn runner(subject: &JobSubject) -> Box<dyn JobRunner> {
    let game = Catalogue::standard().game(&subject.game).unwrap();
    game.job_runner(subject, MEMORY.into()).unwrap()
}

/// How it answers a job, given an honest runner.
type Answers<'a> = Box<dyn FnMut(&Job, &mut dyn JobRunner) -> Answer + Send + 'a>;

/// A worker that answers every job with whatever `answer` makes of it, and of what an honest runner finds.
pub(crate) struct Liar<'a> {
    pub(crate) name: &'a str,
    /// The version of its program, and what differs in its fingerprint.
    pub(crate) says: (&'a str, u64),
    pub(crate) capacity: u32,
    pub(crate) answer: Answers<'a>,
}

impl<'a> Liar<'a> {
    pub(crate) fn new(
        name: &'a str,
        answer: impl FnMut(&Job, &mut dyn JobRunner) -> Answer + Send + 'a,
    ) -> Liar<'a> {
        Liar { name, says: (PROGRAM, 0), capacity: 1, answer: Box::new(answer) }
    }

    /// Lies until it is over.
    pub(crate) fn lie(mut self, network: &Network, over: &AtomicBool) -> Told {
        let (sender, events) = channel();
        let port: Arc<dyn WorkerPort> = network.worker(self.name, sender);
        let mut told = Told::default();
        let mut known: Option<(u64, Box<dyn JobRunner>)> = None;
        let mut running: Vec<RunningJob> = Vec::new();
        let mut number = 0;
        while !over.load(Ordering::Relaxed) {
            let wait = Duration::from_millis(10);
            let Ok(WorkerEvent::Heard(Heard::Message(bytes))) = events.recv_timeout(wait) else {
                continue;
            };
            let Ok(call) = decode::<FromCoordinator>(&bytes) else { continue };
            match call {
                FromCoordinator::Announce { run, subject, .. } => {
                    if known.as_ref().is_none_or(|(own, _)| *own != run) {
                        running.clear();
                        known = Some((run, runner(&subject)));
                    }
                    let program = self.says.0.to_owned();
                    let fingerprint = subject.fingerprint ^ self.says.1;
                    port.send(encode(&FromWorker::Hello { run, program, fingerprint, threads: 1 }));
                    number += 1;
                    let (capacity, running) = (self.capacity, running.clone());
                    port.send(encode(&FromWorker::Beat { run, number, capacity, running }));
                }
                FromCoordinator::Job { run, job, .. } => {
                    let Some((own, runner)) = &mut known else { continue };
                    assert_eq!(*own, run);
                    told.jobs += 1;
                    let answer = (self.answer)(&job, &mut **runner);
                    let Job { lease, moves, .. } = job;
                    match answer {
                        Answer::Result(result) => {
                            let word = FromWorker::Result { run, lease, moves, result };
                            port.send_result(lease, vec![encode(&word)]);
                        }
                        Answer::Failed(why) => {
                            port.send(encode(&FromWorker::Failed { run, lease, why }))
                        }
                        Answer::Piece(bytes) => {
                            let (number, of, length) = (0, 1, bytes.len() as u64);
                            let part = ResultPart { lease, number, of, length, bytes };
                            let word = FromWorker::Part { run, part };
                            port.send_result(lease, vec![encode(&word)]);
                        }
                        Answer::Silence => running.push(RunningJob { lease, moves }),
                    }
                }
                FromCoordinator::Stale { lease, .. } => running.retain(|job| job.lease != lease),
                FromCoordinator::Refused { why, .. } => told.refused = Some(why),
                _ => {}
            }
        }
        told
    }
}

/// What came of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: Status,
    pub(crate) told: Vec<Told>,
    pub(crate) took: Duration,
}

impl Ran {
    pub(crate) fn worker(&self, name: &str) -> &WorkerStatus {
        self.status.workers.iter().find(|worker| worker.name == name).unwrap()
    }
}

/// Solves with one honest worker beside these liars, who come first.
pub(crate) fn solve_beside(house: &House, liars: Vec<Liar<'_>>) -> Ran {
    solve_beside_with(house, liars, |_, _, _| 0)
}

/// The same beside somebody who is on the network too, and knows the number of the run.
pub(crate) fn solve_beside_with(
    house: &House,
    liars: Vec<Liar<'_>>,
    else_there: impl Fn(&Network, &AtomicBool, u64) -> u64 + Send,
) -> Ran {
    let truth = solve_alone(&house.spec).row.value;
    let network = Network::new(1, house.faults);
    network.carry_at_most(house.most_bytes);
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (network, over) = (&network, &over);
        let lying: Vec<_> =
            liars.into_iter().map(|liar| scope.spawn(move || liar.lie(network, over))).collect();
        let honest = config(1);
        let interrupt = honest.interrupt.clone();
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            house.worker(network, "honest", &honest);
        });
        let others = scope.spawn(move || {
            let run = loop {
                let status = network.status();
                let status = status.and_then(|json| serde_json::from_str::<Status>(&json).ok());
                match status {
                    Some(status) => break status.run,
                    None => std::thread::sleep(Duration::from_millis(1)),
                }
            };
            else_there(network, over, run)
        });
        let coordinator = house.coordinator(network);
        let game = Catalogue::standard().game(&house.spec).unwrap();
        let position = game.position(None, &[]).unwrap();
        let request = house.request(&coordinator, &Arc::default());
        // A run that is kept from its end fails.
        let limits = Limits { time: Some(MOST), ..request.limits.clone() };
        let request = Request { limits, ..request };
        let start = Instant::now();
        let solved = game.solve(&position, &request, &mut Silent).unwrap();
        let took = start.elapsed();
        over.store(true, Ordering::Relaxed);
        coordinator.dismiss_workers();
        // It may have come too late to be told.
        interrupt.store(true, Ordering::Relaxed);
        assert_eq!(coordinator.failure(), None);
        assert_eq!(solved.row.value, truth);
        assert!(solved.row.is_verified() && solved.failure.is_none());
        let status: Status = serde_json::from_str(&network.status().unwrap()).unwrap();
        println!("somebody else said {} messages", others.join().unwrap());
        let told = lying.into_iter().map(|liar| liar.join().unwrap()).collect();
        Ran { status, told, took }
    })
}

/// A claim that a leaf is settled.
pub(crate) fn settled(won: bool, proofs: Vec<Vec<u8>>) -> JobResult {
    let verdict = JobVerdict::Settled { won, leans_on: u32::MAX, winning: Some(0) };
    JobResult { verdict, proofs, nodes: u64::MAX, expanded: u64::MAX, micros: u64::MAX }
}
