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
//! Fairy-Stockfish's FEN of Breakthrough has pawns for men, and White is who begins here, too:
//!
//! ```text
//!   pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1
//! ```
//!
//! PDN writes positions of English draughts as `B:W18,24,K10:B12,K22`: see [`pdn`](crate::Format::Pdn).

use crate::pdn;
use andor_core::{InputError, Rules};
use std::fmt;

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
        Some("breakthrough") => pawns(text).map(|setup| setup.to_string()),
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

/// A position of pawns.
pub(crate) struct Pawns {
    board: String,
    side: char,
}

/// The position of Breakthrough that a FEN means.
pub(crate) fn pawns(text: &str) -> Option<Pawns> {
    let mut words = text.split_whitespace();
    let (board, side) = (words.next()?, words.next()?);
    let known = |letter: char| matches!(letter, 'P' | 'p' | '/') || letter.is_ascii_digit();
    let is_fen = board.chars().all(known) && board.contains(['P', 'p']);
    let side = side.chars().next().filter(|_| is_fen && matches!(side, "w" | "b"))?;
    Some(Pawns { board: board.replace('P', "w").replace('p', "b"), side })
}

impl Pawns {
    /// The game on a board of this size.
    pub(crate) fn spec(&self) -> String {
        let mut rank = self.board.split('/').next().unwrap_or_default();
        let mut columns = 0;
        while let Some(letter) = rank.chars().next() {
            let digits = rank.bytes().take_while(u8::is_ascii_digit).count();
            columns += rank[..digits].parse().unwrap_or(1);
            rank = &rank[digits.max(letter.len_utf8())..];
        }
        format!("breakthrough:{columns}x{}", self.board.split('/').count())
    }
}

impl fmt::Display for Pawns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board, self.side)
    }
}

#[cfg(test)]
mod tests {
    use super::{import, pawns};

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

    #[test]
    fn pawns_are_men_of_breakthrough() {
        let theirs = "ppp/1p1/3/3/PPP/PP1 b - - 3 7";
        assert_eq!(import("breakthrough:3x6", theirs).as_deref(), Ok("bbb/1b1/3/3/www/ww1 b"));
        assert_eq!(pawns(theirs).unwrap().spec(), "breakthrough:3x6");
        assert_eq!(pawns("12/pP10 w").unwrap().spec(), "breakthrough:12x2");
        for same in ["bbb/3/www w", "3/3 w", "ppp/3/PPP", "ppp/3/PPP x", "pppk/4/PPPK w - - 0 1"] {
            assert_eq!(import("breakthrough", same).as_deref(), Ok(same));
        }
    }
}
