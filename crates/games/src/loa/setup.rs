//! From a board as written down to a position that can be: the reasons why one cannot.
//!
//! This is vocabulary of texts, not rules of play, so both implementations read it here. It
//! refuses more men than a side starts with, and sides without men: who has one man left is
//! connected, so the game ends before the last man can be taken. It does not ask whether some game
//! really leads to a position; a game that is over is a position like any other.

use andor_core::board::{Rectangle, Setup};
use andor_core::{InputError, Player};

/// Reads a position text for a square board; refuses what cannot be a position, with
/// every reason in one line.
pub(super) fn read(text: &str, board: Rectangle) -> Result<Setup, InputError> {
    let setup = board.read(text)?;
    let mut reasons = Vec::new();
    for player in [Player::Black, Player::White] {
        let count = setup.cells.iter().filter(|&&cell| cell == player.letter()).count();
        let most = 2 * (board.columns - 2);
        if count > most {
            reasons.push(format!("{player} has {count} men, and never has more than {most}"));
        }
        if count == 0 {
            reasons.push(format!("{player} has no men, but the last man is never taken"));
        }
    }
    setup.refuse_for(reasons)?;
    Ok(setup)
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::refusals::names_every_reason;
    use andor_core::board::Rectangle;

    const BOARD: Rectangle = Rectangle::new(3, 3);

    #[test]
    fn possible_positions_are_accepted_even_when_the_game_is_over() {
        for text in ["1b1/w1w/1b1 b", "1b1/w1w/1b1 w", "b2/b2/2w b", "b2/3/2w w"] {
            assert_eq!(read(text, BOARD).unwrap().to_string(), text);
        }
    }

    #[test]
    fn every_reason_is_named_in_one_line() {
        let cases: [(&str, &[&str]); 5] = [
            ("bbb/w1w/3 b", &["Black has 3 men, and never has more than 2"]),
            ("b1b/www/3 b", &["White has 3 men"]),
            ("b1b/3/3 w", &["White has no men"]),
            ("3/3/3 w", &["Black has no men", "White has no men"]),
            ("www/3/3 b now or", &["Black has no men", "White has 3 men", "\"now\""]),
        ];
        names_every_reason(&cases, |text| read(text, BOARD));
    }
}
