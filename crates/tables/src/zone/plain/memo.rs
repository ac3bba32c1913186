//! What the judge of zone leaves remembers: for each state, with the attacker to move, the budgets
//! that are known to win and not to win. Bounded, and shared by threads.
//!
//! A state and what is known of it is one word, or two if the zone has more than 28 squares:
//!
//! ```text
//!   narrow   | known, 8 bits | defenders, 28 | attackers, 28 |
//!   wide     | known, 8 bits | attackers, 56 |   defenders, 64 |
//! ```
//!
//! The words lie in maps with open addressing, which double when they are three quarters full and
//! there is memory left. A state without attackers is never kept, so a word of 0 is a free place.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many maps there are, so that threads seldom wait for each other.
const MAPS: usize = 256;
/// The states that a map has room for at first.
const FEWEST: usize = 16;
/// The squares of a zone that goes into one word, and into two.
const NARROW: usize = 28;
const WIDE: usize = 56;
/// Where the byte of what is known begins.
const KNOWN: u32 = 56;
const BYTES_OF_A_WORD: u64 = 8;

/// What is known of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct KnownBudgets {
    /// The least budget that is known to win; 15 if none is.
    wins_from: u8,
    /// The largest budget that is known not to win; 0 never wins.
    fails_to: u8,
}

impl KnownBudgets {
    const NOTHING: KnownBudgets = KnownBudgets { wins_from: 15, fails_to: 0 };

    /// Whether a budget wins, if that is known.
    pub(super) fn answer(self, budget: u8) -> Option<bool> {
        if budget >= self.wins_from {
            return Some(true);
        }
        (budget <= self.fails_to).then_some(false)
    }

    fn read(word: u64) -> KnownBudgets {
        let byte = (word >> KNOWN) as u8;
        KnownBudgets { wins_from: byte >> 4, fails_to: byte & 15 }
    }

    fn write(self) -> u64 {
        u64::from(self.wins_from << 4 | self.fails_to) << KNOWN
    }

    fn with(self, budget: u8, wins: bool) -> KnownBudgets {
        match wins {
            true => KnownBudgets { wins_from: self.wins_from.min(budget), ..self },
            false => KnownBudgets { fails_to: self.fails_to.max(budget), ..self },
        }
    }
}

/// Maps from states to what is known of them.
pub(super) struct Memo {
    maps: Vec<Mutex<Map>>,
    is_wide: bool,
    secret: u64,
    /// The bytes of all maps together, and the most there may be.
    bytes: AtomicU64,
    most_bytes: u64,
}

/// Some of the states.
struct Map {
    words: Vec<u64>,
    states: usize,
}

impl Memo {
    /// Room for states of zones of so many squares, in so many bytes; `None` if the zone is too
    /// large.
    pub(super) fn new(squares: usize, memory: u64) -> Option<Memo> {
        let is_wide = squares > NARROW;
        let places = FEWEST * (1 + usize::from(is_wide));
        let map = || Mutex::new(Map { words: vec![0; places], states: 0 });
        (squares <= WIDE).then(|| Memo {
            maps: (0..MAPS).map(|_| map()).collect(),
            is_wide,
            // So that nobody who writes files knows which states fall together.
            secret: RandomState::new().build_hasher().finish() | 1,
            bytes: AtomicU64::new((MAPS * places) as u64 * BYTES_OF_A_WORD),
            most_bytes: memory,
        })
    }

    /// The words of a state of which nothing is known: the first has the top byte free.
    fn words(&self, attackers: u64, defenders: u64) -> (u64, u64) {
        match self.is_wide {
            true => (attackers, defenders),
            false => (attackers | defenders << NARROW, 0),
        }
    }

    /// The map of a state, and where to look first.
    fn place(&self, (first, second): (u64, u64)) -> (MutexGuard<'_, Map>, u64) {
        let mixed = mix(mix(first, self.secret) ^ second, self.secret);
        let map = &self.maps[(mixed >> 56) as usize % MAPS];
        (map.lock().unwrap_or_else(PoisonError::into_inner), mixed)
    }

    /// What is known of a state that has attackers.
    pub(super) fn get(&self, attackers: u64, defenders: u64) -> KnownBudgets {
        let state = self.words(attackers, defenders);
        let (map, mixed) = self.place(state);
        match map.words[map.find(state, mixed, self.is_wide)] {
            0 => KnownBudgets::NOTHING,
            word => KnownBudgets::read(word),
        }
    }

    /// Remembers an answer; false if there is no room.
    pub(super) fn learn(&self, attackers: u64, defenders: u64, budget: u8, wins: bool) -> bool {
        let state = self.words(attackers, defenders);
        let (mut map, mixed) = self.place(state);
        let at = map.find(state, mixed, self.is_wide);
        if map.words[at] != 0 {
            let known = KnownBudgets::read(map.words[at]).with(budget, wins);
            map.words[at] = state.0 | known.write();
            return true;
        }
        let places = map.words.len() / (1 + usize::from(self.is_wide));
        let is_crowded = map.states >= places / 4 * 3;
        // While it grows, a map is there twice; without memory for that it is filled up.
        if is_crowded && !self.grow(&mut map) && map.states >= places / 8 * 7 {
            return false;
        }
        let at = map.find(state, mixed, self.is_wide);
        map.put(
            at,
            (state.0 | KnownBudgets::NOTHING.with(budget, wins).write(), state.1),
            self.is_wide,
        );
        map.states += 1;
        true
    }

    /// Doubles a map, if that may be.
    fn grow(&self, map: &mut Map) -> bool {
        let old = map.words.len() as u64 * BYTES_OF_A_WORD;
        if self.bytes.fetch_add(2 * old, Ordering::Relaxed) + 2 * old > self.most_bytes {
            self.bytes.fetch_sub(2 * old, Ordering::Relaxed);
            return false;
        }
        let width = 1 + usize::from(self.is_wide);
        let larger = Map { words: vec![0; map.words.len() * 2], states: map.states };
        let smaller = std::mem::replace(map, larger);
        for entry in smaller.words.chunks_exact(width).filter(|entry| entry[0] != 0) {
            let second = if self.is_wide { entry[1] } else { 0 };
            let state = (entry[0] & !(255 << KNOWN), second);
            let mixed = mix(mix(state.0, self.secret) ^ second, self.secret);
            let at = map.find(state, mixed, self.is_wide);
            map.put(at, (entry[0], second), self.is_wide);
        }
        self.bytes.fetch_sub(old, Ordering::Relaxed);
        true
    }

    /// How many bytes are taken.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}

impl Map {
    /// Where the words of a state are, or where they belong: some places are always free.
    fn find(&self, (first, second): (u64, u64), mixed: u64, is_wide: bool) -> usize {
        let width = 1 + usize::from(is_wide);
        let places = self.words.len() / width;
        let mut place = mixed as usize & (places - 1);
        loop {
            let at = place * width;
            let word = self.words[at];
            let is_it =
                word & !(255 << KNOWN) == first && (!is_wide || self.words[at + 1] == second);
            if word == 0 || is_it {
                return at;
            }
            place = (place + 1) & (places - 1);
        }
    }

    fn put(&mut self, at: usize, (first, second): (u64, u64), is_wide: bool) {
        self.words[at] = first;
        if is_wide {
            self.words[at + 1] = second;
        }
    }
}

/// A hash of a word under a secret.
fn mix(word: u64, secret: u64) -> u64 {
    let product = u128::from(word ^ secret) * u128::from(secret ^ 0x9e37_79b9_7f4a_7c15 | 1);
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use super::Memo;
    use andor_core::SplitMix64;
    use std::collections::HashMap;

    #[test]
    fn answers_come_back_in_one_word_and_in_two() {
        for squares in [6, 28, 29, 56] {
            let memo = Memo::new(squares, 1 << 30).unwrap();
            let mut random = SplitMix64::new(squares as u64);
            let mut plain: HashMap<(u64, u64), [Option<bool>; 6]> = HashMap::new();
            let mask = u64::MAX >> (64 - squares);
            for _ in 0..50_000 {
                let state = (random.next_u64() & mask | 1, random.next_u64() & mask);
                let limit = (state.0 ^ state.1) % 7;
                let budget = 1 + random.below(5) as u8;
                let wins = u64::from(budget) >= limit;
                assert!(memo.learn(state.0, state.1, budget, wins));
                plain.entry(state).or_default()[usize::from(budget)] = Some(wins);
            }
            for (state, answers) in plain {
                let known = memo.get(state.0, state.1);
                for (budget, answer) in answers.into_iter().enumerate().skip(1) {
                    let told = known.answer(budget as u8);
                    assert!(answer.is_none() || told == answer, "{state:?}");
                    let limit = ((state.0 ^ state.1) % 7) as usize;
                    assert!(told.is_none_or(|wins| wins == (budget >= limit)), "{state:?}");
                }
            }
        }
        assert!(Memo::new(57, 1 << 30).is_none());
    }

    #[test]
    fn memory_is_never_more_than_it_may_be() {
        for (squares, memory) in [(20, 1 << 20), (40, 3 << 20), (20, 0)] {
            let memo = Memo::new(squares, memory).unwrap();
            let mask = u64::MAX >> (64 - squares);
            let mut random = SplitMix64::new(7);
            let least = memo.bytes();
            let mut kept = 0;
            while memo.learn(random.next_u64() & mask | 1, random.next_u64() & mask, 2, true) {
                kept += 1;
                assert!(memo.bytes() <= memory.max(least), "{kept}");
            }
            let width = if squares > 28 { 16 } else { 8 };
            assert!(kept * width > memory as usize / 8, "{kept}");
        }
    }
}
