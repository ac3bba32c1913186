//! `andor convert`: writes recorded games in another format, canonically.
//!
//! The games are replayed, so that every move is written as the game writes it. A game that cannot
//! be read or played is left out, with a line that says why; if there is no other, nothing is written.

use super::Done;
use crate::arguments::ConvertArguments;
use crate::overwrite::Kind;
use crate::records::Reading;
use crate::{Exit, Terminal, records};
use andor_core::InputError;
use andor_core::figures::thousands;
use andor_engine::{AnyGame, Catalogue};
use andor_formats::{Format, FormatError, GameRecord};
use serde_json::json;
use std::collections::HashMap;

pub(crate) fn run(
    catalogue: &Catalogue,
    arguments: &ConvertArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let to = format(arguments)?;
    if !to.is_written() {
        let why = format!("--to {}: games are only read in this format", to.name());
        return Err(InputError::new(why).into());
    }
    arguments.overwrite.check_some("--out", arguments.out.as_ref(), Kind::Text)?;
    let reading = Reading::new(catalogue, &arguments.recorded)?;
    let file = &arguments.file;
    let read = reading.read(file, terminal)?;
    let mut games: Vec<GameRecord> = Vec::with_capacity(read.len());
    let mut known: HashMap<String, Box<dyn AnyGame>> = HashMap::new();
    let mut faults: Vec<InputError> = Vec::new();
    for (game, number) in read.iter().zip(1u64..) {
        let rewritten = game.as_ref().map_err(Clone::clone).and_then(|record| {
            let spec = reading.spec(record);
            if !known.contains_key(spec) {
                let game = catalogue.game(spec);
                let refuse = |error: InputError| FormatError::at(record.at, error.to_string());
                known.insert(spec.to_owned(), game.map_err(refuse)?);
            }
            let game = &known[spec];
            let replay = game.replay(record);
            replay.rewrite(game.spec(), record).ok_or_else(|| {
                let fault = replay.fault.expect("only a fault prevents it");
                let (ply, text) = (fault.ply, InputError::quote(&fault.text));
                FormatError::at(fault.at, format!("ply {ply}, {text}: {}", fault.reason))
            })
        });
        match rewritten {
            Ok(game) => games.push(game),
            Err(error) => faults.push(records::about_game(file, number, read.len(), error)),
        }
    }
    if games.is_empty() {
        return Err(faults.swap_remove(0).into());
    }
    for fault in &faults {
        terminal.remark(&format!("error: {fault}"));
    }
    if !faults.is_empty() {
        terminal.note(&format!("{} left out", number_of_games(faults.len())));
    }
    let text = to.write(&games).map_err(|error| records::about(file, &error))?;
    if !to.has_variations() {
        let variations: usize = games.iter().map(GameRecord::variations).sum();
        if variations > 0 {
            terminal.note(&format!("{} has no variations: {variations} left out", to.name()));
        }
        let noted = |game: &&GameRecord| {
            !game.other.is_empty() || game.steps.iter().any(|step| !step.other.is_empty())
        };
        let comments = games.iter().filter(noted).count();
        if comments > 0 {
            let name = to.name();
            let whose = number_of_games(comments);
            terminal.note(&format!("{name} has no comments: those of {whose} left out"));
        }
    }
    if let Some(path) = &arguments.out {
        std::fs::write(path, &text).map_err(|error| {
            let name = InputError::quote(&path.display().to_string());
            InputError::new(format!("--out {name}: {error}"))
        })?;
    }
    match (&arguments.out, json) {
        (out, true) => {
            let out = out.as_ref().map(|path| path.display().to_string());
            let text = if out.is_some() { None } else { Some(text) };
            let object =
                json!({"format": to.name(), "games": games.len(), "out": out, "text": text});
            terminal.print(&object.to_string());
        }
        (Some(path), false) => {
            let written = number_of_games(games.len());
            terminal.note(&format!("{written} written to {}", path.display()));
        }
        (None, false) => terminal.print(text.trim_end_matches('\n')),
    }
    Ok(if faults.is_empty() { Exit::Answered } else { Exit::BadInput })
}

/// The format that is asked for, by name or by the ending of a file.
fn format(arguments: &ConvertArguments) -> Result<Format, InputError> {
    if let Some(name) = &arguments.to {
        return records::format(name);
    }
    let Some(path) = &arguments.out else {
        return Err(InputError::new("which format? such as --to sgf, or --out games.sgf"));
    };
    records::format_of_file(path).ok_or_else(|| {
        let name = InputError::quote(&path.display().to_string());
        let endings = ".sgf, .pdn, .pgn, .txt";
        InputError::new(format!("--out {name} ends in none of {endings}: --to says the format"))
    })
}

fn number_of_games(count: usize) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{} games", thousands(count as u64)) }
}
