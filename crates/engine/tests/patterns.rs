//! Every method with race patterns: the same values as without, fewer nodes, and certificates that rest
//! on the rules alone.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Limits, Silent};
use andor_engine::patterns::builtin;
use andor_engine::{Catalogue, Method, Request, Solved};
use std::sync::Arc;

fn solve(spec: &str, position: Option<&str>, method: Method, patterns: bool) -> Solved {
    let game = Catalogue::standard().game(spec).unwrap();
    let request = Request {
        settings: method.into(),
        limits: Limits { memory: 64 << 20, ..Limits::default() },
        patterns: patterns.then(|| Arc::new(builtin().clone())),
        verify_threads: 1,
        ..Request::default()
    };
    let position = game.position(position, &[]).unwrap();
    game.solve(&position, &request, &mut Silent).unwrap()
}

#[test]
fn every_method_finds_the_same_values_with_patterns_and_certifies_them() {
    for method in Method::all() {
        for (spec, value) in [("breakthrough:4x4", "loss"), ("breakthrough:2x6", "win")] {
            let with = solve(spec, None, method, true);
            let name = method.name();
            assert_eq!(
                (with.row.value.text(), with.row.is_verified()),
                (value, true),
                "{spec} {name}"
            );
            assert_eq!((with.failure, with.row.rests_on.is_empty()), (None, true), "{spec} {name}");
            assert_eq!(with.row.patterns.as_deref(), Some("builtin"));
        }
    }
}

#[test]
fn patterns_save_most_of_the_work() {
    for method in [Method::Pn, Method::Pn2, Method::DfPn] {
        let without = solve("breakthrough:3x5", None, method, false);
        let with = solve("breakthrough:3x5", None, method, true);
        let (without, with) = (without.searched.expanded, with.searched.expanded);
        assert!(5 * with < without, "{}: {with} of {without}", method.name());
    }
}

/// A root that a pattern decides still gets a certificate with a move.
#[test]
fn a_decided_root_is_proved_by_search() {
    let position = "b2b/4/1w2/4/3w w";
    let solved = solve("breakthrough:4x5", Some(position), Method::DfPn, true);
    assert_eq!((solved.row.value.text(), solved.row.is_verified()), ("win", true));
    assert!(solved.row.best.is_some());
    assert!(solved.searched.expanded <= 1, "the patterns know it: {:?}", solved.searched);
}

#[test]
fn other_games_have_no_patterns() {
    let game = Catalogue::standard().game("tic-tac-toe").unwrap();
    let request = Request { patterns: Some(Arc::new(builtin().clone())), ..Request::default() };
    let root = game.position(None, &[]).unwrap();
    let error = game.solve(&root, &request, &mut Silent).unwrap_err().to_string();
    assert!(error.contains("are for breakthrough, not for \"tic-tac-toe"), "{error}");
}
