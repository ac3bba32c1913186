//! The entries of a zone table as its checker and the judge read them: the numbering of `shape.rs` from the men of
//! each row, in code of its own.

use andor_core::RaceBoard;

/// The most rows of a zone.
pub(super) const MOST_ROWS: usize = 8;

/// The men of a zone by rows from the goal: a bit a column.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct ZoneRows {
    pub(super) attackers: [u8; MOST_ROWS],
    pub(super) defenders: [u8; MOST_ROWS],
}

/// Where the entries of a table are, and what its codes mean.
pub(in crate::zone) struct Entries {
    pub(super) columns: usize,
    pub(super) depth: usize,
    /// The code of the infinite budget; the budgets 1 to c have the codes below it, and *never* the one above.
    pub(super) free: u8,
    /// Bits of both codes of a state together: 2, 4 or 8.
    pub(super) width: usize,
    /// The squares of a row.
    pub(super) full: u8,
    /// Bytes of the states that have the same men on rows 0 and 1.
    pub(super) block_bytes: usize,
    /// For each set of columns, the ternary number that has 1 on them.
    ones: [u32; 256],
}

impl Entries {
    /// Those of the zone of `depth` rows, three or more.
    pub(in crate::zone) fn new(board: RaceBoard, depth: usize) -> Entries {
        let RaceBoard { columns, rows } = board;
        let free = (rows - depth - 1) as u8;
        let width = match free {
            0 => 2,
            1 | 2 => 4,
            _ => 8,
        };
        let mut ones = [0; 256];
        for (columns, number) in ones.iter_mut().enumerate() {
            *number = (0..8).filter(|at| columns >> at & 1 == 1).map(|at| 3u32.pow(at)).sum();
        }
        let states = 3usize.pow((columns * (depth - 2)) as u32);
        let block_bytes = (states * width).div_ceil(8);
        Entries { columns, depth, free, width, full: u8::MAX >> (8 - columns), block_bytes, ones }
    }

    /// The code of what no budget wins.
    pub(super) fn never(&self) -> u8 {
        self.free + 1
    }

    /// The number of the block, by the defenders of rows 0 and 1.
    #[inline]
    pub(super) fn block(&self, men: &ZoneRows) -> usize {
        usize::from(men.defenders[0]) << self.columns | usize::from(men.defenders[1])
    }

    /// The ternary number of some rows: on each square 0 is an attacker, 1 nobody, 2 a defender.
    #[inline]
    pub(super) fn number(&self, men: &ZoneRows, rows: std::ops::Range<usize>) -> usize {
        let states = self.ones[usize::from(self.full)] as usize * 2 + 1;
        rows.fold(0, |number, row| {
            let of = |men: u8| self.ones[usize::from(men)];
            let row = of(self.full) + of(men.defenders[row]) - of(men.attackers[row]);
            number * states + row as usize
        })
    }

    /// What a table says of a zone without attackers on row 1: the codes of the least budgets with which the
    /// attacker wins if he is to move, and if the defender is.
    #[inline]
    fn codes(&self, table: &[u8], men: &ZoneRows) -> (u8, u8) {
        let bit = self.number(men, 2..self.depth) * self.width;
        let both = table[self.block(men) * self.block_bytes + bit / 8] >> (bit % 8);
        let mask = (1 << (self.width / 2)) - 1;
        (both & mask, both >> (self.width / 2) & mask)
    }

    /// The same of men by squares, bit `row * columns + column`, counted from the goal.
    #[inline]
    pub(in crate::zone) fn codes_of(
        &self,
        table: &[u8],
        attackers: u64,
        defenders: u64,
    ) -> (u8, u8) {
        let mut men = ZoneRows::default();
        for row in 0..self.depth {
            men.attackers[row] = (attackers >> (row * self.columns)) as u8 & self.full;
            men.defenders[row] = (defenders >> (row * self.columns)) as u8 & self.full;
        }
        self.codes(table, &men)
    }
}
