//! The laboratory: experiments of the papers on sets of positions, benchmarks, tuning and learning.
//!
//! An experiment gets a typed plan and a [`Listener`], who hears rows as lines and as objects; nothing here
//! prints or knows a command line. What the papers measured is data (`presets/*.toml`), and so are the sets,
//! which travel inside the program.
//!
//! * [`benchmarks`]: speeds, and the one node count; [`board`]: a board from its first node to the last defence;
//! * [`comparison`]: methods compared on labelled positions; [`players`]: players compared at fixed depths;
//! * [`zone`], [`patterns`], [`jobs`]: what zone tables, race patterns and many workers are worth;
//! * [`study`]: the papers' tables and figures as data, run, kept and checked; [`tournament`]: those that are matches;
//! * [`report`]: what came of them, beside the papers, as a page;
//! * [`compare`]: any two contenders, position by position;
//! * [`tune`], [`tune_leaf`], [`learn`], [`cost`], [`network`]: orders of moves, leaf rules, evaluations, costs and
//!   networks from searches and games.

pub mod benchmarks;
pub mod board;
pub mod compare;
pub mod comparison;
pub mod cost;
mod ended;
mod experiment;
pub mod jobs;
pub mod learn;
mod listener;
pub mod network;
pub mod patterns;
pub mod players;
pub mod report;
pub mod sets;
pub mod study;
pub mod tournament;
pub mod tune;
pub mod tune_leaf;
pub mod zone;

pub use ended::{Done, Ended, LabError};
pub use experiment::{Experiment, Kind, names};
pub use listener::Listener;
