//! TD-leaf(lambda): what a game teaches the weights.
//!
//! R. S. Sutton, *Learning to predict by the methods of temporal differences*, Machine Learning 3
//! (1988); J. Baxter, A. Tridgell and L. Weaver, *KnightCap: a chess program that learns by combining
//! TD(lambda) with game-tree search*, ICML 1998. Winands retuned MIA III by TD-learning (thesis, 3.2.1).
//!
//! Every position of a game has a prediction J, the chance of Black to win by the leaf of the
//! principal variation; the last one is the result. The differences between one prediction and the
//! next say how wrong the earlier ones were, and they fade by lambda with each ply:
//!
//! ```text
//!   J      0.52   0.55   0.61   0.58   1      d_t = J_t+1 - J_t
//!   d      0.03   0.06  -0.03   0.42          error_t = d_t + lambda error_t+1
//!
//!   change of weight i = rate * sum over t of  error_t * J_t (1 - J_t) * feature i of leaf t
//! ```
//!
//! The chance is 1 / (1 + e^(-evaluation / [`POINTS`])): as many points are odds of e to 1, so that
//! moving first comes out at about 100, the thesis' unit (3.2.2, note 3). Features have units of very
//! different size; each is divided by its root mean square, and its weight multiplied with it.

/// Points of odds of e to 1.
pub(super) const POINTS: f64 = 200.0;

/// One position of a game.
#[derive(Clone, Debug)]
pub(super) struct Prediction {
    /// The chance of Black.
    pub(super) chance: f64,
    /// What each feature of the leaf says for Black, in units of its root mean square; empty where
    /// the value comes from no leaf.
    pub(super) features: Vec<f64>,
}

/// The chance of a side whose evaluation is so many points.
pub(super) fn chance(points: f64) -> f64 {
    1.0 / (1.0 + (-points / POINTS).exp())
}

/// What a game says about each weight: the sum of the header without the rate. `result` is the
/// chance of Black when all is over.
pub(super) fn gradient(
    predictions: &[Prediction],
    result: f64,
    lambda: f64,
    weights: usize,
) -> Vec<f64> {
    let mut gradient = vec![0.0; weights];
    let (mut error, mut next) = (0.0, result);
    for Prediction { chance, features } in predictions.iter().rev() {
        error = next - chance + lambda * error;
        next = *chance;
        let slope = error * chance * (1.0 - chance);
        for (sum, feature) in gradient.iter_mut().zip(features) {
            *sum += slope * feature;
        }
    }
    gradient
}

#[cfg(test)]
mod tests {
    use super::{Prediction, chance, gradient};

    fn prediction(chance: f64, features: &[f64]) -> Prediction {
        Prediction { chance, features: features.to_vec() }
    }

    #[test]
    fn two_hundred_points_are_odds_of_e() {
        assert_eq!(chance(0.0), 0.5);
        let odds = chance(200.0) / (1.0 - chance(200.0));
        assert!((odds - std::f64::consts::E).abs() < 1e-9, "{odds}");
    }

    /// By hand: errors 0.5 for the last, 0.1 + 0.5 lambda for the first.
    #[test]
    fn errors_fade_by_lambda() {
        let game = [prediction(0.4, &[1.0, 0.0]), prediction(0.5, &[0.0, 2.0])];
        for lambda in [0.0, 0.5, 1.0] {
            let found = gradient(&game, 1.0, lambda, 2);
            let first = (0.1 + 0.5 * lambda) * 0.24;
            let last = 0.5 * 0.25 * 2.0;
            assert!((found[0] - first).abs() < 1e-12 && (found[1] - last).abs() < 1e-12);
        }
    }

    /// With lambda = 1 every position is drawn to the result.
    #[test]
    fn lambda_one_is_regression_on_the_result() {
        let chances = [0.3, 0.7, 0.6, 0.2];
        let game: Vec<Prediction> =
            chances.iter().map(|&chance| prediction(chance, &[1.0])).collect();
        let found = gradient(&game, 1.0, 1.0, 1)[0];
        let sum: f64 = chances.iter().map(|p| (1.0 - p) * p * (1.0 - p)).sum();
        assert!((found - sum).abs() < 1e-12);
        // What is decided teaches nothing itself.
        let won = Prediction { chance: 1.0, features: Vec::new() };
        assert_eq!(gradient(&[won], 1.0, 1.0, 1), [0.0]);
    }
}
