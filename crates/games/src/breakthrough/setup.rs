//! From a board as written down to a position that can be: the reasons why one cannot.
//!
//! This is vocabulary of texts, not rules of play, so both implementations read it here. It
//! refuses what no game can lead to because the game would have ended one move earlier, and more
//! men than a side starts with. It does not ask whether some game really leads to a position; a
//! game that has just been won is a position like any other.

use super::walls::Walls;
use andor_core::board::{Rectangle, Setup, square_name};
use andor_core::{InputError, Player};

/// Reads a position text of the board with these walls; refuses what cannot be a position, with every reason
/// in one line.
pub(super) fn read(text: &str, board: Rectangle, walls: Walls) -> Result<Setup, InputError> {
    let setup = Setup::parse(text, board.columns, board.rows, "bw#")?;
    let mut reasons = Vec::new();
    let own = Walls::of_cells(&setup.cells);
    if own != walls {
        let (own, here) = (own.spec(board), walls.spec(board));
        reasons.push(format!("walls belong to the game: it is of {own}, this is {here}"));
    }
    for player in [Player::White, Player::Black] {
        let count = setup.cells.iter().filter(|&&cell| cell == player.letter()).count();
        let most = 2 * setup.columns;
        if count > most {
            reasons.push(format!("{player} has {count} men, and never has more than {most}"));
        }
        if count == 0 && player != setup.side {
            reasons.push(format!("{player} has no men, so {player} cannot have moved last"));
        }
        if let Some(square) = man_at_goal(&setup, player) {
            if player == setup.side {
                reasons.push(format!("{player} is to move, but had already won on {square}"));
            } else if let Some(other) = man_at_goal(&setup, player.other()) {
                reasons.push(format!("both sides have won, on {square} and on {other}"));
            }
        }
    }
    setup.refuse_for(reasons)?;
    Ok(setup)
}

/// The first square of `player`'s goal rank with a man of that player on it.
fn man_at_goal(setup: &Setup, player: Player) -> Option<String> {
    let row = match player {
        Player::White => setup.rows - 1,
        Player::Black => 0,
    };
    let rank = &setup.cells[row * setup.columns..(row + 1) * setup.columns];
    let column = rank.iter().position(|&cell| cell == player.letter())?;
    Some(square_name(column, row))
}

#[cfg(test)]
mod tests {
    use super::Walls;
    use crate::refusals::names_every_reason;
    use andor_core::InputError;
    use andor_core::board::{Rectangle, Setup};

    const BOARD: Rectangle = Rectangle::new(3, 4);

    fn read(text: &str, board: Rectangle) -> Result<Setup, InputError> {
        super::read(text, board, Walls::default())
    }

    #[test]
    fn possible_positions_are_accepted_even_when_somebody_has_won() {
        for text in [
            "bbb/bbb/www/www w", // the initial position
            "w2/b2/3/w2 b",      // White has just arrived
            "b2/3/w2/1b1 w",     // Black has just arrived
            "3/1w1/3/3 b",       // White has just taken the last man
            "1w1/3/3/3 b",       // and has arrived doing so
        ] {
            assert_eq!(read(text, BOARD).unwrap().to_string(), text);
        }
    }

    #[test]
    fn every_reason_is_named_in_one_line() {
        let cases: [(&str, &[&str]); 8] = [
            ("b1b/#2/3/w1w w", &["it is of breakthrough:3x4,walls=a3, this is breakthrough:3x4"]),
            ("bbb/bbb/bww/www w", &["Black has 7 men"]),
            ("bbb/www/www/www w", &["White has 9 men"]),
            ("w1b/3/3/w2 w", &["White is to move, but had already won on a4"]),
            ("b2/3/3/w1b b", &["Black is to move, but had already won on c1"]),
            ("w2/3/3/2b b", &["Black is to move", "both sides have won, on a4 and on c1"]),
            ("3/3/3/3 b", &["White has no men"]),
            (
                "www/www/www/3 w fast now",
                &["White has 9 men", "won on a4", "Black has no men", "\"fast\""],
            ),
        ];
        names_every_reason(&cases, |text| read(text, BOARD));
    }
}
