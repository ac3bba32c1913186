//! The player: principal variation search with the enhancements of M. H. M. Winands, *Informed
//! Search in Complex Games* (thesis, Maastricht 2004), and what came after.
//!
//! The walls: no concrete game is known here. A game brings rules, keys and an evaluation
//! (`andor_core`); `andor_prove` brings proofs.

mod budget;
mod clock;
mod config;
mod deepening;
mod evaluation;
mod gravity;
mod history;
mod images;
mod late_moves;
pub mod learn;
mod multi_cut;
mod node;
mod null_move;
mod order;
mod pace;
mod player_spec;
mod proof_search;
mod pvs;
mod quiescence;
mod repetition;
mod score;
mod searcher;
mod switches;
mod table;
mod thought;
mod transposition_cutoffs;
mod worker;

pub use budget::{Budget, Clock};
pub use config::{Config, HistoryKind, Increment, MultiCut, ProofRule};
pub use evaluation::{make_evaluator, make_settled_evaluator};
pub use pace::{Pace, Timing};
pub use player_spec::{PlayerKind, PlayerSpec};
pub use searcher::Searcher;
pub use thought::{Score, Thought};
pub use worker::Statistics;
