//! The null move (Beal 1989; Donninger 1993; thesis, 2.6 and 6.5.3): if a side reaches beta even
//! after passing, it will do so with a move, and a search of less depth is enough to see it.
//!
//! - *Adaptive* (Heinz 1999): the search is less deep by R = 3 where more than 6 plies are left (8,
//!   with fewer than five men), else by 2. At ALL nodes R is 3 (6.5.2).
//! - *Deep* (after 2004): only where the evaluation reaches beta, and R = 3 + depth / 4.
//! - *Variable bound* (Campbell and Goetsch 1990): at ALL nodes beta - t is enough, t being what a
//!   tempo is worth.
//!
//! What comes back is beta itself, never more (6.3, addition 1), but an estimate where beta is a
//! loss: a null move proves nothing, and is not tried where beta is a win.

use crate::node::{NodeType, Spot};
use crate::score::{WIN_BOUND, is_proved};
use crate::worker::Worker;
use andor_core::Game;

/// With no more depth than this left there is no null move.
const LEAST_DEPTH: i32 = 2;
/// From so many men on a side is rich.
const MANY_MEN: u32 = 5;

impl<G: Game> Worker<'_, G> {
    /// Whether the null move cuts this node. The node is on the path already.
    pub(crate) fn null_move_cuts(
        &mut self,
        position: &G::Position,
        (beta, depth): (i32, i32),
        spot: Spot,
        standing: Option<i32>,
    ) -> bool {
        let config = self.config;
        if !config.null_move
            || spot.kind == NodeType::Pv
            || depth <= LEAST_DEPTH
            || spot.is_after_null()
            || beta >= WIN_BOUND
        {
            return false;
        }
        let Some(passed) = self.game.null_move(position) else { return false };
        let is_all = spot.kind == NodeType::All;
        if config.null_deep && standing.is_none_or(|standing| standing < beta) {
            return false;
        }
        let reduction = if config.null_deep {
            3 + depth / 4
        } else if is_all && config.null_reduction_all > 0 {
            config.null_reduction_all
        } else if !config.adaptive {
            2
        } else {
            let deep = if self.game.count_own_men(position) < MANY_MEN { 8 } else { 6 };
            if depth > deep { 3 } else { 2 }
        };
        let is_eased = is_all && !is_proved(beta);
        let bound = if is_eased { beta - config.null_bound } else { beta };
        let below = spot.below_null();
        self.mind.plies[below.ply].before = None;
        let value = -self.search(&passed, -bound, 1 - bound, depth - 1 - reduction, below);
        if self.is_stopped || value < bound {
            return false;
        }
        self.statistics.null_cuts += 1;
        self.estimates += 1;
        true
    }
}
