//! Race patterns.
#![allow(missing_docs)]

mod board;
mod cell;
mod generate;
mod matrix;
mod oracle;
mod pattern;
mod restricted;
mod set;

pub use board::{PatternBoard, Placement};
pub use cell::Cell;
pub use generate::{Generated, Size, generate};
pub use oracle::PatternOracle;
pub use pattern::{BOARD_ROWS, Boards, MOST_COLUMNS, MOST_ROWS, Pattern, Turn};
pub use set::{PatternSet, parse_boards};
