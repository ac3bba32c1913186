//! `andor bench ppn2`, `job-tree` and `scaling`: job-level search measured.
//!
//! * [`tables`]: Tables 3 and 4 of the Breakthrough paper;
//! * [`tree`]: a checkpoint of a coordinator's tree of ten million nodes;
//! * [`scaling`]: what larger boards would take on many workers, simulated.

mod curve;
mod kept;
mod run;
pub mod scaling;
pub mod tables;
pub mod tree;

pub use run::Plan;
