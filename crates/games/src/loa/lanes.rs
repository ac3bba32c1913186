//! Keys of positions, the same for all eight images of a board, kept while men move.
//!
//! A lane is the board seen through one of the eight symmetries, as one or two words. A move
//! changes every lane by a few table entries, and the least lane stands for all images.
//!
//! ```text
//!   up to 6x6   one word: the board as a base-3 number, 0 empty, 1 black, 2 white. 3^36 < 2^58, so
//!               with the side to move the key *is* the position.
//!   7x7, 8x8    two words: the black men and the white men, as bits. Exact too, but too long for
//!               a key, which is hashed from both.
//! ```

use andor_core::{Key, Player};

/// The eight lanes of a position: one word each, or two.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Lanes([[u64; 8]; 2]);

impl Lanes {
    /// Whether the board looks the same through some symmetry.
    #[inline]
    pub(super) fn is_symmetric(&self) -> bool {
        let [first, second] = &self.0;
        (1..8).any(|lane| first[lane] == first[0] && second[lane] == second[0])
    }
}

/// What a man on a square adds to each lane.
#[derive(Clone, Debug)]
pub(super) struct LaneTables {
    /// Whether one word holds the board.
    ternary: bool,
    /// By square and lane: the place of the square's image, a power of 3 or of 2.
    places: [[u64; 8]; 64],
    /// By symmetry and square: the square's image.
    images: [[u8; 64]; 8],
}

impl LaneTables {
    pub(super) fn new(size: usize) -> LaneTables {
        let ternary = size <= 6;
        let mut tables = LaneTables { ternary, places: [[0; 8]; 64], images: [[0; 64]; 8] };
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
                tables.images[symmetry][square] = (8 * row + column) as u8;
                tables.places[square][symmetry] = match ternary {
                    true => 3u64.pow((size * row + column) as u32),
                    false => 1 << (8 * row + column),
                };
            }
        }
        tables
    }

    /// Where a square lies after a symmetry.
    pub(super) fn image(&self, square: u8, symmetry: usize) -> u8 {
        self.images[symmetry][usize::from(square & 63)]
    }

    /// Puts a man of the side with number `side` on an empty square.
    pub(super) fn put(&self, lanes: &mut Lanes, side: usize, square: u8) {
        let places = &self.places[usize::from(square & 63)];
        for (lane, place) in places.iter().enumerate() {
            match self.ternary {
                true => lanes.0[0][lane] += place * (side as u64 + 1),
                false => lanes.0[side][lane] |= place,
            }
        }
    }

    /// Moves a man of the side with number `side`, which takes an enemy if there is a `capture`.
    #[inline(always)]
    pub(super) fn step(&self, lanes: &mut Lanes, side: usize, from: u8, to: u8, capture: bool) {
        let left = &self.places[usize::from(from & 63)];
        let reached = &self.places[usize::from(to & 63)];
        if self.ternary {
            let digit = side as u64 + 1;
            let change = digit.wrapping_sub(if capture { 3 - digit } else { 0 });
            for lane in 0..8 {
                let word = &mut lanes.0[0][lane];
                *word = word
                    .wrapping_add(reached[lane].wrapping_mul(change))
                    .wrapping_sub(left[lane] * digit);
            }
        } else {
            let [black, white] = &mut lanes.0;
            let (own, enemy) = if side == 0 { (black, white) } else { (white, black) };
            for lane in 0..8 {
                own[lane] ^= left[lane] | reached[lane];
            }
            for lane in 0..8 {
                enemy[lane] &= !reached[lane];
            }
        }
    }

    /// The key: the least lane and the side to move.
    #[inline(always)]
    pub(super) fn key(&self, lanes: &Lanes, side: Player) -> Key {
        let [first, second] = &lanes.0;
        if self.ternary {
            let least = first.iter().fold(u64::MAX, |least, &word| least.min(word));
            return Key::exact(2 * least + side as u64);
        }
        // The least pair, without a branch that nobody could foresee: the least first word, and
        // of the lanes that have it the least second one.
        let low = first.iter().fold(u64::MAX, |least, &word| least.min(word));
        let high = first.iter().zip(second).fold(u64::MAX, |least, (&word, &other)| {
            least.min(if word == low { other } else { u64::MAX })
        });
        let least = (low, high);
        // Complements mark the side to move: two boards are each other's only if both are full.
        match side {
            Player::Black => Key::hashed(least.0, least.1),
            Player::White => Key::hashed(!least.0, !least.1),
        }
    }
}
