//! What a new leaf starts with, independent of the algorithm that made it.

use crate::numbers::Numbers;
use andor_core::Game;

/// How (phi, delta) of a leaf are set. In all of them phi is what the side to move needs, delta
/// what the other side needs to stop it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LeafRule {
    /// (1, 1), as in Allis' first description.
    Naive,
    /// (1, n), n being the number of candidate moves: the mobility enhancement (Winands' thesis,
    /// 4.2.1; the Breakthrough paper uses it too). The side to move needs one of its moves to
    /// succeed, the other side must answer all of them.
    #[default]
    Mobility,
    /// EF-PN (Winands and Schadd, 3.2, formulas 2 to 6): mobility scaled by what the evaluation
    /// of the *parent* says, squashed to one of three steps. The parent is evaluated once for
    /// all its children. With the step s = -1, 0, 1 in the view of the leaf's side to move:
    /// phi = 1 + a (1 - s), delta = n + n b (1 + s).
    Ef {
        /// The weight of the evaluation in phi.
        a: u32,
        /// The weight of the evaluation in delta.
        b: u32,
        /// An advantage of this size is decisive; `None` asks the evaluation itself.
        t: Option<i32>,
    },
}

/// What the children of one parent start with.
#[derive(Clone, Copy, Debug)]
pub struct Newborn {
    phi: u64,
    /// delta for each candidate move; 0 stands for a delta of 1 whatever the moves.
    delta_per_move: u64,
}

impl LeafRule {
    /// EF with a = b = 10: on Breakthrough 5x5 the fewest nodes of a grid from (0, 0) to (20, 20).
    pub const EF: LeafRule = LeafRule::Ef { a: 10, b: 10, t: None };

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            LeafRule::Naive => "naive",
            LeafRule::Mobility => "mobility",
            LeafRule::Ef { .. } => "ef",
        }
    }

    /// What the children of `parent` start with. A game without an evaluation is treated as
    /// even, so that the rule does not change the order among leaves.
    #[inline]
    pub fn children_of<G: Game>(self, game: &G, parent: &G::Position) -> Newborn {
        match self {
            LeafRule::Naive => Newborn { phi: 1, delta_per_move: 0 },
            LeafRule::Mobility => Newborn { phi: 1, delta_per_move: 1 },
            LeafRule::Ef { a, b, t } => {
                let step = game.evaluator().map_or(0, |evaluator| {
                    let t = t.unwrap_or_else(|| evaluator.decisive());
                    // What is good for the parent's mover is bad for the child's.
                    match evaluator.evaluate(game, parent) {
                        score if score >= t => -1,
                        score if score <= -t => 1,
                        _ => 0,
                    }
                });
                Newborn {
                    phi: 1 + u64::from(a) * (1 - step) as u64,
                    delta_per_move: 1 + u64::from(b) * (1 + step) as u64,
                }
            }
        }
    }
}

impl Newborn {
    /// The numbers of a leaf whose side to move has `mobility()` candidates.
    #[inline]
    pub fn numbers(self, mobility: impl FnOnce() -> u32) -> Numbers {
        let delta = match self.delta_per_move {
            0 => 1,
            // A position has at least one candidate; 0 would be a false proof.
            each => each * u64::from(mobility().max(1)),
        };
        Numbers { phi: self.phi, delta }
    }
}
