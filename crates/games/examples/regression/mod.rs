//! Logistic regression: the weights under which the results of games are most likely.
//!
//! Newton's method, with a slight pull towards zero ([`RIDGE`]) on features scaled to equal spread.

use crate::self_play::dot;
use andor_core::{Outcome, Player};

/// A position of a game: its features for the side to move, and whether that side won (1), drew
/// (0.5) or lost (0).
pub struct Sample<const N: usize> {
    pub features: [f64; N],
    pub result: f64,
}

impl<const N: usize> Sample<N> {
    /// A position with `side` to move, of a game that ended so.
    pub fn new(features: [i32; N], side: Player, outcome: Outcome) -> Sample<N> {
        let result = match outcome {
            Outcome::Win(winner) if winner == side => 1.0,
            Outcome::Win(_) => 0.0,
            Outcome::Draw => 0.5,
        };
        Sample { features: features.map(f64::from), result }
    }
}

/// A weight of a file, times a feature, is a millionth of a logarithm of odds.
pub const UNIT: f64 = 1e6;

/// The pull towards zero, as if so many positions were won and lost at each end of a feature.
const RIDGE: f64 = 10.0;

fn probability(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// The average of minus the logarithm of what was expected of the result.
pub fn loss<const N: usize>(samples: &[Sample<N>], weights: &[f64; N]) -> f64 {
    let one = |sample: &Sample<N>| {
        let expected = probability(dot(weights, &sample.features) / UNIT).clamp(1e-9, 1.0 - 1e-9);
        -(sample.result * expected.ln() + (1.0 - sample.result) * (1.0 - expected).ln())
    };
    samples.iter().map(one).sum::<f64>() / samples.len() as f64
}

/// The weights, and how many steps it took.
pub fn fit<const N: usize>(samples: &[Sample<N>]) -> ([f64; N], usize) {
    let mut scale = [0.0; N];
    for (feature, scale) in scale.iter_mut().enumerate() {
        let squares = samples.iter().map(|sample| sample.features[feature].powi(2)).sum::<f64>();
        *scale = (squares / samples.len() as f64).sqrt().max(1e-9);
    }
    let mut weights = [0.0; N];
    for step in 1..=50 {
        let mut gradient = weights.map(|weight| -RIDGE * weight);
        let mut curvature = [[0.0; N]; N];
        for (place, row) in curvature.iter_mut().enumerate() {
            row[place] = RIDGE;
        }
        for sample in samples {
            let scaled: [f64; N] = std::array::from_fn(|n| sample.features[n] / scale[n]);
            let expected = probability(dot(&weights, &scaled));
            let spread = expected * (1.0 - expected);
            for row in 0..N {
                gradient[row] += (sample.result - expected) * scaled[row];
                for column in 0..N {
                    curvature[row][column] += spread * scaled[row] * scaled[column];
                }
            }
        }
        let change = solve(curvature, gradient);
        let mut largest: f64 = 0.0;
        for (weight, change) in weights.iter_mut().zip(change) {
            *weight += change;
            largest = largest.max(change.abs());
        }
        if largest < 1e-9 {
            return (std::array::from_fn(|n| weights[n] / scale[n] * UNIT), step);
        }
    }
    (std::array::from_fn(|n| weights[n] / scale[n] * UNIT), 50)
}

/// Solves `matrix * x = right`, by elimination with the largest pivot.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for column in 0..N {
        let pivot = (column..N)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))
            .unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        for row in (0..N).filter(|&row| row != column) {
            let factor = matrix[row][column] / matrix[column][column];
            let pivots = matrix[column];
            for (cell, pivot) in matrix[row].iter_mut().zip(pivots) {
                *cell -= factor * pivot;
            }
            right[row] -= factor * right[column];
        }
    }
    std::array::from_fn(|n| right[n] / matrix[n][n])
}
