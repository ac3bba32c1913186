//! The games of a match in files: all in one, or each in its own.
//!
//! A match that goes on writes the games of its log again, so that the files hold them all, whenever
//! it was stopped.

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
    place: Place,
    path: &'a Path,
}

enum Place {
    Folder(PathBuf),
    File(File),
}

impl<'a> SavedGames<'a> {
    pub(crate) fn open(
        path: &'a Path,
        game: &'a dyn AnyGame,
        names: [&'a str; 2],
        known: &[PlayedGame],
    ) -> Result<SavedGames<'a>, InputError> {
        let is_folder = path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/');
        let place = match is_folder {
            true => fs::create_dir_all(path).map(|()| Place::Folder(path.to_owned())),
            false => File::create(path).map(Place::File),
        };
        let place = place.map_err(|error| refuse(path, &error.to_string()))?;
        let mut saved = SavedGames { game, names, place, path };
        for game in known {
            saved.add(game)?;
        }
        Ok(saved)
    }

    pub(crate) fn add(&mut self, played: &PlayedGame) -> Result<(), InputError> {
        let format = game_format(&self.game.spec());
        let record = record_of(self.game, played, self.names);
        let written = format.write(std::slice::from_ref(&record));
        let mut text = written.map_err(|error| refuse(self.path, &error.to_string()))?;
        if format != Format::Sgf {
            text = format!("# game {}: {}\n{text}\n", played.number + 1, played.reason);
        }
        let done = match &mut self.place {
            Place::File(file) => file.write_all(text.as_bytes()).and_then(|()| file.flush()),
            Place::Folder(folder) => {
                let ending = if format == Format::Sgf { "sgf" } else { "txt" };
                fs::write(folder.join(format!("game-{:05}.{ending}", played.number + 1)), text)
            }
        };
        done.map_err(|error| refuse(self.path, &error.to_string()))
    }
}

fn refuse(path: &Path, why: &str) -> InputError {
    let name = InputError::quote(&path.display().to_string());
    InputError::new(format!("--save {name}: {why}"))
}
