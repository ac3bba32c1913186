//! A claim not to lose: a closed set of positions, without ranks.
//!
//! Coming back to a position of the set is as good as having covered it, so the walk takes one
//! move at each position and never has to look back.

use super::ranks::KeyMap;
use super::{ExtractError, Walk};
use crate::solver::Solver;
use andor_core::{Canonical, Game, Observer, ProofEntry, ProofSink};

impl<G: Game> Walk<'_, G> {
    /// Writes a closed set that has these positions, each with the holder to move.
    pub(super) fn close(
        &mut self,
        first: Vec<G::Position>,
        solver: &mut dyn Solver<G>,
        observer: &mut dyn Observer,
        sink: &mut dyn ProofSink,
    ) -> Result<(), ExtractError> {
        let mut seen: KeyMap<()> = KeyMap::default();
        let mut pending = first;
        while let Some(position) = pending.pop() {
            if seen.insert(self.game.key(&position), ()).is_some() {
                continue;
            }
            let Canonical { position, bytes, .. } = self.game.canonical(&position);
            let mv = self.holder_moves(&position, solver, observer)?[0];
            let move_index = self.index_of(&position, mv)?;
            self.after_holder(&position, mv, &mut pending)?;
            let entry = ProofEntry { position: &bytes, move_index: move_index as u32, rank: 0 };
            sink.entry(entry).map_err(ExtractError::Sink)?;
            self.extracted.positions += 1;
            let memory = seen.capacity() * (size_of::<andor_core::Key>() + 1);
            self.look_around(self.extracted.positions, memory as u64, observer)?;
        }
        Ok(())
    }
}
