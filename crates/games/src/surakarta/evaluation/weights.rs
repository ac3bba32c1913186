//! The weights of the features, read from `data/surakarta-weights.toml`.
//!
//! SIA's weights are not published. These were found by regression on games that a shallow search
//! played against itself; the file says how, and with which command to do it again.

use crate::weight_file::Weights;
use std::sync::LazyLock;

/// The features in the order of their weights.
pub const FEATURES: [&str; 2] = ["ratio", "free-captures"];

/// The weights in the file.
pub(super) static FROZEN: LazyLock<Weights<{ FEATURES.len() }>> =
    LazyLock::new(|| Weights::read(include_str!("../../../data/surakarta-weights.toml"), FEATURES));

#[cfg(test)]
mod tests {
    use super::FROZEN;

    #[test]
    fn the_file_is_complete() {
        assert!(FROZEN.decisive > 0);
        // No sum overflows: a ratio is at most 3178, and there are at most twelve men to take.
        let [ratio, free_captures] = FROZEN.features.map(i64::from);
        assert!(3178 * ratio.abs() + 12 * free_captures.abs() < i64::from(i32::MAX));
    }
}
