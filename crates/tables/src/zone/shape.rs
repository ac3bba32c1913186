//! How the quiet states of a zone are numbered, and how their budgets are written.
//!
//! Zone rows count from the goal: row 0 is the goal row, row 1 the last but one, row k - 1 the one
//! that attackers enter by. Rows 0 and 1 hold defenders only (an attacker on row 0 has won, one on
//! row 1 is not quiet), so they are two numbers of m bits; the others hold m ternary digits each:
//!
//! ```text
//!   block  = defenders of row 0, defenders of row 1                      4^m blocks
//!   within = row 2, row 3, .., row k - 1, digits 0 = attacker, 1 = empty, 2 = defender
//! ```
//!
//! The first named is the most significant. With this order of digits *every* move of either side
//! leads to a smaller number: the upper one of the two rows that a move changes loses a defender
//! (2 -> 1), or gains an attacker (1 -> 0 or 2 -> 0). So a table can be filled in ascending order.
//! Over the blocks, twice the men of row 0 plus the men of row 1 falls whenever the block changes:
//! blocks with the same sum do not need each other.
//!
//! A budget is a small code: 0 to c - 1 for the budgets 1 to c, then `free` = c (wins if no defender
//! is outside the zone), then `never` = c + 1.

use crate::error::TableError;
use andor_core::RaceBoard;

/// The board and the number of rows of a zone table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ZoneShape {
    board: RaceBoard,
    depth: usize,
}

impl ZoneShape {
    /// The fewest rows that make a zone: with fewer, all attackers stand on the last row but one.
    pub const LEAST_DEPTH: usize = 3;

    /// The zone of `depth` rows on this board.
    ///
    /// # Errors
    /// If there is no such zone.
    pub fn new(board: RaceBoard, depth: usize) -> Result<ZoneShape, TableError> {
        let RaceBoard { columns, rows } = board;
        let least = ZoneShape::LEAST_DEPTH;
        if !(2..=8).contains(&columns) || !(4..=8).contains(&rows) {
            let why = format!("there are no zone tables for boards of {columns}x{rows}");
            return Err(TableError::Impossible(why));
        }
        if !(least..rows).contains(&depth) {
            let why = format!(
                "a zone of {depth} rows: on {rows} rows it has {least} to {} of them",
                rows - 1
            );
            return Err(TableError::Impossible(why));
        }
        let shape = ZoneShape { board, depth };
        if shape.checked_states().is_none() {
            let why = format!("a zone of {depth} rows of {columns} squares has too many states");
            return Err(TableError::Impossible(why));
        }
        Ok(shape)
    }

    /// Columns of the board.
    #[must_use]
    pub fn columns(self) -> usize {
        self.board.columns
    }

    /// Rows of the board.
    #[must_use]
    pub fn rows(self) -> usize {
        self.board.rows
    }

    /// Rows of the zone: k.
    #[must_use]
    pub fn depth(self) -> usize {
        self.depth
    }

    /// c: the moves that a defender who has just left the zone still needs.
    #[must_use]
    pub(crate) fn exit_cap(self) -> usize {
        self.rows() - self.depth - 1
    }

    /// The code of "wins if no defender is outside the zone".
    pub(super) fn free(self) -> u8 {
        self.exit_cap() as u8
    }

    /// The code of "does not win".
    pub(super) fn never(self) -> u8 {
        self.free() + 1
    }

    /// How many blocks there are.
    pub(super) fn blocks(self) -> usize {
        1 << (2 * self.columns())
    }

    /// How many states a block has.
    pub(super) fn block_states(self) -> usize {
        3usize.pow((self.columns() * (self.depth - 2)) as u32)
    }

    fn checked_states(self) -> Option<u64> {
        let within = 3u64.checked_pow((self.columns() * (self.depth - 2)) as u32)?;
        within.checked_mul(self.blocks() as u64).filter(|&states| states < 1 << 40)
    }

    /// How many states are kept.
    #[must_use]
    pub fn states(self) -> u64 {
        self.checked_states().expect("a shape that was made has been counted")
    }

    /// Bits of one code: 1, 2 or 4.
    pub(super) fn code_bits(self) -> u32 {
        match self.never() {
            0..=1 => 1,
            2..=3 => 2,
            _ => 4,
        }
    }

    /// Bytes of a block.
    pub(super) fn block_bytes(self) -> usize {
        (self.block_states() * 2 * self.code_bits() as usize).div_ceil(8)
    }

    /// Bytes of the whole table.
    #[must_use]
    pub fn bytes(self) -> u64 {
        self.blocks() as u64 * self.block_bytes() as u64
    }
}

/// Both codes of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Codes {
    /// With the attacker to move.
    pub(super) attacker: u8,
    /// With the defender to move.
    pub(super) defender: u8,
}

/// How codes are packed into bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packing {
    bits: u32,
    /// States in a byte: 1 << `shift`.
    shift: u32,
}

impl Packing {
    pub(super) fn of(shape: ZoneShape) -> Packing {
        let bits = shape.code_bits();
        Packing { bits, shift: (8 / (2 * bits)).trailing_zeros() }
    }

    /// The state number `index` of a block.
    #[inline]
    pub(super) fn get(self, block: &[u8], index: usize) -> Codes {
        let within = index as u32 & ((1 << self.shift) - 1);
        let both = block[index >> self.shift] >> (within * 2 * self.bits);
        let mask = (1u8 << self.bits) - 1;
        Codes { attacker: both & mask, defender: both >> self.bits & mask }
    }
}

#[cfg(test)]
mod tests {
    use super::{Codes, Packing, ZoneShape};
    use crate::zone::planes::BitWriter;
    use andor_core::RaceBoard;

    fn shape(columns: usize, rows: usize, depth: usize) -> ZoneShape {
        ZoneShape::new(RaceBoard { columns, rows }, depth).unwrap()
    }

    #[test]
    fn sizes_are_as_the_formula_says() {
        let sizes = |columns, rows, depth| {
            let shape = shape(columns, rows, depth);
            (shape.states(), shape.code_bits(), shape.bytes())
        };
        assert_eq!(sizes(5, 5, 3), (1024 * 243, 2, 1024 * 122));
        assert_eq!(sizes(5, 5, 4), (1024 * 59_049, 1, 1024 * 14_763));
        assert_eq!(sizes(6, 5, 4), (4096 * 531_441, 1, 4096 * 132_861));
        assert_eq!(sizes(8, 8, 3), (65_536 * 6561, 4, 65_536 * 6561));
    }

    #[test]
    fn zones_that_are_none_are_refused() {
        for (columns, rows, depth) in [(5, 5, 2), (5, 5, 5), (9, 5, 3), (5, 9, 3), (8, 8, 7)] {
            assert!(ZoneShape::new(RaceBoard { columns, rows }, depth).is_err());
        }
    }

    #[test]
    fn codes_come_back_from_their_bytes() {
        for (shape, most) in [(shape(3, 5, 4), 1), (shape(3, 5, 3), 2), (shape(3, 8, 3), 5)] {
            let packing = Packing::of(shape);
            let codes = |at: usize| Codes {
                attacker: (at * 7 % (most + 1)) as u8,
                defender: (at * 5 / 3 % (most + 1)) as u8,
            };
            let states = shape.block_states();
            let bits = shape.code_bits() as usize;
            let planes: Vec<Vec<u64>> = (0..2 * bits)
                .map(|plane| {
                    let mut words = vec![0u64; states.div_ceil(64)];
                    for at in 0..states {
                        let Codes { attacker, defender } = codes(at);
                        let code = if plane < bits { attacker } else { defender };
                        words[at / 64] |= u64::from(code >> (plane % bits) & 1) << (at % 64);
                    }
                    words
                })
                .collect();
            let mut writer = BitWriter::new(shape.block_bytes());
            writer.interleave(&planes, states);
            let block = writer.finish(shape.block_bytes());
            for at in 0..shape.block_states() {
                assert_eq!(packing.get(&block, at), codes(at));
            }
        }
    }
}
