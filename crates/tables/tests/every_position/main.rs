//! What is said of Breakthrough without search, against the whole truth: on small boards every position
//! there is, whether a game leads to it or not, is solved by retrograde analysis (`truth`), and no zone
//! table, no race pattern and no static rule says anything else of it.
//!
//! ```text
//!   tests         2x6, 2x7, 4x4, 3x5, 5x4 and 3x6       95 million boards, each with both sides to move
//!   deep checks   4x5                                  136 million
//!                 5x5                                  14,693 million: 3.7 GB and hours
//! ```

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

mod orders;
mod patterns;
mod rules;
mod truth;
mod zone;

use truth::Truth;

/// Everything about one board.
fn check_board(columns: usize, rows: usize) {
    let truth = Truth::new(columns, rows);
    rules::check(&truth);
    zone::check(&truth);
    patterns::check(&truth);
}

#[test]
fn nothing_is_wrong_about_any_position_of_low_boards() {
    for (columns, rows) in [(4, 4), (5, 4)] {
        check_board(columns, rows);
    }
}

#[test]
fn nothing_is_wrong_about_any_position_of_narrow_boards() {
    for (columns, rows) in [(2, 6), (2, 7), (3, 5), (3, 6)] {
        check_board(columns, rows);
    }
}

#[test]
#[ignore = "deep check: 136 million boards take some minutes"]
fn nothing_is_wrong_about_any_position_of_4x5() {
    check_board(4, 5);
}

#[test]
#[ignore = "deep check: fourteen thousand million boards take 3.7 GB and hours"]
fn nothing_is_wrong_about_any_position_of_5x5() {
    check_board(5, 5);
}
