//! The geometric mean of ratios, and how sure it is.

use andor_core::SplitMix64;

/// A mean with the bounds that hold 95% of the means of samples drawn from the same numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// The geometric mean.
    pub mean: f64,
    /// The bounds.
    pub bounds: [f64; 2],
}

/// Samples that are drawn.
const SAMPLES: usize = 2000;

/// The geometric mean of ratios above zero, with its bootstrap interval (percentiles; Efron 1979): the same for the same
/// numbers and seed. Nothing of no numbers.
#[must_use]
pub fn geometric_mean(ratios: &[f64], seed: u64) -> Option<Mean> {
    let logs: Vec<f64> = ratios.iter().filter(|ratio| **ratio > 0.0).map(|r| r.ln()).collect();
    if logs.is_empty() {
        return None;
    }
    let count = logs.len() as f64;
    let mean = |logs: &mut dyn Iterator<Item = f64>| logs.sum::<f64>() / count;
    let mut random = SplitMix64::new(seed);
    let mut means: Vec<f64> = (0..SAMPLES)
        .map(|_| mean(&mut (0..logs.len()).map(|_| logs[random.below(logs.len())])))
        .collect();
    means.sort_by(f64::total_cmp);
    let at = |part: f64| means[((SAMPLES - 1) as f64 * part).round() as usize].exp();
    Some(Mean { mean: mean(&mut logs.iter().copied()).exp(), bounds: [at(0.025), at(0.975)] })
}

#[cfg(test)]
mod tests {
    use super::geometric_mean;

    #[test]
    fn the_mean_lies_within_its_bounds_and_repeats() {
        let ratios: Vec<f64> = (1..=40).map(|n| f64::from(n) / 20.0).collect();
        let found = geometric_mean(&ratios, 7).unwrap();
        let exact = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / 40.0).exp();
        assert!((found.mean - exact).abs() < 1e-12);
        assert!(found.bounds[0] < exact && exact < found.bounds[1], "{found:?}");
        assert_eq!(geometric_mean(&ratios, 7), Some(found));
        assert_ne!(geometric_mean(&ratios, 8).unwrap().bounds, found.bounds);
        // Where all are the same nothing is uncertain.
        let same = geometric_mean(&[2.0; 9], 1).unwrap();
        assert!((same.mean - 2.0).abs() < 1e-12 && (same.bounds[0] - same.bounds[1]).abs() < 1e-12);
        assert_eq!(geometric_mean(&[], 1), None);
    }
}
