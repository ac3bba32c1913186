//! One of several equal shares of the leaves that a certificate leaves to the verifier's search, so that the
//! search can be shared out among machines, and gone on with share by share.
//!
//! ```text
//!   leaves in the order of the entries that ask for them    0 1 2 3 4 5 6 ..
//!   share of three                                          1 2 3 1 2 3 1 ..
//! ```
//!
//! Everything but these leaves is checked with every share, for it takes little: so a share that holds says that
//! the claim holds if the other shares do.

use andor_core::InputError;
use std::fmt;
use std::str::FromStr;

/// The most shares.
const MOST: u64 = 100_000;

/// What is searched of such leaves, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extent {
    /// Whether the rules are asked for every move, also in games that promise to be races, where the board
    /// alone would do.
    pub by_rules: bool,
    /// Which of the leaves.
    pub share: Share,
}

/// A share: number so-and-so, from 1, of so many.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Share {
    number: u64,
    of: u64,
}

impl Share {
    /// All of it.
    pub const WHOLE: Share = Share { number: 1, of: 1 };

    /// Whether this is all of it.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.of == 1
    }

    /// Which share it is, from 1.
    #[must_use]
    pub fn number(self) -> u64 {
        self.number
    }

    /// All shares of which this is one.
    pub fn siblings(self) -> impl Iterator<Item = Share> {
        (1..=self.of).map(move |number| Share { number, of: self.of })
    }

    /// Whether the leaf at this place, from 0, belongs to it.
    pub(crate) fn has(self, place: usize) -> bool {
        place as u64 % self.of == self.number - 1
    }
}

impl Default for Share {
    fn default() -> Share {
        Share::WHOLE
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Share {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Share, InputError> {
        let read = |text: &str| text.parse::<u64>().ok();
        let numbers = text.split_once('/').and_then(|(number, of)| read(number).zip(read(of)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) && of <= MOST => {
                Ok(Share { number, of })
            }
            _ => Err(InputError::new(format!(
                "part {} is not I/N with 1 <= I <= N <= {MOST}, such as 2/16",
                InputError::quote(text)
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Share;

    #[test]
    fn every_leaf_belongs_to_one_share() {
        let second: Share = "2/3".parse().unwrap();
        assert_eq!((second.number(), second.to_string()), (2, "2/3".to_owned()));
        for place in 0..100 {
            assert_eq!(second.siblings().filter(|share| share.has(place)).count(), 1);
            assert!(Share::WHOLE.has(place));
        }
        assert!(Share::default().is_whole() && !second.is_whole());
    }

    #[test]
    fn nonsense_is_quoted() {
        for text in ["", "2", "0/3", "4/3", "1/0", "-1/3", "1/3/5", "1/100001", "x/y", "1.5/2"] {
            let error = text.parse::<Share>().unwrap_err().to_string();
            assert!(error.contains(&format!("{text:?}")), "{error}");
        }
    }
}
