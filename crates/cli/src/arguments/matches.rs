//! The words of `andor match`.

use crate::overwrite::Overwrite;
use crate::quantity::{count, duration};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Debug)]
pub(crate) struct MatchArguments {
    /// Player A: mia, mia4:depth=4, mia:time=2s, random, ugi:COMMAND, gtp:COMMAND or uci:COMMAND.
    #[arg(value_name = "A")]
    pub(crate) a: String,
    /// Player B.
    #[arg(value_name = "B")]
    pub(crate) b: String,
    /// How many games; two neighbours have the same opening, with changed colours.
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) games: u64,
    /// The game [default: loa, or the first of your own].
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Openings: one a line, moves from the initial position; "builtin" for even ones that come with the
    /// program; random ones by the seed if left out.
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    /// How many random moves an opening has.
    #[arg(long, value_name = "N", default_value_t = 4, conflicts_with = "openings")]
    pub(crate) opening_plies: usize,
    /// How many different openings there are; as many as there are pairs if left out.
    #[arg(long, value_name = "N")]
    pub(crate) opening_count: Option<usize>,
    /// Time a move, for players whose names say nothing [default: 1s, if nothing else is said].
    #[arg(long, value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// A clock for the whole game, such as 60+0.6: seconds, and an increment after every move.
    #[arg(long, value_name = "BASE+INC", conflicts_with = "time")]
    pub(crate) tc: Option<String>,
    /// Plies a move.
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// Nodes a move.
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) nodes: Option<u64>,
    /// How much longer than allowed a move may take.
    #[arg(long, value_name = "TIME", default_value = "200ms", value_parser = duration)]
    pub(crate) margin: Duration,
    /// A game of so many plies is a draw.
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub(crate) most_plies: usize,
    /// Stop when it is clear whether A is ELO1 stronger, or only ELO0 (errors 5%), such as 0,10.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<String>,
    /// Keep every game in this file at once, and go on with the match that it holds.
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Save the games: in this file, or one by one in this folder (if it is one, or ends with /).
    #[arg(long, value_name = "FILE|DIR")]
    pub(crate) save: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// Games at a time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: u32,
    /// The seed of random openings and players.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}
