//! A set on disk: one JSON object a line, in the order of the games that the positions come from,
//! so that a run that was stopped goes on where the last line ends.

use crate::jury::Verdict;
use andor_core::Game;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A position of a set. Where it comes from: ply `ply` (from 0) of the `length` plies of game
/// `number`.
#[derive(Serialize, Deserialize)]
pub struct Line {
    pub game: String,
    pub position: String,
    pub value: String,
    /// The least nodes that anyone needed, and who it was.
    pub least: u64,
    pub by: String,
    /// The most plies that the winner needs, by the certificate that was checked.
    pub plies: u32,
    pub source: String,
    pub number: u64,
    pub ply: usize,
    pub length: usize,
    /// What makes a problem of repetition special.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
}

/// A set that grows.
pub struct SetFile {
    path: PathBuf,
    /// How many lines there are.
    pub lines: usize,
    /// The last game that gave a line; 0 if there is none.
    pub last: u64,
    /// How many lines are special by nothing but simulation.
    pub ordinary: usize,
    /// The canonical bytes of its positions.
    known: HashSet<Vec<u8>>,
}

impl SetFile {
    /// Reads what is there.
    pub fn open<G: Game>(game: &G, path: &Path) -> io::Result<SetFile> {
        let text = if path.exists() { fs::read_to_string(path)? } else { String::new() };
        let mut file =
            SetFile { path: path.into(), lines: 0, last: 0, ordinary: 0, known: HashSet::new() };
        for line in text.lines() {
            let line: Line = serde_json::from_str(line)?;
            let position = game.parse_position(&line.position).map_err(io::Error::other)?;
            file.known.insert(game.canonical(&position).bytes);
            file.lines += 1;
            let is_special = |kind: &String| kind != "simulated" && kind != "flawed";
            file.ordinary += usize::from(!line.kinds.iter().any(is_special));
            file.last = file.last.max(line.number);
        }
        Ok(file)
    }

    /// Whether the set has this position or an image of it.
    pub fn has<G: Game>(&self, game: &G, position: &G::Position) -> bool {
        self.known.contains(&game.canonical(position).bytes)
    }

    /// Adds a line.
    pub fn add<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        verdict: Verdict,
        (source, number, ply, length): (&str, u64, usize, usize),
    ) -> io::Result<()> {
        let line = Line {
            game: game.spec(),
            position: game.position_text(position),
            value: verdict.value.to_owned(),
            least: verdict.least,
            by: verdict.by.to_owned(),
            plies: verdict.plies,
            source: source.to_owned(),
            number,
            ply,
            length,
            kinds: Vec::new(),
        };
        self.add_line(game, position, &line)
    }

    /// Adds a line that is made already.
    pub fn add_line<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        line: &Line,
    ) -> io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.path)?;
        writeln!(file, "{}", serde_json::to_string(line)?)?;
        self.known.insert(game.canonical(position).bytes);
        self.lines += 1;
        self.last = line.number;
        Ok(())
    }
}
