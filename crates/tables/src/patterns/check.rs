//! The checker: proves a pattern by playing out its restricted game, on code of its own.
//!
//! It shares nothing with the generator but the kinds of cells. The pattern is laid in the middle of a
//! board drawn square by square, with one more column of don't-care squares on each side (a man farther
//! outside cannot step into the pattern) and all rows below it down to the defender's goal:
//!
//! ```text
//!    ?  | . |  ?      row 4, the attacker's goal          A  a man of the attacker
//!    ?  ? x ?  ?      row 3                               D  a man of the defender
//!    ?  o ? ?  ?      row 2                               ?  don't care: a man of the defender, whenever
//!    ?  ? ? ?  ?      row 1                                  the row is higher than the passes left
//!    ?  ? ? ?  ?      row 0, the defender's goal
//! ```
//!
//! From there it tries every move of both sides as the definition in [`super`] lists them, with no
//! shortcut, and remembers what it has seen.

use super::cell::Cell;
use super::pattern::{Pattern, Turn};
use std::collections::HashMap;
use std::fmt;

/// Why a pattern is wrong: on boards of so many rows the attacker does not win in time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refuted {
    /// The number of rows of the board.
    pub rows: usize,
    /// The order that it does have there, if any: with more passes the defender had won before.
    pub order: Option<u32>,
}

impl fmt::Display for Refuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.rows;
        match self.order {
            Some(order) => write!(f, "on boards of {rows} rows its order is {order}"),
            None => write!(f, "on boards of {rows} rows the attacker does not win"),
        }
    }
}

/// What the restricted game of a correct pattern took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// Positions of restricted games.
    pub positions: u64,
    /// Whether a lower order holds on every one of its boards, too.
    pub could_be_lower: bool,
}

/// Plays the restricted game of a pattern on each of its boards.
///
/// # Errors
/// If the attacker does not win one of them.
pub fn check(pattern: &Pattern) -> Result<Played, Refuted> {
    let mut played = Played { positions: 0, could_be_lower: pattern.order > 0 };
    for rows in pattern.boards.iter() {
        if !holds(pattern, rows, pattern.order, &mut played.positions) {
            let holds = |&order: &u32| holds(pattern, rows, order, &mut 0);
            return Err(Refuted { rows, order: (0..rows as u32 - 1).find(holds) });
        }
        if played.could_be_lower {
            let lower = holds(pattern, rows, pattern.order - 1, &mut played.positions);
            played.could_be_lower = lower;
        }
    }
    Ok(played)
}

/// Whether the attacker wins with at most `order` passes, on a board of so many rows.
fn holds(pattern: &Pattern, rows: usize, order: u32, positions: &mut u64) -> bool {
    let mut game = Game::new(pattern, rows, order);
    let squares = game.start.clone();
    let wins = match pattern.turn {
        Turn::First => game.attacker_moves(&squares, order),
        Turn::Second => game.defender_moves(&squares, order),
    };
    *positions += game.seen.len() as u64;
    wins
}

type Cells = Vec<u8>;

const ATTACKER: u8 = b'A';
const DEFENDER: u8 = b'D';
const NOBODY: u8 = b' ';

struct Game {
    columns: usize,
    rows: usize,
    /// The kind of every square, row 0 being the defender's goal.
    kinds: Vec<Cell>,
    /// Who stands on the squares that are not don't-care.
    start: Cells,
    seen: HashMap<(Cells, u32, Turn), bool>,
}

impl Game {
    fn new(pattern: &Pattern, rows: usize, order: u32) -> Game {
        let columns = pattern.columns() + 2;
        let mut kinds = vec![Cell::DontCare; columns * rows];
        let mut start = vec![NOBODY; columns * rows];
        for row in 0..pattern.rows() {
            for column in 0..pattern.columns() {
                let board_row = rows - 1 - row;
                let square = board_row * columns + column + 1;
                kinds[square] = pattern.cell(row, column);
                start[square] = match pattern.cell(row, column) {
                    Cell::Occupied => ATTACKER,
                    Cell::Crossable if board_row > order as usize => DEFENDER,
                    _ => NOBODY,
                };
            }
        }
        Game { columns, rows, kinds, start, seen: HashMap::new() }
    }

    fn matters(&self, square: usize) -> bool {
        self.kinds[square] != Cell::DontCare
    }

    /// The squares in the row above or below, diagonally and straight.
    fn steps(&self, square: usize, up: bool) -> Vec<(usize, bool)> {
        let (row, column) = (square / self.columns, square % self.columns);
        let next_row = match up {
            true if row + 1 < self.rows => row + 1,
            false if row > 0 => row - 1,
            _ => return Vec::new(),
        };
        let mut steps = vec![(next_row * self.columns + column, true)];
        if column > 0 {
            steps.push((next_row * self.columns + column - 1, false));
        }
        if column + 1 < self.columns {
            steps.push((next_row * self.columns + column + 1, false));
        }
        steps
    }

    fn attacker_moves(&mut self, squares: &Cells, passes: u32) -> bool {
        let key = (squares.clone(), passes, Turn::First);
        if let Some(&wins) = self.seen.get(&key) {
            return wins;
        }
        let wins = self.attacker_finds_a_move(squares, passes);
        self.seen.insert(key, wins);
        wins
    }

    fn attacker_finds_a_move(&mut self, squares: &Cells, passes: u32) -> bool {
        for from in 0..squares.len() {
            if squares[from] != ATTACKER {
                continue;
            }
            for (to, is_straight) in self.steps(from, true) {
                let may_enter = !self.kinds[to].may_be_wall();
                let is_open = match squares[to] {
                    ATTACKER => false,
                    DEFENDER => !is_straight,
                    _ => true,
                };
                if !may_enter || !is_open {
                    continue;
                }
                if to / self.columns == self.rows - 1 {
                    return true;
                }
                let mut next = squares.clone();
                next[from] = NOBODY;
                next[to] = ATTACKER;
                if self.defender_moves(&next, passes) {
                    return true;
                }
            }
        }
        false
    }

    fn defender_moves(&mut self, squares: &Cells, passes: u32) -> bool {
        let key = (squares.clone(), passes, Turn::Second);
        if let Some(&wins) = self.seen.get(&key) {
            return wins;
        }
        let wins = !self.defender_holds(squares, passes);
        self.seen.insert(key, wins);
        wins
    }

    fn defender_holds(&mut self, squares: &Cells, passes: u32) -> bool {
        // One pass more than can be allowed.
        if passes == 0 || !self.attacker_moves(squares, passes - 1) {
            return true;
        }
        for from in 0..squares.len() {
            let row = (from / self.columns) as u32;
            let is_there = match self.matters(from) {
                true => squares[from] == DEFENDER,
                false => row > passes,
            };
            if !is_there {
                continue;
            }
            for (to, is_straight) in self.steps(from, false) {
                let mut next = squares.clone();
                let mut left = passes;
                if self.matters(from) {
                    next[from] = NOBODY;
                }
                if self.matters(to) {
                    let is_open = match squares[to] {
                        DEFENDER => false,
                        ATTACKER => !is_straight,
                        _ => true,
                    };
                    if !is_open {
                        continue;
                    }
                    next[to] = DEFENDER;
                } else if self.matters(from) {
                    // It races from here: all rows below it, one move each.
                    let rows_to_go = row - 1;
                    if rows_to_go == 0 {
                        return true;
                    }
                    left = left.min(rows_to_go - 1);
                } else {
                    // From elsewhere to elsewhere: a pass, tried above.
                    continue;
                }
                if !self.attacker_moves(&next, left) {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{Refuted, check};
    use crate::patterns::PatternSet;

    fn checked(head: &str, rows: &str) -> Result<(), Refuted> {
        let text = format!("andor patterns 1\n{head}\n{rows}\n");
        check(&PatternSet::parse("", &text).unwrap().patterns[0]).map(|_| ())
    }

    /// A man one step from its goal wins if it is to move, and also if nobody can take it.
    #[test]
    fn men_one_step_from_their_goal() {
        checked("first order 0 boards 4-8", "x ?\n? o").unwrap();
        checked("second order 1 boards 4-8", ". ? |\n? o ?").unwrap();
        checked("second order 1 boards 4-8", "? x ?\no ? o").unwrap();
    }

    #[test]
    fn what_is_missing_is_found() {
        let lost = |head, rows| checked(head, rows).unwrap_err();
        // Nobody says that the goal is no wall; that nobody can take the man; that two can be taken.
        assert_eq!(lost("first order 0 boards 5", "| ?\n? o").order, None);
        assert_eq!(lost("second order 1 boards 5", ". ? ?\n? o ?").order, None);
        assert_eq!(lost("second order 1 boards 5", "? x ?\no ? ?").order, None);
        // The right pattern with too low an order.
        let slow = "| . |\n? . ?\n? o ?";
        checked("first order 1 boards 5-8", slow).unwrap();
        assert_eq!(lost("first order 0 boards 5-8", slow), Refuted { rows: 5, order: Some(1) });
    }
}
