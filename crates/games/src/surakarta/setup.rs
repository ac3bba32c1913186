//! From a board as written down to a position that can be: the reasons why one cannot.
//!
//! This is vocabulary of texts, not rules of play, so both implementations read it here. It
//! refuses more men than a side starts with, and a side that has moved last without a man to move
//! (so never do both sides lack men). It does not ask whether some game really leads to a
//! position; a game that has just been won is a position like any other.

use super::circuits::SIZE;
use andor_core::board::{Rectangle, Setup};
use andor_core::{InputError, Player};

/// The men that each side starts with: two full rows.
const MEN: usize = 12;

/// Reads a position text; refuses what cannot be a position, with every reason in one line.
pub(super) fn read(text: &str) -> Result<Setup, InputError> {
    let setup = Rectangle::new(SIZE, SIZE).read(text)?;
    let mut reasons = Vec::new();
    for player in [Player::Black, Player::White] {
        let count = setup.cells.iter().filter(|&&cell| cell == player.letter()).count();
        if count > MEN {
            reasons.push(format!("{player} has {count} men, and never has more than {MEN}"));
        }
        if count == 0 && player != setup.side {
            reasons.push(format!("{player} has no men, so {player} cannot have moved last"));
        }
    }
    setup.refuse_for(reasons)?;
    Ok(setup)
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::refusals::names_every_reason;

    #[test]
    fn possible_positions_are_accepted_even_when_somebody_has_won() {
        for text in [
            "bbbbbb/bbbbbb/6/6/wwwwww/wwwwww b",
            "bbbbbb/bbbbbb/6/6/wwwwww/wwwwww w",
            "6/6/2w3/6/6/6 b", // White has just taken the last man
            "6/6/2b3/6/6/6 w", // Black has
        ] {
            assert_eq!(read(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn every_reason_is_named_in_one_line() {
        let cases: [(&str, &[&str]); 5] = [
            ("bbbbbb/bbbbbb/b5/6/wwwwww/wwwwww b", &["Black has 13 men"]),
            ("bbbbbb/bbbbbb/wwwwww/6/wwwwww/wwwwww b", &["White has 18 men"]),
            ("6/6/2w3/6/6/6 w", &["Black has no men, so Black cannot have moved last"]),
            ("6/6/6/6/6/6 b", &["White has no men"]),
            ("bbbbbb/bbbbbb/b5/6/6/6 b fast", &["Black has 13", "White has no men", "\"fast\""]),
        ];
        names_every_reason(&cases, read);
    }
}
