//! Players by name: `mia4:depth=4`, `random`, `ugi:./engine --flag`, `gtp:..`, `uci:..`.
//!
//! What stands before the colon says who plays. For a player of our own the rest are words between
//! commas; those about time are the [`Pace`], the others are the player's configuration. For a
//! program the rest is its command line.

use crate::pace::Pace;
use andor_core::{InputError, SplitMix64};
use andor_engine::{AnyGame, Thinker};

/// The language of another program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// The universal game interface.
    Ugi,
    /// The universal chess interface.
    Uci,
    /// The Go text protocol.
    Gtp,
}

/// Who plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    /// A player of our own, by its configuration without the words about time.
    Own(String),
    /// Another program: its language, and its command line in words.
    Program(Dialect, Vec<String>),
}

/// A player as somebody named it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerName {
    /// The whole name.
    pub text: String,
    /// Who that is.
    pub who: Who,
    /// How much it may think, where the name says so.
    pub pace: Pace,
}

impl PlayerName {
    /// Reads a name. Whether there is such a player is not looked at.
    ///
    /// # Errors
    /// If it cannot be one.
    pub fn parse(text: &str) -> Result<PlayerName, InputError> {
        let text = text.trim();
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let refuse =
            |why: &str| InputError::new(format!("player {}: {why}", InputError::quote(text)));
        let dialect = match name {
            "ugi" => Some(Dialect::Ugi),
            "uci" => Some(Dialect::Uci),
            "gtp" => Some(Dialect::Gtp),
            "" => return Err(refuse("a name is missing")),
            _ => None,
        };
        let mut pace = Pace::default();
        if let Some(dialect) = dialect {
            let command = command_words(rest).ok_or_else(|| refuse("a quote is not closed"))?;
            if command.is_empty() {
                return Err(refuse("the command of the program is missing"));
            }
            let who = Who::Program(dialect, command);
            return Ok(PlayerName { text: text.to_owned(), who, pace });
        }
        let mut kept: Vec<&str> = Vec::new();
        for word in rest.split(',').filter(|word| !word.is_empty()) {
            let taken = pace.take(word).map_err(|error| refuse(&error.to_string()))?;
            if !taken {
                kept.push(word);
            }
        }
        let who = match kept.is_empty() {
            true => name.to_owned(),
            false => format!("{name}:{}", kept.join(",")),
        };
        Ok(PlayerName { text: text.to_owned(), who: Who::Own(who), pace })
    }

    /// The player of our own that is meant.
    ///
    /// # Errors
    /// If it is another program, or there is none of this name.
    pub fn thinker(&self, game: &dyn AnyGame) -> Result<Box<dyn Thinker>, InputError> {
        game.thinker(self.configuration()?)
    }

    /// Whether it throws dice: it plays at random, or its evaluation has a random term.
    #[must_use]
    pub fn has_dice(&self) -> bool {
        let mut words = self.configuration().unwrap_or_default().split([':', ',']);
        words.any(|word| word == "random" || word.starts_with("noise="))
    }

    /// The same player with dice of another seed, which depends on its own, too.
    ///
    /// # Errors
    /// As for [`thinker`](PlayerName::thinker).
    pub fn seeded(&self, game: &dyn AnyGame, seed: u64) -> Result<Box<dyn Thinker>, InputError> {
        let configuration = self.configuration()?;
        let (name, rest) = configuration.split_once(':').unwrap_or((configuration, ""));
        let own = rest.split(',').find_map(|word| word.strip_prefix("seed="));
        let own = own.and_then(|seed| seed.parse::<u64>().ok()).unwrap_or_default();
        let seed = SplitMix64::new(seed ^ SplitMix64::new(own).next_u64()).next_u64();
        let kept = rest.split(',').filter(|word| !word.is_empty() && !word.starts_with("seed="));
        let words: Vec<&str> = kept.collect();
        let comma = if words.is_empty() { "" } else { "," };
        game.thinker(&format!("{name}:{}{comma}seed={seed}", words.join(",")))
    }

    fn configuration(&self) -> Result<&str, InputError> {
        match &self.who {
            Who::Own(configuration) => Ok(configuration),
            Who::Program(..) => {
                let shown = InputError::quote(&self.text);
                Err(InputError::new(format!("player {shown} is another program")))
            }
        }
    }
}

/// The words of a command line: spaces part them, quotes of either kind keep them together.
fn command_words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            Some(open) if letter == open => quote = None,
            Some(_) => word.get_or_insert_default().push(letter),
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::{Dialect, PlayerName, Who};
    use andor_core::InputError;

    #[test]
    fn names_are_taken_apart() {
        let name = PlayerName::parse("mia4:depth=4,null=off,time=1s").unwrap();
        assert_eq!(name.who, Who::Own("mia4:null=off".to_owned()));
        assert_eq!((name.pace.depth, name.pace.timing.is_some()), (Some(4), true));
        assert_eq!(PlayerName::parse("random").unwrap().who, Who::Own("random".to_owned()));
        let name = PlayerName::parse("ugi:'/my dir/x' --game=\"loa 8\" ''").unwrap();
        let words = ["/my dir/x", "--game=loa 8", ""].map(str::to_owned).to_vec();
        assert_eq!(name.who, Who::Program(Dialect::Ugi, words));
        for bad in ["", ":depth=4", "ugi:", "gtp: ", "uci:'x", "mia:depth=no"] {
            let error = PlayerName::parse(bad).unwrap_err().to_string();
            assert!(error.contains(&InputError::quote(bad.trim())), "{error}");
        }
    }
}
