//! The first layer, kept up to date: what changed since the position before is added and taken away.
//!
//! A search asks for one position after the other, and most of them are a move or two from the last one. So an
//! evaluator keeps the men it saw last and both sides' sums, and a man that came or went costs one row of weights:
//!
//! ```text
//!   before   . b . w      came: w on b, went: w from d and b from b     sums + row(w, b) - row(w, d) - row(b, b)
//!   now      . w . .      three rows, whichever side sees them: a row holds what the man is to both
//! ```
//!
//! Where more changed than there are men, it begins with the biases. No file has weights that add up to more than 16 bits
//! hold, and on the way sums wrap: so they are exact whatever the order.

use super::file::Filters;
use super::{FULL, Images};

/// Black men and white men, by bits.
pub(crate) type Men = [u64; 2];

/// A man of a colour goes from one square to another, and takes who stands there or nobody.
pub(crate) struct Step {
    /// 0 is Black.
    pub(crate) colour: usize,
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) takes: bool,
}

/// As many sums or weights as the registers of a processor hold at once; a loop over fewer is not one of vectors, for the
/// compiler unrolls it before.
pub(super) const BLOCK: usize = 64;
pub(super) type Block = [i16; BLOCK];

/// What each man on each square adds: to the units of Black, then to those of White.
pub(super) struct Rows {
    /// The blocks of both sides' units.
    width: usize,
    /// By colour and square.
    rows: Vec<Block>,
    /// The units without a man.
    biases: Vec<Block>,
}

impl Rows {
    /// The rows of filters, seen by each side. Unit `filter * images + image` sees the board through that image.
    pub(super) fn new(filters: &Filters, images: Images, flip: usize) -> Rows {
        let side = filters.units();
        let width = 2 * side / BLOCK;
        let mut rows = vec![[0; BLOCK]; 2 * 64 * width];
        let mut biases = vec![[0; BLOCK]; width];
        let (all_rows, all_biases) = (rows.as_flattened_mut(), biases.as_flattened_mut());
        for unit in 0..side {
            let (filter, image) = (unit / filters.images, unit % filters.images);
            for viewer in 0..2 {
                let place = viewer * side + unit;
                all_biases[place] = filters.biases[filter];
                for colour in 0..2 {
                    for square in 0..64 {
                        let seen = if viewer == 0 { square ^ flip } else { square };
                        let seen = usize::from(images[image][seen]);
                        let weight = filters.inputs[filter][usize::from(colour != viewer)][seen];
                        all_rows[(colour * 64 + square) * 2 * side + place] = weight;
                    }
                }
            }
        }
        Rows { width, rows, biases }
    }

    /// The row of a man of this colour.
    #[inline]
    fn row(&self, colour: usize, square: u8) -> &[Block] {
        &self.rows[(colour * 64 + usize::from(square)) * self.width..][..self.width]
    }
}

/// The men that were seen last, and their sums.
pub(super) struct Accumulator {
    men: Men,
    sums: Vec<Block>,
}

/// The rows of the men that came, or of those that went: where each begins.
struct Changes {
    rows: [u32; 64],
    count: usize,
}

impl Changes {
    /// What came and what went, from one board to another.
    #[inline]
    fn between(before: Men, now: Men, width: usize) -> [Changes; 2] {
        let none = || Changes { rows: [0; 64], count: 0 };
        let (mut came, mut went) = (none(), none());
        for (colour, (now, before)) in now.into_iter().zip(before).enumerate() {
            came.push(now & !before, colour, width);
            went.push(before & !now, colour, width);
        }
        [came, went]
    }

    #[inline]
    fn push(&mut self, mut men: u64, colour: usize, width: usize) {
        while men != 0 && self.count < self.rows.len() {
            let square = men.trailing_zeros() as usize;
            self.rows[self.count] = ((colour * 64 + square) * width) as u32;
            self.count += 1;
            men &= men - 1;
        }
    }

    fn rows(&self) -> &[u32] {
        &self.rows[..self.count]
    }
}

impl Accumulator {
    /// The sums of an empty board.
    pub(super) fn new(rows: &Rows) -> Accumulator {
        Accumulator { men: [0; 2], sums: rows.biases.clone() }
    }

    /// Sees a position.
    #[inline]
    fn see(&mut self, rows: &Rows, men: Men) {
        let changes = |from: Men| (from[0] ^ men[0]).count_ones() + (from[1] ^ men[1]).count_ones();
        if changes(self.men) > changes([0; 2]) {
            self.men = [0; 2];
            self.sums.copy_from_slice(&rows.biases);
        }
        let changes = Changes::between(self.men, men, rows.width);
        for (number, block) in self.sums.iter_mut().enumerate() {
            *block = changed(*block, &changes, rows, number);
        }
        self.men = men;
    }

    /// What the units of a position come to, cut, squared and weighed.
    #[inline]
    pub(super) fn points<const OUTPUTS: usize>(
        &mut self,
        rows: &Rows,
        men: Men,
        weights: &[[Block; OUTPUTS]],
    ) -> [i32; OUTPUTS] {
        self.see(rows, men);
        weigh(&self.sums, [], [], weights)
    }

    /// The same after a step. The position before it is the one that is remembered, so that its other steps find it.
    #[inline]
    pub(super) fn points_after<const OUTPUTS: usize>(
        &mut self,
        rows: &Rows,
        before: &Men,
        &Step { colour, from, to, takes }: &Step,
        weights: &[[Block; OUTPUTS]],
    ) -> [i32; OUTPUTS] {
        debug_assert!(before[colour] >> from & 1 == 1 && before[colour] >> to & 1 == 0);
        debug_assert!((before[1 - colour] >> to & 1 == 1) == takes);
        if self.men != *before {
            self.see(rows, *before);
        }
        let (came, went) = (rows.row(colour, to), rows.row(colour, from));
        match takes {
            false => weigh(&self.sums, [came], [went], weights),
            true => weigh(&self.sums, [came], [went, rows.row(1 - colour, to)], weights),
        }
    }
}

/// A block of sums, with the men that came and without those that went.
#[inline(always)]
fn changed(mut sums: Block, [came, went]: &[Changes; 2], rows: &Rows, number: usize) -> Block {
    let row = |at: u32| &rows.rows[at as usize + number];
    for &at in came.rows() {
        for (sum, weight) in sums.iter_mut().zip(row(at)) {
            *sum = sum.wrapping_add(*weight);
        }
    }
    for &at in went.rows() {
        for (sum, weight) in sums.iter_mut().zip(row(at)) {
            *sum = sum.wrapping_sub(*weight);
        }
    }
    sums
}

/// The squares of units that are cut, times their weights for each output, added up: of sums with the rows that came and
/// without those that went. A unit times its weight is below 2^15, and all of them with the squares of 2 * 128 units
/// below 2^31.
#[inline(always)]
fn weigh<const CAME: usize, const WENT: usize, const OUTPUTS: usize>(
    sums: &[Block],
    came: [&[Block]; CAME],
    went: [&[Block]; WENT],
    weights: &[[Block; OUTPUTS]],
) -> [i32; OUTPUTS] {
    let mut totals = [0; OUTPUTS];
    for (block, weights) in weights.iter().enumerate() {
        let (sums, came, went) = (&sums[block], blocks(came, block), blocks(went, block));
        let mut units = [0; BLOCK];
        for (at, (unit, sum)) in units.iter_mut().zip(sums).enumerate() {
            let sum = came.iter().fold(*sum, |sum, came| sum.wrapping_add(came[at]));
            let sum = went.iter().fold(sum, |sum, went| sum.wrapping_sub(went[at]));
            *unit = sum.clamp(0, FULL);
        }
        for (total, weights) in totals.iter_mut().zip(weights) {
            for (unit, weight) in units.iter().zip(weights) {
                *total += i32::from(*unit) * i32::from(unit.wrapping_mul(*weight));
            }
        }
    }
    totals
}

/// A block of each of some rows. (`map` is a call of its own where a loop is none.)
#[inline(always)]
fn blocks<const ROWS: usize>(rows: [&[Block]; ROWS], block: usize) -> [&Block; ROWS] {
    const NONE: &Block = &[0; BLOCK];
    let mut blocks = [NONE; ROWS];
    for (place, row) in blocks.iter_mut().zip(rows) {
        *place = &row[block];
    }
    blocks
}
