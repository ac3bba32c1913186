//! The one error of everything that reads text from people: a single line that quotes the text.

use std::fmt;

/// Something a user wrote cannot be used; the message is one line and quotes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputError {
    message: String,
    ways: Vec<String>,
}

impl InputError {
    /// An error with this message; line breaks become spaces, so that it stays one line.
    pub fn new(message: impl Into<String>) -> InputError {
        let message: String = message.into();
        let message = match message.contains(['\n', '\r']) {
            true => message.split_whitespace().collect::<Vec<_>>().join(" "),
            false => message,
        };
        InputError { message, ways: Vec::new() }
    }

    /// The error about a move that superko forbids.
    #[must_use]
    pub fn repeats(text: &str) -> InputError {
        let quoted = InputError::quote(text);
        InputError::new(format!("move {quoted} repeats an earlier position, which superko forbids"))
    }

    /// The error about a move that may be any of these, which are clear.
    #[must_use]
    pub fn ambiguous(text: &str, ways: Vec<String>) -> InputError {
        let quoted = InputError::quote(text);
        let message = format!("move {quoted} may be any of {}", ways.join(", "));
        InputError { ways, ..InputError::new(message) }
    }

    /// What an ambiguous move may be; nothing for any other error.
    #[must_use]
    pub fn ways(&self) -> &[String] {
        &self.ways
    }

    /// The text to quote: at most 60 characters of it, control characters shown as escapes.
    #[must_use]
    pub fn quote(text: &str) -> String {
        let mut short: String = text.chars().take(60).flat_map(char::escape_debug).collect();
        if text.chars().count() > 60 {
            short.push_str("...");
        }
        format!("\"{short}\"")
    }

    /// At most `length` characters of a text, control characters shown as escapes.
    #[must_use]
    pub fn printable(text: &str, length: usize) -> String {
        let escape = |letter: char| {
            let control = letter.is_control().then(|| letter.escape_debug());
            let plain = (!letter.is_control()).then_some(letter);
            control.into_iter().flatten().chain(plain)
        };
        let mut letters = text.chars().flat_map(escape);
        let mut short: String = letters.by_ref().take(length).collect();
        if letters.next().is_some() {
            short.push_str("...");
        }
        short
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for InputError {}

#[cfg(test)]
mod tests {
    use super::InputError;

    #[test]
    fn messages_are_one_line_and_quotes_are_short() {
        assert_eq!(InputError::new("a\n b").to_string(), "a b");
        assert_eq!(InputError::quote("a\tb"), "\"a\\tb\"");
        assert_eq!(InputError::quote(&"x".repeat(100)).len(), 65);
        assert_eq!(InputError::printable("a \"b\"\u{1b}[1m", 50), "a \"b\"\\u{1b}[1m");
        assert_eq!(InputError::printable(&"x".repeat(100), 10), "xxxxxxxxxx...");
    }
}
