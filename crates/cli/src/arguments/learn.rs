//! The words of `andor learn`.

use crate::overwrite::Overwrite;
use crate::quantity::{count, thousandths};
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct LearnArguments {
    /// The game, such as loa or breakthrough:6x6.
    pub(crate) game: String,
    /// The evaluator whose weights are learnt [default: the game's last].
    #[arg(long, value_name = "NAME")]
    pub(crate) evaluator: Option<String>,
    /// Games to play, those of an earlier run included.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = count)]
    pub(crate) games: u64,
    /// The seed of all random moves.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Plies that the players look ahead.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) depth: u32,
    /// How much of an error reaches the position before, from 0 to 1.
    #[arg(long, value_name = "X", default_value = "0.8", value_parser = thousandths)]
    pub(crate) lambda: u32,
    /// The rate of learning at the start, from 0 to 1.
    #[arg(long, value_name = "X", default_value = "0.05", value_parser = thousandths)]
    pub(crate) rate: u32,
    /// Begin with the weights of this file, not with those that come with the evaluator.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Features whose weights stay as they are, separated by commas.
    #[arg(long, value_name = "F,F..", value_delimiter = ',')]
    pub(crate) keep: Vec<String>,
    /// The weight file to write; beside it FILE.log, a line a game, and FILE.state to go on from.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// Go on where FILE.state ends.
    #[arg(long)]
    pub(crate) resume: bool,
}
