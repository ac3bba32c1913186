//! A run goes on without inspecting again what its coordinator has inspected, and only that.

use crate::house::House;
use crate::network::Network;
use andor_cluster::state::State;
use andor_core::{Observer, Progress};
use andor_engine::remote::{JobSubject, JobTerms};
use andor_engine::{Catalogue, Solved};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is said of where a run goes on from.
struct Said {
    lines: Vec<String>,
    /// Raised then, if that is all.
    stop: Option<Arc<AtomicBool>>,
}

impl Observer for Said {
    fn progress(&mut self, _: &Progress) {}

    fn note(&mut self, line: &str) {
        if line.contains("going on from") {
            self.lines.push(line.to_owned());
            self.stop.iter().for_each(|stop| stop.store(true, Ordering::Relaxed));
        }
    }
}

/// Goes on without workers.
fn go_on(house: &House) -> (Solved, String) {
    go_on_until(house, Arc::default(), false)
}

/// The same until somebody says stop; where it goes on from may be all.
fn go_on_until(house: &House, stop: Arc<AtomicBool>, is_all: bool) -> (Solved, String) {
    let network = Network::new(1, house.faults);
    let coordinator = house.coordinator(&network);
    let game = Catalogue::standard().game(&house.spec).unwrap();
    let position = game.position(None, &[]).unwrap();
    let request = house.request(&coordinator, &stop);
    let mut said = Said { lines: Vec::new(), stop: is_all.then_some(stop) };
    let solved = game.solve(&position, &request, &mut said).unwrap();
    assert!(coordinator.failure().is_none() && network.status().is_some());
    (solved, said.lines.join("; "))
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

/// Somebody presses Ctrl-C while the journal is read: what nobody has looked at is not under seal the next time.
#[test]
fn a_start_that_is_cut_short_seals_nothing() {
    let mut house = House::new("breakthrough:4x4", "df-pn");
    let first = house.solve(1, 2);
    let done = first.jobs.unwrap().jobs;
    house.seals = true;
    let (cut, _) = go_on_until(&house, Arc::new(AtomicBool::new(true)), false);
    assert!(cut.row.value.is_unknown());
    for sealed in [0, done] {
        let (again, said) = go_on(&house);
        assert!(said.contains(&format!("{done} jobs done ({sealed} under seal)")), "{said}");
        assert_eq!(again.row.value, first.row.value);
    }
}

/// The last result is taken away: what is left was never sealed as it is, and is inspected, every bit.
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
    state.strike(b'w', &numbers[numbers.len() - 1..]).unwrap();
    drop(state);
    let left = done - 1;
    for sealed in [0, left] {
        let (_, said) = go_on_until(&house, Arc::default(), true);
        assert!(said.ends_with(&format!("{left} jobs done ({sealed} under seal)")), "{said}");
    }
    // The result that settled the root is found again.
    let solved = house.solve(2, 2);
    assert!(solved.row.is_verified() && solved.failure.is_none());
}
