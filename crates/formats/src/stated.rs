//! The result that a record states: `B+Resign`, `Draw`, `0-1`, `?`.

use crate::Spot;
use andor_core::{Outcome, Player};
use std::fmt;

/// What a stated result means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// Somebody won, or it was a draw.
    Over(Outcome),
    /// The game does not count.
    Void,
    /// The result is not known, or the game was not finished.
    Unknown,
    /// Something that is not understood.
    Unclear,
}

/// A result as stated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stated {
    /// What it means.
    pub said: Said,
    /// How it came about (`Resign`, `Time`, a score), or the whole text if it is not understood.
    pub how: String,
    /// Where it stands.
    pub at: Spot,
}

impl Stated {
    /// Reads a result, in any case. `1-0` is a win of the player who moves `first`, if one can
    /// tell who that is.
    #[must_use]
    pub fn parse(text: &str, first: Option<Player>, at: Spot) -> Stated {
        let text = text.trim();
        let lower = text.to_lowercase();
        let plain = |said: Said| Stated { said, how: String::new(), at };
        for (letter, word, winner) in [("b", "black", Player::Black), ("w", "white", Player::White)]
        {
            let said = Said::Over(Outcome::Win(winner));
            if lower == letter || lower == word {
                return plain(said);
            }
            let after = lower.strip_prefix(word).or_else(|| lower.strip_prefix(letter));
            if let Some(how) = after.and_then(|rest| rest.strip_prefix('+')) {
                return Stated { said, how: how_won(how), at };
            }
        }
        match lower.as_str() {
            "draw" | "0" | "1/2-1/2" | "0.5-0.5" | "\u{bd}-\u{bd}" => {
                plain(Said::Over(Outcome::Draw))
            }
            "1-0" | "0-1" if first.is_some() => {
                let winner = first.map(|first| if lower == "1-0" { first } else { first.other() });
                plain(winner.map_or(Said::Unclear, |winner| Said::Over(Outcome::Win(winner))))
            }
            "void" => plain(Said::Void),
            "" | "?" | "*" | "unknown" => plain(Said::Unknown),
            _ => Stated { said: Said::Unclear, how: text.to_owned(), at },
        }
    }

    /// Whether it says that somebody gave up.
    #[must_use]
    pub(crate) fn by_resignation(&self) -> bool {
        self.how == "Resign"
    }

    /// Whether it says that somebody forfeited the game.
    #[must_use]
    pub(crate) fn by_forfeit(&self) -> bool {
        self.how == "Forfeit"
    }
}

fn how_won(how: &str) -> String {
    match how.trim() {
        "r" | "resign" | "resigned" | "resignation" => "Resign".to_owned(),
        "f" | "forfeit" => "Forfeit".to_owned(),
        "t" | "time" => "Time".to_owned(),
        how => how.to_owned(),
    }
}

impl fmt::Display for Stated {
    /// The canonical form, which is SGF's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.said {
            Said::Over(Outcome::Win(Player::Black)) => write!(f, "B+{}", self.how),
            Said::Over(Outcome::Win(Player::White)) => write!(f, "W+{}", self.how),
            Said::Over(Outcome::Draw) => f.write_str("Draw"),
            Said::Void => f.write_str("Void"),
            Said::Unknown => f.write_str("?"),
            Said::Unclear => f.write_str(&self.how),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Said, Stated};
    use crate::Spot;
    use andor_core::Player;

    #[test]
    fn results_are_read_and_written_canonically() {
        let first = Some(Player::Black);
        for (given, written) in [
            ("B+R", "B+Resign"),
            ("w+resign", "W+Resign"),
            ("Black+F", "B+Forfeit"),
            ("W+T", "W+Time"),
            ("b+3.5", "B+3.5"),
            ("W+", "W+"),
            ("white", "W+"),
            ("1-0", "B+"),
            ("0-1", "W+"),
            ("0.5-0.5", "Draw"),
            ("0", "Draw"),
            ("DRAW", "Draw"),
            ("void", "Void"),
            ("*", "?"),
            ("Bob wins", "Bob wins"),
        ] {
            let stated = Stated::parse(given, first, Spot::START);
            assert_eq!(stated.to_string(), written, "{given}");
            assert_eq!(Stated::parse(written, first, Spot::START), stated, "{given}");
        }
        assert_eq!(Stated::parse("1-0", None, Spot::START).said, Said::Unclear);
    }
}
