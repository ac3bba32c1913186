//! Certificates from end to end: proofs by brute force, written, read, verified, damaged, forged.
//!
//! Everything that these tests compare with is written here again, as plainly as possible: two
//! small games, a solver, two checkers of proofs, and the layout of a file.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

mod changing;
mod checker;
mod damage;
mod documentation;
mod failures;
mod forgery;
mod graph;
mod heap;
mod history;
mod leaves;
mod round_trip;
mod sample;
mod solver;
mod strip;
