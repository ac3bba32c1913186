//! From a board as written down to a position that can be: the reasons why one cannot.
//!
//! This is vocabulary of texts, not rules of play, so both implementations read it here. It
//! refuses pieces on squares that nobody can reach, men that should have become kings, more pieces
//! than a side starts with, and a side that has moved last without a piece to move. It does not
//! ask whether some game really leads to a position; a game that has just been won is a position
//! like any other.

use andor_core::board::{Setup, square_name};
use andor_core::{InputError, Player};

/// Squares on a side of the board.
const SIZE: usize = 8;
/// The men that each side starts with.
const PIECES: usize = 12;
/// Men and kings as they are written.
pub(super) const LETTERS: &str = "bwBW";

/// Reads a position text, and refuses it with every reason in one line.
pub(super) fn parse(text: &str) -> Result<Setup, InputError> {
    let setup = Setup::parse(text, SIZE, SIZE, LETTERS)?;
    let mut reasons = Vec::new();
    for (square, &cell) in setup.cells.iter().enumerate().filter(|(_, cell)| **cell != '.') {
        let (column, row) = (square % SIZE, square / SIZE);
        let name = square_name(column, row);
        if (column + row) % 2 == 1 {
            reasons.push(format!("{cell} on {name}, which is not a playable square"));
        } else if (cell, row) == ('b', 0) || (cell, row) == ('w', SIZE - 1) {
            reasons.push(format!("a man on {name} would be a king"));
        }
    }
    for player in [Player::Black, Player::White] {
        let is_own = |cell: &&char| cell.eq_ignore_ascii_case(&player.letter());
        let count = setup.cells.iter().filter(is_own).count();
        if count > PIECES {
            reasons.push(format!("{player} has {count} pieces, and never has more than {PIECES}"));
        }
        if count == 0 && player != setup.side {
            reasons.push(format!("{player} has no pieces, so {player} cannot have moved last"));
        }
    }
    setup.refuse_for(reasons)?;
    Ok(setup)
}

#[cfg(test)]
mod tests {
    use super::parse;
    use crate::refusals::names_every_reason;

    #[test]
    fn possible_positions_are_accepted_even_when_somebody_has_won() {
        for text in [
            "1b1b1b1b/b1b1b1b1/1b1b1b1b/8/8/w1w1w1w1/1w1w1w1w/w1w1w1w1 b",
            "8/8/8/8/3W4/8/8/B7 w",
            "8/8/8/8/3W4/8/8/8 b",     // White has just taken the last piece
            "8/8/8/8/8/b7/1w6/w1w5 b", // Black cannot move
        ] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn every_reason_is_named_in_one_line() {
        let full = "1b1b1b1b/b1b1b1b1/1b1b1b1b/8/1B6/w1w1w1w1/1w1w1w1w/w1w1w1w1 b";
        let cases: [(&str, &[&str]); 7] = [
            ("8/8/8/8/2w5/8/8/B7 b", &["w on c4, which is not a playable square"]),
            ("8/8/8/8/8/8/3w4/b7 b", &["a man on a1 would be a king"]),
            ("1w6/8/8/8/8/8/8/B7 b", &["a man on b8 would be a king"]),
            (full, &["Black has 13 pieces"]),
            ("8/8/8/8/8/8/8/B7 b", &["White has no pieces, so White cannot have moved last"]),
            ("8/8/8/8/8/8/8/8 b", &["White has no pieces"]),
            ("w7/8/8/8/8/8/8/b7 b 3", &["w on a8", "a1 would be a king", "\"3\""]),
        ];
        names_every_reason(&cases, parse);
        for (text, part) in [("8/8/8/8/8/8/8/Q7 b", "\"Q\""), ("8/8 b", "2 ranks"), ("", "empty")] {
            assert!(parse(text).unwrap_err().to_string().contains(part), "{text}");
        }
    }
}
