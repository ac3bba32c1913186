//! Positions as other programs write them.
//!
//! PlayStrategy's FEN of Lines of Action is
//!
//! ```text
//!   1LLLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 w - - 0 1
//! ```
//!
//! where the player who moves first has capital letters and is called `w`. Here that player is
//! Black, so men and side change their names. What follows the side to move (castling and so on,
//! as in chess) says nothing and is left out.
//!
//! PDN writes positions of English draughts as `B:W18,24,K10:B12,K22`: see [`pdn`](crate::Format::Pdn).

use crate::pdn;
use andor_core::{InputError, Rules};

/// The position that a game begins from: what `text` means, or the initial one for `None`.
///
/// # Errors
/// If it is no position; one line quotes it.
pub fn start<R: Rules>(rules: &R, text: Option<&str>) -> Result<R::Position, InputError> {
    match text {
        Some(text) => rules.parse_position(&import(&rules.spec(), text)?),
        None => Ok(rules.initial()),
    }
}

/// The position text that `text` means in the game `spec`: `text` itself, unless it is a foreign
/// form that is known.
///
/// # Errors
/// If it is a foreign form that is broken; one line quotes it.
pub fn import(spec: &str, text: &str) -> Result<String, InputError> {
    let translated = match spec.split([':', ',']).next() {
        Some("loa") => playstrategy(text),
        Some("checkers") if pdn::fen::looks_like(text) => Some(pdn::fen::read(text)?),
        _ => None,
    };
    Ok(translated.unwrap_or_else(|| text.to_owned()))
}

fn playstrategy(text: &str) -> Option<String> {
    let mut words = text.split_whitespace();
    let (board, side) = (words.next()?, words.next()?);
    let known = |letter: char| matches!(letter, 'L' | 'l' | '/') || letter.is_ascii_digit();
    if !board.chars().all(known) || !board.contains(['L', 'l']) {
        return None;
    }
    let side = match side {
        "w" => 'b',
        "b" => 'w',
        _ => return None,
    };
    Some(format!("{} {side}", board.replace('L', "b").replace('l', "w")))
}

#[cfg(test)]
mod tests {
    use super::import;

    #[test]
    fn the_first_mover_is_black_here() {
        let theirs = "1LLLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 w - - 0 1";
        let ours = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b";
        let import = |spec: &str, text: &str| import(spec, text).unwrap();
        assert_eq!(import("loa:8x8", theirs), ours);
        assert_eq!(import("loa", "1L1/l1l/1L1 b - - 0 1"), "1b1/w1w/1b1 w");
        for same in [ours, "1L1/l1x/3 w", "3/3/3 w", "", "1L1/l1l/1L1", "1L1/l1l/1L1 x"] {
            assert_eq!(import("loa", same), same);
        }
        assert_eq!(import("surakarta", theirs), theirs);
        assert_eq!(import("surakarta", "B:W1:B2"), "B:W1:B2");
    }

    #[test]
    fn numbers_of_pdn_are_squares_here() {
        let ours = "8/8/3W3b/8/3w4/2B3w1/8/8 b";
        assert_eq!(import("checkers", "B:W18,24,K10:B12,K22").as_deref(), Ok(ours));
        assert_eq!(import("checkers", ours).as_deref(), Ok(ours));
        assert!(import("checkers", "B:W99").unwrap_err().to_string().contains("\"99\""));
    }
}
