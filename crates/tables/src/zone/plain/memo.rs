//! What the judge of zone leaves remembers: for each state, with the attacker to move, the budgets
//! that are known to win and not to win. Bounded, and shared by threads.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many maps there are, so that threads seldom wait for each other.
const MAPS: usize = 256;

/// A state: attackers and defenders.
pub(super) type Key = (u64, u64);

/// What is known of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The least budget that is known to win; 255 if none is.
    wins_from: u8,
    /// The largest budget that is known not to win; 0 never wins.
    fails_to: u8,
}

impl Known {
    const NOTHING: Known = Known { wins_from: u8::MAX, fails_to: 0 };

    /// Whether a budget wins, if that is known.
    pub(super) fn answer(self, budget: u8) -> Option<bool> {
        if budget >= self.wins_from {
            return Some(true);
        }
        (budget <= self.fails_to).then_some(false)
    }
}

type Map = HashMap<Key, Known, Mixing>;

/// Maps from states to what is known of them.
pub(super) struct Memo {
    maps: Vec<Mutex<Map>>,
    mixing: Mixing,
    /// The most states of a map.
    most: usize,
}

/// The bytes that an entry of a map takes at the least: itself and a byte of the map's own.
const ENTRY: usize = size_of::<(Key, Known)>() + 1;

impl Memo {
    /// Room for so many bytes.
    pub(super) fn new(memory: u64) -> Memo {
        // So that nobody who writes files knows which states fall together.
        let mixing = Mixing(RandomState::new().build_hasher().finish() | 1);
        let maps = (0..MAPS).map(|_| Mutex::new(Map::with_hasher(mixing))).collect();
        // A map has room for 7/8 of a power of two; while it grows, for half as many besides.
        let share = usize::try_from(memory).unwrap_or(usize::MAX) / MAPS / ENTRY * 2 / 3;
        let most = if share < 8 { 0 } else { (1 << share.ilog2()) / 8 * 7 };
        Memo { maps, mixing, most }
    }

    fn map(&self, key: Key) -> MutexGuard<'_, Map> {
        // The high bits choose the map, the others are the map's own.
        let number = self.mixing.hash_one(key) >> 32 & (MAPS as u64 - 1);
        self.maps[number as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self, key: Key) -> Known {
        self.map(key).get(&key).copied().unwrap_or(Known::NOTHING)
    }

    /// Remembers an answer; false if there is no room.
    pub(super) fn learn(&self, key: Key, budget: u8, wins: bool) -> bool {
        let mut map = self.map(key);
        if map.len() >= self.most && !map.contains_key(&key) {
            return false;
        }
        let known = map.entry(key).or_insert(Known::NOTHING);
        match wins {
            true => known.wins_from = known.wins_from.min(budget),
            false => known.fails_to = known.fails_to.max(budget),
        }
        true
    }

    /// How many bytes are taken.
    pub(super) fn bytes(&self) -> u64 {
        let sizes = self.maps.iter().map(|map| {
            let map = map.lock().unwrap_or_else(PoisonError::into_inner);
            map.capacity() / 7 * 8 * ENTRY
        });
        sizes.sum::<usize>() as u64
    }
}

/// A hash of two words under a secret.
#[derive(Clone, Copy)]
struct Mixing(u64);

/// The words so far.
struct Mixed {
    secret: u64,
    state: u64,
}

impl BuildHasher for Mixing {
    type Hasher = Mixed;

    fn build_hasher(&self) -> Mixed {
        Mixed { secret: self.0, state: self.0 }
    }
}

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let product =
            u128::from(self.state ^ word) * u128::from(self.secret ^ 0x9e37_79b9_7f4a_7c15);
        self.state = (product >> 64) as u64 ^ product as u64 ^ word.rotate_left(32);
    }

    fn finish(&self) -> u64 {
        let product = u128::from(self.state) * u128::from(self.secret);
        (product >> 64) as u64 ^ product as u64
    }
}
