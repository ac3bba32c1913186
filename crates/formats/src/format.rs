//! The formats by name, and which of them a text is in.

use crate::bounds::MOST_FAULTS;
use crate::data_lines::{is_semicolon_line, is_square_line, read_lines, read_squares, significant};
use crate::move_list::{header, looks_like_a_move, write_moves, write_olympiad};
use crate::pdn::Notation;
use crate::record::GameRecord;
use crate::{FormatError, Hints, go_sgf, loa_sgf, move_list, pdn, sgf};
use andor_core::InputError;

/// The games of a text, in order, or what is wrong with each.
pub type ReadGames = Vec<Result<GameRecord, FormatError>>;

/// A way to write games down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// SGF: Lines of Action, Go and one-eye problems.
    Sgf,
    /// The thesis' style, Lines of Action.
    Olympiad,
    /// The Portable Draughts Notation, English draughts.
    Pdn,
    /// The same with the game named and its own moves, any other game; chess' PGN.
    Pgn,
    /// Headers and a list of moves, any game.
    Moves,
    /// One game a line, `Event; Black; White; result; moves`; read only.
    Lines,
    /// One game a line, numbered squares between tabs; read only.
    Squares,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 7] = [
        Format::Sgf,
        Format::Olympiad,
        Format::Pdn,
        Format::Pgn,
        Format::Moves,
        Format::Lines,
        Format::Squares,
    ];

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Olympiad => "olympiad",
            Format::Pdn => "pdn",
            Format::Pgn => "pgn",
            Format::Moves => "moves",
            Format::Lines => "lines",
            Format::Squares => "squares",
        }
    }

    /// Whether it keeps variations and comments.
    #[must_use]
    pub fn has_variations(self) -> bool {
        matches!(self, Format::Sgf | Format::Pdn | Format::Pgn)
    }

    /// Whether games can be written in it.
    #[must_use]
    pub fn is_written(self) -> bool {
        !matches!(self, Format::Lines | Format::Squares)
    }

    /// The format of this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format of files that end so.
    #[must_use]
    pub fn of_ending(ending: &str) -> Option<Format> {
        match ending.to_ascii_lowercase().as_str() {
            "sgf" => Some(Format::Sgf),
            "pdn" => Some(Format::Pdn),
            "pgn" => Some(Format::Pgn),
            "txt" => Some(Format::Moves),
            _ => None,
        }
    }

    /// The format that a text is in, by what it looks like; PGN looks like PDN and is read as such.
    ///
    /// # Errors
    /// If it looks like none of them.
    pub fn detect(text: &str) -> Result<Format, FormatError> {
        let Some((line, _)) = significant(text).next() else {
            return Err(FormatError::new("there is no game in it"));
        };
        let first = line.split_whitespace().next().unwrap_or_default();
        if is_square_line(line) {
            Ok(Format::Squares)
        } else if pdn::looks_like(line) {
            Ok(Format::Pdn)
        } else if sgf::game_start(text).is_some()
            || first.starts_with('(') && !is_semicolon_line(line)
        {
            Ok(Format::Sgf)
        } else if is_semicolon_line(line) {
            Ok(Format::Lines)
        } else if let Some((name, _)) = header(line) {
            Ok(if name.eq_ignore_ascii_case("game") { Format::Moves } else { Format::Olympiad })
        } else if looks_like_a_move(first) {
            Ok(Format::Olympiad)
        } else {
            let names: Vec<&str> = Format::ALL.into_iter().map(Format::name).collect();
            let shown = InputError::quote(line);
            let why = format!("{shown} does not begin a game in any of {}", names.join(", "));
            Err(FormatError::new(why))
        }
    }

    /// Reads all games of a text; there is at least one.
    ///
    /// # Errors
    /// What is wrong with the first that cannot be read, and where.
    pub fn read(self, text: &str) -> Result<Vec<GameRecord>, FormatError> {
        self.read_each(text, Hints::default())?.into_iter().collect()
    }

    /// Reads all games of a text, in order; in the place of one that cannot be read is what is wrong
    /// with it, and where.
    ///
    /// # Errors
    /// If there is no game in it, or more than the [`bounds`](crate::bounds) allow.
    pub fn read_each(self, text: &str, hints: Hints<'_>) -> Result<ReadGames, FormatError> {
        let games = match self {
            Format::Sgf => {
                let read =
                    |tree: Result<sgf::Tree, _>| tree.and_then(|tree| read_tree(tree, hints));
                sgf::read_each(text)?.into_iter().map(read).collect()
            }
            Format::Olympiad | Format::Moves => move_list::read(text)?,
            Format::Pdn | Format::Pgn => pdn::read(text, hints)?,
            Format::Lines => read_lines(text)?,
            Format::Squares => read_squares(text)?,
        };
        match games.iter().filter(|game| game.is_err()).count() {
            0 if games.is_empty() => Err(FormatError::new("there is no game in it")),
            0..=MOST_FAULTS => Ok(games),
            _ => Err(FormatError::new(format!("more than {MOST_FAULTS} games cannot be read"))),
        }
    }

    /// The format that keeps variations and comments and can hold these games, and their text in it.
    #[must_use]
    pub fn annotated(records: &[GameRecord]) -> Option<(Format, String)> {
        let formats = Format::ALL.into_iter().filter(|format| format.has_variations());
        formats.filter_map(|format| Some((format, format.write(records).ok()?))).next()
    }

    /// Writes games as [`Replay::rewrite`](crate::Replay::rewrite) gives them.
    ///
    /// # Errors
    /// If the format cannot hold them.
    pub fn write(self, records: &[GameRecord]) -> Result<String, FormatError> {
        match self {
            Format::Sgf => {
                let trees: Result<Vec<sgf::Tree>, _> = records.iter().map(write_tree).collect();
                Ok(sgf::write(&trees?))
            }
            Format::Olympiad => write_olympiad(records),
            Format::Pdn => pdn::write(records, Notation::Pdn),
            Format::Pgn => pdn::write(records, Notation::Pgn),
            Format::Moves => Ok(write_moves(records)),
            Format::Lines | Format::Squares => {
                Err(FormatError::new(format!("format {:?} is read only", self.name())))
            }
        }
    }
}

/// Reads a game of SGF by its number; without one it is the game that is known, or Go.
fn read_tree(tree: sgf::Tree, hints: Hints<'_>) -> Result<GameRecord, FormatError> {
    let is_loa = |spec: &str| spec.split([':', ',']).next() == Some("loa");
    let is_go = match tree.nodes[0].find("GM") {
        Some(number) => number.text.trim() == "1",
        None => !hints.game.is_some_and(is_loa),
    };
    if is_go { go_sgf::read(tree) } else { loa_sgf::read(tree) }
}

/// Writes a game as SGF, by its name.
fn write_tree(record: &GameRecord) -> Result<sgf::Tree, FormatError> {
    if go_sgf::is_written(record) { go_sgf::write(record) } else { loa_sgf::write(record) }
}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn formats_are_told_apart() {
        for (text, format) in [
            ("(;GM[9])", Format::Sgf),
            ("From: me\n\n( ;GM[9])", Format::Sgf),
            ("(GM[9])", Format::Sgf),
            ("Graz; (T-T); MIA IV; 0-1; d1-b3", Format::Lines),
            ("(T-T); MIA; x; 0-1; d1-b3", Format::Lines),
            ("# x\nLOA\t60-44 47-44\t1-0", Format::Squares),
            ("Event: x\n1. c8-c6", Format::Olympiad),
            ("game: breakthrough\na2-a3", Format::Moves),
            ("1. c8-c6 a4-c2", Format::Olympiad),
            ("c8-c6 a4-c2", Format::Olympiad),
            ("[Event \"x\"]\n\n1. 11-15", Format::Pdn),
            ("# x\n1. 11-15 23-19", Format::Pdn),
        ] {
            assert_eq!(Format::detect(text), Ok(format), "{text}");
        }
        for text in ["", "# x", "[[[[", "hello world", "\u{0}\u{1}"] {
            assert!(Format::detect(text).is_err(), "{text}");
        }
        for format in Format::ALL {
            assert_eq!(Format::parse(format.name()), Some(format));
        }
    }
}
