//! Workers that lie, and workers that do not belong here.

use crate::house::{House, solve_alone, tools};
use andor_cluster::in_process::Network;
use andor_cluster::message::{Call, PROGRAM, Word, decode, encode};
use andor_cluster::status::Status;
use andor_cluster::transport::{Heard, WorkerPort};
use andor_cluster::worker::Event;
use andor_core::Silent;
use andor_engine::Catalogue;
use andor_engine::remote::{JobOrder, JobResult, JobVerdict};
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
            Call::Job { run, order } => {
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
            house.worker(&honest, "honest", &tools());
        });
        let coordinator = house.coordinator(&network);
        let game = Catalogue::standard().game(&house.spec).unwrap();
        let position = game.position(None, &[]).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let request = house.request(&coordinator, &stop);
        let solved = game.solve(&position, &request, &mut Silent).unwrap();
        over.store(true, Ordering::Relaxed);
        coordinator.dismiss_workers();
        assert_eq!(solved.row.value, truth);
        assert!(solved.row.verified && solved.failure.is_none());
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
