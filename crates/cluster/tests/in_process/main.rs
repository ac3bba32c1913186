//! A coordinator and its workers in one process, over a transport that misbehaves.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

mod bounds;
mod chaos;
mod content;
mod forgery;
mod history;
mod hostile;
mod house;
mod keeping;
mod liar;
mod network;
mod parts;
mod planted;
mod seals;
mod strangers;
mod tables;

use andor_core::Silent;
use andor_engine::{Catalogue, ZoneChoice};
use house::{House, solve_alone};
use network::Network;
use std::sync::Arc;

#[test]
fn values_are_those_of_a_search_without_workers() {
    for (spec, jobs) in [
        ("breakthrough:4x4", "pn"),
        ("breakthrough:4x4", "df-pn"),
        ("tic-tac-toe", "pn"),
        ("tic-tac-toe", "df-pn"),
        ("connect-four:4x4", "df-pn"),
        ("loa:4x4", "pn"),
        ("loa:4x4", "df-pn"),
        // Under superko results depend on the path, and the coordinator does settled jobs again.
        ("go:2x2,goal=1", "pn"),
        ("go:2x2,ko=positional,goal=1", "pn"),
    ] {
        let house = House::new(spec, jobs);
        let solved = house.solve(1, 3);
        let alone = solve_alone(spec);
        assert_eq!(solved.row.value, alone.row.value, "{spec} {jobs}");
        assert!(solved.row.is_verified() && solved.failure.is_none(), "{spec} {jobs}");
    }
}

#[test]
fn workers_ask_the_zone_table_of_the_run() {
    for jobs in ["pn", "df-pn"] {
        let mut house = House::new("breakthrough:3x5", jobs);
        let without = house.solve(1, 2);
        let mut with_zone = House::new("breakthrough:3x5", jobs);
        with_zone.zone = Some(ZoneChoice::Rows(3));
        let with = with_zone.solve(1, 2);
        assert!(with.row.is_verified() && with.failure.is_none(), "{jobs}");
        assert_eq!((&with.row.value, with.row.tables.len()), (&without.row.value, 1), "{jobs}");
        let (nodes, before) = (with.row.nodes, without.row.nodes);
        assert!(nodes < before / 2, "{jobs}: {nodes} nodes with the zone table, {before} without");
        // What was begun without a zone table does not go on with one.
        house.zone = with_zone.zone;
        let network = Network::new(1, house.faults);
        let coordinator = house.coordinator(&network);
        let game = Catalogue::standard().game(&house.spec).unwrap();
        let position = game.position(None, &[]).unwrap();
        let request = house.request(&coordinator, &Arc::default());
        let _ = game.solve(&position, &request, &mut Silent);
        assert!(coordinator.failure().unwrap().contains("other settings"), "{jobs}");
    }
}
