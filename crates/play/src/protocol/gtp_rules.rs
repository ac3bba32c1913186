//! What GoGui asks about the rules of a game that is not Go: its name, the board, the result.

use crate::notation::board_of;
use andor_core::Outcome;
use andor_core::board::Rectangle;

/// The game's name as GoGui wants it: a capital, then small letters.
pub(super) fn game_id(spec: &str) -> String {
    let name = spec.split([':', ',']).next().unwrap_or_default();
    let letters: String = name.chars().filter(char::is_ascii_alphabetic).collect();
    let (first, rest) = letters.split_at(letters.len().min(1));
    first.to_uppercase() + rest
}

/// The ranks of a position text, from the top: the letters of the men, and points.
pub(super) fn men(position: &str) -> Vec<Vec<char>> {
    let ranks = position.split_whitespace().next().unwrap_or_default().split('/');
    let read = |rank: &str| {
        let (mut squares, mut empty) = (Vec::new(), 0);
        for letter in rank.chars() {
            match letter.to_digit(10) {
                Some(digit) => empty = 10 * empty + digit as usize,
                None => {
                    squares.extend(std::iter::repeat_n('.', std::mem::take(&mut empty)));
                    squares.push(letter);
                }
            }
        }
        squares.extend(std::iter::repeat_n('.', empty));
        squares
    };
    ranks.map(read).collect()
}

/// The board of a position text: rows of X (Black), O (White) and points.
pub(super) fn board(position: &str) -> String {
    let shown = |man: &char| match man {
        'b' | 'B' => "X",
        'w' | 'W' => "O",
        _ => ".",
    };
    let rows = men(position);
    let rows = rows.iter().map(|row| row.iter().map(shown).collect::<Vec<_>>().join(" "));
    rows.collect::<Vec<_>>().join("\n")
}

/// Columns and rows of a game: what its spec string says, or else what a position of it has; `None`
/// where the position is no board.
pub(super) fn size(spec: &str, position: &str) -> Option<Rectangle> {
    if let Some((columns, rows)) = board_of(spec) {
        return Some(Rectangle::new(columns, rows));
    }
    let rows = men(position);
    let columns = rows[0].len();
    let is_board = rows.len() > 1 && rows.iter().all(|row| row.len() == columns);
    is_board.then(|| Rectangle::new(columns, rows.len()))
}

/// The size as GoGui reads it: `8`, or `7 6` where the sides differ.
pub(super) fn size_text(board: Rectangle) -> String {
    match board {
        Rectangle { columns, rows } if columns == rows => columns.to_string(),
        Rectangle { columns, rows } => format!("{columns} {rows}"),
    }
}

/// The result in words; nothing while the game goes on.
pub(super) fn final_result(outcome: Option<Outcome>) -> String {
    match outcome {
        None => String::new(),
        Some(Outcome::Draw) => "Draw".to_owned(),
        Some(Outcome::Win(winner)) => format!("{winner} wins"),
    }
}

#[cfg(test)]
mod tests {
    use super::{board, game_id, size, size_text};

    #[test]
    fn names_and_boards_are_as_gogui_wants_them() {
        assert_eq!(
            (game_id("loa:8x8"), game_id("tic-tac-toe")),
            ("Loa".into(), "Tictactoe".into())
        );
        assert_eq!(board("b1W/3/1w1 b"), "X . O\n. . .\n. O .");
        let text = |spec, position| size(spec, position).map(size_text);
        assert_eq!(text("surakarta", "6/6/6/6/6/6 b").as_deref(), Some("6"));
        assert_eq!(text("connect-four:7x6", "").as_deref(), Some("7 6"));
        assert_eq!(text("graph", "12 w"), None);
        assert_eq!(board("10b/b10 w").lines().next(), Some(". . . . . . . . . . X"));
    }
}
