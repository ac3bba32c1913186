//! `loadsgf`: the first game of an SGF file, up to a move.

use andor_core::{InputError, Player, Spec};
use andor_formats::bounds::MOST_BYTES;
use andor_formats::{Action, Format, GameRecord, decode};
use std::fs::File;
use std::io::Read;

/// A game that was read.
pub(super) struct Loaded {
    /// The rules: those of the file where it names them, else those that are there.
    pub(super) spec: String,
    /// The position it starts from, unless that is the game's own.
    pub(super) start: Option<String>,
    /// The moves up to the one that was named, with who made them where the file says so.
    pub(super) moves: Vec<(Option<Player>, String)>,
}

/// Reads `FILE [MOVE]`: all of the game, or what was before its move of that number.
pub(super) fn load(words: &[&str], rules: &str) -> Result<Loaded, String> {
    let (words, number) = match words {
        [] => return Err("loadsgf FILE [MOVE]".to_owned()),
        [words @ .., last] if !words.is_empty() && last.parse::<usize>().is_ok() => {
            (words, last.parse::<usize>().ok())
        }
        words => (words, None),
    };
    let name = words.join(" ");
    let refuse = |why: &dyn std::fmt::Display| {
        format!("cannot load file {}: {why}", InputError::quote(&name))
    };
    let mut bytes = Vec::new();
    let limit = MOST_BYTES as u64 + 1;
    let read = File::open(&name).and_then(|file| file.take(limit).read_to_end(&mut bytes));
    read.map_err(|error| refuse(&error))?;
    if bytes.len() > MOST_BYTES {
        return Err(refuse(&format!("it is larger than {} MiB", MOST_BYTES >> 20)));
    }
    let records = Format::Sgf.read(&decode(bytes)).map_err(|error| refuse(&error))?;
    let record = records.into_iter().next().ok_or_else(|| refuse(&"there is no game in it"))?;
    let spec = spec(&record, rules).map_err(|error| refuse(&error))?;
    let mut moves = moves(&record);
    if let Some(number) = number {
        if number == 0 || number > moves.len() + 1 {
            let why = format!("there is no move {number}: the game has {}", moves.len());
            return Err(refuse(&why));
        }
        moves.truncate(number - 1);
    }
    Ok(Loaded { spec, start: record.start, moves })
}

/// The moves of the main line.
fn moves(record: &GameRecord) -> Vec<(Option<Player>, String)> {
    let steps = record.steps[..record.main_len()].iter();
    let moves = steps.filter_map(|step| match &step.action {
        Action::Move(text) => Some((step.mover, text.clone())),
        Action::Resign | Action::Forfeit | Action::Nothing => None,
    });
    moves.collect()
}

/// Board and options of the record over those of `rules`, if they are of one game.
fn spec(record: &GameRecord, rules: &str) -> Result<String, InputError> {
    let (stated, rules) = (Spec::parse(&record.spec)?, Spec::parse(rules)?);
    let (true, Some(board)) = (stated.name() == rules.name(), stated.board()) else {
        return Ok(stated.text().to_owned());
    };
    let set = |spec: Spec, (name, value): &(String, String)| spec.with_option(name, value);
    Ok(stated.options().iter().fold(rules.with_board(board), set).text().to_owned())
}
