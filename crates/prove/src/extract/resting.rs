//! Proofs that rest on oracles whose word will be checked elsewhere: endgame tables.
//!
//! A line ends where the oracle says that the game ends as claimed, the holder being to move. It
//! is not walked further, and the proof has no entry for it. The oracle is believed here; whoever
//! reads the proof must ask the same one.
//!
//! Or the oracle only *advises*: it points to the holder's moves, which saves searching for them,
//! and every line is walked to the end of the game. Nobody who reads the proof needs the oracle.

use super::{USUAL_MOVES, Walk};
use crate::solver::Solver;
use andor_core::{Game, Oracle};

/// An oracle on which a proof may rest.
pub trait Leaves<G: Game>: Oracle<G> {
    /// The same oracle once more, for another solver.
    fn again(&self) -> Box<dyn Oracle<G>>;
}

impl<G: Game> Walk<'_, G> {
    /// Whether the proof may stop at a position that is not over, because the rules say who wins.
    pub(super) fn is_settled(&self, position: &G::Position) -> bool {
        self.stops_at_settled && self.game.settled(position) == Some(self.claim.holder())
    }

    /// Whether the proof may stop at a position that is not over, because an oracle says how it ends.
    pub(super) fn rests_on(&self, position: &G::Position) -> bool {
        let outcome = self.leaves.as_ref().and_then(|oracle| oracle.probe(self.game, position));
        outcome.is_some_and(|outcome| self.claim.is_met_by(outcome))
    }

    /// Whether the proof may stop at a position that is not over.
    pub(super) fn may_stop(&self, position: &G::Position) -> bool {
        self.is_settled(position) || self.rests_on(position)
    }

    /// A move of the holder after which the oracle says that all is done. An oracle that only
    /// advises is asked too: the move it points to is walked to the end like any other.
    pub(super) fn move_to_rest(&self, position: &G::Position) -> Option<G::Move> {
        let oracle = self.leaves.or(self.advice);
        if oracle.is_none() && !self.stops_at_settled {
            return None;
        }
        let mut moves = Vec::with_capacity(USUAL_MOVES);
        self.game.moves(position, &mut moves);
        moves.into_iter().find(|&mv| {
            let next = self.game.after(position, mv);
            let outcome = || oracle.and_then(|oracle| oracle.probe(self.game, &next));
            self.game.outcome(&next).is_none()
                && (self.is_settled(&next)
                    || outcome().is_some_and(|outcome| self.claim.is_met_by(outcome)))
        })
    }

    /// Lets another solver ask the oracle too.
    pub(super) fn share_leaves(&self, solver: &mut dyn Solver<G>) {
        if let Some(oracle) = self.leaves.or(self.advice) {
            solver.consult(oracle.again());
        }
    }
}
