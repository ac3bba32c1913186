//! `andor version`, `andor completions` and `andor man`: all from the definition of the command line.

use super::Done;
use crate::arguments::{CompletionsArguments, ManArguments, ProgramCommand, command};
use crate::exit::Exit;
use crate::overwrite::{Kind, Overwrite};
use crate::program::Program;
use crate::terminal::Terminal;
use andor_core::InputError;
use andor_play::words::counted;
use clap::Command;
use clap_mangen::Man;
use serde_json::json;
use std::io;
use std::path::Path;

pub(crate) fn run(
    program: Program,
    about: &ProgramCommand,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    match about {
        ProgramCommand::Version if json => {
            let Program { name, version } = program;
            terminal.print(&json!({"program": name, "version": version}).to_string());
        }
        ProgramCommand::Version => terminal.print(&program.versions()),
        ProgramCommand::Completions(CompletionsArguments { shell }) => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut command(program), program.name, &mut text);
            terminal.print(String::from_utf8_lossy(&text).trim_end());
        }
        ProgramCommand::Man(ManArguments { dir: None, .. }) => {
            let mut text = Vec::new();
            let rendered = Man::new(command(program)).render(&mut text);
            rendered.map_err(|error| InputError::new(format!("the manual page: {error}")))?;
            terminal.print(String::from_utf8_lossy(&text).trim_end());
        }
        ProgramCommand::Man(ManArguments { dir: Some(dir), overwrite }) => {
            let pages = write_pages(program, dir, *overwrite)?;
            let dir = dir.display().to_string();
            match json {
                true => terminal.print(&json!({"pages": pages, "folder": dir}).to_string()),
                false => terminal.print(&format!("{} in {dir}", counted(pages, "page"))),
            }
        }
    }
    Ok(Exit::Answered)
}

/// Writes a page for each command, and says how many.
fn write_pages(program: Program, dir: &Path, overwrite: Overwrite) -> Result<usize, InputError> {
    let failed = |error: io::Error| {
        let dir = InputError::quote(&dir.display().to_string());
        InputError::new(format!("{dir}: {error}"))
    };
    let mut command = command(program).disable_help_subcommand(true);
    command.build();
    let pages: Vec<Man> = with_all_below(&command).into_iter().map(Man::new).collect();
    for page in &pages {
        overwrite.check("man", &dir.join(page.get_filename()), Kind::ManualPage)?;
    }
    std::fs::create_dir_all(dir).map_err(failed)?;
    pages.iter().try_for_each(|page| page.generate_to(dir).map(drop)).map_err(failed)?;
    Ok(pages.len())
}

/// A command, and all below it that are shown.
fn with_all_below(command: &Command) -> Vec<Command> {
    let shown = command.get_subcommands().filter(|below| !below.is_hide_set());
    let below = shown.flat_map(with_all_below);
    std::iter::once(command.clone()).chain(below).collect()
}
