//! A right to work on a leaf, as the tree knows it and as it travels.

use serde::{Deserialize, Serialize};

/// A right to work on a leaf; whether it is good, the tree knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Lease {
    /// Its place among the leases of the tree.
    pub place: u32,
    /// Places are used again, epochs are not.
    pub epoch: u64,
}
