//! A zone table that is ready to be asked, and the static decision of a position by it.

use super::build::{ExitCap, build};
use super::shape::{Packing, ZoneShape};
use crate::error::TableError;
use andor_certify::{Bytes, fnv1a};
use andor_core::{Game, Limits, Observer, Oracle, Outcome, Racers, Rules};
use std::fmt;
use std::sync::Arc;

/// A zone table.
pub struct ZoneTable {
    shape: ZoneShape,
    packing: Packing,
    bytes: Bytes,
    /// Where the bytes of the table begin.
    start: usize,
    checksum: u64,
    /// The ternary number with the digit 1 on each square of a mask.
    ones: [u32; 256],
    /// The weight of each zone row.
    weights: [usize; 8],
    /// The row of each square.
    row_of: [u8; 64],
}

/// The men of one side's zone, by rows from the goal.
struct Zone {
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
        Ok(ZoneTable::new(shape, Bytes::Owned(bytes), 0))
    }

    /// The table whose bytes begin at `start`.
    pub(super) fn new(shape: ZoneShape, bytes: Bytes, start: usize) -> ZoneTable {
        let columns = shape.columns();
        let mut ones = [0; 256];
        for (mask, number) in ones.iter_mut().enumerate().take(1 << columns) {
            *number = (0..columns).map(|at| (mask >> at & 1) as u32 * 3u32.pow(at as u32)).sum();
        }
        let mut weights = [0; 8];
        for (row, weight) in weights.iter_mut().enumerate().take(shape.depth()).skip(2) {
            *weight = 3usize.pow((columns * (shape.depth() - 1 - row)) as u32);
        }
        let mut row_of = [0; 64];
        for (square, row) in row_of.iter_mut().enumerate() {
            *row = (square / columns) as u8;
        }
        let checksum = checksum_of(shape, &bytes.all()[start..]);
        let packing = Packing::of(shape);
        ZoneTable { shape, packing, bytes, start, checksum, ones, weights, row_of }
    }

    /// Board and rows.
    #[must_use]
    pub fn shape(&self) -> ZoneShape {
        self.shape
    }

    /// The checksum of shape and entries.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// The entries as they are written to files.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes.all()[self.start..]
    }

    /// Whether the side to move wins a position that is not over; `None` if the table does not tell.
    #[inline]
    #[must_use]
    pub fn mover_wins(&self, racers: Racers) -> Option<bool> {
        let Racers { own, enemy, goes_up } = racers;
        let mine = Zone { attackers: own, defenders: enemy, goes_up };
        let theirs = Zone { attackers: enemy, defenders: own, goes_up: !goes_up };
        // A man that arrives with the next move wins, and is seen without the table.
        if self.attackers_at(&mine, 1) != 0 || self.attacker_code(&mine) <= self.budget(&mine) {
            return Some(true);
        }
        if self.defender_code(&theirs) <= self.budget(&theirs) {
            return Some(false);
        }
        None
    }

    /// The first bit of a zone row on the board.
    #[inline]
    fn shift(&self, zone: &Zone, row: usize) -> usize {
        let row = if zone.goes_up { self.shape.rows() - 1 - row } else { row };
        row * self.shape.columns()
    }

    #[inline]
    fn attackers_at(&self, zone: &Zone, row: usize) -> u8 {
        (zone.attackers >> self.shift(zone, row)) as u8 & u8::MAX >> (8 - self.shape.columns())
    }

    #[inline]
    fn defenders_at(&self, zone: &Zone, row: usize) -> u8 {
        (zone.defenders >> self.shift(zone, row)) as u8 & u8::MAX >> (8 - self.shape.columns())
    }

    /// The code of the budget of the defender's men outside the zone.
    #[inline]
    fn budget(&self, zone: &Zone) -> u8 {
        let (columns, cap) = (self.shape.columns(), self.shape.exit_cap());
        let outside = columns * (cap + 1);
        // The rows that are not in the zone lie at the bottom, or at the top, of the board.
        let moves = if zone.goes_up {
            let men = zone.defenders & (u64::MAX >> (64 - outside));
            if men == 0 {
                return self.shape.free();
            }
            usize::from(self.row_of[men.trailing_zeros() as usize])
        } else {
            let men = zone.defenders >> (columns * self.shape.depth());
            if men == 0 {
                return self.shape.free();
            }
            cap - usize::from(self.row_of[63 - men.leading_zeros() as usize])
        };
        // A position that goes on has nobody at home, so this is a budget of 1 to c.
        (moves as u8).wrapping_sub(1)
    }

    /// The number of the lower rows within a block; `None` without attackers.
    #[inline]
    fn within(&self, zone: &Zone) -> Option<usize> {
        let mut index = 0;
        let mut any = 0;
        for row in 2..self.shape.depth() {
            let (attackers, defenders) =
                (self.attackers_at(zone, row), self.defenders_at(zone, row));
            any |= attackers;
            let full = self.ones[usize::from(u8::MAX >> (8 - self.shape.columns()))];
            let number =
                full + self.ones[usize::from(defenders)] - self.ones[usize::from(attackers)];
            index += number as usize * self.weights[row];
        }
        (any != 0).then_some(index)
    }

    /// The entries of a block.
    #[inline]
    fn block(&self, top: u8, second: u8) -> &[u8] {
        let block = usize::from(top) << self.shape.columns() | usize::from(second);
        let size = self.shape.block_bytes();
        &self.bytes()[block * size..][..size]
    }

    /// P1 of a quiet zone.
    #[inline]
    fn attacker_code(&self, zone: &Zone) -> u8 {
        let Some(index) = self.within(zone) else { return self.shape.never() };
        let (top, second) = (self.defenders_at(zone, 0), self.defenders_at(zone, 1));
        self.packing.get(self.block(top, second), index).attacker
    }

    /// P2 of a zone, quiet or not.
    #[inline]
    fn defender_code(&self, zone: &Zone) -> u8 {
        let (top, second) = (self.defenders_at(zone, 0), self.defenders_at(zone, 1));
        let threats = self.attackers_at(zone, 1);
        if threats == 0 {
            let Some(index) = self.within(zone) else { return self.shape.never() };
            return self.packing.get(self.block(top, second), index).defender;
        }
        // Everything but taking the only such man leaves P1 = 1.
        let (free, never) = (self.shape.free(), self.shape.never());
        let can_leave = self.defenders_at(zone, self.shape.depth() - 1) != 0;
        if free == 0 && can_leave {
            return never;
        }
        let mut worst = free.min(1);
        if !threats.is_power_of_two() {
            return worst;
        }
        let full = u8::MAX >> (8 - self.shape.columns());
        let mut takers = top & (threats << 1 | threats >> 1) & full;
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
        let wins = self.mover_wins(rules.racers(position)?)?;
        let side = rules.side_to_move(position);
        Some(Outcome::Win(if wins { side } else { side.other() }))
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
        write!(f, "ZoneTable({:?}, {:016x})", self.shape, self.checksum)
    }
}

/// A zone table that solvers ask.
#[derive(Clone, Debug)]
pub struct ZoneOracle(pub Arc<ZoneTable>);

impl<G: Game> Oracle<G> for ZoneOracle {
    #[inline]
    fn probe(&self, game: &G, position: &G::Position) -> Option<Outcome> {
        self.0.look(game, position)
    }
}
