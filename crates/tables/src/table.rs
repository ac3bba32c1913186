//! A table file together with the layout of its game: what a search asks.
//!
//! A probe finds the block of a position's number and inflates it, unless it was asked for lately.
//! Blocks are kept in slots by their numbers, each under a lock of its own: 16 MiB at most.

use crate::error::TableError;
use crate::file::TableFile;
use crate::header::BLOCK;
use crate::layout::{Layout, MOST_PIECES};
use crate::values::Value;
use andor_core::{Endings, InputError, Rules};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// How many inflated blocks are kept.
const SLOTS: usize = 4096;

/// An inflated block with its number.
type Slot = Mutex<Option<(usize, Vec<u8>)>>;

/// A table that can be asked.
pub struct Table {
    file: TableFile,
    layout: Layout,
    slots: Vec<Slot>,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.file.fmt(f)
    }
}

impl Table {
    /// Takes a file that is about these rules.
    ///
    /// # Errors
    /// If it is not, or its slices are not those of the game.
    pub fn new<R: Rules>(file: TableFile, rules: &R) -> Result<Table, TableError> {
        let spec = rules.spec();
        let theirs = InputError::quote(file.spec());
        if file.spec() != spec {
            let why = format!("the table is about {theirs}, not about \"{spec}\"");
            return Err(TableError::Impossible(why));
        }
        let none = || TableError::Impossible(format!("\"{spec}\" has no endgame tables"));
        let board = rules.endings().ok_or_else(none)?.board();
        let unfit = |why: String| Err(TableError::Damaged(format!("header: {why}")));
        if file.pieces() > MOST_PIECES {
            return unfit(format!("{} men are too many", file.pieces()));
        }
        // A hostile file must not make us number what it does not have.
        let promised = file.slices().iter().map(|slice| slice.numbers).fold(0, u64::saturating_add);
        if Layout::estimate(&board, file.pieces()) > promised {
            return unfit(format!("its slices are not those of {} men", file.pieces()));
        }
        let layout = Layout::new(&board, file.pieces());
        let ours = layout.material().enumerate();
        let ours: Vec<(String, u64)> =
            ours.map(|(at, material)| (material.text(&board), layout.len_of(at))).collect();
        let theirs = file.slices().iter().map(|slice| (slice.material.clone(), slice.numbers));
        if !theirs.eq(ours) {
            return unfit(format!("its slices are not those of {} men", file.pieces()));
        }
        let slots = (0..SLOTS).map(|_| Mutex::new(None)).collect();
        Ok(Table { file, layout, slots })
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> &TableFile {
        &self.file
    }

    /// Where every position is.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The value of a position that is not over; `None` if the table does not have it.
    ///
    /// # Errors
    /// If the block it is in is damaged.
    pub fn value<P>(
        &self,
        endings: &dyn Endings<P>,
        position: &P,
    ) -> Result<Option<Value>, TableError> {
        if endings.count(position) > self.layout.pieces() {
            return Ok(None);
        }
        let Some((slice, number)) = self.layout.number(&endings.men(position)) else {
            return Ok(None);
        };
        self.value_at(slice, number).map(Some)
    }

    /// The value of a number of a slice; anything for a hole.
    ///
    /// # Errors
    /// If the block it is in is damaged.
    pub(crate) fn value_at(&self, slice: usize, number: u64) -> Result<Value, TableError> {
        let block = self.file.block_of(slice, number);
        let within = number % BLOCK;
        let mut slot = self.slots[block % SLOTS].lock().unwrap_or_else(PoisonError::into_inner);
        if slot.as_ref().is_none_or(|(kept, _)| *kept != block) {
            *slot = Some((block, self.file.block(block)?));
        }
        let byte = slot.as_ref().map_or(0, |(_, values)| values[(within / 4) as usize]);
        let value = Value::from_bits(byte >> (within % 4 * 2) & 3);
        value.ok_or_else(|| TableError::Damaged("a position has no value".to_owned()))
    }
}
