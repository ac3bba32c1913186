//! The transposition table: what is known of positions that were searched before.
//!
//! Two-deep (Breuker, Uiterwijk, van den Herik 1996; Winands' thesis, 2.6): every bucket has two
//! entries. What was searched at least as deeply as the first entry takes its place and moves it
//! to the second; anything else goes into the second. A first entry of an earlier search counts as
//! searched to no depth at all.
//!
//! Threads share the table without locks (Hyatt, Mann 2002): an entry is two words, the first of
//! which is the tag combined with the second, so that an entry torn by two writers belongs to
//! nobody.
//!
//! ```text
//!   bits of the second word    0..28  move code + 1, or 0 for none
//!                             28..48  value, signed
//!                             48..56  depth
//!                             56..58  bound: 1 lower, 2 upper, 3 exact
//!                             58      whether it leans on an estimate
//!                             59..64  search in which it was written
//! ```

use andor_core::{InputError, Key, try_table};
use std::sync::atomic::{AtomicU64, Ordering};

/// What the value of an entry says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
    /// It is the true value.
    Exact,
}

/// What a table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The code of the best move, of which the table keeps [`MOVE_BITS`] bits.
    pub best: Option<u32>,
    /// With distances from the position (`score.rs`).
    pub value: i32,
    /// How deep was searched, in plies; below 0 is 0.
    pub depth: i32,
    /// What the value says.
    pub bound: Bound,
    /// Whether anything below was estimated, not found out by the rules.
    pub leans: bool,
}

impl Entry {
    /// Whether the value is a lower bound.
    #[inline]
    #[must_use]
    pub fn is_lower(&self) -> bool {
        self.bound != Bound::Upper
    }

    /// Whether the value is an upper bound.
    #[inline]
    #[must_use]
    pub fn is_upper(&self) -> bool {
        self.bound != Bound::Lower
    }
}

/// How many bits of a move's code an entry has room for, less one value.
pub const MOVE_BITS: u32 = 28;
const MOVE_MASK: u64 = (1 << MOVE_BITS) - 1;
const GENERATIONS: u64 = 32;

/// What an entry keeps of a move's code.
#[inline]
#[must_use]
pub fn short_code(code: u32) -> u32 {
    // All games but checkers, with captures of more than nine jumps, have codes below this.
    (u64::from(code) % MOVE_MASK) as u32
}

/// Two entries of two words each.
#[derive(Default)]
struct Bucket([AtomicU64; 4]);

/// The table, shared by all threads of a search.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: AtomicU64,
}

impl TranspositionTable {
    /// A table of at most so many bytes; with fewer than 32, one that keeps nothing.
    ///
    /// # Errors
    /// If the machine does not have so many.
    pub fn try_new(bytes: u64) -> Result<TranspositionTable, InputError> {
        let buckets = bytes / std::mem::size_of::<Bucket>() as u64;
        let buckets = try_table(buckets as usize)?;
        Ok(TranspositionTable { buckets, generation: AtomicU64::new(1) })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for word in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            word.store(0, Ordering::Relaxed);
        }
    }

    /// Another search begins.
    pub fn next_search(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: Key) -> Option<&Bucket> {
        let place = (u128::from(key.index) * self.buckets.len() as u128) >> 64;
        self.buckets.get(place as usize)
    }

    /// What is known of a position.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        let words = &self.bucket(key)?.0;
        for slot in [0, 2] {
            let data = words[slot + 1].load(Ordering::Relaxed);
            if data != 0 && words[slot].load(Ordering::Relaxed) ^ data == key.tag {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Remembers a position, two-deep.
    pub fn store(&self, key: Key, entry: &Entry) {
        let Some(Bucket(words)) = self.bucket(key) else { return };
        let &Entry { best, value, depth, bound, leans } = entry;
        let generation = self.generation.load(Ordering::Relaxed);
        let depth = depth.clamp(0, 255) as u64;
        let bound = match bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        let best = best.map_or(0, |code| u64::from(short_code(code)) + 1);
        let value = (value as u64) & 0xF_FFFF;
        let leans = u64::from(leans);
        let about = bound << 56 | leans << 58 | generation << 59;
        let data = best | value << 28 | depth << 48 | about;
        let first = words[1].load(Ordering::Relaxed);
        let first_tag = words[0].load(Ordering::Relaxed) ^ first;
        let is_old = first >> 59 != generation;
        let slot = if first == 0 || is_old || depth >= (first >> 48 & 0xFF) {
            // Step 1. The first entry moves back, unless it is of the same position.
            if first != 0 && first_tag != key.tag {
                words[3].store(first, Ordering::Relaxed);
                words[2].store(first_tag ^ first, Ordering::Relaxed);
            }
            0
        } else if first_tag == key.tag {
            // Step 2. A shallower result of the same position: the deeper one stays, and no second
            // entry of the position may hide behind it.
            return;
        } else {
            2
        };
        words[slot + 1].store(data, Ordering::Relaxed);
        words[slot].store(key.tag ^ data, Ordering::Relaxed);
    }
}

fn unpack(data: u64) -> Entry {
    let best = data & MOVE_MASK;
    Entry {
        best: (best != 0).then(|| (best - 1) as u32),
        value: ((data >> 28) as i32) << 12 >> 12,
        depth: (data >> 48 & 0xFF) as i32,
        bound: match data >> 56 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
        leans: data >> 58 & 1 == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Bucket, Entry, TranspositionTable};
    use andor_core::Key;

    fn key(tag: u64) -> Key {
        Key { index: 0, tag }
    }

    fn entry(value: i32, depth: i32, bound: Bound) -> Entry {
        Entry { best: None, value, depth, bound, leans: false }
    }

    #[test]
    fn entries_come_back_as_they_were_stored() {
        let table = TranspositionTable::try_new(1 << 12).unwrap();
        for (place, value) in [0, 1, -1, 499_999, -499_999, 12_345].into_iter().enumerate() {
            let key = Key::exact(place as u64);
            let (best, leans) = (Some(place as u32), place % 2 == 1);
            let entry = Entry { best, leans, ..entry(value, place as i32, Bound::Exact) };
            table.store(key, &entry);
            assert_eq!(table.probe(key), Some(entry));
        }
        table.clear();
        assert_eq!(table.probe(Key::exact(1)), None);
    }

    #[test]
    fn the_deeper_entry_stays_and_the_newer_one_too() {
        let table = TranspositionTable::try_new(std::mem::size_of::<Bucket>() as u64).unwrap();
        table.store(key(1), &entry(10, 5, Bound::Lower));
        table.store(key(2), &entry(20, 3, Bound::Lower));
        table.store(key(3), &entry(30, 4, Bound::Lower));
        assert!(table.probe(key(1)).is_some() && table.probe(key(2)).is_none());
        assert_eq!(table.probe(key(3)).map(|entry| entry.value), Some(30));
        table.store(key(4), &entry(40, 6, Bound::Upper));
        assert!(table.probe(key(4)).is_some() && table.probe(key(1)).is_some());
        // In the next search the old first entry gives way to anything.
        table.next_search();
        table.store(key(5), &entry(50, 0, Bound::Exact));
        assert!(table.probe(key(5)).is_some() && table.probe(key(4)).is_some());
    }

    #[test]
    fn a_table_without_room_keeps_nothing() {
        let table = TranspositionTable::try_new(31).unwrap();
        table.store(key(1), &entry(10, 5, Bound::Lower));
        assert_eq!(table.probe(key(1)), None);
    }
}
