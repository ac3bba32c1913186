//! How a proof is walked: within which limits, from where, and whom it may ask or rest on.

use super::Leaves;
use andor_core::{Game, Limits};

/// The effort that costs a fifth of the walk.
const USUAL_EFFORT: u32 = 4;

/// What can be set about [`extract`](super::extract). By itself it makes a small proof of the root that
/// rests on the rules alone.
pub struct Options<'a, G: Game> {
    /// Time, memory and Ctrl-C. The limit of nodes is for finding the value, and not for the walk.
    pub limits: &'a Limits,
    /// The proof is one of all these positions, with the claim's holder to move in each, of which
    /// `leaves` decides none; of the root if there are none. What they share is proved once.
    pub from: &'a [G::Position],
    /// Lines end where this oracle says that the game ends as claimed: the proof rests on it.
    pub leaves: Option<&'a dyn Leaves<G>>,
    /// An oracle that points to moves: what it knows is walked to the end of the game without being
    /// searched for.
    pub advice: Option<&'a dyn Leaves<G>>,
    /// Whether lines end where the rules say who wins ([`Rules::settled`](andor_core::Rules::settled)).
    pub stops_at_settled: bool,
    /// Whether the solver goes on asking the oracles it has. What it believes of them is walked like
    /// everything else.
    pub keeps_oracles: bool,
    /// How hard a win is made small: 0 takes it as it is, else, where positions cannot come back, the moves of
    /// so many positions are looked at for each one of the proof.
    pub effort: u32,
    /// So many threads walk, where a win can be walked by several and the solver has hands for them.
    pub threads: usize,
    /// The walk over a win gives up when it has ranked more positions than this.
    pub most: u64,
}

impl<'a, G: Game> Options<'a, G> {
    /// A small proof that rests on the rules alone.
    #[must_use]
    pub fn new(limits: &'a Limits) -> Options<'a, G> {
        Options {
            limits,
            from: &[],
            leaves: None,
            advice: None,
            stops_at_settled: false,
            keeps_oracles: false,
            effort: USUAL_EFFORT,
            threads: 1,
            most: u64::MAX,
        }
    }
}
