//! Evaluators for games that bring none of their own, and the random term.

use andor_core::{Evaluate, Game, InputError, NETWORK};

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

/// The best evaluator that the game has but for a network: that of searches whose numbers are not to change with what
/// players learn.
///
/// # Errors
/// If there is none that can be made.
pub fn make_settled_evaluator<G: Game>(game: &G) -> Result<Box<dyn Evaluate<G>>, InputError> {
    let settled = game.evaluator_names().iter().rev().find(|&&name| name != NETWORK);
    make_evaluator(game, settled.copied(), None)
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

#[cfg(test)]
mod tests {
    use super::{make_evaluator, make_settled_evaluator};
    use andor_core::{Evaluate, Game};
    use andor_games::breakthrough::Breakthrough;
    use andor_games::loa::{Loa, Variant};

    /// Whether the best evaluator of a game has a network, and whether the settled one has.
    fn networks<G: Game>(game: &G) -> [bool; 2] {
        let has = |evaluator: Box<dyn Evaluate<G>>| {
            evaluator.network_sight(game, &game.initial()).is_some()
        };
        [make_evaluator(game, None, None), make_settled_evaluator(game)]
            .map(|made| has(made.unwrap()))
    }

    #[test]
    fn players_have_a_network_on_its_boards_and_solvers_never_have() {
        assert_eq!(networks(&Loa::new(Variant::new(8))), [true, false]);
        assert_eq!(networks(&Breakthrough::new(8, 8)), [true, false]);
        assert_eq!(networks(&Loa::new(Variant::new(7))), [false, false]);
        assert_eq!(networks(&Breakthrough::new(7, 8)), [false, false]);
    }
}
