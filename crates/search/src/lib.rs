//! The player: principal variation search with the enhancements of M. H. M. Winands, *Informed
//! Search in Complex Games* (thesis, Maastricht 2004), and what came after.
//!
//! The walls: no concrete game is known here. A game brings rules, keys and an evaluation
//! (`andor_core`); `andor_prove` brings proofs.

mod budget;
mod thought;

pub use budget::{Budget, Clock};
pub use thought::{Score, Thought};
