//! The log of a match: a line of JSON for what is played, and one for every game.
//!
//! A game is in the log when its line is complete, and is written there at once; a match that was
//! killed at any moment loses only the games that were being played. A torn last line is cut off.

use super::reason::Reason;
use super::statistics::GameResult;
use andor_core::InputError;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// One of the two players of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The first.
    A,
    /// The second.
    B,
}

/// What is played. A log goes on only with the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Heading {
    /// Player A.
    pub a: String,
    /// Player B.
    pub b: String,
    /// The game.
    pub game: String,
    /// Where the openings come from.
    pub openings: String,
    /// How much a player may think whose name does not say it.
    pub pace: String,
    /// The seed.
    pub seed: u64,
    /// A longer game is a draw.
    pub most_plies: usize,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Its number, from 0; two neighbours have the same opening.
    pub number: u64,
    /// Who had Black.
    pub black: Side,
    /// How many of the moves are the opening.
    pub opening: usize,
    /// All moves.
    pub moves: Vec<String>,
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
}

impl PlayedGame {
    /// A game as an object, as `andor match --json` prints it.
    #[must_use]
    pub fn object(&self) -> Value {
        let letter = |side: Side| if side == Side::A { "a" } else { "b" };
        json!({
            "number": self.number + 1,
            "black": letter(self.black),
            "winner": self.winner.map_or("draw", letter),
            "reason": self.reason,
            "plies": self.moves.len(),
            "opening": self.opening,
            "moves": self.moves,
        })
    }

    /// The result from A's side.
    pub(super) fn result(&self) -> GameResult {
        match self.winner {
            Some(Side::A) => GameResult::Win,
            Some(Side::B) => GameResult::Loss,
            None => GameResult::Draw,
        }
    }
}

/// A log that is open.
#[derive(Debug)]
pub struct Log {
    file: File,
    path: PathBuf,
}

impl Log {
    /// Opens the log of a match, or begins one, and tells the games that are in it.
    ///
    /// # Errors
    /// If it is the log of another match, or cannot be read or written.
    pub fn open(path: &Path, heading: &Heading) -> Result<(Log, Vec<PlayedGame>), InputError> {
        let refuse = |why: String| {
            let name = InputError::quote(&path.display().to_string());
            InputError::new(format!("match log {name}: {why}"))
        };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(|error| refuse(error.to_string()))?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|error| refuse(error.to_string()))?;
        // Step 1. The same match? A file that is not one is left as it is.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        match text[..whole].lines().next() {
            Some(first) => {
                let known: Heading = serde_json::from_str(first)
                    .map_err(|_| refuse("line 1 is not that of a match".to_owned()))?;
                if known != *heading {
                    let (had, want) = (line(&known), line(heading));
                    return Err(refuse(format!("it is of another match: {had}, not {want}")));
                }
            }
            None if !line(heading).starts_with(&text) => {
                return Err(refuse("line 1 is not that of a match".to_owned()));
            }
            None => {}
        }
        // Step 2. Cut a torn line off.
        let cut = file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(|error| refuse(error.to_string()))?;
        text.truncate(whole);
        let mut log = Log { file, path: path.to_owned() };
        let mut lines = text.lines().zip(1..);
        if lines.next().is_none() {
            log.write(heading)?;
            return Ok((log, Vec::new()));
        }
        // Step 3. The games.
        let mut games: Vec<PlayedGame> = Vec::new();
        for (line, number) in lines {
            let game: PlayedGame = serde_json::from_str(line)
                .map_err(|error| refuse(format!("line {number}: {error}")))?;
            if games.iter().any(|known| known.number == game.number) {
                return Err(refuse(format!("line {number}: game {} is there twice", game.number)));
            }
            games.push(game);
        }
        Ok((log, games))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, game: &PlayedGame) -> Result<(), InputError> {
        self.write(game)
    }

    fn write(&mut self, value: &impl Serialize) -> Result<(), InputError> {
        let line = line(value) + "\n";
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| {
            let name = InputError::quote(&self.path.display().to_string());
            InputError::new(format!("match log {name}: {error}"))
        })
    }
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers can be written")
}
