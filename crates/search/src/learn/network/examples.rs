//! Positions to learn from, and what they are worth: partly who won, partly what the search said.
//!
//! A score is made a chance by the number of points to which e to 1 are the odds, found from the games themselves: that
//! under which their results are likeliest. The same number for the evaluation beside the network tells what its points
//! mean.

use super::NetworkGame;
use andor_core::{Evaluate, Game, InputError, NETWORK, NetworkSight, Player};

/// A position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NetworkExample {
    /// As the side to move and the other side see it.
    pub(crate) views: [[u64; 2]; 2],
    /// The evaluation beside the network, in points.
    pub(crate) base: f32,
    /// What the search said, in points.
    pub(crate) score: f32,
    /// 1 if the side to move won, 0 if it lost.
    pub(crate) result: f32,
}

/// Examples of a board.
#[derive(Clone, Default, Debug)]
pub struct NetworkExamples {
    /// One of each position that was met in a game.
    pub examples: Vec<NetworkExample>,
    /// The images of the squares that make no difference.
    pub(crate) images: &'static [[u8; 64]],
    /// The advantage that the evaluator calls decisive.
    pub decisive: i32,
}

/// Adds the positions of games that somebody thought about, and where nobody sees the end at a glance.
///
/// # Errors
/// If the game has no network, or a move cannot be read.
pub fn network_examples<G: Game>(
    game: &G,
    games: &[NetworkGame],
    found: &mut NetworkExamples,
) -> Result<(), InputError> {
    if !game.evaluator_names().contains(&NETWORK) {
        let why = format!("learn net: {} has no network to be learnt", game.spec());
        return Err(InputError::new(why));
    }
    let evaluator = game.make_evaluator(NETWORK, None)?;
    found.decisive = evaluator.decisive();
    for played in games {
        add(game, &*evaluator, played, found)?;
    }
    Ok(())
}

fn add<G: Game>(
    game: &G,
    evaluator: &dyn Evaluate<G>,
    played: &NetworkGame,
    found: &mut NetworkExamples,
) -> Result<(), InputError> {
    let mut position = game.initial();
    for (text, score) in &played.moves {
        let mv = game.parse_move(&position, text)?;
        if let Some(score) = score
            && game.glance(&position).is_none()
            && let Some(sight) = evaluator.network_sight(game, &position)
        {
            let result = match played.winner {
                Some(winner) => of(winner, game.side_to_move(&position)),
                None => 0.5,
            };
            let NetworkSight { views, base, images, .. } = sight;
            let (base, score) = (base as f32, *score as f32);
            found.images = images;
            found.examples.push(NetworkExample { views, base, score, result });
        }
        position = game.after(&position, mv);
    }
    Ok(())
}

fn of(winner: Player, side: Player) -> f32 {
    if winner == side { 1.0 } else { 0.0 }
}

/// The points to which e to 1 are the odds: where the likelihood of the results is largest, by halving.
pub(super) fn odds_points(examples: &[NetworkExample], said: fn(&NetworkExample) -> f32) -> f64 {
    // In terms of 1 / points the likelihood has one maximum; its slope falls.
    let slope = |inverse: f64| -> f64 {
        let each = examples.iter().map(|example| {
            let said = f64::from(said(example));
            (f64::from(example.result) - 1.0 / (1.0 + (-said * inverse).exp())) * said
        });
        each.sum()
    };
    let (mut low, mut high) = (1e-5, 1.0);
    for _ in 0..40 {
        let middle = f64::sqrt(low * high);
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    1.0 / low
}
