//! The path as superko and twins see it: which situations it holds, and its code.
//!
//! A search usually begins with an empty history. Extraction asks about positions in the middle of
//! a game: then the road begins with what was before.

use crate::path_keys::PathKeys;
use crate::twins::path_number;
use andor_core::Key;

/// The situations of the path, from the first position of the game.
#[derive(Clone, Default)]
pub(crate) struct Road {
    /// Whether this search needs it.
    pub(crate) is_kept: bool,
    /// What was before the root of the search, and the code of the path to it.
    before: Vec<Key>,
    pub(crate) start: u64,
    situations: Vec<Key>,
    counters: PathKeys,
}

impl Road {
    /// The road ends before the root.
    pub(crate) fn clear(&mut self) {
        self.situations.clear();
        self.counters = PathKeys::default();
        for &key in &self.before {
            self.situations.push(key);
            self.counters.push(key);
        }
    }

    /// Searches begin after these situations from now on; `start` is the code of the path.
    pub(crate) fn begin_after(&mut self, before: Vec<Key>, start: u64) {
        (self.before, self.start) = (before, start);
    }

    /// The path goes on.
    pub(crate) fn push(&mut self, situation: Key) {
        self.situations.push(situation);
        self.counters.push(situation);
    }

    /// The path goes back.
    pub(crate) fn pop(&mut self) {
        let last = self.situations.pop().expect("only what was pushed is popped");
        self.counters.pop(last);
    }

    /// All of them.
    pub(crate) fn situations(&self) -> &[Key] {
        &self.situations
    }

    /// How many positions it holds: the moves made when the next one is.
    pub(crate) fn len(&self) -> usize {
        self.situations.len()
    }

    /// Whether the situation has been.
    #[inline]
    pub(crate) fn holds(&self, situation: Key) -> bool {
        self.counters.may_hold(situation) && self.situations.contains(&situation)
    }

    /// The code of the path after one more move; 0 where no codes are needed.
    #[inline]
    pub(crate) fn code_after(&self, code: u64, move_code: impl FnOnce() -> u32) -> u64 {
        match self.is_kept {
            true => code ^ path_number(move_code(), self.situations.len()),
            false => 0,
        }
    }
}
