//! The games of a match in files: all in one, or each in its own.
//!
//! A match that goes on writes the games of its log again, so that the files hold them all, whenever
//! it was stopped.

use crate::overwrite::{Kind, Overwrite};
use andor_core::InputError;
use andor_engine::AnyGame;
use andor_formats::Format;
use andor_play::arena::{PlayedGame, game_format, record_of};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

pub(crate) struct SavedGames<'a> {
    game: &'a dyn AnyGame,
    names: [&'a str; 2],
    place: Target,
    path: &'a Path,
    overwrite: Overwrite,
}

enum Target {
    Folder(PathBuf),
    File(File),
}

impl<'a> SavedGames<'a> {
    pub(crate) fn open(
        path: &'a Path,
        overwrite: Overwrite,
        game: &'a dyn AnyGame,
        names: [&'a str; 2],
        known: &[PlayedGame],
    ) -> Result<SavedGames<'a>, InputError> {
        let is_folder = path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/');
        let folder = Target::Folder(path.to_owned());
        let mut saved = SavedGames { game, names, place: folder, path, overwrite };
        let place = match is_folder {
            true => fs::create_dir_all(path).map(|()| Target::Folder(path.to_owned())),
            false => {
                // A file with the games of the log is of the same match.
                let first = known.first().map(|first| saved.text(first)).transpose()?;
                if !first.is_some_and(|first| begins_with(path, &first)) {
                    overwrite.check("--save", path, Kind::Text)?;
                }
                File::create(path).map(Target::File)
            }
        };
        saved.place = place.map_err(|error| refuse(path, &error.to_string()))?;
        for game in known {
            saved.add(game)?;
        }
        Ok(saved)
    }

    /// A game as its file has it.
    fn text(&self, played: &PlayedGame) -> Result<String, InputError> {
        let format = game_format(self.game);
        let record = record_of(self.game, played, self.names);
        let written = format.write(std::slice::from_ref(&record));
        let mut text = written.map_err(|error| refuse(self.path, &error.to_string()))?;
        if format != Format::Sgf {
            text = format!("# game {}: {}\n{text}\n", played.number + 1, played.reason);
        }
        Ok(text)
    }

    pub(crate) fn add(&mut self, played: &PlayedGame) -> Result<(), InputError> {
        let text = self.text(played)?;
        let done = match &mut self.place {
            Target::File(file) => file.write_all(text.as_bytes()).and_then(|()| file.flush()),
            Target::Folder(folder) => {
                let is_sgf = game_format(self.game) == Format::Sgf;
                let ending = if is_sgf { "sgf" } else { "txt" };
                let file = folder.join(format!("game-{:05}.{ending}", played.number + 1));
                if !begins_with(&file, &text) {
                    self.overwrite.check("--save", &file, Kind::Text)?;
                }
                fs::write(file, text)
            }
        };
        done.map_err(|error| refuse(self.path, &error.to_string()))
    }
}

/// Whether a file is there that begins so.
fn begins_with(file: &Path, text: &str) -> bool {
    fs::read(file).is_ok_and(|bytes| bytes.starts_with(text.as_bytes()))
}

fn refuse(path: &Path, why: &str) -> InputError {
    let name = InputError::quote(&path.display().to_string());
    InputError::new(format!("--save {name}: {why}"))
}
