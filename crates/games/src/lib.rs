//! The games of andor.
//!
//! A game is one folder (or one file), one arm of the `match` in [`visit`] and one entry in
//! [`families`]; the conformance kit, every solver and the command line then know it. Every game is
//! written twice: rules for the solvers, and plain reference rules for the verifier, which share no
//! code. The two teaching games, [`tic_tac_toe`] and [`connect_four`], show how little is needed to
//! begin with.
//!
//! The walls: this crate knows no solver, no player and no file format but that of
//! explicit graphs.

pub mod breakthrough;
mod catalogue;
pub mod checkers;
mod children;
pub mod connect_four;
pub mod go;
pub mod graph;
pub mod loa;
mod network;
pub mod one_eye;
#[cfg(test)]
mod refusals;
pub mod surakarta;
pub mod tic_tac_toe;
mod weight_file;
mod weighted_sum;

pub use catalogue::{Visitor, families, visit};
pub use children::{Children, make_children};
