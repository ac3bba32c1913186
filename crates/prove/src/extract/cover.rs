//! Other moves for a proof that holds already, where no position can come back: what only the move at hand
//! needs is let go, and a search of a few positions looks for a move that needs less.
//!
//! ```text
//!   let go     the positions that nothing else of the proof leads to, if they are few
//!   cover      each other move, and each move of what it needs and the proof has not: as few new positions
//!              as can be found, and fewer than were let go; the moves of `effort` positions are looked at
//!   take it    or take back what was let go
//! ```
//!
//! The search believes nothing but the rules and the oracles on which the proof may rest: what it finds are
//! positions of the proof, each with a move, down to what is covered already. As men only go ahead (or whatever
//! else keeps positions from coming back), no order is needed to keep the proof from running in circles; the
//! ranks are made again in the end.

use super::shrink::Places;
use super::{ExtractError, Walk};
use andor_core::{Canonical, Game, Key};

/// As many positions may always be let go together; more if the search is allowed more work, up to `MOST_LET_GO`.
const FEWEST_LET_GO: usize = 8;
const MOST_LET_GO: usize = 1000;

/// New positions for the proof, each with its move.
type Cover<G> = Vec<(Key, <G as andor_core::Rules>::Position, <G as andor_core::Rules>::Move)>;

impl<G: Game> Walk<'_, G> {
    /// Changes the move of a position of the proof if that makes the proof smaller.
    pub(super) fn improve_by_search(
        &mut self,
        position: &G::Position,
        places: &mut Places,
    ) -> Result<(), ExtractError> {
        let key = self.game.key(position);
        if self.ranks.known(key)?.references == 0 {
            return Ok(());
        }
        // Step 1. Let go what only the move at hand needs.
        let old = self.chosen_replies(position)?.positions;
        let Some((released, dropped)) = self.let_go(old)? else { return Ok(()) };
        // Step 2. The move that needs least, if it is less.
        let mut best: Option<(G::Move, Cover<G>)> = None;
        let mut most = dropped;
        let mut work = self.effort;
        if dropped > 0 {
            for mv in self.moves_of(position) {
                self.look()?;
                let mut cover = Vec::new();
                if most > 0 && self.cover_replies(position, mv, most - 1, &mut cover, &mut work) {
                    most = cover.len();
                    best = Some((mv, cover));
                }
            }
        }
        // Step 3. Take it.
        let Some((mv, cover)) = best else {
            for key in released {
                self.extracted.positions += u64::from(self.ranks.refer(key)? == 1);
            }
            return Ok(());
        };
        for (key, position, mv) in cover {
            let index = self.index_of(&position, mv)?;
            match self.ranks.get(key) {
                Some(_) => self.ranks.set_move(key, index)?,
                None => {
                    self.ranks.insert(key, 1, index);
                    places.add(&self.game.canonical(&position).bytes);
                }
            }
        }
        let index = self.index_of(position, mv)?;
        self.ranks.set_move(key, index)?;
        let mut referred = self.chosen_replies(position)?.positions;
        while let Some((key, position)) = referred.pop() {
            if self.ranks.refer(key)? == 1 {
                self.extracted.positions += 1;
                let Canonical { position, .. } = self.game.canonical(&position);
                referred.extend(self.chosen_replies(&position)?.positions);
            }
        }
        Ok(())
    }

    /// One position less leads to each of these, and to what is dropped by that: the list of all that were
    /// released, and the number of those dropped. `None`, and all is as before, if they are too many.
    fn let_go(
        &mut self,
        mut pending: Vec<(Key, G::Position)>,
    ) -> Result<Option<(Vec<Key>, usize)>, ExtractError> {
        let most = (self.effort as usize).saturating_mul(2).clamp(FEWEST_LET_GO, MOST_LET_GO);
        let (mut released, mut dropped) = (Vec::new(), 0);
        while let Some((key, position)) = pending.pop() {
            released.push(key);
            if self.ranks.release(key)? > 0 {
                continue;
            }
            dropped += 1;
            self.extracted.positions -= 1;
            if dropped > most {
                for key in released {
                    self.extracted.positions += u64::from(self.ranks.refer(key)? == 1);
                }
                return Ok(None);
            }
            let Canonical { position, .. } = self.game.canonical(&position);
            pending.extend(self.chosen_replies(&position)?.positions);
        }
        Ok(Some((released, dropped)))
    }

    /// Covers all replies to a move with at most so many new positions; if that fails, `cover` may have some
    /// of them.
    fn cover_replies(
        &self,
        position: &G::Position,
        mv: G::Move,
        most: usize,
        cover: &mut Cover<G>,
        work: &mut u32,
    ) -> bool {
        let next = self.game.after(position, mv);
        if let Some(outcome) = self.game.outcome(&next) {
            return self.claim.is_met_by(outcome);
        }
        // Step 1. What needs to be covered.
        let mut open: Vec<(Key, G::Position)> = Vec::new();
        for reply in self.moves_of(&next) {
            match self.game.outcome_after(&next, reply) {
                Some(outcome) if self.claim.is_met_by(outcome) => continue,
                Some(_) => return false,
                None => {}
            }
            let key = self.game.key_after(&next, reply);
            if self.ranks.get(key).is_some_and(|ranked| ranked.references > 0)
                || open.iter().any(|&(other, _)| other == key)
                || cover.iter().any(|&(other, ..)| other == key)
            {
                continue;
            }
            let reply = self.game.after(&next, reply);
            if self.may_stop(&reply) {
                continue;
            }
            if self.skips_leaves && self.winning_move(&reply).is_some() {
                continue;
            }
            if open.len() == most {
                return false;
            }
            open.push((key, reply));
        }
        // Step 2. Cover it: each takes one position at least.
        let end = cover.len() + most;
        for (number, (key, reply)) in open.iter().enumerate() {
            if cover.iter().any(|&(other, ..)| other == *key) {
                continue;
            }
            let others = open.len() - number - 1;
            let room = end.saturating_sub(cover.len() + others);
            if !self.cover_position(*key, reply, room, cover, work) {
                return false;
            }
        }
        true
    }

    /// Covers a position with at most so many new positions, of which it is the first.
    fn cover_position(
        &self,
        key: Key,
        position: &G::Position,
        most: usize,
        cover: &mut Cover<G>,
        work: &mut u32,
    ) -> bool {
        // Who stops the walk stops this search; the next look says why.
        if most == 0 || *work == 0 || self.look().is_err() {
            return false;
        }
        *work -= 1;
        let Canonical { position, .. } = self.game.canonical(position);
        let begin = cover.len();
        for mv in self.moves_of(&position) {
            cover.push((key, position.clone(), mv));
            if self.cover_replies(&position, mv, most - 1, cover, work) {
                return true;
            }
            cover.truncate(begin);
        }
        false
    }
}
