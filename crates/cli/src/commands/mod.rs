//! One file a command.

mod analysis_text;
pub(crate) mod analyze;
mod batch;
pub(crate) mod check;
#[cfg(feature = "cluster")]
pub(crate) mod cluster;
pub(crate) mod convert;
pub(crate) mod devices;
pub(crate) mod engine;
mod every_move;
pub(crate) mod explain;
pub(crate) mod games;
mod going_on;
mod hint;
mod interruption;
#[cfg(feature = "lab")]
pub(crate) mod laboratory;
pub(crate) mod matches;
pub(crate) mod moves;
pub(crate) mod patterns;
pub(crate) mod perft;
pub(crate) mod play;
mod play_game;
pub(crate) mod program;
mod saved_games;
mod seats;
pub(crate) mod show;
#[cfg(feature = "web")]
pub(crate) mod site;
pub(crate) mod solve;
pub(crate) mod table;
mod tree_file;
pub(crate) mod verify;
#[cfg(feature = "web")]
pub(crate) mod web;

use crate::Terminal;
use crate::arguments::Place;
use crate::exit::{Exit, Failure};
use crate::records;
use andor_core::InputError;
use andor_engine::{AnyGame, Catalogue, Line, View};
use serde_json::{Value, json};
use std::io::BufRead;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// What a command comes to.
pub(crate) type Done = Result<Exit, Failure>;

/// What `andor` alone proposes, and what each command does.
const FIRST_STEPS: [(&str, &str); 3] = [
    ("andor solve breakthrough:4x5 --proof 4x5.proof", "solves a board, keeps the certificate"),
    ("andor verify 4x5.proof", "checks it with the rules alone"),
    ("andor play --proof 4x5.proof", "lets you try to beat it"),
];

/// `andor` alone: a person gets something to try, a program on a pipe is spoken UGI with.
pub(crate) fn alone(catalogue: &Catalogue, json: bool, terminal: &mut Terminal<'_>) -> Done {
    // A program that says nothing, as cron and containers have it, is no program to talk with.
    let is_empty = |input: &mut dyn BufRead| input.fill_buf().is_ok_and(<[u8]>::is_empty);
    if json || terminal.is_typed() || is_empty(terminal.input()) {
        return first_steps(json, terminal);
    }
    match catalogue.usual() {
        Some(game) => engine::speak(catalogue, game, terminal),
        None => first_steps(json, terminal),
    }
}

/// What `andor` alone proposes.
fn first_steps(json: bool, terminal: &mut Terminal<'_>) -> Done {
    if json {
        for (command, about) in FIRST_STEPS {
            terminal.print(&json!({"try": command, "about": about}).to_string());
        }
        return Ok(Exit::Answered);
    }
    terminal.print("andor proves things about two-player games.\nThree commands to try:");
    for (command, about) in FIRST_STEPS {
        terminal.print(&format!("\n  {command}\n      {about}"));
    }
    terminal.print("\nandor games lists the games, andor help all commands.");
    Ok(Exit::Answered)
}

/// The game that is named, or the usual one of the catalogue.
pub(crate) fn game_or_usual<'a>(
    catalogue: &Catalogue,
    named: Option<&'a str>,
) -> Result<&'a str, InputError> {
    let usual = named.or_else(|| catalogue.usual());
    usual.ok_or_else(|| InputError::new("--game is missing, and there is no game"))
}

/// The failure of a command on `file`, in a line that names the file once.
pub(crate) fn about_file(file: &Path, failure: Failure) -> Failure {
    let name = InputError::quote(&file.display().to_string());
    if failure.line.contains(&name) {
        return failure;
    }
    Failure { line: format!("{name}: {}", failure.line), ..failure }
}

/// What a command that checks `file` ends with: a rejection is an object, too, where JSON is wanted,
/// and every failure names the file.
pub(crate) fn checked_file(
    file: &Path,
    checked: Done,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    if let Err(failure) = &checked
        && json
        && failure.exit == Exit::Rejected
    {
        let name = file.display().to_string();
        let object = json!({"file": name, "ok": false, "error": failure.line});
        terminal.print(&object.to_string());
    }
    checked.map_err(|failure| about_file(file, failure))
}

/// Moves separated by spaces.
pub(crate) fn words(moves: Option<&str>) -> Vec<String> {
    moves.unwrap_or_default().split_whitespace().map(str::to_owned).collect()
}

/// A game, and a position in it with the moves before it.
pub(crate) type Found = (Box<dyn AnyGame>, Line);

/// The game and the position that the words on the command line mean. The game is named by
/// its spec string, or it is a position of a recorded game (`FILE#PLY`).
pub(crate) fn find(
    catalogue: &Catalogue,
    place: &Place,
    terminal: &mut Terminal<'_>,
) -> Result<Found, Failure> {
    let game_name = place.game.as_deref().unwrap_or_default();
    let moves = words(place.moves.as_deref());
    match records::find(catalogue, game_name, terminal)? {
        None => {
            let game = catalogue.game_at(game_name, place.position.as_deref())?;
            let line = game.position(place.position.as_deref(), &moves)?;
            Ok((game, line))
        }
        Some((_, _)) if place.position.is_some() => {
            let shown = InputError::quote(game_name);
            let why = format!("--position: {shown} is a position already");
            Err(InputError::new(why).into())
        }
        Some((game, mut line)) => {
            moves.iter().try_for_each(|text| game.play(&mut line, text))?;
            Ok((game, line))
        }
    }
}

/// Looks at every position of a batch file and writes what `fields` makes of it.
pub(crate) fn view_batch(
    catalogue: &Catalogue,
    game: Option<&str>,
    file: &Path,
    terminal: &mut Terminal<'_>,
    fields: impl Fn(&dyn AnyGame, &View) -> Value,
) -> Done {
    batch::run(catalogue, game, file, &AtomicBool::new(false), terminal, |game, line, _| {
        let fields = fields(game, &game.view(line));
        Ok(batch::Answer { fields, notes: Vec::new(), exit: Exit::Answered })
    })
}
