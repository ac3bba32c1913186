//! An estimate of the area: who is nearer to each empty point.
//!
//! Both sides grow by one step at a time into the empty points; a point that both reach in the same
//! step stays neutral, as does all behind it. What each holds in the end, and a quarter point for
//! each liberty of its stones, is compared with what a win takes: komi, or the goal.
//!
//! ```text
//!   b . . . w        b b + w w       b is nearer to two points, w to two, one is neutral
//! ```
//!
//! The estimate knows nothing of life and death. It is there to order a search, not to end it.

use super::Go;
use super::bits::Bits;
use super::fast::Position;
use andor_core::{Evaluate, Player};

/// Quarters of a point to a point.
const POINT: i32 = 4;

impl Evaluate<Go> for Go {
    fn evaluate(&self, game: &Go, position: &Position) -> i32 {
        let [black, white] = game.grow(position.stones);
        let area = black.count_ones() as i32 - white.count_ones() as i32;
        let [black, white] = position.stones;
        let empty = game.lattice.board & !(black | white);
        let liberties =
            |stones: Bits| (game.lattice.neighbours(stones) & empty).count_ones() as i32;
        let needed = game.variant.needed();
        let score = POINT * area + liberties(black) - liberties(white) - POINT / 2 * needed;
        match position.side {
            Player::Black => score,
            Player::White => -score,
        }
    }

    /// Five points and more.
    fn decisive(&self) -> i32 {
        5 * POINT
    }
}

impl Go {
    /// What each side holds when both have grown into the empty points.
    pub(super) fn grow(&self, [mut black, mut white]: [Bits; 2]) -> [Bits; 2] {
        let mut free = self.lattice.board & !(black | white);
        loop {
            let by_black = self.lattice.neighbours(black) & free;
            let by_white = self.lattice.neighbours(white) & free;
            if by_black | by_white == 0 {
                return [black, white];
            }
            black |= by_black & !by_white;
            white |= by_white & !by_black;
            free &= !(by_black | by_white);
        }
    }
}
