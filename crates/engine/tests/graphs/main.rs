//! Searches on random graphs with cycles, against the truth. One program, so that the solvers are
//! compiled for graphs once.

mod cyclic;
mod history;
mod jobs;
mod situations;
mod superko;
