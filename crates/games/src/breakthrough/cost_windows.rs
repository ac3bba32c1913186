//! The windows of a model of cost (`cost`): those of the player's patterns, three rows by two columns and two rows by
//! three, with walls and levels (`patterns`), but each with two numbers: what it adds to the cost of a win of the side
//! to move, and to that of its loss, in 256ths of a doubling.
//!
//! ```text
//!   scale 1000 1000 1800        a, b and t of the leaf rule
//!   turn 310 122                always there
//!   0 .x/x./o. -12 40           level, window, win, loss
//! ```

use super::fast::{Breakthrough, Position};
use super::patterns::{
    LEVELS, ROWS, SQUARES, Shape, TALL, WIDE, WINDOWS, level, number, ranks, squares,
};
use andor_core::{Cost, CostScale, InputError};
use std::sync::LazyLock;

/// The file that comes with the game.
const FILE: &str = include_str!("../../data/breakthrough-costs.txt");

/// What comes with the game.
pub(super) static OWN: LazyLock<Windows> =
    LazyLock::new(|| Windows::read(FILE).expect("a test reads the file"));

/// What windows of a shape add, by level.
type Table = Box<[[Cost; WINDOWS]; LEVELS]>;

/// What all windows add.
pub(super) struct Windows {
    tall: Table,
    wide: Table,
    pub(super) turn: Cost,
    pub(super) scale: CostScale,
}

fn empty() -> Table {
    let levels = vec![[Cost::default(); WINDOWS]; LEVELS].into_boxed_slice();
    levels.try_into().expect("so many levels")
}

impl Windows {
    /// The model of a text.
    ///
    /// # Errors
    /// One line that quotes what is wrong.
    pub(super) fn read(text: &str) -> Result<Windows, InputError> {
        let scale = CostScale { a: 1, b: 1, t: Cost::SIXTEENFOLD };
        let mut windows = Windows { tall: empty(), wide: empty(), turn: Cost::default(), scale };
        for line in text.lines() {
            let is_remark = line.is_empty() || line.starts_with('#');
            if !is_remark && windows.read_line(line).is_none() {
                let quoted = InputError::quote(line);
                let why =
                    format!("costs: {quoted} is not LEVEL WINDOW WIN LOSS such as 0 o./x./.x 12 3");
                return Err(InputError::new(why));
            }
        }
        Ok(windows)
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        let cost = |win: &str, loss: &str| {
            let number = |text: &str| text.parse::<i16>().ok().map(i32::from);
            Some(Cost { win: number(win)?, loss: number(loss)? })
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["scale", a, b, t] => {
                let (a, b, t) = (a.parse().ok()?, b.parse().ok()?, t.parse().ok()?);
                self.scale = CostScale { a, b, t };
            }
            ["turn", win, loss] => self.turn = cost(win, loss)?,
            [level, drawn, win, loss] => {
                let level = level.parse::<usize>().ok()?;
                let cost = cost(win, loss)?;
                let ranks: Vec<Vec<u64>> = drawn.split('/').map(squares).collect::<Option<_>>()?;
                let shape = (ranks.len(), ranks[0].len());
                let table = match shape {
                    TALL => &mut self.tall,
                    WIDE => &mut self.wide,
                    _ => return None,
                };
                if level > ROWS - shape.0 || ranks.iter().any(|rank| rank.len() != shape.1) {
                    return None;
                }
                let mirrored: Vec<Vec<u64>> =
                    ranks.iter().map(|rank| rank.iter().rev().copied().collect()).collect();
                table[level][number(&ranks)] = cost;
                table[level][number(&mirrored)] = cost;
            }
            _ => return None,
        }
        Some(())
    }

    /// What a window of this level adds, with this number.
    pub(super) fn adds(&self, shape: Shape, level: usize, number: usize) -> Cost {
        let table = if shape == TALL { &self.tall } else { &self.wide };
        table[level][number]
    }
}

/// A window as it is drawn, or its mirror image, whichever comes first.
fn drawn(level: usize, number: usize, (high, broad): Shape) -> String {
    let draw = |is_mirrored: bool| {
        let mut text = format!("{level} ");
        for rank in (0..high).rev() {
            for column in 0..broad {
                let column = if is_mirrored { broad - 1 - column } else { column };
                text.push(SQUARES[number >> (2 * (rank * broad + column)) & 3]);
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text
    };
    draw(false).min(draw(true))
}

/// What the cost of a position is added up from, by the names that a text has for it.
pub(super) fn terms(game: &Breakthrough, position: &Position, found: &mut dyn FnMut(&str, i32)) {
    found("turn", 1);
    let ranks = ranks(game, position);
    for shape in [TALL, WIDE] {
        let (high, broad) = shape;
        for row in 0..=game.rows - high {
            for column in 0..game.columns + 3 - broad {
                let number = (0..high).fold(0, |number, rank| {
                    let squares = ranks[row + rank] >> (2 * column) & ((1 << (2 * broad)) - 1);
                    number | (squares as usize) << (2 * broad * rank)
                });
                found(&drawn(level(row, high, game.rows), number, shape), 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Windows;

    #[test]
    fn bad_lines_are_quoted() {
        for text in
            ["0 o./x. 3 4", "6 o./x./.x 3 4", "0 o./x./.x 3", "0 o./x./.y 1 1", "turn 70000 1"]
        {
            let error = Windows::read(text).err().expect(text).to_string();
            assert!(error.contains(&format!("\"{text}\"")), "{error}");
        }
    }
}
