//! The words about the program itself: `andor version`, `completions` and `man`.

use crate::overwrite::Overwrite;
use clap::{Args, Subcommand};
use clap_complete::Shell;
use std::path::PathBuf;

#[derive(Subcommand, Debug)]
pub(crate) enum ProgramCommand {
    /// Say which version this is.
    Version,
    /// Write what lets a shell complete commands and options.
    Completions(CompletionsArguments),
    /// Write the manual page, or one of each command into a folder.
    Man(ManArguments),
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsArguments {
    /// The shell.
    pub(crate) shell: Shell,
}

#[derive(Args, Debug)]
pub(crate) struct ManArguments {
    /// A folder for the pages of all commands; without it, the first page goes to stdout.
    pub(crate) dir: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
}
