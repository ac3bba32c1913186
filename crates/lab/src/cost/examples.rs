//! Examples of what positions cost: lines of a file, and what they are made of.

use andor_core::InputError;
use andor_engine::{AnyGame, CostExample};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// A line of the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Example {
    pub(super) game: String,
    pub(super) record: u64,
    pub(super) position: String,
    /// Whether its side to move gets what it wants; `None` if that took too long.
    pub(super) wins: Option<bool>,
    pub(super) nodes: u64,
    pub(super) expanded: u64,
    pub(super) moves: u64,
}

impl Example {
    pub(super) fn new(game: &str, record: u64, found: CostExample) -> Example {
        let CostExample { position, wins, nodes, expanded, moves } = found;
        Example { game: game.to_owned(), record, position, wins, nodes, expanded, moves }
    }

    /// The logarithm of the nodes it took, to the base of 2.
    pub(super) fn cost(&self) -> f64 {
        (1.0 + self.nodes as f64).log2()
    }

    /// That of its moves.
    pub(super) fn log_moves(&self) -> f64 {
        (self.moves.max(1) as f64).log2()
    }

    pub(super) fn line(&self) -> String {
        serde_json::to_string(self).expect("an example is plain data") + "\n"
    }
}

/// The examples of files.
///
/// # Errors
/// If one cannot be read; with the line.
pub(super) fn read(files: &[PathBuf]) -> Result<Vec<Example>, InputError> {
    let mut examples = Vec::new();
    for file in files {
        let name = InputError::quote(&file.display().to_string());
        let text = fs::read_to_string(file)
            .map_err(|error| InputError::new(format!("file {name}: {error}")))?;
        for (number, line) in (1..).zip(text.lines()) {
            let example = serde_json::from_str(line).map_err(|_| {
                InputError::new(format!("file {name}, line {number}: this is no example"))
            })?;
            examples.push(example);
        }
    }
    Ok(examples)
}

/// An example as it is learnt from.
pub(super) struct Made {
    /// The numbers of its terms, and how often each is there.
    pub(super) terms: Vec<(u32, f64)>,
    pub(super) wins: Option<bool>,
    /// The logarithm of the nodes it took, to the base of 2.
    pub(super) cost: f64,
    /// That of its moves: the leaf rule multiplies the cost of a loss by them.
    pub(super) moves: f64,
}

/// The terms that were met, by name; their numbers are in the order of their names' first appearance.
#[derive(Default)]
pub(super) struct Terms {
    numbers: BTreeMap<String, u32>,
    pub(super) names: Vec<String>,
}

impl Terms {
    fn number(&mut self, name: String) -> u32 {
        let next = self.names.len() as u32;
        *self.numbers.entry(name).or_insert_with_key(|name| {
            self.names.push(name.clone());
            next
        })
    }

    /// What an example is made of.
    ///
    /// # Errors
    /// If its position cannot be read.
    pub(super) fn of(&mut self, game: &dyn AnyGame, example: &Example) -> Result<Made, InputError> {
        let mut sums: BTreeMap<u32, f64> = BTreeMap::new();
        for (name, times) in game.cost_terms(&example.position)? {
            *sums.entry(self.number(name)).or_default() += f64::from(times);
        }
        Ok(Made {
            terms: sums.into_iter().collect(),
            wins: example.wins,
            cost: example.cost(),
            moves: example.log_moves(),
        })
    }
}
