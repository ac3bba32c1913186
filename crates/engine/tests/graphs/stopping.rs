//! Every method ends soon after it is told to: what it does then is counted, not timed.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Limits, Silent, Stopped};
use andor_engine::settings::SolverSettings;
use andor_engine::{Catalogue, Method, Request, Value, ZoneChoice};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// More nodes than this are not generated any more.
const MOST: u64 = 100_000;

fn check(game: &str, limits: &Limits, stopped: Stopped) {
    let game = Catalogue::standard().game(game).unwrap();
    let root = game.position(None, &[]).unwrap();
    let mut asked = 0;
    for method in Method::all() {
        for threads in [1, 2] {
            if threads > 1 && !method.has_threads() {
                continue;
            }
            let settings = SolverSettings { threads, ..method.into() };
            let limits = limits.clone();
            let zone = Some(ZoneChoice::Off);
            let request = Request { settings, limits, zone, ..Request::default() };
            // Not every method suits every game.
            let Ok(solved) = game.solve(&root, &request, &mut Silent) else { continue };
            let row = solved.row;
            if row.stopped == Stopped::Unsound || row.stopped == Stopped::Memory {
                continue;
            }
            assert_eq!((row.stopped, row.value), (stopped, Value::Unknown), "{row:?}");
            assert!(row.nodes < MOST, "{row:?}");
            asked += 1;
        }
    }
    assert!(asked > 5, "{asked} methods of {}", game.spec());
}

#[test]
fn every_method_stops_when_it_is_interrupted() {
    let limits = Limits::default();
    limits.interrupt.store(true, Ordering::Relaxed);
    for game in ["breakthrough:8x8", "loa:6x6", "connect-four", "go:3x3"] {
        check(game, &limits, Stopped::Interrupted);
    }
}

#[test]
fn every_method_stops_when_its_time_is_over() {
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    for game in ["breakthrough:8x8", "loa:6x6", "connect-four", "go:3x3"] {
        check(game, &limits, Stopped::Time);
    }
}

#[test]
fn every_method_stops_when_it_has_expanded_enough() {
    let limits = Limits { expansions: Some(60), ..Limits::default() };
    for game in ["breakthrough:8x8", "loa:6x6", "connect-four", "go:3x3"] {
        check(game, &limits, Stopped::Expansions);
    }
}
