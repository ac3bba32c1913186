//! `andor bench ppn2`, `ppn2-shares`, `job-tree` and `scaling`: job-level search measured.
//!
//! * [`tables`]: Tables 3 and 4 of the Breakthrough paper;
//! * [`shares`]: Table 4 explained by what the paper does not have, each of it left out;
//! * [`paper`]: its Tables 3 to 5 as studies, in the paper's form;
//! * [`tree`]: a checkpoint of a coordinator's tree of ten million nodes;
//! * [`scaling`]: what larger boards would take on many workers, simulated.

pub mod cluster;
mod curve;
mod kept;
pub mod paper;
mod run;
pub mod scaling;
pub mod shares;
pub mod tables;
pub mod tree;

pub use run::Plan;
