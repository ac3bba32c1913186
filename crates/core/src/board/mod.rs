//! Board texts shared by all board games: position text, squares, pictures, bytes.
//!
//! Ranks are written from the top down and separated by `/`; a number is a run of empty squares;
//! then a space and the side to move: `bb/2/ww w`. Files are a, b, c... from the left, ranks
//! 1, 2, 3... from the bottom. A [`Setup`] is only what the text says; making a position of it is
//! the game's business. A [`Rectangle`] does all of this for a board with men of two colours.
//!
//! This is how boards are written, and nothing of how they are played on: fast rules and reference
//! rules of a game, which share no rule, share it.

mod rectangle;
mod setup;
mod ternary;
mod walls;

pub use rectangle::Rectangle;
pub use setup::Setup;
pub use ternary::{pack_men, pack_ternary, unpack_men, unpack_ternary};
pub use walls::{WALL, walls_in};

/// The letter of a file.
#[must_use]
pub fn file_letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

/// The name of a square: `square_name(0, 2)` is `a3`.
#[must_use]
pub fn square_name(column: usize, row: usize) -> String {
    format!("{}{}", file_letter(column), row + 1)
}
