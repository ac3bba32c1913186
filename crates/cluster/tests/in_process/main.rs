//! A coordinator and its workers in one process, over a transport that misbehaves.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

mod chaos;
mod forgery;
mod house;

use house::{House, solve_alone};

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
        assert!(solved.row.verified && solved.failure.is_none(), "{spec} {jobs}");
    }
}
