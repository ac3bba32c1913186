//! Collections of Lines of Action with one game a line, as data sets have them.
//!
//! ```text
//!   Event; Black; White; 0-1; c8-c6 a4-c2 ...     `lines`
//!   Scrambled-Eggs <tab> 1-19 23-5 ... <tab> 0-1  `squares`: numbered 8 * row + column, a1 = 0
//! ```
//!
//! Black moves first, and `1-0` is Black's win. Empty lines and lines that begin with `#` are
//! passed over. A number that is no square is kept as it is written, for the replay to refuse.

use crate::bounds::{MOST_NODES, MOST_PLIES};
use crate::loa_setup::Named;
use crate::move_list::read_word;
use crate::record::{Action, GameRecord, Header};
use crate::text::{parts, words};
use crate::{FormatError, ReadGames, Spot, Stated};
use andor_core::board::square_name;
use andor_core::{InputError, Player};

const GAME: &str = "loa:8x8";

/// The lines that have something to say, with their numbers.
pub(crate) fn significant(text: &str) -> impl Iterator<Item = (&str, u32)> {
    let lines = text.lines().zip(1u32..);
    lines.filter(|(line, _)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
}

/// Whether a line has the five parts of `lines`.
pub(crate) fn is_semicolon_line(line: &str) -> bool {
    line.matches(';').count() >= 4
}

/// Whether a line has the three parts of `squares`.
pub(crate) fn is_square_line(line: &str) -> bool {
    let second = line.split('\t').nth(1).and_then(|moves| moves.split_whitespace().next());
    second.is_some_and(|word| numbered_move(word).is_some())
}

/// Reads `Event; Black; White; result; moves`.
pub(crate) fn read_lines(text: &str) -> Result<ReadGames, FormatError> {
    read_each(text, |line, number| {
        let parts = parts(line, ';', 5);
        let &[(event, _), (black, _), (white, _), result, moves] = &parts[..] else {
            return Err(missing(line, number, "Event; Black; White; result; moves"));
        };
        let mut record = GameRecord::new(GAME, Spot { line: number, column: 1 });
        for (header, value) in
            [(Header::Event, event), (Header::Black, black), (Header::White, white)]
        {
            if !value.trim().is_empty() {
                record.headers.push((header, value.trim().to_owned()));
            }
        }
        record.stated = Some(stated(result, number));
        for (word, at) in words(moves.0, number, moves.1) {
            let (mover, action) = read_word(word);
            record.push(mover, action, at);
        }
        Ok(record)
    })
}

/// Reads `start <tab> moves <tab> result`.
pub(crate) fn read_squares(text: &str) -> Result<ReadGames, FormatError> {
    read_each(text, |line, number| {
        let parts = parts(line, '\t', 3);
        let &[(start, _), moves, result] = &parts[..] else {
            return Err(missing(line, number, "start <tab> moves <tab> result"));
        };
        let at = Spot { line: number, column: 1 };
        let mut record = GameRecord::new(GAME, at);
        match Named::parse(start).map_err(|why| FormatError::at(at, why))? {
            Named::Standard => {}
            named => record.start = Some(named.setup(8).to_string()),
        }
        record.stated = Some(stated(result, number));
        for (word, at) in words(moves.0, number, moves.1) {
            let text = numbered_move(word).unwrap_or_else(|| word.to_owned());
            record.push(None, Action::Move(text), at);
        }
        Ok(record)
    })
}

fn read_each(
    text: &str,
    read: impl Fn(&str, u32) -> Result<GameRecord, FormatError>,
) -> Result<ReadGames, FormatError> {
    let mut games = Vec::new();
    let mut steps = 0;
    for (line, number) in significant(text) {
        let game = read(line, number).and_then(|record| match record.steps.len() {
            0..=MOST_PLIES => Ok(record),
            _ => {
                let why = format!("more than {MOST_PLIES} plies in one game");
                Err(FormatError::at(record.at, why))
            }
        });
        steps += 1 + game.as_ref().map_or(0, |record| record.steps.len());
        if steps > MOST_NODES {
            let at = Spot { line: number, column: 1 };
            return Err(FormatError::at(at, format!("more than {MOST_NODES} moves in one file")));
        }
        games.push(game);
    }
    Ok(games)
}

fn missing(line: &str, number: u32, form: &str) -> FormatError {
    let why = format!("line {} is not of the form {form}", InputError::quote(line));
    FormatError::at(Spot { line: number, column: 1 }, why)
}

fn stated((text, column): (&str, u32), line: u32) -> Stated {
    let space = text.chars().take_while(|letter| letter.is_whitespace()).count() as u32;
    Stated::parse(text, Some(Player::Black), Spot { line, column: column + space })
}

/// `1-19` as `b1-d3`.
fn numbered_move(word: &str) -> Option<String> {
    let (from, to) = word.split_once('-')?;
    let square = |text: &str| {
        let number: usize = text.parse().ok()?;
        (number < 64).then(|| square_name(number % 8, number / 8))
    };
    Some(format!("{}-{}", square(from)?, square(to)?))
}

#[cfg(test)]
mod tests {
    use super::{is_semicolon_line, is_square_line, numbered_move};
    use crate::{Action, Format, FormatError, GameRecord, Header};

    fn read_lines(text: &str) -> Result<Vec<GameRecord>, FormatError> {
        Format::Lines.read(text)
    }

    fn read_squares(text: &str) -> Result<Vec<GameRecord>, FormatError> {
        Format::Squares.read(text)
    }

    #[test]
    fn lines_with_semicolons() {
        let line = "Graz; (T-T); MIA IV; 0-1; d1-b3 h4-f2 resign";
        assert!(is_semicolon_line(line));
        let record = &read_lines(&format!("# x\n\n{line}\n")).unwrap()[0];
        assert_eq!(record.header(Header::Black), Some("(T-T)"));
        assert_eq!(record.stated.as_ref().unwrap().to_string(), "W+");
        assert_eq!(record.steps[2].action, Action::Resign);
        let at = record.steps[1].at;
        assert_eq!((at.line, at.column), (3, 33));
        let error = read_lines("a; b").unwrap_err().to_string();
        assert!(error.starts_with("line 1, column 1: line \"a; b\""), "{error}");
    }

    #[test]
    fn lines_with_numbered_squares() {
        let line = "Scrambled-Eggs\t1-19 23-5 99-1\t1/2-1/2";
        assert!(is_square_line(line) && !is_square_line("a\tb\tc"));
        let record = &read_squares(line).unwrap()[0];
        assert!(record.start.as_ref().unwrap().starts_with("1wbwbwb1/"));
        assert_eq!(record.steps[0].action, Action::Move("b1-d3".to_owned()));
        assert_eq!(record.steps[2].action, Action::Move("99-1".to_owned()));
        assert_eq!(record.stated.as_ref().unwrap().to_string(), "Draw");
        assert_eq!(numbered_move("0-63").as_deref(), Some("a1-h8"));
        assert!(read_squares("LOA\t1-2").is_err());
        assert!(read_squares("Chess\t1-2\t1-0").unwrap_err().to_string().contains("\"Chess\""));
    }
}
