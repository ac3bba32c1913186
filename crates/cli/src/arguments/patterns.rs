//! `andor patterns`: race patterns.

use crate::overwrite::Overwrite;
use crate::quantity::{duration, memory};
use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Debug)]
pub(crate) struct PatternsArguments {
    #[command(subcommand)]
    pub(crate) command: PatternsCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum PatternsCommand {
    /// Find all patterns up to an order and a size.
    Generate(PatternsGenerateArguments),
    /// Prove every pattern of a set by playing out its restricted game.
    Verify(PatternsVerifyArguments),
    /// Draw the patterns of a set.
    Show(PatternsShowArguments),
    /// Lay a set on a position: which patterns match where, and what follows.
    Match(PatternsMatchArguments),
}

#[derive(Args, Debug)]
pub(crate) struct PatternsGenerateArguments {
    /// The most passes of the defender.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=6))]
    pub(crate) order: u32,
    /// The most columns of a pattern.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) columns: usize,
    /// The most rows of a pattern.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) rows: usize,
    /// The numbers of rows of the boards that they shall hold on.
    #[arg(long, value_name = "N-N", default_value = "4-8")]
    pub(crate) boards: String,
    /// Stop after so long, such as 30s.
    #[arg(long, value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Bytes to work in [default: 1GiB].
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub(crate) memory: Option<u64>,
    /// Write here, not to stdout.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
}

#[derive(Args, Debug)]
pub(crate) struct PatternsVerifyArguments {
    /// The set: a file, builtin, or builtin:ORDER.
    pub(crate) set: String,
}

#[derive(Args, Debug)]
pub(crate) struct PatternsShowArguments {
    /// The set: a file, builtin, or builtin:ORDER.
    pub(crate) set: String,
    /// Only patterns of this order.
    #[arg(long, value_name = "N")]
    pub(crate) order: Option<u32>,
    /// Only the pattern with this number.
    #[arg(long, value_name = "N")]
    pub(crate) pattern: Option<usize>,
}

#[derive(Args, Debug)]
pub(crate) struct PatternsMatchArguments {
    /// The board, such as breakthrough:5x5.
    pub(crate) game: String,
    /// Another position than the initial one.
    #[arg(long, value_name = "P")]
    pub(crate) position: Option<String>,
    /// Moves to play from there first, separated by spaces.
    #[arg(long, value_name = "M M..")]
    pub(crate) moves: Option<String>,
    /// The set: a file, builtin, or builtin:ORDER.
    #[arg(long, value_name = "FILE|builtin:ORDER", default_value = "builtin")]
    pub(crate) patterns: String,
}
