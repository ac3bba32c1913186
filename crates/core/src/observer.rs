//! Progress of a long search, for whoever wants to show it.

use crate::Counters;
use std::fmt;
use std::time::Duration;

/// What is being done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    /// A value is looked for.
    #[default]
    Search,
    /// A proof is walked into a certificate.
    Extract,
    /// A certificate, or a table, is checked.
    Verify,
    /// A table is built.
    Build,
    /// The ranks of a table are found, with which it is checked.
    Rank,
    /// Patterns are looked for.
    Generate,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::Search => "search",
            Phase::Extract => "extract",
            Phase::Verify => "verify",
            Phase::Build => "build",
            Phase::Rank => "ranks",
            Phase::Generate => "generate",
        })
    }
}

/// A look at a running search.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// What is being done.
    pub phase: Phase,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Work so far.
    pub counters: Counters,
    /// Of these nodes, how many a resumed search had done before.
    pub before: u64,
    /// How full the tree or table is, from 0 to 1.
    pub fill: f64,
    /// Bytes in trees and tables now.
    pub memory: u64,
    /// Proof and disproof number of the root; `None` stands for infinity.
    pub root: (Option<u64>, Option<u64>),
    /// Moves at the root that are solved, and that are not.
    pub root_moves: (usize, usize),
    /// The same for the first plies of the line that is being searched, the root first: this tells
    /// after an hour how far a search has come, which the root's numbers do not.
    pub plies: Vec<(usize, usize)>,
    /// The root move the search believes in, as text.
    pub best: Option<String>,
}

/// Told about the progress of a search, a few times a second.
pub trait Observer {
    /// A look at the search as it is now.
    fn progress(&mut self, progress: &Progress);

    /// One line worth telling apart from progress (a checkpoint written, a file that failed).
    fn note(&mut self, line: &str);
}

/// An observer that shows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn progress(&mut self, _: &Progress) {}
    fn note(&mut self, _: &str) {}
}
