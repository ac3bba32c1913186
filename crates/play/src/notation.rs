//! How moves and boards are written for other programs.
//!
//! UGI and UCI write moves without separators, `c8c6`. GTP names points with letters that skip I,
//! in capitals: the point i5 of ours is its J5, also below its boards and in its lines of play.

use andor_core::Spec;
use andor_core::board::file_letter;

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

/// A point of GTP as the games write it; what is no point stays as it is. `None` for a point in column
/// I, which is not there.
pub(crate) fn from_vertex(vertex: &str) -> Option<String> {
    let lower = vertex.to_lowercase();
    let is_there = !lower.starts_with('i') || !is_point(&lower);
    is_there.then(|| shift(&lower, |letter| if letter > 'i' { next(letter, -1) } else { letter }))
}

/// A move of one or more points, or a file alone, with the letters of GTP: `I9-J8` is `J9-K8`.
pub(crate) fn in_vertices(text: &str) -> String {
    let mut written = String::new();
    for part in text.split_inclusive(['-', 'x']) {
        let (word, separator) = part.split_at(part.trim_end_matches(['-', 'x']).len());
        let is_file = word.len() == 1;
        let point = if is_file { to_vertex(&format!("{word}1")) } else { to_vertex(word) };
        written.push_str(if is_file { point.trim_end_matches('1') } else { &point });
        written.push_str(separator);
    }
    written
}

/// A picture of a board whose files have the letters of GTP.
pub(crate) fn relabelled(picture: &str) -> String {
    let is_label = |line: &str| {
        let mut files = line.split_whitespace().zip(0..).peekable();
        files.peek().is_some() && files.all(|(word, file)| word == file_letter(file).to_string())
    };
    let relabel = |line: &str| {
        line.chars().map(|letter| in_vertices(&letter.to_string())).collect::<String>()
    };
    let lines = picture.lines();
    let lines = lines.map(|line| if is_label(line) { relabel(line) } else { line.to_owned() });
    lines.collect::<Vec<_>>().join("\n")
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
    use super::{board_of, compact, from_vertex, in_vertices, relabelled, to_vertex};

    #[test]
    fn moves_and_points_are_translated() {
        assert_eq!((compact("c8-c6"), compact("b6xd4xf2")), ("c8c6".into(), "b6d4f2".into()));
        for (ours, theirs) in
            [("a1", "A1"), ("h8", "H8"), ("i5", "J5"), ("k11", "L11"), ("pass", "PASS")]
        {
            assert_eq!(to_vertex(ours), theirs);
            assert_eq!(from_vertex(theirs).as_deref(), Some(ours));
        }
        assert_eq!(from_vertex("I5"), None, "GTP has no column I");
        assert_eq!(from_vertex("j5").as_deref(), Some("i5"));
        assert_eq!((in_vertices("i9xj8"), in_vertices("j")), ("J9xK8".into(), "K".into()));
        let board = "  1 . . . b . . . . .\n    a b c d e f g h i\n";
        assert_eq!(relabelled(board), "  1 . . . b . . . . .\n    A B C D E F G H J");
        assert_eq!(board_of("breakthrough:6x5"), Some((6, 5)));
        assert_eq!(board_of("tic-tac-toe"), None);
    }
}
