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
//!   learnt     a 16^(w/t)     n b 16^(l/t)     the leaf, by a model of cost
//! ```
//!
//! w and l are the logarithms of what it would take to find the leaf's side to move won, and lost ([`CostModel`](andor_core::CostModel)).

use crate::numbers::Numbers;
use andor_core::{Cost, CostScale, Evaluate, Game, Named, Squash, Trust};

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
    /// What the game's model of cost says of the leaf, scaled by mobility.
    Learnt(Guide),
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
    /// The learnt cost of the leaf.
    Learnt,
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
            LeafChoice::Learnt => LeafRule::Learnt(guide),
        }
    }

    /// Whether it uses the evaluation.
    #[must_use]
    pub fn evaluates(self) -> bool {
        self.has_guide() && self != LeafChoice::Learnt
    }

    /// Whether it has parameters.
    #[must_use]
    pub fn has_guide(self) -> bool {
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
        LeafChoice::Learnt,
    ];

    fn name(self) -> &'static str {
        match self {
            LeafChoice::Naive => "naive",
            LeafChoice::Mobility => "mobility",
            LeafChoice::Eval => "eval",
            LeafChoice::Ef => "ef",
            LeafChoice::Ief => "ief",
            LeafChoice::Learnt => "learnt",
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            LeafChoice::Naive => "(1, 1)",
            LeafChoice::Mobility => "(1, number of moves)",
            LeafChoice::Eval => "The evaluation of the leaf, without mobility",
            LeafChoice::Ef => "Mobility scaled by the evaluation of the parent",
            LeafChoice::Ief => "Mobility scaled by the evaluation of the leaf",
            LeafChoice::Learnt => "Mobility scaled by the learnt cost of the leaf",
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

/// What a decisive advantage multiplies and divides the numbers by.
const DECISIVE: u32 = 16;
/// The factors are between 1 and this.
const MOST: u64 = 1 << 20;
/// 2^(i/16) in units of 1/65536.
const SIXTEENTHS: [u64; 16] = [
    65536, 68438, 71468, 74632, 77936, 81386, 84990, 88752, 92682, 96785, 101070, 105545, 110218,
    115098, 120194, 125515,
];

/// `weight` times `DECISIVE` to the power of x / t, as a factor.
#[inline]
fn grown(weight: u32, x: i64, t: i64) -> u64 {
    let sixteenths = 16 * i64::from(DECISIVE.ilog2()) * x / t;
    let (whole, rest) = (sixteenths.div_euclid(16).clamp(-40, 20), sixteenths.rem_euclid(16));
    let scaled = u64::from(weight) * SIXTEENTHS[rest as usize];
    let shift = 16 - whole;
    let rounded = if shift > 0 { (scaled + (1 << (shift - 1))) >> shift } else { scaled << -shift };
    rounded.clamp(1, MOST)
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
    pub fn of(Trust { a, b, t, squash, .. }: Trust) -> Guide {
        Guide { a, b, t, squash }
    }

    /// As a model of cost is to be scaled.
    #[must_use]
    pub fn of_cost(CostScale { a, b, t }: CostScale) -> Guide {
        Guide { a, b, t: Some(t), squash: Squash::Exponential }
    }

    /// s for an advantage, in units of 1/`WHOLE`.
    fn squashed(self, score: i32, t: i32) -> i64 {
        match self.squash {
            Squash::Step if score >= t => WHOLE,
            Squash::Step if score <= -t => -WHOLE,
            Squash::Step | Squash::Exponential => 0,
            Squash::Sigmoid => {
                // Square roots are exact to the last bit on every machine.
                let (x, t) = (f64::from(score), f64::from(t));
                (x / (x * x + t * t).sqrt() * WHOLE as f64) as i64
            }
        }
    }

    /// What a leaf with so many moves starts with, where a model says this of it.
    #[inline]
    fn of_costs(self, cost: Cost, mobility: u64) -> Numbers {
        let t = i64::from(self.t.unwrap_or(Cost::SIXTEENFOLD).max(1));
        let (phi, each) = (grown(self.a, cost.win.into(), t), grown(self.b, cost.loss.into(), t));
        Numbers { phi, delta: each * mobility.max(1) }
    }

    /// phi, and the factor of n in delta (or delta itself for PN-Eval, with b = a), with this advantage.
    fn weigh(self, b: u32, score: i32, decisive: i32) -> (u64, u64) {
        let t = self.t.unwrap_or(decisive).max(1);
        if self.squash == Squash::Exponential {
            let (x, t) = (i64::from(score), i64::from(t));
            return (grown(self.a, -x, t), grown(b, x, t));
        }
        let s = self.squashed(score, t);
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
            LeafRule::Learnt(_) => LeafChoice::Learnt,
        }
    }

    /// What the number of one leaf may come to, for each of its moves.
    pub(crate) fn largest(self) -> u64 {
        match self.guide() {
            Some(guide) if guide.squash == Squash::Exponential => MOST,
            Some(guide) => u64::from(guide.a.max(guide.b)) + 1,
            None => 1,
        }
    }

    /// In what unit numbers can be told where there are 31 bits for them: on an exponential scale they are large.
    pub(crate) fn unit(self) -> u64 {
        (self.largest() >> 12).max(1)
    }

    /// How it uses the evaluation, if it does.
    #[must_use]
    pub fn guide(self) -> Option<Guide> {
        match self {
            LeafRule::Naive | LeafRule::Mobility => None,
            LeafRule::Eval(guide)
            | LeafRule::Ef(guide)
            | LeafRule::Ief(guide)
            | LeafRule::Learnt(guide) => Some(guide),
        }
    }

    /// What children start with, where each of them is looked at.
    #[must_use]
    #[inline]
    pub(crate) fn of_each(self) -> Option<Newborn> {
        let looks = matches!(self, LeafRule::Eval(_) | LeafRule::Ief(_) | LeafRule::Learnt(_));
        looks.then_some(Newborn::Evaluated(self))
    }

    /// What the children of `parent` start with. A game without an evaluation is treated as
    /// even, so that the rule does not change the order among leaves.
    #[inline]
    pub fn children_of<G: Game>(self, game: &G, parent: &G::Position) -> Newborn {
        match self {
            LeafRule::Naive => Newborn::Same(Numbers { phi: 1, delta: 1 }),
            LeafRule::Mobility => Newborn::PerMove(1, 1),
            LeafRule::Eval(_) | LeafRule::Ief(_) | LeafRule::Learnt(_) => Newborn::Evaluated(self),
            LeafRule::Ef(guide) => {
                // What is good for the parent's mover is bad for the child's.
                let (score, decisive) = advantage(game, parent);
                let (phi, each) = guide.weigh(guide.b, -score, decisive);
                Newborn::PerMove(phi, each)
            }
        }
    }
}

/// The evaluation, and what it calls decisive. A game without one is even everywhere.
fn advantage<G: Game>(game: &G, position: &G::Position) -> (i32, i32) {
    let score =
        |evaluator: &dyn Evaluate<G>| (evaluator.evaluate(game, position), evaluator.decisive());
    game.evaluator().map_or((0, 1), score)
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
                let (score, decisive) = advantage(game, &child());
                let (phi, each) = guide.weigh(guide.b, score, decisive);
                Numbers { phi, delta: each * mobility().max(1) }
            }
            Newborn::Evaluated(LeafRule::Eval(guide)) => {
                let (score, decisive) = advantage(game, &child());
                let (phi, delta) = guide.weigh(guide.a, score, decisive);
                Numbers { phi, delta }
            }
            Newborn::Evaluated(LeafRule::Learnt(guide)) => {
                // Without a model all leaves are alike but for their moves.
                let cost = game.cost_model().map_or(Cost::default(), |m| m.cost(game, &child()));
                guide.of_costs(cost, mobility())
            }
            Newborn::Evaluated(_) => unreachable!("only these evaluate each leaf"),
        }
    }

    /// The same for the leaf after a move, which is only made if it must be.
    #[inline]
    pub fn numbers_after<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        mv: G::Move,
        mobility: impl FnOnce() -> u64,
    ) -> Numbers {
        match self {
            Newborn::Evaluated(LeafRule::Learnt(guide)) => {
                let model = game.cost_model();
                let cost = model.map_or(Cost::default(), |m| m.cost_after(game, position, mv));
                guide.of_costs(cost, mobility())
            }
            _ => self.numbers(game, mobility, || game.after(position, mv)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Guide, MOST, WHOLE};
    use andor_core::Squash;

    /// The paper's own reading of its formulas (3.2): at a leaf of the side that is decisively
    /// ahead phi is 1 and delta (2b + 1) n; behind, phi is 2a + 1 and delta n; else a + 1 and
    /// (b + 1) n.
    #[test]
    fn the_step_gives_the_three_pairs_of_the_paper() {
        let guide = Guide { t: Some(500), ..Guide::PAPER };
        let pair = |score| guide.weigh(guide.b, score, 1);
        assert_eq!((pair(500), pair(499), pair(-500)), ((1, 11), (21, 6), (41, 1)));
    }

    /// A decisive advantage is a factor of 16, half of it 4; nothing is below 1, and nothing runs away.
    #[test]
    fn the_exponential_multiplies_and_divides() {
        let (t, squash) = (Some(500), Squash::Exponential);
        let guide = Guide { a: 100, b: 40, t, squash };
        let pair = |score| guide.weigh(guide.b, score, 1);
        assert_eq!((pair(0), pair(500), pair(-500)), ((100, 40), (6, 640), (1600, 3)));
        assert_eq!((pair(250), pair(-250)), ((25, 160), (400, 10)));
        for score in -20_000..20_000 {
            let (here, next) = (pair(score), pair(score + 1));
            assert!(here.0 >= next.0 && here.1 <= next.1, "{score}: {here:?} {next:?}");
            assert!((1..=MOST).contains(&here.0) && (1..=MOST).contains(&here.1), "{score}");
        }
        assert_eq!((pair(i32::MAX), pair(i32::MIN)), ((1, MOST), (MOST, 1)));
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
