//! Finds every pattern up to an order and a size, and no dominated ones.
//!
//! "The attacker wins the restricted game" is monotone: it stays true when cells become more
//! special. So within a window the patterns wanted are the most general matrices that win, and there is
//! a dual to them: the most special ones that do not.
//!
//! ```text
//!   special   o o o     wins
//!               |
//!             . o x     the most special that does not win: each one bars the way of many
//!               |
//!             ? o x     a most general one that wins: a pattern
//!               |
//!   general   ? ? ?     does not win
//! ```
//!
//! The search goes from general to special, level by level (Figure 2: a level is an arrow). Let p not
//! win, and q be a most special matrix below p that does not win either. A pattern below p is not above
//! q, so it has a cell that is not as general as q's: p branches on those cells only, and q, which is
//! kept, serves every other matrix above it without a game. Nothing is missed: above a pattern m
//! nothing wins, and at each p above m one of the branches is above m again. And since everything more
//! general came on an earlier level, a matrix that wins is a pattern unless a pattern found before
//! covers it. (This is how all minimal solutions of a monotone system are listed, by joint generation
//! of both borders; Fredman and Khachiyan, 1996, for the theory.)

use super::cell::Cell;
use super::matrix::{Matrix, Window};
use super::pattern::{Boards, Pattern, Turn};
use super::restricted::{Memory, attacker_wins};
use andor_core::{Limits, Observer, Stopped};
use std::collections::HashSet;
use std::sync::atomic::Ordering;

/// What patterns are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// The most passes.
    pub order: u32,
    /// The most columns of the matrix.
    pub columns: usize,
    /// The most rows of the matrix.
    pub rows: usize,
    /// The boards they shall hold on.
    pub boards: Boards,
}

/// Searches one window for the patterns of one turn.
struct Search<'a> {
    window: Window,
    turn: Turn,
    order: u32,
    below: u32,
    patterns: Vec<Matrix>,
    /// The most special matrices that do not win, with the branches they leave.
    bars: Vec<(Matrix, Vec<(usize, Cell)>)>,
    memory: Memory,
    limits: &'a Limits,
    /// Matrices looked at, and games played.
    pub(super) looked: u64,
    pub(super) games: u64,
}

impl Search<'_> {
    fn wins(&mut self, matrix: Matrix) -> bool {
        self.games += 1;
        attacker_wins(&self.window, matrix, self.turn, self.order, self.below, &mut self.memory)
    }

    /// All most general matrices that win.
    fn run(&mut self) -> Result<(), Stopped> {
        let cells = self.window.cells();
        let mut levels: Vec<Vec<Matrix>> = vec![Vec::new(); 3 * cells + 1];
        levels[0].push(self.window.filled(Cell::DontCare));
        for level in 0..levels.len() {
            let mut matrices = std::mem::take(&mut levels[level]);
            matrices.sort_unstable();
            matrices.dedup();
            for matrix in matrices {
                self.looked += 1;
                if self.looked.is_multiple_of(1024) && self.limits.interrupt.load(Ordering::Relaxed) {
                    return Err(Stopped::Interrupted);
                }
                if self.patterns.iter().any(|pattern| pattern.covers(matrix)) {
                    continue;
                }
                let Some(bar) = self.bar(matrix) else {
                    self.patterns.push(matrix);
                    let image = self.window.mirrored(matrix);
                    if image != matrix {
                        self.patterns.push(image);
                    }
                    continue;
                };
                for &(at, cell) in &self.bars[bar].1 {
                    let cut = matrix.cell(at).allowed() & cell.allowed();
                    let cell = Cell::from_allowed(cut).expect("a cut of kinds is a kind");
                    let next = self.window.canonical(matrix.with(at, cell));
                    levels[next.rank(cells)].push(next);
                }
            }
        }
        Ok(())
    }

    /// An attacker on the goal row has won: there is no such pattern.
    fn is_possible(&self, at: usize, cell: Cell) -> bool {
        cell != Cell::Occupied || at / self.window.columns + 1 < self.window.rows
    }

    /// A most special matrix below this one that does not win; `None` if this one wins.
    fn bar(&mut self, matrix: Matrix) -> Option<usize> {
        let known = self.bars.iter().position(|(bar, _)| matrix.covers(*bar));
        if known.is_some() || self.wins(matrix) {
            return known;
        }
        let mut bar = matrix;
        // The most special kind that still does not win, cell by cell, the goal row last.
        for at in 0..self.window.cells() {
            for cell in [Cell::Occupied, Cell::Free, Cell::Passive, Cell::Crossable] {
                let now = bar.cell(at);
                let possible = now != cell && now.covers(cell) && self.is_possible(at, cell);
                if possible && !self.wins(bar.with(at, cell)) {
                    bar = bar.with(at, cell);
                    break;
                }
            }
        }
        let image = self.window.mirrored(bar);
        for bar in [bar, image] {
            let branches = (0..self.window.cells()).flat_map(|at| {
                let kinds: &[Cell] = match bar.cell(at) {
                    Cell::Occupied => &[],
                    Cell::Free => &[Cell::Occupied],
                    Cell::Passive => &[Cell::Crossable],
                    Cell::Crossable => &[Cell::Passive],
                    Cell::DontCare => &[Cell::Passive, Cell::Crossable],
                };
                kinds.iter().map(move |&kind| (at, kind))
            });
            let branches = branches.filter(|&(at, kind)| self.is_possible(at, kind));
            let branches: Vec<(usize, Cell)> = branches.collect();
            self.bars.push((bar, branches));
        }
        Some(self.bars.len() - 2)
    }
}

/// What a generator did.
#[derive(Clone, Debug, Default)]
pub struct Generated {
    /// The patterns.
    pub patterns: Vec<Pattern>,
    /// Matrices looked at.
    pub looked: u64,
    /// Restricted games played.
    pub games: u64,
}

/// Finds all patterns up to this size.
///
/// # Errors
/// If somebody stops it.
pub fn generate(
    size: Size,
    limits: &Limits,
    _observer: &mut dyn Observer,
) -> Result<Generated, Stopped> {
    let mut generated = Generated::default();
    for board in size.boards.iter() {
    for turn in Turn::BOTH {
        for order in 0..=size.order {
            let rows = size.rows.min(board - 1);
            let mut search = Search {
                window: Window::new(size.columns, rows),
                turn,
                order,
                below: (board - rows) as u32,
                patterns: Vec::new(),
                bars: Vec::new(),
                memory: Memory::default(),
                limits,
                looked: 0,
                games: 0,
            };
            search.run()?;
            eprintln!("{board} rows: {turn:?} order {order}: {} patterns, {} looked, {} games, {} bars", search.patterns.len(), search.looked, search.games, search.bars.len());
            generated.looked += search.looked;
            generated.games += search.games;
            let boards = Boards::default().with(board);
            let found = search.patterns.iter().map(|&matrix| search.window.pattern(matrix, turn, order, boards).canonical());
            generated.patterns.extend(found);
        }
    }
    }
    let mut seen = HashSet::new();
    generated.patterns.retain(|pattern| seen.insert(pattern.clone()));
    Ok(generated)
}
