//! A study made ready: its tasks, and somebody who does one of them.

use super::row::limits_text;
use crate::LabError;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// One search, game or run.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// Which position, game or search; sorted as texts they are in order.
    pub(crate) position: String,
    /// Who does it.
    pub(crate) contender: String,
    /// The limits.
    pub(crate) settings: Map<String, Value>,
    /// Of dice.
    pub(crate) seed: u64,
}

impl Task {
    /// See [`super::Row::key`].
    pub(crate) fn key(&self) -> (String, String, String) {
        (self.position.clone(), self.contender.clone(), limits_text(&self.settings))
    }
}

/// What a task came to.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    /// What was found and counted.
    pub(crate) counts: Map<String, Value>,
    /// Of the search, by the clock.
    pub(crate) seconds: f64,
    /// Whether it was done in another process, whose time of a core is not known.
    pub(crate) is_elsewhere: bool,
}

/// Limits in place of a study's own.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Limited {
    /// Nodes of a search.
    pub(crate) nodes: Option<u64>,
    /// Nodes in memory.
    pub(crate) tree_nodes: Option<u64>,
    /// Plies of a player's search.
    pub(crate) depth: Option<u32>,
}

/// The tasks of a study, position by position, and how they are done. Several threads may do them.
pub(crate) trait Ground: Sync {
    /// All tasks.
    fn tasks(&self) -> &[Task];

    /// Does one; nothing if it was stopped.
    fn perform(&self, at: usize, stop: &Arc<AtomicBool>) -> Result<Option<Measured>, LabError>;
}

/// Seconds with so few digits that they come back from a file as they were written.
pub(crate) fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
