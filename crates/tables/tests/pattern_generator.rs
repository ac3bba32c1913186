//! The generator finds all patterns and only them: against brute force over every matrix, and against
//! the checker, which shares no code with it.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Limits, Silent};
use andor_tables::patterns::{Boards, Cell, Pattern, Size, Turn, builtin, check, generate};
use std::collections::BTreeSet;

fn generated(order: u32, columns: usize, rows: usize, boards: Boards) -> Vec<Pattern> {
    let size = Size { order, columns, rows, boards };
    generate(size, &Limits::default(), &mut Silent).unwrap().patterns
}

/// Every matrix of a window without men on the goal row.
fn matrices(columns: usize, rows: usize) -> Vec<Vec<Vec<Cell>>> {
    let cells = columns * rows;
    (0..5_usize.pow(cells as u32))
        .map(|mut number| {
            let mut cell = || {
                let cell = Cell::ALL[number % 5];
                number /= 5;
                cell
            };
            (0..rows).map(|_| (0..columns).map(|_| cell()).collect()).collect()
        })
        .filter(|rows: &Vec<Vec<Cell>>| !rows[0].contains(&Cell::Occupied))
        .collect()
}

/// What the checker, asked about each matrix, leaves as the most general ones.
fn brute_force(order: u32, columns: usize, rows: usize, board: usize) -> BTreeSet<Pattern> {
    let boards = Boards::default().with(board);
    let mut holding: Vec<Pattern> = Vec::new();
    for turn in Turn::BOTH {
        for matrix in matrices(columns, rows) {
            let with = |order| Pattern::new(turn, order, boards, &matrix).unwrap();
            if let Some(order) = (0..=order).find(|&order| check(&with(order)).is_ok()) {
                holding.push(with(order).canonical());
            }
        }
    }
    holding.sort();
    holding.dedup();
    let general = |pattern: &&Pattern| {
        !holding.iter().any(|other| other != *pattern && other.dominates(pattern))
    };
    holding.iter().filter(general).cloned().collect()
}

#[test]
fn the_generator_finds_what_brute_force_finds() {
    for (order, columns, rows, board) in
        [(2, 2, 2, 4), (2, 3, 2, 5), (1, 2, 3, 4), (2, 2, 3, 4), (2, 2, 3, 5), (3, 1, 4, 5)]
    {
        let boards = Boards::default().with(board);
        let found: BTreeSet<Pattern> =
            generated(order, columns, rows, boards).into_iter().collect();
        let expected = brute_force(order, columns, rows, board);
        assert_eq!(found, expected, "order {order}, {columns}x{rows} on {board} rows");
        assert!(!found.is_empty());
    }
}

#[test]
fn the_checker_proves_every_generated_pattern_and_no_order_is_too_high() {
    let boards: Boards = (4..=8).collect();
    for pattern in generated(2, 3, 3, boards).iter().chain(&generated(3, 2, 4, boards)) {
        let played = check(pattern).unwrap_or_else(|why| panic!("{why}\n{pattern}"));
        assert!(!played.could_be_lower, "{pattern}");
    }
}

/// The file that comes with andor is what its own remark says.
#[test]
fn the_builtin_set_is_made_by_its_command() {
    let command = "andor patterns generate --order 3 --columns 4 --rows 3 --boards 4-8";
    assert!(builtin().remarks.contains(&format!("Made by {command}")), "{:?}", builtin().remarks);
    assert_eq!(builtin().patterns, generated(3, 4, 3, (4..=8).collect()));
}

#[test]
fn no_generated_pattern_dominates_another() {
    let patterns = generated(2, 3, 3, (4..=8).collect());
    for (number, pattern) in patterns.iter().enumerate() {
        for (other_number, other) in patterns.iter().enumerate() {
            let dominated = number != other_number && pattern.dominates(other);
            assert!(!dominated, "\n{pattern}\n{other}");
        }
    }
}

/// A pattern is most general: whatever cell is made more general, it does not hold any more.
#[test]
fn no_cell_of_a_pattern_can_be_more_general() {
    let board = 5;
    for pattern in generated(2, 4, 3, Boards::default().with(board)).iter().step_by(7) {
        for row in 0..pattern.rows() {
            for column in 0..pattern.columns() {
                let cell = pattern.cell(row, column);
                for general in Cell::ALL.into_iter().filter(|&g| g != cell && g.covers(cell)) {
                    let mut rows: Vec<Vec<Cell>> =
                        (0..pattern.rows()).map(|row| pattern.row(row).to_vec()).collect();
                    rows[row][column] = general;
                    let Pattern { turn, order, boards, .. } = *pattern;
                    let wider = Pattern::new(turn, order, boards, &rows).unwrap();
                    assert!(check(&wider).is_err(), "\n{pattern}\n{wider}");
                }
            }
        }
    }
}
