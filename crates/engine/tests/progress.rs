//! What an observer is told while a search runs.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Limits, Observer, Progress, Stopped};
use andor_engine::settings::SolverSettings;
use andor_engine::{Catalogue, Method, Request};

#[derive(Default)]
struct Heard(Vec<Progress>);

impl Observer for Heard {
    fn progress(&mut self, progress: &Progress) {
        self.0.push(progress.clone());
    }
    fn note(&mut self, _: &str) {}
}

/// Breakthrough 5x5 has 13 first moves, of which 6 are mirror images: 7 to be solved.
#[test]
fn root_moves_are_counted_up_to_symmetry() {
    let game = Catalogue::standard().game("breakthrough:5x5").unwrap();
    let root = game.position(None, &[]).unwrap();
    for (method, threads) in
        [(Method::DfPn, 1), (Method::DfPn, 2), (Method::Pn, 1), (Method::Boolean, 1)]
    {
        let limits = Limits { nodes: Some(8_000_000), ..Limits::default() };
        let settings = SolverSettings { threads, knowledge: Some(false), ..method.into() };
        let request = Request { settings, limits, ..Request::default() };
        let mut heard = Heard::default();
        let solved = game.solve(&root, &request, &mut heard).unwrap();
        assert_eq!(solved.row.stopped, Stopped::Nodes);
        assert!(!heard.0.is_empty(), "{} millions of nodes in silence", method.name());
        let mut nodes = 0;
        for progress in heard.0 {
            let (done, open) = progress.root_moves;
            assert_eq!(done + open, 7, "{}: {progress:?}", method.name());
            assert!(progress.counters.nodes > nodes && progress.memory > 0);
            // The line goes on below the root.
            assert!(progress.plies.len() > 1, "{}: {progress:?}", method.name());
            assert_eq!(progress.plies[0].1, open);
            assert!(progress.best.is_some() && progress.root.0.is_some());
            nodes = progress.counters.nodes;
        }
    }
}
