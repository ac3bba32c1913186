//! Files of weights (`crates/games/data`): lines such as `quads = 120`; what follows a `#` is for
//! people. They are part of the program: the same weights everywhere, so that the same search is
//! the same.

/// What an evaluation is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights<const N: usize> {
    /// For each feature, what one unit of it is worth, in thousandths of the unit of an evaluation.
    pub features: [i32; N],
    /// The evaluation from which on a side counts as winning.
    pub decisive: i32,
}

impl<const N: usize> Weights<N> {
    /// Reads the weights of the features with these names.
    ///
    /// # Panics
    /// If the file lacks one or has no whole number there. The files are part of the program, and
    /// tests read all of them.
    pub(crate) fn read(text: &str, features: [&str; N]) -> Weights<N> {
        Weights {
            features: features.map(|name| number(text, name)),
            decisive: number(text, "decisive"),
        }
    }
}

/// The numbers with these names, in a file of numbers alone.
///
/// # Panics
/// As [`Weights::read`].
pub(crate) fn numbers<const N: usize>(text: &str, names: [&str; N]) -> [i32; N] {
    names.map(|name| number(text, name))
}

/// The number with this name.
fn number(text: &str, name: &str) -> i32 {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let mut values = lines.filter_map(|line| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == name).then(|| value.trim().replace('_', "").parse())
    });
    let value = values.next().expect("the file has every weight, as a test checks");
    value.expect("weights are whole numbers, as a test checks")
}

#[cfg(test)]
mod tests {
    use super::Weights;

    #[test]
    fn lines_are_read() {
        let weights = Weights::read("# weights\n\ndecisive=7\nb = -1_000 # one\na = 2", ["a", "b"]);
        assert_eq!((weights.features, weights.decisive), ([2, -1000], 7));
    }
}
