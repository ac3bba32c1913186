//! The order of moves (thesis, 2.6): the move of the table, two killer moves (Akl and Newborn
//! 1977), the game's classes of moves (in Lines of Action captures to the inner area, then to the
//! middle area), and all others by their history.
//!
//! Moves are picked one by one: most nodes that reach beta do so with the first of them.

use crate::history;
use crate::table::short_code;
use crate::worker::Worker;
use andor_core::Game;

const TABLE_MOVE: i64 = 1 << 62;
const FIRST_KILLER: i64 = (1 << 61) + 1;
const SECOND_KILLER: i64 = 1 << 61;
/// What a class is worth: more than any history.
const CLASS: i64 = 1 << 56;

impl<G: Game> Worker<'_, G> {
    /// Scores these moves of a node.
    pub(crate) fn score_moves(
        &self,
        position: &G::Position,
        moves: &[G::Move],
        ply: usize,
        table_move: Option<u32>,
        scores: &mut Vec<i64>,
    ) {
        let (game, config) = (self.game, self.config);
        let side = game.side_to_move(position);
        let [first, second] = self.mind.plies[ply].killers;
        scores.clear();
        scores.extend(moves.iter().map(|&mv| {
            let code = game.move_code(mv);
            if table_move == Some(short_code(code)) {
                return TABLE_MOVE;
            }
            if first == Some(mv) {
                return FIRST_KILLER;
            }
            if second == Some(mv) {
                return SECOND_KILLER;
            }
            let class = if config.classes { i64::from(game.move_class(position, mv)) } else { 0 };
            class * CLASS + self.mind.history.score(config, side, history::place(code))
        }));
    }

    /// A move was best at a ply.
    pub(crate) fn remember_killer(&mut self, ply: usize, mv: G::Move) {
        let killers = &mut self.mind.plies[ply].killers;
        if self.config.killers && killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}

/// Brings the most promising move from `place` on to that place.
#[inline]
pub(crate) fn pick<M>(moves: &mut [M], scores: &mut [i64], place: usize) {
    let mut best = place;
    for other in place + 1..scores.len() {
        if scores[other] > scores[best] {
            best = other;
        }
    }
    moves.swap(place, best);
    scores.swap(place, best);
}
