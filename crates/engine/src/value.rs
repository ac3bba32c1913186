//! The value of a position, as the answers to one or two questions give it, and what proves it.

use crate::solve::Goal;
use andor_certify::Section;
use andor_core::{Answer, Claim, Player};

/// What is known about the position, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Win,
    Draw,
    Loss,
    NotWin,
    AtLeastDraw,
    Unknown,
}

impl Value {
    /// The word in a row.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Value::Win => "win",
            Value::Draw => "draw",
            Value::Loss => "loss",
            Value::NotWin => "not-win",
            Value::AtLeastDraw => "at-least-draw",
            Value::Unknown => "unknown",
        }
    }

    /// The winner in a row.
    pub(crate) fn winner(self, side: Player) -> Option<String> {
        match self {
            Value::Win => Some(side.letter().to_string()),
            Value::Loss => Some(side.other().letter().to_string()),
            Value::Draw => Some("none".to_owned()),
            _ => None,
        }
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
pub(crate) fn sections_for(value: Value, sections: Vec<(Claim, Section)>) -> Vec<Section> {
    let wins = |claim: &Claim| matches!(claim, Claim::Wins(_));
    let needed = |(claim, section): (Claim, Section)| match value {
        Value::Unknown => None,
        Value::Win | Value::Loss => wins(&claim).then_some(section),
        Value::Draw | Value::NotWin | Value::AtLeastDraw => Some(section),
    };
    let found: Vec<Section> = sections.into_iter().filter_map(needed).collect();
    // A draw with one half missing (its extraction was stopped) has no certificate.
    if value == Value::Draw && found.len() != 2 { Vec::new() } else { found }
}
