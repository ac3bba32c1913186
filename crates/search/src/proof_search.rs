//! PN-alphabeta (Winands' thesis, 4.4): a proof search before the main search, whose proved
//! positions the main search looks up.
//!
//! It is asked whether the side to move wins, gets a share of the move's budget and keeps its table
//! of proved positions from move to move. A proved position has no distance, so it counts
//! as a win in [`FAR`](crate::score::FAR) plies.
//!
//! In the thesis ([`ProofRule::Thesis`]) it is plain PN, in positions after [`ENDGAME`] plies, with a
//! quarter of the time. If it proves the root, the winning move is played at once.
//!
//! Ours ([`ProofRule::Sight`]) is df-pn, and the main search, which follows, prefers the shorter wins
//! that it finds itself. **When to run it** is the thesis' open question. Here the last
//! search in this game tells (for the first move, a look at a few plies): its value must be above a
//! draw for the side to move, and one node in [`ENDS`] must have been the end of a game. The share
//! is large where the value is [`CLEAR`] times what the evaluation calls decisive, else small. In 60
//! games of Lines of Action with a proof search at nearly every move, 886 in all, the 706 that this
//! rule leaves out proved nothing. Of the 92 that it keeps where the win was not known yet 25 proved
//! it: 17 of the 25 with a clear advantage, most of them after thousands of nodes, and 8 of the
//! other 67, seven of these within 2,000 nodes.
//!
//! Nothing is proved where the game's own history has made a draw of a position that came twice
//! (`repetition.rs`), nor under superko: there a proof would depend on the path.

use crate::config::ProofRule;
use crate::repetition::Past;
use crate::score::{DRAW, WIN_BOUND};
use andor_core::{Answer, Game, Limits, Player, Question, Silent};
use andor_prove::depth_first::{Config, DepthFirst, Proofs};
use andor_prove::pn::{self, Pn};
use andor_prove::solver::Solver;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The thesis' endgame begins after so many plies.
const ENDGAME: usize = 34;
/// One node in so many must end the game.
pub(crate) const ENDS: u64 = 50;
/// So many times the decisive advantage is a clear one.
const CLEAR: i32 = 5;
/// The part of nodes and time that the proof search may use where the advantage is clear.
const LARGE: u32 = 4;
/// The part that it may use where it is not.
const SMALL: u32 = 32;
/// Bytes of its table.
const MEMORY: u64 = 32 << 20;

/// A proof search with its table.
pub(crate) struct ProofSearch<G: Game> {
    prover: Prover<G>,
    last: Option<Sight>,
}

/// The search that it is, by the rule for when to run it.
enum Prover<G: Game> {
    /// [`ProofRule::Sight`].
    DepthFirst(Box<DepthFirst<G>>),
    /// [`ProofRule::Thesis`].
    Pn(Box<Pn<G>>),
}

impl<G: Game> Prover<G> {
    fn solver(&mut self) -> &mut dyn Solver<G> {
        match self {
            Prover::DepthFirst(solver) => &mut **solver,
            Prover::Pn(solver) => &mut **solver,
        }
    }

    fn proofs(&self) -> Option<Proofs> {
        match self {
            Prover::DepthFirst(solver) => solver.proofs(),
            Prover::Pn(solver) => solver.proofs(),
        }
    }
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
    /// What the evaluation calls a decisive advantage.
    pub(crate) decisive: i32,
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
    /// The part of nodes and time that the search for a proof that this side wins is worth, if any:
    /// one in so many.
    fn share(&self, side: Player) -> Option<u32> {
        let value = if side == self.side { self.value } else { -self.value };
        let is_clear = value >= self.decisive.saturating_mul(CLEAR).min(WIN_BOUND);
        let is_near = self.ends * ENDS >= self.nodes;
        match value {
            WIN_BOUND.. => Some(LARGE),
            _ if value <= DRAW || !is_near => None,
            _ => Some(if is_clear { LARGE } else { SMALL }),
        }
    }
}

impl<G: Game> ProofSearch<G> {
    /// With nothing proved yet; `None` if there is none by this rule.
    pub(crate) fn new(rule: ProofRule) -> Option<ProofSearch<G>> {
        let prover = match rule {
            ProofRule::Off => return None,
            ProofRule::Sight => {
                let config = Config { knowledge: true, ..Config::default() };
                Prover::DepthFirst(Box::new(DepthFirst::new(config)))
            }
            ProofRule::Thesis => {
                let config = pn::Config { keeps_proved: true, ..pn::Config::default() };
                Prover::Pn(Box::new(Pn::new(config)))
            }
        };
        Some(ProofSearch { prover, last: None })
    }

    /// What a search has just seen.
    pub(crate) fn observe(&mut self, sight: Sight) {
        self.last = Some(sight);
    }

    /// Whether a look at a few plies must come first.
    pub(crate) fn is_blind(&self) -> bool {
        matches!(self.prover, Prover::DepthFirst(_)) && self.last.is_none()
    }

    /// The part of nodes and time that a proof search for the win of this side may use now: one in so
    /// many; `None` if it is not worth while. The game has had so many plies.
    pub(crate) fn share(&self, game: &G, side: Player, past: &Past, plies: usize) -> Option<u32> {
        let is_sound = !game.repetition().is_superko() && past.salt() == 0;
        match self.prover {
            _ if !is_sound => None,
            Prover::DepthFirst(_) => self.last.as_ref()?.share(side),
            Prover::Pn(_) => (plies >= ENDGAME).then_some(LARGE),
        }
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
        let solver = self.prover.solver();
        let report = solver.solve(game, root, question, &limits, &mut Silent);
        let moves = match report.answer {
            Answer::Proved => solver.holder_moves(game, root),
            _ => Vec::new(),
        };
        Proved {
            nodes: report.counters.nodes,
            winning: moves.first().copied(),
            proofs: self.prover.proofs(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CLEAR, ENDS, LARGE, SMALL, Sight};
    use crate::score::WIN_BOUND;
    use andor_core::Player::{Black, White};

    #[test]
    fn a_proof_is_looked_for_when_ahead_and_near_the_end() {
        let sight =
            |value, ends| Sight { side: Black, value, nodes: 10 * ENDS, ends, decisive: 100 };
        assert_eq!(sight(1, 10).share(Black), Some(SMALL));
        assert_eq!(sight(100 * CLEAR, 10).share(Black), Some(LARGE));
        assert_eq!(sight(100 * CLEAR, 9).share(Black), None, "the end is far");
        assert_eq!(sight(0, 10).share(Black), None, "nobody is ahead");
        assert_eq!(sight(1, 10).share(White), None, "the other side is ahead");
        assert_eq!(sight(-1, 10).share(White), Some(SMALL));
        assert_eq!(sight(WIN_BOUND, 0).share(Black), Some(LARGE), "it is won");
    }
}
