//! Multi-cut (Björnsson and Marsland 1999; thesis, 6.4): if C of the first M moves reach beta in a
//! search that is less deep by R, the node is cut without a full search. At CUT nodes (MC-C) this
//! is the original idea; at ALL nodes (MC-A) it is the thesis': a mistake there only costs a
//! search more, because a fail-high at a PV node is searched again.
//!
//! The thesis' improvements: a win found at the reduced depth is a win and is returned; and if
//! there is no cut, the moves that reached beta are tried first. At ALL nodes one move that
//! reaches beta + delta is enough (6.5.1).
//!
//! It is not tried where beta is a win, which it could not prove; where beta is a loss it returns
//! an estimate.

use crate::config::MultiCut;
use crate::history;
use crate::node::{NodeType, Spot};
use crate::order::pick;
use crate::score::{WIN_BOUND, is_proved, pruned};
use crate::worker::Worker;
use andor_core::Game;

/// With no more depth than this left there is no multi-cut.
const LEAST_DEPTH: i32 = 2;

impl<G: Game> Worker<'_, G> {
    /// The parameters that hold at this node, if multi-cut is tried here.
    pub(crate) fn multi_cut_at(&self, beta: i32, depth: i32, kind: NodeType) -> Option<MultiCut> {
        if depth <= LEAST_DEPTH || beta >= WIN_BOUND {
            return None;
        }
        match kind {
            NodeType::Pv => None,
            NodeType::Cut => self.config.multi_cut_cut,
            NodeType::All => self.config.multi_cut_all,
        }
    }

    /// The value with which multi-cut cuts this node, if it does. Moves that reached beta in vain
    /// get the highest scores.
    pub(crate) fn multi_cut(
        &mut self,
        position: &G::Position,
        moves: &mut [G::Move],
        scores: &mut [i64],
        (beta, depth, spot): (i32, i32, Spot),
        parameters: MultiCut,
    ) -> Option<i32> {
        let delta = match spot.kind {
            NodeType::All if self.config.multi_cut_delta > 0 && !is_proved(beta) => {
                self.config.multi_cut_delta
            }
            _ => i32::MAX,
        };
        let below = spot.below(spot.kind.of_first_child());
        let side = self.game.side_to_move(position);
        let reduced = depth - 1 - parameters.reduction;
        let mut cutting: Vec<usize> = Vec::new();
        for place in 0..moves.len().min(parameters.moves as usize) {
            pick(moves, scores, place);
            let child = self.game.after(position, moves[place]);
            let code = self.game.move_code(moves[place]);
            self.mind.plies[below.ply].before = Some(code);
            if self.config.butterfly_cuts {
                self.mind.history.tried(self.config, side, history::place(code), reduced + 1);
            }
            let value = -self.search(&child, -beta, 1 - beta, reduced, below);
            if self.is_stopped {
                return None;
            }
            if value < beta {
                continue;
            }
            // Improvement 1. A win is a win at any depth.
            if value >= WIN_BOUND {
                return Some(value);
            }
            cutting.push(place);
            let is_far_above = value.saturating_sub(beta) > delta;
            if cutting.len() >= parameters.cuts as usize || is_far_above {
                self.statistics.multi_cuts += 1;
                self.estimates += 1;
                return Some(pruned(beta));
            }
        }
        // Improvement 2. The moves that reached beta come first.
        if self.config.multi_cut_reorder {
            for (rank, place) in cutting.into_iter().enumerate() {
                scores[place] = i64::MAX - rank as i64;
            }
        }
        None
    }
}
