//! `andor table`: endgame tables.

use super::CheckingArguments;
use crate::overwrite::Overwrite;
use crate::quantity::memory;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct TableArguments {
    #[command(subcommand)]
    pub(crate) command: TableCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum TableCommand {
    /// Build the table of all endings up to so many men.
    Build(TableBuildArguments),
    /// Check every entry of a table with the game's reference rules.
    Verify(TableVerifyArguments),
    /// Look a position up: its value, and the value of every move.
    Probe(TableProbeArguments),
    /// Say what a table is about, and count its wins, draws and losses.
    Info(TableInfoArguments),
}

#[derive(Args, Debug)]
pub(crate) struct TableBuildArguments {
    /// The game: checkers, surakarta, loa:5x5, ...
    pub(crate) game: String,
    /// The most men of both sides together.
    #[arg(long, value_name = "N")]
    pub(crate) pieces: u32,
    /// Bytes to work in [default: 1GiB].
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub(crate) memory: Option<u64>,
    /// Threads; all there are by default.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
    /// Write here [default: GAME-N.table].
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
}

#[derive(Args, Debug)]
pub(crate) struct TableVerifyArguments {
    /// The table.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) checking: CheckingArguments,
}

#[derive(Args, Debug)]
pub(crate) struct TableProbeArguments {
    /// The table.
    pub(crate) file: PathBuf,
    /// The position.
    #[arg(long, value_name = "P")]
    pub(crate) position: String,
    /// Moves to play from there first, separated by spaces.
    #[arg(long, value_name = "M M..")]
    pub(crate) moves: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct TableInfoArguments {
    /// The table.
    pub(crate) file: PathBuf,
}
