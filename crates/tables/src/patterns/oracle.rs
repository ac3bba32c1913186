//! A set of patterns as an oracle for Breakthrough.

use super::board::PatternBoard;
use super::set::PatternSet;
use andor_core::{Oracle, Outcome};
use andor_games::breakthrough::{Breakthrough, fast::Position};

/// Patterns that solvers ask.
#[derive(Clone, Debug)]
pub struct PatternOracle {
    board: PatternBoard,
}

impl PatternOracle {
    /// An oracle that lays the set on the board of `game`.
    #[must_use]
    pub fn new(set: &PatternSet, game: &Breakthrough) -> PatternOracle {
        PatternOracle { board: PatternBoard::new(&set.patterns, game.columns(), game.rows()) }
    }
}

impl Oracle<Breakthrough> for PatternOracle {
    #[inline]
    fn probe(&self, game: &Breakthrough, position: &Position) -> Option<Outcome> {
        debug_assert_eq!(self.board.size(), (game.columns(), game.rows()));
        let side = andor_core::Rules::side_to_move(game, position);
        self.board.winner(position.own(), position.enemy(), side).map(Outcome::Win)
    }
}
