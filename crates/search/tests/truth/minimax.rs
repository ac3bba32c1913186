//! Plain minimax, straight from the definition: no window, no table, no order.

use andor_core::{Evaluate, Game, History, Outcome, Repetition, Rules};

/// A value as the search tells it: a win in so many plies, a loss, or an estimate.
pub const WIN: i32 = 1_000_000;

/// A game, its evaluator, and whether leaves are searched for quiescence.
pub struct Minimax<'a, G: Game> {
    pub game: &'a G,
    pub evaluator: &'a dyn Evaluate<G>,
    pub quiescence: bool,
}

impl<G: Game> Minimax<'_, G> {
    /// The value of the last position of a path, at this ply, searched to this depth.
    pub fn value(&self, path: &mut Vec<G::Position>, depth: u32, ply: i32) -> i32 {
        let game = self.game;
        let position = path.last().unwrap().clone();
        if let Some(outcome) = game.outcome(&position) {
            return self.over(&position, outcome, ply);
        }
        if let Some(value) = self.seen(&position, ply).filter(|_| ply > 0) {
            return value;
        }
        let is_repeated = path[..path.len() - 1].contains(&position);
        if ply > 0 && game.repetition() == Repetition::Draw && is_repeated {
            return 0;
        }
        if depth == 0 {
            return self.leaf(&position, ply);
        }
        let mut moves = Vec::new();
        match game.repetition() {
            Repetition::Superko(_) => {
                history(game, path).legal_moves(game, &position, &mut moves);
            }
            _ => game.moves(&position, &mut moves),
        }
        let mut best = ply - WIN;
        for mv in moves {
            path.push(game.after(&position, mv));
            best = best.max(-self.value(path, depth - 1, ply + 1));
            path.pop();
        }
        best
    }

    fn over(&self, position: &G::Position, outcome: Outcome, ply: i32) -> i32 {
        match outcome {
            Outcome::Draw => 0,
            Outcome::Win(player) if player == self.game.side_to_move(position) => WIN - ply,
            Outcome::Win(_) => ply - WIN,
        }
    }

    fn leaf(&self, position: &G::Position, ply: i32) -> i32 {
        let mut moves = Vec::new();
        if self.quiescence {
            self.game.noisy_moves(position, &mut moves);
        }
        let values = moves.into_iter().map(|mv| self.noisy(position, mv, ply));
        if self.quiescence && self.game.must_be_noisy(position) {
            return values.max().unwrap();
        }
        values.fold(self.evaluator.evaluate(self.game, position), i32::max)
    }

    fn noisy(&self, position: &G::Position, mv: G::Move, ply: i32) -> i32 {
        let child = self.game.after(position, mv);
        -match self.game.outcome(&child) {
            Some(outcome) => self.over(&child, outcome, ply + 1),
            None => self.seen(&child, ply + 1).unwrap_or_else(|| self.leaf(&child, ply + 1)),
        }
    }

    /// What the game sees at a glance, which is beyond the depth as quiescence is.
    fn seen(&self, position: &G::Position, ply: i32) -> Option<i32> {
        let (winner, plies) = self.quiescence.then(|| self.game.glance(position))??;
        let win = WIN - ply - plies as i32;
        Some(if winner == self.game.side_to_move(position) { win } else { -win })
    }
}

fn history<R: Rules>(rules: &R, path: &[R::Position]) -> History {
    let mut history = History::default();
    path.iter().for_each(|position| history.push(rules, position));
    history
}
