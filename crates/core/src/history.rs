//! What has been on the board: superko asks for it.
//!
//! Rules know no history ([`Rules::moves`] lists every move that the board allows). Whoever plays,
//! replays or verifies a game under superko keeps one of these beside the position. It compares
//! exact bytes, never hashes.

use crate::{Repetition, Rules};
use std::collections::HashMap;

/// The situations of a game so far, the present one included.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct History {
    been: HashMap<Vec<u8>, u32>,
}

impl History {
    /// A game that begins here.
    #[must_use]
    pub fn new<R: Rules>(rules: &R, start: &R::Position) -> History {
        let mut history = History::default();
        history.push(rules, start);
        history
    }

    /// The game goes on to `position`.
    pub fn push<R: Rules>(&mut self, rules: &R, position: &R::Position) {
        *self.been.entry(situation(rules, position)).or_default() += 1;
    }

    /// The last move, which led to `position`, is taken back.
    pub fn pop<R: Rules>(&mut self, rules: &R, position: &R::Position) {
        self.remove(&situation(rules, position));
    }

    /// The last move, which led to this situation, is taken back.
    pub(crate) fn remove(&mut self, situation: &[u8]) {
        match self.been.get_mut(situation) {
            Some(1) | None => drop(self.been.remove(situation)),
            Some(times) => *times -= 1,
        }
    }

    /// How often a situation has been.
    pub(crate) fn times(&self, situation: &[u8]) -> u32 {
        self.been.get(situation).copied().unwrap_or(0)
    }

    /// Whether superko forbids `mv`, which leads to `next`. Never, where the game has no superko.
    #[must_use]
    pub fn forbids<R: Rules>(&self, rules: &R, mv: R::Move, next: &R::Position) -> bool {
        matches!(rules.repetition(), Repetition::Superko(_))
            && !rules.may_repeat(mv)
            && self.been.contains_key(&situation(rules, next))
    }

    /// Clears `moves` and puts the moves into it that are legal in `position` with this history,
    /// sorted by code. Where none is left, the side to move has lost.
    pub fn legal_moves<R: Rules>(
        &self,
        rules: &R,
        position: &R::Position,
        moves: &mut Vec<R::Move>,
    ) {
        rules.sorted_moves(position, moves);
        if matches!(rules.repetition(), Repetition::Superko(_)) {
            moves.retain(|&mv| !self.forbids(rules, mv, &rules.after(position, mv)));
        }
    }
}

fn situation<R: Rules>(rules: &R, position: &R::Position) -> Vec<u8> {
    let mut bytes = Vec::new();
    rules.situation(position, &mut bytes);
    bytes
}
