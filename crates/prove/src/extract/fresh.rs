//! Fresh proofs: what a table knows of a position may lead in circles; an empty table's does not.
//!
//! A search that begins with an empty table stores each result after those that it was made from,
//! so its proof has an order, and the walk finds it as long as nothing is evicted. The table is
//! kept for later fresh proofs, which only add to that order. If it did lose too much, it is given
//! up for an empty one, then for larger ones, at last without static knowledge: what is decided
//! without a search has no place in the order until it is searched, which may be too late.

use super::climb::Source;
use super::{ExtractError, Walk};
use crate::depth_first::{Config, DepthFirst};
use crate::solver::Solver;
use andor_core::{Game, Limits, Observer, Stopped};

/// Fresh proofs begin with this share of the memory, which the path of the search had, but with
/// no less than `LEAST`, and may grow to `GROWTH` times all of it.
const SHARE: u64 = 16;
const LEAST: u64 = 1 << 20;
const GROWTH: u64 = 4;

impl<G: Game> Walk<'_, G> {
    /// Proves a position without what `solver` knows, and ranks it; `false` if that takes more
    /// than so many nodes.
    pub(super) fn prove_afresh(
        &mut self,
        position: &G::Position,
        solver: &mut dyn Solver<G>,
        nodes: Option<u64>,
        observer: &mut dyn Observer,
    ) -> Result<bool, ExtractError> {
        let mut config = Config::from(solver.afresh());
        let mut memory = (self.limits.memory / SHARE).max(LEAST);
        let most = (GROWTH * self.limits.memory).max(LEAST << 8);
        let mut is_used = self.fresh.is_some();
        loop {
            // Step 1. Prove it.
            let mut fresh = self.fresh.take().unwrap_or_else(|| {
                let mut fresh = DepthFirst::new(config.clone());
                self.share_leaves(&mut fresh);
                fresh
            });
            let limits = Limits { nodes, expansions: None, memory, ..self.limits.clone() };
            match self.ask(position, &mut fresh, &limits, observer) {
                // Step 2. Walk the proof.
                Ok(()) => {
                    self.extracted.fresh += 1;
                    self.extracted.counters.reproved += 1;
                    if self.climb(position, &mut fresh, Source::Fresh, observer)? {
                        self.fresh = Some(fresh);
                        return Ok(true);
                    }
                }
                Err(ExtractError::Stopped(Stopped::Nodes)) => {
                    self.fresh = Some(fresh);
                    return Ok(false);
                }
                Err(ExtractError::Stopped(Stopped::Memory)) => {}
                Err(error) => return Err(error),
            }
            // Step 3. Too much was lost on the way: begin again with more.
            if nodes.is_some() {
                return Ok(false);
            }
            if !std::mem::replace(&mut is_used, false) {
                memory *= 2;
                config = Config { knowledge: false, ..config };
            }
            if memory > most {
                return Err(ExtractError::Circular);
            }
        }
    }
}
