//! The value of a position, as the answers to one or two questions give it, and what proves it.

use crate::solve::Goal;
use andor_certify::Section;
use andor_core::{Answer, Claim, Outcome, Player};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What is known about a position, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Value {
    /// The side to move wins.
    Win,
    /// With best play nobody wins.
    Draw,
    /// The other side wins.
    Loss,
    /// The side to move does not win; nobody asked for more.
    NotWin,
    /// The side to move does not lose; nobody asked for more.
    AtLeastDraw,
    /// Nothing is proved.
    Unknown,
}

impl Value {
    /// The word in a row.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Value::Win => "win",
            Value::Draw => "draw",
            Value::Loss => "loss",
            Value::NotWin => "not-win",
            Value::AtLeastDraw => "at-least-draw",
            Value::Unknown => "unknown",
        }
    }

    /// Whether nothing is known.
    #[must_use]
    pub fn is_unknown(self) -> bool {
        self == Value::Unknown
    }

    /// How the game ends, where that is known.
    pub(crate) fn outcome(self, side: Player) -> Option<Outcome> {
        match self {
            Value::Win => Some(Outcome::Win(side)),
            Value::Loss => Some(Outcome::Win(side.other())),
            Value::Draw => Some(Outcome::Draw),
            _ => None,
        }
    }

    /// Whether these claims show this value of a position in which `side` is to move. A value that
    /// is printed is compared with the claims that were verified, whatever the search believed.
    pub(crate) fn is_shown_by(self, claims: &[Claim], side: Player) -> bool {
        let has = |claim| claims.contains(&claim);
        match self {
            Value::Win => has(Claim::Wins(side)),
            Value::Loss => has(Claim::Wins(side.other())),
            Value::Draw => has(Claim::NotLoses(side)) && has(Claim::NotLoses(side.other())),
            Value::NotWin => has(Claim::NotLoses(side.other())) || has(Claim::Wins(side.other())),
            Value::AtLeastDraw => has(Claim::NotLoses(side)) || has(Claim::Wins(side)),
            Value::Unknown => true,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// What the answers about both sides' wins together say of the position.
pub(crate) fn value_of(goal: Goal, own: Answer, others: Answer, is_drawless: bool) -> Value {
    match (goal, own, others) {
        (Goal::Value | Goal::Win, Answer::Proved, _) => Value::Win,
        (Goal::Win, Answer::Disproved, _) => Value::NotWin,
        (Goal::Draw, _, Answer::Disproved) => Value::AtLeastDraw,
        (Goal::Value | Goal::Draw, _, Answer::Proved) => Value::Loss,
        (Goal::Value, Answer::Disproved, _) if is_drawless => Value::Loss,
        (Goal::Value, Answer::Disproved, Answer::Disproved) => Value::Draw,
        _ => Value::Unknown,
    }
}

/// The sections that a certificate of this value needs. A loss is one side's win; that this side
/// does not win was only a step on the way.
pub(crate) fn sections_for(value: Value, sections: Vec<Section>) -> Vec<Section> {
    let needed = |section: &Section| match value {
        Value::Unknown => false,
        Value::Win | Value::Loss => matches!(section.claim(), Claim::Wins(_)),
        Value::Draw | Value::NotWin | Value::AtLeastDraw => true,
    };
    let found: Vec<Section> = sections.into_iter().filter(needed).collect();
    // A draw with one half missing (its extraction was stopped) has no certificate.
    if value == Value::Draw && found.len() != 2 { Vec::new() } else { found }
}
