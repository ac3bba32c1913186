//! Kishimoto and Müller's scheme (2004): a result that leans on the path becomes a twin of its position,
//! filed under the whole path (see `twins`, `simulation`). The scheme for superko, sound where repetition
//! is a draw as well.
//!
//! What the path says of a child the road and the twins tell before this rule is asked. Each thread of a
//! search has twins of its own.

use super::paths::{Leant, PathRule};
use crate::repetition::Leaning;
use crate::twins::{Twin, TwinTable};

/// Results as twins.
pub(super) struct TwinResults {
    table: TwinTable,
    /// Whether results that met no repetition hold on every path.
    trusts_clean: bool,
}

impl TwinResults {
    /// None yet, and so many bytes for them.
    pub(super) fn new(bytes: u64, trusts_clean: bool) -> TwinResults {
        TwinResults { table: TwinTable::new(bytes), trusts_clean }
    }
}

impl PathRule for TwinResults {
    /// No loop is discharged: under superko it only opens for one player, and in the paper's scheme it
    /// is not asked.
    fn left_of(&self, leaning: Leaning, _depth: usize) -> Leaning {
        if self.trusts_clean { leaning } else { Leaning::EVERYTHING }
    }

    fn keep(&mut self, Leant { place, depth, winning, .. }: Leant) -> bool {
        self.table.store(place.key, Twin { code: place.code, depth, winning });
        true
    }

    fn twins(&mut self) -> Option<&mut TwinTable> {
        Some(&mut self.table)
    }

    fn trusts_clean(&self) -> bool {
        self.trusts_clean
    }

    fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    fn for_another_thread(&self, bytes: u64) -> Box<dyn PathRule> {
        Box::new(TwinResults::new(bytes, self.trusts_clean))
    }
}
