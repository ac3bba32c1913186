//! What it would cost to find a position won or lost: a learnt estimate for searches by proof numbers.

use crate::Game;

/// The logarithm of the work of a search, to the base of 2, in 256ths; what is said of one position counts
/// only beside what is said of others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// Of finding that the side to move gets what it wants.
    pub win: i32,
    /// Of finding that it does not.
    pub loss: i32,
}

impl Cost {
    /// Sixteen times the work.
    pub const SIXTEENFOLD: i32 = 4 * 256;
}

/// A model of what positions cost.
pub trait CostModel<G: Game>: Send + Sync {
    /// What a position that is not over would cost. Whatever it says, it changes no value.
    fn cost(&self, game: &G, position: &G::Position) -> Cost;

    /// How a leaf starts with it: a times 16 to the power of the cost of a win over t, and b of that of a loss.
    fn scale(&self) -> CostScale;
}

/// The scale of a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CostScale {
    /// The proof number of the side to move where a win costs nothing more than usual.
    pub a: u32,
    /// The other side's, for each move.
    pub b: u32,
    /// A cost of so much more is sixteen times the number.
    pub t: i32,
}
