//! The transposition table: fixed memory, four entries of 16 bytes to a cache line.
//!
//! ```text
//!   bucket = 64 bytes = 4 x [ tag: 64 bits | phi: 22 | delta: 22 | work: 11 | index: 9 ]
//! ```
//!
//! An entry is recognised by its whole tag, which for exact keys is the position itself. When a
//! bucket is full, the entry with the least work goes; solved entries count for more than their
//! work, but are not immune (Nagai's SmallTreeGC; KomoringHeights' amounts). An entry of the same
//! position is never turned from solved back to unsolved.
//!
//! The table grows: it starts small and doubles when it fills, up to its budget, because the
//! first touch of a gigabyte takes seconds. The whole range is mapped at once, with huge pages
//! asked for before the first touch; only the part in use is ever touched. Buckets are chosen by
//! multiply-shift, so that bucket b of n becomes buckets 2b and 2b+1 of 2n, and growing is done
//! in place; the nine index bits of an entry are the ones that decide its way through nine
//! doublings, and they are compared like the tag.
//!
//! Several threads may probe and store at the same time, without locks (`slot`, `bucket`). Growing is
//! the exception: the one who does it must be alone. A table that several threads share does not grow
//! by itself ([`hold_growth`](Table::hold_growth)); they pause, and one of them lets it grow.

mod bucket;
mod memory;
#[cfg(test)]
mod races;
mod slot;

pub use bucket::{Known, Replacement};

use crate::hints::prefetch;
use crate::numbers::Numbers;
use andor_core::{InputError, Key};
use bucket::{Bucket, Entry, Signature, WAYS};
use memory::Memory;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Bytes of a bucket.
const BUCKET_BYTES: u64 = 64;
/// The table doubles at most this many times, and does not start smaller than `START_BYTES`.
const MAX_DOUBLINGS: u32 = 9;
const START_BYTES: u64 = 2 << 20;
/// Several threads let a table grow that has at least so many buckets (16 MiB).
const MANY_BUCKETS: usize = 1 << 18;

/// A counter in a cache line of its own: it is written all the time, and what stands beside it is read
/// all the time by every thread.
#[repr(align(128))]
struct Apart(AtomicU64);

/// A transposition table that belongs to one question.
pub struct Table {
    memory: Memory,
    /// Buckets at the start; there are `start << doubled` now.
    start: u64,
    doubled: AtomicU32,
    max_doublings: u32,
    used: Apart,
    replacement: Replacement,
    /// Grows only when it is told to.
    is_held: AtomicBool,
}

/// What comes from the system goes back to it by itself; elsewhere it is left for the next table.
#[cfg(not(any(unix, windows)))]
impl Drop for Table {
    fn drop(&mut self) {
        let touched = self.buckets();
        self.memory.leave(touched);
    }
}

impl Table {
    /// An empty table that may grow to `max_bytes`.
    ///
    /// # Errors
    /// If the system does not give the memory.
    pub fn new(max_bytes: u64) -> Result<Table, InputError> {
        let max_buckets = (max_bytes / BUCKET_BYTES).max(1);
        let (start, max_doublings) =
            start_small(max_buckets, START_BYTES / BUCKET_BYTES, MAX_DOUBLINGS);
        Ok(Table {
            memory: Memory::new(start << max_doublings)?,
            start,
            doubled: AtomicU32::new(0),
            max_doublings,
            used: Apart(AtomicU64::new(0)),
            replacement: Replacement::default(),
            is_held: AtomicBool::new(false),
        })
    }

    /// The bytes of a table for about so many entries.
    #[must_use]
    pub fn bytes_for(entries: u64) -> u64 {
        (entries / WAYS as u64).max(1).saturating_mul(BUCKET_BYTES)
    }

    /// Sets what a full bucket forgets.
    pub fn set_replacement(&mut self, replacement: Replacement) {
        self.replacement = replacement;
    }

    #[inline]
    fn doubled(&self) -> u32 {
        self.doubled.load(Ordering::Relaxed)
    }

    #[inline]
    fn buckets(&self) -> usize {
        (self.start << self.doubled()) as usize
    }

    #[inline]
    fn bucket_number(&self, key: Key) -> usize {
        ((u128::from(key.index) * self.buckets() as u128) >> 64) as usize
    }

    #[inline]
    fn bucket(&self, key: Key) -> &Bucket<AtomicU64> {
        &self.memory.buckets()[self.bucket_number(key)]
    }

    #[inline]
    fn signature(&self, key: Key) -> Signature {
        Signature {
            tag: key.tag,
            // The fraction of a starting bucket: its first bits are the ones that the doublings
            // use up.
            index_bits: key.index.wrapping_mul(self.start) >> (64 - MAX_DOUBLINGS),
        }
    }

    /// Fetches the line of `key` into the cache.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch(self.memory.buckets(), self.bucket_number(key));
    }

    /// What is known of a position.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: Key) -> Option<Known> {
        self.bucket(key).probe(self.signature(key))
    }

    /// The numbers of a position that is solved.
    #[inline]
    #[must_use]
    pub fn solved(&self, key: Key) -> Option<Numbers> {
        self.probe(key).map(|known| known.numbers).filter(|numbers| numbers.is_solved())
    }

    /// The work below a position that is lost for its side to move.
    #[must_use]
    pub fn work_if_lost(&self, key: Key) -> Option<u64> {
        let known = self.probe(key)?;
        (known.numbers.delta == 0).then_some(known.work)
    }

    /// Stores what was found by `work` more expansions.
    pub fn store(&self, key: Key, numbers: Numbers, work: u64) {
        if self.wants_to_grow() && !self.is_held.load(Ordering::Relaxed) {
            self.grow(1);
        }
        if self.bucket(key).store(self.signature(key), numbers, work, self.replacement) {
            self.used.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Whether the table is half full and may grow.
    #[inline]
    #[must_use]
    pub fn wants_to_grow(&self) -> bool {
        let slots = (self.buckets() * WAYS) as u64;
        self.used() * 2 > slots && self.doubled() < self.max_doublings
    }

    /// Whether more than an eighth of it is in use, and it may grow. What is as good as everything beside it must not be
    /// crowded: in a table that is half full one bucket of twenty has more than it has room for, and of positions that
    /// were all stored once nearly two in a hundred are forgotten on the way; here it is fewer than one in a thousand.
    #[must_use]
    pub fn is_crowded(&self) -> bool {
        let slots = (self.buckets() * WAYS) as u64;
        self.used() * 8 > slots && self.doubled() < self.max_doublings
    }

    /// Lets the table grow by itself when it is half full, or not while it is `held`.
    pub fn hold_growth(&self, held: bool) {
        self.is_held.store(held, Ordering::Relaxed);
    }

    /// Doubles the table in place, with so many threads: bucket b moves to 2b and 2b+1. The upper half
    /// goes first, to where nothing is yet, then the upper half of the rest, to where that was. Nobody
    /// else may use the table meanwhile; who does may miss entries, or lose some.
    pub fn grow(&self, threads: usize) {
        let mut rest = self.buckets();
        let deciding = MAX_DOUBLINGS - 1 - self.doubled();
        self.doubled.fetch_add(1, Ordering::Relaxed);
        while threads > 1 && rest >= MANY_BUCKETS {
            let moved = rest.div_ceil(2)..rest;
            rest = moved.start;
            let share = moved.len().div_ceil(threads);
            std::thread::scope(|scope| {
                for start in moved.clone().step_by(share) {
                    let end = (start + share).min(moved.end);
                    scope.spawn(move || (start..end).for_each(|b| self.split(b, deciding)));
                }
            });
        }
        (0..rest).rev().for_each(|b| self.split(b, deciding));
    }

    /// Moves a bucket to its two places, which are empty or, for b = 0, b itself.
    fn split(&self, b: usize, deciding: u32) {
        let buckets = self.memory.buckets();
        let old: [Entry; WAYS] = std::array::from_fn(|way| buckets[b].entry(way));
        buckets[b].set_all([Entry::default(); WAYS]);
        let mut halves = [[Entry::default(); WAYS]; 2];
        let mut filled = [0; 2];
        for entry in old.into_iter().filter(|entry| !entry.is_empty()) {
            let half = (entry.index_bits() >> deciding & 1) as usize;
            halves[half][filled[half]] = entry;
            filled[half] += 1;
        }
        for (half, entries) in halves.into_iter().enumerate() {
            buckets[2 * b + half].set_all(entries);
        }
    }

    /// Bytes in use: the part of the table that has been touched.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.buckets() as u64 * BUCKET_BYTES
    }

    /// Entries held.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.used.0.load(Ordering::Relaxed)
    }

    /// How full the table is, measured by the size it may grow to.
    #[must_use]
    pub fn fill(&self) -> f64 {
        self.used() as f64 / ((self.start << self.max_doublings) * WAYS as u64) as f64
    }

    /// The shape of the table, for a checkpoint.
    #[must_use]
    pub(crate) fn shape(&self) -> TableShape {
        TableShape { start: self.start, doubled: self.doubled(), used: self.used() }
    }

    /// Its contents, for a checkpoint: the tag and the data of every place in use, in turn.
    pub fn words(&self) -> impl Iterator<Item = u64> + '_ {
        let buckets = self.memory.buckets()[..self.buckets()].iter();
        buckets.flat_map(|bucket| {
            (0..WAYS).flat_map(|way| {
                let entry = bucket.entry(way);
                let entry = if entry.is_empty() { Entry::default() } else { entry };
                [entry.tag, entry.data]
            })
        })
    }

    /// A table of this shape, for a budget at least as large as it is now: `next` gives the
    /// [`words`](Table::words) in order.
    ///
    /// # Errors
    /// If the shape does not fit the budget, or whatever `next` fails with.
    pub(crate) fn restore(
        max_bytes: u64,
        shape: TableShape,
        mut next: impl FnMut() -> Result<u64, InputError>,
    ) -> Result<Table, InputError> {
        let mut table = Table::new(max_bytes)?;
        if table.start != shape.start || shape.doubled > table.max_doublings {
            let used =
                (u128::from(shape.start) << shape.doubled.min(63)) * u128::from(BUCKET_BYTES);
            return Err(InputError::new(format!(
                "the checkpoint's table of {used} bytes belongs to another memory limit"
            )));
        }
        *table.doubled.get_mut() = shape.doubled;
        if shape.used > (table.buckets() * WAYS) as u64 {
            let used = shape.used;
            return Err(InputError::new(format!(
                "the checkpoint's table cannot hold its {used} entries"
            )));
        }
        *table.used.0.get_mut() = shape.used;
        for bucket in &table.memory.buckets()[..table.buckets()] {
            for way in 0..WAYS {
                let entry = Entry { tag: next()?, data: next()? };
                // Places that are empty are not touched.
                if !entry.is_empty() {
                    bucket.set(way, entry);
                }
            }
        }
        Ok(table)
    }
}

/// With how many buckets a table begins that may have `most`, and how often it doubles: at most
/// `doublings` times, and without beginning with fewer than `least`.
pub(crate) fn start_small(most: u64, least: u64, doublings: u32) -> (u64, u32) {
    let doublings = (0..doublings).take_while(|doubled| most >> (doubled + 1) >= least).count();
    (most >> doublings, doublings as u32)
}

/// The shape of a table, as a checkpoint stores it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct TableShape {
    pub(crate) start: u64,
    pub(crate) doubled: u32,
    pub(crate) used: u64,
}

impl TableShape {
    /// How many [`words`](Table::words) the table has; `None` if it cannot be so large.
    #[must_use]
    pub fn words(&self) -> Option<u64> {
        let buckets = u128::from(self.start).checked_shl(self.doubled)?;
        u64::try_from(buckets.checked_mul(u128::from(BUCKET_BYTES) / 8)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::{Table, TableShape, WAYS};
    use crate::numbers::Numbers;
    use andor_core::{Key, SplitMix64};

    fn numbers(n: u64) -> Numbers {
        Numbers { phi: n % 1000 + 1, delta: n % 77 + 1 }
    }

    /// With several threads a table becomes what it becomes with one.
    #[test]
    fn threads_let_a_table_grow_together() {
        let tables = [1, 2, 7].map(|threads| {
            let table = Table::new(128 << 20).unwrap();
            table.hold_growth(true);
            for n in 0..3_000_000 {
                table.store(Key::exact(n), numbers(n), n);
                if table.wants_to_grow() {
                    table.grow(threads);
                }
            }
            table
        });
        let one = &tables[0];
        assert!(one.buckets() > 2 * super::MANY_BUCKETS);
        for table in &tables[1..] {
            assert_eq!(table.shape(), one.shape());
            assert!(table.words().eq(one.words()));
        }
    }

    /// Nothing is lost while the table doubles from its start to its budget.
    #[test]
    fn entries_survive_growing() {
        for hashed in [false, true] {
            let key = |n: u64| if hashed { Key::hashed(n, !n) } else { Key::exact(n) };
            let table = Table::new(32 << 20).unwrap();
            let small = table.bytes();
            let mut kept = 0;
            for n in 0..700_000 {
                table.store(key(n), numbers(n), n);
            }
            assert!(table.bytes() >= 8 * small, "the table did not grow");
            for n in 0..700_000 {
                if let Some(known) = table.probe(key(n)) {
                    assert_eq!(known.numbers, numbers(n), "{n}");
                    kept += 1;
                }
            }
            assert_eq!(kept, table.used());
            // At half load one bucket in twenty overflows, and loses its least worked entry.
            assert!(kept > 650_000, "{kept} of 700000 kept");
        }
    }

    #[test]
    fn solved_entries_are_not_downgraded_and_little_work_goes_first() {
        let table = Table::new(64).unwrap();
        let key = Key::exact;
        table.store(key(1), Numbers::WON, 5);
        table.store(key(1), numbers(3), 6);
        let known = table.probe(key(1)).unwrap();
        assert_eq!((known.numbers, known.work), (Numbers::WON, 11));
        for n in 2..=WAYS as u64 {
            table.store(key(n), numbers(n), 10 * n);
        }
        // Full: entry 2 has the least work, although the solved entry 1 has less.
        table.store(key(9), numbers(9), 1);
        assert_eq!(table.probe(key(2)), None);
        assert!(table.probe(key(1)).is_some() && table.probe(key(9)).is_some());
        // Not immune: enough unsolved work drives a solved entry out.
        for n in 10..20 {
            table.store(key(n), numbers(n), 100_000);
        }
        assert_eq!(table.probe(key(1)), None);
        assert_eq!(table.used(), WAYS as u64);
    }

    /// A checkpoint may say anything of its table.
    #[test]
    fn shapes_that_cannot_be_are_not_restored() {
        let table = Table::new(8 << 20).unwrap();
        table.store(Key::exact(1), numbers(1), 1);
        let (shape, contents) = (table.shape(), table.words().collect::<Vec<u64>>());
        let restore = |shape| {
            let mut words = contents.iter().copied();
            let next = || Ok(words.next().expect("a table that fits has so many words"));
            Table::restore(8 << 20, shape, next)
        };
        let same = restore(shape).unwrap();
        assert_eq!(same.probe(Key::exact(1)), table.probe(Key::exact(1)));
        for (start, doubled, used) in [
            (shape.start, 0, shape.start * WAYS as u64 + 1),
            (shape.start, 0, u64::MAX),
            (shape.start, 64, 1),
            (shape.start, u32::MAX, 1),
            (u64::MAX, 0, 1),
            (0, 0, 0),
        ] {
            assert!(
                restore(TableShape { start, doubled, used }).is_err(),
                "{start} {doubled} {used}"
            );
        }
    }

    /// A full table gives back what was stored, or nothing; never something else.
    #[test]
    fn a_full_table_never_lies() {
        let mut random = SplitMix64::new(7);
        let table = Table::new(4096).unwrap();
        for _ in 0..100_000 {
            let n = random.below(5000) as u64;
            if let Some(known) = table.probe(Key::exact(n)) {
                assert_eq!(known.numbers, numbers(n));
            }
            table.store(Key::exact(n), numbers(n), 1);
        }
    }
}
