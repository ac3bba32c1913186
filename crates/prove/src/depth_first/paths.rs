//! How a depth-first search keeps results that depend on the path.

use crate::cycles::Cycles;
use crate::ghi::Ghi;
use crate::repetition::{Leaning, RepetitionTable};
use crate::twins::TwinTable;
use std::sync::{Arc, Mutex, MutexGuard};

/// The scheme of one search, with its table.
pub(super) enum Paths {
    /// No position can come back.
    Acyclic,
    /// Like any other result: unsound.
    Ignored,
    /// By the beginning of the path that they lean on.
    Beginnings(Arc<Mutex<RepetitionTable>>),
    /// As twins, by their whole path.
    Twins {
        /// All twins.
        table: TwinTable,
        /// Whether results that met no repetition hold on every path.
        trusts_clean: bool,
    },
    /// Not at all: a position is searched again if its numbers exceed [`PRESET`](super::PRESET).
    Nagai,
}

/// The disproofs that lean on a path, which all threads of a search share.
pub(super) fn lock(table: &Mutex<RepetitionTable>) -> MutexGuard<'_, RepetitionTable> {
    table.lock().expect("no thread panics while it holds the table")
}

impl Paths {
    /// The same for another thread, with so many bytes if it has to keep its own results.
    pub(super) fn for_another_thread(&self, bytes: u64) -> Paths {
        match self {
            Paths::Acyclic => Paths::Acyclic,
            Paths::Ignored => Paths::Ignored,
            Paths::Beginnings(table) => Paths::Beginnings(Arc::clone(table)),
            Paths::Twins { trusts_clean, .. } => {
                Paths::Twins { table: TwinTable::new(bytes), trusts_clean: *trusts_clean }
            }
            Paths::Nagai => Paths::Nagai,
        }
    }

    /// What `ghi` means for a game with this rule; `bytes` for its table.
    pub(super) fn new(cycles: Cycles, ghi: Ghi, bytes: u64) -> Paths {
        let trusts_clean = cycles != Cycles::Superko { trusts_clean: false };
        match (cycles, ghi) {
            (Cycles::Impossible, _) => Paths::Acyclic,
            (_, Ghi::Ignore) => Paths::Ignored,
            (_, Ghi::Nagai) => Paths::Nagai,
            (Cycles::Draw, Ghi::Sound) => {
                Paths::Beginnings(Arc::new(Mutex::new(RepetitionTable::new(bytes))))
            }
            (_, Ghi::Sound | Ghi::Twins) => {
                Paths::Twins { table: TwinTable::new(bytes), trusts_clean }
            }
        }
    }

    /// Whether positions can come back.
    pub(super) fn is_cyclic(&self) -> bool {
        !matches!(self, Paths::Acyclic)
    }

    /// The twins, where they are kept.
    pub(super) fn twins(&mut self) -> Option<&mut TwinTable> {
        match self {
            Paths::Twins { table, .. } => Some(table),
            _ => None,
        }
    }

    /// Whether repetitions are treated as by Nagai.
    #[inline]
    pub(super) fn is_nagai(&self) -> bool {
        matches!(self, Paths::Nagai)
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Paths::Beginnings(table) => lock(table).bytes(),
            Paths::Twins { table, .. } => table.bytes(),
            Paths::Acyclic | Paths::Ignored | Paths::Nagai => 0,
        }
    }

    /// What a result at this depth still leans on, given what it was made from. A loop that closes
    /// here or below is discharged, but not under superko, where it only opens for one player, nor
    /// in the paper's scheme.
    #[inline]
    pub(super) fn left_of(&self, leaning: Leaning, depth: usize) -> Leaning {
        match self {
            Paths::Acyclic => Leaning::NONE,
            Paths::Twins { trusts_clean: true, .. } => leaning,
            Paths::Twins { trusts_clean: false, .. } => Leaning::EVERYTHING,
            Paths::Ignored | Paths::Beginnings(_) | Paths::Nagai => leaning.above(depth),
        }
    }
}
