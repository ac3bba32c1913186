//! A set of patterns as an oracle for races.

use super::board::PatternBoard;
use super::orders::{MatchRule, OrderComparison};
use super::set::PatternSet;
use andor_core::{Game, Oracle, Outcome, RaceBoard};

/// Patterns that solvers ask, by the rule of their set.
#[derive(Clone, Debug)]
pub enum PatternOracle {
    /// By the rule that decides no position wrongly.
    Safe(PatternBoard),
    /// By the paper's comparison of orders, which does.
    Orders(OrderComparison),
}

impl PatternOracle {
    /// An oracle that lays the set on the board of a race.
    #[must_use]
    pub fn new(set: &PatternSet, board: RaceBoard) -> PatternOracle {
        match set.rule {
            MatchRule::Safe => PatternOracle::Safe(PatternBoard::new(&set.patterns, board)),
            MatchRule::Orders => PatternOracle::Orders(OrderComparison::new(&set.patterns, board)),
        }
    }
}

impl<G: Game> Oracle<G> for PatternOracle {
    #[inline]
    fn probe(&self, game: &G, position: &G::Position) -> Option<Outcome> {
        let racers = game.racers(position)?;
        let wins = match self {
            PatternOracle::Safe(board) => board.mover_wins(racers),
            PatternOracle::Orders(orders) => orders.compare(racers).mover_wins(),
        }?;
        let side = game.side_to_move(position);
        Some(Outcome::Win(if wins { side } else { side.other() }))
    }
}
