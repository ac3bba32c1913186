//! The positions of an experiment: of a set, or of games that a player plays against itself.

use crate::sets;
use andor_core::{InputError, SplitMix64};
use andor_engine::{AnyGame, Budget};
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The positions of a set: one JSON object a line.
pub(super) fn read_set(file: &Path, most: usize) -> Result<Vec<String>, InputError> {
    let name = file.display().to_string();
    let text = std::fs::read_to_string(file).map_err(|error| {
        let name = InputError::quote(&name);
        InputError::new(format!("set {name}: {error}"))
    })?;
    of_lines(&name, &text, 0, most)
}

/// Positions of a set that travels inside the program.
pub(super) fn own_set(name: &str, from: usize, most: usize) -> Result<Vec<String>, InputError> {
    let text = sets::find(name).expect("a test finds every set");
    of_lines(name, text, from, most)
}

fn of_lines(name: &str, text: &str, from: usize, most: usize) -> Result<Vec<String>, InputError> {
    let name = InputError::quote(name);
    let mut positions = Vec::new();
    for (number, line) in text.lines().filter(|line| !line.trim().is_empty()).enumerate() {
        let value: Option<Value> = serde_json::from_str(line).ok();
        let position = value.as_ref().and_then(|value| value["position"].as_str());
        let Some(position) = position else {
            let why = format!("line {} has no \"position\"", number + 1);
            return Err(InputError::new(format!("set {name}: {why}")));
        };
        positions.push(position.to_owned());
    }
    let positions: Vec<String> = positions.into_iter().skip(from).take(most).collect();
    if positions.is_empty() {
        return Err(InputError::new(format!("set {name} has no positions")));
    }
    Ok(positions)
}

/// Positions of games that a shallow search with a random term plays against itself, some plies
/// from the beginning and from the end; always the same.
pub(super) fn self_play(game: &dyn AnyGame, most: usize) -> Result<Vec<String>, InputError> {
    const EACH: usize = 4;
    let player = game.player("mia:depth=2,noise=100,memory=1M,seed=8")?;
    let budget = player.budget(Budget::default());
    let mut player = game.thinker(&player)?;
    let mut random = SplitMix64::new(8);
    let stop = Arc::new(AtomicBool::new(false));
    let mut positions = Vec::new();
    while positions.len() < most {
        player.new_game();
        let mut moves: Vec<String> = Vec::new();
        let mut passed = Vec::new();
        for ply in 0..100 {
            let line = game.position(None, &moves)?;
            let view = game.view(&line);
            if view.outcome.is_some() {
                break;
            }
            passed.push(view.position);
            let best = match ply {
                0 | 1 => Some(view.moves[random.below(view.moves.len())].clone()),
                _ => player.think(&line, &budget, &stop, &mut |_| {}).best,
            };
            let Some(best) = best else { break };
            moves.push(best);
        }
        // Not the opening, and not the last plies.
        for _ in 0..EACH {
            if passed.len() > 10 {
                positions.push(passed[4 + random.below(passed.len() - 10)].clone());
            }
        }
    }
    positions.truncate(most);
    Ok(positions)
}
