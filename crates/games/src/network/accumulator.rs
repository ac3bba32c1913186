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
//! Where more changed than there are men, it begins with the biases. Sums of 16 bits wrap, and so are exact whatever the
//! order.

use super::file::Filters;
use super::{Images, LANES};

/// Black men and white men, by bits.
pub(crate) type Men = [u64; 2];

/// A block of sums or weights: as many as the registers of a processor hold at once.
const BLOCK: usize = 2 * LANES;

/// What each man on each square adds: to the units of Black, then to those of White.
pub(super) struct Rows {
    /// Both sides' units.
    width: usize,
    /// By colour and square.
    rows: Vec<i16>,
    /// The units without a man.
    biases: Vec<i16>,
}

impl Rows {
    /// The rows of filters, seen by each side. Unit `filter * images + image` sees the board through that image.
    pub(super) fn new(filters: &Filters, images: Images, flip: usize) -> Rows {
        let side = filters.units();
        let width = 2 * side;
        let mut rows = vec![0; 2 * 64 * width];
        let mut biases = vec![0; width];
        for unit in 0..side {
            let (filter, image) = (unit / filters.images, unit % filters.images);
            for viewer in 0..2 {
                biases[viewer * side + unit] = filters.biases[filter];
                for colour in 0..2 {
                    for square in 0..64 {
                        let seen = if viewer == 0 { square ^ flip } else { square };
                        let seen = usize::from(images[image][seen]);
                        let weight = filters.inputs[filter][usize::from(colour != viewer)][seen];
                        rows[(colour * 64 + square) * width + viewer * side + unit] = weight;
                    }
                }
            }
        }
        Rows { width, rows, biases }
    }

    /// Black's sums and White's.
    #[inline]
    fn sides<'a>(&self, sums: &'a [i16]) -> [&'a [i16]; 2] {
        let (black, white) = sums.split_at(self.width / 2);
        [black, white]
    }
}

/// The men that were seen last, and their sums; and sums of a position after a move.
pub(super) struct Accumulator {
    men: Men,
    sums: Vec<i16>,
    after: Vec<i16>,
}

/// The rows of the men that came, or of those that went: where each begins.
struct Changes<const ROOM: usize> {
    rows: [u32; ROOM],
    count: usize,
}

impl<const ROOM: usize> Changes<ROOM> {
    fn new() -> Changes<ROOM> {
        Changes { rows: [0; ROOM], count: 0 }
    }

    /// What came and what went, from one board to another.
    #[inline]
    fn between(before: Men, now: Men, width: usize) -> [Changes<ROOM>; 2] {
        let (mut came, mut went) = (Changes::new(), Changes::new());
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
        let sums = rows.biases.clone();
        Accumulator { men: [0; 2], after: sums.clone(), sums }
    }

    /// Black's and White's units in this position.
    #[inline]
    pub(super) fn at(&mut self, rows: &Rows, men: Men) -> [&[i16]; 2] {
        let changes = |from: Men| (from[0] ^ men[0]).count_ones() + (from[1] ^ men[1]).count_ones();
        if changes(self.men) > changes([0; 2]) {
            self.men = [0; 2];
            self.sums.copy_from_slice(&rows.biases);
        }
        let changes = Changes::<64>::between(self.men, men, rows.width);
        for (number, block) in self.sums.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
            *block = changed(*block, &changes, rows, number * BLOCK);
        }
        self.men = men;
        rows.sides(&self.sums)
    }

    /// Black's and White's units after a move: of one man, who may take another. The position before it is the one that
    /// is remembered, so that its other moves find it.
    #[inline]
    pub(super) fn after(&mut self, rows: &Rows, before: Men, now: Men) -> [&[i16]; 2] {
        if self.men != before {
            self.at(rows, before);
        }
        debug_assert!((0..2).all(|colour| (before[colour] ^ now[colour]).count_ones() <= 2));
        let changes = Changes::<4>::between(before, now, rows.width);
        let row = |at: u32| &rows.rows[at as usize..][..rows.width];
        let [came, went] = &changes;
        // What nearly all moves are has loops of its own.
        match (came.rows(), went.rows()) {
            (&[came], &[went]) => {
                let each = self.after.iter_mut().zip(&self.sums).zip(row(came)).zip(row(went));
                for (((after, sum), came), went) in each {
                    *after = sum.wrapping_add(*came).wrapping_sub(*went);
                }
            }
            (&[came], &[went, taken]) => {
                let each = self.after.iter_mut().zip(&self.sums).zip(row(came));
                for (((after, sum), came), (went, taken)) in
                    each.zip(row(went).iter().zip(row(taken)))
                {
                    *after = sum.wrapping_add(*came).wrapping_sub(*went).wrapping_sub(*taken);
                }
            }
            _ => {
                let blocks = self.sums.as_chunks::<BLOCK>().0.iter();
                let after = self.after.as_chunks_mut::<BLOCK>().0.iter_mut();
                for (number, (block, after)) in blocks.zip(after).enumerate() {
                    *after = changed(*block, &changes, rows, number * BLOCK);
                }
            }
        }
        rows.sides(&self.after)
    }
}

/// A block of sums, with the men that came and without those that went.
#[inline(always)]
fn changed<const ROOM: usize>(
    mut sums: [i16; BLOCK],
    [came, went]: &[Changes<ROOM>; 2],
    rows: &Rows,
    begin: usize,
) -> [i16; BLOCK] {
    let row = |at: u32| &rows.rows[at as usize + begin..][..BLOCK];
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
