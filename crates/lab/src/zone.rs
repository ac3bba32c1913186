//! `andor bench zone`: what static knowledge and zone tables save on Breakthrough.
//!
//! df-pn (with mobility, as in the Breakthrough paper) and auto, each with the end of the game alone,
//! with the static rules (a man about to arrive, exchanges), and with zone tables of 3 and 4 rows
//! besides. Nothing is extracted; a search ends after `--nodes`, thirty million if nothing is said.

use crate::benchmarks::Measured;
use crate::{Done, Ended, Listener};
use andor_core::figures::thousands;
use andor_core::{InputError, Limits, Silent};
use andor_engine::settings::SolverSettings;
use andor_engine::{Catalogue, Goal, Method, Request, Stage, ZoneChoice};
use serde_json::{Value, json};

/// The name of the benchmark.
pub(crate) const NAME: &str = "zone";

const BOARDS: [&str; 3] = ["breakthrough:4x5", "breakthrough:5x5", "breakthrough:6x5"];
const NODES: u64 = 30_000_000;

/// What a search may know, in words, and as settings.
const KNOWLEDGE: [(&str, bool, ZoneChoice); 4] = [
    ("the end of the game", false, ZoneChoice::Off),
    ("static rules", true, ZoneChoice::Off),
    ("zone of 3 rows", true, ZoneChoice::Rows(3)),
    ("zone of 4 rows", true, ZoneChoice::Rows(4)),
];

/// The most bytes of a table here: that of 6x5 with four rows takes minutes to build.
const MOST_TABLE: u64 = 64 << 20;

/// What can be said about it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    /// The limit of nodes of each search.
    pub nodes: Option<u64>,
    /// Bytes for trees and tables.
    pub memory: Option<u64>,
    /// Only the first so many boards.
    pub boards: Option<usize>,
}

/// Runs it.
///
/// # Errors
/// If a board cannot be searched.
pub fn run(catalogue: &Catalogue, plan: &Plan, listener: &mut dyn Listener) -> Done {
    let mut measured = Measured::new();
    let mut runs = Vec::new();
    let memory = plan.memory.unwrap_or(Limits::default().memory);
    let limits = Limits {
        nodes: Some(plan.nodes.unwrap_or(NODES)),
        memory,
        interrupt: listener.interrupt(),
        ..Limits::default()
    };
    for board in BOARDS.iter().take(plan.boards.unwrap_or(usize::MAX)) {
        let game = catalogue.game(board)?;
        let root = game.position(None, &[])?;
        for method in [Method::DfPn, Method::Auto] {
            for (what, knowledge, zone) in KNOWLEDGE {
                if zone == ZoneChoice::Rows(4) && *board == BOARDS[2] && memory / 16 <= MOST_TABLE {
                    continue;
                }
                let settings = SolverSettings { knowledge: Some(knowledge), ..method.into() };
                let request = Request {
                    settings,
                    goal: Goal::Win,
                    limits: limits.clone(),
                    stage: Stage::Search,
                    zone: Some(zone),
                    ..Request::default()
                };
                let solved = game.solve(&root, &request, &mut Silent);
                let solved =
                    solved.map_err(|error| InputError::new(format!("{board}: {error}")))?;
                let (nodes, seconds) = (solved.searched.nodes, solved.search_seconds);
                let is_solved = !solved.row.found().is_unknown();
                let expanded = solved.searched.expanded;
                let name = method.name();
                measured.lines.push(format!(
                    "{board} {name:<5} {what:<19} {}{} expanded, {} nodes, {seconds:.2} s, table {:.2} s",
                    if is_solved { "" } else { "more than " },
                    thousands(expanded),
                    thousands(nodes),
                    solved.row.setup_seconds,
                ));
                runs.push(json!({
                    "game": board, "method": name, "knowledge": what, "solved": is_solved,
                    "expanded": expanded, "nodes": nodes, "search_seconds": seconds,
                    "setup_seconds": solved.row.setup_seconds,
                }));
                measured.nodes += nodes;
            }
        }
    }
    measured.fields.insert("runs".to_owned(), Value::Array(runs));
    measured.tell(NAME, listener);
    Ok(Ended::Whole)
}
