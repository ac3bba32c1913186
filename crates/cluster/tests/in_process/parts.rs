//! Proofs that are too large for a message: they come in parts, or what they prove is left to the jobs below.

use crate::house::{House, MEMORY};
use crate::liar::{Answer, Liar, solve_beside, solve_beside_with};
use crate::network::{Faults, Network};
use andor_cluster::message::{
    FromCoordinator, FromWorker, PROGRAM, ResultPart, RunningJob, decode, encode,
};
use andor_cluster::status::Status;
use andor_cluster::transport::Heard;
use andor_cluster::worker::WorkerEvent;
use andor_core::Silent;
use andor_engine::remote::{Job, JobRunner, Lease};
use andor_engine::{Catalogue, Solved};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

/// Large jobs: what one of them settles has a large proof. The most bytes of a message, and of the proofs of a result.
fn house(most_bytes: usize, most_proof: u64) -> House {
    let mut house = House::new("breakthrough:4x5", "df-pn");
    (house.size, house.most_bytes, house.most_proof) = (5000, most_bytes, most_proof);
    house
}

fn solve(house: &House) -> (Solved, Status, u64) {
    let network = Network::new(1, house.faults);
    network.carry_at_most(house.most_bytes);
    let solved = house.solve_on(&network, 2);
    assert!(solved.row.is_verified() && solved.failure.is_none());
    assert_eq!(solved.row.value.text(), "loss");
    let status = serde_json::from_str(&network.status().unwrap()).unwrap();
    (solved, status, network.left())
}

/// Before, such a claim came without its proof, the coordinator searched it again, and once more in the end: on
/// Breakthrough 7x5 that was 140 of 338 million nodes.
#[test]
fn what_is_too_large_for_a_message_comes_in_parts() {
    let (whole, status, _) = solve(&house(usize::MAX, u64::MAX));
    assert_eq!((status.in_parts, status.again), (0, 0), "{status:?}");
    for faults in
        [Faults::default(), Faults { dropped: 30, doubled: 100, held_back: 50, damaged: 30 }]
    {
        let mut house = house(2048, u64::MAX);
        house.faults = faults;
        let (solved, status, left) = solve(&house);
        println!("{} in parts, {left} left, {} nodes", status.in_parts, solved.row.nodes);
        assert!(status.in_parts > 0, "{status:?}");
        assert_eq!((status.again, status.doubtful), (0, 0), "nothing was lost: {status:?}");
        assert_eq!(status.troubles.forged, 0, "{status:?}");
        let again = solved.row.nodes - solved.searched.nodes;
        assert!(again * 20 < whole.row.nodes, "{again} nodes for the proof");
    }
}

#[test]
fn what_is_too_large_to_be_proved_is_left_to_the_jobs_below() {
    let (whole, _, _) = solve(&house(usize::MAX, u64::MAX));
    let (split, status, _) = solve(&house(usize::MAX, 700));
    let jobs = |solved: &Solved| solved.jobs.unwrap().jobs;
    println!("{} jobs, {} where proofs are small", jobs(&whole), jobs(&split));
    // Nothing was claimed that the coordinator had to find out by itself.
    assert_eq!((status.again, status.troubles.forged), (0, 0), "{status:?}");
    assert!(jobs(&split) > 2 * jobs(&whole), "{} and {}", jobs(&whole), jobs(&split));
    let (nodes, before) = (split.row.nodes, whole.row.nodes);
    assert!(nodes < 2 * before, "{nodes} nodes, {before} with large proofs");
}

/// Says in many names that it has long results of before, and sends one byte of each, again and again.
fn hoards(network: &Network, over: &AtomicBool, run: u64) -> u64 {
    let mut said = 0;
    while !over.load(Ordering::Relaxed) {
        // As much as there is room for, to the last byte.
        for length in [1 << 20, 1 << 16, 1 << 12, 1 << 8, 2] {
            for number in 0..20 {
                for epoch in 0..4 {
                    let lease = Lease { place: number, epoch };
                    let part = ResultPart { lease, number: 0, of: 2, length, bytes: vec![0] };
                    let name = format!("hoarder-{length}-{number}");
                    network.say_as(&name, encode(&FromWorker::Part { run, part }));
                    said += 1;
                }
            }
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    said
}

#[test]
fn who_begins_many_long_results_keeps_nobody_elses_out() {
    let ran = solve_beside_with(&house(2048, u64::MAX), Vec::new(), hoards);
    let Status { in_parts, troubles, .. } = &ran.status;
    assert!(*in_parts > 0, "{ran:?}");
    assert_eq!((troubles.failed, troubles.forged), (0, 0), "{ran:?}");
}

#[test]
fn pieces_that_make_up_no_result_cost_credit() {
    let beat = |_: &Job, _: &mut dyn JobRunner| {
        let running = Vec::<RunningJob>::new();
        Answer::Piece(encode(&FromWorker::Beat { run: 1, number: 1, capacity: 1, running }))
    };
    let odd = |_: &Job, _: &mut dyn JobRunner| Answer::Piece(Vec::new());
    let noise = |_: &Job, _: &mut dyn JobRunner| Answer::Piece(vec![7; 5000]);
    for (liar, why) in [
        (Liar::new("liar", noise), "pieces that make up no result"),
        (Liar::new("liar", beat), "pieces that make up no result"),
        (Liar::new("liar", odd), "a piece of no result"),
    ] {
        let ran = solve_beside(&House::new("breakthrough:3x4", "pn"), vec![liar]);
        let refused = ran.told[0].refused.as_deref().unwrap_or_default();
        assert!(refused.contains(why), "{ran:?}");
        assert!(ran.told[0].jobs <= 3, "{ran:?}");
    }
}

/// A worker that sends its first result in two pieces, with five leases between them; it does not speak of it meanwhile,
/// for it has left it with the transport.
fn slow(network: &Network, over: &AtomicBool) {
    let (sender, events) = channel();
    let port = network.worker("slow", sender);
    let (mut runner, mut known, mut number, mut is_first) = (None, None, 0, true);
    let mut beat = |known: Option<u64>| {
        number += 1;
        let Some(run) = known else { return };
        let running = Vec::new();
        port.send(encode(&FromWorker::Beat { run, number, capacity: 1, running }));
    };
    while !over.load(Ordering::Relaxed) {
        let wait = Duration::from_millis(30);
        let Ok(WorkerEvent::Heard(Heard::Message(bytes))) = events.recv_timeout(wait) else {
            beat(known);
            continue;
        };
        match decode::<FromCoordinator>(&bytes).unwrap() {
            FromCoordinator::Announce { run, subject, .. } if known != Some(run) => {
                let game = Catalogue::standard().game(&subject.game).unwrap();
                runner = Some(game.job_runner(&subject, MEMORY.into()).unwrap());
                known = Some(run);
                let (program, fingerprint) = (PROGRAM.to_owned(), subject.fingerprint);
                port.send(encode(&FromWorker::Hello { run, program, fingerprint, threads: 1 }));
            }
            FromCoordinator::Job { run, job, .. } => {
                let result = runner.as_mut().unwrap().run(&job, &mut |_, _, _| true).unwrap();
                let Job { lease, moves, .. } = job;
                let whole = encode(&FromWorker::Result { run, lease, moves, result });
                if !std::mem::take(&mut is_first) {
                    port.send(whole);
                    continue;
                }
                let length = whole.len() as u64;
                for (number, piece) in (0..).zip(whole.chunks(whole.len().div_ceil(2))) {
                    let part = ResultPart { lease, number, of: 2, length, bytes: piece.to_vec() };
                    port.send_result(lease, vec![encode(&FromWorker::Part { run, part })]);
                    // After the last one it has another job.
                    for _ in 0..if number == 0 { 30 } else { 0 } {
                        std::thread::sleep(wait);
                        beat(known);
                    }
                }
            }
            _ => {}
        }
    }
}

#[test]
fn a_job_whose_result_is_on_its_way_is_given_to_nobody_else() {
    let house = House::new("breakthrough:3x4", "pn");
    let network = Network::new(1, house.faults);
    network.offer_again_after(Duration::from_secs(10));
    let over = AtomicBool::new(false);
    let solved = std::thread::scope(|scope| {
        scope.spawn(|| slow(&network, &over));
        let coordinator = house.coordinator(&network);
        let game = Catalogue::standard().game(&house.spec).unwrap();
        let position = game.position(None, &[]).unwrap();
        let request = house.request(&coordinator, &Arc::default());
        let solved = game.solve(&position, &request, &mut Silent).unwrap();
        over.store(true, Ordering::Relaxed);
        solved
    });
    assert!(solved.row.is_verified() && solved.failure.is_none());
    let status: Status = serde_json::from_str(&network.status().unwrap()).unwrap();
    assert_eq!((status.in_parts, status.troubles.expired), (1, 0), "{status:?}");
}
