//! Evaluators for games that bring none of their own, and the random term.

use andor_core::{Evaluate, Game, InputError};

/// What a game offers as its one evaluation.
struct Own;

impl<G: Game> Evaluate<G> for Own {
    fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        game.evaluator().map_or(0, |evaluator| evaluator.evaluate(game, position))
    }

    fn decisive(&self) -> i32 {
        i32::MAX
    }
}

/// The difference in mobility where the other side can be asked too, else nothing at all.
struct Mobility;

impl<G: Game> Evaluate<G> for Mobility {
    fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        let Some(passed) = game.null_move(position) else { return 0 };
        if game.outcome(&passed).is_some() {
            return 0;
        }
        let (own, other) = (game.count_moves(position), game.count_moves(&passed));
        (own as i64 - other as i64) as i32
    }

    fn decisive(&self) -> i32 {
        i32::MAX
    }
}

/// The evaluator with this name; for `None` the best that the game has, whatever it is.
///
/// # Errors
/// If the game has none of this name, or the weights cannot be used.
pub fn make_evaluator<G: Game>(
    game: &G,
    name: Option<&str>,
    weights: Option<&str>,
) -> Result<Box<dyn Evaluate<G>>, InputError> {
    match (name.or(game.evaluator_names().last().copied()), weights) {
        (Some(name), _) => game.make_evaluator(name, weights),
        (None, Some(_)) => {
            Err(InputError::new(format!("{} has no evaluator that takes weights", game.spec())))
        }
        (None, None) if game.evaluator().is_some() => Ok(Box::new(Own)),
        (None, None) => Ok(Box::new(Mobility)),
    }
}
