//! What a player says about a position, while it thinks and at the end.

use std::fmt;
use std::time::Duration;

/// What a position is worth for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// An estimate, in the unit of the evaluation.
    Estimate(i32),
    /// A proved win, in at most this many plies; a proof search does not tell how many.
    Win(Option<u32>),
    /// A proved loss, after at most this many plies, if that is known.
    Loss(Option<u32>),
    /// A proved draw.
    Draw,
}

impl Score {
    /// `estimate`, `win`, `loss` or `draw`.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Score::Estimate(_) => "estimate",
            Score::Win(_) => "win",
            Score::Loss(_) => "loss",
            Score::Draw => "draw",
        }
    }

    /// The points of an estimate, or the plies of a win or loss where they are known.
    #[must_use]
    pub fn number(self) -> Option<i64> {
        match self {
            Score::Estimate(points) => Some(points.into()),
            Score::Win(plies) | Score::Loss(plies) => plies.map(i64::from),
            Score::Draw => None,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.number()) {
            (Score::Estimate(points), _) => write!(out, "{points:+}"),
            (_, Some(plies)) => write!(out, "{} in {plies}", self.kind()),
            (_, None) => out.write_str(self.kind()),
        }
    }
}

/// The state of a search. Moves are texts: this crosses the rim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The best move; `None` where the game is over.
    pub best: Option<String>,
    /// Its worth.
    pub score: Score,
    /// The last finished iteration.
    pub depth: u32,
    /// The deepest line looked at.
    pub selective_depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Since the start.
    pub time: Duration,
    /// The principal variation, the best move first.
    pub line: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn a_length_is_told_only_where_it_is_known() {
        let texts = [
            (Score::Estimate(-3), "-3", Some(-3)),
            (Score::Win(Some(5)), "win in 5", Some(5)),
            (Score::Win(None), "win", None),
            (Score::Loss(Some(4)), "loss in 4", Some(4)),
            (Score::Loss(None), "loss", None),
            (Score::Draw, "draw", None),
        ];
        for (score, text, number) in texts {
            assert_eq!((&*score.to_string(), score.number()), (text, number));
        }
    }
}
