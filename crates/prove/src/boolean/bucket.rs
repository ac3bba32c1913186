//! One bucket of a table that many threads write to and nobody locks.
//!
//! A bucket is eight words, a cache line. An entry of a position that has an exact code is one word:
//!
//! ```text
//!   [ place: 56 bits | work: 6 | value: 2 ]        value 0: no entry, 1: lost, 2: won
//! ```
//!
//! A word is read and written whole, so whatever a thread reads was once written by one: a true
//! value of the position it names. Two threads that store at the same time may overwrite each other,
//! and then something is forgotten, or put down the same value twice. That is all that can happen.
//!
//! A position without such a code takes two words, the second being its 64-bit tag with the first one
//! mixed in (Hyatt and Mann, *A lock-less transposition-table implementation for parallel search*,
//! ICGA Journal 25(1), 2002). If the two words of a pair come from two entries, they do not fit, and
//! the entry is not recognised:
//!
//! ```text
//!   [ place: 56 bits | work: 6 | value: 2 ] [ tag XOR the first word ]
//! ```
//!
//! The functions work on any [`Word`]; the model checker brings its own.

use crate::word::Word;

/// Words of a bucket.
pub(crate) const WORDS: usize = 8;
/// The bits of a word that name a position.
pub(crate) const NAME: u64 = !0xff;
const VALUE: u64 = 0b11;
const WORK_SHIFT: u32 = 2;
const MOST_WORK: u64 = 63;

/// The name of a position in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Name {
    /// Well mixed; the low eight bits are 0. Unique to the position if `tag` is `None`.
    pub(crate) word: u64,
    /// What else it takes to recognise the position.
    pub(crate) tag: Option<u64>,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fact {
    /// Whether its side to move reaches its goal.
    pub(crate) won: bool,
    /// The binary logarithm of the work that it took.
    pub(crate) work: u32,
}

impl Fact {
    /// What so many nodes have shown.
    pub(crate) fn new(won: bool, nodes: u64) -> Fact {
        Fact { won, work: u64::BITS - nodes.leading_zeros() }
    }

    #[inline(always)]
    fn word(self, name: Name) -> u64 {
        let value = if self.won { 2 } else { 1 };
        name.word | u64::from(self.work).min(MOST_WORK) << WORK_SHIFT | value
    }

    #[inline(always)]
    fn read(word: u64) -> Fact {
        Fact { won: word & VALUE == 2, work: (word >> WORK_SHIFT & MOST_WORK) as u32 }
    }
}

/// Whether this is an entry of the position.
#[inline(always)]
fn is_of<W: Word>(word: u64, second: Option<&W>, name: Name) -> bool {
    word & NAME == name.word
        && word & VALUE != 0
        && match (name.tag, second) {
            (Some(tag), Some(second)) => second.get() ^ word == tag,
            _ => true,
        }
}

/// What an entry says that takes one word; `None` if there is none.
pub(crate) fn fact_of(word: u64) -> Option<Fact> {
    matches!(word & VALUE, 1 | 2).then(|| Fact::read(word))
}

/// What an entry is worth keeping for; 0 if there is none.
#[inline(always)]
fn weight(word: u64) -> u64 {
    if word & VALUE == 0 { 0 } else { 1 + (word >> WORK_SHIFT & MOST_WORK) }
}

/// Words that an entry takes.
#[inline(always)]
pub(crate) fn stride(name: Name) -> usize {
    if name.tag.is_some() { 2 } else { 1 }
}

/// What the bucket knows of a position.
#[inline(always)]
pub(crate) fn probe<W: Word>(bucket: &[W], name: Name) -> Option<Fact> {
    if name.tag.is_none() {
        let mut words = bucket.iter().map(Word::get);
        return words.find(|&word| is_of::<W>(word, None, name)).map(Fact::read);
    }
    bucket.chunks_exact(2).find_map(|entry| {
        let word = entry[0].get();
        is_of(word, entry.get(1), name).then(|| Fact::read(word))
    })
}

/// Puts a fact down, in the place of an older one of the same position, in an empty place, or in the
/// place of what took least work. Tells whether the bucket holds one entry more.
pub(crate) fn store<W: Word>(bucket: &[W], name: Name, fact: Fact) -> bool {
    let mut victim = (u64::MAX, 0);
    for (number, entry) in bucket.chunks_exact(stride(name)).enumerate() {
        let word = entry[0].get();
        if is_of(word, entry.get(1), name) {
            let work = fact.work.max(Fact::read(word).work);
            put(entry, name, Fact { work, ..fact });
            return false;
        }
        if weight(word) < victim.0 {
            victim = (weight(word), number);
        }
    }
    let stride = stride(name);
    put(&bucket[victim.1 * stride..][..stride], name, fact);
    victim.0 == 0
}

#[inline(always)]
fn put<W: Word>(entry: &[W], name: Name, fact: Fact) {
    let word = fact.word(name);
    entry[0].set(word);
    if let Some(tag) = name.tag {
        entry[1].set(tag ^ word);
    }
}

#[cfg(test)]
mod tests {
    use super::{Fact, Name, WORDS, probe, store};
    use loom::sync::Arc;
    use loom::sync::atomic::AtomicU64;
    use loom::thread;

    fn name(number: u64, tag: Option<u64>) -> Name {
        Name { word: number << 8, tag }
    }

    /// Under every order of two writers' and a reader's steps, what is read is what somebody wrote
    /// of that very position. The bucket has room for one entry, so that they meet.
    fn meet(tags: [Option<u64>; 2], words: usize) {
        loom::model(move || {
            let bucket: Arc<Vec<AtomicU64>> =
                Arc::new((0..words).map(|_| AtomicU64::new(0)).collect());
            let places = [name(1, tags[0]), name(if tags[0].is_some() { 1 } else { 2 }, tags[1])];
            let writer = |number: usize, won: bool| {
                let bucket = Arc::clone(&bucket);
                let name = places[number];
                thread::spawn(move || {
                    store(&bucket[..], name, Fact { won, work: 3 + number as u32 });
                })
            };
            let writers = [writer(0, true), writer(1, false)];
            let seen = [0, 1].map(|number| probe(&bucket[..], places[number]));
            assert!(seen[0].is_none_or(|fact| fact.won && fact.work == 3), "{seen:?}");
            assert!(seen[1].is_none_or(|fact| !fact.won && fact.work == 4), "{seen:?}");
            for writer in writers {
                writer.join().unwrap();
            }
            let seen = [0, 1].map(|number| probe(&bucket[..], places[number]));
            assert!(seen[0].is_none_or(|fact| fact.won), "{seen:?}");
            assert!(seen[1].is_none_or(|fact| !fact.won), "{seen:?}");
        });
    }

    #[test]
    fn words_of_one_entry_never_mix() {
        meet([None, None], 1);
        meet([None, None], 2);
    }

    /// The same place word and other tags: the worst that can happen to a pair.
    #[test]
    fn pairs_that_are_torn_are_not_recognised() {
        meet([Some(0x1234_5678), Some(0x8765_4321)], 2);
    }

    #[test]
    fn least_work_goes_first_and_more_work_stays() {
        let bucket: Vec<std::sync::atomic::AtomicU64> =
            (0..WORDS).map(|_| std::sync::atomic::AtomicU64::new(0)).collect();
        for number in 1..=WORDS as u64 {
            assert!(store(&bucket, name(number, None), Fact::new(number % 2 == 0, 1 << number)));
        }
        assert!(!store(&bucket, name(1, None), Fact::new(false, 1 << 20)));
        assert_eq!(probe(&bucket, name(1, None)), Some(Fact { won: false, work: 21 }));
        // Full: entry 2 has the least work now.
        assert!(!store(&bucket, name(77, None), Fact::new(true, 1)));
        assert_eq!(probe(&bucket, name(2, None)), None);
        assert_eq!(probe(&bucket, name(77, None)), Some(Fact { won: true, work: 1 }));
        assert_eq!(probe(&bucket, name(0, None)), None);
    }
}
