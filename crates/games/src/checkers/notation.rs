//! Moves as people write them: squares by name or by the numbers of PDN, with or without the
//! squares between.
//!
//! Vocabulary of texts, not rules of play: the legal moves come from either implementation, each
//! with its squares, and the text selects one of them.
//!
//! ```text
//!   c3-d4   22-18      a step
//!   c3xe5xg7   22x15x8 a capture with its whole path
//!   c3xg7   22x8       the same, if no other capture from c3 to g7 leads to another position
//! ```
//!
//! Between the squares stands `-`, `x`, `:` or a space; between names also nothing.

use andor_core::board::square_name;
use andor_core::{InputError, Rules};

/// The playable squares of the board.
const SQUARES: u8 = 32;

/// The playable square (0 to 31, a1 = 0, as [`super`] counts) that PDN calls by this number, if there
/// is one: 1 to 32 from b8 in the order of reading.
fn square_of_pdn(number: u8) -> Option<u8> {
    let index = number.checked_sub(1).filter(|&index| index < SQUARES)?;
    Some((7 - index / 4) * 4 + index % 4)
}

/// The name of a playable square.
pub(super) fn name(square: u8) -> String {
    let (row, half) = (usize::from(square / 4), usize::from(square % 4));
    square_name(2 * half + row % 2, row)
}

/// The move along these squares.
pub(super) fn write(path: &[u8], is_capture: bool) -> String {
    let names: Vec<String> = path.iter().map(|&square| name(square)).collect();
    names.join(if is_capture { "x" } else { "-" })
}

/// The squares of a text.
fn read(text: &str) -> Option<Vec<u8>> {
    let is_separator = |letter: char| matches!(letter, '-' | 'x' | ':' | ' ');
    let lower = text.to_ascii_lowercase();
    if lower.chars().all(|letter| letter.is_ascii_digit() || is_separator(letter)) {
        let number = |word: &str| square_of_pdn(word.parse().ok()?);
        return lower.split(is_separator).filter(|word| !word.is_empty()).map(number).collect();
    }
    let mut path = Vec::new();
    let mut letters = lower.chars().filter(|&letter| !is_separator(letter));
    while let Some(file) = letters.next() {
        let row = letters.next()?.to_digit(10).filter(|row| (1..=8).contains(row))? as u8 - 1;
        let column = (file as u32).checked_sub('a' as u32).filter(|&column| column < 8)? as u8;
        if (column + row) % 2 == 1 {
            return None;
        }
        path.push(row * 4 + column / 2);
    }
    Some(path)
}

/// Whether a full path goes by these squares, from the first to the last of them.
fn goes_by(path: &[u8], wanted: &[u8]) -> bool {
    let mut left = path;
    let passes = wanted.iter().all(|square| match left.iter().position(|here| here == square) {
        Some(place) => {
            left = &left[place + 1..];
            true
        }
        None => false,
    });
    passes && wanted.len() >= 2 && path.first() == wanted.first() && path.last() == wanted.last()
}

/// The legal move that a text means.
pub(super) fn parse<R: Rules>(
    rules: &R,
    position: &R::Position,
    text: &str,
    path: impl Fn(R::Move) -> Vec<u8>,
) -> Result<R::Move, InputError> {
    let quoted = InputError::quote(text);
    if rules.outcome(position).is_some() {
        return Err(InputError::new(format!("move {quoted}: the game is already over")));
    }
    let mut moves = Vec::new();
    rules.moves(position, &mut moves);
    let wanted = read(text).unwrap_or_default();
    if let Some(&exact) = moves.iter().find(|&&mv| path(mv) == wanted) {
        return Ok(exact);
    }
    let fitting: Vec<R::Move> =
        moves.iter().copied().filter(|&mv| goes_by(&path(mv), &wanted)).collect();
    let mut results = fitting.iter().map(|&mv| rules.after(position, mv));
    let first = results.next();
    if results.any(|result| Some(result) != first) {
        let ways: Vec<String> = fitting.iter().map(|&mv| rules.move_text(position, mv)).collect();
        return Err(InputError::ambiguous(text, ways));
    }
    fitting.first().copied().ok_or_else(|| {
        let example = rules.move_text(position, moves[0]);
        let here = InputError::quote(&rules.position_text(position));
        InputError::new(format!("move {quoted} is not legal in {here} (a legal one: {example})"))
    })
}

#[cfg(test)]
mod tests {
    use super::{SQUARES, goes_by, name, read, square_of_pdn};
    use std::collections::HashSet;

    #[test]
    fn squares_by_name_and_by_number() {
        let numbered =
            [("b8", 1), ("h8", 4), ("a1", 29), ("a7", 5), ("f6", 11), ("e5", 15), ("g1", 32)];
        for (text, number) in numbered {
            let square = square_of_pdn(number).unwrap();
            assert_eq!(name(square), text);
        }
        let all: HashSet<u8> = (1..=SQUARES).filter_map(square_of_pdn).collect();
        assert_eq!(all, (0..SQUARES).collect());
        assert_eq!((square_of_pdn(0), square_of_pdn(33)), (None, None));
        let path = read("22x15x8");
        assert!(path.is_some());
        for same in ["c3xe5xg7", "C3:E5:G7", "c3e5g7", "c3 e5 g7", "22-15-8", "22 15:8"] {
            assert_eq!(read(same), path, "{same}");
        }
        for wrong in ["c4-d5", "0-1", "33-28", "c3xe", "i1-h2", "999-1", "c0-d1", "\u{e9}1", "+"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn squares_between_may_be_left_out() {
        assert!(goes_by(&[1, 2, 3, 4], &[1, 4]) && goes_by(&[1, 2, 3, 4], &[1, 3, 4]));
        assert!(goes_by(&[1, 2, 3, 1], &[1, 1]));
        for wrong in [&[1, 3][..], &[2, 4], &[1, 3, 2, 4], &[1], &[]] {
            assert!(!goes_by(&[1, 2, 3, 4], wrong), "{wrong:?}");
        }
        assert!(!goes_by(&[1], &[1]));
    }
}
