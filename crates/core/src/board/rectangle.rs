//! A rectangular board for men of two colours: names of squares, texts, bytes.

use super::{Setup, pack_men, square_name, unpack_men};
use crate::{InputError, Player};

/// A board of columns and rows, for games with one kind of man a side.
///
/// Squares are counted a1 = 0, b1 = 1, ... and then upwards. What a game keeps is its own business:
/// here squares come and go in that order, each with the player whose man stands there, or `None`.
///
/// # Example
/// ```
/// use andor_core::Player;
/// use andor_core::board::Rectangle;
///
/// let board = Rectangle::new(3, 4);
/// assert_eq!((board.squares(), board.square(2, 1)), (12, 5));
/// assert_eq!((board.name(5).as_str(), board.named("C2")), ("c2", Some(5)));
/// assert_eq!(board.step_text(0, 4, true), "a1xb2");
///
/// // From a text to squares, and back.
/// let setup = board.read("bbb/3/1w1/w1w b")?;
/// let men: Vec<Option<Player>> = setup.men().collect();
/// assert_eq!(men[board.square(1, 1)], Some(Player::White));
/// assert_eq!(board.setup(men.iter().copied(), setup.side).to_string(), "bbb/3/1w1/w1w b");
/// assert_eq!(setup.draw(), "  4 b b b\n  3 . . .\n  2 . w .\n  1 w . w\n    a b c\n");
///
/// // To bytes, and back.
/// let mut bytes = Vec::new();
/// board.encode(men.iter().copied(), Player::Black, &mut bytes);
/// assert_eq!(bytes.len(), board.encoded_len());
/// assert_eq!(board.decode(&bytes), Some((men, Player::Black)));
/// assert_eq!(board.decode(&bytes[1..]), None);
/// # Ok::<(), andor_core::InputError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rectangle {
    /// Number of files.
    pub columns: usize,
    /// Number of ranks.
    pub rows: usize,
}

impl Rectangle {
    /// A board of this size.
    #[must_use]
    pub const fn new(columns: usize, rows: usize) -> Rectangle {
        Rectangle { columns, rows }
    }

    /// How many squares there are.
    #[must_use]
    pub const fn squares(self) -> usize {
        self.columns * self.rows
    }

    /// The number of the square in this column and row, both counted from 0.
    #[must_use]
    pub const fn square(self, column: usize, row: usize) -> usize {
        row * self.columns + column
    }

    /// The column of a square.
    #[must_use]
    pub const fn column(self, square: usize) -> usize {
        square % self.columns
    }

    /// The row of a square.
    #[must_use]
    pub const fn row(self, square: usize) -> usize {
        square / self.columns
    }

    /// The name of a square: `c2`.
    #[must_use]
    pub fn name(self, square: usize) -> String {
        square_name(self.column(square), self.row(square))
    }

    /// The square with this name, in small letters or capitals.
    #[must_use]
    pub fn named(self, name: &str) -> Option<usize> {
        (0..self.squares()).find(|&square| self.name(square).eq_ignore_ascii_case(name))
    }

    /// A man's way from one square to another: `a1-a2`, or `a1xb2` if it takes what stands there.
    #[must_use]
    pub fn step_text(self, from: usize, to: usize, takes: bool) -> String {
        let separator = if takes { 'x' } else { '-' };
        format!("{}{separator}{}", self.name(from), self.name(to))
    }

    /// Reads a position text whose men are `b` and `w`. What the text says may still be no position
    /// of the game: [`Setup::refuse_for`] words the reasons.
    ///
    /// # Errors
    /// One line that quotes the text.
    pub fn read(self, text: &str) -> Result<Setup, InputError> {
        Setup::parse(text, self.columns, self.rows, "bw")
    }

    /// What a position text and a picture are made of: squares and the side to move.
    #[must_use]
    pub fn setup(self, men: impl Iterator<Item = Option<Player>>, side: Player) -> Setup {
        let cells = men.map(|man| man.map_or('.', Player::letter)).collect();
        Setup { columns: self.columns, rows: self.rows, cells, side, extras: Vec::new() }
    }

    /// How many bytes [`encode`](Rectangle::encode) writes.
    #[must_use]
    pub const fn encoded_len(self) -> usize {
        1 + self.squares().div_ceil(5)
    }

    /// Appends one byte for the side to move (0 Black, 1 White), then the squares, five to a byte
    /// ([`pack_men`]).
    pub fn encode(
        self,
        men: impl Iterator<Item = Option<Player>>,
        side: Player,
        bytes: &mut Vec<u8>,
    ) {
        bytes.push(match side {
            Player::Black => 0,
            Player::White => 1,
        });
        pack_men(men, bytes);
    }

    /// Reads [`encode`](Rectangle::encode) back; `None` if these are no such bytes.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> Option<(Vec<Option<Player>>, Player)> {
        let (side, packed) = bytes.split_first()?;
        let side = match side {
            0 => Player::Black,
            1 => Player::White,
            _ => return None,
        };
        Some((unpack_men(packed, self.squares())?, side))
    }
}

#[cfg(test)]
mod tests {
    use super::Rectangle;
    use crate::board::square_name;

    #[test]
    fn squares_have_names() {
        assert_eq!((square_name(1, 0), square_name(0, 10)), ("b1".into(), "a11".into()));
        let board = Rectangle::new(2, 11);
        for square in 0..board.squares() {
            assert_eq!(board.named(&board.name(square)), Some(square));
            assert_eq!(board.square(board.column(square), board.row(square)), square);
        }
        assert_eq!(
            (board.named("B11"), board.named("c1"), board.named("a12")),
            (Some(21), None, None)
        );
    }
}
