//! What was found out about a position, and what a move changed about it.
//!
//! ```text
//!   missed win   a win was known before the move, and is not after it
//!   loses        the opponent's win is known after the move, and was not before it
//!   mistake      the move costs more of the expected result than the threshold
//! ```
//!
//! What counts is the result: points that are lost while the game stays won cost little of it, and a game that
//! is as good as lost cannot be lost again. *Proved* is what has a certificate that was verified; what the player's
//! search sees to the end of the game without one is *found*. Both are known.

use crate::expected;
use andor_core::{Outcome, Player};
use andor_engine::{AnyGame, Score, Value};

/// What was found out about a position.
#[derive(Clone, Debug)]
pub struct Opinion {
    /// Who is to move.
    pub side: Player,
    /// How the game ended here, if it did.
    pub ended: Option<Outcome>,
    /// For the side to move; `None` if the game is over.
    pub score: Option<Score>,
    /// The best move that was found.
    pub best: Option<String>,
    /// The line that is expected.
    pub line: Vec<String>,
    /// Plies that were looked ahead.
    pub depth: u32,
    /// What the proof search proved, with a certificate that was verified.
    pub proved: Option<Value>,
    /// What either search found without one: a win or loss of the player's search.
    pub found: Option<Value>,
}

impl Opinion {
    /// A game that is over.
    #[must_use]
    pub fn over(side: Player, ended: Option<Outcome>) -> Opinion {
        Opinion {
            side,
            ended,
            score: None,
            best: None,
            line: Vec::new(),
            depth: 0,
            proved: None,
            found: None,
        }
    }

    /// What is certain for the side to move: the end of the game, what is proved, or else found.
    fn known(&self) -> Option<Value> {
        let ended = self.ended.map(|outcome| match outcome.winner() {
            None => Value::Draw,
            Some(winner) if winner == self.side => Value::Win,
            Some(_) => Value::Loss,
        });
        ended.or(self.proved).or(self.found)
    }

    /// "proved win", "found win": only what was verified is called proved.
    #[must_use]
    pub fn knowledge(&self) -> Option<String> {
        match (self.proved, self.found) {
            (Some(value), _) => Some(format!("proved {value}")),
            (None, Some(value)) => Some(format!("found {value}")),
            (None, None) => None,
        }
    }

    /// The result that the side to move can expect, as far as anybody knows.
    fn expected(&self, game: &dyn AnyGame) -> Option<f64> {
        match self.known() {
            Some(Value::Win) => Some(1.0),
            Some(Value::Draw) => Some(0.5),
            Some(Value::Loss) => Some(0.0),
            _ => expected(game, self.score?),
        }
    }

    /// The same for Black.
    #[must_use]
    pub fn expected_by_black(&self, game: &dyn AnyGame) -> Option<f64> {
        let share = self.expected(game)?;
        Some(if self.side == Player::Black { share } else { 1.0 - share })
    }

    /// Who is known to win, and how that is known; for a draw nobody.
    #[must_use]
    pub fn winner(&self) -> Option<(Option<Player>, &'static str)> {
        let winner = match self.known()? {
            Value::Win => Some(self.side),
            Value::Loss => Some(self.side.other()),
            Value::Draw => None,
            _ => return None,
        };
        let how = match (self.ended, self.proved) {
            (Some(_), _) => "over",
            (None, Some(_)) => "proved",
            (None, None) => "found",
        };
        Some((winner, how))
    }
}

/// What a move was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// Nothing is wrong with it.
    Fine,
    /// It costs more of the expected result than is to be overlooked.
    Mistake,
    /// The opponent's win is known after it, and was not before.
    Loses,
    /// A win was known before it, and is not after.
    MissedWin,
}

impl Judgement {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Judgement::Fine => "fine",
            Judgement::Mistake => "mistake",
            Judgement::Loses => "loses",
            Judgement::MissedWin => "missed win",
        }
    }
}

/// A move that was looked at.
#[derive(Clone, Debug)]
pub struct Studied {
    /// As records count them: 1 for the first move of either side.
    pub number: usize,
    /// The move.
    pub played: String,
    /// What is thought of the position before it.
    pub before: Opinion,
    /// What is thought of the position after it.
    pub after: Opinion,
    /// What it was.
    pub judgement: Judgement,
    /// What it cost of the expected result, between 0 and 1, where that is known.
    pub cost: Option<f64>,
    /// Points given away, where both are estimates.
    pub drop: Option<i32>,
}

impl Studied {
    /// Judges a move by the positions before it and after it. A mistake costs more than `threshold`.
    #[must_use]
    pub fn new(
        game: &dyn AnyGame,
        number: usize,
        played: &str,
        before: Opinion,
        after: Opinion,
        threshold: f64,
    ) -> Studied {
        // The best move gives nothing away, whatever a deeper look at the next position says.
        let is_best = before.best.as_deref() == Some(played);
        let had = before.expected(game);
        let got = after.expected(game).map(|share| 1.0 - share);
        let cost = had.zip(got).map(|(had, got)| if is_best { 0.0 } else { (had - got).max(0.0) });
        let drop = match (before.score, after.score) {
            (Some(Score::Estimate(had)), Some(Score::Estimate(got))) => {
                Some(if is_best { 0 } else { (had + got).max(0) })
            }
            _ => None,
        };
        let (known, reply) = (before.known(), after.known());
        let was_open = had.is_none_or(|had| had > threshold);
        let judgement = if known == Some(Value::Win) && reply != Some(Value::Loss) && !is_best {
            Judgement::MissedWin
        } else if reply == Some(Value::Win) && known != Some(Value::Loss) && was_open {
            Judgement::Loses
        } else if cost.is_some_and(|cost| cost > threshold) {
            Judgement::Mistake
        } else {
            Judgement::Fine
        };
        let played = played.to_owned();
        Studied { number, played, before, after, judgement, cost, drop }
    }

    /// Who moved.
    #[must_use]
    pub fn mover(&self) -> Player {
        self.before.side
    }

    /// The line that would have been better, if the move was bad and another is known.
    #[must_use]
    pub fn better(&self) -> Option<&[String]> {
        let line = &self.before.line;
        let is_other = line.first().is_some_and(|first| *first != self.played);
        (self.judgement != Judgement::Fine && is_other).then_some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::{Judgement, Opinion, Studied};
    use andor_core::Player;
    use andor_engine::{Catalogue, Score, Value};

    fn opinion(side: Player, score: Score, proved: Option<Value>) -> Opinion {
        Opinion {
            score: Some(score),
            best: Some("best".to_owned()),
            line: vec!["best".to_owned()],
            proved,
            ..Opinion::over(side, None)
        }
    }

    #[test]
    fn a_move_is_judged_by_what_it_changes() {
        let game = Catalogue::standard().game("loa:9x9").unwrap();
        let (black, white) = (Player::Black, Player::White);
        let points = |points| (Score::Estimate(points), None);
        let won = |value| (Score::Estimate(0), Some(value));
        for (before, after, judgement) in [
            // 735 to 525 points while winning changes little, the same from 100 much.
            (points(1435), points(-1225), Judgement::Fine),
            (points(300), points(300), Judgement::Mistake),
            (points(300), points(-300), Judgement::Fine),
            (won(Value::Win), points(-700), Judgement::MissedWin),
            (won(Value::Win), won(Value::Loss), Judgement::Fine),
            (won(Value::Draw), won(Value::Win), Judgement::Loses),
            (points(0), won(Value::Win), Judgement::Loses),
            // As good as lost, and lost.
            (points(-2500), won(Value::Win), Judgement::Fine),
            (won(Value::Loss), won(Value::Win), Judgement::Fine),
            (points(900), won(Value::Draw), Judgement::Mistake),
        ] {
            let [before, after] = [(before, black), (after, white)]
                .map(|((score, proved), side)| opinion(side, score, proved));
            let shown = format!("{before:?} {after:?}");
            let studied = Studied::new(&*game, 1, "other", before, after, 0.15);
            assert_eq!(studied.judgement, judgement, "{shown}");
        }
    }

    #[test]
    fn the_best_move_is_fine_and_all_scores_are_of_one_side() {
        let game = Catalogue::standard().game("loa:9x9").unwrap();
        let before = opinion(Player::White, Score::Estimate(300), None);
        let after = opinion(Player::Black, Score::Estimate(300), None);
        let studied = Studied::new(&*game, 1, "best", before, after, 0.15);
        assert_eq!((studied.judgement, studied.cost), (Judgement::Fine, Some(0.0)));
        let [white, black] =
            [&studied.before, &studied.after].map(|opinion| opinion.expected_by_black(&*game));
        assert!(white.unwrap() < 0.5 && black.unwrap() > 0.5);
        let lost = opinion(Player::White, Score::Estimate(0), Some(Value::Loss));
        assert_eq!(lost.winner(), Some((Some(Player::Black), "proved")));
    }
}
