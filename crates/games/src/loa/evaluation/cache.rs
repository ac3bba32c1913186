//! Caching (Winands' thesis, 3.1.10): what a side's men are worth by themselves, remembered.
//!
//! Six of the nine features do not depend on the other side. A move changes the men of one side,
//! or two by a capture, so that most positions share one side's men with a position seen just
//! before. Their weighted sum is kept in a small table, found by the men themselves:
//!
//! ```text
//!   entry   men ^ mix(sum)  |  sum        the men are recognised exactly
//! ```
//!
//! An evaluation may be asked by several threads at once, and the two words of an entry may come
//! from two of them. Then they do not fit together, and the entry counts as empty. (Hyatt and Mann
//! 2002 did so with chess positions. A wrong fit, of one in 2^64, would misguide a search, not
//! falsify a proof.)

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// log2 of a solver's number of entries: 64 KiB in all, so that it does not push the solver's own
/// data from the nearer caches.
pub(super) const SOLVER_BITS: u32 = 12;

/// log2 of a player's: 1 MiB in all. A player evaluates most of what it sees.
pub(super) const PLAYER_BITS: u32 = 16;

/// A table of sums by men, of 2 to the power of `BITS` entries.
pub(super) struct Cache<const BITS: u32> {
    entries: Box<[[AtomicU64; 2]]>,
}

impl<const BITS: u32> Cache<BITS> {
    /// An empty one. No men, the one board that an empty entry seems to hold, are worth 0.
    pub(super) fn new() -> Self {
        Cache { entries: (0..1 << BITS).map(|_| Default::default()).collect() }
    }

    /// What `men` are worth, from the table or from `compute`.
    #[inline(always)]
    pub(super) fn get(&self, men: u64, compute: impl FnOnce() -> i32) -> i32 {
        let place = spread(men) >> (u64::BITS - BITS);
        let [check, stored] = &self.entries[place as usize];
        let sum = stored.load(Relaxed);
        if check.load(Relaxed) ^ spread(sum) == men {
            return sum as u32 as i32;
        }
        let sum = compute();
        let word = u64::from(sum as u32);
        check.store(men ^ spread(word), Relaxed);
        stored.store(word, Relaxed);
        sum
    }
}

/// A different word for every word; 0 for 0.
#[inline(always)]
fn spread(word: u64) -> u64 {
    word.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A copy starts empty: it holds nothing that cannot be computed again.
impl<const BITS: u32> Clone for Cache<BITS> {
    fn clone(&self) -> Self {
        Cache::new()
    }
}

impl<const BITS: u32> std::fmt::Debug for Cache<BITS> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Cache").field("entries", &self.entries.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::{Cache, SOLVER_BITS};

    #[test]
    fn what_is_known_is_not_computed_again() {
        let cache = Cache::<SOLVER_BITS>::new();
        for men in (1..500u64).map(|number| (number * number) << 20) {
            let worth = men as i32 ^ -(men.count_ones() as i32);
            assert_eq!(cache.get(men, || worth), worth);
            assert_eq!(cache.get(men, || unreachable!("{men} is known")), worth);
        }
    }

    #[test]
    fn entries_that_are_overwritten_are_computed_again() {
        let cache = Cache::<SOLVER_BITS>::new();
        for round in 0..2 {
            for men in 1..20_000u64 {
                assert_eq!(cache.get(men, || men as i32), men as i32, "{round}");
            }
        }
        assert_eq!(cache.get(0, || 0), 0);
    }
}
