//! Searches on random graphs with cycles, against the truth, from checkpoints too, and proofs from tables that
//! forget. One program, so that the solvers are compiled for graphs once.

mod base_twin;
mod checkpoints;
mod costs;
mod cyclic;
mod extraction;
mod history;
mod jobs;
mod situations;
mod stopping;
mod superko;
mod wide;
