//! What a solver may be told from outside: estimates and exact knowledge.

use crate::{Game, Outcome};

/// An estimate of a position.
pub trait Evaluate<G: Game>: Send + Sync {
    /// Positive when it looks good for the side to move. The unit is the evaluator's own.
    fn evaluate(&self, game: &G, position: &G::Position) -> i32;

    /// The advantage that counts as decisive: the default of the EF-PN paper's parameter t.
    fn decisive(&self) -> i32;
}

/// Exact knowledge that a solver may ask: an endgame table, a set of patterns.
///
/// An oracle speeds a search up; it is not a proof. A certificate is written without it: where
/// the search believed an oracle, extraction proves the position by search.
pub trait Oracle<G: Game>: Send + Sync {
    /// The value of `position`, if the oracle knows it.
    fn probe(&self, game: &G, position: &G::Position) -> Option<Outcome>;
}
