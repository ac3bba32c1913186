//! From bytes to text, and through a text with line and column.
//!
//! Files are UTF-8 if they can be, and ISO 8859-1 (Latin-1) otherwise: that is what SGF means
//! where it does not name a character set, and every byte is a character in it, so that reading
//! never fails. Other character sets come out as wrong letters in names and comments; moves are
//! ASCII in all of them.

use crate::Spot;

/// The text of a file: without a byte order mark, with `\n` for every kind of line end.
#[must_use]
pub fn decode(bytes: Vec<u8>) -> String {
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => error.as_bytes().iter().map(|&byte| char::from(byte)).collect(),
    };
    let text = match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    };
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

/// A reader that knows where it is.
#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    rest: &'a str,
    pub(crate) spot: Spot,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Cursor<'a> {
        Cursor { rest: text, spot: Spot::START }
    }

    /// What is still to be read.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(crate) fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.rest = &self.rest[letter.len_utf8()..];
        self.spot = self.spot.after(letter);
        Some(letter)
    }

    /// Goes `bytes` on; they must end at a character.
    pub(crate) fn skip(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        self.spot = passed.chars().fold(self.spot, Spot::after);
        self.rest = rest;
    }

    /// Goes on to the end of the line.
    pub(crate) fn skip_line(&mut self) {
        self.skip(self.rest.find('\n').unwrap_or(self.rest.len()));
    }

    pub(crate) fn skip_whitespace(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
    }
}

/// The words of a part of a line, each with its place. `column` is where the part begins.
pub(crate) fn words(part: &str, line: u32, column: u32) -> impl Iterator<Item = (&str, Spot)> {
    let mut cursor = Cursor { rest: part, spot: Spot { line, column } };
    std::iter::from_fn(move || {
        cursor.skip_whitespace();
        let at = cursor.spot;
        let length = cursor.rest.find(char::is_whitespace).unwrap_or(cursor.rest.len());
        let word = &cursor.rest[..length];
        cursor.skip(length);
        (!word.is_empty()).then_some((word, at))
    })
}

/// The parts of a line between separators, at most `most` of them, each with its column.
pub(crate) fn parts(line: &str, separator: char, most: usize) -> Vec<(&str, u32)> {
    let mut column = 1;
    let mut parts = Vec::new();
    for part in line.splitn(most, separator) {
        parts.push((part, column));
        column += part.chars().count() as u32 + 1;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::{Cursor, decode, parts, words};
    use crate::Spot;

    #[test]
    fn bytes_become_text_whatever_they_are() {
        assert_eq!(decode(b"\xef\xbb\xbfa\r\nb\rc\n".to_vec()), "a\nb\nc\n");
        assert_eq!(decode("Łódź".as_bytes().to_vec()), "Łódź");
        assert_eq!(decode(b"M\xfcller \xff".to_vec()), "Müller ÿ");
    }

    #[test]
    fn places_are_counted_in_characters() {
        let mut cursor = Cursor::new("äb\ncd");
        cursor.skip("äb\nc".len());
        assert_eq!((cursor.spot, cursor.rest()), (Spot { line: 2, column: 2 }, "d"));
        let found: Vec<_> = words("  ä bc ", 7, 3).collect();
        let at = |column| Spot { line: 7, column };
        assert_eq!(found, [("ä", at(5)), ("bc", at(7))]);
        assert_eq!(parts("ä;b; c;d", ';', 3), [("ä", 1), ("b", 3), (" c;d", 5)]);
    }
}
