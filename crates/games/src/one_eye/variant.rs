//! Which board, and what repetition means: `one-eye:7x7`, `one-eye:5x4,ko=simple`.

use crate::go::Ko;
use andor_core::board::{Rectangle, Setup};
use andor_core::{InputError, Player, Spec};
use std::ops::RangeInclusive;

/// How long, and how wide, boards may be.
const SIDES: RangeInclusive<usize> = 4..=9;

/// A board and the ko rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    /// Files.
    pub columns: usize,
    /// Ranks.
    pub rows: usize,
    /// What repetition means.
    pub ko: Ko,
}

impl Variant {
    /// What a spec string asks for: `one-eye` (7x7), `one-eye:5x4,ko=simple`.
    ///
    /// # Errors
    /// If there is no such board or option.
    pub fn from_spec(spec: &Spec) -> Result<Variant, InputError> {
        spec.only_options(&["ko"])?;
        let (columns, rows) = spec.columns_and_rows((7, 7), SIDES, SIDES)?;
        Ok(Variant { columns, rows, ko: Ko::from_spec(spec)? })
    }

    /// The spec string; the ko rule is written where it is not the default.
    #[must_use]
    pub fn spec(&self) -> String {
        format!("one-eye:{}x{}{}", self.columns, self.rows, self.ko.option())
    }

    /// The board, for texts and bytes.
    pub(super) fn board(&self) -> Rectangle {
        Rectangle::new(self.columns, self.rows)
    }

    /// How many points the board has.
    #[must_use]
    pub fn points(&self) -> usize {
        self.columns * self.rows
    }

    /// The problem that a game starts with, on every board: the one drawn in `mod.rs`.
    pub(super) fn initial(&self) -> (Setup, Vec<usize>) {
        let Variant { columns, rows, .. } = *self;
        let at = |column: usize, row: usize| row * columns + column;
        let mut cells = vec!['.'; columns * rows];
        for column in 0..3 {
            cells[at(column, 2)] = 'b';
        }
        for row in 0..2 {
            cells[at(3, row)] = 'w';
        }
        let region = (0..2).flat_map(|row| (0..3).map(move |column| at(column, row))).collect();
        let setup = Setup { columns, rows, cells, side: Player::Black, extras: Vec::new() };
        (setup, region)
    }
}
