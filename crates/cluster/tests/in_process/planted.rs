//! A state that somebody has edited (finding H3 of the audit): it settles nothing, and ends nothing.

use crate::house::House;
use crate::network::Network;
use andor_cluster::state::{Batch, JournalEntry, State, Work};
use andor_core::{Limits, Silent};
use andor_engine::remote::{JobChild, JobSubject, JobTerms, JobVerdict};
use andor_engine::{Catalogue, Request};
use std::sync::Arc;
use std::time::Duration;

/// The state of a house, as its coordinator opens it.
fn open(house: &House) -> State {
    let game = Catalogue::standard().game(&house.spec).unwrap();
    let terms = JobTerms::default();
    let subject = JobSubject {
        game: house.spec.clone(),
        position: game.position(None, &[]).unwrap().asked(),
        player: 'w',
        fingerprint: game.fingerprint(),
        content: None,
        terms,
    };
    State::open(&house.folder, &subject).unwrap()
}

/// Writes these results into the state, for both questions.
fn plant(house: &House, results: &[JournalEntry]) {
    let state = open(house);
    let work = Work { jobs: 7, nodes: u64::MAX, expanded: u64::MAX, ..Work::default() };
    for player in [b'b', b'w'] {
        state.write(player, &Batch { applied: results.to_vec(), work }).unwrap();
    }
}

fn applied(said: JobVerdict, proofs: Vec<Vec<u8>>) -> JournalEntry {
    JournalEntry { moves: Vec::new(), descents: 50, room: 1 << 20, said, proofs, found: None }
}

#[test]
fn a_planted_journal_settles_nothing() {
    let settled = |won| JobVerdict::Settled { won, leans_on: u32::MAX, winning: Some(0) };
    let child = JobChild { code: 12345, phi: 1, delta: 1, leans_on: u32::MAX };
    let plants = [
        applied(settled(true), Vec::new()),
        applied(settled(false), Vec::new()),
        applied(settled(true), vec![b"ANDOR".to_vec()]),
        applied(settled(false), vec![vec![0; 1000]]),
        applied(JobVerdict::Open { children: Vec::new() }, Vec::new()),
        applied(JobVerdict::Open { children: vec![child] }, Vec::new()),
        JournalEntry { moves: vec![u32::MAX; 10], ..applied(settled(true), Vec::new()) },
    ];
    for spec in ["breakthrough:3x4", "tic-tac-toe"] {
        let truth = crate::house::solve_alone(spec).row.value;
        for plant_one in plants.iter().map(std::slice::from_ref).chain([&plants[..]]) {
            let house = House::new(spec, "pn");
            plant(&house, plant_one);
            // Without workers nothing is known: no word of the file reaches the user.
            let network = Network::new(1, house.faults);
            let coordinator = house.coordinator(&network);
            let game = Catalogue::standard().game(spec).unwrap();
            let position = game.position(None, &[]).unwrap();
            let request = house.request(&coordinator, &Arc::default());
            let limits =
                Limits { time: Some(Duration::from_millis(200)), ..request.limits.clone() };
            let request = Request { limits, ..request };
            let alone = game.solve(&position, &request, &mut Silent).unwrap();
            assert_eq!(alone.row.value.text(), "unknown", "{spec} {plant_one:?}");
            assert_eq!((&alone.row.claimed, &alone.failure), (&None, &None), "{plant_one:?}");
            drop((coordinator, request));
            // With one it is searched.
            let solved = house.solve(1, 1);
            assert_eq!(solved.row.value, truth, "{spec} {plant_one:?}");
            assert!(solved.row.is_verified(), "{spec} {plant_one:?}");
        }
    }
}

#[test]
fn a_journal_that_holds_is_enough_to_know_the_value_without_workers() {
    for jobs in ["pn", "df-pn"] {
        let house = House::new("breakthrough:4x4", jobs);
        let first = house.solve(1, 2);
        let again = house.solve(2, 0);
        assert_eq!(again.row.value, first.row.value);
        assert!(again.row.is_verified() && again.failure.is_none());
    }
}
