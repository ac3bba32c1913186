//! `andor bench ppn2`: Tables 3 and 4 of the Breakthrough paper, for ours.
//!
//! Table 3: by number of workers, once on threads and once in virtual time. Beyond the cores of a machine the clock
//! says little, and so do the counts of threads that take turns: in virtual time every worker has a core of
//! its own (`crates/prove/src/job_level/simulate.rs`), and the counts repeat. Table 4: by how often partial
//! results come, and by the size of jobs, with 64 workers as in the paper, in virtual time.
//!
//! *Expanded* are the tasks that were sent, as in the paper (section 4); *in time* of them came in those whose leaf
//! was still there.
//!
//! `--limit-positions N` runs the first N rows of each part; `--resume FILE` keeps every search.

use super::paper::{JobStudyRow, rows_of};
use super::run::{Ground, JobPlan, PAPER, Plan, Searched, Workers, ideal};
use crate::{Done, Ended, Listener};
use andor_core::InputError;
use andor_core::figures::thousands;
use andor_engine::Catalogue;
use serde_json::{Value, json};

/// The name of the benchmark.
pub(crate) const NAME: &str = "ppn2";

/// The board of the paper's tables.
pub(super) const BOARD: &str = "breakthrough:4x5";

/// A row of a table in the paper: seconds, thousands of nodes expanded and touched.
pub(super) type PaperRow = (f64, u64, u64);

/// A row of a table in `presets/jobs.toml`.
pub(super) fn paper_row(row: &JobStudyRow) -> PaperRow {
    (row.seconds, row.tasks / 1000, row.touched.unwrap_or(0) / 1000)
}

/// By the number of workers; two are not in the paper.
fn table_3() -> Vec<(usize, Option<PaperRow>)> {
    let mut rows: Vec<_> = rows_of("bt3").map(|row| (row.workers, Some(paper_row(row)))).collect();
    rows.push((2, None));
    rows.sort_by_key(|(workers, _)| *workers);
    rows
}

/// More than so many workers only in virtual time.
const MOST_THREADS: usize = 16;

/// By descents between two partial results.
pub(super) fn papers_table_4() -> Vec<(Option<u64>, PaperRow)> {
    rows_of("bt4").map(|row| (row.partial, paper_row(row))).collect()
}
/// By the size of jobs: the paper's seconds, where it has them (section 4.1).
const SIZES: [(u64, Option<f64>); 4] =
    [(100, None), (1_000, Some(186.0)), (10_000, Some(216.0)), (100_000, Some(577.0))];
pub(super) const TABLE_4_WORKERS: usize = 64;
/// What partial results save is little more than what chance does: the mean of three samples.
pub(super) const STAGGERS: [u64; 3] = [0, 10, 100];

/// The parts of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// Table 3: by the number of workers.
    Workers { is_virtual: bool },
    /// Table 4: by descents between two partial results.
    Partial,
    /// Beside Table 4: by the size of jobs.
    Size,
}

impl Part {
    /// What an object calls it.
    fn name(self) -> &'static str {
        match self {
            Part::Workers { .. } => "3",
            Part::Partial => "4 partial",
            Part::Size => "4 size",
        }
    }

    /// Whether its workers are virtual.
    fn is_virtual(self) -> bool {
        self != Part::Workers { is_virtual: false }
    }
}

/// One row: what it is called, how it is run, and what the paper has.
struct JobRow {
    part: Part,
    workers: usize,
    plan: JobPlan,
    paper: Option<PaperRow>,
    paper_seconds: Option<f64>,
}

impl JobRow {
    /// How far apart the virtual workers begin, in each sample.
    fn staggers(&self) -> &'static [u64] {
        if self.part == Part::Partial { &STAGGERS } else { &STAGGERS[..1] }
    }

    fn label(&self) -> String {
        let JobPlan { size, partial, .. } = self.plan;
        let every = partial.map_or("none".to_owned(), |every| every.to_string());
        match self.part {
            Part::Workers { is_virtual: true } => format!("{:>2} virtual", self.workers),
            Part::Workers { is_virtual: false } => format!("{:>2} threads", self.workers),
            Part::Partial => format!("partial {every:>4}"),
            Part::Size => format!("size {size:>7}"),
        }
    }
}

/// The rows of all parts, in order.
fn rows() -> Vec<JobRow> {
    let row = |part, workers, plan, paper: Option<PaperRow>| JobRow {
        part,
        workers,
        plan,
        paper,
        paper_seconds: paper.map(|(seconds, ..)| seconds),
    };
    let by_workers = table_3();
    let threads = by_workers.iter().filter(|(workers, _)| *workers <= MOST_THREADS);
    let part = Part::Workers { is_virtual: false };
    let threads = threads.map(|&(workers, paper)| row(part, workers, PAPER, paper));
    let mut rows: Vec<JobRow> = threads.collect();
    let part = Part::Workers { is_virtual: true };
    rows.extend(by_workers.iter().map(|&(workers, paper)| row(part, workers, PAPER, paper)));
    rows.extend(papers_table_4().into_iter().map(|(partial, paper)| {
        row(Part::Partial, TABLE_4_WORKERS, JobPlan { partial, ..PAPER }, Some(paper))
    }));
    rows.extend(SIZES.iter().map(|&(size, paper_seconds)| JobRow {
        paper_seconds,
        ..row(Part::Size, TABLE_4_WORKERS, JobPlan { size, ..PAPER }, None)
    }));
    rows
}

/// Runs it.
///
/// # Errors
/// If a search does not end, or two of them disagree.
pub fn run(catalogue: &Catalogue, plan: &Plan, listener: &mut dyn Listener) -> Done {
    let spec = plan.game.as_deref().unwrap_or(BOARD);
    let game = catalogue.game(spec)?;
    let ground = Ground::new(&*game, plan, listener)?;
    let is_paper = game.spec() == BOARD;
    let most = plan.rows.unwrap_or(usize::MAX);
    let mut part = None;
    // What the first row of a part was: growth and speed-up are measured by it.
    let mut base: Option<(f64, f64)> = None;
    let mut value: Option<andor_engine::Value> = None;
    let mut done = 0;
    for mut row in rows() {
        if part != Some(row.part) {
            (part, base, done) = (Some(row.part), None, 0);
            listener.text(&heading(row.part));
        }
        done += 1;
        if done > most {
            continue;
        }
        if !is_paper {
            (row.paper, row.paper_seconds) = (None, None);
        }
        let label = row.label();
        let mut samples = Vec::new();
        for stagger in row.staggers() {
            let workers = match row.part.is_virtual() {
                true => ideal(row.workers, *stagger),
                false => Workers::Threads(row.workers),
            };
            let searched = ground.search(workers, row.plan, listener)?;
            if *value.get_or_insert(searched.claimed) != searched.claimed {
                let message =
                    format!("{label}: the value was {value:?}, and is {}", searched.claimed);
                return Err(InputError::new(message).into());
            }
            samples.push(searched);
        }
        let time = mean(&samples, time);
        let expanded = mean(&samples, tasks);
        let (first_time, first_expanded) = *base.get_or_insert((time, expanded));
        let growth = expanded / first_expanded.max(1.0);
        let speed_up = first_time / time.max(f64::MIN_POSITIVE);
        let line = line(&row, &label, &samples, growth, speed_up);
        listener.row(&line, &fields(spec, &row, &samples, growth, speed_up));
    }
    if let Some(value) = value {
        listener.text(&format!("value {value} in every run"));
    }
    Ok(Ended::Whole)
}

/// What the paper calls expanded: the tasks that were sent.
pub(super) fn tasks(searched: &Searched) -> f64 {
    searched.jobs.jobs as f64
}

pub(super) fn mean(samples: &[Searched], of: impl Fn(&Searched) -> f64) -> f64 {
    samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64
}

/// Seconds of the clock, or in virtual time nodes of one worker.
pub(super) fn time(searched: &Searched) -> f64 {
    searched.jobs.simulated.map_or(searched.seconds, |simulated| simulated.makespan as f64)
}

fn heading(part: Part) -> String {
    let what = match part {
        Part::Workers { is_virtual: false } => "Table 3: workers on threads (seconds of the clock)",
        Part::Workers { is_virtual: true } => {
            "Table 3: workers in virtual time (nodes of one worker; repeats)"
        }
        Part::Partial => "Table 4: partial results every so many descents, 64 virtual workers",
        Part::Size => "Job sizes in descents, 64 virtual workers (beside Table 4, section 4.1)",
    };
    format!(
        "{what}\n{:14} {:>17} {:>5} {:>12} {:>5} {:>11} {:>9} {:>6} {:>6}  paper: seconds, expanded, touched",
        "", "time", "x", "expanded", "x", "touched", "in time", "stale", "busy"
    )
}

fn line(row: &JobRow, label: &str, samples: &[Searched], growth: f64, speed_up: f64) -> String {
    let of = |field: fn(&Searched) -> f64| mean(samples, field);
    let time = match row.part.is_virtual() {
        true => format!("{} nodes", thousands(of(time) as u64)),
        false => format!("{:.2} s", of(time)),
    };
    let mut line = format!(
        "{label:14} {time:>17} {speed_up:>5.2} {:>12} {growth:>5.2} {:>11} {:>9} {:>6} {:>5.1}%",
        thousands(of(tasks) as u64),
        thousands(of(|searched| searched.jobs.touched as f64) as u64),
        thousands(of(|searched| searched.jobs.expanded as f64) as u64),
        thousands(of(|searched| searched.jobs.stale as f64) as u64),
        100.0 * of(|searched| searched.jobs.busy()),
    );
    if let Some((seconds, expanded, touched)) = row.paper {
        line.push_str(&format!("  {seconds:.0} s, {expanded}k, {touched}k"));
    } else if let Some(seconds) = row.paper_seconds {
        line.push_str(&format!("  {seconds:.0} s"));
    }
    if samples.len() > 1 {
        let each = samples.iter().map(|searched| thousands(searched.jobs.jobs));
        let each = each.collect::<Vec<_>>().join(", ");
        line.push_str(&format!("\n{:14} the mean of {each} expanded", ""));
    }
    if let (false, [searched]) = (row.part.is_virtual(), samples) {
        let jobs = &searched.jobs;
        let messages = (jobs.jobs + jobs.partials).max(1) as f64;
        let seconds = searched.seconds.max(f64::MIN_POSITIVE);
        line.push_str(&format!(
            "\n{:14} tree held {:.1}% of the time, {:.2} us a message; waited for {:.1}% of the workers' time",
            "",
            100.0 * jobs.held_seconds / seconds,
            1e6 * jobs.held_seconds / messages,
            100.0 * jobs.waited_seconds / (seconds * row.workers as f64),
        ));
        if let Some(cpu) = searched.cpu_seconds {
            line.push_str(&format!("; {cpu:.1} s of all cores"));
        }
    }
    line
}

fn fields(spec: &str, row: &JobRow, samples: &[Searched], growth: f64, speed_up: f64) -> Value {
    let paper = |(seconds, expanded, touched): PaperRow| json!({"seconds": seconds, "expanded": 1000 * expanded, "touched": 1000 * touched});
    let sample = |searched: &Searched| {
        let jobs = &searched.jobs;
        json!({
            "seconds": searched.seconds, "cpu_seconds": searched.cpu_seconds,
            "makespan_nodes": jobs.simulated.map(|simulated| simulated.makespan),
            "nodes": searched.nodes, "expanded": jobs.jobs, "touched": jobs.touched,
            "in_time": jobs.expanded, "stale": jobs.stale, "partials": jobs.partials, "busy": jobs.busy(),
            "held_seconds": jobs.held_seconds, "waited_seconds": jobs.waited_seconds,
        })
    };
    json!({
        "bench": NAME, "table": row.part.name(), "game": spec,
        "claimed": samples.first().map(|searched| searched.claimed),
        "workers": row.workers, "virtual": row.part.is_virtual(),
        "size": row.plan.size, "partial": row.plan.partial,
        "expanded": mean(samples, tasks),
        "growth": growth, "speed_up": speed_up,
        "samples": samples.iter().map(sample).collect::<Vec<_>>(),
        "paper": row.paper.map(paper), "paper_seconds": row.paper_seconds,
    })
}
