//! Matches between players: openings, clocks, a referee, other programs as players, statistics.
//!
//! ```text
//!   tournament   which games are to be played, by how many threads, which are known from a log
//!     game       one game: asks the seat to move, checks the move, keeps the clocks
//!       seat     a player: one of ours (own_seat), or a program (interface_seat, gtp_seat)
//!         process  a program's lines, with deadlines
//!   statistics, sprt   what the results say
//! ```
//!
//! The referee believes nobody: moves are checked with the game's rules and every finished game is
//! replayed with the reference rules. A player that crashes, says nothing, plays an illegal move or
//! oversteps the time loses that game and is started anew.

mod game;
mod gtp_seat;
mod interface_seat;
mod log;
mod openings;
mod opponent;
mod own_seat;
mod process;
mod reason;
mod save;
mod seat;
mod sprt;
mod statistics;
mod tournament;

pub use log::{Heading, Log, PlayedGame, Side};
pub use openings::{fingerprint, random_openings, read_openings};
pub use opponent::Opponent;
pub use reason::Reason;
pub use save::{game_format, record_of, record_of_line};
pub use sprt::{Sprt, Verdict};
pub use statistics::{GameResult, Tally};
pub use tournament::{Match, Played};
