//! One honest worker and three liars at a real server: the value is the certified one, in bounded time.

use crate::house::{Ended, coordinate, start};
use crate::server::{Folder, Server};
use andor_cluster::message::{FromCoordinator, FromWorker, PROGRAM, RunningJob, decode, encode};
use andor_cluster::nats::{Settings, worker_port};
use andor_cluster::transport::Heard;
use andor_cluster::worker::WorkerEvent;
use andor_engine::Catalogue;
use andor_engine::remote::{Job, JobResult, JobRunner, JobVerdict, Lease, WorkerMemory};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

const DEADLINE: Duration = Duration::from_secs(2);

/// What a liar does with its jobs.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Lie {
    /// Keeps them, and beats.
    Stalls,
    /// Fails, with a text for the terminal.
    Fails,
    /// Sends numbers of no search, and a flood of results for jobs that it does not have.
    Wild,
}

/// The numbers of an honest result, exchanged for wild ones.
fn wild(job: &Job, runner: &mut dyn JobRunner) -> JobResult {
    let mut result = runner.run(job, &mut |_, _, _| true).unwrap();
    if let JobVerdict::Open { children } = &mut result.verdict {
        children.iter_mut().for_each(|child| (child.phi, child.delta) = (1, u32::MAX - 1));
    }
    result
}

/// Lies until it is over; tells why it was refused.
fn lie(url: &str, lie: Lie, over: &Arc<AtomicBool>) -> Option<String> {
    let (sender, events) = channel();
    let settings = Settings { url: url.to_owned(), run: "andor".to_owned(), ..Settings::default() };
    let port = worker_port(&settings, &format!("a-{lie:?}"), over, sender, &mut |_| {}).unwrap();
    let (mut runner, mut running, mut number, mut refused) = (None, Vec::new(), 0, None);
    while !over.load(Ordering::Relaxed) {
        let wait = Duration::from_millis(20);
        let Ok(WorkerEvent::Heard(Heard::Message(bytes))) = events.recv_timeout(wait) else {
            continue;
        };
        match decode::<FromCoordinator>(&bytes).unwrap() {
            FromCoordinator::Announce { run, subject, .. } => {
                let game = Catalogue::standard().game(&subject.game).unwrap();
                runner.get_or_insert_with(|| {
                    let memory = WorkerMemory { bytes: 16 << 20, threads: 1 };
                    game.job_runner(&subject, memory.into()).unwrap()
                });
                let (program, fingerprint) = (PROGRAM.to_owned(), subject.fingerprint);
                port.send(encode(&FromWorker::Hello { run, program, fingerprint, threads: 64 }));
                number += 1;
                let running = running.clone();
                port.send(encode(&FromWorker::Beat { run, number, capacity: 64, running }));
            }
            FromCoordinator::Job { run, job, .. } => match lie {
                Lie::Stalls => running.push(RunningJob { lease: job.lease, moves: job.moves }),
                Lie::Fails => {
                    let why = "\u{1b}[2Jno\nforged line".to_owned();
                    port.send(encode(&FromWorker::Failed { run, lease: job.lease, why }));
                }
                Lie::Wild => {
                    let result = wild(&job, &mut **runner.as_mut().unwrap());
                    let Job { lease, moves, .. } = job;
                    for other in 0..2000 {
                        let (moves, result) = (vec![other; 3], result.clone());
                        let lease = Lease { place: other, epoch: u64::MAX };
                        port.send(encode(&FromWorker::Result { run, lease, moves, result }));
                    }
                    port.send(encode(&FromWorker::Result { run, lease, moves, result }));
                }
            },
            FromCoordinator::Refused { why, .. } => refused = Some(why),
            _ => {}
        }
    }
    refused
}

/// Solves with one honest worker beside these.
fn solve(lies: &[Lie]) -> (Ended, String, Duration, Vec<Option<String>>) {
    let (server, folder) = (Server::start(), Folder::new());
    let (url, state) = (server.url(), folder.path("state"));
    let over = Arc::new(AtomicBool::new(false));
    std::thread::scope(|scope| {
        let lying: Vec<_> = lies
            .iter()
            .map(|&what| {
                let (url, over) = (&url, &over);
                scope.spawn(move || lie(url, what, over))
            })
            .collect();
        std::thread::sleep(Duration::from_millis(500));
        let begun = Instant::now();
        let deadline = format!("{}s", DEADLINE.as_secs());
        let more = ["--jobs", "df-pn,size=500", "--deadline", &deadline];
        let coordinator = start(&folder, &coordinate("breakthrough:4x5", &url, &state, &more));
        // The liars come first.
        std::thread::sleep(Duration::from_millis(300));
        let worker = start(&folder, &["worker", "--nats", &url, "--memory", "64MiB"]);
        let ended = coordinator.end();
        let took = begun.elapsed();
        assert_eq!(worker.end().code, Some(0));
        over.store(true, Ordering::Relaxed);
        let refused = lying.into_iter().map(|liar| liar.join().unwrap()).collect();
        let log = std::fs::read_to_string(format!("{state}/log.txt")).unwrap();
        (ended, log, took, refused)
    })
}

#[test]
fn one_honest_worker_and_three_liars_end_with_the_certified_value() {
    let (alone, _, own, _) = solve(&[]);
    let (ended, log, took, refused) = solve(&[Lie::Stalls, Lie::Fails, Lie::Wild]);
    let nodes = |ended: &Ended| ended.row()["nodes"].as_u64().unwrap();
    println!("honest alone: {} nodes, {own:?}", nodes(&alone));
    println!("with liars:   {} nodes, {took:?}, {refused:?}", nodes(&ended));
    assert_eq!((ended.code, &ended.row()["verified"]), (Some(0), &true.into()), "{ended:?}");
    assert_eq!(ended.row()["value"], alone.row()["value"]);
    assert!(nodes(&ended) <= 2 * nodes(&alone), "{} of {}", nodes(&ended), nodes(&alone));
    let bound = 2 * own + 3 * DEADLINE + Duration::from_secs(2);
    assert!(took <= bound, "{took:?} of {bound:?}");
    assert!(refused.iter().all(Option::is_some), "{refused:?}\n{log}");
    // What they said is printable, in the log and in the terminal.
    assert!(log.contains("\\u{1b}[2Jno\\nforged line"), "{log}");
    let raw =
        |text: &str| text.lines().any(|line| line.contains('\u{1b}') || line == "forged line");
    assert!(!raw(&log) && !raw(&ended.err), "{}", ended.err);
}
