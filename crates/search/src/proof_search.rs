//! PN-alphabeta (Winands' thesis, 4.4): a proof search before the main search, whose proved
//! positions the main search looks up.
//!
//! The proof search is df-pn, asked whether the side to move wins. It gets a share of the move's
//! budget and keeps its table from move to move. A proved position has no distance, so it counts
//! as a win in [`FAR`] plies, and the main search, which follows, prefers the shorter wins that it
//! finds itself.
//!
//! **When to run it** is the thesis' open question; there it was by move number. Here the tree
//! tells: the main search counts how many of its nodes were the end of a game. In an opening there
//! are next to none, and a proof search would be wasted; when one node in [`ENDS`] ends the game,
//! wins are near enough to be proved. The count is that of the player's last search in this game
//! or, if there was none, of a look at a few plies.
//!
//! Nothing is proved where the game's own history has made a draw of a position that came twice
//! (`repetition.rs`), nor under superko: there a proof would depend on the path.

use crate::repetition::Past;
use andor_core::{Answer, Game, Limits, Question, Repetition, Silent};
use andor_prove::depth_first::{Config, DepthFirst, Proofs};
use andor_prove::solver::Solver;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a proved win without a distance counts as, in plies.
pub(crate) const FAR: usize = 5_000;
/// One node in so many must end the game.
pub(crate) const ENDS: u64 = 500;
/// The part of nodes and time that the proof search may use.
pub(crate) const SHARE: u32 = 5;
/// Bytes of its table.
const MEMORY: u64 = 32 << 20;

/// A proof search with its table.
pub(crate) struct ProofSearch<G: Game> {
    solver: DepthFirst<G>,
    /// How many nodes of the last search there were, and how many of them ended the game.
    shape: Option<(u64, u64)>,
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

impl<G: Game> ProofSearch<G> {
    pub(crate) fn new() -> ProofSearch<G> {
        ProofSearch { solver: ProofSearch::solver(), shape: None }
    }

    fn solver() -> DepthFirst<G> {
        DepthFirst::new(Config { knowledge: true, ..Config::default() })
    }

    /// Another game begins.
    pub(crate) fn forget(&mut self) {
        *self = ProofSearch::new();
    }

    /// What the tree of a search looked like.
    pub(crate) fn observe(&mut self, nodes: u64, ends: u64) {
        self.shape = Some((nodes, ends));
    }

    /// Whether a look at a few plies must come first.
    pub(crate) fn is_blind(&self) -> bool {
        self.shape.is_none()
    }

    /// Whether the proof search should run now.
    pub(crate) fn is_due(&self, game: &G, past: &Past) -> bool {
        let is_sound = !matches!(game.repetition(), Repetition::Superko(_)) && past.salt() == 0;
        is_sound && self.shape.is_some_and(|(nodes, ends)| ends * ENDS >= nodes)
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
