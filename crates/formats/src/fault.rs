//! What is wrong with a file, and where: line and column, counted in characters from 1.

use andor_core::InputError;
use std::fmt;

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Spot {
    /// The line, from 1.
    pub line: u32,
    /// The character of the line, from 1.
    pub column: u32,
}

impl Spot {
    /// Where a text begins.
    pub const START: Spot = Spot { line: 1, column: 1 };

    /// The place after `letter`.
    #[must_use]
    pub fn after(self, letter: char) -> Spot {
        match letter {
            '\n' => Spot { line: self.line.saturating_add(1), column: 1 },
            _ => Spot { column: self.column.saturating_add(1), ..self },
        }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A text cannot be read, or a record cannot be written: one line, with the place if there is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatError {
    /// Where in the text.
    pub at: Option<Spot>,
    /// What is wrong; it quotes the text.
    pub why: InputError,
}

impl FormatError {
    /// An error at a place.
    pub fn at(at: Spot, why: impl Into<String>) -> FormatError {
        FormatError { at: Some(at), why: InputError::new(why) }
    }

    /// An error about the whole.
    pub fn new(why: impl Into<String>) -> FormatError {
        FormatError { at: None, why: InputError::new(why) }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some(at) => write!(f, "{at}: {}", self.why),
            None => self.why.fmt(f),
        }
    }
}

impl std::error::Error for FormatError {}
