//! Enhanced transposition cut-offs (Schaeffer and Plaat 1996; thesis, 2.6): before any move is
//! searched, all children are looked up, and if the table knows one that is good enough for a
//! cut-off, nothing is searched at all. Done where more than 2 plies are left.

use crate::node::Spot;
use crate::score::{WIN_BOUND, from_table};
use crate::worker::Worker;
use andor_core::Game;

/// With no more depth than this left, looking costs more than it saves.
const LEAST_DEPTH: i32 = 2;

impl<G: Game> Worker<'_, G> {
    /// A value of at least `beta` that the table knows of a child. The node is on the path already.
    pub(crate) fn transposition_cutoff(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        beta: i32,
        depth: i32,
        spot: Spot,
    ) -> Option<i32> {
        if !self.config.transposition_cutoffs || depth <= LEAST_DEPTH || spot.ply == 0 {
            return None;
        }
        for &mv in moves {
            let child = self.game.after(position, mv);
            let placed = self.game.placed_key(&child);
            let Some(entry) = self.table.probe(self.place_of(&child, placed).key) else { continue };
            let value = -from_table(entry.value, spot.ply + 1);
            if entry.is_upper()
                && value >= beta
                && self.serves(&entry, depth - 1, value >= WIN_BOUND)
                && !self.past.is_draw(placed, spot.reach + 1)
            {
                self.statistics.transposition_cuts += 1;
                self.estimates += u64::from(entry.leans && value < WIN_BOUND);
                return Some(value);
            }
        }
        None
    }
}
