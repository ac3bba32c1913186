//! Files of weights (`crates/games/data`): lines such as `quads = 120`; what follows a `#` is for
//! people. They are part of the program: the same weights everywhere, so that the same search is
//! the same. A player may be given another file instead, which is how weights are learnt.

use andor_core::InputError;

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

/// The largest weight that a file may have, either way.
const LARGEST: i32 = 10_000_000;

/// The weights of the features with these names, and what is decisive, from a file that somebody
/// wrote: it must have each of them once, and nothing else.
///
/// # Errors
/// One line that quotes what is wrong.
pub(crate) fn read_given(text: &str, names: &[&str]) -> Result<(Vec<i32>, i32), InputError> {
    let (weights, _, decisive) = read_with_others(text, names, &[])?;
    Ok((weights, decisive))
}

/// Weights of features, those of others that are there, and what is decisive.
pub(crate) type GivenWeights = (Vec<i32>, Vec<Option<i32>>, i32);

/// The same, of a file that may have the features of `others`, too: their weights if they are there.
///
/// # Errors
/// One line that quotes what is wrong.
pub(crate) fn read_with_others(
    text: &str,
    names: &[&str],
    others: &[&str],
) -> Result<GivenWeights, InputError> {
    let known_names = [names, others, &["decisive"]].concat();
    let mut values = vec![None; known_names.len()];
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let quoted = InputError::quote(line);
        let Some((name, value)) = line.split_once('=') else {
            return Err(InputError::new(format!("weights: {quoted} is not NAME = NUMBER")));
        };
        let Some(place) = known_names.iter().position(|&known| known == name.trim()) else {
            let names = [names, others].concat().join(", ");
            return Err(InputError::new(format!(
                "weights: {quoted}: no such feature; there are {names} (and decisive)"
            )));
        };
        let number = value.trim().replace('_', "").parse::<i32>().ok();
        let Some(number) = number.filter(|number| (-LARGEST..=LARGEST).contains(number)) else {
            return Err(InputError::new(format!(
                "weights: {quoted}: not a whole number from -{LARGEST} to {LARGEST}"
            )));
        };
        if values[place].replace(number).is_some() {
            return Err(InputError::new(format!("weights: {quoted}: given twice")));
        }
    }
    let decisive = values.pop().flatten();
    let decisive = decisive.ok_or_else(|| InputError::new("weights: \"decisive\" is missing"))?;
    let missing = |name: &str| InputError::new(format!("weights: \"{name}\" is missing"));
    let added = values.split_off(names.len());
    let numbers = values.into_iter().zip(names);
    let numbers = numbers.map(|(value, name)| value.ok_or_else(|| missing(name)));
    Ok((numbers.collect::<Result<_, _>>()?, added, decisive))
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
    use super::{Weights, read_given, read_with_others};

    #[test]
    fn lines_are_read() {
        let weights = Weights::read("# weights\n\ndecisive=7\nb = -1_000 # one\na = 2", ["a", "b"]);
        assert_eq!((weights.features, weights.decisive), ([2, -1000], 7));
    }

    #[test]
    fn others_may_be_there() {
        let read = |text: &str| read_with_others(text, &["a"], &["b", "c"]);
        assert_eq!(read("c = 3\ndecisive = 7\na = 2"), Ok((vec![2], vec![None, Some(3)], 7)));
        let message = "weights: \"d = 1\": no such feature; there are a, b, c (and decisive)";
        assert_eq!(
            read("a = 2\nd = 1").map_err(|error| error.to_string()),
            Err(message.to_owned())
        );
    }

    #[test]
    fn given_files_are_complete_and_have_nothing_else() {
        let names = ["a", "b-c"];
        let read = |text: &str| read_given(text, &names).map_err(|error| error.to_string());
        assert_eq!(read("a = 2 # two\n\nb-c=-1_000\ndecisive = 7"), Ok((vec![2, -1000], 7)));
        for (text, message) in [
            ("a = 2\ndecisive = 7", "weights: \"b-c\" is missing"),
            ("a = 2\nb-c = 1", "weights: \"decisive\" is missing"),
            ("a = 2\na = 3", "weights: \"a = 3\": given twice"),
            ("a 2", "weights: \"a 2\" is not NAME = NUMBER"),
            ("d = 2", "weights: \"d = 2\": no such feature; there are a, b-c (and decisive)"),
            ("a = 2.5", "weights: \"a = 2.5\": not a whole number from -10000000 to 10000000"),
            (
                "a = 20000000",
                "weights: \"a = 20000000\": not a whole number from -10000000 to 10000000",
            ),
        ] {
            assert_eq!(read(text), Err(message.to_owned()));
        }
    }
}
