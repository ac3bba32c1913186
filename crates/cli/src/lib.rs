//! The command line of andor, as a library: [`main_with`] gives every command to a catalogue of
//! games, so that an outsider's game gets all of it with one line of `main`.
//!
//! Only this crate prints. Results go to stdout, progress and notes to stderr; with `--json`
//! stdout has one JSON object a line and nothing else. See [`Exit`] for the exit codes.

mod arguments;
mod commands;
mod exit;
mod overwrite;
mod picture;
mod processor;
mod program;
mod progress;
mod quantity;
mod records;
mod refusal;
mod terminal;
mod thinking;
mod wording;

pub use andor_engine::{Catalogue, Family, compiled, pair, pair_with_reference};
pub use exit::Exit;
pub use program::Program;
pub use terminal::Terminal;

use arguments::{Arguments, Command};
use clap::FromArgMatches;
use clap::error::ErrorKind;
use exit::Failure;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the command line of this process on the games of `catalogue`. [`program!`] says who a program is.
#[must_use]
pub fn main_with(program: Program, catalogue: Catalogue) -> ExitCode {
    let mut terminal = Terminal::of_process();
    if let Some(line) = processor::missing_features() {
        terminal.note(&format!("error: {line}"));
        return ExitCode::from(Exit::BadInput.code());
    }
    let exit = run_as(program, &catalogue, std::env::args_os(), &mut terminal);
    ExitCode::from(exit.code())
}

/// Runs one command line of andor (the first word is the program's name) and tells how it ended.
pub fn run(
    catalogue: &Catalogue,
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    terminal: &mut Terminal<'_>,
) -> Exit {
    run_as(Program::ANDOR, catalogue, arguments, terminal)
}

/// Runs one command line of a program and tells how it ended.
pub fn run_as(
    program: Program,
    catalogue: &Catalogue,
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    terminal: &mut Terminal<'_>,
) -> Exit {
    let words: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let mut command = arguments::command(program);
    let matches = command.try_get_matches_from_mut(&words);
    let parsed = match matches.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(parsed) => parsed,
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp => {
                terminal.print(error.render().to_string().trim_end());
                return Exit::Answered;
            }
            ErrorKind::DisplayVersion => {
                terminal.print(&program.versions());
                return Exit::Answered;
            }
            _ => {
                terminal.remark(&refusal::refusal(&error, &command, &words));
                return Exit::BadInput;
            }
        },
    };
    let json = parsed.json;
    if let Some(folder) = parsed.tables.clone() {
        andor_engine::keep_zones_in(folder);
    }
    let done = match parsed.command {
        None => commands::alone(catalogue, json, terminal),
        Some(Command::Games) => commands::games::run(catalogue, json, terminal),
        Some(Command::Devices) => commands::devices::run(json, terminal),
        Some(Command::Show(show)) => commands::show::run(catalogue, &show, json, terminal),
        Some(Command::Moves(moves)) => commands::moves::run(catalogue, &moves, json, terminal),
        Some(Command::Perft(perft)) => commands::perft::run(catalogue, &perft, json, terminal),
        Some(Command::Solve(solve)) => commands::solve::run(catalogue, &solve, json, terminal),
        Some(Command::Verify(verify)) => commands::verify::run(catalogue, &verify, json, terminal),
        Some(Command::Explain(explain)) => {
            commands::explain::run(catalogue, &explain, json, terminal)
        }
        Some(Command::Table(table)) => commands::table::run(catalogue, &table, json, terminal),
        Some(Command::Patterns(patterns)) => {
            commands::patterns::run(catalogue, &patterns, json, terminal)
        }
        Some(Command::Check(check)) => commands::check::run(catalogue, &check, json, terminal),
        Some(Command::Convert(convert)) => {
            commands::convert::run(catalogue, &convert, json, terminal)
        }
        Some(Command::Play(play)) => commands::play::run(catalogue, &play, json, terminal),
        Some(Command::Analyze(analyze)) => {
            commands::analyze::run(catalogue, &analyze, json, terminal)
        }
        Some(Command::Match(arguments)) => {
            commands::matches::run(catalogue, &arguments, json, terminal)
        }
        #[cfg(feature = "cluster")]
        Some(Command::Coordinate(coordinate)) => {
            commands::cluster::coordinate::run(catalogue, &coordinate, json, terminal)
        }
        #[cfg(feature = "cluster")]
        Some(Command::Worker(worker)) => {
            commands::cluster::worker::run(catalogue, &worker, json, terminal)
        }
        #[cfg(feature = "cluster")]
        Some(Command::Status(status)) => commands::cluster::status::run(&status, json, terminal),
        #[cfg(feature = "cluster")]
        Some(Command::Cluster(cluster)) => {
            commands::cluster::run(catalogue, &cluster, parsed.tables.as_deref(), json, terminal)
        }
        Some(Command::Engine(engine)) => commands::engine::run(catalogue, &engine, terminal),
        #[cfg(feature = "web")]
        Some(Command::Web(web)) => commands::web::run(catalogue, &web, json, terminal),
        #[cfg(feature = "web")]
        Some(Command::Site(site)) => commands::site::run(&site, json, terminal),
        #[cfg(feature = "lab")]
        Some(Command::Laboratory(command)) => {
            commands::laboratory::run(catalogue, command, json, terminal)
        }
        Some(Command::Program(about)) => commands::program::run(program, &about, json, terminal),
    };
    match done {
        Ok(exit) => exit,
        Err(Failure { exit, line }) => {
            terminal.remark(&format!("error: {line}"));
            exit
        }
    }
}
