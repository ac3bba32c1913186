//! Spec strings: how a user names a game, its board and its options.
//!
//! `name[:board][,option=value]...`, for instance `breakthrough:6x5` or
//! `loa:6x6,simultaneous=mover`. Name and board may be written in either case.

use crate::InputError;

/// A spec string taken apart. Nothing in it has been checked against a game yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    text: String,
    name: String,
    board: Option<String>,
    options: Vec<(String, String)>,
}

impl Spec {
    /// Takes `text` apart.
    ///
    /// # Errors
    /// If it does not have the form of a spec string.
    pub fn parse(text: &str) -> Result<Spec, InputError> {
        let bad = |why: &str| InputError::new(format!("game {}: {why}", InputError::quote(text)));
        let mut parts = text.trim().split(',');
        let head = parts.next().unwrap_or_default();
        let (name, board) = match head.split_once(':') {
            Some((name, board)) => (name, Some(board.to_owned())),
            None => (head, None),
        };
        if name.is_empty() {
            return Err(bad("a game name is missing"));
        }
        let mut options: Vec<(String, String)> = Vec::new();
        for part in parts {
            let Some((option, value)) = part.split_once('=') else {
                return Err(bad(&format!("{} is not option=value", InputError::quote(part))));
            };
            if options.iter().any(|(known, _)| known == option) {
                return Err(bad(&format!("option {} is given twice", InputError::quote(option))));
            }
            options.push((option.to_owned(), value.to_owned()));
        }
        Ok(Spec { text: text.trim().to_owned(), name: name.to_ascii_lowercase(), board, options })
    }

    /// The whole spec string.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The game's name, in small letters.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What stands behind the colon, whatever it means to the game.
    #[must_use]
    pub fn board(&self) -> Option<&str> {
        self.board.as_deref()
    }

    /// The same game and options on another board.
    #[must_use]
    pub fn with_board(&self, board: &str) -> Spec {
        Spec { board: Some(board.to_owned()), ..self.clone() }.rewritten()
    }

    /// The same with an option set.
    #[must_use]
    pub fn with_option(&self, name: &str, value: &str) -> Spec {
        let mut spec = self.clone();
        spec.options.retain(|(option, _)| option != name);
        spec.options.push((name.to_owned(), value.to_owned()));
        spec.rewritten()
    }

    /// Its parts as one text.
    fn rewritten(mut self) -> Spec {
        self.text = self.name.clone();
        if let Some(board) = &self.board {
            self.text += &format!(":{board}");
        }
        for (name, value) in &self.options {
            self.text += &format!(",{name}={value}");
        }
        self
    }

    /// The board as `(columns, rows)`, or `default` if none is given.
    ///
    /// # Errors
    /// If it is not of the form `6x5` or lies outside the ranges.
    pub fn columns_and_rows(
        &self,
        default: (usize, usize),
        columns: std::ops::RangeInclusive<usize>,
        rows: std::ops::RangeInclusive<usize>,
    ) -> Result<(usize, usize), InputError> {
        let Some(board) = &self.board else { return Ok(default) };
        let size = board.split_once(['x', 'X']).and_then(|(columns, rows)| {
            Some((columns.parse::<usize>().ok()?, rows.parse::<usize>().ok()?))
        });
        let Some(size) = size else {
            return Err(self.refuse("the board is COLUMNSxROWS, such as 6x5"));
        };
        if !columns.contains(&size.0) || !rows.contains(&size.1) {
            return Err(self.refuse(&format!(
                "boards have {} to {} columns and {} to {} rows",
                columns.start(),
                columns.end(),
                rows.start(),
                rows.end()
            )));
        }
        Ok(size)
    }

    /// The value of an option: one of `values`, the first being the default.
    ///
    /// # Errors
    /// If the value given is none of them.
    pub fn option<'a>(&self, name: &str, values: &[&'a str]) -> Result<&'a str, InputError> {
        let Some((_, given)) = self.options.iter().find(|(option, _)| option == name) else {
            return Ok(values[0]);
        };
        values.iter().copied().find(|value| value == given).ok_or_else(|| {
            let given = InputError::quote(given);
            self.refuse(&format!("{name}={given} is none of {}", values.join(", ")))
        })
    }

    /// The value of an option as it is written, if it is given.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|(option, _)| option == name).map(|(_, value)| value.as_str())
    }

    /// The same without an option.
    #[must_use]
    pub fn without(&self, name: &str) -> Spec {
        let mut spec = self.clone();
        spec.options.retain(|(option, _)| option != name);
        let head = self.text.split(',').next().unwrap_or_default().to_owned();
        let options = spec.options.iter().map(|(option, value)| format!(",{option}={value}"));
        spec.text = options.fold(head, |text, option| text + &option);
        spec
    }

    /// The options that are given, with their values.
    #[must_use]
    pub fn options(&self) -> &[(String, String)] {
        &self.options
    }

    /// Checks that no option but these is given.
    ///
    /// # Errors
    /// Quotes the first unknown option.
    pub fn only_options(&self, known: &[&str]) -> Result<(), InputError> {
        match self.options.iter().find(|(option, _)| !known.contains(&option.as_str())) {
            None => Ok(()),
            Some((option, _)) if known.is_empty() => Err(self.refuse(&format!(
                "option {} is unknown: this game has no options",
                InputError::quote(option)
            ))),
            Some((option, _)) => Err(self.refuse(&format!(
                "option {} is unknown, there are {}",
                InputError::quote(option),
                known.join(", ")
            ))),
        }
    }

    /// An error about this spec string.
    #[must_use]
    pub fn refuse(&self, why: &str) -> InputError {
        InputError::new(format!("game {}: {why}", InputError::quote(&self.text)))
    }
}

#[cfg(test)]
mod tests {
    use super::Spec;

    #[test]
    fn takes_specs_apart_and_quotes_what_is_wrong() {
        let spec = Spec::parse("loa:6x6,simultaneous=mover").unwrap();
        assert_eq!((spec.name(), spec.board()), ("loa", Some("6x6")));
        assert_eq!(spec.columns_and_rows((8, 8), 3..=11, 3..=11), Ok((6, 6)));
        let shouted = Spec::parse("LOA:6X6").unwrap();
        assert_eq!((shouted.name(), shouted.text()), ("loa", "LOA:6X6"));
        assert_eq!(shouted.columns_and_rows((8, 8), 3..=11, 3..=11), Ok((6, 6)));
        assert_eq!(spec.option("simultaneous", &["draw", "mover"]), Ok("mover"));
        assert_eq!(spec.option("no-move", &["pass", "loss"]), Ok("pass"));
        let wrong = spec.option("simultaneous", &["draw", "win"]).unwrap_err().to_string();
        assert!(wrong.contains("\"mover\"") && wrong.contains("draw, win"), "{wrong}");
        assert!(spec.only_options(&["simultaneous"]).is_ok());
        let other = spec.with_board("5x5").with_option("no-move", "loss");
        assert_eq!(other.text(), "loa:5x5,simultaneous=mover,no-move=loss");
        assert_eq!(Spec::parse(other.text()).as_ref(), Ok(&other));
        assert_eq!(spec.with_option("simultaneous", "draw").text(), "loa:6x6,simultaneous=draw");
        assert!(spec.only_options(&[]).unwrap_err().to_string().contains("\"simultaneous\""));
        for bad in ["", ":5x5", "loa,x", "loa,x=1,x=2"] {
            assert!(Spec::parse(bad).is_err(), "{bad}");
        }
        for bad in ["b:1x9", "b:5", "b:5x", "b:-1x5", "b:99999999999999999999x5"] {
            let error = Spec::parse(bad).unwrap().columns_and_rows((8, 8), 2..=8, 4..=8);
            assert!(error.unwrap_err().to_string().contains(bad), "{bad}");
        }
    }
}
