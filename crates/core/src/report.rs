//! What a search says when it ends: one shape for every solver.

use crate::Answer;
use std::fmt;

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stopped {
    /// The question is answered.
    Solved,
    /// The limit on generated nodes.
    Nodes,
    /// The limit on expanded positions.
    Expansions,
    /// The limit on time.
    Time,
    /// The memory budget, or the limit on nodes held in memory.
    Memory,
    /// Somebody asked it to end.
    Interrupted,
    /// The method cannot answer this question soundly, and does not guess.
    Unsound,
    /// A card failed.
    Device,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stopped::Solved => "solved",
            Stopped::Nodes => "nodes",
            Stopped::Expansions => "expansions",
            Stopped::Time => "time",
            Stopped::Memory => "memory",
            Stopped::Interrupted => "interrupted",
            Stopped::Unsound => "unsound",
            Stopped::Device => "device",
        })
    }
}

/// Work done, counted alike by every solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Children generated and tested for the end of the game, repeats included.
    pub nodes: u64,
    /// Positions expanded that had no stored entry.
    pub expanded: u64,
    /// Positions that had to be proved again while a certificate was written.
    pub reproved: u64,
    /// Results of other paths that were replayed on the present one (Kawano's simulation).
    pub simulations: u64,
    /// Positions looked at in doing so.
    pub simulated: u64,
    /// Of these results, how many did not hold.
    pub flawed: u64,
}

impl Counters {
    /// What has been counted since an earlier look at the same counters.
    #[must_use]
    pub fn since(self, earlier: Counters) -> Counters {
        Counters {
            nodes: self.nodes - earlier.nodes,
            expanded: self.expanded - earlier.expanded,
            reproved: self.reproved - earlier.reproved,
            simulations: self.simulations - earlier.simulations,
            simulated: self.simulated - earlier.simulated,
            flawed: self.flawed - earlier.flawed,
        }
    }
}

impl std::ops::AddAssign for Counters {
    fn add_assign(&mut self, more: Counters) {
        self.nodes += more.nodes;
        self.expanded += more.expanded;
        self.reproved += more.reproved;
        self.simulations += more.simulations;
        self.simulated += more.simulated;
        self.flawed += more.flawed;
    }
}

/// The outcome of one question put to one solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// The answer.
    pub answer: Answer,
    /// Why the search ended.
    pub stopped: Stopped,
    /// Work done for this question.
    pub counters: Counters,
    /// The largest number of bytes in trees and tables at any time.
    pub peak_memory: u64,
    /// The largest number of tree nodes (or used table entries) at any time.
    pub peak_entries: u64,
}
