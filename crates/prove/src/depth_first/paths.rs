//! The rule by which a depth-first search keeps results that depend on the path: one of four schemes
//! behind [`PathRule`], chosen once, before the search.
//!
//! ```text
//!   scheme        a child on the path           a result that leans on the path is kept
//!   beginnings    fails for the prover          with the beginning of the path it leans on
//!   twins         the road and its twins tell   with its whole path
//!   nagai         its numbers grow              as beginnings, where moves back are assumed to fail
//!   unguarded     fails for the prover          as if it held everywhere
//! ```
//!
//! The rule is asked only where a path matters: when a child stands on it, when the table says that a
//! position was disproved on some path, and when a result is stored that leans on one. What every step
//! of the search must know is kept beside it, in [`Paths`].

use super::beginnings::Beginnings;
use super::nagai::Nagai;
use super::twin_results::TwinResults;
use super::unguarded::Unguarded;
use crate::cycles::Cycles;
use crate::ghi::Ghi;
use crate::numbers::{INFINITE, Numbers};
use crate::repetition::Leaning;
use crate::simulation::Place;
use crate::twins::TwinTable;
use andor_core::Key;

/// A position of the path that a child is the repetition of.
pub(super) struct Repeated {
    /// Its depth.
    pub(super) depth: usize,
    /// The thresholds it is searched with.
    pub(super) threshold: Numbers,
    /// Whether moves back to it are taken for disproved.
    pub(super) assumes: bool,
    /// Whether the prover has moved to it now.
    pub(super) prover_moved: bool,
}

/// What a scheme makes of a child that stands on the path.
pub(super) enum OnPath {
    /// It is no win for the prover: a result that leans on this.
    Decided(Leaning),
    /// It is open, with these numbers.
    Open(Numbers),
}

/// A result that leans on the path.
pub(super) struct Leant {
    /// The position, and the path to it.
    pub(super) place: Place,
    /// What it leans on.
    pub(super) leaning: Leaning,
    /// The hash of the path down to the deepest position that it leans on, where it leans on single
    /// positions.
    pub(super) beginning: Option<u64>,
    /// How many moves the path has.
    pub(super) depth: usize,
    /// The code of the winning move; `None` if the side to move is lost.
    pub(super) winning: Option<u32>,
}

/// One scheme, with its table.
pub(super) trait PathRule: Send {
    /// What a child is that stands on the path, and is not solved.
    fn repetition(&self, above: &Repeated) -> OnPath {
        OnPath::Decided(Leaning::on(above.depth))
    }

    /// What a disproof of this position leans on, if there is one that holds on the present path;
    /// `path` tells the hash of the path down to a depth.
    fn disproof(&self, _key: Key, _path: &dyn Fn(usize) -> Option<u64>) -> Option<Leaning> {
        None
    }

    /// What a result at this depth still leans on, given what it was made from. A loop that closes
    /// here or below is discharged.
    fn left_of(&self, leaning: Leaning, depth: usize) -> Leaning {
        leaning.above(depth)
    }

    /// Keeps a result that leans on the path; whether it is kept apart, so that the position starts
    /// afresh in the table.
    fn keep(&mut self, result: Leant) -> bool;

    /// The twins, where they are kept.
    fn twins(&mut self) -> Option<&mut TwinTable> {
        None
    }

    /// Whether a win in the table is one on every path under superko.
    fn trusts_clean(&self) -> bool {
        false
    }

    /// Bytes in use.
    fn bytes(&self) -> u64 {
        0
    }

    /// The same for another thread, with so many bytes if it has to keep its own results.
    fn for_another_thread(&self, bytes: u64) -> Box<dyn PathRule>;
}

/// The scheme of one search, and what each of its steps must know of it.
pub(super) struct Paths {
    /// The scheme.
    pub(super) rule: Box<dyn PathRule>,
    /// Whether positions can come back.
    pub(super) is_cyclic: bool,
    /// Where the numbers of an open position reach this, they say nothing any more; infinite where
    /// there is no such place.
    pub(super) preset: u64,
}

impl Default for Paths {
    fn default() -> Paths {
        Paths { rule: Box::new(Unguarded), is_cyclic: false, preset: INFINITE }
    }
}

impl Paths {
    /// What `ghi` means for a game with this rule; `bytes` for its table.
    pub(super) fn new(cycles: Cycles, ghi: Ghi, preset: u64, bytes: u64) -> Paths {
        let trusts_clean = cycles != Cycles::Superko { trusts_clean: false };
        let rule: Box<dyn PathRule> = match (cycles, ghi) {
            (Cycles::Impossible, _) | (_, Ghi::Ignore) => Box::new(Unguarded),
            (_, Ghi::Nagai) => Box::new(Nagai::new(bytes)),
            (Cycles::Draw, Ghi::Sound) => Box::new(Beginnings::new(bytes)),
            (_, Ghi::Sound | Ghi::Twins) => Box::new(TwinResults::new(bytes, trusts_clean)),
        };
        let is_cyclic = cycles.is_possible();
        let preset = if is_cyclic && ghi == Ghi::Nagai { preset } else { INFINITE };
        Paths { rule, is_cyclic, preset }
    }

    /// The same for another thread, with so many bytes if it has to keep its own results.
    pub(super) fn for_another_thread(&self, bytes: u64) -> Paths {
        Paths { rule: self.rule.for_another_thread(bytes), ..*self }
    }

    /// Whether numbers can say nothing any more, and moves back to the path are made.
    #[inline]
    pub(super) fn has_preset(&self) -> bool {
        self.preset < INFINITE
    }
}
