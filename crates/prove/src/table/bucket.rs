//! A bucket: the entries that share a cache line, and which of them goes when there is a new one.
//!
//! Nothing here waits for another thread. Two threads that store at once may both take the same
//! place, and one entry is lost; or both store the same position in two places, of which the first
//! is found. Nothing is ever found that nobody stored.

use super::slot::Slot;
use crate::numbers::{Numbers, PACKED, WORK_OCTAVE, pack, pack_work, unpack, unpack_work};
use crate::word::Word;

/// Entries in a bucket.
pub(super) const WAYS: usize = 4;
/// A solved entry is kept like an unsolved one with 2^3 times its work.
const SOLVED_BONUS: u64 = 3 * WORK_OCTAVE;

const WORK_SHIFT: u32 = 2 * PACKED;
const INDEX_SHIFT: u32 = WORK_SHIFT + 11;

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

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// Its numbers.
    pub numbers: Numbers,
    /// The expansions spent below it.
    pub work: u64,
}

/// One entry; all zero where there is none.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) tag: u64,
    pub(super) data: u64,
}

/// What an entry of a position looks like, in whichever bucket.
#[derive(Clone, Copy)]
pub(super) struct Signature {
    pub(super) tag: u64,
    pub(super) index_bits: u64,
}

impl Entry {
    pub(super) fn new(signature: Signature, numbers: Numbers, work: u64) -> Entry {
        let numbers = pack(numbers.phi) | pack(numbers.delta) << PACKED;
        let rest = pack_work(work) << WORK_SHIFT | signature.index_bits << INDEX_SHIFT;
        Entry { tag: signature.tag, data: numbers | rest }
    }

    /// No entry has both numbers 0.
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.data & ((1 << WORK_SHIFT) - 1) == 0
    }

    #[inline]
    fn is_of(self, signature: Signature) -> bool {
        self.tag == signature.tag && self.index_bits() == signature.index_bits && !self.is_empty()
    }

    #[inline]
    pub(super) fn index_bits(self) -> u64 {
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

    /// What is known by it.
    #[inline]
    fn known(self) -> Known {
        Known { numbers: self.numbers(), work: unpack_work(self.packed_work()) }
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

/// A cache line of entries.
#[repr(C, align(64))]
pub(super) struct Bucket<W>(pub(super) [Slot<W>; WAYS]);

impl<W: Word> Bucket<W> {
    #[inline(always)]
    pub(super) fn entry(&self, way: usize) -> Entry {
        let (tag, data) = self.0[way].read();
        Entry { tag, data }
    }

    #[inline(always)]
    pub(super) fn set(&self, way: usize, entry: Entry) {
        self.0[way].write(entry.tag, entry.data);
    }

    /// Writes `[Entry; WAYS]` in place of what is there.
    pub(super) fn set_all(&self, entries: [Entry; WAYS]) {
        for (way, entry) in entries.into_iter().enumerate() {
            // An empty place is all zero in memory, so that fresh memory is empty.
            if entry.is_empty() {
                self.0[way].clear();
            } else {
                self.set(way, entry);
            }
        }
    }

    /// What is known of a position.
    #[inline(always)]
    pub(super) fn probe(&self, signature: Signature) -> Option<Known> {
        for way in 0..WAYS {
            let entry = self.entry(way);
            if entry.is_of(signature) {
                return Some(entry.known());
            }
        }
        None
    }

    /// Stores what was found by `work` more expansions; whether a place was taken that was empty.
    pub(super) fn store(
        &self,
        signature: Signature,
        numbers: Numbers,
        work: u64,
        replacement: Replacement,
    ) -> bool {
        let entries: [Entry; WAYS] = std::array::from_fn(|way| self.entry(way));
        if let Some(way) = entries.iter().position(|entry| entry.is_of(signature)) {
            let own = entries[way].known();
            let downgrade = own.numbers.is_solved() && !numbers.is_solved();
            let numbers = if downgrade { own.numbers } else { numbers };
            self.set(way, Entry::new(signature, numbers, own.work.saturating_add(work)));
            return false;
        }
        let new = Entry::new(signature, numbers, work);
        let victim = match replacement {
            Replacement::LeastWork => {
                let least = (0..WAYS).min_by_key(|&way| entries[way].weight());
                least.expect("a bucket has entries")
            }
            Replacement::TwoBig => {
                let big = 2 * (signature.tag.count_ones() as usize % 2);
                let newest = big + 1;
                // The larger subtree of the new one and the old big one is kept as big.
                if !entries[big].is_empty() && new.packed_work() >= entries[big].packed_work() {
                    self.set(newest, entries[big]);
                    self.set(big, new);
                    return entries[newest].is_empty();
                }
                if entries[big].is_empty() { big } else { newest }
            }
        };
        self.set(victim, new);
        entries[victim].is_empty()
    }
}
