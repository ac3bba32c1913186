//! A matrix of cells as bitboards: what the generator works on.
//!
//! Every kind of cell allows a man of the attacker; three bits a cell say what else it allows:
//! nothing, a man of the defender, a wall. Then "more general" is "more bits".

use super::cell::Cell;
use super::pattern::{Boards, Pattern, Turn};

/// The cells that patterns are looked for in. Bit `row * columns + column`, rows from the bottom.
#[derive(Clone, Debug)]
pub(super) struct Window {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) all: u32,
    pub(super) not_first: u32,
    pub(super) not_last: u32,
}

impl Window {
    /// A window of at most 30 cells.
    pub(super) fn new(columns: usize, rows: usize) -> Window {
        let cells = columns * rows;
        assert!((1..=30).contains(&cells), "a window of {columns}x{rows} has no room");
        let all = u32::MAX >> (32 - cells);
        let file =
            |column: usize| (0..rows).fold(0, |file, row| file | 1 << (row * columns + column));
        Window { columns, rows, all, not_first: all & !file(0), not_last: all & !file(columns - 1) }
    }

    /// The cells of a row.
    pub(super) fn row(&self, row: usize) -> u32 {
        ((1 << self.columns) - 1) << (row * self.columns)
    }

    /// The cells of this row and all above it.
    pub(super) fn rows_from(&self, row: u32) -> u32 {
        let from = row as usize * self.columns;
        if from >= self.cells() { 0 } else { self.all & (u32::MAX << from) }
    }

    pub(super) fn cells(&self) -> usize {
        self.columns * self.rows
    }

    /// Left and right exchanged.
    fn mirror(&self, cells: u32) -> u32 {
        (0..self.cells()).fold(0, |image, cell| {
            let (row, column) = (cell / self.columns, cell % self.columns);
            image | (cells >> cell & 1) << (row * self.columns + self.columns - 1 - column)
        })
    }

    /// Of a matrix and its mirror image the smaller one.
    pub(super) fn canonical(&self, matrix: Matrix) -> Matrix {
        let image = Matrix {
            empty: self.mirror(matrix.empty),
            defender: self.mirror(matrix.defender),
            wall: self.mirror(matrix.wall),
        };
        matrix.min(image)
    }

    /// The mirror image.
    pub(super) fn mirrored(&self, matrix: Matrix) -> Matrix {
        Matrix {
            empty: self.mirror(matrix.empty),
            defender: self.mirror(matrix.defender),
            wall: self.mirror(matrix.wall),
        }
    }

    /// Every cell of one kind.
    pub(super) fn filled(&self, cell: Cell) -> Matrix {
        (0..self.cells()).fold(Matrix::default(), |matrix, at| matrix.with(at, cell))
    }

    /// The pattern that this matrix is.
    pub(super) fn pattern(
        &self,
        matrix: Matrix,
        turn: Turn,
        order: u32,
        boards: Boards,
    ) -> Pattern {
        let row = |row: usize| {
            (0..self.columns).map(|column| matrix.cell(row * self.columns + column)).collect()
        };
        let rows: Vec<Vec<Cell>> = (0..self.rows).rev().map(row).collect();
        Pattern::new(turn, order, boards, &rows)
            .expect("a window has rows and columns, not too many")
    }
}

/// What each cell allows besides a man of the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub(super) struct Matrix {
    pub(super) empty: u32,
    pub(super) defender: u32,
    pub(super) wall: u32,
}

impl Matrix {
    pub(super) fn cell(self, at: usize) -> Cell {
        let bit = |mask: u32| (mask >> at & 1) as u8;
        let allowed = 1 | bit(self.empty) << 1 | bit(self.defender) << 2 | bit(self.wall) << 3;
        Cell::from_allowed(allowed).expect("only kinds are ever put in")
    }

    pub(super) fn with(self, at: usize, cell: Cell) -> Matrix {
        let set =
            |mask: u32, bit: u8| mask & !(1 << at) | u32::from(cell.allowed() >> bit & 1) << at;
        Matrix {
            empty: set(self.empty, 1),
            defender: set(self.defender, 2),
            wall: set(self.wall, 3),
        }
    }

    /// How special it is: arrows of Figure 2 between it and don't-care everywhere.
    pub(super) fn rank(self, cells: usize) -> usize {
        3 * cells
            - (self.empty.count_ones() + self.defender.count_ones() + self.wall.count_ones())
                as usize
    }
}

/// A list of matrices, bit by bit apart, so that many are compared at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Matrices {
    empty: Vec<u32>,
    defender: Vec<u32>,
    wall: Vec<u32>,
}

impl Matrices {
    pub(super) fn insert(&mut self, at: usize, matrix: Matrix) {
        self.empty.insert(at, matrix.empty);
        self.defender.insert(at, matrix.defender);
        self.wall.insert(at, matrix.wall);
    }

    pub(super) fn len(&self) -> usize {
        self.empty.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Matrix> {
        let rest = self.defender.iter().zip(&self.wall);
        self.empty.iter().zip(rest).map(|(&empty, (&defender, &wall))| Matrix {
            empty,
            defender,
            wall,
        })
    }

    /// The first one that `general` covers.
    pub(super) fn first_covered_by(&self, general: Matrix) -> Option<usize> {
        let Matrix { empty, defender, wall } = general;
        self.first(|e, d, w| (e & !empty) | (d & !defender) | (w & !wall))
    }

    /// The first one that covers `special`.
    pub(super) fn first_covering(&self, special: Matrix) -> Option<usize> {
        let Matrix { empty, defender, wall } = special;
        self.first(|e, d, w| (!e & empty) | (!d & defender) | (!w & wall))
    }

    /// The first one without what is too much.
    fn first(&self, too_much: impl Fn(u32, u32, u32) -> u32) -> Option<usize> {
        const TOGETHER: usize = 32;
        let (defender, wall) = (self.defender.chunks(TOGETHER), self.wall.chunks(TOGETHER));
        let chunks = self.empty.chunks(TOGETHER).zip(defender.zip(wall));
        for (number, (empty, (defender, wall))) in chunks.enumerate() {
            let fits = |at: usize| too_much(empty[at], defender[at], wall[at]) == 0;
            let length = empty.len().min(defender.len()).min(wall.len());
            let any = (0..length).fold(false, |any, at| any | fits(at));
            if any {
                return (0..length).find(|&at| fits(at)).map(|at| number * TOGETHER + at);
            }
        }
        None
    }
}
