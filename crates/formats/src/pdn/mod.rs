//! PDN, the Portable Draughts Notation: games of English draughts as its players keep them.
//!
//! A. Millett's format of 1995, which is chess' PGN with numbers for squares; what is written is of
//! PDN 3.0 as W. Wesselink describes it, where English draughts is game type 21:
//!
//! ```text
//!   [Event "Example"]
//!   [Black "Ada"]
//!   [White "Charles"]
//!   [Result "1-0"]                                   Black is named first, and has won
//!   [FEN "B:W18,24,K10:B12,K22"]                     the start, if it is not the usual one
//!
//!   1. 11-15 23-19 2. 8-11 {a comment} (2. 9-14 22-17) 22-17 3. 11-16 1-0
//! ```
//!
//! Other games are written as PGN, with their own moves and the game in a tag of its own:
//!
//! ```text
//!   [White "Ada"]
//!   [Black "Charles"]
//!   [Result "0-1"]
//!   [Adjudicated "Resigned"]                         why, if the board does not say it
//!   [Variant "breakthrough:3x4"]
//!
//!   1. a2xb3 a4xb3 0-1
//! ```
//!
//! A variation in parentheses takes the place of the move before it. Squares are numbered from 1
//! (b8) to 32 (g1) in the order of reading; the rules read these numbers themselves, so that a
//! record keeps its moves as they are written.

pub(crate) mod fen;
mod read;
mod tags;
mod write;

pub(crate) use read::{looks_like, read};
pub(crate) use write::{Notation, write};

/// The game.
const GAME: &str = "checkers";
/// The game type of English draughts.
const GAME_TYPE: &str = "21";
/// The property of a record that holds comments.
const COMMENT: &str = "C";
/// Playable squares.
const SQUARES: usize = 32;

/// The column and the row of a numbered square.
fn column_and_row(number: usize) -> Option<(usize, usize)> {
    let index = number.checked_sub(1).filter(|&index| index < SQUARES)?;
    let row = 7 - index / 4;
    Some((2 * (index % 4) + row % 2, row))
}

/// The number of a square, if it is playable.
fn number(column: usize, row: usize) -> Option<usize> {
    let is_playable = column < 8 && row < 8 && (column + row).is_multiple_of(2);
    is_playable.then(|| (7 - row) * 4 + column / 2 + 1)
}

/// The number of a square given by its name, such as `b8`.
fn number_of(name: &str) -> Option<usize> {
    let mut letters = name.chars();
    let (file, rank) = (letters.next()?, letters.next()?.to_digit(10)?);
    let column = (file as usize).checked_sub('a' as usize)?;
    let row = (rank as usize).checked_sub(1)?;
    letters.next().is_none().then(|| number(column, row))?
}

#[cfg(test)]
mod tests {
    use super::{column_and_row, number, number_of};

    #[test]
    fn squares_and_numbers() {
        for (name, wanted) in [("b8", 1), ("h8", 4), ("a7", 5), ("f6", 11), ("a1", 29), ("g1", 32)]
        {
            assert_eq!(number_of(name), Some(wanted), "{name}");
        }
        for wanted in 1..=32 {
            let (column, row) = column_and_row(wanted).unwrap();
            assert_eq!(number(column, row), Some(wanted));
        }
        for wrong in ["a8", "b1", "i9", "a0", "", "b", "b88", "\u{e9}1"] {
            assert_eq!(number_of(wrong), None, "{wrong}");
        }
        assert_eq!((column_and_row(0), column_and_row(33)), (None, None));
    }
}
