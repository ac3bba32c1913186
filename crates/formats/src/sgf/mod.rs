//! SGF, the Smart Game Format: trees of nodes with properties, whatever the game.
//!
//! A. Kierulf's format, `FF[3]` and `FF[4]` as M. Müller and A. Hollosi describe them. A collection
//! is a sequence of game trees:
//!
//! ```text
//!   (;GM[9]SZ[8]            a root node with two properties
//!    ;B[c8-c6];W[a4-c2]     a sequence of nodes
//!    (;B[d8-b6])            two variations: the first is the main line
//!    (;B[b8-b5]C[why not?]))
//! ```
//!
//! A [`Tree`] is a list of its nodes in the order of the file, each with its depth:
//!
//! ```text
//!   depth  0 root   1 B[c8-c6]   2 W[a4-c2]   3 B[d8-b6]   3 B[b8-b5]
//! ```
//!
//! Whoever knows the path to the last node knows the parent of the next one. So neither reading
//! nor writing recurses, however deep a file nests.

mod read;
mod step;
mod write;

pub(crate) use read::game_start;
pub use read::{read, read_each};
pub(crate) use step::{SETUP, read_step};
pub use write::write;

use crate::Spot;

/// Who wrote a file, as AP says it.
pub(crate) const APPLICATION: &str = concat!("andor:", env!("CARGO_PKG_VERSION"));

/// A value of a property, its escapes resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value {
    /// The text; line ends are `\n`.
    pub text: String,
    /// Where it begins.
    pub at: Spot,
}

/// A property with its values, of which there is at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// The short name: upper-case letters and digits.
    pub name: String,
    /// The values.
    pub values: Vec<Value>,
}

impl Property {
    /// A property with values that stand nowhere in a file.
    pub fn new(name: &str, values: impl IntoIterator<Item = impl Into<String>>) -> Property {
        let value = |text: String| Value { text, at: Spot::START };
        let values = values.into_iter().map(|text| value(text.into())).collect();
        Property { name: name.to_owned(), values }
    }
}

/// A node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// How many nodes are above it: 0 for the root.
    pub depth: usize,
    /// Its properties, each name once.
    pub properties: Vec<Property>,
    /// Where it begins.
    pub at: Spot,
}

impl Node {
    /// The first value of a property.
    pub(crate) fn find(&self, name: &str) -> Option<&Value> {
        self.values(name).next()
    }

    /// All values of a property.
    pub(crate) fn values<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
        let property = self.properties.iter().find(|property| property.name == name);
        property.into_iter().flat_map(|property| &property.values)
    }
}

/// A game tree: its nodes, parents before children, in the order of the file. The first node is
/// the only one of depth 0, and depths grow by at most one from node to node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// The nodes.
    pub nodes: Vec<Node>,
}
