//! `andor bench ppn2-races`: Table 5 of the Breakthrough paper, job-level search with race patterns.
//!
//! 64 workers in virtual time, partial results every hundred descents, in the paper's form (`shares`): nothing
//! that we added, messages that take no time. With patterns, jobs ask those of order up to 2 that come with
//! andor, which are more than the paper's 26. *Expanded* are the tasks that were sent.
//!
//! The rows stand by what they take. Those at the end are not for every day: without patterns 5x5 took the paper 208k
//! tasks of 100,000 descents.

use super::run::{Ground, JobPlan, PAPER, Plan, Workers, ideal};
use super::shares::papers;
use super::tables::TABLE_4_WORKERS;
use crate::{Done, Ended, Listener};
use andor_core::figures::thousands;
use andor_engine::Catalogue;
use serde_json::json;

/// The name of the benchmark.
pub(crate) const NAME: &str = "ppn2-races";

/// The order of the paper's patterns.
const ORDER: u32 = 2;

/// A row: board, descents a job, whether with patterns, and the paper's seconds and tasks.
type Row = (&'static str, u64, bool, f64, u64);

const ROWS: [Row; 9] = [
    ("5x4", 1_000, true, 1.0, 72),
    ("5x4", 1_000, false, 2.0, 4_132),
    ("4x5", 1_000, true, 27.0, 4_000),
    ("4x5", 1_000, false, 161.0, 241_000),
    ("5x5", 1_000, true, 927.0, 78_000),
    ("5x5", 100_000, true, 2_959.0, 3_000),
    ("6x5", 10_000, true, 25_638.0, 14_000),
    ("6x5", 100_000, true, 47_134.0, 21_000),
    ("5x5", 100_000, false, 29_170.0, 208_000),
];

/// Runs it.
///
/// # Errors
/// If a search does not end.
pub fn run(catalogue: &Catalogue, plan: &Plan, listener: &mut dyn Listener) -> Done {
    listener.text(&format!(
        "Table 5: tasks sent by 64 virtual workers\n{:24} {:>10} {:>11} {:>16} {:>15} {:>6}  paper: expanded, seconds",
        "", "expanded", "touched", "time", "nodes of all", "busy"
    ));
    for (board, size, has_patterns, seconds, paper) in
        ROWS.into_iter().take(plan.rows.unwrap_or(usize::MAX))
    {
        let spec = format!("breakthrough:{board}");
        let game = catalogue.game(&spec)?;
        let ground = Ground::new(&*game, plan, listener)?;
        let patterns = has_patterns.then_some(ORDER);
        let jobs = JobPlan { size, without: papers(), patterns, ..PAPER };
        let workers: Workers = ideal(TABLE_4_WORKERS, 0);
        let found = ground.search(workers, jobs, listener)?;
        let makespan = found.jobs.simulated.map_or(0, |simulated| simulated.makespan);
        let with = if has_patterns { "patterns" } else { "none" };
        let label = format!("{board} {size:>7} {with}");
        let line = format!(
            "{label:24} {:>10} {:>11} {:>10} nodes {:>15} {:>5.1}%  {}, {seconds:.0} s",
            thousands(found.jobs.jobs),
            thousands(found.jobs.touched),
            thousands(makespan),
            thousands(found.nodes),
            100.0 * found.jobs.busy(),
            thousands(paper),
        );
        let fields = json!({
            "bench": NAME, "table": "5", "game": spec, "size": size, "patterns": patterns,
            "claimed": found.claimed, "expanded": found.jobs.jobs, "touched": found.jobs.touched,
            "in_time": found.jobs.expanded, "stale": found.jobs.stale, "makespan_nodes": makespan,
            "nodes": found.nodes, "seconds": found.seconds, "busy": found.jobs.busy(),
            "paper": {"expanded": paper, "seconds": seconds},
        });
        listener.row(&line, &fields);
    }
    Ok(Ended::Whole)
}
