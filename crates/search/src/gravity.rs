//! Experience after 2004: history that learns from failures too and forgets by itself ("gravity"),
//! what was good right after the opponent's last move (*continuation history*), and the move that
//! answered it last (*countermove*, Uiterwijk 1992).
//!
//! A score moves towards ±[`LIMIT`] by a bonus that shrinks the closer it is:
//! `h += bonus - h * |bonus| / LIMIT`.

use crate::history::{PLACES, place};
use andor_core::Player;

/// Scores stay between minus and plus this.
const LIMIT: i32 = 1 << 13;
/// Places for the move before, and for the move after it, in continuation history.
const BEFORE: usize = 1 << 9;
const AFTER: usize = 1 << 11;

/// A code folded to so many places.
#[inline]
fn fold(code: u32, places: usize) -> usize {
    (code.wrapping_mul(0x9e37_79b1) >> 16) as usize & (places - 1)
}

/// The tables.
#[derive(Clone, Debug)]
pub(crate) struct Gravity {
    history: Vec<i16>,
    continuation: Vec<i16>,
    counters: Vec<u32>,
}

#[inline]
fn pull(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

impl Gravity {
    pub(crate) fn new() -> Gravity {
        Gravity {
            history: vec![0; 2 * PLACES],
            continuation: vec![0; 2 * BEFORE * AFTER],
            counters: vec![u32::MAX; 2 * PLACES],
        }
    }

    #[inline]
    fn pair(side: Player, before: u32, code: u32) -> usize {
        ((side as usize) * BEFORE + fold(before, BEFORE)) * AFTER + fold(code, AFTER)
    }

    /// How promising a move is after the move before it.
    #[inline]
    pub(crate) fn score(&self, side: Player, before: Option<u32>, code: u32) -> i32 {
        let own = i32::from(self.history[(side as usize) * PLACES + place(code)]);
        let pair = before.map_or(0, |before| self.continuation[Gravity::pair(side, before, code)]);
        own + i32::from(pair)
    }

    /// The move that last refuted the move before.
    #[inline]
    pub(crate) fn countermove(&self, side: Player, before: Option<u32>) -> Option<u32> {
        let before = before?;
        let code = self.counters[(side as usize) * PLACES + place(before)];
        (code != u32::MAX).then_some(code)
    }

    /// A move of `side` reached beta at this depth, and these did not.
    pub(crate) fn learn(
        &mut self,
        side: Player,
        before: Option<u32>,
        best: u32,
        failed: impl Iterator<Item = u32>,
        depth: i32,
    ) {
        let bonus = (16 * depth * depth + 32 * depth).min(1_500);
        let mut change = |code: u32, bonus: i32| {
            pull(&mut self.history[(side as usize) * PLACES + place(code)], bonus);
            if let Some(before) = before {
                pull(&mut self.continuation[Gravity::pair(side, before, code)], bonus);
            }
        };
        change(best, bonus);
        failed.for_each(|code| change(code, -bonus));
        if let Some(before) = before {
            self.counters[(side as usize) * PLACES + place(before)] = best;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Gravity, LIMIT};
    use andor_core::Player;

    #[test]
    fn scores_grow_shrink_and_stay_in_bounds() {
        let mut gravity = Gravity::new();
        for _ in 0..10_000 {
            gravity.learn(Player::Black, Some(7), 1, [2].into_iter(), 30);
        }
        let score = |before, code| gravity.score(Player::Black, before, code);
        assert!(score(Some(7), 1) > LIMIT && score(Some(7), 1) <= 2 * LIMIT);
        assert!(score(Some(7), 2) < -LIMIT && score(Some(7), 2) >= -2 * LIMIT);
        assert!(score(None, 1) <= LIMIT && score(None, 1) > LIMIT / 2);
        assert_eq!(gravity.countermove(Player::Black, Some(7)), Some(1));
        assert_eq!(gravity.countermove(Player::White, Some(7)), None);
    }
}
