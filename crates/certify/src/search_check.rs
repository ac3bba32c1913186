//! Searches what a certificate leaves to that: each leaf once, on all threads.
//!
//! Leaves come as records, with the lowest entry that asks for each, and are searched in the order of these
//! entries: so the first that fails is the same with any number of threads, and so is what is counted.
//!
//! ```text
//!   | key | entry that asks, 8 | up to 3 zeros |
//! ```

use crate::alarm::Alarm;
use crate::entry_check::EntryCheck;
use crate::leaf_search::{LeafSearch, Searching};
use crate::record_sort::{RECORD_UNIT, sort_records};
use crate::share::Share;
use crate::workers::{Worker, thread_count, work_through};
use andor_core::Rules;
use std::sync::atomic::{AtomicU64, Ordering};

/// Leaves that a thread takes at once.
const CHUNK: usize = 8;

/// What was searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Searched {
    /// Leaves.
    pub leaves: u64,
    /// Positions that were expanded for them.
    pub expanded: u64,
}

/// Positions that are left to the search, and which entry asks for each.
#[derive(Debug)]
pub(crate) struct Asked {
    width: usize,
    records: Vec<u8>,
}

impl Asked {
    /// None yet, for positions of so many bytes.
    pub fn new(width: usize) -> Asked {
        Asked { width, records: Vec::new() }
    }

    fn stride(&self) -> usize {
        (self.width + 8).next_multiple_of(RECORD_UNIT)
    }

    /// An entry asks for a position; always `true`.
    pub fn push(&mut self, key: &[u8], from: u64) -> bool {
        let end = self.records.len() + self.stride();
        self.records.extend_from_slice(key);
        self.records.extend_from_slice(&from.to_be_bytes());
        self.records.resize(end, 0);
        true
    }

    /// How many bytes of memory they take.
    pub fn memory(&self) -> usize {
        self.records.capacity()
    }

    /// Takes those of another list, which is then empty; each position stays once.
    pub fn append(&mut self, other: &mut Asked) {
        self.records.append(&mut other.records);
        other.records = Vec::new();
        self.unite();
    }

    /// Sorts the positions, and keeps of each the lowest entry that asks.
    fn unite(&mut self) {
        let (width, stride) = (self.width, self.stride());
        sort_records(&mut self.records, stride);
        let mut kept = 0;
        for at in (0..self.records.len()).step_by(stride) {
            let (before, this) = self.records.split_at(at);
            if kept == 0 || before[kept - stride..][..width] != this[..width] {
                self.records.copy_within(at..at + stride, kept);
                kept += stride;
            }
        }
        self.records.truncate(kept);
    }

    /// The positions of this share that entries below `below` ask for, as places, in the order of these entries.
    fn in_order(&self, below: u64, share: Share) -> Vec<(u64, usize)> {
        let (width, stride) = (self.width, self.stride());
        let asks =
            |record: &[u8]| record[width..width + 8].iter().fold(0, |n, &b| n << 8 | u64::from(b));
        let places = self.records.chunks_exact(stride).enumerate();
        let mut order: Vec<(u64, usize)> =
            places.map(|(at, record)| (asks(record), at * stride)).collect();
        order.retain(|&(from, _)| from < below);
        order.sort_unstable();
        let of_share = order.into_iter().enumerate().filter(|&(place, _)| share.has(place));
        of_share.map(|(_, asked)| asked).collect()
    }
}

impl<R: Rules> EntryCheck<'_, R> {
    /// How leaves are searched.
    pub fn searching(&self, budget: u64, by_rules: bool) -> Searching<'_, R> {
        let tables = self.tables.filter(|_| self.searches_ask_tables);
        Searching { rules: self.rules, claim: self.claim, budget, by_rules, tables }
    }

    /// Searches what entries below `below` ask for: what that took, or the lowest entry that asks for a
    /// position that is not proved. Of many shares, only one is searched. `progress` is told what share is done, and how many positions were expanded.
    pub fn search(
        &self,
        mut asked: Asked,
        below: u64,
        threads: usize,
        alarm: &Alarm<'_>,
        mut progress: impl FnMut(f64, u64),
    ) -> Result<Searched, u64> {
        let Some(budget) = self.leaf_budget else { return Ok(Searched::default()) };
        asked.unite();
        let order = asked.in_order(below, self.extent.share);
        let (leaves, expanded) = (AtomicU64::new(0), AtomicU64::new(0));
        // Each thread has its share of what memory is left.
        let most = alarm.limits.memory / thread_count(order.len(), threads) as u64;
        let stops = |memory| {
            alarm.ring_above(most, memory);
            alarm.rings()
        };
        let worker = || Searcher {
            search: LeafSearch::new(self.searching(budget, self.extent.by_rules), &stops),
            asked: &asked,
            order: &order,
            leaves: &leaves,
            expanded: &expanded,
        };
        let show = || (leaves.load(Ordering::Relaxed), expanded.load(Ordering::Relaxed));
        let searched = work_through(order.len().div_ceil(CHUNK), threads, worker, || {
            let (leaves, expanded) = show();
            progress(leaves as f64 / order.len().max(1) as f64, expanded);
        });
        let (leaves, expanded) = show();
        progress(1.0, expanded);
        searched.map(|_| Searched { leaves, expanded })
    }
}

/// What one thread does.
struct Searcher<'a, R: Rules> {
    search: LeafSearch<'a, R>,
    asked: &'a Asked,
    order: &'a [(u64, usize)],
    leaves: &'a AtomicU64,
    expanded: &'a AtomicU64,
}

impl<R: Rules> Worker for Searcher<'_, R> {
    fn part(&mut self, number: usize) -> Result<(), u64> {
        let end = self.order.len().min((number + 1) * CHUNK);
        for &(from, at) in &self.order[number * CHUNK..end] {
            if !self.search.proves_key(&self.asked.records[at..at + self.asked.width]) {
                return Err(from);
            }
            self.leaves.fetch_add(1, Ordering::Relaxed);
            self.expanded.fetch_add(self.search.expanded(), Ordering::Relaxed);
        }
        Ok(())
    }

    fn finish(self) -> Result<u64, u64> {
        Ok(0)
    }
}
