//! The picture of a board that games draw, taken apart again: what a screen or a page draws in its own way.
//!
//! ```text
//!   3 b b .
//!   2 . . .      rows from the top, '.' for an empty square, letters for men
//!   1 w . W
//!     a b c
//! ```

/// A picture taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board<'a> {
    /// Rank and men, the highest rank first.
    pub rows: Vec<(&'a str, Vec<char>)>,
    /// The letters below.
    pub files: Vec<char>,
}

impl<'a> Board<'a> {
    /// Reads the picture that games draw; nothing if it is none of a board.
    #[must_use]
    pub fn read(picture: &'a str) -> Option<Board<'a>> {
        let single = |word: &str| {
            let mut letters = word.chars();
            letters.next().filter(|_| letters.next().is_none())
        };
        let mut lines = picture.trim_end().lines().collect::<Vec<_>>();
        let files = lines.pop()?.split_whitespace().map(single).collect::<Option<Vec<_>>>()?;
        let row = |line: &&'a str| {
            let mut words = line.split_whitespace();
            let rank =
                words.next().filter(|rank| rank.bytes().all(|byte| byte.is_ascii_digit()))?;
            let men = words.map(single).collect::<Option<Vec<_>>>()?;
            (men.len() == files.len()).then_some((rank, men))
        };
        let rows = lines.iter().map(row).collect::<Option<Vec<_>>>()?;
        (!rows.is_empty()).then_some(Board { rows, files })
    }

    /// The mean height of the men of a letter.
    fn height(&self, man: char) -> Option<f64> {
        let ranks = self.rows.iter().rev().enumerate().flat_map(|(rank, (_, men))| {
            men.iter().filter(move |here| here.eq_ignore_ascii_case(&man)).map(move |_| rank as f64)
        });
        let ranks: Vec<f64> = ranks.collect();
        (!ranks.is_empty()).then(|| ranks.iter().sum::<f64>() / ranks.len() as f64)
    }
}

/// Whether the men of `letter` stand above the others in the picture of an initial position: then their player
/// wants the board turned round.
#[must_use]
pub fn is_on_top(picture: &str, letter: char) -> bool {
    let Some(board) = Board::read(picture) else { return false };
    let other = if letter == 'b' { 'w' } else { 'b' };
    match (board.height(letter), board.height(other)) {
        (Some(own), Some(other)) => own > other,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Board, is_on_top};

    const PICTURE: &str = "  3 b b .\n  2 . . .\n  1 w . W\n    a b c\n";

    #[test]
    fn a_picture_is_taken_apart() {
        let board = Board::read(PICTURE).unwrap();
        assert_eq!(board.files, ['a', 'b', 'c']);
        assert_eq!(board.rows[2], ("1", vec!['w', '.', 'W']));
        assert!(Board::read("node 1: open\n  -> 2: won\n").is_none());
    }

    #[test]
    fn the_side_above_is_found() {
        assert!(is_on_top(PICTURE, 'b') && !is_on_top(PICTURE, 'w'));
        let even = "  2 b w\n  1 w b\n    a b\n";
        assert!(
            !is_on_top(even, 'b') && !is_on_top(even, 'w') && !is_on_top("  1 .\n    a\n", 'b')
        );
    }
}
