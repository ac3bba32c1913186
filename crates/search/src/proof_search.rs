//! PN-alphabeta (Winands' thesis, 4.4): a proof search before the main search, whose proved
//! positions the main search looks up.
//!
//! The proof search is df-pn, asked whether the side to move wins. It gets a share of the move's
//! budget and keeps its table from move to move. A proved position has no distance, so it counts
//! as a win in [`FAR`](crate::score::FAR) plies, and the main search, which follows, prefers the
//! shorter wins that it finds itself.
//!
//! **When to run it** is the thesis' open question; there it was by move number. Here the last
//! search in this game tells (for the first move, a look at a few plies): its value must be above a
//! draw for the side to move, and one node in [`ENDS`] must have been the end of a game. In 60
//! games of Lines of Action with a proof search at nearly every move, 886 in all, the 706 that this
//! rule leaves out proved nothing, and of the 92 that it keeps where the win was not known yet 25
//! proved it.
//!
//! Nothing is proved where the game's own history has made a draw of a position that came twice
//! (`repetition.rs`), nor under superko: there a proof would depend on the path.

use crate::repetition::Past;
use crate::score::{DRAW, WIN_BOUND};
use andor_core::{Answer, Game, Limits, Player, Question, Repetition, Silent};
use andor_prove::depth_first::{Config, DepthFirst, Proofs};
use andor_prove::solver::Solver;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// One node in so many must end the game.
pub(crate) const ENDS: u64 = 50;
/// The part of nodes and time that the proof search may use.
pub(crate) const SHARE: u32 = 8;
/// Bytes of its table.
const MEMORY: u64 = 32 << 20;

/// A proof search with its table.
pub(crate) struct ProofSearch<G: Game> {
    solver: DepthFirst<G>,
    last: Option<Sight>,
}

/// What a search saw of the game.
pub(crate) struct Sight {
    /// Who was to move.
    pub(crate) side: Player,
    /// The value for that side.
    pub(crate) value: i32,
    pub(crate) nodes: u64,
    /// How many of the nodes ended the game.
    pub(crate) ends: u64,
}

/// What a proof search found.
pub(crate) struct Proved<M> {
    /// The nodes it took.
    pub(crate) nodes: u64,
    /// The move that wins, if the root is proved.
    pub(crate) winning: Option<M>,
    /// What else is proved.
    pub(crate) proofs: Option<Proofs>,
}

impl Sight {
    /// Whether it is worth while to look for a proof that this side wins.
    fn promises_win(&self, side: Player) -> bool {
        let value = if side == self.side { self.value } else { -self.value };
        value >= WIN_BOUND || (value > DRAW && self.ends * ENDS >= self.nodes)
    }
}

impl<G: Game> ProofSearch<G> {
    pub(crate) fn new() -> ProofSearch<G> {
        ProofSearch { solver: ProofSearch::solver(), last: None }
    }

    fn solver() -> DepthFirst<G> {
        DepthFirst::new(Config { knowledge: true, ..Config::default() })
    }

    /// Another game begins.
    pub(crate) fn forget(&mut self) {
        *self = ProofSearch::new();
    }

    /// What a search has just seen.
    pub(crate) fn observe(&mut self, sight: Sight) {
        self.last = Some(sight);
    }

    /// Whether a look at a few plies must come first.
    pub(crate) fn is_blind(&self) -> bool {
        self.last.is_none()
    }

    /// Whether the proof search should run now, for the win of this side.
    pub(crate) fn is_due(&self, game: &G, side: Player, past: &Past) -> bool {
        let is_sound = !matches!(game.repetition(), Repetition::Superko(_)) && past.salt() == 0;
        is_sound && self.last.as_ref().is_some_and(|last| last.promises_win(side))
    }

    /// Searches within these limits.
    pub(crate) fn run(
        &mut self,
        game: &G,
        root: &G::Position,
        nodes: Option<u64>,
        time: Option<Duration>,
        interrupt: &Arc<AtomicBool>,
    ) -> Proved<G::Move> {
        let limits = Limits {
            nodes,
            time,
            memory: MEMORY,
            interrupt: Arc::clone(interrupt),
            ..Limits::default()
        };
        let question = Question::wins(game.side_to_move(root));
        let report = self.solver.solve(game, root, question, &limits, &mut Silent);
        let moves = match report.answer {
            Answer::Proved => self.solver.holder_moves(game, root),
            _ => Vec::new(),
        };
        Proved {
            nodes: report.counters.nodes,
            winning: moves.first().copied(),
            proofs: self.solver.proofs(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ENDS, Sight};
    use crate::score::WIN_BOUND;
    use andor_core::Player::{Black, White};

    #[test]
    fn a_proof_is_looked_for_when_ahead_and_near_the_end() {
        let sight = |value, ends| Sight { side: Black, value, nodes: 10 * ENDS, ends };
        assert!(sight(1, 10).promises_win(Black));
        assert!(!sight(1, 9).promises_win(Black), "the end is far");
        assert!(!sight(0, 10).promises_win(Black), "nobody is ahead");
        assert!(!sight(1, 10).promises_win(White), "the other side is ahead");
        assert!(sight(-1, 10).promises_win(White));
        assert!(sight(WIN_BOUND, 0).promises_win(Black), "it is won");
    }
}
