//! The starting positions that records of Lines of Action name: SGF's property SU, and the words
//! of data files.
//!
//! ```text
//!   Standard                     Scrambled-eggs: the colours alternate all around
//!   8 . b b b b b b .            8 . w b w b w b .
//!   7 w . . . . . . w            7 b . . . . . . w
//!   6 w . . . . . . w            6 w . . . . . . b
//!   ...                          ...
//!   2 w . . . . . . w            2 w . . . . . . b
//!   1 . b b b b b b .            1 . b w b w b w .
//!     a b c d e f g h              a b c d e f g h
//! ```
//!
//! `Parachute` and `Gemma` are other games: in the first, for instance, the players also place men
//! during the first moves. They are known by name and refused.

use andor_core::board::Setup;
use andor_core::{InputError, Player};

/// The sides of the boards of Lines of Action.
pub(crate) const SIZES: std::ops::RangeInclusive<usize> = 3..=11;

/// A starting position with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Named {
    Standard,
    ScrambledEggs,
    /// An empty board, filled by what else the record says.
    Custom,
}

impl Named {
    /// Reads a name, in any case.
    pub(crate) fn parse(text: &str) -> Result<Named, String> {
        match text.trim().to_lowercase().as_str() {
            "standard" | "loa" => Ok(Named::Standard),
            "scrambled-eggs" | "scrambled eggs" => Ok(Named::ScrambledEggs),
            "custom" => Ok(Named::Custom),
            "parachute" | "gemma" => {
                Err(format!("setup {} is played by other rules", InputError::quote(text)))
            }
            _ => Err(format!(
                "setup {} is not Standard, Scrambled-eggs or Custom",
                InputError::quote(text)
            )),
        }
    }

    /// The board, Black to move.
    pub(crate) fn setup(self, size: usize) -> Setup {
        let last = size - 1;
        let man = |square: usize| {
            let (column, row) = (square % size, square / size);
            let (inner_column, inner_row) = ((1..last).contains(&column), (1..last).contains(&row));
            let along_rank = match (inner_column, inner_row) {
                (true, false) => true,
                (false, true) => false,
                _ => return '.',
            };
            let black = match self {
                Named::Custom => return '.',
                Named::Standard => along_rank,
                // Counted around the board from b1, which is black.
                Named::ScrambledEggs => {
                    let around = if along_rank && row == 0 {
                        column - 1
                    } else if column == last {
                        size - 2 + row - 1
                    } else if along_rank {
                        2 * (size - 2) + last - 1 - column
                    } else {
                        3 * (size - 2) + last - 1 - row
                    };
                    around % 2 == 0
                }
            };
            if black { 'b' } else { 'w' }
        };
        Setup {
            columns: size,
            rows: size,
            cells: (0..size * size).map(man).collect(),
            side: Player::Black,
            extras: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Named;

    #[test]
    fn named_positions_are_those_of_the_records() {
        let standard = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b";
        let eggs = "1wbwbwb1/b6w/w6b/b6w/w6b/b6w/w6b/1bwbwbw1 b";
        assert_eq!(Named::Standard.setup(8).to_string(), standard);
        assert_eq!(Named::ScrambledEggs.setup(8).to_string(), eggs);
        assert_eq!(Named::Custom.setup(3).to_string(), "3/3/3 b");
        assert_eq!(Named::parse("SCRAMBLED-EGGS"), Ok(Named::ScrambledEggs));
        assert!(Named::parse("Gemma").unwrap_err().contains("\"Gemma\" is played by other rules"));
        assert!(Named::parse("Circle").unwrap_err().contains("\"Circle\""));
    }
}
