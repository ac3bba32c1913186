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

use crate::hints::prefetch;
use crate::numbers::{Numbers, PACKED, WORK_OCTAVE, pack, pack_work, unpack, unpack_work};
use andor_core::{InputError, Key};
use bytemuck::{Pod, Zeroable};
use memmap2::{MmapMut, MmapOptions};

/// Entries in a bucket.
const WAYS: usize = 4;
/// Bytes of a bucket.
const BUCKET_BYTES: u64 = 64;
/// The table doubles at most this many times, and does not start smaller than `START_BYTES`.
const MAX_DOUBLINGS: u32 = 9;
const START_BYTES: u64 = 2 << 20;
/// A solved entry is kept like an unsolved one with 2^3 times its work.
const SOLVED_BONUS: u64 = 3 * WORK_OCTAVE;

/// One entry; all zero where there is none.
#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(C)]
struct Entry {
    tag: u64,
    data: u64,
}

/// A cache line.
#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(C, align(64))]
struct Bucket([Entry; WAYS]);

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// Its numbers.
    pub numbers: Numbers,
    /// The expansions spent below it.
    pub work: u64,
}

/// What a full bucket forgets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Replacement {
    /// The entry with the least work.
    #[default]
    LeastWork,
    /// `TwoBig` (Breuker et al. 1996): of each two places one is for the position with the larger
    /// subtree, the other for the newest. A bucket holds two such pairs.
    TwoBig,
}

/// A transposition table that belongs to one question.
pub struct Table {
    map: MmapMut,
    /// Buckets at the start; there are `start << doubled` now.
    start: u64,
    doubled: u32,
    max_doublings: u32,
    used: u64,
    replacement: Replacement,
}

/// Where a position belongs, and what an entry of it looks like.
#[derive(Clone, Copy)]
struct Place {
    bucket: usize,
    tag: u64,
    index_bits: u64,
}

const WORK_SHIFT: u32 = 2 * PACKED;
const INDEX_SHIFT: u32 = WORK_SHIFT + 11;

impl Entry {
    fn new(place: Place, numbers: Numbers, work: u64) -> Entry {
        let numbers = pack(numbers.phi) | pack(numbers.delta) << PACKED;
        let rest = pack_work(work) << WORK_SHIFT | place.index_bits << INDEX_SHIFT;
        Entry { tag: place.tag, data: numbers | rest }
    }

    /// No entry has both numbers 0.
    #[inline]
    fn is_empty(self) -> bool {
        self.data & ((1 << WORK_SHIFT) - 1) == 0
    }

    #[inline]
    fn is_of(self, place: Place) -> bool {
        self.tag == place.tag && self.index_bits() == place.index_bits && !self.is_empty()
    }

    #[inline]
    fn index_bits(self) -> u64 {
        self.data >> INDEX_SHIFT
    }

    #[inline]
    fn numbers(self) -> Numbers {
        let mask = (1 << PACKED) - 1;
        Numbers { phi: unpack(self.data & mask), delta: unpack(self.data >> PACKED & mask) }
    }

    #[inline]
    fn packed_work(self) -> u64 {
        self.data >> WORK_SHIFT & 0x7ff
    }

    /// What the entry is worth keeping for; 0 for none.
    #[inline]
    fn weight(self) -> u64 {
        if self.is_empty() {
            return 0;
        }
        1 + self.packed_work() + if self.numbers().is_solved() { SOLVED_BONUS } else { 0 }
    }
}

impl Table {
    /// An empty table that may grow to `max_bytes`.
    ///
    /// # Errors
    /// If the system does not give the memory.
    pub fn new(max_bytes: u64) -> Result<Table, InputError> {
        let max_buckets = (max_bytes / BUCKET_BYTES).max(1);
        let mut max_doublings = 0;
        while max_doublings < MAX_DOUBLINGS
            && max_buckets >> (max_doublings + 1) >= START_BYTES / BUCKET_BYTES
        {
            max_doublings += 1;
        }
        let start = max_buckets >> max_doublings;
        let bytes = (start << max_doublings) * BUCKET_BYTES;
        let map = usize::try_from(bytes)
            .ok()
            .and_then(|bytes| MmapOptions::new().len(bytes).no_reserve_swap().map_anon().ok())
            .ok_or_else(|| {
                InputError::new(format!("the system gives no table of {bytes} bytes"))
            })?;
        // A hint: without huge pages the table works all the same.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Table {
            map,
            start,
            doubled: 0,
            max_doublings,
            used: 0,
            replacement: Replacement::default(),
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
    fn buckets(&self) -> usize {
        (self.start << self.doubled) as usize
    }

    #[inline]
    fn lines(&self) -> &[Bucket] {
        &bytemuck::cast_slice(&self.map)[..self.buckets()]
    }

    #[inline]
    fn bucket(&self, key: Key) -> usize {
        ((u128::from(key.index) * self.buckets() as u128) >> 64) as usize
    }

    #[inline]
    fn place(&self, key: Key) -> Place {
        Place {
            bucket: self.bucket(key),
            tag: key.tag,
            // The fraction of a starting bucket: its first bits are the ones that the doublings
            // use up.
            index_bits: key.index.wrapping_mul(self.start) >> (64 - MAX_DOUBLINGS),
        }
    }

    /// Fetches the line of `key` into the cache.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch(self.lines(), self.bucket(key));
    }

    /// What is known of a position.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: Key) -> Option<Known> {
        let place = self.place(key);
        let entry = self.lines()[place.bucket].0.iter().find(|entry| entry.is_of(place))?;
        Some(Known { numbers: entry.numbers(), work: unpack_work(entry.packed_work()) })
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
    pub fn store(&mut self, key: Key, numbers: Numbers, work: u64) {
        let slots = (self.buckets() * WAYS) as u64;
        if self.used * 2 > slots && self.doubled < self.max_doublings {
            self.grow();
        }
        let place = self.place(key);
        let lines: &mut [Bucket] = bytemuck::cast_slice_mut(&mut self.map);
        let bucket = &mut lines[place.bucket].0;
        if let Some(own) = bucket.iter_mut().find(|entry| entry.is_of(place)) {
            let work = unpack_work(own.packed_work()).saturating_add(work);
            let downgrade = own.numbers().is_solved() && !numbers.is_solved();
            *own = Entry::new(place, if downgrade { own.numbers() } else { numbers }, work);
            return;
        }
        let new = Entry::new(place, numbers, work);
        let victim = match self.replacement {
            Replacement::LeastWork => {
                let victim = bucket.iter_mut().min_by_key(|entry| entry.weight());
                victim.expect("a bucket has entries")
            }
            Replacement::TwoBig => {
                let pair = &mut bucket[2 * (place.tag.count_ones() as usize % 2)..][..2];
                let [big, newest] = pair else { unreachable!("a pair is two") };
                // The larger subtree of the new one and the old big one is kept as big.
                if new.packed_work() >= big.packed_work() && !big.is_empty() {
                    std::mem::swap(big, newest);
                    self.used += u64::from(big.is_empty());
                    *big = new;
                    return;
                }
                if big.is_empty() { big } else { newest }
            }
        };
        self.used += u64::from(victim.is_empty());
        *victim = new;
    }

    /// Doubles the table in place, from the last bucket to the first: bucket b moves to 2b and
    /// 2b+1, which at that time are empty or, for b = 0, b itself.
    fn grow(&mut self) {
        let old_buckets = self.buckets();
        let deciding = MAX_DOUBLINGS - 1 - self.doubled;
        self.doubled += 1;
        let lines: &mut [Bucket] = bytemuck::cast_slice_mut(&mut self.map);
        for b in (0..old_buckets).rev() {
            let old = std::mem::take(&mut lines[b]);
            let mut halves = [Bucket::default(); 2];
            let mut filled = [0; 2];
            for entry in old.0.into_iter().filter(|entry| !entry.is_empty()) {
                let half = (entry.index_bits() >> deciding & 1) as usize;
                halves[half].0[filled[half]] = entry;
                filled[half] += 1;
            }
            lines[2 * b..2 * b + 2].copy_from_slice(&halves);
        }
    }

    /// Forgets everything; the memory in use stays.
    pub fn clear(&mut self) {
        let lines: &mut [Bucket] = bytemuck::cast_slice_mut(&mut self.map);
        lines[..(self.start << self.doubled) as usize].fill(Bucket::default());
        self.used = 0;
    }

    /// Bytes in use: the part of the table that has been touched.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.buckets() as u64 * BUCKET_BYTES
    }

    /// Entries held.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.used
    }

    /// How full the table is, measured by the size it may grow to.
    #[must_use]
    pub fn fill(&self) -> f64 {
        self.used as f64 / ((self.start << self.max_doublings) * WAYS as u64) as f64
    }

    /// The shape of the table and its raw contents, for a checkpoint.
    #[must_use]
    pub fn contents(&self) -> (TableShape, &[u8]) {
        let shape = TableShape { start: self.start, doubled: self.doubled, used: self.used };
        (shape, &self.map[..self.bytes() as usize])
    }

    /// A table as it was written by [`contents`](Table::contents), for a budget at least as large
    /// as it is now: `fill_in` is given the bytes to fill.
    ///
    /// # Errors
    /// If the shape does not fit the budget, or whatever `fill_in` fails with.
    pub fn restore(
        max_bytes: u64,
        shape: TableShape,
        fill_in: impl FnOnce(&mut [u8]) -> Result<(), InputError>,
    ) -> Result<Table, InputError> {
        let mut table = Table::new(max_bytes)?;
        if table.start != shape.start || shape.doubled > table.max_doublings {
            let used =
                (u128::from(shape.start) << shape.doubled.min(63)) * u128::from(BUCKET_BYTES);
            return Err(InputError::new(format!(
                "the checkpoint's table of {used} bytes belongs to another --memory"
            )));
        }
        table.doubled = shape.doubled;
        if shape.used > (table.buckets() * WAYS) as u64 {
            let used = shape.used;
            return Err(InputError::new(format!(
                "the checkpoint's table cannot hold its {used} entries"
            )));
        }
        table.used = shape.used;
        let bytes = table.bytes() as usize;
        fill_in(&mut table.map[..bytes])?;
        Ok(table)
    }
}

/// The shape of a table, as a checkpoint stores it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct TableShape {
    pub(crate) start: u64,
    pub(crate) doubled: u32,
    pub(crate) used: u64,
}

#[cfg(test)]
mod tests {
    use super::{Table, TableShape, WAYS};
    use crate::numbers::Numbers;
    use andor_core::{Key, SplitMix64};

    fn numbers(n: u64) -> Numbers {
        Numbers { phi: n % 1000 + 1, delta: n % 77 + 1 }
    }

    /// Nothing is lost while the table doubles from its start to its budget.
    #[test]
    fn entries_survive_growing() {
        for hashed in [false, true] {
            let key = |n: u64| if hashed { Key::hashed(n, !n) } else { Key::exact(n) };
            let mut table = Table::new(32 << 20).unwrap();
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
        let mut table = Table::new(64).unwrap();
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
        let mut table = Table::new(8 << 20).unwrap();
        table.store(Key::exact(1), numbers(1), 1);
        let (shape, contents) = table.contents();
        let restore = |shape| {
            let fill_in = |bytes: &mut [u8]| {
                bytes.copy_from_slice(contents);
                Ok(())
            };
            Table::restore(8 << 20, shape, fill_in)
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
        let mut table = Table::new(4096).unwrap();
        for _ in 0..100_000 {
            let n = random.below(5000) as u64;
            if let Some(known) = table.probe(Key::exact(n)) {
                assert_eq!(known.numbers, numbers(n));
            }
            table.store(Key::exact(n), numbers(n), 1);
        }
        let before = table.bytes();
        table.clear();
        assert_eq!((table.used(), table.bytes()), (0, before));
        assert!((0..5000).all(|n| table.probe(Key::exact(n)).is_none()));
    }
}
