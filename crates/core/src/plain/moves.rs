//! A move whose type is forgotten: a number, which the rules that gave it out know the move of.
//!
//! ```text
//!   move --> its code --> slot number `code` of the rack, which keeps the first move that came
//!                         with it: nearly always the only one, and then the ticket is the code
//!                    \--> else the next number behind the rack
//! ```
//!
//! Codes tell the moves of one position apart, so two positions may have different moves with one
//! code; those after the first are looked for under a lock.

use std::collections::HashMap;
use std::sync::{OnceLock, PoisonError, RwLock};

/// A move of some game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlainMove(u32);

/// Slots in a shelf, and shelves in the rack.
const SLOTS: usize = 1024;

type Shelf<M> = OnceLock<Box<[OnceLock<M>]>>;

/// The moves that tickets have been given out for.
pub(super) struct Rack<M> {
    shelves: Box<[Shelf<M>]>,
    others: RwLock<Others<M>>,
}

struct Others<M> {
    moves: Vec<M>,
    by_code: HashMap<u32, Vec<u32>>,
}

impl<M: Copy + Eq> Rack<M> {
    pub(super) fn new() -> Rack<M> {
        let others = Others { moves: Vec::new(), by_code: HashMap::new() };
        Rack { shelves: empty(), others: RwLock::new(others) }
    }

    /// The ticket of a move with this code.
    pub(super) fn ticket(&self, mv: M, code: u32) -> PlainMove {
        if let Some(shelf) = self.shelves.get(code as usize / SLOTS) {
            let slot = &shelf.get_or_init(empty)[code as usize % SLOTS];
            if *slot.get_or_init(|| mv) == mv {
                return PlainMove(code);
            }
        }
        PlainMove((SLOTS * SLOTS) as u32 + self.other(mv, code))
    }

    /// The move of a ticket.
    pub(super) fn get(&self, PlainMove(number): PlainMove) -> M {
        if let Some(shelf) = self.shelves.get(number as usize / SLOTS) {
            let slot = shelf.get().and_then(|shelf| shelf[number as usize % SLOTS].get());
            return *slot.expect("tickets come from this rack");
        }
        let others = self.others.read().unwrap_or_else(PoisonError::into_inner);
        others.moves[number as usize - SLOTS * SLOTS]
    }

    #[cold]
    fn other(&self, mv: M, code: u32) -> u32 {
        let known = |others: &Others<M>| {
            let same = others.by_code.get(&code)?;
            same.iter().copied().find(|&at| others.moves[at as usize] == mv)
        };
        let found = known(&self.others.read().unwrap_or_else(PoisonError::into_inner));
        found.unwrap_or_else(|| {
            let mut others = self.others.write().unwrap_or_else(PoisonError::into_inner);
            // Somebody else may have been here in between.
            known(&others).unwrap_or_else(|| {
                let at = others.moves.len() as u32;
                others.moves.push(mv);
                others.by_code.entry(code).or_default().push(at);
                at
            })
        })
    }
}

fn empty<T>() -> Box<[OnceLock<T>]> {
    (0..SLOTS).map(|_| OnceLock::new()).collect()
}

#[cfg(test)]
mod tests {
    use super::Rack;

    #[test]
    fn every_move_comes_back_from_its_ticket() {
        let rack = Rack::new();
        // Small and large codes, and moves that share one.
        let moves: Vec<(u64, u32)> =
            (0..5000).map(|mv| (mv, (mv % 1999) as u32 * 1_000_003)).collect();
        let tickets: Vec<_> = moves.iter().map(|&(mv, code)| rack.ticket(mv, code)).collect();
        for (&(mv, code), &ticket) in moves.iter().zip(&tickets) {
            assert_eq!(rack.get(ticket), mv);
            assert_eq!(rack.ticket(mv, code), ticket);
        }
        let mut different = tickets;
        different.sort_by_key(|ticket| ticket.0);
        different.dedup();
        assert_eq!(different.len(), 5000);
    }
}
