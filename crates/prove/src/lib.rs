//! The solvers: the proof-number family.
//!
//! One algorithm per file, named as in its paper, on shared parts:
//!
//! * [`solver`]: the one shape every algorithm has, and how a position's value reads as numbers;
//! * [`numbers`]: proof and disproof numbers that never run over, and their short form in tables;
//! * [`leaf`]: what numbers a new leaf starts with;
//! * `repetition`: results that depend on the path, where positions can come back;
//! * [`table`]: the transposition table; [`node_pool`]: the tree of a best-first search;
//! * [`pn`] (Allis 1994), [`dfpn`] (Nagai 2002): the algorithms;
//! * [`extract`]: the only place that walks a solved tree or table into a certificate;
//! * [`checkpoint`]: a long run on disk.
//!
//! No solver here knows a concrete game.

pub mod checkpoint;
pub mod dfpn;
pub mod extract;
mod extract_cyclic;
pub mod leaf;
pub mod node_pool;
pub mod numbers;
pub mod pn;
mod prefetch;
mod repetition;
pub mod solver;
pub mod table;
