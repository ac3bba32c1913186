//! What is played.

use crate::study::About;
use serde::Deserialize;
use std::sync::LazyLock;

/// Who has Black in the games of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// All games.
    #[default]
    Any,
    /// The first player.
    A,
    /// The second.
    B,
}

/// A line of a table: two players, and which of their games it counts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// The paper's name for it; the score is that of who is named first.
    pub label: String,
    /// The first player.
    pub a: String,
    /// The second.
    pub b: String,
    /// Who has Black in the games that count.
    #[serde(default)]
    pub black: Colour,
    /// Only games of more plies count; without it, the table's word holds.
    pub over: Option<u64>,
    /// The points of the paper: of who is named first, and of the other.
    pub paper: Option<[f64; 2]>,
}

impl Pairing {
    /// The two as a contender.
    pub(crate) fn contender(&self) -> String {
        format!("{} - {}", self.a, self.b)
    }
}

/// A table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    /// The name on the command line.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// The game.
    pub game: String,
    /// Random plies before the players move.
    pub opening_plies: usize,
    /// Games of every pair, half of them with either colour.
    pub games: u64,
    /// Of openings and dice.
    pub seed: u64,
    /// A longer game is a draw.
    pub most_plies: usize,
    /// Nodes a move, for players whose texts do not say how much they think.
    pub nodes: Option<u64>,
    /// Only games of more plies count.
    #[serde(default)]
    pub over: u64,
    /// The experiment whose games are counted, if not its own.
    pub rows_of: Option<String>,
    /// The lines.
    pub rows: Vec<Pairing>,
    /// What it is in its paper.
    pub lab: Option<About>,
}

/// The tables of one paper.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentFile {
    /// The paper.
    pub source: String,
    /// Its tables.
    #[serde(rename = "tournament")]
    pub tournaments: Vec<Tournament>,
}

static FILE: LazyLock<[TournamentFile; 1]> = LazyLock::new(|| {
    let text = include_str!("../../presets/tournaments.toml");
    [toml::from_str(text).expect("a test reads it")]
});

/// All tables.
#[must_use]
pub fn files() -> &'static [TournamentFile] {
    &*FILE
}
