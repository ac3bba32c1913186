//! How much a player may think about its moves: `depth=4`, `nodes=10k`, `time=200ms`, `tc=60+0.6`.
//!
//! A [`Pace`] is for a whole game; with what is left on the clock it becomes the [`Budget`] of one
//! move. Its words stand among the switches of a player's text, and in the log of a match.

use crate::{Budget, Clock};
use andor_core::quantity;
use std::fmt;
use std::time::Duration;

/// Time for the moves of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timing {
    /// So much for every move.
    EachMove(Duration),
    /// So much for all moves, and an increment after each.
    WholeGame {
        /// On the clock at the start.
        base: Duration,
        /// Added after every move.
        increment: Duration,
    },
}

impl Timing {
    /// Reads the time of a move: `200ms`.
    pub(crate) fn each_move(text: &str) -> Option<Timing> {
        duration(text).map(Timing::EachMove)
    }

    /// Reads a clock: `60+0.6`, `60`, `1m+500ms`; `None` if it is none.
    #[must_use]
    pub fn clock(text: &str) -> Option<Timing> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let (base, increment) = (duration(base)?, duration(increment)?);
        (!base.is_zero()).then_some(Timing::WholeGame { base, increment })
    }
}

/// What bounds a player's thinking, whatever of it comes first; nothing at all is no bound.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pace {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes a move.
    pub nodes: Option<u64>,
    /// Time.
    pub timing: Option<Timing>,
}

impl Pace {
    /// Whether nothing bounds it.
    #[must_use]
    pub fn is_open(&self) -> bool {
        *self == Pace::default()
    }

    /// The budget of a move at the beginning of a game.
    #[must_use]
    pub fn first_budget(&self) -> Budget {
        match self.timing {
            Some(Timing::WholeGame { base, .. }) => self.budget(base),
            _ => self.budget(Duration::ZERO),
        }
    }

    /// The budget of a move, with so much left on the clock of a whole game.
    #[must_use]
    pub fn budget(&self, left: Duration) -> Budget {
        let clock = self.timing.map(|timing| match timing {
            Timing::EachMove(time) => Clock::Move(time),
            Timing::WholeGame { increment, .. } => {
                Clock::Game { left, increment, moves_to_go: None }
            }
        });
        Budget { depth: self.depth, nodes: self.nodes, clock }
    }
}

impl fmt::Display for Pace {
    /// The words of a player's text, between commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words: Vec<String> = Vec::new();
        words.extend(self.depth.map(|depth| format!("depth={depth}")));
        words.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        words.extend(self.timing.map(|timing| match timing {
            Timing::EachMove(time) => format!("time={}", duration_text(time)),
            Timing::WholeGame { base, increment } => {
                format!("tc={}+{}", duration_text(base), duration_text(increment))
            }
        }));
        f.write_str(&words.join(","))
    }
}

/// Milliseconds, where they say all.
fn duration_text(time: Duration) -> String {
    match time.subsec_micros().is_multiple_of(1000) {
        true => format!("{}ms", time.as_millis()),
        false => format!("{}us", time.as_micros()),
    }
}

/// Reads plies.
pub(crate) fn depth(text: &str) -> Option<u32> {
    text.parse().ok().filter(|depth| (1..=1000).contains(depth))
}

/// Reads a number of nodes, which is not 0.
pub(crate) fn nodes(text: &str) -> Option<u64> {
    quantity::count(text).filter(|&nodes| nodes > 0)
}

/// A time of a game, which is no longer than some months.
fn duration(text: &str) -> Option<Duration> {
    quantity::duration(text).filter(|time| *time <= Duration::from_secs(10_000_000))
}

#[cfg(test)]
mod tests {
    use super::{Pace, Timing, depth, nodes};
    use crate::Clock;
    use std::time::Duration;

    #[test]
    fn values_are_read_and_nonsense_is_not() {
        assert_eq!((depth("4"), nodes("10k")), (Some(4), Some(10_000)));
        let time = Timing::each_move("200ms");
        assert_eq!(time, Some(Timing::EachMove(Duration::from_millis(200))));
        let pace = Pace { timing: Timing::clock("1m+0.5"), ..Pace::default() };
        let left = Duration::from_secs(7);
        let increment = Duration::from_millis(500);
        let clock = |left| Some(Clock::Game { left, increment, moves_to_go: None });
        assert_eq!(pace.budget(left).clock, clock(left));
        assert_eq!(pace.first_budget().clock, clock(Duration::from_secs(60)));
        assert!(["x", "0", "", "1001"].iter().all(|text| depth(text).is_none()));
        assert!(["-1", "", "0"].iter().all(|text| nodes(text).is_none()));
        assert!(["1y", "inf", ""].iter().all(|text| Timing::each_move(text).is_none()));
        assert!(["+1", "a+b", "0+1"].iter().all(|text| Timing::clock(text).is_none()));
    }

    #[test]
    fn a_pace_is_written_in_words() {
        let each = |micros| Some(Timing::EachMove(Duration::from_micros(micros)));
        for (pace, words) in [
            (Pace::default(), ""),
            (Pace { depth: Some(4), nodes: Some(10_000), timing: None }, "depth=4,nodes=10000"),
            (Pace { timing: each(1_000_000), ..Pace::default() }, "time=1000ms"),
            (Pace { timing: each(200), ..Pace::default() }, "time=200us"),
            (Pace { timing: Timing::clock("60+0.6"), ..Pace::default() }, "tc=60000ms+600ms"),
        ] {
            assert_eq!(pace.to_string(), words);
        }
    }
}
