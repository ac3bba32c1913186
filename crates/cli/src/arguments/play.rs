//! The words of `andor play` and `andor analyze`.

use super::CheckingArguments;
use crate::overwrite::Overwrite;
use crate::quantity::{count, duration};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Debug)]
pub(crate) struct PlayArguments {
    /// The game, such as loa or breakthrough:6x6; or a recorded game to go on with: FILE, FILE#PLY.
    #[arg(conflicts_with = "proof")]
    pub(crate) game: Option<String>,
    /// Who plays Black: human, mia, mia:time=2s, mia4:depth=4, random, ugi:COMMAND, gtp:COMMAND [default: human].
    #[arg(long, value_name = "P", conflicts_with = "proof")]
    pub(crate) black: Option<String>,
    /// Who plays White [default: mia, or human where mia plays Black].
    #[arg(long, value_name = "P", conflicts_with = "proof")]
    pub(crate) white: Option<String>,
    /// How well players play whose names do not say it: 1 (a child wins) to 10 (20 s a move).
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=10))]
    pub(crate) level: u32,
    /// What the players' dice are thrown by: the same moves then make the same game.
    #[arg(long, value_name = "N", conflicts_with = "proof")]
    pub(crate) seed: Option<u64>,
    /// Another position than the initial one.
    #[arg(long, value_name = "P", conflicts_with = "proof")]
    pub(crate) position: Option<String>,
    /// The certificate to play against.
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// Whose proof to play against, where there are two: b or w.
    #[arg(long, value_name = "b|w", requires = "proof")]
    pub(crate) holder: Option<String>,
    #[command(flatten)]
    pub(crate) checking: CheckingArguments,
    /// Save the game here when it ends, Ctrl-C included.
    #[arg(long, value_name = "FILE", conflicts_with = "proof")]
    pub(crate) save: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// A table that the certificate rests on. More than one may be given.
    #[arg(long, value_name = "FILE", requires = "proof")]
    pub(crate) table: Vec<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct AnalyzeArguments {
    /// A file of games ("-" reads stdin), one game of it (FILE#GAME.all), or one position: FILE#PLY.
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
    /// A move that costs so many percent of the expected result is a mistake.
    #[arg(long, value_name = "PERCENT", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) threshold: u32,
    /// Write the games with comments and better moves here, as SGF (Lines of Action, Go), PDN (checkers)
    /// or PGN (other games), by the ending of the name.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
}
