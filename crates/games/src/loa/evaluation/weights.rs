//! The weights of the features, read from `data/loa-weights.toml`.
//!
//! The thesis does not print MIA's weights. These were found by regression on games that a shallow
//! search played against itself; the file says how, and with which command to do it again. It is
//! part of the program: the same weights everywhere, so that the same search is the same.

use crate::weight_file::number;
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

/// What an evaluation is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// For each of the [`FEATURES`], what one unit of it is worth, in thousandths of the unit of
    /// an evaluation.
    pub features: [i32; FEATURES.len()],
    /// The evaluation from which on a side counts as winning.
    pub decisive: i32,
}

/// The weights in the file.
pub static FROZEN: LazyLock<Weights> =
    LazyLock::new(|| read(include_str!("../../../data/loa-weights.toml")));

fn read(text: &str) -> Weights {
    Weights {
        features: FEATURES.map(|name| number(text, name)),
        decisive: number(text, "decisive"),
    }
}

#[cfg(test)]
mod tests {
    use super::{FROZEN, read};

    #[test]
    fn the_file_is_complete() {
        assert!(FROZEN.decisive > 0);
        assert!(FROZEN.features.iter().all(|&weight| weight.abs() < 1_000_000));
    }

    #[test]
    fn lines_are_read() {
        let names = super::FEATURES.map(|name| format!("{name} = -1_000 # one\n")).concat();
        let weights = read(&format!("# weights\n\ndecisive=7\n{names}"));
        assert_eq!((weights.features, weights.decisive), ([-1000; 10], 7));
    }
}
