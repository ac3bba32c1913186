//! What a new leaf starts with, independent of the algorithm that made it.
//!
//! In all rules phi is what the side to move needs, delta what the other side needs to stop it; n
//! is the number of moves in the leaf, and s, between -1 and 1, the evaluation *squashed*, in the
//! view of the leaf's side to move (Winands and Schadd, 3.2 and 4.3):
//!
//! ```text
//!   rule       phi            delta            evaluated
//!   naive      1              1
//!   mobility   1              n
//!   eval       1 + a (1 - s)  1 + a (1 + s)    the leaf
//!   ef         1 + a (1 - s)  n + n b (1 + s)  its parent, once for all children
//!   ief        1 + a (1 - s)  n + n b (1 + s)  the leaf
//! ```

use crate::numbers::Numbers;
use andor_core::{Evaluate, Game, Named, Trust};

/// How (phi, delta) of a leaf are set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LeafRule {
    /// (1, 1), as in Allis' first description.
    Naive,
    /// (1, n): the mobility enhancement (Winands' thesis, 4.2.1; the Breakthrough paper uses it
    /// too). The side to move needs one of its moves to succeed, the other side must answer all
    /// of them.
    #[default]
    Mobility,
    /// PN-Eval (Winands and Schadd, 4.3): the evaluation of the leaf, without mobility.
    Eval(Guide),
    /// EF-PN (formulas 2 to 6): mobility scaled by the evaluation of the parent.
    Ef(Guide),
    /// IEF-PN, the immediate variant: mobility scaled by the evaluation of the leaf.
    Ief(Guide),
}

/// A kind of leaf rule, its parameters left open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LeafChoice {
    /// (1, 1).
    Naive,
    /// (1, number of moves).
    Mobility,
    /// The evaluation of the leaf.
    Eval,
    /// The EF-PN paper's rule.
    Ef,
    /// The EF-PN paper's rule with the leaf's own evaluation.
    Ief,
}

impl LeafChoice {
    /// The rule with these parameters, if it has any.
    #[must_use]
    pub fn rule(self, guide: Guide) -> LeafRule {
        match self {
            LeafChoice::Naive => LeafRule::Naive,
            LeafChoice::Mobility => LeafRule::Mobility,
            LeafChoice::Eval => LeafRule::Eval(guide),
            LeafChoice::Ef => LeafRule::Ef(guide),
            LeafChoice::Ief => LeafRule::Ief(guide),
        }
    }

    /// Whether it uses the evaluation.
    #[must_use]
    pub fn evaluates(self) -> bool {
        self.rule(Guide::PAPER).guide().is_some()
    }
}

impl Named for LeafChoice {
    const ALL: &'static [LeafChoice] = &[
        LeafChoice::Naive,
        LeafChoice::Mobility,
        LeafChoice::Eval,
        LeafChoice::Ef,
        LeafChoice::Ief,
    ];

    fn name(self) -> &'static str {
        match self {
            LeafChoice::Naive => "naive",
            LeafChoice::Mobility => "mobility",
            LeafChoice::Eval => "eval",
            LeafChoice::Ef => "ef",
            LeafChoice::Ief => "ief",
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            LeafChoice::Naive => "(1, 1)",
            LeafChoice::Mobility => "(1, number of moves)",
            LeafChoice::Eval => "The evaluation of the leaf, without mobility",
            LeafChoice::Ef => "Mobility scaled by the evaluation of the parent",
            LeafChoice::Ief => "Mobility scaled by the evaluation of the leaf",
        }
    }
}

/// How an evaluation becomes part of the numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Guide {
    /// Its weight in phi.
    pub a: u32,
    /// Its weight in delta.
    pub b: u32,
    /// An advantage of this size is decisive; `None` asks the evaluation itself.
    pub t: Option<i32>,
    /// The shape between the extremes.
    pub squash: Squash,
}

/// A squashing function: from an advantage to s.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Squash {
    /// -1, 0 or 1: decisive for one side, or not (formula 6).
    #[default]
    Step,
    /// x / sqrt(x^2 + t^2): smooth, as Nagai (2002) did it in Othello; at x = t it stands at 0.71.
    Sigmoid,
}

impl Named for Squash {
    const ALL: &'static [Squash] = &[Squash::Step, Squash::Sigmoid];

    fn name(self) -> &'static str {
        match self {
            Squash::Step => "step",
            Squash::Sigmoid => "sigmoid",
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Squash::Step => "-1, 0 or 1",
            Squash::Sigmoid => "Smooth",
        }
    }
}

/// s in units of 1/`WHOLE`.
const WHOLE: i64 = 1 << 20;

impl Guide {
    /// The parameters of the EF-PN paper's experiments (4.3): a = 20, b = 5.
    pub const PAPER: Guide = Guide { a: 20, b: 5, t: None, squash: Squash::Step };
    /// a = b = 10: on Breakthrough 5x5 the fewest nodes of a grid from (0, 0) to (20, 20).
    pub const EVEN: Guide = Guide { a: 10, b: 10, t: None, squash: Squash::Step };

    /// As far as an evaluation is to be trusted.
    #[must_use]
    pub fn of(Trust { a, b, is_smooth, .. }: Trust) -> Guide {
        let squash = if is_smooth { Squash::Sigmoid } else { Squash::Step };
        Guide { a, b, t: None, squash }
    }

    /// s for an advantage, in units of 1/`WHOLE`.
    fn squashed(self, score: i32, decisive: i32) -> i64 {
        let t = self.t.unwrap_or(decisive);
        match self.squash {
            Squash::Step if score >= t => WHOLE,
            Squash::Step if score <= -t => -WHOLE,
            Squash::Step => 0,
            Squash::Sigmoid => {
                // Square roots are exact to the last bit on every machine.
                let (x, t) = (f64::from(score), f64::from(t.max(1)));
                (x / (x * x + t * t).sqrt() * WHOLE as f64) as i64
            }
        }
    }

    /// phi, and the factor of n in delta (or delta itself for PN-Eval, with b = a).
    fn weigh(self, b: u32, s: i64) -> (u64, u64) {
        let weighed = |weight: u32, s: i64| {
            1 + (u64::from(weight) * (WHOLE + s) as u64 + WHOLE as u64 / 2) / WHOLE as u64
        };
        (weighed(self.a, -s), weighed(b, s))
    }
}

/// What the children of one parent start with.
#[derive(Clone, Copy, Debug)]
pub enum Newborn {
    /// The same for all.
    Same(Numbers),
    /// phi, and delta for each move.
    PerMove(u64, u64),
    /// Each is evaluated.
    Evaluated(LeafRule),
}

impl LeafRule {
    /// The kind of this rule.
    #[must_use]
    pub fn choice(self) -> LeafChoice {
        match self {
            LeafRule::Naive => LeafChoice::Naive,
            LeafRule::Mobility => LeafChoice::Mobility,
            LeafRule::Eval(_) => LeafChoice::Eval,
            LeafRule::Ef(_) => LeafChoice::Ef,
            LeafRule::Ief(_) => LeafChoice::Ief,
        }
    }

    /// How it uses the evaluation, if it does.
    #[must_use]
    pub fn guide(self) -> Option<Guide> {
        match self {
            LeafRule::Naive | LeafRule::Mobility => None,
            LeafRule::Eval(guide) | LeafRule::Ef(guide) | LeafRule::Ief(guide) => Some(guide),
        }
    }

    /// What the children of `parent` start with. A game without an evaluation is treated as
    /// even, so that the rule does not change the order among leaves.
    #[inline]
    pub fn children_of<G: Game>(self, game: &G, parent: &G::Position) -> Newborn {
        match self {
            LeafRule::Naive => Newborn::Same(Numbers { phi: 1, delta: 1 }),
            LeafRule::Mobility => Newborn::PerMove(1, 1),
            LeafRule::Eval(_) | LeafRule::Ief(_) => Newborn::Evaluated(self),
            LeafRule::Ef(guide) => {
                // What is good for the parent's mover is bad for the child's.
                let (phi, each) = guide.weigh(guide.b, -squashed(guide, game, parent));
                Newborn::PerMove(phi, each)
            }
        }
    }
}

fn squashed<G: Game>(guide: Guide, game: &G, position: &G::Position) -> i64 {
    let score =
        |evaluator: &dyn Evaluate<G>| (evaluator.evaluate(game, position), evaluator.decisive());
    game.evaluator().map_or(0, |evaluator| {
        let (score, decisive) = score(evaluator);
        guide.squashed(score, decisive)
    })
}

impl Newborn {
    /// Whether a leaf's mobility matters.
    #[inline]
    #[must_use]
    pub fn counts_moves(self) -> bool {
        !matches!(self, Newborn::Same(_) | Newborn::Evaluated(LeafRule::Eval(_)))
    }

    /// The numbers of a leaf whose side to move has `mobility()` moves; `child()` makes the leaf.
    #[inline]
    pub fn numbers<G: Game>(
        self,
        game: &G,
        mobility: impl FnOnce() -> u64,
        child: impl FnOnce() -> G::Position,
    ) -> Numbers {
        // A position has at least one move; 0 would be a false proof.
        match self {
            Newborn::Same(numbers) => numbers,
            Newborn::PerMove(phi, each) => Numbers { phi, delta: each * mobility().max(1) },
            Newborn::Evaluated(LeafRule::Ief(guide)) => {
                let (phi, each) = guide.weigh(guide.b, squashed(guide, game, &child()));
                Numbers { phi, delta: each * mobility().max(1) }
            }
            Newborn::Evaluated(LeafRule::Eval(guide)) => {
                let (phi, delta) = guide.weigh(guide.a, squashed(guide, game, &child()));
                Numbers { phi, delta }
            }
            Newborn::Evaluated(_) => unreachable!("only these two evaluate each leaf"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Guide, Squash, WHOLE};

    /// The paper's own reading of its formulas (3.2): at a leaf of the side that is decisively
    /// ahead phi is 1 and delta (2b + 1) n; behind, phi is 2a + 1 and delta n; else a + 1 and
    /// (b + 1) n.
    #[test]
    fn the_step_gives_the_three_pairs_of_the_paper() {
        let guide = Guide { t: Some(500), ..Guide::PAPER };
        let pair = |score| guide.weigh(guide.b, guide.squashed(score, 1));
        assert_eq!((pair(500), pair(499), pair(-500)), ((1, 11), (21, 6), (41, 1)));
    }

    #[test]
    fn the_sigmoid_is_smooth_odd_and_bounded() {
        let guide = Guide { squash: Squash::Sigmoid, ..Guide::PAPER };
        let s = |score| guide.squashed(score, 500);
        assert_eq!(s(0), 0);
        assert!((s(500) - WHOLE * 7071 / 10000).abs() < WHOLE / 1000);
        for score in [-3000, -17, 1, 250, 4_000] {
            assert_eq!(s(score), -s(-score));
            assert!(s(score).abs() < WHOLE && s(score + 50) > s(score));
        }
    }
}
