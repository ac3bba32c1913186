//! Proofs that are too large for a message: they come in parts, or what they prove is left to the jobs below.

use crate::house::House;
use crate::network::{Faults, Network};
use andor_cluster::status::Status;
use andor_engine::Solved;

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
