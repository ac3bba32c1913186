//! Experience with moves: which were best, and how often they were tried at all.
//!
//! The *history heuristic* (Schaeffer 1983) counts how often a move was best, the *butterfly
//! heuristic* (Hartmann 1988) how often it was made, and the *relative history heuristic* (Winands
//! et al. 2004; thesis, chapter 7) divides the one by the other, so that rare moves have their
//! chance: moves are wanted that are good on average.
//!
//! Moves are looked up by their codes, folded to 16,384 places for each side; the codes of all
//! games but checkers fit without meeting.

use crate::config::{Config, HistoryKind};
use andor_core::Player;

/// Places of a table.
pub(crate) const PLACES: usize = 1 << 14;

/// The place of a move in a table.
#[inline]
pub(crate) fn place(code: u32) -> usize {
    (code ^ code >> 14) as usize & (PLACES - 1)
}

/// One side's place, or the one of both.
#[inline]
fn side_place(config: &Config, side: Player, place: usize) -> usize {
    if config.shared_history { place } else { (side as usize) * PLACES + place }
}

/// The tables of the thesis.
#[derive(Clone, Debug)]
pub(crate) struct History {
    best: Vec<u64>,
    tried: Vec<u64>,
}

impl History {
    pub(crate) fn new() -> History {
        History { best: vec![0; 2 * PLACES], tried: vec![0; 2 * PLACES] }
    }

    /// Another search begins: what was learnt before counts half.
    pub(crate) fn age(&mut self) {
        for count in self.best.iter_mut().chain(&mut self.tried) {
            *count /= 2;
        }
    }

    /// A move was made in the regular search, not in quiescence.
    #[inline]
    pub(crate) fn tried(&mut self, config: &Config, side: Player, place: usize, depth: i32) {
        let count = &mut self.tried[side_place(config, side, place)];
        *count = count.saturating_add(config.butterfly_increment.at(depth));
    }

    /// A move was best: it caused a cut-off, or improved the value of a node in its window.
    #[inline]
    pub(crate) fn was_best(&mut self, config: &Config, side: Player, place: usize, depth: i32) {
        let count = &mut self.best[side_place(config, side, place)];
        *count = count.saturating_add(config.history_increment.at(depth));
    }

    /// How promising a move is.
    #[inline]
    pub(crate) fn score(&self, config: &Config, side: Player, place: usize) -> i64 {
        let at = side_place(config, side, place);
        let most = i64::MAX as u64 >> 8;
        match config.history {
            HistoryKind::Off | HistoryKind::Gravity => 0,
            HistoryKind::History => self.best[at].min(most) as i64,
            HistoryKind::Butterfly => self.tried[at].min(most) as i64,
            HistoryKind::Relative => match self.tried[at] {
                0 => 0,
                tried => (self.best[at] as f64 / tried as f64 * 16_777_216.0) as i64,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::History;
    use crate::config::{Config, HistoryKind, Increment};
    use andor_core::Player;

    #[test]
    fn relative_history_prefers_what_is_good_when_tried() {
        let ones = Config {
            history_increment: Increment::One,
            butterfly_increment: Increment::One,
            ..Config::default()
        };
        let mut history = History::new();
        // Move 1: good 3 times of 4. Move 2: good 10 times of 100.
        (0..4).for_each(|_| history.tried(&ones, Player::Black, 1, 5));
        (0..3).for_each(|_| history.was_best(&ones, Player::Black, 1, 5));
        (0..100).for_each(|_| history.tried(&ones, Player::Black, 2, 5));
        (0..10).for_each(|_| history.was_best(&ones, Player::Black, 2, 5));
        let score = |kind, place| {
            let config = Config { history: kind, ..ones.clone() };
            history.score(&config, Player::Black, place)
        };
        assert!(score(HistoryKind::Relative, 1) > score(HistoryKind::Relative, 2));
        assert!(score(HistoryKind::History, 1) < score(HistoryKind::History, 2));
        assert!(score(HistoryKind::Butterfly, 1) < score(HistoryKind::Butterfly, 2));
        assert_eq!(history.score(&ones, Player::White, 1), 0, "the sides learn apart");
    }
}
