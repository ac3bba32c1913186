//! Disproofs that rest on a repetition, and what they are good for.
//!
//! Where a repeated position is a draw, a line that comes back to a position of its own path is
//! not a win for the prover. A *proof* never needs to know: the winner of a finite strategy wins
//! whatever happened before. A *disproof* does: "every move leads to a win of the opponent or back
//! to a position above me" is only true below those positions. Storing it as a plain result is
//! the graph-history interaction problem (Kishimoto and Müller 2004).
//!
//! Each disproof therefore carries the depths of the path positions it leans on, as an interval.
//! Leaning on the node itself is discharged there: the loop lies within its subtree, and the
//! disproof is as good as any. What still leans on a position *above* the node is kept apart, in
//! a table of its own, together with a hash of the path down to the deepest position it leans on:
//! it holds on every path that begins like that, whatever comes in between, since each further
//! position on the path can only add repetitions. (KomoringHeights keeps such results for one
//! exact path; the longer the shared beginning, the less is lost here.)

use crate::buckets::{Buckets, Tagged};
use andor_core::Key;
use bytemuck::{Pod, Zeroable};

/// The depths of the path positions that a disproof leans on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leaning {
    /// The highest of them.
    shallowest: u32,
    /// No deeper than this.
    deepest: u32,
}

impl Leaning {
    /// A disproof that leans on nothing.
    pub(crate) const NONE: Leaning = Leaning { shallowest: u32::MAX, deepest: 0 };

    /// A result that holds on this very path, and is not known to hold on any other.
    pub(crate) const EVERYTHING: Leaning = Leaning { shallowest: 0, deepest: u32::MAX };

    /// A repetition of the position at this depth of the path.
    pub(crate) fn on(depth: usize) -> Leaning {
        Leaning { shallowest: depth as u32, deepest: depth as u32 }
    }

    /// Both.
    pub(crate) fn and(self, other: Leaning) -> Leaning {
        Leaning {
            shallowest: self.shallowest.min(other.shallowest),
            deepest: self.deepest.max(other.deepest),
        }
    }

    /// What is left of it for a node at this depth: only what lies above the node.
    pub(crate) fn above(self, depth: usize) -> Leaning {
        let depth = depth as u32;
        if self.shallowest >= depth {
            return Leaning::NONE;
        }
        // The interval does not say which depths within it are leant on; all of them may be.
        Leaning { shallowest: self.shallowest, deepest: self.deepest.min(depth - 1) }
    }

    pub(crate) fn is_none(self) -> bool {
        self == Leaning::NONE
    }

    /// The highest position it leans on.
    pub(crate) fn shallowest(self) -> u32 {
        self.shallowest
    }

    /// The deepest position it may lean on.
    pub(crate) fn deepest(self) -> usize {
        self.deepest as usize
    }
}

/// One disproof of the table.
#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(C)]
struct Disproof {
    tag: u64,
    /// The path from the root to the deepest position leant on.
    path: u64,
    shallowest: u32,
    /// One more than the depth, so that an empty entry is none.
    deepest: u32,
}

impl Tagged for Disproof {
    fn tag(&self) -> u64 {
        self.tag
    }

    fn is_empty(&self) -> bool {
        self.deepest == 0
    }
}

/// Disproofs that lean on a path.
pub(crate) struct RepetitionTable(Buckets<Disproof, 4>);

impl RepetitionTable {
    /// An empty table that may grow to about so many bytes.
    pub(crate) fn new(bytes: u64) -> RepetitionTable {
        RepetitionTable(Buckets::new(bytes))
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    /// What a disproof of this position leans on, if there is one that holds on the current path;
    /// `path` tells the hash of the path down to a depth.
    pub(crate) fn probe(&self, key: Key, path: impl Fn(usize) -> Option<u64>) -> Option<Leaning> {
        let holds = |entry: &&Disproof| {
            entry.tag == key.tag
                && entry.deepest > 0
                && path(entry.deepest as usize - 1) == Some(entry.path)
        };
        let entry = self.0.bucket(key.tag).iter().find(holds)?;
        Some(Leaning { shallowest: entry.shallowest, deepest: entry.deepest - 1 })
    }

    /// Keeps a disproof; `path` is the hash of the path down to the deepest position it leans on.
    pub(crate) fn store(&mut self, key: Key, leaning: Leaning, path: u64) {
        let new = Disproof {
            tag: key.tag,
            path,
            shallowest: leaning.shallowest,
            deepest: leaning.deepest + 1,
        };
        self.0.put(new, |entry| entry.tag == key.tag && entry.path == path);
    }
}

#[cfg(test)]
mod tests {
    use super::{Leaning, RepetitionTable};
    use andor_core::Key;

    #[test]
    fn leaning_is_discharged_where_the_loop_closes() {
        let both = Leaning::on(3).and(Leaning::on(7));
        assert_eq!(both.above(7).deepest(), 6);
        assert!(!both.above(4).is_none());
        assert!(both.above(3).is_none());
        assert_eq!(Leaning::NONE.and(both), both);
        assert!(Leaning::NONE.above(0).is_none());
    }

    #[test]
    fn a_disproof_holds_only_on_paths_that_begin_alike() {
        let mut table = RepetitionTable::new(1 << 12);
        let key = Key::exact(42);
        table.store(key, Leaning::on(1).and(Leaning::on(2)), 777);
        let path = |hash: u64| move |depth: usize| (depth == 2).then_some(hash);
        assert_eq!(table.probe(key, path(777)), Some(Leaning::on(1).and(Leaning::on(2))));
        assert_eq!(table.probe(key, path(778)), None);
        assert_eq!(table.probe(Key::exact(43), path(777)), None);
    }
}
