//! Results of short jobs: their worker keeps them until it hears that they are safe.

use crate::house::{House, MEMORY, config};
use crate::network::{Faults, Network};
use andor_cluster::message::{FromCoordinator, FromWorker, PROGRAM, RunningJob, decode, encode};
use andor_cluster::status::Status;
use andor_cluster::transport::{CoordinatorPort, Delivery, Heard};
use andor_cluster::worker::{WorkerConfig, WorkerEvent};
use andor_core::Silent;
use andor_engine::remote::{Budget, Job, JobSubject, JobTerms, JobVerdict, Lease, Thresholds};
use andor_engine::{Catalogue, Method, Request, ZoneChoice};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const RUN: u64 = 7;

fn subject(spec: &str) -> JobSubject {
    let game = Catalogue::standard().game(spec).unwrap();
    JobSubject {
        game: spec.to_owned(),
        position: game.position(None, &[]).unwrap().asked(),
        player: 'w',
        fingerprint: game.fingerprint(),
        content: None,
        terms: JobTerms::default(),
    }
}

/// The leases of the results that come in within a time.
fn results(events: &Receiver<Delivery>, within: Duration) -> Vec<Lease> {
    let (begun, mut leases) = (Instant::now(), Vec::new());
    while begun.elapsed() < within {
        let Ok(delivery) = events.recv_timeout(Duration::from_millis(5)) else { continue };
        if let Ok(FromWorker::Result { lease, .. }) = decode::<FromWorker>(&delivery.bytes) {
            assert_eq!(delivery.token, None, "it goes straight to the coordinator");
            leases.push(lease);
        }
    }
    leases
}

#[test]
fn a_worker_sends_a_result_again_until_it_is_safe() {
    let house = House::new("breakthrough:3x4", "pn");
    let network = Network::new(1, Faults::default());
    let (sender, events) = channel::<Delivery>();
    let port: Arc<dyn CoordinatorPort> = network.coordinator(Arc::new(sender));
    let interrupt = Arc::new(AtomicBool::new(false));
    let beat = Duration::from_millis(300);
    let config = WorkerConfig { interrupt: interrupt.clone(), beat, ..config(1) };
    std::thread::scope(|scope| {
        scope.spawn(|| house.worker(&network, "worker", &config));
        let say = |call: &FromCoordinator| port.send("worker", encode(call));
        // Step 1. It joins, and gets a job.
        let announcement = FromCoordinator::Announce {
            home: RUN,
            run: RUN,
            program: PROGRAM.to_owned(),
            subject: subject(&house.spec),
        };
        while events.recv_timeout(beat).is_err() {
            say(&announcement);
        }
        let lease = Lease { place: 0, epoch: 1 };
        let budget = Budget {
            descents: 20,
            room: 1 << 20,
            partial_every: None,
            thresholds: Thresholds::NONE,
            splits: true,
        };
        let job = Job { lease, moves: Vec::new(), budget };
        say(&FromCoordinator::Job { run: RUN, job, lost: Vec::new(), share: 0, proofs: 0 });
        // Step 2. Nobody says that its result is safe.
        let came = results(&events, 8 * beat);
        assert!(came.len() >= 3 && came.iter().all(|other| *other == lease), "{came:?}");
        assert!(came.len() <= 6, "not at every beat: {came:?}");
        // Step 3. Whoever does not know it gets it at once.
        say(&FromCoordinator::WhoAreYou { run: RUN });
        assert!(!results(&events, beat / 2).is_empty());
        // Step 4. It is safe.
        say(&FromCoordinator::Safe { run: RUN, leases: vec![lease] });
        results(&events, beat / 2);
        assert_eq!(results(&events, 4 * beat), Vec::new());
        interrupt.store(true, Ordering::Relaxed);
    });
}

/// An honest worker of our own, which sees what it is told: how many of its results are safe, and how many
/// positions it heard to be lost.
fn watcher(network: &Network, over: &AtomicBool) -> (usize, usize, usize) {
    let (sender, events) = channel();
    let port = network.worker("watcher", sender);
    let (mut runner, mut known) = (None, None);
    let (mut sent, mut safe, mut lost_told) = (0, 0, 0);
    while !over.load(Ordering::Relaxed) {
        let wait = Duration::from_millis(5);
        let Ok(WorkerEvent::Heard(Heard::Message(bytes))) = events.recv_timeout(wait) else {
            continue;
        };
        match decode::<FromCoordinator>(&bytes).unwrap() {
            FromCoordinator::Announce { run, subject, .. } if known != Some(run) => {
                let game = Catalogue::standard().game(&subject.game).unwrap();
                runner = Some(game.job_runner(&subject, MEMORY.into()).unwrap());
                known = Some(run);
                let (program, fingerprint) = (PROGRAM.to_owned(), subject.fingerprint);
                port.send(encode(&FromWorker::Hello { run, program, fingerprint, threads: 1 }));
                let running = Vec::new();
                port.send(encode(&FromWorker::Beat { run, number: 1, capacity: 1, running }));
            }
            FromCoordinator::Job { run, job, lost, .. } => {
                let runner = runner.as_mut().unwrap();
                lost_told += lost.len();
                lost.iter().for_each(|position| runner.keep_lost(position));
                let result = runner.run(&job, &mut |_, _, _| true).unwrap();
                let Job { lease, moves, .. } = job;
                // A slow disk is waited for: the board is not to be solved before anything is safe.
                if safe == 0 {
                    std::thread::sleep(Duration::from_millis(2));
                }
                sent += 1;
                port.send(encode(&FromWorker::Result { run, lease, moves, result }));
            }
            FromCoordinator::Safe { leases, .. } => safe += leases.len(),
            _ => {}
        }
    }
    (sent, safe, lost_told)
}

#[test]
fn a_coordinator_says_which_results_are_safe_and_what_is_lost() {
    for jobs in ["pn", "df-pn"] {
        let mut house = House::new("breakthrough:4x4", jobs);
        // So many that some are on disk before the board is solved.
        house.size = if jobs == "pn" { 5 } else { 1 };
        let network = Network::new(1, Faults::default());
        let over = AtomicBool::new(false);
        let (sent, safe, lost) = std::thread::scope(|scope| {
            let watching = scope.spawn(|| watcher(&network, &over));
            let coordinator = house.coordinator(&network);
            let game = Catalogue::standard().game(&house.spec).unwrap();
            let position = game.position(None, &[]).unwrap();
            let request = house.request(&coordinator, &Arc::default());
            let solved = game.solve(&position, &request, &mut Silent).unwrap();
            over.store(true, Ordering::Relaxed);
            assert!(solved.row.is_verified() && solved.failure.is_none());
            watching.join().unwrap()
        });
        // The last ones may be on their way when the board is solved.
        println!("{jobs}: {safe} of {sent} results were said to be safe, {lost} positions lost");
        assert!(sent > 40 && safe > 0 && safe <= sent, "{jobs}: {safe} of {sent}");
        assert!(lost > 0, "{jobs}");
        // A worker that proves what it says is believed at once.
        let status: Status = serde_json::from_str(&network.status().unwrap()).unwrap();
        assert_eq!((status.again, status.doubtful), (0, 0), "{jobs}: {status:?}");
        assert_eq!((status.troubles.late, status.troubles.expired), (0, 0), "{jobs}: {status:?}");
    }
}

/// A worker whose beats come late: each says once more that it has the job whose result was faster. It tells how many
/// of its jobs left their leaf a leaf.
fn dawdler(network: &Network, over: &AtomicBool) -> usize {
    let (sender, events) = channel();
    let port = network.worker("dawdler", sender);
    let (mut runner, mut known, mut number, mut stay) = (None, None, 0, 0);
    while !over.load(Ordering::Relaxed) {
        let wait = Duration::from_millis(5);
        let Ok(WorkerEvent::Heard(Heard::Message(bytes))) = events.recv_timeout(wait) else {
            continue;
        };
        let mut beat = |run, running| {
            number += 1;
            port.send(encode(&FromWorker::Beat { run, number, capacity: 1, running }));
        };
        match decode::<FromCoordinator>(&bytes).unwrap() {
            FromCoordinator::Announce { run, subject, .. } if known != Some(run) => {
                let game = Catalogue::standard().game(&subject.game).unwrap();
                runner = Some(game.job_runner(&subject, MEMORY.into()).unwrap());
                known = Some(run);
                let (program, fingerprint) = (PROGRAM.to_owned(), subject.fingerprint);
                port.send(encode(&FromWorker::Hello { run, program, fingerprint, threads: 1 }));
                beat(run, Vec::new());
            }
            FromCoordinator::Job { run, job, .. } => {
                let result = runner.as_mut().unwrap().run(&job, &mut |_, _, _| true).unwrap();
                stay += usize::from(matches!(result.verdict, JobVerdict::Numbers { .. }));
                let Job { lease, moves, .. } = job;
                let running = vec![RunningJob { lease, moves: moves.clone() }];
                port.send(encode(&FromWorker::Result { run, lease, moves, result }));
                beat(run, running);
            }
            _ => {}
        }
    }
    stay
}

/// Nobody is given a job that he has just done, and knows nothing of: on Breakthrough 7x5 with two workers that was five
/// seconds now and then, until its lease ran out.
#[test]
fn a_beat_that_comes_after_the_result_gives_nobody_a_job() {
    let mut house = House::new("breakthrough:4x5", "df-pn");
    house.zone = Some(ZoneChoice::Off);
    let network = Network::new(1, Faults::default());
    let over = AtomicBool::new(false);
    let stay = std::thread::scope(|scope| {
        let dawdling = scope.spawn(|| dawdler(&network, &over));
        let coordinator = house.coordinator(&network);
        let game = Catalogue::standard().game(&house.spec).unwrap();
        let position = game.position(None, &[]).unwrap();
        let request = house.request(&coordinator, &Arc::default());
        // The size of jobs is measured: leaves stay leaves.
        let request = Request { settings: Method::Auto.into(), ..request };
        let solved = game.solve(&position, &request, &mut Silent).unwrap();
        over.store(true, Ordering::Relaxed);
        assert!(solved.row.is_verified() && solved.failure.is_none());
        dawdling.join().unwrap()
    });
    let status: Status = serde_json::from_str(&network.status().unwrap()).unwrap();
    assert!(stay > 3, "{stay} leaves stayed leaves");
    assert_eq!(status.troubles.expired, 0, "{status:?}");
}

/// What workers prove is kept: the coordinator never did a job, and has the proof all the same in the end.
#[test]
fn next_to_nothing_is_proved_again_in_the_end() {
    for jobs in ["pn", "df-pn"] {
        let solved = House::new("breakthrough:4x4", jobs).solve(1, 2);
        assert!(solved.row.is_verified() && solved.failure.is_none(), "{jobs}");
        let (searched, all) = (solved.searched.nodes, solved.row.nodes);
        let again = all - searched;
        println!("{jobs}: {searched} nodes, {again} for the proof, {} again", solved.row.reproved);
        assert!(again * 50 < searched, "{jobs}: {again} nodes again after {searched}");
    }
}
