//! The second level of PN² and PDS-PN: a PN search that evaluates one leaf of the first level
//! (Allis 1994; Breuker 1998; Winands' thesis, 4.2.2, 5.1.3 and B.2).
//!
//! How large it may become depends on the size x of the first level and on the room M for nodes:
//!
//! ```text
//!   y = min(x, M - x)                                  the EF-PN paper, formula 1
//!   y = min(x f(x), M - x), f(x) = 1/(1+e^((a-x)/b))   the thesis, 4.1 and 4.2
//! ```
//!
//! The search ends when it holds more than y nodes, so it always makes at least one expansion.
//! Solved subtrees are deleted, which lets it run on for longer.

use crate::best_first::{Context, Expanded, Tree};
use andor_core::{Game, InputError, Stopped, quantity};
use std::fmt;
use std::str::FromStr;

/// How the second level grows with the first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Growth {
    /// As large as the first level.
    Whole,
    /// A fraction of it by the logistic function.
    Logistic {
        /// Where the fraction is one half, in nodes.
        a: f64,
        /// How stretched the curve is.
        b: f64,
    },
}

impl Growth {
    /// The thesis' parameters for PN² (4.3), after Breuker.
    pub const PN2: Growth = Growth::Logistic { a: 1_800_000.0, b: 240_000.0 };
    /// The thesis' parameters for PDS-PN (5.2.1).
    pub const PDS_PN: Growth = Growth::Logistic { a: 450_000.0, b: 300_000.0 };

    /// The nodes that a second level may hold; `None` when the room is used up.
    #[must_use]
    pub fn room(self, first_level: u64, all: u64) -> Option<u64> {
        let left = all.checked_sub(first_level).filter(|&left| left > 0)?;
        let wanted = match self {
            Growth::Whole => first_level,
            Growth::Logistic { a, b } => {
                let x = first_level as f64;
                (x / (1.0 + ((a - x) / b).exp())) as u64
            }
        };
        Some(wanted.clamp(1, left))
    }
}

/// Reads `whole`, `logistic:A,B` or, shorter, `A:B`, in nodes.
impl FromStr for Growth {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Growth, InputError> {
        if text == "whole" {
            return Ok(Growth::Whole);
        }
        let pair = match text.strip_prefix("logistic:") {
            Some(numbers) => numbers.split_once(','),
            None => text.split_once(':'),
        };
        let logistic = |(a, b)| Some(Growth::Logistic { a: nodes(a)?, b: nodes(b)? });
        let wanted = "a growth is whole or logistic:A,B, such as logistic:450000,300000";
        pair.and_then(logistic).ok_or_else(|| InputError::new(wanted))
    }
}

/// A positive number of nodes, or a part of one.
fn nodes(text: &str) -> Option<f64> {
    let number = text.trim().parse().ok().or_else(|| quantity::count(text).map(|n| n as f64));
    number.filter(|number: &f64| number.is_finite() && *number > 0.0)
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Growth::Whole => f.write_str("whole"),
            Growth::Logistic { a, b } => write!(f, "logistic:{a},{b}"),
        }
    }
}

impl<G: Game> Tree<G> {
    /// Searches below `root`, which lies `base` plies down and ends `context.path_keys`, until it
    /// is solved or the tree has more than `room` nodes. `look` is asked before every step.
    pub(crate) fn search_below(
        &mut self,
        context: &mut Context<'_, G>,
        root: &G::Position,
        base: usize,
        room: u64,
        mut look: impl FnMut(&Context<'_, G>) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let depth = context.path_keys.len();
        if !self.plant(context.game, root, base) {
            return Err(Stopped::Memory);
        }
        while !self.is_solved() && self.pool.live() <= room {
            look(context)?;
            self.descend(context);
            if self.expand(context) == Expanded::Full {
                break;
            }
            self.update(context);
        }
        context.path_keys.truncate(depth);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Growth;

    #[test]
    fn rooms_follow_the_formulas() {
        assert_eq!(Growth::Whole.room(1, 100), Some(1));
        assert_eq!(Growth::Whole.room(60, 100), Some(40));
        assert_eq!(Growth::Whole.room(100, 100), None);
        let half = Growth::PDS_PN.room(450_000, 1_000_000);
        assert_eq!(half, Some(225_000));
        // Small while the first level is small: 1/(1+e^1.5) of 1000 would be 182.
        assert_eq!(Growth::PDS_PN.room(1_000, 1_000_000), Some(182));
        assert_eq!(Growth::PN2.room(1_000, 1_000_000), Some(1));
    }

    #[test]
    fn growths_are_read_as_they_are_written_and_nonsense_is_not() {
        for growth in [Growth::Whole, Growth::PN2, Growth::Logistic { a: 0.5, b: 1e12 }] {
            assert_eq!(growth.to_string().parse(), Ok(growth));
        }
        for text in ["logistic:450000,300000", "450000:300000", "logistic: 450k, 300_000"] {
            assert_eq!(text.parse(), Ok(Growth::PDS_PN), "{text}");
        }
        for bad in ["", "half", "logistic", "logistic:1", "logistic:0,5", "logistic:a,b", "0:1"] {
            assert!(bad.parse::<Growth>().is_err(), "{bad}");
        }
    }
}
