//! The checker of zone tables: every entry once more, from the definition, in plain code.
//!
//! Nothing is shared with `build` but the numbering of states. A zone is a list of squares here,
//! budgets are plain numbers, and the recurrences stand as in the definition (`mod.rs`). Since every
//! move leads to a state with a smaller number, the entries that fulfil all recurrences are unique:
//! a table that passes is the table.

use super::shape::Packing;
use super::table::ZoneTable;
use crate::error::TableError;
use andor_certify::{Worker, work_through};
use andor_core::{Counters, Instant, Observer, Phase, Progress};
use std::sync::atomic::{AtomicU64, Ordering};

/// What stands on a square of the zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Square {
    Attacker,
    Empty,
    Defender,
}

use Square::{Attacker, Defender, Empty};

/// No budget is enough.
const NEVER: u32 = u32::MAX;

/// A table and its shape as plain numbers.
struct ZoneChecker<'a> {
    table: &'a ZoneTable,
    columns: usize,
    depth: usize,
    /// Moves that a defender needs who has just left the zone.
    exit_cap: u32,
}

/// Squares by row from the goal, then by column.
type SquareRows = [[Square; 8]; 8];

/// Checks every entry of a table; tells how many states it has.
///
/// # Errors
/// Names the first wrong state of some block.
pub fn check_zone(
    table: &ZoneTable,
    threads: usize,
    observer: &mut dyn Observer,
) -> Result<u64, TableError> {
    let shape = table.shape();
    let start = Instant::now();
    let checker = ZoneChecker {
        table,
        columns: shape.columns(),
        depth: shape.depth(),
        exit_cap: shape.exit_cap() as u32,
    };
    let states = shape.block_states() as u64;
    let done = AtomicU64::new(0);
    let checked = work_through(
        shape.blocks(),
        threads,
        || Blocks { checker: &checker, done: &done },
        || {
            let done = done.load(Ordering::Relaxed);
            observer.progress(&Progress {
                phase: Phase::Verify,
                elapsed: start.elapsed(),
                counters: Counters { nodes: done * states, ..Counters::default() },
                fill: done as f64 / shape.blocks() as f64,
                ..Progress::default()
            });
        },
    );
    match checked {
        Ok(_) => Ok(shape.states()),
        Err(number) => {
            let (block, index) = ((number / states) as usize, (number % states) as usize);
            let squares = checker.squares(block, index);
            let is = checker.entry(block, index);
            let should = (checker.attacker_to_move(&squares), checker.defender_to_move(&squares));
            let why = format!(
                "state {} of the zone {}x{} of {} rows has budgets {is:?}, not {should:?}",
                number,
                shape.columns(),
                shape.rows(),
                shape.depth()
            );
            Err(TableError::Wrong(why))
        }
    }
}

/// What one thread does: block after block.
struct Blocks<'a> {
    checker: &'a ZoneChecker<'a>,
    done: &'a AtomicU64,
}

impl Worker for Blocks<'_> {
    fn part(&mut self, block: usize) -> Result<(), u64> {
        let states = self.checker.table.shape().block_states();
        for index in 0..states {
            let squares = self.checker.squares(block, index);
            let attacker = self.checker.attacker_to_move(&squares);
            let (has_attacker, has_defender) = self.checker.entry(block, index);
            if has_attacker != attacker || has_defender != self.checker.defender_to_move(&squares) {
                return Err((block * states + index) as u64);
            }
        }
        self.done.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn finish(self) -> Result<u64, u64> {
        Ok(0)
    }
}

impl ZoneChecker<'_> {
    /// A finite budget above the cap says no more than one that is one above it.
    fn plain(&self, budget: u32) -> u32 {
        if budget == NEVER { NEVER } else { budget.min(self.exit_cap + 1) }
    }

    /// Both budgets that the table has for a state.
    fn entry(&self, block: usize, index: usize) -> (u32, u32) {
        let shape = self.table.shape();
        let size = shape.block_bytes();
        let codes = Packing::of(shape).get(&self.table.bytes()[block * size..][..size], index);
        let budget = |code: u8| match u32::from(code) {
            code if code <= self.exit_cap => code + 1,
            code if code == self.exit_cap + 1 => NEVER,
            // No such code: it agrees with nothing.
            _ => NEVER - 1,
        };
        (budget(codes.attacker), budget(codes.defender))
    }

    /// The squares of a state, from its number.
    fn squares(&self, block: usize, mut index: usize) -> SquareRows {
        let mut squares = [[Empty; 8]; 8];
        for (row, first) in [(0, self.columns), (1, 0)] {
            for (column, square) in squares[row][..self.columns].iter_mut().enumerate() {
                if block >> (first + column) & 1 == 1 {
                    *square = Defender;
                }
            }
        }
        for row in (2..self.depth).rev() {
            for square in &mut squares[row][..self.columns] {
                *square = [Attacker, Empty, Defender][index % 3];
                index /= 3;
            }
        }
        squares
    }

    /// The number of a state without attackers on the last row but one, from its squares.
    fn number(&self, squares: &SquareRows) -> (usize, usize) {
        let mut block = 0;
        for row in &squares[..2] {
            for column in (0..self.columns).rev() {
                block = 2 * block + usize::from(row[column] == Defender);
            }
        }
        let mut index = 0;
        for row in &squares[2..self.depth] {
            for column in (0..self.columns).rev() {
                let digit = match row[column] {
                    Attacker => 0,
                    Empty => 1,
                    Defender => 2,
                };
                index = 3 * index + digit;
            }
        }
        (block, index)
    }

    /// P1 of any state as its table has it.
    fn tabled_attacker(&self, squares: &SquareRows) -> u32 {
        if squares[1].contains(&Attacker) {
            return 1;
        }
        let (block, index) = self.number(squares);
        self.entry(block, index).0
    }

    /// P2 of any state: as the table has it, or, where an attacker is about to arrive and the table
    /// has none, from P1 of the states after every move.
    fn tabled_defender(&self, squares: &SquareRows) -> u32 {
        if squares[1].contains(&Attacker) {
            return self.defender_to_move(squares);
        }
        let (block, index) = self.number(squares);
        self.entry(block, index).1
    }

    /// P1 from the definition.
    fn attacker_to_move(&self, squares: &SquareRows) -> u32 {
        if squares[1].contains(&Attacker) {
            return 1;
        }
        let mut best = NEVER;
        for row in 2..self.depth {
            for column in 0..self.columns {
                if squares[row][column] != Attacker {
                    continue;
                }
                for to in column.saturating_sub(1)..=(column + 1).min(self.columns - 1) {
                    let target = squares[row - 1][to];
                    if target == Attacker || target == Defender && to == column {
                        continue;
                    }
                    let mut next = *squares;
                    next[row][column] = Empty;
                    next[row - 1][to] = Attacker;
                    best = best.min(self.tabled_defender(&next));
                }
            }
        }
        best
    }

    /// P2 from the definition.
    fn defender_to_move(&self, squares: &SquareRows) -> u32 {
        // The pass.
        let mut worst = match self.tabled_attacker(squares) {
            NEVER => return NEVER,
            budget => self.plain(budget + 1),
        };
        for row in 0..self.depth {
            for column in 0..self.columns {
                if squares[row][column] != Defender {
                    continue;
                }
                if row + 1 == self.depth {
                    // Out of the zone, wherever it may go there.
                    let mut next = *squares;
                    next[row][column] = Empty;
                    let budget = self.tabled_attacker(&next);
                    worst = worst.max(if budget <= self.exit_cap { budget } else { NEVER });
                    continue;
                }
                for to in column.saturating_sub(1)..=(column + 1).min(self.columns - 1) {
                    let target = squares[row + 1][to];
                    if target == Defender || target == Attacker && to == column {
                        continue;
                    }
                    let mut next = *squares;
                    next[row][column] = Empty;
                    next[row + 1][to] = Defender;
                    worst = worst.max(self.tabled_attacker(&next));
                }
            }
        }
        worst
    }
}

#[cfg(test)]
mod tests {
    use super::check_zone;
    use crate::zone::build::{ExitCap, build};
    use crate::zone::{ZoneShape, ZoneTable};
    use andor_core::{Limits, RaceBoard, Silent};

    fn shape(columns: usize, rows: usize, depth: usize) -> ZoneShape {
        ZoneShape::new(RaceBoard { columns, rows }, depth).unwrap()
    }

    #[test]
    fn what_is_built_passes_on_boards_of_all_kinds() {
        for (columns, rows, depth) in
            [(2, 4, 3), (2, 8, 7), (3, 5, 3), (3, 5, 4), (3, 8, 4), (4, 4, 3), (4, 6, 3), (5, 8, 3)]
        {
            let shape = shape(columns, rows, depth);
            let table = ZoneTable::build(shape, 2, &Limits::default(), &mut Silent).unwrap();
            assert_eq!(check_zone(&table, 2, &mut Silent), Ok(shape.states()));
        }
    }

    #[test]
    fn a_table_with_one_wrong_entry_or_without_the_exit_cap_does_not() {
        let shape = shape(3, 6, 4);
        let good = build(shape, ExitCap::Applied, 1, &Limits::default(), &mut Silent).unwrap();
        for at in (0..good.len()).step_by(good.len() / 50) {
            let mut bad = good.clone();
            bad[at] ^= 1;
            let table = ZoneTable::new(shape, bad);
            assert!(check_zone(&table, 2, &mut Silent).is_err(), "byte {at}");
        }
        let bad = build(shape, ExitCap::Forgotten, 1, &Limits::default(), &mut Silent).unwrap();
        let table = ZoneTable::new(shape, bad);
        let why = check_zone(&table, 2, &mut Silent).unwrap_err().to_string();
        assert!(why.contains("wrong table: state"), "{why}");
    }
}
