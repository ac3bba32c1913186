//! What a judge knows who was asked about very many positions: the answers to all.
//!
//! A table is built by the builder of those that solvers ask, who need not be believed, for then the checker
//! derives every entry again from the definition, in code of its own (`check`). Only a table that passed is asked,
//! and the look into it is the checker's, too.

use super::ZoneMen;
use crate::zone::check::{Entries, check_zone};
use crate::zone::{ZoneShape, ZoneTable};
use andor_core::{Limits, RaceBoard, Silent};

/// Building and checking a state takes some hundred times less than looking into one that is asked about. Who has
/// looked into a part of this many of them will go on, and all are derived.
const PART: u64 = 512;

/// A checked table.
pub(super) struct Derived {
    table: ZoneTable,
    entries: Entries,
}

/// The number of states looked into after which it pays to derive them all; never if there is no such table, or if
/// it would take more than half of the memory.
pub(super) fn pays_after(board: RaceBoard, depth: usize, memory: u64) -> u64 {
    let shape = ZoneShape::new(board, depth).ok().filter(|shape| shape.bytes() <= memory / 2);
    shape.map_or(u64::MAX, |shape| shape.states() / PART)
}

impl Derived {
    /// All states of the zone; `None` if that was stopped.
    pub(super) fn new(
        board: RaceBoard,
        depth: usize,
        threads: usize,
        limits: &Limits,
    ) -> Option<Derived> {
        let shape = ZoneShape::new(board, depth).ok()?;
        let table = ZoneTable::build(shape, threads, limits, &mut Silent).ok()?;
        check_zone(&table, threads, limits, &mut Silent).ok()?;
        Some(Derived { table, entries: Entries::new(board, depth) })
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.table.bytes().len() as u64
    }

    /// Whether the attacker, who is to move and has nobody on the last row but one, wins with this budget, the
    /// infinite one being one above the cap.
    #[inline]
    pub(super) fn attacker_wins(
        &self,
        ZoneMen { attackers, defenders }: ZoneMen,
        budget: u8,
    ) -> bool {
        self.entries.codes_of(self.table.bytes(), attackers, defenders).0 < budget
    }

    /// The same if the defender is to move.
    #[inline]
    pub(super) fn attacker_wins_after_the_defender(
        &self,
        ZoneMen { attackers, defenders }: ZoneMen,
        budget: u8,
    ) -> bool {
        self.entries.codes_of(self.table.bytes(), attackers, defenders).1 < budget
    }
}
