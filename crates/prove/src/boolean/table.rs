//! The table of solved positions: their values, nothing else, in a fixed budget.
//!
//! It starts small and doubles in place while it fills, as the table of df-pn does (the first touch
//! of a gigabyte takes seconds), but by stopping everybody: whoever stores holds it shared, whoever
//! doubles it holds it alone. Buckets are chosen by multiply-shift, so that bucket b of n becomes
//! buckets 2b and 2b+1 of 2n, and the word of an entry says which.
//!
//! Exact codes of up to 56 bits are mixed by a bijection of so many bits and then *are* the entry's
//! name; no two positions are ever taken for each other. A game without such codes is told by 56 and
//! 64 bits of hashes. A false hit there is possible in principle (one in 2^120 a comparison); what
//! it made wrong would not pass the verification of the certificate.

use super::bucket::{self, Fact, NAME, Name, WORDS};
use crate::hints::prefetch;
use crate::table::{TableShape, start_small};
use andor_core::{Game, InputError, advise_large_pages};
use std::sync::atomic::{AtomicU64, Ordering};

const BUCKET_BYTES: u64 = 8 * WORDS as u64;
/// The table does not start smaller than this, if its budget allows, and doubles at most so often.
const START_BYTES: u64 = 1 << 20;
const MAX_DOUBLINGS: u32 = 16;
/// The longest exact code, in bits.
const LONGEST_CODE: u32 = 56;

/// How positions of a game are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Naming {
    /// By codes of so many bits.
    Exact(u32),
    /// By hashes.
    Hashed,
}

impl Naming {
    pub(crate) fn of<G: Game>(game: &G) -> Naming {
        match game.code_bits() {
            Some(bits) if bits <= LONGEST_CODE => Naming::Exact(bits.max(2)),
            _ => Naming::Hashed,
        }
    }

    /// The name of a position that is not over.
    #[inline(always)]
    pub(crate) fn name<G: Game>(self, game: &G, position: &G::Position) -> Name {
        match self {
            Naming::Exact(bits) => {
                Name { word: mix(game.code(position), bits) << (64 - bits), tag: None }
            }
            Naming::Hashed => {
                let key = game.key(position);
                Name { word: key.index & NAME, tag: Some(key.tag) }
            }
        }
    }
}

/// A bijection of words of so many bits: odd factors, and the high half folded onto the low one.
#[inline(always)]
fn mix(code: u64, bits: u32) -> u64 {
    let mask = u64::MAX >> (64 - bits);
    let half = bits.div_ceil(2);
    let mut word = code ^ code >> half;
    word = word.wrapping_mul(0xbf58_476d_1ce4_e5b9) & mask;
    word ^= word >> half;
    word = word.wrapping_mul(0x94d0_49bb_1331_11eb) & mask;
    word ^ word >> half
}

/// The table.
pub(crate) struct SolvedTable {
    /// The words of all buckets that there may ever be, after a few that only fill a cache line.
    words: Vec<AtomicU64>,
    skipped: usize,
    /// Buckets at the start; there are `start << doubled` now.
    start: u64,
    doubled: u32,
    max_doublings: u32,
    used: AtomicU64,
    /// Words of an entry.
    stride: usize,
}

impl SolvedTable {
    /// An empty table that may grow to `max_bytes`.
    ///
    /// # Errors
    /// If the system does not give the memory.
    pub(crate) fn new(max_bytes: u64, naming: Naming) -> Result<SolvedTable, InputError> {
        let max_buckets = (max_bytes / BUCKET_BYTES).max(1);
        let (start, max_doublings) =
            start_small(max_buckets, START_BYTES / BUCKET_BYTES, MAX_DOUBLINGS);
        let words = (start << max_doublings) * WORDS as u64 + WORDS as u64;
        let none = || InputError::new(format!("the system gives no table of {max_bytes} bytes"));
        let words = usize::try_from(words).map_err(|_| none())?;
        // Memory that reads as zero and that nobody has touched yet.
        let words: Vec<AtomicU64> =
            bytemuck::allocation::try_zeroed_vec(words).map_err(|()| none())?;
        advise_large_pages(&words);
        let into_line = words.as_ptr().addr() % BUCKET_BYTES as usize / 8;
        Ok(SolvedTable {
            words,
            skipped: (WORDS - into_line) % WORDS,
            start,
            doubled: 0,
            max_doublings,
            used: AtomicU64::new(0),
            stride: if naming == Naming::Hashed { 2 } else { 1 },
        })
    }

    /// The bytes of a table for about so many entries.
    pub(crate) fn bytes_for(entries: u64, naming: Naming) -> u64 {
        let words = if naming == Naming::Hashed { 2 } else { 1 };
        entries.saturating_mul(8 * words).max(BUCKET_BYTES)
    }

    #[inline(always)]
    fn buckets(&self) -> u64 {
        self.start << self.doubled
    }

    #[inline(always)]
    fn first_word(&self, word: u64) -> usize {
        let bucket = ((u128::from(word) * u128::from(self.buckets())) >> 64) as usize;
        self.skipped + bucket * WORDS
    }

    #[inline(always)]
    fn bucket(&self, name: Name) -> &[AtomicU64] {
        &self.words[self.first_word(name.word)..][..WORDS]
    }

    /// Fetches the line of a position into the cache.
    #[inline(always)]
    pub(crate) fn prefetch(&self, name: Name) {
        prefetch(&self.words, self.first_word(name.word));
    }

    /// What is known of a position.
    #[inline(always)]
    pub(crate) fn probe(&self, name: Name) -> Option<Fact> {
        bucket::probe(self.bucket(name), name)
    }

    /// Stores what so many nodes have shown. Tells whether there is one entry more, which the caller
    /// tells [`count`](SolvedTable::count) some time.
    #[inline]
    pub(crate) fn store(&self, name: Name, won: bool, nodes: u64) -> bool {
        bucket::store(self.bucket(name), name, Fact::new(won, nodes))
    }

    /// Stores an entry of another table, if it is one. Tells whether there is one entry more.
    pub(super) fn adopt_word(&self, word: u64) -> bool {
        let name = Name { word: word & NAME, tag: None };
        bucket::fact_of(word).is_some_and(|fact| bucket::store(self.bucket(name), name, fact))
    }

    /// Whether so many entries would fill it by more than half, and it may be doubled.
    pub(super) fn has_less_room_than(&self, entries: u64) -> bool {
        entries.saturating_mul(2) > self.slots() && self.doubled < self.max_doublings
    }

    /// There are so many entries more.
    pub(crate) fn count(&self, more: u64) {
        self.used.fetch_add(more, Ordering::Relaxed);
    }

    /// Entries held.
    pub(crate) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    fn slots(&self) -> u64 {
        self.buckets() * (WORDS / self.stride) as u64
    }

    /// Whether it is half full and may be doubled.
    pub(crate) fn wants_room(&self) -> bool {
        self.has_less_room_than(self.used())
    }

    /// Doubles it in place, from the last bucket to the first: bucket b moves to 2b and 2b+1, which
    /// are empty then or, for b = 0, b itself.
    pub(crate) fn grow(&mut self) {
        let old_buckets = self.buckets() as usize;
        self.doubled += 1;
        for bucket in (0..old_buckets).rev() {
            let from = self.skipped + bucket * WORDS;
            let old: [u64; WORDS] =
                std::array::from_fn(|word| std::mem::take(self.words[from + word].get_mut()));
            let mut filled = [0; 2];
            for entry in old.chunks_exact(self.stride).filter(|entry| entry[0] & 0b11 != 0) {
                let to = self.first_word(entry[0] & NAME);
                let half = (to - self.skipped) / WORDS - 2 * bucket;
                for (word, &value) in entry.iter().enumerate() {
                    *self.words[to + filled[half] + word].get_mut() = value;
                }
                filled[half] += self.stride;
            }
        }
    }

    /// Forgets everything; the memory in use stays.
    pub(crate) fn clear(&mut self) {
        let end = self.skipped + self.buckets() as usize * WORDS;
        for word in &mut self.words[self.skipped..end] {
            *word.get_mut() = 0;
        }
        *self.used.get_mut() = 0;
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> u64 {
        self.buckets() * BUCKET_BYTES
    }

    /// How full the table is, measured by the size it may grow to.
    pub(crate) fn fill(&self) -> f64 {
        let slots = (self.start << self.max_doublings) * (WORDS / self.stride) as u64;
        self.used() as f64 / slots as f64
    }

    /// Its shape, for a checkpoint.
    pub(crate) fn shape(&self) -> TableShape {
        TableShape { start: self.start, doubled: self.doubled, used: self.used() }
    }

    /// Shows all words in use, a part at a time; a checkpoint writes and reads the same parts.
    pub(crate) fn for_each_part<E>(
        &self,
        mut show: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let end = self.skipped + self.buckets() as usize * WORDS;
        let mut part = Vec::with_capacity(PART_WORDS);
        for words in self.words[self.skipped..end].chunks(PART_WORDS) {
            part.clear();
            part.extend(words.iter().map(|word| word.load(Ordering::Relaxed)));
            show(bytemuck::cast_slice(&part))?;
        }
        Ok(())
    }

    /// A table of this shape, filled by `read` part by part.
    ///
    /// # Errors
    /// If the shape does not fit the budget, or whatever `read` fails with.
    pub(crate) fn restore(
        max_bytes: u64,
        naming: Naming,
        shape: TableShape,
        mut read: impl FnMut(&mut [u8]) -> Result<(), InputError>,
    ) -> Result<SolvedTable, InputError> {
        let mut table = SolvedTable::new(max_bytes, naming)?;
        if table.start != shape.start || shape.doubled > table.max_doublings {
            let message = "the checkpoint's table belongs to another memory limit";
            return Err(InputError::new(message));
        }
        table.doubled = shape.doubled;
        if shape.used > table.slots() {
            let used = shape.used;
            let message = format!("the checkpoint's table cannot hold its {used} entries");
            return Err(InputError::new(message));
        }
        *table.used.get_mut() = shape.used;
        let end = table.skipped + table.buckets() as usize * WORDS;
        let mut part = vec![0u64; PART_WORDS];
        for words in table.words[table.skipped..end].chunks_mut(PART_WORDS) {
            let part = &mut part[..words.len()];
            read(bytemuck::cast_slice_mut(part))?;
            for (word, &value) in words.iter_mut().zip(&*part) {
                *word.get_mut() = value;
            }
        }
        Ok(table)
    }
}

/// Words of a part of a checkpoint.
const PART_WORDS: usize = 1 << 16;

#[cfg(test)]
mod tests {
    use super::{Naming, SolvedTable, mix};
    use crate::boolean::bucket::{NAME, Name};
    use std::collections::HashSet;

    #[test]
    fn mixing_loses_nothing() {
        for bits in [2, 3, 7, 12, 16] {
            let words: HashSet<u64> = (0..1 << bits).map(|code| mix(code, bits)).collect();
            assert_eq!(words.len(), 1 << bits);
            assert!(words.iter().all(|word| word >> bits == 0));
        }
    }

    fn name(number: u64, naming: Naming) -> Name {
        match naming {
            Naming::Exact(bits) => Name { word: mix(number, bits) << (64 - bits), tag: None },
            Naming::Hashed => {
                let word = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) & NAME;
                Name { word, tag: Some(!number) }
            }
        }
    }

    /// Nothing but what overflowing buckets lose is lost while the table doubles, or on disk.
    #[test]
    fn facts_survive_growing_and_a_checkpoint() {
        for naming in [Naming::Exact(40), Naming::Exact(56), Naming::Hashed] {
            let mut table = SolvedTable::new(16 << 20, naming).unwrap();
            let small = table.bytes();
            let value = |number: u64| number.is_multiple_of(3);
            for number in 0..700_000 {
                let more = table.store(name(number, naming), value(number), number);
                table.count(u64::from(more));
                if table.wants_room() {
                    table.grow();
                }
            }
            assert!(table.bytes() >= 8 * small, "the table did not grow");
            let check = |table: &SolvedTable| {
                let mut kept = 0;
                for number in 0..700_000 {
                    if let Some(fact) = table.probe(name(number, naming)) {
                        assert_eq!(fact.won, value(number), "{number}");
                        kept += 1;
                    }
                }
                assert_eq!(kept, table.used());
                assert!(kept > 660_000, "{kept} of 700000 kept");
            };
            check(&table);
            let mut parts: Vec<Vec<u8>> = Vec::new();
            let write = |part: &[u8]| -> Result<(), ()> {
                parts.push(part.to_vec());
                Ok(())
            };
            table.for_each_part(write).unwrap();
            let mut parts = parts.into_iter();
            let again = SolvedTable::restore(16 << 20, naming, table.shape(), |part| {
                part.copy_from_slice(&parts.next().unwrap());
                Ok(())
            });
            check(&again.unwrap());
            assert!(SolvedTable::restore(1 << 19, naming, table.shape(), |_| Ok(())).is_err());
            table.clear();
            assert_eq!((table.used(), table.probe(name(3, naming))), (0, None));
        }
    }
}
