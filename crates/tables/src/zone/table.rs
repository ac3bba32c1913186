//! A zone table that is ready to be asked, and the static decision of a position by it.

use super::build::{ExitCap, build};
use super::shape::{Packing, ZoneShape};
use crate::error::TableError;
use andor_certify::{Digest, fnv1a};
use andor_core::{Limits, Margins, Observer, Outcome, Racers, Reading, Rules};
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::sync::OnceLock;

/// A zone table.
pub struct ZoneTable {
    shape: ZoneShape,
    packing: Packing,
    /// The entries, in memory: what others do to a file must not change a table that was believed.
    bytes: Vec<u8>,
    checksum: OnceLock<u64>,
    digest: OnceLock<Digest>,
    /// What every look needs of the shape.
    columns: usize,
    depth: usize,
    full: u8,
    free: u8,
    never: u8,
    block_bytes: usize,
    /// The squares of a zone's rows 2 and below, for attackers that go down and up.
    lower: [u64; 2],
    /// For each zone row and mask, the ternary number with the digit 1 on the squares of the mask,
    /// times the weight of the row.
    ones: Vec<[u32; 256]>,
    /// The number of empty rows.
    empty: u32,
    /// The row of each square.
    row_of: [u8; 64],
}

/// The men of one side's zone, by rows from the goal.
struct SidedZone {
    attackers: u64,
    defenders: u64,
    /// Whether the attacker goes up.
    goes_up: bool,
}

impl ZoneTable {
    /// Builds the table of a shape.
    ///
    /// # Errors
    /// If somebody stops it.
    pub fn build(
        shape: ZoneShape,
        threads: usize,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<ZoneTable, TableError> {
        let bytes = build(shape, ExitCap::Applied, threads, limits, observer)?;
        Ok(ZoneTable::new(shape, bytes))
    }

    /// A table with these entries, right or wrong: what [`check_zone`](super::check_zone) is for.
    ///
    /// # Errors
    /// If they are not as many bytes as the shape takes.
    pub fn from_bytes(shape: ZoneShape, bytes: Vec<u8>) -> Result<ZoneTable, TableError> {
        if bytes.len() as u64 != shape.bytes() {
            return Err(TableError::Damaged(format!("{} bytes", bytes.len())));
        }
        Ok(ZoneTable::new(shape, bytes))
    }

    /// The table with these entries, which are as many as they must be.
    pub(super) fn new(shape: ZoneShape, bytes: Vec<u8>) -> ZoneTable {
        let columns = shape.columns();
        let depth = shape.depth();
        let mut ones = vec![[0; 256]; depth];
        for (row, ones) in ones.iter_mut().enumerate().skip(2) {
            let weight = 3u32.pow((columns * (depth - 1 - row)) as u32);
            for (mask, number) in ones.iter_mut().enumerate().take(1 << columns) {
                let digit = |at: usize| (mask >> at & 1) as u32 * 3u32.pow(at as u32);
                *number = weight * (0..columns).map(digit).sum::<u32>();
            }
        }
        let full = u8::MAX >> (8 - columns);
        let empty = ones[2..].iter().map(|row| row[usize::from(full)]).sum();
        let rows = |from: usize, to: usize| {
            (from..to).fold(0, |squares, row| squares | u64::from(full) << (row * columns))
        };
        let lower = [rows(2, depth), rows(shape.rows() - depth, shape.rows() - 2)];
        let mut row_of = [0; 64];
        for (square, row) in row_of.iter_mut().enumerate() {
            *row = (square / columns) as u8;
        }
        let packing = Packing::of(shape);
        ZoneTable {
            shape,
            packing,
            bytes,
            checksum: OnceLock::new(),
            digest: OnceLock::new(),
            columns,
            depth,
            full,
            free: shape.free(),
            never: shape.never(),
            block_bytes: shape.block_bytes(),
            lower,
            ones,
            empty,
            row_of,
        }
    }

    /// Board and rows.
    #[must_use]
    pub fn shape(&self) -> ZoneShape {
        self.shape
    }

    /// The checksum of shape and entries.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        *self.checksum.get_or_init(|| checksum_of(self.shape, &self.bytes))
    }

    /// The SHA-256 of shape and entries: what this table *is*. The bytes are `andrzone`, then 1, columns,
    /// rows and k with 4 bytes each, little-endian, then the entries as they are written to files.
    #[must_use]
    pub fn digest(&self) -> Digest {
        *self.digest.get_or_init(|| {
            let mut hasher = Sha256::new();
            hasher.update(b"andrzone");
            for number in [1, self.shape.columns(), self.shape.rows(), self.shape.depth()] {
                hasher.update((number as u32).to_le_bytes());
            }
            hasher.update(self.bytes());
            hasher.finalize().into()
        })
    }

    /// The entries as they are written to files.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether the side to move wins a position that is not over; `None` if the table does not tell.
    #[inline]
    #[must_use]
    pub fn mover_wins(&self, racers: Racers) -> Option<bool> {
        self.assess(racers).err()
    }

    /// Whether the side to move wins a position that is not over, as an error; else by how much each side's zone falls
    /// short of a forced run: the budget that it would take, less the one that there is.
    #[inline]
    fn assess(&self, racers: Racers) -> Result<Margins, bool> {
        let Racers { own, enemy, goes_up } = racers;
        let mine = SidedZone { attackers: own, defenders: enemy, goes_up };
        let theirs = SidedZone { attackers: enemy, defenders: own, goes_up: !goes_up };
        // A man that arrives with the next move wins, and is seen without the table.
        if self.attackers_at(&mine, 1) != 0 {
            return Err(true);
        }
        let own = self.attacker_code(&mine).saturating_sub(self.budget(&mine));
        if own == 0 {
            return Err(true);
        }
        let enemy = self.defender_code(&theirs).saturating_sub(self.budget(&theirs));
        if enemy == 0 { Err(false) } else { Ok(Margins { own, enemy }) }
    }

    /// The first bit of a zone row on the board.
    #[inline]
    fn shift(&self, zone: &SidedZone, row: usize) -> usize {
        let row = if zone.goes_up { usize::from(self.free) + self.depth - row } else { row };
        row * self.columns
    }

    #[inline]
    fn attackers_at(&self, zone: &SidedZone, row: usize) -> u8 {
        (zone.attackers >> self.shift(zone, row)) as u8 & self.full
    }

    #[inline]
    fn defenders_at(&self, zone: &SidedZone, row: usize) -> u8 {
        (zone.defenders >> self.shift(zone, row)) as u8 & self.full
    }

    /// The code of the budget of the defender's men outside the zone.
    #[inline]
    fn budget(&self, zone: &SidedZone) -> u8 {
        let (columns, cap) = (self.columns, usize::from(self.free));
        let outside = columns * (cap + 1);
        // The rows that are not in the zone lie at the bottom, or at the top, of the board.
        let moves = if zone.goes_up {
            let men = zone.defenders & (u64::MAX >> (64 - outside));
            if men == 0 {
                return self.free;
            }
            usize::from(self.row_of[men.trailing_zeros() as usize])
        } else {
            let men = zone.defenders >> (columns * self.depth);
            if men == 0 {
                return self.free;
            }
            cap - usize::from(self.row_of[63 - men.leading_zeros() as usize])
        };
        // A position that goes on has nobody at home, so this is a budget of 1 to c.
        (moves as u8).wrapping_sub(1)
    }

    /// The number of the lower rows within a block; `None` without attackers.
    #[inline]
    fn within(&self, zone: &SidedZone) -> Option<usize> {
        if zone.attackers & self.lower[usize::from(zone.goes_up)] == 0 {
            return None;
        }
        let mut index = self.empty;
        for (row, ones) in self.ones.iter().enumerate().skip(2) {
            index += ones[usize::from(self.defenders_at(zone, row))];
            index -= ones[usize::from(self.attackers_at(zone, row))];
        }
        Some(index as usize)
    }

    /// The entries of a block.
    #[inline]
    fn block(&self, top: u8, second: u8) -> &[u8] {
        let block = usize::from(top) << self.columns | usize::from(second);
        &self.bytes()[block * self.block_bytes..][..self.block_bytes]
    }

    /// P1 of a quiet zone.
    #[inline]
    fn attacker_code(&self, zone: &SidedZone) -> u8 {
        let Some(index) = self.within(zone) else { return self.never };
        let (top, second) = (self.defenders_at(zone, 0), self.defenders_at(zone, 1));
        self.packing.get(self.block(top, second), index).attacker
    }

    /// P2 of a zone, quiet or not.
    #[inline]
    fn defender_code(&self, zone: &SidedZone) -> u8 {
        let (top, second) = (self.defenders_at(zone, 0), self.defenders_at(zone, 1));
        let threats = self.attackers_at(zone, 1);
        if threats == 0 {
            let Some(index) = self.within(zone) else { return self.never };
            return self.packing.get(self.block(top, second), index).defender;
        }
        // Everything but taking the only such man leaves P1 = 1.
        let (free, never) = (self.free, self.never);
        let can_leave = self.defenders_at(zone, self.depth - 1) != 0;
        if free == 0 && can_leave {
            return never;
        }
        let mut worst = free.min(1);
        if !threats.is_power_of_two() {
            return worst;
        }
        let mut takers = top & (threats << 1 | threats >> 1) & self.full;
        while takers != 0 {
            let taker = takers & takers.wrapping_neg();
            takers ^= taker;
            let Some(index) = self.within(zone) else { return never };
            let block = self.block(top ^ taker, second | threats);
            worst = worst.max(self.packing.get(block, index).attacker);
        }
        worst
    }

    /// The outcome of a position that is not over, if the table tells.
    #[inline]
    pub fn look<R: Rules>(&self, rules: &R, position: &R::Position) -> Option<Outcome> {
        match self.read(rules, position) {
            Reading::Decided(outcome) => Some(outcome),
            Reading::Open(_) => None,
        }
    }

    /// The same, with the margins of what the table does not tell.
    #[inline]
    pub fn read<R: Rules>(&self, rules: &R, position: &R::Position) -> Reading {
        let Some(racers) = rules.racers(position) else { return Reading::Open(Margins::default()) };
        let side = rules.side_to_move(position);
        match self.assess(racers) {
            Ok(margins) => Reading::Open(margins),
            Err(true) => Reading::Decided(Outcome::Win(side)),
            Err(false) => Reading::Decided(Outcome::Win(side.other())),
        }
    }
}

/// What tells a table from every other.
pub(super) fn checksum_of(shape: ZoneShape, entries: &[u8]) -> u64 {
    let mut head = Vec::with_capacity(32);
    for number in [shape.columns(), shape.rows(), shape.depth()] {
        head.extend_from_slice(&(number as u64).to_le_bytes());
    }
    head.extend_from_slice(&fnv1a(entries).to_le_bytes());
    fnv1a(&head)
}

impl fmt::Debug for ZoneTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ZoneTable({:?}, {:016x})", self.shape, self.checksum())
    }
}
