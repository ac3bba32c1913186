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
use super::matrix::{Matrices, Matrix, Window};
use super::pattern::{Boards, Pattern, Turn};
use super::restricted::{Memory, attacker_wins};
use andor_core::{Counters, InputError, Instant, Limits, Observer, Phase, Progress, Stopped};
use std::collections::{BTreeMap, HashSet};

/// The most cells of a matrix: the searches work on words of 32 bits.
const MOST_CELLS: usize = 30;

/// What patterns are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// The most passes.
    pub order: u32,
    /// The most columns of the matrix.
    pub columns: usize,
    /// The most rows of the matrix; lower boards have room for less.
    pub rows: usize,
    /// The boards they shall hold on.
    pub boards: Boards,
}

impl Size {
    /// Whether patterns of this size can be looked for.
    ///
    /// # Errors
    /// If there are too many cells, or none.
    pub fn check(&self) -> Result<(), InputError> {
        let (columns, rows) = (self.columns, self.rows);
        if columns == 0 || rows < 2 || columns * rows > MOST_CELLS {
            let why = format!("are from 1x2 to {MOST_CELLS} cells");
            return Err(InputError::new(format!("size \"{columns}x{rows}\": patterns {why}")));
        }
        Ok(())
    }
}

/// What a generator did.
#[derive(Clone, Debug, Default)]
pub struct Generated {
    /// The patterns, by turn and order, the general ones first.
    pub patterns: Vec<Pattern>,
    /// Matrices looked at.
    pub looked: u64,
    /// Restricted games played.
    pub games: u64,
}

/// Finds all patterns up to this size.
///
/// # Errors
/// If somebody stops it, or it needs more memory than there is.
///
/// # Panics
/// If [`Size::check`] refuses the size.
pub fn generate(
    size: Size,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Generated, Stopped> {
    assert_eq!(size.check(), Ok(()), "the caller has checked the size");
    let mut generated = Generated::default();
    // By turn and matrix: the order on each board.
    let mut found: BTreeMap<(Turn, Pattern), BTreeMap<usize, u32>> = BTreeMap::new();
    for turn in Turn::BOTH {
        for order in 0..=size.order {
            let mut last: Option<(usize, u32, Vec<Pattern>)> = None;
            // With more passes than this the defender had won before.
            for board in size.boards.iter().filter(|&board| order as usize + 1 < board) {
                let rows = size.rows.min(board - 1);
                let below = (board - rows) as u32;
                // Where men that leave come too late anyway, higher boards bring nothing new.
                let same = last.as_ref().filter(|(old, low, _)| *old == rows && *low > order + 1);
                let patterns = match same {
                    Some((.., patterns)) => patterns.clone(),
                    None => {
                        let window = Window::new(size.columns, rows);
                        let mut search = Search::new(window, turn, order, below, limits);
                        search.run(observer)?;
                        generated.looked += search.looked;
                        generated.games += search.games;
                        search.found()
                    }
                };
                for pattern in &patterns {
                    let orders = found.entry((turn, pattern.clone())).or_default();
                    orders.entry(board).or_insert(order);
                }
                last = Some((rows, below, patterns));
            }
        }
    }
    for ((turn, pattern), orders) in found {
        let distinct: HashSet<u32> = orders.values().copied().collect();
        for order in distinct {
            let boards = orders.iter().filter(|(_, found)| **found == order);
            let boards = boards.map(|(&board, _)| board).collect();
            let mut pattern = pattern.clone();
            (pattern.turn, pattern.order, pattern.boards) = (turn, order, boards);
            generated.patterns.push(pattern);
        }
    }
    let special =
        |pattern: &Pattern| (0..pattern.rows()).map(|row| special_cells(pattern, row)).sum::<u32>();
    generated.patterns.sort_by_cached_key(|pattern| {
        (pattern.turn, pattern.order, special(pattern), pattern.clone())
    });
    Ok(generated)
}

/// The arrows of Figure 2 between the cells of a row and don't-care.
fn special_cells(pattern: &Pattern, row: usize) -> u32 {
    pattern.row(row).iter().map(|cell| 4 - cell.allowed().count_ones()).sum()
}

/// Searches one window for the patterns of one turn and order.
struct Search<'a> {
    window: Window,
    turn: Turn,
    order: u32,
    below: u32,
    patterns: Matrices,
    /// The most special matrices that do not win.
    bars: Matrices,
    /// What each bar leaves open: one of these cells must become no more general than this kind.
    /// Bars with few branches come first.
    branches: Vec<Vec<(usize, Cell)>>,
    memory: Memory,
    limits: &'a Limits,
    start: Instant,
    looked: u64,
    games: u64,
}

impl<'a> Search<'a> {
    fn new(window: Window, turn: Turn, order: u32, below: u32, limits: &'a Limits) -> Search<'a> {
        Search {
            window,
            turn,
            order,
            below,
            patterns: Matrices::default(),
            bars: Matrices::default(),
            branches: Vec::new(),
            memory: Memory::default(),
            limits,
            start: Instant::now(),
            looked: 0,
            games: 0,
        }
    }

    fn wins(&mut self, matrix: Matrix) -> bool {
        self.games += 1;
        attacker_wins(&self.window, matrix, self.turn, self.order, self.below, &mut self.memory)
    }

    /// Finds all most general matrices that win.
    fn run(&mut self, observer: &mut dyn Observer) -> Result<(), Stopped> {
        let cells = self.window.cells();
        let mut levels: Vec<Vec<Matrix>> = vec![Vec::new(); 3 * cells + 1];
        levels[0].push(self.window.filled(Cell::DontCare));
        for level in 0..levels.len() {
            let mut matrices = std::mem::take(&mut levels[level]);
            matrices.sort_unstable();
            matrices.dedup();
            for matrix in matrices {
                self.looked += 1;
                if self.looked.is_multiple_of(4096) {
                    self.report(level as f64 / levels.len() as f64, &levels, observer)?;
                }
                if self.patterns.first_covering(matrix).is_some() {
                    continue;
                }
                let Some(bar) = self.bar(matrix) else {
                    self.patterns.insert(self.patterns.len(), matrix);
                    self.patterns.insert(self.patterns.len(), self.window.mirrored(matrix));
                    continue;
                };
                for &(at, cell) in &self.branches[bar] {
                    let cut = matrix.cell(at).allowed() & cell.allowed();
                    let cell = Cell::from_allowed(cut).expect("a cut of kinds is a kind");
                    let next = self.window.canonical(matrix.with(at, cell));
                    levels[next.rank(cells)].push(next);
                }
            }
        }
        Ok(())
    }

    fn report(
        &self,
        fill: f64,
        levels: &[Vec<Matrix>],
        observer: &mut dyn Observer,
    ) -> Result<(), Stopped> {
        if let Some(stopped) = self.limits.clock(self.start) {
            return Err(stopped);
        }
        let memory = levels.iter().map(Vec::capacity).sum::<usize>() * size_of::<Matrix>();
        if memory as u64 > self.limits.memory {
            return Err(Stopped::Memory);
        }
        let counters = Counters { nodes: self.looked, expanded: self.games, ..Counters::default() };
        observer.progress(&Progress {
            phase: Phase::Generate,
            elapsed: self.start.elapsed(),
            counters,
            fill,
            memory: memory as u64,
            root: (Some(1), Some(1)),
            ..Progress::default()
        });
        Ok(())
    }

    /// The patterns found, one of each pair of mirror images.
    fn found(&self) -> Vec<Pattern> {
        let pattern = |matrix: Matrix| {
            self.window.pattern(matrix, self.turn, 0, Boards::default()).canonical()
        };
        let mut patterns: Vec<Pattern> = self.patterns.iter().map(pattern).collect();
        patterns.sort();
        patterns.dedup();
        patterns
    }

    /// An attacker on the goal row has won: there is no such pattern.
    fn is_possible(&self, at: usize, cell: Cell) -> bool {
        cell != Cell::Occupied || at / self.window.columns + 1 < self.window.rows
    }

    /// A most special matrix below this one that does not win; `None` if this one wins.
    fn bar(&mut self, matrix: Matrix) -> Option<usize> {
        let known = self.bars.first_covered_by(matrix);
        if known.is_some() || self.wins(matrix) {
            return known;
        }
        // The most special kind that still does not win, cell by cell. Beginning with the outer columns
        // leaves the fewest branches.
        let columns = self.window.columns;
        let mut cells: Vec<usize> = (0..self.window.cells()).collect();
        cells.sort_by_key(|at| (at % columns).min(columns - 1 - at % columns));
        let mut bar = matrix;
        for at in cells {
            for cell in [Cell::Occupied, Cell::Free, Cell::Passive, Cell::Crossable] {
                let now = bar.cell(at);
                let possible = now != cell && now.covers(cell) && self.is_possible(at, cell);
                if possible && !self.wins(bar.with(at, cell)) {
                    bar = bar.with(at, cell);
                    break;
                }
            }
        }
        self.keep(self.window.mirrored(bar));
        self.keep(bar);
        self.bars.first_covered_by(matrix)
    }

    fn keep(&mut self, matrix: Matrix) {
        let mut branches = Vec::new();
        for at in 0..self.window.cells() {
            let kinds: &[Cell] = match matrix.cell(at) {
                Cell::Occupied => &[],
                Cell::Free => &[Cell::Occupied],
                Cell::Passive => &[Cell::Crossable],
                Cell::Crossable => &[Cell::Passive],
                Cell::DontCare => &[Cell::Passive, Cell::Crossable],
            };
            let possible = kinds.iter().filter(|&&kind| self.is_possible(at, kind));
            branches.extend(possible.map(|&kind| (at, kind)));
        }
        let at = self.branches.partition_point(|other| other.len() <= branches.len());
        self.bars.insert(at, matrix);
        self.branches.insert(at, branches);
    }
}
