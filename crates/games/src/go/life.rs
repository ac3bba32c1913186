//! Unconditional life on bitboards: the theorem of `settled.rs`, fast enough for every node.
//!
//! Most positions have nobody alive. One look tells that: the secure area of a side lies on its stones
//! and the points next to them, and there must be enough of these for a win.

use super::bits::Bits;
use super::fast::{NO_KO, Position};
use super::{Go, Ko, Variant};
use andor_core::{Outcome, Player};

/// More regions than a board can be divided into: half of its points, rounded up.
const MOST_REGIONS: usize = 64;

/// How large a secure area each side needs for a win; more than the board has where none is enough,
/// or the theorem does not hold.
pub(super) fn areas_that_win(variant: &Variant) -> [u32; 2] {
    let points = variant.points() as u32;
    let least = |owner: Player| {
        let sign = if owner == Player::Black { 1 } else { -1 };
        let wins = |area: &u32| {
            variant.result(sign * (2 * *area as i32 - points as i32)) == Outcome::Win(owner)
        };
        (1..=points).find(wins).unwrap_or(u32::MAX)
    };
    match variant.ko == Ko::Simple && !variant.suicide {
        true => [least(Player::Black), least(Player::White)],
        false => [u32::MAX; 2],
    }
}

impl Go {
    /// Who wins a position that is not over, if the theorem says so.
    #[inline]
    pub(super) fn settled_for(&self, position: &Position) -> Option<Player> {
        let is_settled = |&owner: &Player| {
            let enough = self.areas_that_win[owner as usize];
            if enough == u32::MAX {
                return false;
            }
            let own = position.stones[owner as usize];
            if (own | self.lattice.neighbours(own)).count_ones() < enough {
                return false;
            }
            let enemy = position.stones[owner.other() as usize];
            let secure = self.secure_area(own, enemy, position.ko);
            let may_end_it = position.passes == 1 && position.side != owner;
            secure.count_ones() >= enough && !(may_end_it && secure & enemy != 0)
        };
        [Player::Black, Player::White].into_iter().find(is_settled)
    }

    /// The points of the largest living set of chains of `own` stones, and of the regions it holds.
    fn secure_area(&self, own: Bits, enemy: Bits, ko: u8) -> Bits {
        let lattice = &self.lattice;
        let empty = lattice.board & !(own | enemy);
        let mut living = own;
        let mut regions = [0; MOST_REGIONS];
        loop {
            // Step 1. The regions, as far as they have an empty point.
            let outside = lattice.board & !living;
            let (mut rest, mut count) = (outside, 0);
            while rest & empty != 0 {
                let seed = rest & empty;
                let region = lattice.flood(seed & seed.wrapping_neg(), outside);
                rest &= !region;
                regions[count] = region;
                count += 1;
            }
            let regions = &regions[..count];
            // Step 2. The chains with two eyes stay.
            let (mut chains, mut alive) = (living, 0);
            while chains != 0 {
                let chain = lattice.flood(chains & chains.wrapping_neg(), living);
                chains &= !chain;
                let near = lattice.neighbours(chain);
                if regions.iter().filter(|&&region| region & !near == 0).nth(1).is_some() {
                    alive |= chain;
                }
            }
            if alive == 0 {
                return 0;
            }
            // Step 3. If that is all of them, they hold what is next to them.
            if alive == living {
                let near = lattice.neighbours(living);
                let is_held =
                    |region: Bits| region & !near == 0 && (ko == NO_KO || region >> ko & 1 == 0);
                let held = regions.iter().filter(|&&region| is_held(region));
                return held.fold(living, |area, region| area | region);
            }
            living = alive;
        }
    }
}
