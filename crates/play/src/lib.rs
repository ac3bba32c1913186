//! Whole games: what plays them, and how other programs take part.
//!
//! * [`Session`] is one game with one player that thinks beside; [`speak_ugi`], [`speak_gtp`] and
//!   [`speak_json`] are thin protocols in front of it;
//! * [`arena`] plays matches: openings, clocks, a referee, other programs as players, statistics;
//! * [`PlayerName`] and [`Pace`] read who plays and how long it may think.
//!
//! Games come from the engine's catalogue with their types forgotten. Nothing here prints.

pub mod arena;
mod notation;
mod pace;
mod player_name;
mod protocol;
mod session;

pub use pace::{Pace, Timing};
pub use player_name::{Dialect, PlayerName, Who};
pub use protocol::{GtpMoves, speak_gtp, speak_json, speak_ugi};
pub use session::{DEFAULT_PLAYER, Event, Output, Session};
