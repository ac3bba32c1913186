//! An analysed game as an annotated record: a comment at every move, and the better line beside
//! every bad one.
//!
//! The steps of a record are in the order of a walk through its tree (`andor_formats::Step`): the
//! main line, then the variations, those that leave it last first.

use super::judgement::Studied;
use super::report::{standing, verdict};
use crate::to_vertex;
use andor_core::Player;
use andor_engine::AnyGame;
use andor_formats::sgf::Property;
use andor_formats::{Action, GameRecord, Spot, Step};

/// The most plies of a better line.
const LINE: usize = 12;

/// The record with what was found.
#[must_use]
pub fn annotate(game: &dyn AnyGame, record: &GameRecord, studied: &[Studied]) -> GameRecord {
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
        add_comment(&mut annotated.steps[index], &comment(game, studied));
        variations.extend(better(studied, depth, mover));
    }
    let tail = annotated.steps.split_off(main);
    variations.extend(split(tail));
    // Stable: ours come before those of the file that leave the main line at the same place.
    variations.sort_by_key(|steps| std::cmp::Reverse(steps[0].depth));
    annotated.steps.extend(variations.into_iter().flatten());
    annotated
}

/// How Black stands after the move, and what would have been better. Points of Go are written as its programs do.
fn comment(game: &dyn AnyGame, studied: &Studied) -> String {
    let standing = standing(game, &studied.after);
    let words: Vec<&str> = standing.split_whitespace().collect();
    let verdict = verdict(studied).map_or(String::new(), |verdict| format!("; {verdict}"));
    let best = studied.better().and_then(|line| line.first()).map_or(String::new(), |best| {
        let best = match game.family().moves_are_points {
            true => to_vertex(best).to_lowercase(),
            false => best.clone(),
        };
        format!(", best {best}")
    });
    format!("andor, for Black: {}{verdict}{best}", words.join(" "))
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
    let line = studied.better()?;
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

#[cfg(test)]
mod tests {
    use super::comment;
    use crate::analysis::{Opinion, Studied};
    use andor_core::Player;
    use andor_engine::{Catalogue, Score, Value};

    /// The columns of Go have no I for its programs; ours have, and so have those of other games.
    #[test]
    fn points_of_go_are_named_as_its_programs_do() {
        for (spec, best) in [("go:9x9", "j3"), ("loa:9x9", "i3")] {
            let game = Catalogue::standard().game(spec).unwrap();
            let before = Opinion {
                best: Some("i3".to_owned()),
                line: vec!["i3".to_owned()],
                proved: Some(Value::Win),
                ..Opinion::over(Player::White, None)
            };
            let score = Some(Score::Estimate(-5));
            let after = Opinion { score, ..Opinion::over(Player::Black, None) };
            let studied = Studied::new(&*game, 1, "a1", before, after, 0.15);
            let text = comment(&*game, &studied);
            assert!(text.starts_with("andor, for Black: -5"), "{text}");
            assert!(text.ends_with(&format!("; missed win, best {best}")), "{text}");
        }
    }
}
