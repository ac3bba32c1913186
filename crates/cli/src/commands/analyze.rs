//! `andor analyze`: what a player thinks of every position of a game, and what can be proved of it
//! ([`andor_play::analysis`]).

use super::Done;
use super::analysis_text::{heading, move_text, opinion_text, spark_line, summary};
use super::solve::stop_on_ctrl_c;
use crate::arguments::{AnalyzeArguments, RecordedArguments};
use crate::exit::Failure;
use crate::overwrite::Kind;
use crate::picture::Style;
use crate::records::Reading;
use crate::{Exit, Terminal, records};
use andor_core::InputError;
use andor_engine::{AnyGame, Catalogue, Pace, Timing};
use andor_formats::{Format, FormatError, GameRecord};
use andor_play::Contestant;
use andor_play::analysis::{Analyst, Recorded, Scrutiny, annotate, move_object, opinion_object};
use andor_play::words::counted;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) fn run(
    catalogue: &Catalogue,
    arguments: &AnalyzeArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    arguments.overwrite.check_some("--out", arguments.out.as_ref(), Kind::Text)?;
    let stop = Arc::new(AtomicBool::new(false));
    stop_on_ctrl_c(&stop);
    // Step 1. One position?
    let (file, only) = whole_game(&arguments.file)?;
    if only.is_none()
        && !Path::new(file).is_file()
        && let Some((game, line)) = records::find(catalogue, file, terminal)?
    {
        if arguments.out.is_some() {
            return Err(InputError::new("--out: a position is no game to write").into());
        }
        let mut analyst = analyst(&*game, arguments, &stop)?;
        let opinion = analyst.look(&line)?;
        if json {
            let mut object = opinion_object(&opinion);
            object["game"] = game.spec().into();
            object["position"] = line.text().into();
            terminal.print(&object.to_string());
        } else {
            terminal.tell(&format!("{}: {}", line.text(), opinion_text(&opinion)));
        }
        return Ok(Exit::Answered);
    }
    // Step 2. Games: they must be games before hours are spent on them. One that is none is skipped.
    let path = Path::new(file);
    let reading = RecordedArguments::default();
    let read = Reading::new(catalogue, &reading)?.read(path, terminal)?;
    if let Some(only) = only
        && !(1..=read.len() as u64).contains(&only)
    {
        let why = format!("there is no game {only}: the file has {}", read.len());
        return Err(records::about(path, &FormatError::new(why)).into());
    }
    let mut games: Vec<Recorded> = Vec::new();
    let mut faults: Vec<InputError> = Vec::new();
    let several = read.len();
    for (record, number) in read.into_iter().zip(1u64..) {
        if only.is_some_and(|only| only != number) {
            continue;
        }
        let record = record.map_err(|error| records::about_game(path, number, several, error));
        let recorded = record.and_then(|record| {
            let recorded = Recorded::read(catalogue, &record, number);
            recorded.map_err(|error| records::about(path, &error))
        });
        match recorded {
            Ok(recorded) => games.push(recorded),
            Err(error) => faults.push(error),
        }
    }
    if games.is_empty() && !faults.is_empty() {
        return Err(faults.remove(0).into());
    }
    for fault in &faults {
        terminal.remark(&format!("{fault}: skipped"));
    }
    // What cannot be written is said before the work, not after it.
    let out = arguments.out.as_ref().map(|out| (out, records::format_of_file(out)));
    if let Some((_, format)) = out {
        let records: Vec<GameRecord> = games.iter().map(|game| game.record.clone()).collect();
        annotated_text(format, &records).map_err(|error| out_error(arguments, &error))?;
    }
    // Step 3. Look.
    let mut annotated = Vec::new();
    for Recorded { number, game, record, line } in &games {
        let mut analyst = analyst(&**game, arguments, &stop)?;
        if !json {
            terminal.print(&heading(*number, record));
        }
        let studied = analyst.study(line, |ply, studied| {
            terminal.print(&match json {
                true => move_object(&**game, *number, ply, studied).to_string(),
                false => move_text(&**game, studied),
            });
        })?;
        if let Some(sparks) = spark_line(&**game, &studied)
            && !json
            && terminal.style() == Style::Unicode
        {
            terminal.print(&format!("  {sparks}"));
        }
        terminal.print(&summary(*number, &studied, json));
        annotated.push(annotate(&**game, record, &studied));
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    // Step 4. Write.
    if let Some((out, format)) = out {
        let text = annotated_text(format, &annotated);
        let text = text.map_err(|error| out_error(arguments, &error))?;
        std::fs::write(out, text)
            .map_err(|error| out_error(arguments, &FormatError::new(error.to_string())))?;
        terminal.note(&format!("written to {}", out.display()));
    }
    if !faults.is_empty() {
        let skipped = format!("{} skipped", counted(faults.len(), "faulty game"));
        terminal.note(&format!("{skipped}; andor check {file} says more"));
    }
    Ok(match (stop.load(Ordering::Relaxed), faults.is_empty()) {
        (true, _) => Exit::Unknown,
        (false, true) => Exit::Answered,
        (false, false) => Exit::Rejected,
    })
}

/// `FILE#GAME.all` taken apart: one whole game of a file; other words stay as they are.
fn whole_game(word: &str) -> Result<(&str, Option<u64>), InputError> {
    let split = word.rsplit_once('#').filter(|_| !Path::new(word).is_file());
    let Some((file, place)) = split else { return Ok((word, None)) };
    let number = match place.strip_suffix(".all") {
        Some(number) => number,
        None if place == "all" => "1",
        None => return Ok((word, None)),
    };
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    match number.parse() {
        Ok(number) if digits => Ok((file, Some(number))),
        _ => {
            let shown = InputError::quote(word);
            Err(InputError::new(format!("{shown}: a whole game of a file is FILE#GAME.all")))
        }
    }
}

/// Games with their comments in the format that a file's name asks for, or, if it asks for none, in one that holds them.
fn annotated_text(format: Option<Format>, games: &[GameRecord]) -> Result<String, FormatError> {
    match format {
        Some(format) if format.has_variations() => format.write(games),
        Some(_) => Err(FormatError::new("comments go to .sgf, .pdn or .pgn")),
        None => Format::annotated(games).map(|(_, text)| text).ok_or_else(|| {
            FormatError::new("no format has room for games of several kinds with comments")
        }),
    }
}

fn out_error(arguments: &AnalyzeArguments, error: &FormatError) -> Failure {
    let out = arguments.out.as_deref().unwrap_or(Path::new(""));
    let name = InputError::quote(&out.display().to_string());
    InputError::new(format!("--out {name}: {error}")).into()
}

/// Somebody who looks as the arguments say.
fn analyst<'a>(
    game: &'a dyn AnyGame,
    arguments: &AnalyzeArguments,
    stop: &Arc<AtomicBool>,
) -> Result<Analyst<'a>, InputError> {
    let player = Contestant::parse(&arguments.player, game)?.own()?;
    let timing = arguments.time.map(Timing::EachMove);
    let pace = Pace { depth: arguments.depth, nodes: arguments.nodes, timing };
    let threshold = f64::from(arguments.threshold) / 100.0;
    let scrutiny = Scrutiny { pace, proof_nodes: arguments.proof_nodes, threshold };
    Analyst::new(game, &player, scrutiny, stop)
}
