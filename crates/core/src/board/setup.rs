//! A board as it is written down, `bb/2/ww w`, and as a picture: not yet a position.

use super::file_letter;
use crate::{InputError, Player};

/// A board as written down: not yet a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Number of files.
    pub columns: usize,
    /// Number of ranks.
    pub rows: usize,
    /// The character on each square, `.` where it is empty; a1 first, then b1.
    pub cells: Vec<char>,
    /// Who is to move.
    pub side: Player,
    /// Words after the side to move, for games that have more to say.
    pub extras: Vec<String>,
}

impl Setup {
    /// Reads a position text for a board of this size, whose men are written with `letters`.
    ///
    /// # Errors
    /// One line that quotes the text.
    pub fn parse(
        text: &str,
        columns: usize,
        rows: usize,
        letters: &str,
    ) -> Result<Setup, InputError> {
        let quoted = InputError::quote(text);
        let bad = |why: String| InputError::new(format!("position {quoted}: {why}"));
        let mut words = text.split_whitespace();
        let board = words.next().ok_or_else(|| bad("it is empty".to_owned()))?;
        let side =
            words.next().ok_or_else(|| bad("the side to move (b or w) is missing".into()))?;
        let side = Player::from_letter(side).ok_or_else(|| {
            bad(format!("side to move {} is not b or w", InputError::quote(side)))
        })?;
        let ranks: Vec<&str> = board.split('/').collect();
        if ranks.len() != rows {
            return Err(bad(format!("{} ranks on a board of {rows}", ranks.len())));
        }
        let mut cells = vec!['.'; columns * rows];
        for (rank, row) in ranks.iter().zip((0..rows).rev()) {
            let wrong_width = || {
                let rank = InputError::quote(rank);
                bad(format!("rank {rank} does not have {columns} squares"))
            };
            let mut column = 0;
            let mut run = 0;
            for letter in rank.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    run = run * 10 + digit as usize;
                    if run > columns {
                        return Err(wrong_width());
                    }
                    continue;
                }
                column += std::mem::take(&mut run);
                if !letters.contains(letter) {
                    let letter = InputError::quote(&letter.to_string());
                    return Err(bad(format!("{letter} is not a man of this game")));
                }
                if column >= columns {
                    return Err(wrong_width());
                }
                cells[row * columns + column] = letter;
                column += 1;
            }
            if column + run != columns {
                return Err(wrong_width());
            }
        }
        let extras = words.map(str::to_owned).collect();
        Ok(Setup { columns, rows, cells, side, extras })
    }

    /// Refuses a setup that cannot be a position, with all `reasons` in one line; words after the
    /// side to move are one more, for games that know none.
    ///
    /// # Errors
    /// If there is any reason.
    pub fn refuse_for(&self, mut reasons: Vec<String>) -> Result<(), InputError> {
        if let Some(word) = self.extras.first() {
            let word = InputError::quote(word);
            let reason = format!("nothing is expected after the side to move, but there is {word}");
            reasons.push(reason);
        }
        if reasons.is_empty() {
            return Ok(());
        }
        let text = InputError::quote(&self.to_string());
        Err(InputError::new(format!("position {text}: {}", reasons.join("; "))))
    }

    /// Whose man stands on each square, in a game where every man is `b` or `w`.
    pub fn men(&self) -> impl Iterator<Item = Option<Player>> + '_ {
        self.cells.iter().map(|cell| match cell {
            'b' => Some(Player::Black),
            'w' => Some(Player::White),
            _ => None,
        })
    }

    /// The board as a picture with coordinates.
    #[must_use]
    pub fn draw(&self) -> String {
        let mut picture = String::new();
        for row in (0..self.rows).rev() {
            picture.push_str(&format!("{:>3}", row + 1));
            for column in 0..self.columns {
                picture.push(' ');
                picture.push(self.cells[row * self.columns + column]);
            }
            picture.push('\n');
        }
        picture.push_str("   ");
        for column in 0..self.columns {
            picture.push(' ');
            picture.push(file_letter(column));
        }
        picture.push('\n');
        picture
    }
}

impl std::fmt::Display for Setup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in (0..self.rows).rev() {
            let mut run = 0;
            for &cell in &self.cells[row * self.columns..(row + 1) * self.columns] {
                if cell == '.' {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    write!(f, "{run}")?;
                }
                run = 0;
                write!(f, "{cell}")?;
            }
            if run > 0 {
                write!(f, "{run}")?;
            }
            if row > 0 {
                f.write_str("/")?;
            }
        }
        write!(f, " {}", self.side.letter())?;
        self.extras.iter().try_for_each(|word| write!(f, " {word}"))
    }
}

#[cfg(test)]
mod tests {
    use super::Setup;

    #[test]
    fn setups_round_trip_through_text() {
        for text in ["bb/2/ww w", "1b1/3/w1w b", "12/12 b ko=c3 passes=1"] {
            let columns = if text.starts_with("12") { 12 } else { text.find('/').unwrap() };
            let rows = text.split('/').count();
            let setup = Setup::parse(text, columns, rows, "bw").unwrap();
            assert_eq!(setup.to_string(), text);
        }
        let setup = Setup::parse("b1/1w w", 2, 2, "bw").unwrap();
        assert_eq!(setup.cells, ['.', 'w', 'b', '.']);
        assert_eq!(setup.draw(), "  2 b .\n  1 . w\n    a b\n");
    }

    #[test]
    fn broken_setups_are_quoted() {
        let cases = [
            ("", "empty"),
            ("bb/2/ww", "side to move"),
            ("bb/2/ww x", "\"x\""),
            ("bb/ww w", "2 ranks on a board of 3"),
            ("bbb/2/ww w", "\"bbb\""),
            ("b/2/ww w", "\"b\""),
            ("bb/3/ww w", "\"3\""),
            ("bb/99999999999999999999/ww w", "squares"),
            ("bq/2/ww w", "\"q\""),
        ];
        for (text, part) in cases {
            let error = Setup::parse(text, 2, 3, "bw").unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
