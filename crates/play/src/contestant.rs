//! Who takes part in a game: a player of our own (`mia4:depth=4`, `random`) or another program
//! (`ugi:./engine --flag`, `gtp:..`, `uci:..`).
//!
//! What stands before the colon says which. For a program the rest is its command line; all else is
//! read as a [`PlayerSpec`] of the game.

use andor_core::InputError;
use andor_engine::{AnyGame, Pace, PlayerSpec};

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

/// Another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The whole text that names it.
    pub text: String,
    /// Its language.
    pub dialect: Dialect,
    /// Its command line in words; there is one at least.
    pub command: Vec<String>,
}

/// Somebody who plays.
#[derive(Clone, PartialEq, Debug)]
pub enum Contestant {
    /// A player of our own.
    Own(Box<PlayerSpec>),
    /// Another program.
    Program(Program),
}

impl Contestant {
    /// Reads who is to play a game. Programs are not looked for.
    ///
    /// # Errors
    /// If there is no such player.
    pub fn parse(text: &str, game: &dyn AnyGame) -> Result<Contestant, InputError> {
        let text = text.trim();
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let dialect = match name {
            "ugi" => Dialect::Ugi,
            "uci" => Dialect::Uci,
            "gtp" => Dialect::Gtp,
            _ => return Ok(Contestant::Own(Box::new(game.player(text)?))),
        };
        let refuse =
            |why: &str| InputError::new(format!("player {}: {why}", InputError::quote(text)));
        let command = command_words(rest).ok_or_else(|| refuse("a quote is not closed"))?;
        if command.is_empty() {
            return Err(refuse("the command of the program is missing"));
        }
        Ok(Contestant::Program(Program { text: text.to_owned(), dialect, command }))
    }

    /// What it is called: the text that it was made of.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Contestant::Own(player) => player.text(),
            Contestant::Program(program) => &program.text,
        }
    }

    /// How much it may think, where its text says so.
    #[must_use]
    pub fn pace(&self) -> Pace {
        match self {
            Contestant::Own(player) => player.pace(),
            Contestant::Program(_) => Pace::default(),
        }
    }

    /// The player of our own that is meant.
    ///
    /// # Errors
    /// If it is another program.
    pub fn own(self) -> Result<PlayerSpec, InputError> {
        match self {
            Contestant::Own(player) => Ok(*player),
            Contestant::Program(program) => {
                let shown = InputError::quote(&program.text);
                Err(InputError::new(format!("player {shown} is another program")))
            }
        }
    }
}

/// The words of a command line: spaces part them, quotes of either kind keep them together. Nothing if one is not closed.
#[must_use]
pub fn command_words(text: &str) -> Option<Vec<String>> {
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
    use super::{Contestant, Dialect};
    use andor_core::InputError;
    use andor_engine::Catalogue;

    #[test]
    fn texts_are_taken_apart() {
        let game = Catalogue::standard().game("loa").unwrap();
        let read = |text: &str| Contestant::parse(text, &*game);
        let own = read("mia4:depth=4,null-move=off,time=1s").unwrap();
        assert_eq!((own.pace().depth, own.pace().timing.is_some()), (Some(4), true));
        let own = own.own().unwrap();
        assert_eq!((own.evaluator(), own.config().null_move), (Some("mia4"), false));
        assert_eq!(read("random").unwrap().text(), "random");
        let text = "ugi:'/my dir/x' --game=\"loa 8\" ''";
        let Contestant::Program(program) = read(text).unwrap() else { panic!("a program") };
        let words = ["/my dir/x", "--game=loa 8", ""].map(str::to_owned).to_vec();
        assert_eq!((program.dialect, program.command), (Dialect::Ugi, words));
        for bad in ["", ":depth=4", "ugi:", "gtp: ", "uci:'x", "mia:depth=no", "mia9"] {
            let error = read(bad).unwrap_err().to_string();
            assert!(error.contains(&InputError::quote(bad.trim())), "{error}");
        }
        let error = read(text).unwrap().own().unwrap_err().to_string();
        assert!(error.contains("is another program"), "{error}");
    }
}
