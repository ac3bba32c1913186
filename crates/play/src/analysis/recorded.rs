//! Games of a file, read and played over again: one must be a game before time is spent on it.

use andor_core::{InputError, Player, Spec};
use andor_engine::{AnyGame, Catalogue, Line};
use andor_formats::bounds::MOST_BYTES;
use andor_formats::{Format, FormatError, GameRecord, Hints, ReadGames};

/// The games of a text in order, or what is wrong with each; in the format that is named, or that it looks like. Who
/// begins in which game is known from the catalogue.
///
/// # Errors
/// If it is no text of games at all.
pub fn read_games(
    catalogue: &Catalogue,
    text: &str,
    from: Option<Format>,
    hints: Hints<'_>,
) -> Result<(Format, ReadGames), FormatError> {
    if text.len() > MOST_BYTES {
        return Err(FormatError::new(format!("it is larger than {} MiB", MOST_BYTES >> 20)));
    }
    if from.is_none() && is_json(text) {
        return Err(FormatError::new(
            "this is JSON, no recorded game: andor solve --batch takes positions in JSON lines",
        ));
    }
    let format = from.map_or_else(|| Format::detect(text), Ok)?;
    let first = |spec: &str| first_player(catalogue, spec);
    let hints = Hints { first: Some(&first), ..hints };
    Ok((format, format.read_each(text, hints)?))
}

/// Who moves first in a game of the catalogue.
fn first_player(catalogue: &Catalogue, spec: &str) -> Option<Player> {
    let spec = Spec::parse(spec).ok()?;
    let entry = catalogue.entries().iter().find(|entry| entry.family.name == spec.name())?;
    [Player::Black, Player::White]
        .into_iter()
        .find(|player| player.to_string() == entry.family.first)
}

/// Whether a text begins as an object of JSON does: `{"name":`.
fn is_json(text: &str) -> bool {
    let inside = text.trim_start().strip_prefix('{').map(str::trim_start);
    let name = inside.and_then(|inside| inside.strip_prefix('"'));
    name.and_then(|name| name.split_once('"'))
        .is_some_and(|(_, rest)| rest.trim_start().starts_with(':'))
}

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
