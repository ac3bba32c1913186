//! Experiments and sets of the laboratory.

use crate::call::{Beside, beside};
use crate::errors::{OrRaise, laboratory, refused};
use crate::handle::catalogue;
use crate::request::Options;
use andor_core::Observer;
use andor_lab::{Experiment, Kind, Listener, board, comparison, jobs, names, players, sets, zone};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The names of the sets that travel along.
#[pyfunction]
pub(crate) fn set_names() -> Vec<&'static str> {
    sets::names().collect()
}

/// A set: one JSON object a line.
#[pyfunction]
pub(crate) fn set_text(name: &str) -> PyResult<&'static str> {
    let all = || sets::names().collect::<Vec<_>>().join(", ");
    sets::find(name).ok_or_else(|| refused(format!("set {name:?} is unknown, there are {}", all())))
}

/// The names of the experiments.
#[pyfunction]
pub(crate) fn experiment_names() -> Vec<&'static str> {
    names()
}

/// Keeps what an experiment has to say to programs.
struct Keeper {
    rows: Vec<String>,
    words: Beside,
    interrupt: Arc<AtomicBool>,
}

impl Listener for Keeper {
    fn row(&mut self, _: &str, object: &Value) {
        self.object(object);
    }

    fn text(&mut self, _: &str) {}

    fn object(&mut self, object: &Value) {
        self.rows.push(object.to_string());
    }

    fn note(&mut self, line: &str) {
        self.words.leave(json!({"note": line}));
    }

    fn progress(&mut self, line: &str) {
        self.words.leave(json!({"note": line}));
    }

    fn observer(&self, _: &str) -> Box<dyn Observer> {
        Box::new(self.words.clone())
    }

    fn interrupt(&mut self) -> Arc<AtomicBool> {
        self.interrupt.clone()
    }
}

/// Runs an experiment: its rows, a JSON object each.
#[pyfunction]
#[pyo3(signature = (name, options, hear = None))]
pub(crate) fn experiment(
    py: Python<'_>,
    name: &str,
    options: Bound<'_, PyDict>,
    hear: Option<Py<PyAny>>,
) -> PyResult<Vec<String>> {
    let kind = Kind::of(name).or_raise()?;
    let experiment = plan(name, kind, &Options::new(options))?;
    let interrupt = Arc::new(AtomicBool::new(false));
    let (done, rows) = beside(py, &interrupt, hear.as_ref(), |words| {
        let mut keeper = Keeper { rows: Vec::new(), words, interrupt: interrupt.clone() };
        let done = experiment.run(catalogue(), &mut keeper);
        (done, keeper.rows)
    })?;
    done.map_err(laboratory)?;
    Ok(rows)
}

/// What is to be run; an experiment has the options that its plan has.
fn plan(name: &str, kind: Kind, options: &Options<'_>) -> PyResult<Experiment> {
    let only = |known: &[&'static str]| options.only(name, known.iter().copied());
    let first = options.count("positions")?.map(|most| most as usize);
    let (nodes, memory) = (options.count("nodes")?, options.bytes("memory")?);
    let jobs = || -> PyResult<jobs::Plan> {
        only(&["game", "memory", "positions", "resume"])?;
        let (game, resume) = (options.text("game")?, options.path("resume")?);
        Ok(jobs::Plan { game, memory, rows: first, resume })
    };
    Ok(match kind {
        Kind::Benchmark => {
            only(&[])?;
            Experiment::Benchmarks(Some(name.to_owned()))
        }
        Kind::Board(which) => {
            only(&["memory"])?;
            Experiment::Board(which, board::Plan { memory, proof: None })
        }
        Kind::Players(which) => {
            only(&["game", "depth", "players", "set", "positions"])?;
            let players = options.text("players")?.unwrap_or_default();
            let plan = players::Plan {
                game: options.text("game")?,
                depth: options.count("depth")?.map(|depth| depth.min(60) as u32),
                players: players.split_whitespace().map(str::to_owned).collect(),
                set: options.path("set")?,
                positions: first,
            };
            Experiment::Players(which, plan)
        }
        Kind::Zone => {
            only(&["nodes", "memory", "positions"])?;
            Experiment::Zone(zone::Plan { nodes, memory, boards: first })
        }
        Kind::Patterns => {
            only(&["positions"])?;
            Experiment::Patterns(first)
        }
        Kind::JobTables => Experiment::JobTables(jobs()?),
        Kind::JobShares => Experiment::JobShares(jobs()?),
        Kind::Scaling => Experiment::Scaling(jobs()?),
        Kind::JobTree => {
            only(&["game", "tree_nodes"])?;
            let (game, nodes) = (options.text("game")?, options.count("tree_nodes")?);
            Experiment::JobTree(jobs::tree::Plan { game, nodes })
        }
        Kind::Comparison => {
            only(&[
                "set",
                "methods",
                "positions",
                "nodes",
                "expansions",
                "tree_nodes",
                "memory",
                "certify",
                "tables",
                "resume",
            ])?;
            Experiment::Comparison(comparison::Plan {
                name: name.to_owned(),
                set: options.path("set")?,
                methods: options.text("methods")?,
                positions: first,
                nodes,
                expansions: options.count("expansions")?,
                tree_nodes: options.count("tree_nodes")?,
                memory,
                certify: options.is_set("certify")?,
                tables: options.tables()?,
                resume: options.path("resume")?,
            })
        }
    })
}
