//! A race pattern: a matrix of cells, who is to move, its order, and the boards it holds on.

use super::cell::Cell;
use std::fmt;
use std::ops::RangeInclusive;

/// The most columns of a pattern.
pub const MOST_COLUMNS: usize = 8;
/// The most rows of a pattern: at least one row of the board lies below it.
pub const MOST_ROWS: usize = 7;
/// The numbers of rows that a board may have.
pub const BOARD_ROWS: RangeInclusive<usize> = 4..=8;

/// The numbers of rows of the boards that a pattern holds on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Boards(u16);

impl Boards {
    /// These and one more.
    #[must_use]
    pub fn with(self, rows: usize) -> Boards {
        Boards(self.0 | 1 << rows)
    }

    /// Whether boards with so many rows are among them.
    #[must_use]
    pub fn contains(self, rows: usize) -> bool {
        rows < 16 && self.0 >> rows & 1 == 1
    }

    /// Whether all of `other` are among them.
    #[must_use]
    pub(crate) fn contains_all(self, other: Boards) -> bool {
        other.0 & !self.0 == 0
    }

    /// The numbers of rows, in order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        BOARD_ROWS.filter(move |&rows| self.contains(rows))
    }
}

impl FromIterator<usize> for Boards {
    fn from_iter<I: IntoIterator<Item = usize>>(rows: I) -> Boards {
        rows.into_iter().fold(Boards::default(), Boards::with)
    }
}

impl fmt::Display for Boards {
    /// Such as `4-6,8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        let mut rest: Vec<usize> = self.iter().collect();
        while let Some(&first) = rest.first() {
            let run = rest.iter().zip(first..).take_while(|(rows, next)| *rows == next).count();
            let last = rest[run - 1];
            write!(f, "{separator}{first}")?;
            if last > first {
                write!(f, "-{last}")?;
            }
            rest.drain(..run);
            separator = ",";
        }
        Ok(())
    }
}

/// Who is to move where a pattern holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Turn {
    /// The attacker: a first-player pattern.
    First,
    /// The defender: a second-player pattern.
    Second,
}

impl Turn {
    /// Both.
    pub const BOTH: [Turn; 2] = [Turn::First, Turn::Second];

    /// The word in files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Turn::First => "first",
            Turn::Second => "second",
        }
    }
}

/// A matrix of cells that claims a win for the attacker.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Pattern {
    /// Who is to move.
    pub turn: Turn,
    /// How many passes the defender can make before the attacker wins, at most.
    pub order: u32,
    /// The boards it holds on.
    pub boards: Boards,
    columns: usize,
    /// The goal row first.
    cells: Vec<Cell>,
}

impl Pattern {
    /// A pattern of rows of equal length, the goal row first, trimmed of columns at its sides and
    /// rows at its bottom that say nothing. `None` if there is no row or no column, they are not
    /// equal, or there are too many.
    #[must_use]
    pub fn new(turn: Turn, order: u32, boards: Boards, rows: &[Vec<Cell>]) -> Option<Pattern> {
        let columns = rows.first()?.len();
        let fits = (1..=MOST_COLUMNS).contains(&columns) && rows.len() <= MOST_ROWS;
        if !fits || rows.iter().any(|row| row.len() != columns) {
            return None;
        }
        let mut pattern = Pattern { turn, order, boards, columns, cells: rows.concat() };
        pattern.trim();
        Some(pattern)
    }

    fn trim(&mut self) {
        while self.rows() > 1
            && self.row(self.rows() - 1).iter().all(|&cell| cell == Cell::DontCare)
        {
            self.cells.truncate(self.cells.len() - self.columns);
        }
        for side in [0, 1] {
            while self.columns > 1 {
                let column = side * (self.columns - 1);
                if (0..self.rows()).any(|row| self.cell(row, column) != Cell::DontCare) {
                    break;
                }
                let columns = self.columns;
                let mut at = 0;
                self.cells.retain(|_| {
                    at += 1;
                    (at - 1) % columns != column
                });
                self.columns -= 1;
            }
        }
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// A row from left to right; row 0 is the goal row.
    #[must_use]
    pub fn row(&self, row: usize) -> &[Cell] {
        &self.cells[row * self.columns..][..self.columns]
    }

    /// A cell; row 0 is the goal row.
    #[must_use]
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        self.cells[row * self.columns + column]
    }

    /// The same with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Pattern {
        let cells = (0..self.rows()).flat_map(|row| self.row(row).iter().rev().copied());
        Pattern { cells: cells.collect(), ..self.clone() }
    }

    /// Of the pattern and its mirror image the one that sorts first.
    #[must_use]
    pub fn canonical(self) -> Pattern {
        let mirrored = self.mirrored();
        self.min(mirrored)
    }

    /// Whether this always matches, and decides as much, where `other` does: for the same turn, at
    /// most its order, on at least its boards, and at some shift, mirrored or not, no cell more special.
    #[must_use]
    pub fn dominates(&self, other: &Pattern) -> bool {
        self.turn == other.turn
            && self.order <= other.order
            && self.boards.contains_all(other.boards)
            && (self.covers(other) || self.mirrored().covers(other))
    }

    /// Whether at some shift no cell is more special than the other's.
    fn covers(&self, other: &Pattern) -> bool {
        // All columns of this must lie on the other's: at its sides this one says something.
        (0..=other.columns.saturating_sub(self.columns)).any(|shift| {
            self.columns + shift <= other.columns
                && self.rows() <= other.rows()
                && (0..self.rows()).all(|row| {
                    let theirs = &other.row(row)[shift..][..self.columns];
                    self.row(row).iter().zip(theirs).all(|(mine, theirs)| mine.covers(*theirs))
                })
        })
    }
}

impl fmt::Display for Pattern {
    /// The rows, the goal row first, letters with spaces between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows() {
            let letters: Vec<String> =
                self.row(row).iter().map(|cell| cell.letter().to_string()).collect();
            writeln!(f, "{}", letters.join(" "))?;
        }
        Ok(())
    }
}
