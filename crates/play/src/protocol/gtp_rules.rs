//! What GoGui asks about the rules of a game that is not Go: its name, the board, the result.

use andor_core::Outcome;

/// The game's name as GoGui wants it: a capital, then small letters.
pub(super) fn game_id(spec: &str) -> String {
    let name = spec.split([':', ',']).next().unwrap_or_default();
    let letters: String = name.chars().filter(char::is_ascii_alphabetic).collect();
    let (first, rest) = letters.split_at(letters.len().min(1));
    first.to_uppercase() + rest
}

/// The board of a position text: rows of X (Black), O (White) and points.
pub(super) fn board(position: &str) -> String {
    let rows = position.split_whitespace().next().unwrap_or_default().split('/');
    let mut lines: Vec<String> = Vec::new();
    for row in rows {
        let mut cells: Vec<&str> = Vec::new();
        let mut empty = 0;
        for letter in row.chars() {
            if let Some(digit) = letter.to_digit(10) {
                empty = 10 * empty + digit as usize;
                continue;
            }
            cells.extend(std::iter::repeat_n(".", std::mem::take(&mut empty)));
            cells.push(match letter {
                'b' | 'B' => "X",
                'w' | 'W' => "O",
                _ => ".",
            });
        }
        cells.extend(std::iter::repeat_n(".", empty));
        lines.push(cells.join(" "));
    }
    lines.join("\n")
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
    use super::{board, game_id};

    #[test]
    fn names_and_boards_are_as_gogui_wants_them() {
        assert_eq!(
            (game_id("loa:8x8"), game_id("tic-tac-toe")),
            ("Loa".into(), "Tictactoe".into())
        );
        assert_eq!(board("b1W/3/1w1 b"), "X . O\n. . .\n. O .");
        assert_eq!(board("10b/b10 w").lines().next(), Some(". . . . . . . . . . X"));
    }
}
