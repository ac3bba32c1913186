//! The words of `andor play` and `andor analyze`.

use super::CheckingArguments;
use crate::overwrite::Overwrite;
use crate::quantity::{count, duration};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Debug)]
pub(crate) struct PlayArguments {
    /// The game, such as loa or breakthrough:6x6.
    #[arg(conflicts_with = "proof")]
    pub(crate) game: Option<String>,
    /// Who plays Black: human, mia, mia:time=2s, mia4:depth=4, random, ugi:COMMAND, gtp:COMMAND.
    #[arg(long, value_name = "P", default_value = "human", conflicts_with = "proof")]
    pub(crate) black: String,
    /// Who plays White.
    #[arg(long, value_name = "P", default_value = "mia", conflicts_with = "proof")]
    pub(crate) white: String,
    /// How well players play whose names do not say it, and hints: 1 to 9.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=9))]
    pub(crate) level: u32,
    /// Another position than the initial one.
    #[arg(long, value_name = "P", conflicts_with = "proof")]
    pub(crate) position: Option<String>,
    /// Save the game here when it ends.
    #[arg(long, value_name = "FILE", conflicts_with = "proof")]
    pub(crate) save: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// The certificate to play against.
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// Whose proof to play against, where there are two: b or w.
    #[arg(long, value_name = "b|w", requires = "proof")]
    pub(crate) holder: Option<String>,
    /// A table that the certificate rests on. More than one may be given.
    #[arg(long, value_name = "FILE", requires = "proof")]
    pub(crate) table: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) checking: CheckingArguments,
}

#[derive(Args, Debug)]
pub(crate) struct AnalyzeArguments {
    /// A file of games ("-" reads stdin), or one position of one: FILE#PLY.
    pub(crate) file: String,
    /// Who looks at the positions.
    #[arg(long, value_name = "P", default_value = andor_play::DEFAULT_PLAYER)]
    pub(crate) player: String,
    /// Time a position.
    #[arg(long, value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Nodes a position [default: 100000, if nothing else is said].
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) nodes: Option<u64>,
    /// Plies a position.
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// Nodes of the proof search of a position; 0 for none.
    #[arg(long, value_name = "N", default_value = "100000", value_parser = count)]
    pub(crate) proof_nodes: u64,
    /// A move that gives so many points away is a mistake.
    #[arg(long, value_name = "POINTS", default_value_t = 150)]
    pub(crate) threshold: i32,
    /// Write the games with comments and better moves here, as SGF (Lines of Action, Go).
    #[arg(long, value_name = "FILE.sgf")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
}
