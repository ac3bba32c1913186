//! Why a game of a match is over: by the board, or because a player could not go on.

use andor_core::InputError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Why a game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Reason {
    /// The rules say so.
    Board,
    /// A position came for the third time.
    Repetition,
    /// It has been long enough for a draw.
    TooLong,
    /// A player overstepped the time.
    Time,
    /// A player said this, which is no legal move: the text in quotes, as it is shown.
    Illegal(String),
    /// A player said nothing.
    Silent,
    /// A player failed, perhaps with these last words.
    Crashed(String),
    /// A player gave up.
    Resigned,
}

const ILLEGAL: &str = "illegal move ";
const CRASHED: &str = "crash";
const LAST_WORDS: &str = "crash: ";

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Board => "board",
            Reason::Repetition => "repetition",
            Reason::TooLong => "too long",
            Reason::Time => "time",
            Reason::Silent => "no answer",
            Reason::Resigned => "resignation",
            Reason::Illegal(shown) => return write!(f, "{ILLEGAL}{shown}"),
            Reason::Crashed(words) if words.is_empty() => CRASHED,
            Reason::Crashed(words) => return write!(f, "{LAST_WORDS}{words}"),
        })
    }
}

impl FromStr for Reason {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Reason, InputError> {
        Ok(match text {
            "board" => Reason::Board,
            "repetition" => Reason::Repetition,
            "too long" => Reason::TooLong,
            "time" => Reason::Time,
            "no answer" => Reason::Silent,
            "resignation" => Reason::Resigned,
            CRASHED => Reason::Crashed(String::new()),
            _ => {
                let illegal = text.strip_prefix(ILLEGAL).map(|move_| Reason::Illegal(move_.into()));
                let crashed = || text.strip_prefix(LAST_WORDS);
                let known =
                    illegal.or_else(|| crashed().map(|words| Reason::Crashed(words.into())));
                known.ok_or_else(|| {
                    let shown = InputError::quote(text);
                    InputError::new(format!("{shown} is no reason why a game is over"))
                })?
            }
        })
    }
}

impl From<Reason> for String {
    fn from(reason: Reason) -> String {
        reason.to_string()
    }
}

impl TryFrom<String> for Reason {
    type Error = InputError;

    fn try_from(text: String) -> Result<Reason, InputError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::Reason;

    #[test]
    fn reasons_are_texts() {
        for (text, reason) in [
            ("board", Reason::Board),
            ("repetition", Reason::Repetition),
            ("too long", Reason::TooLong),
            ("time", Reason::Time),
            ("illegal move \"a1\"", Reason::Illegal("\"a1\"".to_owned())),
            ("no answer", Reason::Silent),
            ("crash", Reason::Crashed(String::new())),
            ("crash: it panicked", Reason::Crashed("it panicked".to_owned())),
            ("resignation", Reason::Resigned),
        ] {
            assert_eq!(reason.to_string(), text);
            assert_eq!(text.parse(), Ok(reason));
        }
        assert!("tired".parse::<Reason>().unwrap_err().to_string().contains("\"tired\""));
    }
}
