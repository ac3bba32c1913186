//! Learning a network (`crates/games/src/network`, after Nasu 2018): from the results of games of a player against itself
//! and from what its searches said.
//!
//! ```text
//!   plan -> a game, its moves with their scores            self_play.rs
//!   games -> positions, what they are worth                examples.rs
//!   examples -> filters, by gradient descent               fit.rs, with descent.rs, wide.rs and adam.rs
//!   filters -> whole numbers, in a file                    model.rs
//! ```
//!
//! Networks of costs are learnt in the same way, from what searches took (clocks.rs).
//!
//! A game has random numbers of its own by its number, so games may be played in any order, by any number of threads; and
//! the examples are divided in the same way however many threads work on them. The same seed makes the same file.

mod adam;
mod clocks;
mod descent;
mod examples;
mod fit;
mod model;
mod schedule;
mod self_play;
#[cfg(test)]
mod tests;
mod wide;

pub use clocks::{CostClocks, CostLesson};
pub use examples::{NetworkExample, NetworkExamples, network_examples};
pub use fit::NetworkFit;
pub use model::NetworkModel;
pub use schedule::NetworkSchedule;
pub use self_play::{NetworkGame, NetworkPlan, network_game};
