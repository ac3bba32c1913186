//! Where games, solvers and certificates meet, and where the type of a game is forgotten.
//!
//! A [`Catalogue`] turns a spec string into an [`AnyGame`], which can do everything the command
//! line needs: show, count, solve, verify, explain, replay. Behind it stand the generic parts:
//! [`method`] (name -> solver with its paper's defaults), [`mod@solve`] (ask -> extract -> verify
//! -> row), [`explain`] (walk a certificate) and [`mod@subtree`] (a part of one as a game tree). Nothing here prints.

mod any_game;
mod ask;
mod catalogue;
mod check;
mod costs;
mod device;
mod error;
mod every_move;
mod existing;
pub mod explain;
mod line;
pub mod method;
mod mia_alpha_beta;
mod pair;
pub mod patterns;
mod player;
mod prepare;
mod reasons;
mod reference;
mod remembered;
pub mod remote;
mod row;
pub mod settings;
mod shares;
mod shortest;
pub mod solve;
#[cfg(feature = "games")]
mod standard;
mod strict;
pub mod subtree;
mod tables;
mod thinker;
mod unwalked;
mod value;
mod zone;

pub use any_game::{AnyGame, Perft, View};
pub use catalogue::{Catalogue, Entry};
pub use check::{Checked, RestsOn, TableTrust, Verification};
pub use costs::{CostExample, CostPlan};
pub use error::EngineError;
pub use every_move::{every_move, proof_of_move};
pub use existing::{Existing, FileKind, check_replaceable, check_writable, look};
pub use explain::{Explanation, Reply};
pub use line::{Before, Line};
pub use method::Method;
pub use pair::{compiled, pair, pair_with_reference};
pub use prepare::checkpoint_subject;
pub use reasons::{Reasons, Threat};
pub use reference::Reference;
pub use remembered::{Kind as RememberedKind, forget, is_remembered, remember};
pub use row::Row;
pub use settings::{JobSettings, SolverSettings};
pub use shares::remember_share;
pub use shortest::{Shortest, check_has_shortest, proofs_of_shortest, shortest};
pub use solve::{Asked, CheckpointRequest, Goal, LeavesChoice, Next, Request, Solved, Stage};
pub use strict::StrictTables;
pub use subtree::{Subtree, SubtreeBounds, SubtreeNode};
pub use tables::{Probed, TableSet, checksum};
pub use thinker::Thinker;
pub use value::Value;

pub use andor_certify::{Certificate, CertificateError, CertificateSize, Share, Verified, holding};
pub use andor_core::{Family, RecordFormat, Squash};
pub use andor_gpu::{CardError, CardInfo, cards};
pub use andor_prove::checkpoint::About;
pub use andor_prove::ghi::Ghi;
pub use andor_prove::job_level::{
    Addition, Cluster, JobMemory, Jobs, Policy, Simulated, Size as JobSize,
    Statistics as JobStatistics, Without,
};
pub use andor_prove::leaf::LeafChoice;
pub use andor_prove::own_tree::OwnTree;
pub use andor_prove::second_level::Growth;
pub use andor_search::learn::{
    CostClocks, CostLesson, LearnGame, LearnPlan, LearnState, Learner, NetworkExample,
    NetworkExamples, NetworkFit, NetworkGame, NetworkModel, NetworkPlan, NetworkSchedule,
};
pub use andor_search::{Budget, Clock, Pace, PlayerKind, PlayerSpec, Score, Thought, Timing};
pub use andor_tables::patterns::PatternSet;
pub use andor_tables::zone::{ZoneChoice, keep_in as keep_zones_in};
pub use andor_tables::{
    Counts as TableCounts, Saved, Table, TableError, TableFile, Value as TableValue, VerifiedTable,
};
