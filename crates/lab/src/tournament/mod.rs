//! Tables of the thesis that are matches (`presets/tournaments.toml`): one task for every game, which depends on its
//! number and the seed alone.

mod data;
mod ground;

pub use data::{Colour, Pairing, Tournament, TournamentFile, files};
pub(crate) use ground::{GameGround, game_number};
