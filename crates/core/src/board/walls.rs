//! Walls: squares that nobody may enter or cross. They never change, so they belong to the game and not to the
//! position: `walls=b3+d3` is an option of a spec string, and a position text shows each of them as `#`.

use super::square_name;

/// How a wall is written in a position text.
pub const WALL: char = '#';

/// The walls of a position text as the option has them, `b3+d3`; `None` if it has none, or is no board.
///
/// ```
/// use andor_core::board::walls_in;
///
/// assert_eq!(walls_in("bb/1#/#1/ww w").as_deref(), Some("a2+b3"));
/// assert_eq!(walls_in("bb/2/2/ww w"), None);
/// ```
#[must_use]
pub fn walls_in(text: &str) -> Option<String> {
    let ranks: Vec<&str> = text.split_whitespace().next()?.split('/').collect();
    let mut names = Vec::new();
    for (row, rank) in ranks.iter().rev().enumerate() {
        let (mut column, mut run) = (0usize, 0usize);
        for letter in rank.chars() {
            if let Some(digit) = letter.to_digit(10) {
                run = run.saturating_mul(10).saturating_add(digit as usize);
                continue;
            }
            column = column.saturating_add(std::mem::take(&mut run));
            if letter == WALL && column < 26 {
                names.push(square_name(column, row));
            }
            column += 1;
        }
    }
    (!names.is_empty()).then(|| names.join("+"))
}
