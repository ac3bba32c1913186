//! Recorded games: from a file to positions, and back.
//!
//! ```text
//!   bytes -> text -> SGF tree, PDN -\
//!                    move list ------> GameRecord -> replay -> Replay: legal? over? as stated?
//!                    data lines ----/      |
//!                                          \-> SGF, PDN, PGN, Olympiad style, move list
//! ```
//!
//! A [`GameRecord`] is what a file *says*: moves as they are written, each with its line and
//! column, the result that is claimed, variations. Whether it is a game is found by [`replay`],
//! which is generic over [`Rules`](andor_core::Rules): nothing here knows how a game is played.
//! What is written is canonical: writing, reading and writing again gives the same text.
//!
//! Reading takes memory in proportion to the text and never recurses; [`bounds`] says where it
//! stops. The walls: this crate knows no solver, no certificate and no command line.

mod ambiguity;
pub mod bounds;
mod data_lines;
mod ending;
mod fault;
pub mod fen;
mod format;
mod go_sgf;
mod hints;
mod loa_setup;
mod loa_sgf;
mod move_list;
mod numbering;
mod pdn;
mod record;
mod replay;
pub mod sgf;
mod stated;
mod text;

pub use ending::Ending;
pub use fault::{FormatError, Spot};
pub use format::{Format, ReadGames};
pub use hints::{FirstPlayer, Hints};
pub use numbering::move_number;
pub use record::{Action, GameRecord, Header, Step};
pub use replay::{Fault, Replay, ResultCheck, played_to, replay};
pub use stated::{Said, Stated};
pub use text::decode;
