//! Engine protocols: thin layers that turn lines into commands of a [`Session`](crate::session::Session) and
//! its events into lines.
//!
//! Each is a loop over the lines of an input until it ends or says `quit`. Whatever comes, even if
//! it is no text at all, is answered or ignored as the protocol says, and never ends the program.

mod gtp;
mod gtp_analyze;
mod gtp_clock;
mod gtp_go;
mod gtp_handicap;
mod gtp_moves;
mod gtp_points;
mod gtp_rules;
mod gtp_sgf;
mod gtp_turns;
mod json;
mod ugi;
mod ugi_go;

pub use gtp::{GtpMoves, speak_gtp};
pub use json::{Bounds, ClusterStatus, Desk, GamesList, Lanes, Turnstile, quick_wants, speak_json};
pub use ugi::speak_ugi;

use std::io::BufRead;

/// Longer lines are cut in two: no input may fill the memory.
const LONGEST_LINE: u64 = 1 << 24;

/// The next line without its end, or `None` at the end of the input. Bytes that are no text are
/// replaced.
fn read_line(input: &mut dyn BufRead) -> Option<String> {
    use std::io::Read;
    let mut bytes = Vec::new();
    match input.take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
        Ok(read) if read > 0 => {
            let text = String::from_utf8_lossy(&bytes);
            Some(text.trim_end_matches(['\n', '\r']).to_owned())
        }
        _ => None,
    }
}
