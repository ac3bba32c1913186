//! A set of labelled positions: one JSON object a line with at least `game`, `position` and
//! `value`.

use crate::sets;
use andor_core::InputError;
use andor_engine::{AnyGame, Catalogue, Goal, Line, Value};
use serde::Deserialize;
use std::borrow::Cow;
use std::fmt;
use std::fs;
use std::path::PathBuf;

/// Where a set comes from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// The set of this name that travels along.
    Own(String),
    /// A file.
    File(PathBuf),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Own(name) => write!(f, "{}/{name}.jsonl", sets::FOLDER),
            Source::File(path) => path.display().fmt(f),
        }
    }
}

impl Source {
    fn text(&self) -> Result<Cow<'static, str>, InputError> {
        match self {
            Source::Own(name) => Ok(sets::find(name).expect("a test finds every set").into()),
            Source::File(path) => fs::read_to_string(path).map(Cow::Owned).map_err(|error| {
                let name = InputError::quote(&self.to_string());
                InputError::new(format!("set {name}: {error} (--set FILE.jsonl names another)"))
            }),
        }
    }
}

/// A line of the file. What else it says is for people.
#[derive(Deserialize)]
struct Written {
    game: String,
    position: String,
    value: String,
}

/// The values that a label may have.
const LABELS: [Value; 4] = [Value::Win, Value::NotWin, Value::Draw, Value::Loss];

/// A labelled position.
pub(super) struct Labelled {
    pub(super) game: String,
    pub(super) line: Line,
    pub(super) value: Value,
}

impl Labelled {
    /// A forced win, or none, is searched for as such, as in the papers; other values are worked
    /// out.
    pub(super) fn goal(&self) -> Goal {
        match self.value {
            Value::Win | Value::NotWin => Goal::Win,
            _ => Goal::Value,
        }
    }
}

/// A set with its games, each made once.
pub(super) struct Set {
    pub(super) positions: Vec<Labelled>,
    games: Vec<(String, Box<dyn AnyGame>)>,
}

impl Set {
    /// Reads a set, at most `most` positions of it.
    ///
    /// # Errors
    /// If it cannot be read; or names the first line that is no labelled position.
    pub(super) fn read(
        catalogue: &Catalogue,
        source: &Source,
        most: usize,
    ) -> Result<Set, InputError> {
        let name = InputError::quote(&source.to_string());
        let text = source.text()?;
        let mut set = Set { positions: Vec::new(), games: Vec::new() };
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        for (at, line) in lines.take(most) {
            let refuse =
                |why: String| InputError::new(format!("set {name}, line {}: {why}", at + 1));
            let Written { game: spec, position, value } =
                serde_json::from_str(line).map_err(|error| refuse(error.to_string()))?;
            let label = LABELS.into_iter().find(|label| label.text() == value);
            let value = label.ok_or_else(|| {
                let value = InputError::quote(&value);
                refuse(format!("value {value} is none of win, not-win, draw and loss"))
            })?;
            if !set.games.iter().any(|(known, _)| *known == spec) {
                let game = catalogue.game(&spec);
                let game = game.map_err(|error| refuse(error.to_string()))?;
                set.games.push((spec.clone(), game));
            }
            let line = set.game(&spec).position(Some(&position), &[]);
            let line = line.map_err(|error| refuse(error.to_string()))?;
            set.positions.push(Labelled { game: spec, line, value });
        }
        if set.positions.is_empty() {
            return Err(InputError::new(format!("set {name} has no positions")));
        }
        Ok(set)
    }

    /// The game of a position of this set.
    pub(super) fn game_of(&self, labelled: &Labelled) -> &dyn AnyGame {
        self.game(&labelled.game)
    }

    fn game(&self, spec: &str) -> &dyn AnyGame {
        let found = self.games.iter().find(|(known, _)| known == spec);
        &*found.expect("its game was made when the set was read").1
    }
}
