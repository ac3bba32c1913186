//! Whole games: what plays them, and how other programs take part.
//!
//! * [`speak_ugi`] and [`speak_gtp`] are thin protocols in front of a session: one game with one player that thinks
//!   beside;
//! * [`speak_json`] puts a queue in front of a [`Desk`], which answers requests about anything: positions, games,
//!   certificates, records;
//! * [`arena`] plays matches: openings, clocks, a referee, other programs as players, statistics;
//! * [`analysis`] looks at whole games, and judges every move;
//! * [`Contestant`] is who plays: a player of our own, or another program.
//!
//! Games come from the engine's catalogue with their types forgotten. Nothing here prints.

pub mod analysis;
pub mod arena;
mod board;
mod contestant;
mod expected;
mod level;
mod listing;
mod notation;
mod progress;
mod protocol;
mod session;
mod why;
pub mod words;

pub use board::{Board, is_on_top};
pub use contestant::{Contestant, Dialect, Program, command_words};
pub use expected::{expected, percent};
pub use level::Level;
pub use listing::listing;
pub use notation::to_vertex;
pub use progress::progress_object;
pub use protocol::{
    Bounds, ClusterStatus, Desk, GamesList, GtpMoves, Lanes, Turnstile, quick_wants, speak_gtp,
    speak_json, speak_ugi,
};
pub use session::{DEFAULT_PLAYER, Output};
pub use why::why;
