//! A set of patterns as an oracle for races.

use super::board::PatternBoard;
use super::set::PatternSet;
use andor_core::{Game, Oracle, Outcome, RaceBoard};

/// Patterns that solvers ask.
#[derive(Clone, Debug)]
pub struct PatternOracle {
    board: PatternBoard,
}

impl PatternOracle {
    /// An oracle that lays the set on the board of a race.
    #[must_use]
    pub fn new(set: &PatternSet, board: RaceBoard) -> PatternOracle {
        PatternOracle { board: PatternBoard::new(&set.patterns, board) }
    }
}

impl<G: Game> Oracle<G> for PatternOracle {
    #[inline]
    fn probe(&self, game: &G, position: &G::Position) -> Option<Outcome> {
        let wins = self.board.mover_wins(game.racers(position)?)?;
        let side = game.side_to_move(position);
        Some(Outcome::Win(if wins { side } else { side.other() }))
    }
}
