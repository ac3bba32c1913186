//! The solvers: the proof-number family, and two that it is measured by.
//!
//! One algorithm per file, named as in its paper, on shared parts:
//!
//! * [`solver`]: the one shape every algorithm has, and how a position's value reads as numbers;
//!   [`path_source`]: what some can be asked about paths; [`statistics`]: what some say of their jobs;
//! * [`numbers`]: proof and disproof numbers that never run over, and their short form in tables;
//! * [`leaf`]: what numbers a new leaf starts with;
//! * `cycles`, [`ghi`], `repetition`, `road`, `twins`, `simulation`: results that depend on the path, where positions can come back;
//! * [`table`]: the transposition table; [`node_pool`]: the tree of a best-first search;
//! * `closed_set`: disproofs by a set of positions that the opponent does not leave;
//! * `sight`: what a search sees of a position without searching it;
//! * [`pn`] (Allis 1994): PN and PN² on `best_first` trees, with a [`second_level`];
//! * [`expected_work`] (Randall et al. 2024): best-first by the work that is expected, with chances;
//! * [`base_twin`] (Breuker et al. 2001): PN on a graph, transpositions merged, where positions can come back;
//! * [`depth_first`]: the frame of `dfpn` (Nagai 2002), `pds` (Nagai 1998), `pn_star`
//!   (Seo 1995) and PDS-PN (Winands 2004);
//! * [`boolean`]: depth-first without numbers, a table of solved values, many threads;
//! * [`accelerator`]: a card that searches for one of these two;
//! * [`job_level`]: PN trees whose leaves others evaluate: PPN² (Saffidine et al. 2011), job-level PN search;
//! * [`alpha_beta`]: iterative deepening, the thesis' baseline; [`retrograde`]: everything that
//!   can be reached, from its ends backwards;
//! * [`extract`]: the only place that walks a solved tree or table into a certificate;
//! * [`checkpoint`]: a long run on disk.
//!
//! No solver here knows a concrete game.

pub mod accelerator;
pub mod alpha_beta;
pub mod base_twin;
mod best_first;
pub mod boolean;
mod buckets;
pub mod checkpoint;
mod closed_set;
mod cycles;
pub mod depth_first;
mod dfpn;
pub mod expected_work;
pub mod extract;
pub mod ghi;
mod hints;
pub mod job_level;
pub mod leaf;
pub mod node_pool;
pub mod numbers;
pub mod own_tree;
mod path_keys;
pub mod path_source;
mod pds;
pub mod pn;
mod pn_star;
mod repetition;
pub mod retrograde;
mod road;
pub mod second_level;
pub mod sharing;
mod sight;
mod simulation;
pub mod solver;
pub mod statistics;
pub mod table;
mod twins;
mod watch;
mod word;
