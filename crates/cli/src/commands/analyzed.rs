//! An analysed game as an annotated record: a comment at every move, and the better line beside
//! every bad one.
//!
//! The steps of a record are in the order of a walk through its tree (`andor_formats::Step`): the
//! main line, then the variations, those that leave it last first.

use super::analysis_text::score_text;
use super::analyze::{Judgement, Studied};
use andor_core::Player;
use andor_formats::sgf::Property;
use andor_formats::{Action, GameRecord, Spot, Step};

/// The most plies of a better line.
const LINE: usize = 12;

/// The record with what was found.
pub(super) fn annotate(record: &GameRecord, studied: &[Studied]) -> GameRecord {
    let mut annotated = record.clone();
    let main = record.main_len();
    let mut variations: Vec<Vec<Step>> = Vec::new();
    let mut moves = studied.iter();
    for index in 0..main {
        if !matches!(annotated.steps[index].action, Action::Move(_)) {
            continue;
        }
        let Some(studied) = moves.next() else { break };
        let depth = annotated.steps[index].depth;
        let mover = annotated.steps[index].mover;
        add_comment(&mut annotated.steps[index], &comment(studied));
        if studied.judgement != Judgement::Fine {
            variations.extend(better(studied, depth, mover));
        }
    }
    let tail = annotated.steps.split_off(main);
    variations.extend(split(tail));
    // Stable: ours come before those of the file that leave the main line at the same place.
    variations.sort_by_key(|steps| std::cmp::Reverse(steps[0].depth));
    annotated.steps.extend(variations.into_iter().flatten());
    annotated
}

fn comment(studied: &Studied) -> String {
    let before = &studied.before;
    let score = score_text(before.score);
    let best = before.best.as_deref().unwrap_or_default();
    let proved = before.knowledge().map_or(String::new(), |known| format!(", {known}"));
    let verdict = match (studied.judgement, studied.drop) {
        (Judgement::Fine, _) => String::new(),
        (Judgement::Mistake, Some(drop)) => format!("; mistake, {drop} points"),
        (judgement, _) => format!("; {}", judgement.name()),
    };
    format!("andor: {score}{proved}, best {best}{verdict}")
}

/// Adds to the comment that is there.
fn add_comment(step: &mut Step, text: &str) {
    let known = step.other.iter().position(|property| property.name == "C");
    let text = match known {
        Some(index) => {
            let known = step.other.remove(index);
            format!("{}\n{text}", known.values[0].text)
        }
        None => text.to_owned(),
    };
    step.other.push(Property::new("C", [text]));
}

/// The better line, if it begins with another move.
fn better(studied: &Studied, depth: usize, mover: Option<Player>) -> Option<Vec<Step>> {
    let line = &studied.before.line;
    if line.first().is_none_or(|first| *first == studied.played) {
        return None;
    }
    let step = |(index, text): (usize, &String)| Step {
        depth: depth + index,
        mover: mover.map(|mover| if index % 2 == 0 { mover } else { mover.other() }),
        action: Action::Move(text.clone()),
        at: Spot::START,
        other: Vec::new(),
    };
    Some(line.iter().take(LINE).enumerate().map(step).collect())
}

/// Variations, each from where it leaves the main line.
fn split(tail: Vec<Step>) -> Vec<Vec<Step>> {
    let mut groups: Vec<Vec<Step>> = Vec::new();
    for step in tail {
        match groups.last_mut() {
            Some(group) if step.depth > group[0].depth => group.push(step),
            _ => groups.push(vec![step]),
        }
    }
    groups
}
