//! The `andor` binary as its users meet it: arguments and files in; texts, JSON and exit codes out.
//!
//! Nothing here knows the inside of andor. What a test expects is what the specification of the
//! command line says, or what another command of andor has to agree with.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

mod analyze;
mod andor;
mod bad_input;
mod batch;
mod bench;
mod certificate;
mod check;
mod checkpoint;
mod convert;
mod damage;
mod explain;
mod export;
mod first_steps;
mod gtp;
mod help;
mod history;
mod hostile_records;
#[cfg(target_os = "linux")]
mod interrupt;
mod json;
mod json_lines;
mod laboratory;
mod learn;
mod lengths;
mod limits;
mod matches;
#[cfg(target_os = "linux")]
mod memory;
mod methods;
mod minimax;
mod overwrite;
mod patterns;
mod pdn;
mod plain;
mod play;
mod play_game;
mod readme;
mod recorded;
mod second_verifier;
mod sets;
mod solve;
mod table;
mod talk;
mod trust;
mod tune;
mod tune_leaf;
mod ugi;
mod web;
mod zone;
