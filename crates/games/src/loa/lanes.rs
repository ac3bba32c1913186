//! Keys of positions, the same for all eight images of a board, kept while men move.
//!
//! A lane is the board seen through one of the eight symmetries, as one word: the sum of what each
//! man adds to it. A move changes every lane by two or three table entries, and the least lane
//! stands for all images.
//!
//! ```text
//!   up to 6x6   the board as a base-3 number, 0 empty, 1 black, 2 white. 3^36 < 2^58, so with the
//!               side to move the key *is* the position.
//!   7x7, 8x8    the sum of a random number for each man and square (Zobrist 1970). The least lane
//!               and the greatest are two words that all images share: a key of 128 bits.
//! ```

use andor_core::{Key, Player, SplitMix64};

/// The eight lanes of a position. They are compared as signed numbers, which vectors can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Lanes([i64; 8]);

impl Lanes {
    /// Whether the board looks the same through some symmetry.
    #[inline]
    pub(super) fn is_symmetric(&self) -> bool {
        (1..8).any(|lane| self.0[lane] == self.0[0])
    }

    /// The lanes after a step.
    #[inline(always)]
    fn after(&self, left: &[i64; 8], reached: &[i64; 8], taken: &[i64; 8]) -> Lanes {
        let mut lanes = *self;
        for lane in 0..8 {
            let less = left[lane].wrapping_add(taken[lane]);
            lanes.0[lane] = lanes.0[lane].wrapping_add(reached[lane]).wrapping_sub(less);
        }
        lanes
    }

    /// The least lane and the greatest.
    #[inline(always)]
    fn extremes(&self) -> (u64, u64) {
        let lanes = self.0.iter().copied();
        (lanes.clone().fold(i64::MAX, i64::min) as u64, lanes.fold(i64::MIN, i64::max) as u64)
    }
}

/// What a man on a square adds to each lane.
#[derive(Clone, Debug)]
pub(super) struct LaneTables {
    /// Whether the lanes are base-3 numbers.
    ternary: bool,
    /// By the man's side, square and lane.
    places: [[[i64; 8]; 64]; 2],
    /// By symmetry and square: the square's image.
    images: [[u8; 64]; 8],
}

impl LaneTables {
    pub(super) fn new(size: usize) -> LaneTables {
        let ternary = size <= 6;
        let mut random = SplitMix64::new(size as u64);
        let words = [(); 2].map(|()| [(); 64].map(|()| random.next_u64() as i64));
        let worth = |side: usize, square: usize| match ternary {
            true => 3i64.pow((size * (square / 8) + square % 8) as u32) * (side as i64 + 1),
            false => words[side][square],
        };
        let mut tables = LaneTables { ternary, places: [[[0; 8]; 64]; 2], images: [[0; 64]; 8] };
        for square in (0..8 * size).filter(|square| square % 8 < size) {
            for symmetry in 0..8 {
                let (mut column, mut row) = (square % 8, square / 8);
                if symmetry & 4 != 0 {
                    (column, row) = (row, column);
                }
                if symmetry & 1 != 0 {
                    column = size - 1 - column;
                }
                if symmetry & 2 != 0 {
                    row = size - 1 - row;
                }
                let image = 8 * row + column;
                tables.images[symmetry][square] = image as u8;
                for side in 0..2 {
                    tables.places[side][square][symmetry] = worth(side, image);
                }
            }
        }
        tables
    }

    /// Where a square lies after a symmetry.
    pub(super) fn image(&self, square: u8, symmetry: usize) -> u8 {
        self.images[symmetry][usize::from(square & 63)]
    }

    /// What a man of the side with number `side` adds on a square.
    #[inline(always)]
    fn worth(&self, side: usize, square: u8) -> &[i64; 8] {
        &self.places[side & 1][usize::from(square & 63)]
    }

    /// Puts a man of the side with number `side` on an empty square.
    pub(super) fn put(&self, lanes: &mut Lanes, side: usize, square: u8) {
        for (lane, place) in lanes.0.iter_mut().zip(self.worth(side, square)) {
            *lane = lane.wrapping_add(*place);
        }
    }

    /// Moves a man of the side with number `side`, which takes an enemy if there is a `capture`.
    #[inline(always)]
    pub(super) fn step(&self, lanes: &mut Lanes, side: usize, from: u8, to: u8, capture: bool) {
        let [left, reached, taken] = self.changes(side, from, to, capture);
        *lanes = lanes.after(left, reached, &[0; 8]);
        if capture {
            *lanes = lanes.after(taken, &[0; 8], &[0; 8]);
        }
    }

    /// What leaves, what comes, and what is taken.
    #[inline(always)]
    fn changes(&self, side: usize, from: u8, to: u8, capture: bool) -> [&[i64; 8]; 3] {
        let taken = if capture { self.worth(1 - side, to) } else { &[0; 8] };
        [self.worth(side, from), self.worth(side, to), taken]
    }

    /// The key of the images and the side to move.
    #[inline(always)]
    pub(super) fn key(&self, lanes: &Lanes, side: Player) -> Key {
        self.key_of(lanes.extremes(), side)
    }

    /// The key after a [`step`](LaneTables::step) of `side`.
    #[inline(always)]
    pub(super) fn key_after(
        &self,
        lanes: &Lanes,
        side: Player,
        from: u8,
        to: u8,
        capture: bool,
    ) -> Key {
        let [left, reached, taken] = self.changes(side as usize, from, to, capture);
        self.key_of(extremes_after(lanes, left, reached, taken), side.other())
    }

    #[inline(always)]
    fn key_of(&self, (least, greatest): (u64, u64), side: Player) -> Key {
        match (self.ternary, side) {
            (true, _) => Key::exact(2 * least + side as u64),
            (false, Player::Black) => Key::of_hash(least, greatest),
            (false, Player::White) => Key::of_hash(!least, !greatest),
        }
    }
}

/// The least and the greatest lane after a step. A function of its own, since in a larger one the
/// compiler gives up on vectors: 30 instructions instead of 80.
#[inline(never)]
fn extremes_after(
    lanes: &Lanes,
    left: &[i64; 8],
    reached: &[i64; 8],
    taken: &[i64; 8],
) -> (u64, u64) {
    lanes.after(left, reached, taken).extremes()
}
