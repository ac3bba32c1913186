//! What the judge was asked lately: a search asks about the same zone again and again. Small, and without locks; of
//! the defender's turns nothing else is remembered.
//!
//! An answer is one word, so nobody ever reads half of one, and it has the whole state, so none is taken for another:
//!
//! ```text
//!   | 1 | wins | budget, 5 bits | who is to move | defenders, 28 | attackers, 28 |
//! ```

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Words.
const PLACES: usize = 1 << 17;
const BYTES: u64 = 8 * PLACES as u64;
/// The squares of a zone that goes into a word; of larger ones nothing is kept.
const NARROW: usize = 28;
const IS_THERE: u64 = 1 << 63;
const WINS: u64 = 1 << 62;

/// What was asked: whether the attackers win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Asked {
    pub(super) attackers: u64,
    pub(super) defenders: u64,
    /// Below 32.
    pub(super) budget: u8,
    /// Whether they are to move.
    pub(super) is_attackers: bool,
}

impl Asked {
    fn key(self) -> u64 {
        let Asked { attackers, defenders, budget, is_attackers } = self;
        let turn = u64::from(budget) << 1 | u64::from(is_attackers);
        IS_THERE | turn << (2 * NARROW) | defenders << NARROW | attackers
    }
}

/// The answers.
pub(super) struct Lately {
    is_kept: bool,
    /// Taken when the first answer comes.
    words: OnceLock<Vec<AtomicU64>>,
}

impl Lately {
    /// For zones of so many squares, where a sixteenth of so many bytes is enough.
    pub(super) fn new(squares: usize, memory: u64) -> Lately {
        let is_kept = squares <= NARROW && BYTES <= memory / 16;
        Lately { is_kept, words: OnceLock::new() }
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.words.get().map_or(0, |_| BYTES)
    }

    /// Whether the attackers win, if that was asked lately.
    pub(super) fn answer(&self, asked: Asked) -> Option<bool> {
        let words = self.words.get()?;
        let key = asked.key();
        let word = words[place(key)].load(Ordering::Relaxed);
        (word & !WINS == key).then_some(word & WINS != 0)
    }

    /// Keeps an answer in the place of another.
    pub(super) fn learn(&self, asked: Asked, wins: bool) {
        if self.is_kept {
            let empty = || (0..PLACES).map(|_| AtomicU64::new(0)).collect();
            let key = asked.key();
            let word = if wins { key | WINS } else { key };
            self.words.get_or_init(empty)[place(key)].store(word, Ordering::Relaxed);
        }
    }
}

fn place(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % PLACES
}

#[cfg(test)]
mod tests {
    use super::{Asked, Lately};
    use andor_core::SplitMix64;

    /// An answer comes back as it was given, or not at all.
    #[test]
    fn answers_are_of_their_own_state() {
        for (squares, memory, keeps) in
            [(28, 1 << 30, true), (29, 1 << 30, false), (28, 1 << 20, false)]
        {
            let lately = Lately::new(squares, memory);
            let mut random = SplitMix64::new(3);
            let wins = |asked: Asked| {
                let budget = u64::from(asked.budget) ^ u64::from(asked.is_attackers);
                (asked.attackers ^ asked.defenders >> 3 ^ budget) & 1 == 0
            };
            let mut all = Vec::new();
            for _ in 0..300_000 {
                let bits = random.next_u64();
                let (attackers, defenders) = (bits & 0xfff_ffff, bits >> 28 & 0xfff_ffff);
                let (budget, is_attackers) = ((bits >> 59) as u8, bits >> 58 & 1 == 1);
                let asked = Asked { attackers, defenders, budget, is_attackers };
                lately.learn(asked, wins(asked));
                all.push(asked);
            }
            let mut known = 0;
            for asked in all {
                let answer = lately.answer(asked);
                assert!(answer.is_none_or(|answer| answer == wins(asked)), "{asked:?}");
                known += u32::from(answer.is_some());
            }
            assert_eq!((known > 50_000, lately.bytes() > 0), (keeps, keeps), "{known}");
        }
    }
}
