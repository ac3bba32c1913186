//! What a solver may be told from outside: estimates and exact knowledge.

use crate::{Game, Named, Outcome};

/// An estimate of a position.
pub trait Evaluate<G: Game>: Send + Sync {
    /// Positive when it looks good for the side to move. The unit is the evaluator's own.
    fn evaluate(&self, game: &G, position: &G::Position) -> i32;

    /// The advantage that counts as decisive: the default of the EF-PN paper's parameter t.
    fn decisive(&self) -> i32;

    /// The names of its features, if it is a weighted sum of features.
    fn feature_names(&self) -> &[&'static str] {
        &[]
    }

    /// What one unit of each feature is worth, in thousandths of the unit of the evaluation.
    fn feature_weights(&self) -> &[i32] {
        &[]
    }

    /// Puts into `values` what each feature says for the side to move: times the weights, added up
    /// and divided by 1000 they are the evaluation. This is what weights are learnt from.
    fn feature_values(&self, _game: &G, _position: &G::Position, values: &mut Vec<i32>) {
        values.clear();
    }

    /// What its network sees of a position, if it has one and the game is not over: this is what networks are learnt
    /// from.
    fn network_sight(&self, _game: &G, _position: &G::Position) -> Option<NetworkSight> {
        None
    }

    /// How strongly a search that uses the game's static knowledge should follow the evaluation
    /// when it starts a leaf: what measured best for this game.
    fn trust(&self) -> Trust {
        Trust { a: 10, b: 10, t: None, squash: Squash::Step, looks_at_leaf: false }
    }
}

/// What games call an evaluator with a network.
pub const NETWORK: &str = "network";

/// What a network sees of a board of 64 squares or fewer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkSight {
    /// The men of the side to move and those of the other side, as the side to move sees the board; then the other
    /// side's men and those of the side to move, as the other side sees it.
    pub views: [[u64; 2]; 2],
    /// What the evaluator says but for its network.
    pub base: i32,
    /// The images of each square that make no difference, the square itself first.
    pub images: &'static [[u8; 64]],
}

/// The EF-PN paper's parameters a and b, and the shape between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trust {
    /// Its weight in the number of the side to move.
    pub a: u32,
    /// Its weight in the other one.
    pub b: u32,
    /// Another advantage than the [`decisive`](Evaluate::decisive) one to measure by.
    pub t: Option<i32>,
    /// How an advantage counts.
    pub squash: Squash,
    /// Evaluates each leaf instead of its parent: worth it where an evaluation costs little.
    pub looks_at_leaf: bool,
}

/// A squashing function: from an advantage to s.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Squash {
    /// -1, 0 or 1: decisive for one side, or not (formula 6).
    #[default]
    Step,
    /// x / sqrt(x^2 + t^2): smooth, as Nagai (2002) did it in Othello; at x = t it stands at 0.71.
    Sigmoid,
    /// No s at all: the numbers are a and n b in an even leaf, and an advantage of t divides the one and multiplies the
    /// other by 16, for what a proof costs grows like that with how far its side is behind.
    Exponential,
}

impl Named for Squash {
    const ALL: &'static [Squash] = &[Squash::Step, Squash::Sigmoid, Squash::Exponential];

    fn name(self) -> &'static str {
        match self {
            Squash::Step => "step",
            Squash::Sigmoid => "sigmoid",
            Squash::Exponential => "exponential",
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Squash::Step => "-1, 0 or 1",
            Squash::Sigmoid => "Smooth",
            Squash::Exponential => "The numbers grow and fall exponentially",
        }
    }
}

/// An opinion about which move to try first: features of a move, each with a weight.
///
/// The weights are data. [`weights`](Order::weights) are the ones that come with the game; a search
/// may be told to use others, which is how they are tuned.
pub trait Order<G: Game>: Send + Sync {
    /// What the features are called, in the order of the weights.
    fn features(&self) -> &'static [&'static str];

    /// The weights that come with the game.
    fn weights(&self) -> &[i32];

    /// Whether a plain depth-first search by this order is the best search known for the game.
    fn leads(&self, _game: &G) -> bool {
        false
    }

    /// Puts into `scores` how promising each of these legal moves looks for the side to move, the
    /// largest to be tried first. `margins` are those after each of them.
    fn score(
        &self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        margins: &[Margins],
        weights: &[i32],
        scores: &mut Vec<i32>,
    );
}

/// How far each side is from a decision in its favour that an oracle would see; a small number is near. All are
/// zero where nobody can tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Margins {
    /// The side to move.
    pub own: u8,
    /// The other side.
    pub enemy: u8,
}

/// What an oracle sees of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// Its value.
    Decided(Outcome),
    /// That it does not know it, and by how much.
    Open(Margins),
}

/// Exact knowledge that a solver may ask: an endgame table, a set of patterns.
///
/// An oracle speeds a search up; it is not a proof. A certificate is written without it: where
/// the search believed an oracle, extraction proves the position by search. The exception are
/// endgame tables, which have a checker of their own: a certificate may rest on them, and then
/// names them.
pub trait Oracle<G: Game>: Send + Sync {
    /// The value of `position`, if the oracle knows it.
    fn probe(&self, game: &G, position: &G::Position) -> Option<Outcome>;

    /// The same, with the margins of a position that it does not know.
    fn read(&self, game: &G, position: &G::Position) -> Reading {
        self.probe(game, position).map_or(Reading::Open(Margins::default()), Reading::Decided)
    }
}
