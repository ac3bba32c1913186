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
        if !self.quiescence || self.game.noisy_moves(position, &mut moves) {
            let stand = self.evaluator.evaluate(self.game, position);
            return moves
                .into_iter()
                .fold(stand, |best, mv| best.max(self.noisy(position, mv, ply)));
        }
        moves.into_iter().map(|mv| self.noisy(position, mv, ply)).max().unwrap()
    }

    fn noisy(&self, position: &G::Position, mv: G::Move, ply: i32) -> i32 {
        let child = self.game.after(position, mv);
        -match self.game.outcome(&child) {
            Some(outcome) => self.over(&child, outcome, ply + 1),
            None => self.leaf(&child, ply + 1),
        }
    }
}

fn history<R: Rules>(rules: &R, path: &[R::Position]) -> History {
    let mut history = History::default();
    path.iter().for_each(|position| history.push(rules, position));
    history
}
