//! Lists of a message that somebody else has sent: one that is longer than any honest one is refused while it is read.
//!
//! An element may take a byte in the message and 24 in memory, so that a list could be much larger here than on its way.

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// No list has more elements: moves to a leaf, its children, certificates.
pub const MOST_LISTED: usize = 1 << 18;

/// Reads a list, for serde's `deserialize_with`.
///
/// # Errors
/// If it cannot be read, or is too long.
pub fn listed<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    deserializer.deserialize_seq(Listed(PhantomData))
}

struct Listed<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Listed<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {MOST_LISTED} elements")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Vec<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(element) = elements.next_element()? {
            if list.len() == MOST_LISTED {
                return Err(A::Error::custom("the list is too long"));
            }
            list.push(element);
        }
        Ok(list)
    }
}
