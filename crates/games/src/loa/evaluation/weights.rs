//! The weights of the features, read from `data/loa-weights.toml`.
//!
//! The thesis does not print MIA's weights. These were found by regression on games that a shallow
//! search played against itself; the file says how, and with which command to do it again.

use crate::weight_file::Weights;
use std::sync::LazyLock;

/// The features in the order of their weights. The first six depend on one side's men
/// alone, which is why they can be cached.
pub const FEATURES: [&str; 10] = [
    "concentration",
    "centralisation",
    "centre-of-mass-position",
    "quads",
    "connectedness",
    "uniformity",
    "mobility",
    "walls-of-two",
    "walls-of-three",
    "player-to-move",
];

/// How many features depend on one side's men alone.
pub(super) const OWN_FEATURES: usize = 6;

/// The weights in the file.
pub static FROZEN: LazyLock<Weights<{ FEATURES.len() }>> =
    LazyLock::new(|| Weights::read(include_str!("../../../data/loa-weights.toml"), FEATURES));

#[cfg(test)]
mod tests {
    use super::FROZEN;

    #[test]
    fn the_file_is_complete() {
        assert!(FROZEN.decisive > 0);
        assert!(FROZEN.features.iter().all(|&weight| weight.abs() < 1_000_000));
    }
}
