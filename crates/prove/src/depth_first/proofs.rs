//! What a search has proved so far, for somebody else to look up: a player that searches on
//! (PN-alphabeta: Winands' thesis, 4.4).
//!
//! Only proofs are told, no disproofs: a position that the prover does not win may be lost or
//! drawn. A proof does not depend on the path that it was found on (`repetition.rs`), except under
//! superko, where nothing is told.

use super::DepthFirst;
use crate::table::Table;
use andor_core::{Game, Player, Question};
use std::sync::Arc;

/// The proved positions of one question; it can be asked while the search goes on.
#[derive(Clone)]
pub struct Proofs {
    pub(crate) question: Question,
    pub(crate) table: Arc<Table>,
}

impl Proofs {
    /// Whose win is looked up.
    #[must_use]
    pub fn prover(&self) -> Player {
        self.question.player
    }

    /// Whether the prover is known to win this position, which is not over.
    #[inline]
    pub fn is_proved<G: Game>(&self, game: &G, position: &G::Position) -> bool {
        self.table.solved(game.key(position)).is_some_and(|numbers| {
            match game.side_to_move(position) == self.question.player {
                true => numbers.phi == 0,
                false => numbers.delta == 0,
            }
        })
    }
}

impl<G: Game> DepthFirst<G> {
    /// What has been proved; `None` before the first search, and under superko.
    #[must_use]
    pub fn proofs(&self) -> Option<Proofs> {
        let kept = self.table.as_ref().filter(|_| !self.cycles.is_superko())?;
        Some(Proofs { question: kept.question, table: Arc::clone(&kept.found) })
    }
}
