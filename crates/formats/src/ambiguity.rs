//! Captures that may be any of several, settled by what follows.
//!
//! `22x8` names the ends of a capture, and two ways may lead there that take different men. Whoever wrote
//! it down knew which, and so do the moves behind it: all ways are followed side by side, move by move, until
//! only one is left along which the record can be played.

use crate::record::{Action, Step};
use andor_core::{Played, Rules};

/// How many games are followed side by side.
const MOST_WAYS: usize = 16;

/// The way that a step of this depth must be, given the steps behind it; nothing if they do not tell.
pub(crate) fn settle<'a, R: Rules>(
    rules: &R,
    played: &Played,
    ways: &'a [String],
    depth: usize,
    after: &[Step],
) -> Option<&'a str> {
    let begin = |way: &'a String| {
        let mut played = played.clone();
        played.play_text(rules, way).ok().map(|()| (way, played))
    };
    let mut games: Vec<(&String, Played)> = ways.iter().filter_map(begin).collect();
    let line = after.iter().zip(depth + 1..).take_while(|(step, depth)| step.depth == *depth);
    for (step, _) in line {
        let Action::Move(text) = &step.action else { continue };
        let mut next: Vec<(&String, Played)> = Vec::new();
        for (way, mut game) in games {
            match game.play_text(rules, text) {
                Ok(()) => next.push((way, game)),
                Err(error) => next.extend(error.ways().iter().filter_map(|text| {
                    let mut game = game.clone();
                    game.play_text(rules, text).ok().map(|()| (way, game))
                })),
            }
        }
        let first = next.first()?.0;
        if next.iter().all(|(way, _)| *way == first) {
            return Some(first);
        }
        if next.len() > MOST_WAYS {
            return None;
        }
        games = next;
    }
    None
}
