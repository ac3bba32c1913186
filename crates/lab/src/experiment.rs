//! The table of experiments: every name with the kind of experiment that it is.

use crate::board::{BOARDS, Board};
use crate::{Done, Listener};
use crate::{benchmarks, board, comparison, jobs, patterns, players, zone};
use andor_core::{InputError, did_you_mean};
use andor_engine::Catalogue;

/// A kind of experiment. What can be said of it depends on it alone.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// One of [`benchmarks`].
    Benchmark,
    /// [`board`].
    Board(&'static Board),
    /// [`players`].
    Players(&'static players::PlayerExperiment),
    /// [`zone`].
    Zone,
    /// [`patterns`].
    Patterns,
    /// [`jobs::tables`].
    JobTables,
    /// [`jobs::shares`].
    JobShares,
    /// [`jobs::tree`].
    JobTree,
    /// [`jobs::scaling`].
    Scaling,
    /// [`comparison`].
    Comparison,
}

/// An experiment that is to be run, with all that is said of it.
#[derive(Clone, Debug)]
pub enum Experiment {
    /// The benchmark of this name, or all of them.
    Benchmarks(Option<String>),
    /// A board.
    Board(&'static Board, board::Plan),
    /// Players.
    Players(&'static players::PlayerExperiment, players::Plan),
    /// Zone tables.
    Zone(zone::Plan),
    /// Race patterns: the first so many boards.
    Patterns(Option<usize>),
    /// Job-level search.
    JobTables(jobs::Plan),
    /// What each switch of job-level search is worth.
    JobShares(jobs::Plan),
    /// A checkpoint of a job-level search.
    JobTree(jobs::tree::Plan),
    /// A forecast.
    Scaling(jobs::Plan),
    /// Methods.
    Comparison(comparison::Plan),
}

/// Every name with its kind.
fn table() -> Vec<(&'static str, Kind)> {
    let of = |kind: Kind| move |name: &'static str| (name, kind);
    let mut table: Vec<_> = benchmarks::names().map(of(Kind::Benchmark)).collect();
    table.extend(BOARDS.iter().map(|board| (board.name, Kind::Board(board))));
    let players = players::experiments().iter();
    table.extend(players.map(|experiment| (experiment.name.as_str(), Kind::Players(experiment))));
    table.extend([
        (zone::NAME, Kind::Zone),
        (patterns::NAME, Kind::Patterns),
        (jobs::tables::NAME, Kind::JobTables),
        (jobs::shares::NAME, Kind::JobShares),
        (jobs::tree::NAME, Kind::JobTree),
        (jobs::scaling::NAME, Kind::Scaling),
    ]);
    table.extend(comparison::names().map(of(Kind::Comparison)));
    table
}

/// The names of all experiments.
#[must_use]
pub fn names() -> Vec<&'static str> {
    table().into_iter().map(|(name, _)| name).collect()
}

impl Kind {
    /// The kind of the experiment of this name.
    ///
    /// # Errors
    /// Quotes the name and lists all there are.
    pub fn of(name: &str) -> Result<Kind, InputError> {
        let table = table();
        let found = table.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind);
        found.ok_or_else(|| {
            let names: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
            let meant = did_you_mean(name, names.iter().copied());
            let name = InputError::quote(name);
            let all = names.join(", ");
            InputError::new(format!("benchmark {name} is unknown, there are {all}{meant}"))
        })
    }
}

impl Experiment {
    /// Runs it.
    ///
    /// # Errors
    /// If something in the plan cannot be used, or what is found does not hold.
    pub fn run(&self, catalogue: &Catalogue, listener: &mut dyn Listener) -> Done {
        match self {
            Experiment::Benchmarks(name) => benchmarks::run(catalogue, name.as_deref(), listener),
            Experiment::Board(which, plan) => board::run(catalogue, which, plan, listener),
            Experiment::Players(which, plan) => players::run(catalogue, which, plan, listener),
            Experiment::Zone(plan) => zone::run(catalogue, plan, listener),
            Experiment::Patterns(runs) => patterns::run(catalogue, *runs, listener),
            Experiment::JobTables(plan) => jobs::tables::run(catalogue, plan, listener),
            Experiment::JobShares(plan) => jobs::shares::run(catalogue, plan, listener),
            Experiment::JobTree(plan) => jobs::tree::run(catalogue, plan, listener),
            Experiment::Scaling(plan) => jobs::scaling::run(catalogue, plan, listener),
            Experiment::Comparison(plan) => comparison::run(catalogue, plan, listener),
        }
    }
}
