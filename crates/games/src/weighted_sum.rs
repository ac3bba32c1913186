//! A player's evaluator that is nothing but a weighted sum of features.
//!
//! A game that has such a one gives its features (for the side to move: own minus enemy), their names,
//! and the text of a weight file (`weight_file.rs`). The name of the evaluator is [`NAME`].

use crate::weight_file::read_given;
use andor_core::{Evaluate, Game, InputError};

/// What games with one evaluator for players call it.
pub(crate) const NAME: &str = "default";

/// The names of the evaluators of such a game.
pub(crate) const NAMES: [&str; 1] = [NAME];

/// What the sum is made of.
pub(crate) struct Features<G: Game, const N: usize> {
    /// In the order of the weights.
    pub(crate) names: &'static [&'static str; N],
    /// Their values for the side to move.
    pub(crate) values: fn(&G, &G::Position) -> [i32; N],
    /// The weight file that comes with the game.
    pub(crate) file: &'static str,
}

/// The evaluator.
struct WeightedSum<G: Game, const N: usize> {
    features: Features<G, N>,
    weights: [i32; N],
    decisive: i32,
}

/// The game's evaluator, if that is its name, with the weights in `text` or its own.
///
/// # Errors
/// If it has another name, or the weights cannot be used.
pub(crate) fn make<G: Game + 'static, const N: usize>(
    game: &G,
    features: Features<G, N>,
    name: &str,
    text: Option<&str>,
) -> Result<Box<dyn Evaluate<G>>, InputError> {
    if name != NAME {
        let (spec, quoted) = (game.spec(), InputError::quote(name));
        return Err(InputError::new(format!("{spec} has no evaluator {quoted}; there is {NAME}")));
    }
    let (given, decisive) = read_given(text.unwrap_or(features.file), features.names)?;
    let mut weights = [0; N];
    weights.copy_from_slice(&given);
    Ok(Box::new(WeightedSum { features, weights, decisive }))
}

impl<G: Game, const N: usize> Evaluate<G> for WeightedSum<G, N> {
    #[inline]
    fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        let values = (self.features.values)(game, position);
        let weighted = values.into_iter().zip(self.weights);
        let sum: i64 = weighted.map(|(value, weight)| i64::from(value) * i64::from(weight)).sum();
        (sum / 1000) as i32
    }

    fn decisive(&self) -> i32 {
        self.decisive
    }

    fn feature_names(&self) -> &[&'static str] {
        self.features.names
    }

    fn feature_weights(&self) -> &[i32] {
        &self.weights
    }

    fn feature_values(&self, game: &G, position: &G::Position, values: &mut Vec<i32>) {
        values.clear();
        values.extend((self.features.values)(game, position));
    }
}

#[cfg(test)]
mod tests {
    use crate::breakthrough::Breakthrough;
    use andor_core::{Game, Rules};

    #[test]
    fn weights_may_be_replaced_and_bad_ones_are_quoted() {
        let game = Breakthrough::new(5, 5);
        let own = game.make_evaluator("default", None).expect("the own weights");
        let lines = own.feature_names().iter().map(|name| format!("{name} = 7\n"));
        let text: String = lines.chain(["decisive = 1\n".to_owned()]).collect();
        let given = game.make_evaluator("default", Some(&text)).expect("weights of seven");
        assert!(given.feature_weights().iter().all(|&weight| weight == 7));
        let mut values = Vec::new();
        given.feature_values(&game, &game.initial(), &mut values);
        let sum: i32 = values.iter().map(|value| 7 * value).sum();
        assert_eq!(given.evaluate(&game, &game.initial()), sum / 1000);
        for (name, text) in [("mia4", None), ("default", Some("men = many"))] {
            let error = game.make_evaluator(name, text).err().expect("no such thing");
            assert!(error.to_string().contains(['"']), "{error}");
        }
    }
}
