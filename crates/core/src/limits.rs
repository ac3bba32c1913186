//! When a search must stop, and the check that says so.

use crate::machine::DEFAULT_MEMORY;
use crate::{Counters, Instant, Stopped};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Limits of one search. Running into one is a result (`unknown`), never an error.
#[derive(Clone, Debug)]
pub struct Limits {
    /// At most this many children generated.
    pub nodes: Option<u64>,
    /// At most this many positions expanded that had no stored entry.
    pub expansions: Option<u64>,
    /// At most this many nodes of a search tree held in memory at once.
    pub tree_nodes: Option<u64>,
    /// At most this long.
    pub time: Option<Duration>,
    /// Bytes for trees and tables together.
    pub memory: u64,
    /// Raised by somebody else (Ctrl-C) to end the search.
    pub interrupt: Arc<AtomicBool>,
    /// Raised by whoever began it, when nobody wants to know any more; ends it as `interrupt` does.
    pub abandoned: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            nodes: None,
            expansions: None,
            tree_nodes: None,
            time: None,
            memory: DEFAULT_MEMORY,
            interrupt: Arc::new(AtomicBool::new(false)),
            abandoned: None,
        }
    }
}

impl Limits {
    /// Why a search that began at `start` must stop now, looking at the clock and at Ctrl-C.
    #[must_use]
    pub fn clock(&self, start: Instant) -> Option<Stopped> {
        let is_raised = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        if is_raised(&self.interrupt) || self.abandoned.as_ref().is_some_and(is_raised) {
            return Some(Stopped::Interrupted);
        }
        match self.time {
            Some(time) if start.elapsed() >= time => Some(Stopped::Time),
            _ => None,
        }
    }

    /// Why a search that has done this work must stop now.
    #[inline]
    #[must_use]
    pub fn spent(&self, counters: &Counters) -> Option<Stopped> {
        if self.nodes.is_some_and(|limit| counters.nodes >= limit) {
            return Some(Stopped::Nodes);
        }
        if self.expansions.is_some_and(|limit| counters.expanded >= limit) {
            return Some(Stopped::Expansions);
        }
        None
    }

    /// The same limits for what is left to do after this work.
    #[must_use]
    pub fn after(&self, done: &Counters) -> Limits {
        let nodes = self.nodes.map(|limit| limit.saturating_sub(done.nodes));
        let expansions = self.expansions.map(|limit| limit.saturating_sub(done.expanded));
        Limits { nodes, expansions, ..self.clone() }
    }

    /// The same limits for what is left to do since `start`: with as much time as is left.
    #[must_use]
    pub fn since(&self, start: Instant) -> Limits {
        let time = self.time.map(|time| time.saturating_sub(start.elapsed()));
        Limits { time, ..self.clone() }
    }
}
