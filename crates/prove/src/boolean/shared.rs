//! What the threads of a search share: the table, the marks, the count, and the word to stop.

use super::busy::Busy;
use super::table::SolvedTable;
use andor_core::Counters;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The common ground.
pub(super) struct CommonGround {
    /// Held shared to search, alone to double it or to write it down.
    table: RwLock<SolvedTable>,
    pub(super) busy: Busy,
    nodes: AtomicU64,
    expanded: AtomicU64,
    /// Raised when the root is solved or the search must end.
    is_over: AtomicBool,
}

impl CommonGround {
    pub(super) fn new(table: SolvedTable, before: Counters, in_company: bool) -> CommonGround {
        CommonGround {
            table: RwLock::new(table),
            busy: Busy::new(in_company),
            nodes: AtomicU64::new(before.nodes),
            expanded: AtomicU64::new(before.expanded),
            is_over: AtomicBool::new(false),
        }
    }

    /// The table alone.
    pub(super) fn into_table(self) -> SolvedTable {
        self.table.into_inner().expect("a thread that fails takes the search with it")
    }

    pub(super) fn table(&self) -> RwLockReadGuard<'_, SolvedTable> {
        self.table.read().expect("a thread that fails takes the search with it")
    }

    /// The table, held alone.
    pub(super) fn table_alone(&self) -> RwLockWriteGuard<'_, SolvedTable> {
        self.table.write().expect("a thread that fails takes the search with it")
    }

    /// Doubles the table, unless somebody else has done it by now.
    pub(super) fn make_room(&self) {
        let mut table = self.table_alone();
        if table.wants_room() {
            table.grow();
        }
    }

    /// Counts more work, and tells the work of all threads.
    pub(super) fn add(&self, nodes: u64, expanded: u64) -> Counters {
        Counters {
            nodes: self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes,
            expanded: self.expanded.fetch_add(expanded, Ordering::Relaxed) + expanded,
            ..Counters::default()
        }
    }

    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}
