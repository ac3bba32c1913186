//! The scheme that measured best where repetition is a draw: a disproof that leans on the path is kept
//! with the beginning of the path down to the deepest position it leans on (see `repetition`).
//!
//! All threads of a search share the table.

use super::paths::{Leant, PathRule};
use crate::repetition::{Leaning, RepetitionTable};
use andor_core::Key;
use std::sync::{Arc, Mutex, MutexGuard};

/// Disproofs by the beginnings of their paths.
pub(super) struct Beginnings(Arc<Mutex<RepetitionTable>>);

impl Beginnings {
    /// None yet, and so many bytes for them.
    pub(super) fn new(bytes: u64) -> Beginnings {
        Beginnings(Arc::new(Mutex::new(RepetitionTable::new(bytes))))
    }

    fn table(&self) -> MutexGuard<'_, RepetitionTable> {
        self.0.lock().expect("no thread panics while it holds the table")
    }
}

impl PathRule for Beginnings {
    fn disproof(&self, key: Key, path: &dyn Fn(usize) -> Option<u64>) -> Option<Leaning> {
        self.table().probe(key, path)
    }

    fn keep(&mut self, result: Leant) -> bool {
        let beginning = result.beginning.expect("a disproof leans on positions of the path");
        self.table().store(result.place.key, result.leaning, beginning);
        true
    }

    fn bytes(&self) -> u64 {
        self.table().bytes()
    }

    fn for_another_thread(&self, _bytes: u64) -> Box<dyn PathRule> {
        Box::new(Beginnings(Arc::clone(&self.0)))
    }
}
