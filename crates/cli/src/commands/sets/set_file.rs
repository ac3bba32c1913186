//! A set of labelled positions: one JSON object a line with at least `game`, `position` and
//! `value`.

use andor_core::InputError;
use andor_engine::{AnyGame, Catalogue, Goal};
use serde::Deserialize;
use std::fs;
use std::path::Path;

/// A labelled position. What else a line says is for people.
#[derive(Deserialize)]
pub(super) struct Labelled {
    pub(super) game: String,
    pub(super) position: String,
    pub(super) value: String,
}

impl Labelled {
    /// A forced win, or none, is searched for as such, as in the papers; other values are worked
    /// out.
    pub(super) fn goal(&self) -> Goal {
        if ["win", "not-win"].contains(&self.value.as_str()) { Goal::Win } else { Goal::Value }
    }
}

/// A set with its games, each made once.
pub(super) struct Set {
    pub(super) positions: Vec<Labelled>,
    games: Vec<(String, Box<dyn AnyGame>)>,
}

impl Set {
    /// Reads a file, at most `most` positions of it.
    ///
    /// # Errors
    /// If it cannot be read; or names the first line that is no labelled position.
    pub(super) fn read(catalogue: &Catalogue, file: &Path, most: usize) -> Result<Set, InputError> {
        let name = InputError::quote(&file.display().to_string());
        let text = fs::read_to_string(file).map_err(|error| {
            InputError::new(format!("set {name}: {error} (--set FILE.jsonl names another)"))
        })?;
        let mut set = Set { positions: Vec::new(), games: Vec::new() };
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        for (at, line) in lines.take(most) {
            let refuse =
                |why: String| InputError::new(format!("set {name}, line {}: {why}", at + 1));
            let mut labelled: Labelled =
                serde_json::from_str(line).map_err(|error| refuse(error.to_string()))?;
            if !["win", "not-win", "draw", "loss"].contains(&labelled.value.as_str()) {
                let value = InputError::quote(&labelled.value);
                return Err(refuse(format!(
                    "value {value} is none of win, not-win, draw and loss"
                )));
            }
            if !set.games.iter().any(|(spec, _)| *spec == labelled.game) {
                let game = catalogue.game(&labelled.game);
                let game = game.map_err(|error| refuse(error.to_string()))?;
                set.games.push((labelled.game.clone(), game));
            }
            let line = set.game(&labelled).position(Some(&labelled.position), &[]);
            labelled.position = line.map_err(|error| refuse(error.to_string()))?.asked();
            set.positions.push(labelled);
        }
        if set.positions.is_empty() {
            return Err(InputError::new(format!("set {name} has no positions")));
        }
        Ok(set)
    }

    /// The game of a position of this set.
    pub(super) fn game(&self, labelled: &Labelled) -> &dyn AnyGame {
        let found = self.games.iter().find(|(spec, _)| *spec == labelled.game);
        &*found.expect("its game was made when the set was read").1
    }
}
