//! A run goes on without inspecting again what its coordinator has inspected, and only that.

use crate::house::House;
use crate::network::Network;
use andor_cluster::state::State;
use andor_core::{Observer, Progress};
use andor_engine::remote::{JobSubject, JobTerms};
use andor_engine::{Catalogue, Solved};
use std::sync::Arc;

/// What is said of where a run goes on from.
#[derive(Default)]
struct Said(Vec<String>);

impl Observer for Said {
    fn progress(&mut self, _: &Progress) {}

    fn note(&mut self, line: &str) {
        self.0.extend(line.contains("going on from").then(|| line.to_owned()));
    }
}

/// Goes on without workers.
fn go_on(house: &House) -> (Solved, String) {
    let network = Network::new(1, house.faults);
    let coordinator = house.coordinator(&network);
    let game = Catalogue::standard().game(&house.spec).unwrap();
    let position = game.position(None, &[]).unwrap();
    let mut said = Said::default();
    let request = house.request(&coordinator, &Arc::default());
    let solved = game.solve(&position, &request, &mut said).unwrap();
    (solved, said.0.join("; "))
}

fn state(house: &House) -> State {
    let game = Catalogue::standard().game(&house.spec).unwrap();
    let settings = match house.jobs {
        andor_engine::Jobs::Pn => JobTerms::default().settings,
        andor_engine::Jobs::DfPn => "ppn2/knowledge=off/jobs=df-pn".to_owned(),
    };
    let subject = JobSubject {
        game: house.spec.clone(),
        position: game.position(None, &[]).unwrap().asked(),
        player: 'w',
        fingerprint: game.fingerprint(),
        content: None,
        terms: JobTerms { settings, ..JobTerms::default() },
    };
    State::open(&house.folder, &subject).unwrap()
}

#[test]
fn what_is_sealed_is_enough_and_is_not_inspected() {
    for jobs in ["pn", "df-pn"] {
        let mut house = House::new("breakthrough:4x4", jobs);
        house.seals = true;
        let first = house.solve(1, 2);
        let done = first.jobs.unwrap().jobs;
        let (again, said) = go_on(&house);
        assert!(said.contains(&format!("{done} jobs done ({done} under seal)")), "{said}");
        assert_eq!(again.row.value, first.row.value);
        assert!(again.row.is_verified() && again.failure.is_none());
        // Proofs are kept as they were: next to nothing is proved again.
        let more = again.row.nodes - again.searched.nodes;
        assert!(more * 20 < first.row.nodes, "{more} nodes again");
    }
}

#[test]
fn what_is_not_sealed_is_inspected_and_then_sealed() {
    let mut house = House::new("breakthrough:4x4", "df-pn");
    let first = house.solve(1, 2);
    let done = first.jobs.unwrap().jobs;
    house.seals = true;
    for sealed in [0, done] {
        let (again, said) = go_on(&house);
        assert!(said.contains(&format!("{done} jobs done ({sealed} under seal)")), "{said}");
        assert_eq!(again.row.value, first.row.value);
    }
}

/// The last results are taken away: what is left was never sealed as it is, and is inspected, every bit.
#[test]
fn a_journal_that_was_cut_is_not_under_seal() {
    let mut house = House::new("breakthrough:4x4", "df-pn");
    house.seals = true;
    let done = house.solve(1, 2).jobs.unwrap().jobs;
    let state = state(&house);
    let mut numbers = Vec::new();
    state
        .each_result(b'w', |number, _| {
            numbers.push(number);
            true
        })
        .unwrap();
    assert_eq!(numbers.len() as u64, done);
    state.strike(b'w', &numbers[..1]).unwrap();
    drop(state);
    // The root's own result is gone: nothing below it has a place, and all has to be found again.
    let solved = house.solve(2, 2);
    assert!(solved.row.is_verified() && solved.failure.is_none());
    let (_, said) = go_on(&house);
    assert!(said.contains("under seal"), "{said}");
}
