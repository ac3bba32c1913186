//! A state that somebody has edited (finding H3 of the audit): it settles nothing, and ends nothing.

use crate::house::House;
use crate::liar::runner;
use crate::network::Network;
use andor_cluster::state::{Batch, JournalEntry, State, Work};
use andor_core::{Limits, Silent};
use andor_engine::remote::{
    Budget, Job, JobChild, JobSubject, JobTerms, JobVerdict, Lease, Thresholds,
};
use andor_engine::{Catalogue, Request};
use std::sync::Arc;
use std::time::Duration;

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

/// The state of a house, as its coordinator opens it.
fn open(house: &House) -> State {
    State::open(&house.folder, &subject(&house.spec)).unwrap()
}

/// What nobody can find wrong: the root has these children, of which nothing is known.
fn children(spec: &str) -> JobVerdict {
    let budget = Budget {
        descents: 1,
        room: 1 << 20,
        partial_every: None,
        thresholds: Thresholds::NONE,
        splits: true,
    };
    let job = Job { lease: Lease::default(), moves: Vec::new(), budget };
    let result = runner(&subject(spec)).run(&job, &mut |_, _, _| true).unwrap();
    let JobVerdict::Open { mut children } = result.verdict else { panic!("{result:?}") };
    children.iter_mut().for_each(|child| (child.phi, child.delta) = (1, 1));
    JobVerdict::Open { children }
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
    let plants = |spec: &str| {
        [
            applied(settled(true), Vec::new()),
            applied(settled(false), Vec::new()),
            applied(settled(true), vec![b"ANDOR".to_vec()]),
            applied(settled(false), vec![vec![0; 1000]]),
            applied(JobVerdict::Open { children: Vec::new() }, Vec::new()),
            applied(JobVerdict::Open { children: vec![child] }, Vec::new()),
            JournalEntry { moves: vec![u32::MAX; 10], ..applied(settled(true), Vec::new()) },
            // What it says holds; what an inspection is said to have made of it does not.
            JournalEntry { found: Some(settled(true)), ..applied(children(spec), Vec::new()) },
            JournalEntry { found: Some(settled(false)), ..applied(children(spec), Vec::new()) },
        ]
    };
    for spec in ["breakthrough:3x4", "tic-tac-toe"] {
        let truth = crate::house::solve_alone(spec).row.value;
        let plants = plants(spec);
        for plant_one in plants.iter().map(std::slice::from_ref).chain([&plants[..]]) {
            let mut house = House::new(spec, "pn");
            house.seals = true;
            plant(&house, plant_one);
            // Without workers nothing is known: no word of the file reaches the user, not even when what was left of it
            // is under seal.
            for _ in 0..2 {
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
            }
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
