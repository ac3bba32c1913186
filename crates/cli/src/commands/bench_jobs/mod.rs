//! `andor bench ppn2`, `job-tree` and `scaling`: job-level search measured.
//!
//! * `tables`: Tables 3 and 4 of the Breakthrough paper;
//! * `tree`: a checkpoint of a coordinator's tree of ten million nodes;
//! * `scaling`: what larger boards would take on many workers, simulated.

mod curve;
mod kept;
mod run;
mod scaling;
mod tables;
mod tree;

use super::Done;
use crate::Terminal;
use crate::arguments::BenchArguments;
use andor_core::InputError;
use andor_engine::Catalogue;

/// One of these benchmarks: its name, its options, and what it runs.
struct Benchmark {
    name: &'static str,
    options: &'static str,
    fits: fn(&BenchArguments) -> bool,
    run: fn(&Catalogue, &BenchArguments, bool, &mut Terminal<'_>) -> Done,
}

const BENCHMARKS: [Benchmark; 3] = [
    Benchmark {
        name: "ppn2",
        options: "--game, --memory, --limit-positions and --resume",
        fits: |arguments| is_bare(arguments) && arguments.tree_nodes.is_none(),
        run: tables::run,
    },
    Benchmark {
        name: "job-tree",
        options: "--game and --tree-nodes",
        fits: |arguments| {
            let BenchArguments { memory, limit_positions, resume, .. } = arguments;
            let others = memory.is_some() || limit_positions.is_some() || resume.is_some();
            is_bare(arguments) && !others
        },
        run: tree::run,
    },
    Benchmark {
        name: "scaling",
        options: "--game, --memory, --limit-positions and --resume",
        fits: |arguments| is_bare(arguments) && arguments.tree_nodes.is_none(),
        run: scaling::run,
    },
];

/// Whether nothing is said that none of them understands.
fn is_bare(arguments: &BenchArguments) -> bool {
    let (game, memory, tree_nodes, limit_positions) = (None, None, None, None);
    let resume = None;
    let arguments =
        BenchArguments { game, memory, tree_nodes, limit_positions, resume, ..arguments.clone() };
    !arguments.is_about_a_comparison() && !arguments.is_about_an_experiment()
}

/// The names of these benchmarks.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    BENCHMARKS.iter().map(|benchmark| benchmark.name)
}

/// Runs the one with this name; `None` if there is none.
pub(super) fn run(
    catalogue: &Catalogue,
    name: &str,
    arguments: &BenchArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Option<Done> {
    let benchmark = BENCHMARKS.iter().find(|benchmark| benchmark.name == name)?;
    if !(benchmark.fits)(arguments) {
        let name = InputError::quote(name);
        let message = format!("benchmark {name} has no options but {}", benchmark.options);
        return Some(Err(InputError::new(message).into()));
    }
    Some((benchmark.run)(catalogue, arguments, json, terminal))
}
