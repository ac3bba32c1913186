//! Quiescence search (thesis, 2.6): an evaluation is worth something only where nothing is hanging.
//!
//! The game says which moves must be looked at ([`Game::noisy_moves`]); the side to move may always
//! do without them and take the evaluation, unless the rules force it (captures in checkers). Nor is
//! an evaluation asked where the game sees at a glance who wins ([`Game::glance`]), at any depth.

use crate::order::pick;
use crate::score;
use crate::worker::{MOST_PLIES, Worker};
use andor_core::{Game, Outcome};

impl<G: Game> Worker<'_, G> {
    /// The value of a position that is not over, and whose node has been counted.
    pub(crate) fn quiesce(
        &mut self,
        position: &G::Position,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        if !self.config.quiescence || ply >= MOST_PLIES {
            return self.evaluate(position);
        }
        // Step 1. Stand pat.
        let must_move = self.game.must_be_noisy(position);
        let mut best = if must_move { -score::INFINITE } else { self.evaluate(position) };
        if best >= beta {
            return best;
        }
        // Step 2. Try the noisy moves.
        let mut moves = std::mem::take(&mut self.mind.plies[ply].moves);
        self.game.noisy_moves(position, &mut moves);
        if !moves.is_empty() {
            alpha = alpha.max(best);
            let mut scores = std::mem::take(&mut self.mind.plies[ply].scores);
            self.score_moves(position, &moves, ply, None, &mut scores);
            for place in 0..moves.len() {
                pick(&mut moves, &mut scores, place);
                let child = self.game.after(position, moves[place]);
                let value = -self.quiesce_child(&child, -beta, -alpha, ply + 1);
                best = best.max(value);
                alpha = alpha.max(best);
                if alpha >= beta || self.is_stopped {
                    break;
                }
            }
            self.mind.plies[ply].scores = scores;
        }
        self.mind.plies[ply].moves = moves;
        best
    }

    fn quiesce_child(&mut self, position: &G::Position, alpha: i32, beta: i32, ply: usize) -> i32 {
        if !self.enter(ply) {
            return 0;
        }
        match self.game.outcome(position) {
            Some(outcome) => self.over(position, outcome, ply),
            None => match self.seen(position, ply).or_else(|| self.proved_value(position, ply)) {
                Some(value) => value,
                None => self.quiesce(position, alpha, beta, ply),
            },
        }
    }

    /// The value of a position that is not over, where the game sees at a glance who wins.
    #[inline]
    pub(crate) fn seen(&mut self, position: &G::Position, ply: usize) -> Option<i32> {
        let (winner, plies) = self.config.quiescence.then(|| self.game.glance(position))??;
        self.statistics.ends += 1;
        let loss = score::lost_at(ply + plies as usize);
        Some(if winner == self.game.side_to_move(position) { -loss } else { loss })
    }

    /// The value of a position where the game is over.
    #[inline]
    pub(crate) fn over(&mut self, position: &G::Position, outcome: Outcome, ply: usize) -> i32 {
        self.statistics.ends += 1;
        match outcome {
            Outcome::Draw => score::DRAW,
            Outcome::Win(player) if player == self.game.side_to_move(position) => {
                -score::lost_at(ply)
            }
            Outcome::Win(_) => score::lost_at(ply),
        }
    }
}
