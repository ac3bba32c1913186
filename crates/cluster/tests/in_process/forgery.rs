//! Workers that lie, and workers that do not belong here.

use crate::house::{House, solve_alone, tools};
use andor_cluster::in_process::{Faults, Network};
use andor_cluster::message::{Call, PROGRAM, Word, decode, encode};
use andor_cluster::status::Status;
use andor_cluster::transport::{Heard, WorkerPort};
use andor_cluster::worker::{Event, work};
use andor_core::Silent;
use andor_engine::Catalogue;
use andor_engine::remote::{JobOrder, JobResult, JobSubject, JobTerms, JobVerdict};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A worker that answers every job with whatever `lie` makes of it.
fn liar(
    network: &Network,
    over: &AtomicBool,
    says: (&str, u64),
    lie: impl Fn(&JobOrder) -> JobResult,
) -> u64 {
    let (sender, events): (_, Receiver<Event>) = channel();
    let port: Arc<dyn WorkerPort> = network.worker("liar", sender);
    let (mut number, mut jobs) = (0, 0);
    while !over.load(Ordering::Relaxed) {
        let Ok(Event::Heard(Heard::Message(bytes))) =
            events.recv_timeout(Duration::from_millis(10))
        else {
            continue;
        };
        match decode::<Call>(&bytes).unwrap() {
            Call::Announce { run, subject, .. } => {
                let program = says.0.to_owned();
                let fingerprint = subject.fingerprint ^ says.1;
                port.send(encode(&Word::Hello { run, program, fingerprint, threads: 1 }));
                number += 1;
                let running = Vec::new();
                port.send(encode(&Word::Beat { run, number, capacity: 4, running }));
            }
            Call::Job { run, order, .. } => {
                jobs += 1;
                let result = lie(&order);
                let JobOrder { lease, moves, .. } = order;
                port.send_result(lease, encode(&Word::Result { run, lease, moves, result }));
            }
            _ => {}
        }
    }
    jobs
}

/// Solves with one honest worker beside the liar; tells the jobs that the liar got, and the last status.
fn solve_beside_liar(
    house: &House,
    says: (&str, u64),
    lie: impl Fn(&JobOrder) -> JobResult + Send,
) -> (u64, Status) {
    let truth = solve_alone(&house.spec).row.value;
    let network = Network::new(1, house.faults);
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let lying = scope.spawn(|| liar(&network, &over, says, lie));
        let honest = network.clone();
        scope.spawn(move || {
            // The liar comes first.
            std::thread::sleep(Duration::from_millis(100));
            house.worker(&honest, "honest", &tools(1));
        });
        let coordinator = house.coordinator(&network);
        let game = Catalogue::standard().game(&house.spec).unwrap();
        let position = game.position(None, &[]).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let request = house.request(&coordinator, &stop);
        let solved = game.solve(&position, &request, &mut Silent).unwrap();
        over.store(true, Ordering::Relaxed);
        coordinator.dismiss_workers();
        assert_eq!(solved.row.value.text(), truth);
        assert!(solved.row.is_verified() && solved.failure.is_none());
        let status: Status = serde_json::from_str(&network.status().unwrap()).unwrap();
        (lying.join().unwrap(), status)
    })
}

fn settled(won: bool, proofs: Vec<Vec<u8>>) -> JobResult {
    let verdict = JobVerdict::Settled { won, leans_on: u32::MAX, winning: Some(0) };
    JobResult { verdict, proofs, nodes: u64::MAX, expanded: u64::MAX }
}

#[test]
fn a_claim_without_proof_settles_nothing() {
    for won in [true, false] {
        let house = House::new("breakthrough:3x4", "pn");
        let (jobs, status) = solve_beside_liar(&house, (PROGRAM, 0), |_| settled(won, Vec::new()));
        assert!(jobs > 0 && status.again > 0, "{status:?}");
    }
}

#[test]
fn children_that_are_left_out_without_proof_are_put_in() {
    let house = House::new("breakthrough:3x4", "df-pn");
    let nothing = |_: &JobOrder| JobResult {
        verdict: JobVerdict::Open { children: Vec::new() },
        proofs: Vec::new(),
        nodes: 0,
        expanded: 0,
    };
    let (jobs, status) = solve_beside_liar(&house, (PROGRAM, 0), nothing);
    assert!(jobs > 0 && status.doubtful > 0, "{status:?}");
}

#[test]
fn whoever_forges_proofs_is_shut_out() {
    let house = House::new("breakthrough:3x4", "pn");
    let (jobs, status) =
        solve_beside_liar(&house, (PROGRAM, 0), |_| settled(true, vec![b"ANDOR".to_vec()]));
    assert!(jobs >= 3 && status.troubles.forged >= 3, "{status:?}");
    let liar = status.workers.iter().find(|worker| worker.name == "liar").unwrap();
    assert!(liar.refused.as_deref().unwrap().contains("did not hold"), "{liar:?}");
}

#[test]
fn another_version_and_other_rules_get_no_jobs() {
    for (says, word) in [(("0.0.0-other", 0), "version"), ((PROGRAM, 1), "rules")] {
        let house = House::new("breakthrough:3x4", "pn");
        let (jobs, status) = solve_beside_liar(&house, says, |_| settled(true, Vec::new()));
        assert_eq!(jobs, 0);
        assert!(status.troubles.workers_refused > 0);
        let liar = status.workers.iter().find(|worker| worker.name == "liar").unwrap();
        assert!(liar.refused.as_deref().unwrap().contains(word), "{liar:?}");
    }
}

/// What a worker says when this is announced to it.
fn refusal(announcement: &[u8]) -> String {
    let network = Network::new(1, Faults::default());
    let (sender, _events) = channel::<andor_cluster::coordinator::Event>();
    let port = network.coordinator(sender);
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                port.announce(announcement.to_vec());
                std::thread::sleep(Duration::from_millis(5));
            }
        });
        let connect = |inbox| Ok(network.worker("worker", inbox));
        let ended = work(&Catalogue::standard(), &tools(1), connect, &mut |_| {});
        over.store(true, Ordering::Relaxed);
        ended.unwrap_err().to_string()
    })
}

#[test]
fn a_worker_refuses_a_coordinator_of_another_kind() {
    let game = Catalogue::standard().game("breakthrough:3x4").unwrap();
    let subject = |fingerprint: u64, name: &str| JobSubject {
        game: name.to_owned(),
        position: game.position(None, &[]).unwrap().asked(),
        player: 'w',
        fingerprint,
        terms: JobTerms::default(),
    };
    let announce = |program: &str, subject: JobSubject| {
        encode(&Call::Announce { run: 1, program: program.to_owned(), subject })
    };
    let right = game.fingerprint();
    let refused = refusal(&announce("7.7.7", subject(right, "breakthrough:3x4")));
    assert!(refused.contains("7.7.7") && refused.contains(PROGRAM), "{refused}");
    let refused = refusal(&announce(PROGRAM, subject(right ^ 1, "breakthrough:3x4")));
    assert!(refused.contains("rules of breakthrough:3x4"), "{refused}");
    let refused = refusal(&announce(PROGRAM, subject(right, "chess")));
    assert!(refused.contains("chess"), "{refused}");
    let mut zoned = subject(right, "breakthrough:3x4");
    zoned.terms.zone_rows = Some(99);
    let refused = refusal(&announce(PROGRAM, zoned));
    assert!(refused.contains("--zone 99"), "{refused}");
    let refused = refusal(&encode(&Call::Refused { why: "because".to_owned() }));
    assert!(refused.contains("because"), "{refused}");
}

#[test]
fn a_job_that_always_fails_is_set_aside_and_ends_the_run() {
    let mut house = House::new("breakthrough:3x4", "pn");
    house.tries = 5;
    let network = Network::new(1, house.faults);
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let failing = scope.spawn(|| {
            let (sender, events): (_, Receiver<Event>) = channel();
            let port: Arc<dyn WorkerPort> = network.worker("failing", sender);
            let (mut jobs, mut number) = (0, 0);
            while !over.load(Ordering::Relaxed) {
                let wait = Duration::from_millis(10);
                let Ok(Event::Heard(Heard::Message(bytes))) = events.recv_timeout(wait) else {
                    continue;
                };
                match decode::<Call>(&bytes).unwrap() {
                    Call::Announce { run, subject, .. } => {
                        let (program, fingerprint) = (PROGRAM.to_owned(), subject.fingerprint);
                        port.send(encode(&Word::Hello { run, program, fingerprint, threads: 1 }));
                        number += 1;
                        let running = Vec::new();
                        port.send(encode(&Word::Beat { run, number, capacity: 1, running }));
                    }
                    Call::Job { run, order, .. } => {
                        jobs += 1;
                        let why = "no".to_owned();
                        port.send(encode(&Word::Failed { run, lease: order.lease, why }));
                    }
                    _ => {}
                }
            }
            jobs
        });
        let coordinator = house.coordinator(&network);
        let game = Catalogue::standard().game(&house.spec).unwrap();
        let position = game.position(None, &[]).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let request = house.request(&coordinator, &stop);
        let solved = game.solve(&position, &request, &mut Silent).unwrap();
        over.store(true, Ordering::Relaxed);
        assert_eq!(solved.row.value.text(), "unknown");
        let failure = coordinator.failure().unwrap();
        assert!(failure.contains("1 jobs failed 5 times"), "{failure}");
        assert_eq!(failing.join().unwrap(), 5);
    });
    // The state is as good as before: with a worker that works, the run goes on.
    assert!(house.solve(2, 1).row.is_verified());
}
