//! The search against plain minimax, and its promises: legal moves, exact counts, prompt ends.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

mod claims;
mod minimax;
mod promises;
mod values;

use andor_core::{Game, Rules, SplitMix64};
use andor_games::{Visitor, visit};

/// Something to do with a game whose reference rules do not matter.
pub trait Check {
    /// Does it.
    fn check<G: Game + 'static>(self, game: G);
}

struct Adapter<C>(C);

impl<C: Check> Visitor for Adapter<C> {
    type Output = ();

    fn visit<G: Game + Clone + 'static, R: Rules + Clone + 'static>(self, game: G, _: R, _: bool) {
        self.0.check(game);
    }
}

/// Does it with the game of this spec string.
pub fn with_game(spec: &str, check: impl Check) {
    visit(spec, Adapter(check)).unwrap();
}

/// A random game of up to `plies` plies that is not over: its positions.
pub fn random_game<G: Game>(game: &G, random: &mut SplitMix64, plies: usize) -> Vec<G::Position> {
    let mut history = andor_core::History::new(game, &game.initial());
    let mut positions = vec![game.initial()];
    let mut moves = Vec::new();
    for _ in 0..random.below(plies + 1) {
        let last = positions.last().unwrap();
        history.legal_moves(game, last, &mut moves);
        if moves.is_empty() {
            break;
        }
        let next = game.after(last, moves[random.below(moves.len())]);
        if game.outcome(&next).is_some() {
            break;
        }
        history.push(game, &next);
        positions.push(next);
    }
    positions
}
