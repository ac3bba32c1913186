//! Workers that are not threads of this process: whoever leads them gets a [`JobDesk`].

use super::{JobDesk, Statistics};
use andor_core::{Counters, Observer, Stopped};

/// Whoever evaluates the leaves of a tree in place of the threads of this process. What it puts into the
/// tree it must know to be true.
pub trait Crew: Send {
    /// Searches until the root is settled or something says stop.
    fn search(&mut self, desk: &mut JobDesk<'_>, observer: &mut dyn Observer) -> Ended;
}

/// How a search ended; whether the root is settled, the tree says.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ended {
    /// Why it ended, if the root is not settled.
    pub stopped: Option<Stopped>,
    /// The work.
    pub counters: Counters,
    /// The jobs.
    pub statistics: Statistics,
}
