//! How much a player may think about its moves: `depth=4`, `nodes=10k`, `time=200ms`, `tc=60+0.6`.
//!
//! A [`Pace`] is for a whole game; with what is left on the clock it becomes the [`Budget`] of one
//! move.

use andor_core::{InputError, quantity};
use andor_search::{Budget, Clock};
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

    /// Takes a word such as `depth=4` in; `false` if it is about something else.
    ///
    /// # Errors
    /// If the value is none.
    pub fn take(&mut self, word: &str) -> Result<bool, InputError> {
        let Some((name, value)) = word.split_once('=') else { return Ok(false) };
        let refuse = |what: &str| InputError::new(format!("{}: {what}", InputError::quote(word)));
        match name {
            "depth" => {
                let depth = value.parse().ok().filter(|depth| (1..=1000).contains(depth));
                self.depth = Some(depth.ok_or_else(|| refuse("a depth is 1 to 1000 plies"))?);
            }
            "nodes" => {
                let nodes = quantity::count(value).filter(|&nodes| nodes > 0);
                self.nodes = Some(nodes.ok_or_else(|| refuse(quantity::COUNT))?);
            }
            "time" => {
                let time = duration(value);
                let time = time.ok_or_else(|| refuse(quantity::DURATION))?;
                self.timing = Some(Timing::EachMove(time));
            }
            "tc" => {
                let timing = clock(value);
                self.timing = Some(
                    timing.ok_or_else(|| refuse("a clock is BASE+INCREMENT, such as 60+0.6"))?,
                );
            }
            _ => return Ok(false),
        }
        Ok(true)
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

/// A time of a game, which is no longer than some months.
fn duration(text: &str) -> Option<Duration> {
    quantity::duration(text).filter(|time| *time <= Duration::from_secs(10_000_000))
}

/// `60+0.6`, `60`, `1m+500ms`.
fn clock(text: &str) -> Option<Timing> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let (base, increment) = (duration(base)?, duration(increment)?);
    (!base.is_zero()).then_some(Timing::WholeGame { base, increment })
}

#[cfg(test)]
mod tests {
    use super::{Pace, Timing};
    use andor_search::Clock;
    use std::time::Duration;

    #[test]
    fn words_are_taken_and_nonsense_is_not() {
        let mut pace = Pace::default();
        for word in ["depth=4", "nodes=10k", "time=200ms"] {
            assert_eq!(pace.take(word), Ok(true), "{word}");
        }
        assert_eq!((pace.depth, pace.nodes), (Some(4), Some(10_000)));
        assert_eq!(pace.timing, Some(Timing::EachMove(Duration::from_millis(200))));
        assert_eq!(pace.take("tc=1m+0.5"), Ok(true));
        let left = Duration::from_secs(7);
        let increment = Duration::from_millis(500);
        let clock = Clock::Game { left, increment, moves_to_go: None };
        assert_eq!(pace.budget(left).clock, Some(clock));
        for word in ["eval=mia4", "depth", "", "seed=1"] {
            assert_eq!(pace.take(word), Ok(false), "{word}");
        }
        for word in
            ["depth=x", "depth=0", "nodes=-1", "nodes=", "time=1y", "tc=+1", "tc=a+b", "time=inf"]
        {
            let error = pace.take(word).unwrap_err().to_string();
            assert!(error.contains(word), "{error}");
        }
    }
}
