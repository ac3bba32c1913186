//! Where reading stops: more than any honest file has, little enough that a hostile one is
//! refused in a moment.
//!
//! The longest games known have a few hundred plies, the largest collections some ten thousand
//! games. The worst file within the bounds takes some hundred megabytes of memory.

/// The bytes of a file.
pub const MOST_BYTES: usize = 64 << 20;

/// The nodes of all games of a file together: moves, comments, variations.
pub const MOST_NODES: usize = 1_000_000;

/// The values of all properties of an SGF file together.
pub const MOST_VALUES: usize = 2_000_000;

/// The plies of a game, or the nodes from the root of an SGF game to the end of a variation.
pub const MOST_PLIES: usize = 10_000;

/// The games of a file that cannot be read.
pub const MOST_FAULTS: usize = 10_000;
