//! Files of recorded games, and `FILE#PLY`: a position of one of them.

use crate::Terminal;
use crate::arguments::RecordedArguments;
use crate::commands::Found;
use crate::exit::Failure;
use crate::overwrite::Kind;
use andor_core::{InputError, Spec};
use andor_engine::Catalogue;
use andor_formats::bounds::MOST_BYTES;
use andor_formats::{Format, FormatError, GameRecord, Header, Hints, ReadGames, decode};
use andor_play::analysis::read_games;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// An error in a line that begins with the file.
pub(crate) fn about(file: &Path, error: &FormatError) -> InputError {
    let name = InputError::quote(&file.display().to_string());
    let separator = if error.at.is_some() { ", " } else { ": " };
    InputError::new(format!("{name}{separator}{error}"))
}

/// An error about a game of a file, with its number if there are several.
pub(crate) fn about_game(file: &Path, number: u64, games: usize, error: FormatError) -> InputError {
    if games == 1 {
        return about(file, &error);
    }
    let why = InputError::new(format!("game {number}: {}", error.why));
    about(file, &FormatError { why, ..error })
}

/// The format that the ending of a file's name stands for.
pub(crate) fn format_of_file(file: &Path) -> Option<Format> {
    file.extension().and_then(|ending| Format::of_ending(&ending.to_string_lossy()))
}

/// Who plays a colour, if the record says so: collections of problems leave the names empty.
pub(crate) fn player(record: &GameRecord, colour: Header) -> Option<&str> {
    record.header(colour).filter(|name| !name.trim().is_empty())
}

/// How files of games are read: by what the command line says, and who begins in which game.
pub(crate) struct Reading<'a> {
    catalogue: &'a Catalogue,
    from: Option<Format>,
    arguments: &'a RecordedArguments,
}

impl<'a> Reading<'a> {
    pub(crate) fn new(
        catalogue: &'a Catalogue,
        arguments: &'a RecordedArguments,
    ) -> Result<Reading<'a>, InputError> {
        if let Some(spec) = &arguments.game {
            catalogue.game(spec)?;
        }
        let from = arguments.from.as_deref().map(format).transpose()?;
        Ok(Reading { catalogue, from, arguments })
    }

    /// The games of a file, in order, or what is wrong with each.
    pub(crate) fn read(
        &self,
        file: &Path,
        terminal: &mut Terminal<'_>,
    ) -> Result<ReadGames, InputError> {
        let hints = Hints {
            game: self.arguments.game.as_deref(),
            white_first_results: self.arguments.white_first_results,
            ..Hints::default()
        };
        let text = read_file(file, terminal)?;
        let read = read_games(self.catalogue, &text, self.from, hints);
        read.map(|(_, games)| games).map_err(|error| about(file, &error))
    }

    /// The game whose rules a record is played by.
    pub(crate) fn spec<'r>(&'r self, record: &'r GameRecord) -> &'r str {
        self.arguments.game.as_deref().unwrap_or(&record.spec)
    }
}

/// The text of a file (`-` is stdin).
fn read_file(file: &Path, terminal: &mut Terminal<'_>) -> Result<String, InputError> {
    let mut bytes = Vec::new();
    let limit = MOST_BYTES as u64 + 1;
    let read = if file.as_os_str() == "-" {
        terminal.input().take(limit).read_to_end(&mut bytes)
    } else {
        File::open(file).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    read.map_err(|error| about(file, &FormatError::new(error.to_string())))?;
    if bytes.len() > MOST_BYTES {
        let why = format!("the file is larger than {} MiB", MOST_BYTES >> 20);
        return Err(about(file, &FormatError::new(why)));
    }
    if let Some(what) = Kind::of(&bytes) {
        return Err(about(file, &FormatError::new(what.no_games())));
    }
    Ok(decode(bytes))
}

/// The format of this name.
pub(crate) fn format(name: &str) -> Result<Format, InputError> {
    Format::parse(name).ok_or_else(|| {
        let names: Vec<&str> = Format::ALL.into_iter().map(Format::name).collect();
        let shown = InputError::quote(name);
        InputError::new(format!("format {shown} is none of {}", names.join(", ")))
    })
}

/// `FILE#PLY` or `FILE#GAME.PLY`, taken apart. A ply is a number or `end`.
struct RecordedPly<'a> {
    file: &'a Path,
    game: usize,
    ply: Option<usize>,
}

impl<'a> RecordedPly<'a> {
    fn parse(file: &'a str, place: &str) -> Result<RecordedPly<'a>, InputError> {
        let refuse = |why: &str| {
            let shown = InputError::quote(&format!("{file}#{place}"));
            InputError::new(format!("{shown}: {why}"))
        };
        let (game, ply) = place.split_once('.').unwrap_or(("1", place));
        let number = |text: &str, what: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let shown = InputError::quote(text);
            match text.parse::<usize>() {
                Ok(number) if is_number => Ok(number),
                _ if is_number => Err(refuse(&format!("there is no {what} {shown}"))),
                _ => Err(refuse("a recorded position is FILE#PLY, FILE#GAME.PLY or FILE#end")),
            }
        };
        let ply = if ply == "end" { None } else { Some(number(ply, "ply")?) };
        Ok(RecordedPly { file: Path::new(file), game: number(game, "game")?, ply })
    }
}

/// The game and the position that `FILE#PLY` means, with the moves before it; nothing if `word` names a game of the
/// catalogue, or has no `#` in it.
pub(crate) fn find(
    catalogue: &Catalogue,
    word: &str,
    terminal: &mut Terminal<'_>,
) -> Result<Option<Found>, Failure> {
    let found = find_record(catalogue, word, terminal)?;
    Ok(found.map(|(found, _)| found))
}

/// The same, with the record that it comes from.
pub(crate) fn find_record(
    catalogue: &Catalogue,
    word: &str,
    terminal: &mut Terminal<'_>,
) -> Result<Option<(Found, GameRecord)>, Failure> {
    let names_game = Spec::parse(word)
        .is_ok_and(|spec| catalogue.entries().iter().any(|entry| entry.family.name == spec.name()));
    let Some((file, place)) = word.rsplit_once('#').filter(|_| !names_game) else {
        if !names_game && Path::new(word).is_file() {
            let shown = InputError::quote(word);
            let why = format!("{shown} is a file: its positions are FILE#PLY, such as {word}#0");
            return Err(InputError::new(why).into());
        }
        return Ok(None);
    };
    let place = RecordedPly::parse(file, place)?;
    let arguments = RecordedArguments::default();
    let records = Reading::new(catalogue, &arguments)?.read(place.file, terminal)?;
    let wanted = place.game.checked_sub(1).and_then(|index| records.get(index));
    let record = wanted.ok_or_else(|| {
        let count = records.len();
        let why = format!("there is no game {}: the file has {count}", place.game);
        about(place.file, &FormatError::new(why))
    })?;
    let record = record.as_ref().map_err(|error| about(place.file, error))?;
    let game = catalogue.game(&record.spec)?;
    let line = game.recorded(record, place.ply).map_err(|error| about(place.file, &error))?;
    Ok(Some(((game, line), record.clone())))
}
