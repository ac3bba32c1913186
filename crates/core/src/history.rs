//! What has been on the board: superko asks for it, and nobody else says what it forbids.
//!
//! Rules know no history ([`Rules::moves`] lists every move that the board allows). Whoever plays,
//! replays or verifies a game under superko keeps one of these beside the position. It compares
//! exact bytes, never hashes.

use crate::{Outcome, Rules};
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

    /// How many situations have been, each counted once.
    pub(crate) fn situations(&self) -> usize {
        self.been.len()
    }

    /// Whether superko forbids `mv`, which leads to `next`. Never, where the game has no superko.
    #[must_use]
    pub fn forbids<R: Rules>(&self, rules: &R, mv: R::Move, next: &R::Position) -> bool {
        rules.repetition().is_superko()
            && !rules.may_repeat(mv)
            && self.has_been(rules, next, &mut Vec::new())
    }

    /// Takes the moves out that superko forbids in `position`.
    pub fn retain<R: Rules>(&self, rules: &R, position: &R::Position, moves: &mut Vec<R::Move>) {
        if rules.repetition().is_superko() {
            let mut bytes = Vec::new();
            moves.retain(|&mv| !self.leads_back(rules, position, mv, &mut bytes));
        }
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
        self.retain(rules, position, moves);
    }

    /// How the game ended in `position`, if the board says so, or superko leaves no move.
    #[must_use]
    pub fn outcome<R: Rules>(&self, rules: &R, position: &R::Position) -> Option<Outcome> {
        let over = rules.outcome(position);
        if over.is_some() || !rules.repetition().is_superko() {
            return over;
        }
        let (mut moves, mut bytes) = (Vec::new(), Vec::new());
        rules.moves(position, &mut moves);
        let is_lost = moves.iter().all(|&mv| self.leads_back(rules, position, mv, &mut bytes));
        is_lost.then(|| Outcome::Win(rules.side_to_move(position).other()))
    }

    /// Whether superko forbids a legal move of `position`; `bytes` is room to work in.
    fn leads_back<R: Rules>(
        &self,
        rules: &R,
        position: &R::Position,
        mv: R::Move,
        bytes: &mut Vec<u8>,
    ) -> bool {
        !rules.may_repeat(mv) && self.has_been(rules, &rules.after(position, mv), bytes)
    }

    /// Whether the situation of a position has been.
    fn has_been<R: Rules>(&self, rules: &R, position: &R::Position, bytes: &mut Vec<u8>) -> bool {
        bytes.clear();
        rules.situation(position, bytes);
        self.been.contains_key(bytes.as_slice())
    }
}

fn situation<R: Rules>(rules: &R, position: &R::Position) -> Vec<u8> {
    let mut bytes = Vec::new();
    rules.situation(position, &mut bytes);
    bytes
}
