//! Leaves of a search by chance, each as likely as any other: what a model of cost is learnt from
//! (reservoir sampling, Vitter 1985, algorithm R).

use super::DepthFirst;
use andor_core::{Game, SplitMix64};

/// Some of the leaves that a search has met.
pub(super) struct Sampler<P> {
    room: usize,
    met: usize,
    kept: Vec<P>,
    random: SplitMix64,
}

impl<P> Sampler<P> {
    /// A leaf is met.
    pub(super) fn offer(&mut self, leaf: P) {
        self.met += 1;
        if self.kept.len() < self.room {
            self.kept.push(leaf);
            return;
        }
        let place = self.random.below(self.met);
        if let Some(kept) = self.kept.get_mut(place) {
            *kept = leaf;
        }
    }
}

impl<G: Game> DepthFirst<G> {
    /// Has later searches keep so many of the leaves that they meet; the same seed keeps the same.
    pub fn sample_leaves(&mut self, room: usize, seed: u64) {
        let random = SplitMix64::new(seed);
        self.sampler = Some(Sampler { room, met: 0, kept: Vec::new(), random });
    }

    /// The leaves that were kept, in the order of their places; no more are kept from now on.
    pub fn take_sample(&mut self) -> Vec<G::Position> {
        self.sampler.take().map_or(Vec::new(), |sampler| sampler.kept)
    }
}
