//! What was found in a game, in words and as objects. Words say how Black stands, after the move; objects say the
//! scores of the side to move, before it.

use super::judgement::{Judgement, Opinion, Studied};
use crate::expected::percent;
use andor_core::Player;
use andor_engine::{AnyGame, Score};
use serde_json::{Value, json};

/// A score in words.
#[must_use]
pub fn score_text(score: Option<Score>) -> String {
    score.map_or("over".to_owned(), |score| score.to_string())
}

/// What is thought of a position, as an object.
#[must_use]
pub fn opinion_object(opinion: &Opinion) -> Value {
    let kind = opinion.score.map_or("over", Score::kind);
    json!({
        "score": {"kind": kind, "value": opinion.score.and_then(Score::number)},
        "proved": opinion.proved,
        "found": opinion.found,
        "best": opinion.best,
        "line": opinion.line,
        "depth": opinion.depth,
    })
}

/// How Black stands: `+119  56%`, `White wins (proved)`, `Black has won`.
#[must_use]
pub fn standing(game: &dyn AnyGame, opinion: &Opinion) -> String {
    if let Some((winner, how)) = opinion.winner() {
        return match (winner, how) {
            (Some(winner), "over") => format!("{winner} has won"),
            (None, "over") => "a draw".to_owned(),
            (Some(winner), how) => {
                let plies = match opinion.score {
                    Some(Score::Win(plies) | Score::Loss(plies)) => plies,
                    _ => None,
                };
                let within = plies.map_or(String::new(), |plies| format!(" in {plies}"));
                format!("{winner} wins{within} ({how})")
            }
            (None, how) => format!("a draw ({how})"),
        };
    }
    let points = match opinion.score {
        Some(Score::Estimate(points)) if opinion.side == Player::Black => format!("{points:+}"),
        Some(Score::Estimate(points)) => format!("{:+}", -points),
        other => score_text(other),
    };
    let share = opinion.expected_by_black(game).map_or(String::new(), percent);
    format!("{points:>6} {share:>4}").trim_end().to_owned()
}

/// "mistake, -21%", "missed win"; nothing if the move was fine.
#[must_use]
pub fn verdict(studied: &Studied) -> Option<String> {
    match (studied.judgement, studied.cost) {
        (Judgement::Fine, _) => None,
        (Judgement::Mistake, Some(cost)) => Some(format!("mistake, -{}", percent(cost))),
        (judgement, _) => Some(judgement.name().to_owned()),
    }
}

/// A move, as an object.
#[must_use]
pub fn move_object(game: &dyn AnyGame, number: u64, ply: usize, studied: &Studied) -> Value {
    let mut object = json!({"number": number, "ply": ply});
    object["side"] = studied.mover().letter().to_string().into();
    object["move"] = studied.played.clone().into();
    object["judgement"] = studied.judgement.name().into();
    object["cost"] = studied.cost.into();
    object["drop"] = studied.drop.into();
    object["black_expects"] = studied.after.expected_by_black(game).into();
    for (name, value) in opinion_object(&studied.before).as_object().expect("it is one") {
        object[name] = value.clone();
    }
    object
}

/// How many moves of a game were bad.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Moves that were looked at.
    pub plies: usize,
    /// Wins that were known and given away.
    pub missed_wins: usize,
    /// Moves after which the opponent's win is known.
    pub losing_moves: usize,
    /// Other mistakes.
    pub mistakes: usize,
}

impl Tally {
    /// Counts.
    #[must_use]
    pub fn of(studied: &[Studied]) -> Tally {
        let count = |wanted| studied.iter().filter(|studied| studied.judgement == wanted).count();
        let [missed_wins, losing_moves, mistakes] =
            [Judgement::MissedWin, Judgement::Loses, Judgement::Mistake].map(count);
        Tally { plies: studied.len(), missed_wins, losing_moves, mistakes }
    }

    /// The counts as an object.
    #[must_use]
    pub fn object(self) -> Value {
        json!({
            "plies": self.plies,
            "missed_wins": self.missed_wins,
            "losing_moves": self.losing_moves,
            "mistakes": self.mistakes,
        })
    }
}
