//! How moves are written for other programs.
//!
//! UGI and UCI write moves without separators, `c8c6`. GTP names points with letters that skip I,
//! in capitals: the point i5 of ours is its J5.

use andor_core::Spec;

/// A move without separators.
pub(crate) fn compact(text: &str) -> String {
    text.chars().filter(|letter| !matches!(letter, '-' | 'x')).collect()
}

/// Columns and rows of a spec string that says them.
pub(crate) fn board_of(spec: &str) -> Option<(usize, usize)> {
    let spec = Spec::parse(spec).ok()?;
    let (columns, rows) = spec.board()?.split_once('x')?;
    Some((columns.parse().ok()?, rows.parse().ok()?))
}

/// A point, or `pass`, as GTP writes it.
#[must_use]
pub fn to_vertex(point: &str) -> String {
    shift(point, |letter| if letter >= 'i' { next(letter, 1) } else { letter }).to_uppercase()
}

/// A point of GTP as the games write it. What is no point stays as it is.
pub(crate) fn from_vertex(vertex: &str) -> String {
    let lower = vertex.to_lowercase();
    // There is no column I; it must not become one that exists.
    if lower.starts_with('i') && is_point(&lower) {
        return vertex.to_owned();
    }
    shift(&lower, |letter| if letter > 'i' { next(letter, -1) } else { letter })
}

fn is_point(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|letter| letter.is_ascii_lowercase())
        && text.len() > 1
        && letters.all(|letter| letter.is_ascii_digit())
}

fn shift(text: &str, column: impl Fn(char) -> char) -> String {
    let lower = text.to_lowercase();
    if !is_point(&lower) {
        return lower;
    }
    let mut letters = lower.chars();
    let first = letters.next().map(column);
    first.into_iter().chain(letters).collect()
}

fn next(letter: char, by: i32) -> char {
    char::from_u32((letter as u32).wrapping_add_signed(by)).unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::{board_of, compact, from_vertex, to_vertex};

    #[test]
    fn moves_and_points_are_translated() {
        assert_eq!((compact("c8-c6"), compact("b6xd4xf2")), ("c8c6".into(), "b6d4f2".into()));
        for (ours, theirs) in
            [("a1", "A1"), ("h8", "H8"), ("i5", "J5"), ("k11", "L11"), ("pass", "PASS")]
        {
            assert_eq!(to_vertex(ours), theirs);
            assert_eq!(from_vertex(theirs), ours);
        }
        assert_eq!(from_vertex("I5"), "I5", "GTP has no column I");
        assert_eq!(from_vertex("j5"), "i5");
        assert_eq!(board_of("breakthrough:6x5"), Some((6, 5)));
        assert_eq!(board_of("tic-tac-toe"), None);
    }
}
