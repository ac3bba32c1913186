//! An estimate of a one-eye problem: where could an eye still be?
//!
//! For the defender: three for each point of the region without an attacker's stone on it or next
//! to it, one for each liberty of the defender's stones in the region; against it one for each
//! liberty that the attacker's stones have there. It orders a search, it does not end one.

use super::OneEye;
use super::fast::Position;
use andor_core::Evaluate;

impl Evaluate<OneEye> for OneEye {
    fn evaluate(&self, game: &OneEye, position: &Position) -> i32 {
        let lattice = &game.lattice;
        let own = position.stones[position.defender as usize];
        let enemy = position.stones[position.defender.other() as usize];
        let empty = position.region & !(own | enemy);
        let count = |set: u128| set.count_ones() as i32;
        let possible = position.region & !(enemy | lattice.neighbours(enemy));
        let liberties = |stones: u128| count(lattice.neighbours(stones) & empty);
        let value = 3 * count(possible) + liberties(own) - liberties(enemy);
        if position.side == position.defender { value } else { -value }
    }

    fn decisive(&self) -> i32 {
        8
    }
}
