//! Static knowledge: can the side to move connect now?
//!
//! Winands' thesis, 2.4.1, calls it a threat. A solver that knows wins in one without trying all
//! moves saves a ply everywhere. When a man leaves its unit and lands on `t`, all *other* units of
//! its side stay whole, so `t` must touch every one of them:
//!
//! ```text
//!   4 . . . 1     three units. Squares that touch    2 and 3: none
//!   3 . . . .                                        1 and 3: c3, d3
//!   2 2 . . 3                                        1 and 2: none
//!   1 2 . . .     So of all moves only those of unit 2 to c3 or d3 are looked at, and then whether
//!     a b c d     the rest of unit 2 is left behind.
//! ```
//!
//! At most four units can touch one square without touching each other, so with more than five
//! units there is no such move; and men without neighbours are units, which is quickly counted.

use super::connectivity::{is_one_unit, isolated, unit, with_neighbours};
use super::fast::{Loa, Move, Position};
use super::variant::Simultaneous;

/// The most units a side can have and still connect in one move.
const MOST_UNITS: usize = 5;

impl Loa {
    /// A move that connects all men of the side to move and wins, in a position that is not over;
    /// `None` if there is none. Exact.
    #[must_use]
    pub fn connecting_move(&self, position: &Position) -> Option<Move> {
        let (own, enemy) = position.own_and_enemy();
        if isolated(own).count_ones() as usize > MOST_UNITS {
            return None;
        }
        // Step 1. The units, and what touches each.
        let mut units = [0; MOST_UNITS];
        let mut near = [0; MOST_UNITS];
        let mut count = 0;
        let mut rest = own;
        while rest != 0 {
            if count == MOST_UNITS {
                return None;
            }
            units[count] = unit(own, rest & rest.wrapping_neg());
            near[count] = with_neighbours(units[count]);
            rest &= !units[count];
            count += 1;
        }
        // Step 2. For each unit that a man may leave, the squares that touch all others.
        for (leaving, &leaver) in units[..count].iter().enumerate() {
            let mut wanted = !own;
            for other in (0..count).filter(|&other| other != leaving) {
                wanted &= near[other];
            }
            if wanted == 0 {
                continue;
            }
            // Step 3. The moves there, and what they leave behind.
            let mut men = leaver;
            while men != 0 {
                let from = men.trailing_zeros() as u8;
                men &= men - 1;
                let mut winning = None;
                self.lines.for_each_target(from, own, enemy, |to| {
                    if wanted >> to & 1 == 1 && self.connects(own, enemy, from, to) {
                        winning = Some(Move::step(from, to));
                    }
                });
                if winning.is_some() {
                    return winning;
                }
            }
        }
        None
    }

    /// Whether a legal move wins by connection.
    #[inline]
    fn connects(&self, own: u64, enemy: u64, from: u8, to: u8) -> bool {
        if !is_one_unit(own ^ (1 << from | 1 << to)) {
            return false;
        }
        // Only a capture can connect an enemy that was not connected before.
        let is_shared = enemy >> to & 1 == 1 && is_one_unit(enemy & !(1 << to));
        !is_shared || self.variant.simultaneous == Simultaneous::Mover
    }
}
