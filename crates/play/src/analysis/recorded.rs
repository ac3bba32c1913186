//! A game of a file, played over again: it must be one before time is spent on it.

use andor_core::InputError;
use andor_engine::{AnyGame, Catalogue, Line};
use andor_formats::{FormatError, GameRecord};

/// A game of a file that can be played.
pub struct Recorded {
    /// In its file, from 1.
    pub number: u64,
    /// Its game.
    pub game: Box<dyn AnyGame>,
    /// The record, with moves as the game writes them.
    pub record: GameRecord,
    /// What was played.
    pub line: Line,
}

impl Recorded {
    /// Plays a record over again.
    ///
    /// # Errors
    /// If its game is not known, or a move is not legal.
    pub fn read(
        catalogue: &Catalogue,
        record: &GameRecord,
        number: u64,
    ) -> Result<Recorded, FormatError> {
        let refuse = |at, why: String| FormatError::at(at, format!("game {number}: {why}"));
        let game = catalogue.game(&record.spec);
        let game = game.map_err(|error| refuse(record.at, error.to_string()))?;
        let replay = game.replay(record);
        if let Some(fault) = &replay.fault {
            let text = InputError::quote(&fault.text);
            let why = format!("ply {}, {text}: {}", fault.ply, fault.reason);
            return Err(refuse(fault.at, why));
        }
        let canonical = replay.rewrite(game.spec(), record).expect("there is no fault");
        let line = game.recorded(record, None).expect("it was just replayed");
        Ok(Recorded { number, game, record: canonical, line })
    }
}
