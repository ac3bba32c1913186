//! One job-level search of a benchmark, on threads or in virtual time.

use super::kept::Kept;
use crate::{LabError, Listener};
use andor_core::{InputError, Limits, Stopped};
use andor_engine::remote::CrewMaker;
use andor_engine::settings::SolverSettings;
use andor_engine::{
    AnyGame, Cluster, Goal, JobSettings, JobSize, JobStatistics, Method, Request, Stage, Value,
};
use std::path::PathBuf;

/// What can be said about the searches of `ppn2` and `scaling`.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The game.
    pub game: Option<String>,
    /// Bytes for trees and tables.
    pub memory: Option<u64>,
    /// Only the first so many rows of each part, or points of the curve.
    pub rows: Option<usize>,
    /// The file that keeps the searches.
    pub resume: Option<PathBuf>,
}

/// How a search is run.
#[derive(Clone, Copy)]
pub(super) enum Workers {
    /// So many threads.
    Threads(usize),
    /// So many workers in virtual time.
    Virtual(Cluster),
}

/// The workers of a cluster whose messages take no time.
pub(super) fn ideal(workers: usize, stagger: u64) -> Workers {
    Workers::Virtual(Cluster { workers, latency: 0, service: 0, stagger })
}

/// The size of a job, and how often it says something.
#[derive(Clone, Copy)]
pub(super) struct JobPlan {
    pub(super) size: u64,
    pub(super) partial: Option<u64>,
}

/// The paper's: a thousand descents, a partial result every hundred.
pub(super) const PAPER: JobPlan = JobPlan { size: 1000, partial: Some(100) };

/// What came of a search.
pub(super) struct Searched {
    /// What the search found; nothing here is certified.
    pub(super) claimed: Value,
    /// Nodes of all jobs.
    pub(super) nodes: u64,
    /// Seconds of the clock.
    pub(super) seconds: f64,
    /// Seconds of all cores together, where the system tells.
    pub(super) cpu_seconds: Option<f64>,
    pub(super) jobs: JobStatistics,
}

/// What searches are run on: a game, its limits, and what was run before. Ctrl-C ends the search in hand.
pub(super) struct Ground<'a> {
    game: &'a dyn AnyGame,
    limits: Limits,
    kept: Kept,
}

impl Ground<'_> {
    pub(super) fn new<'a>(
        game: &'a dyn AnyGame,
        plan: &Plan,
        listener: &mut dyn Listener,
    ) -> Result<Ground<'a>, InputError> {
        let memory = plan.memory.unwrap_or(1 << 30);
        let limits = Limits { memory, interrupt: listener.interrupt(), ..Limits::default() };
        Ok(Ground { game, limits, kept: Kept::open(plan.resume.as_deref())? })
    }

    /// What a search is called.
    fn name(&self, workers: Workers, plan: JobPlan) -> String {
        let JobPlan { size, partial } = plan;
        let partial = partial.map_or("none".to_owned(), |every| every.to_string());
        let workers = match workers {
            Workers::Threads(threads) => format!("threads={threads}"),
            Workers::Virtual(Cluster { workers, latency, service, stagger }) => {
                format!("virtual={workers} latency={latency} service={service} stagger={stagger}")
            }
        };
        let (game, memory) = (self.game.spec(), self.limits.memory);
        format!("{game} memory={memory} {workers} size={size} partial={partial}")
    }

    /// Searches the initial position, if that was not done before.
    pub(super) fn search(
        &self,
        workers: Workers,
        plan: JobPlan,
        listener: &dyn Listener,
    ) -> Result<Searched, LabError> {
        let name = self.name(workers, plan);
        if let Some(found) = self.kept.find(&name) {
            return Ok(found);
        }
        let found = search(self.game, &self.limits, workers, plan, &name, listener)?;
        self.kept.keep(&name, &found)?;
        Ok(found)
    }
}

fn search(
    game: &dyn AnyGame,
    limits: &Limits,
    workers: Workers,
    plan: JobPlan,
    label: &str,
    listener: &dyn Listener,
) -> Result<Searched, LabError> {
    let (threads, crew) = match workers {
        Workers::Threads(threads) => (threads, None),
        Workers::Virtual(cluster) => (1, Some(CrewMaker::simulated(cluster))),
    };
    let size = Some(JobSize::Fixed(plan.size));
    let jobs = JobSettings { size, partial: Some(plan.partial), ..JobSettings::default() };
    let settings = SolverSettings { threads, jobs, ..Method::Ppn2.into() };
    let request = Request {
        settings,
        goal: Goal::Win,
        limits: limits.clone(),
        stage: Stage::Search,
        crew,
        ..Request::default()
    };
    let root = game.position(None, &[])?;
    let before = cpu_seconds();
    let solved = game.solve(&root, &request, &mut *listener.observer(label));
    let solved = solved.map_err(|error| InputError::new(format!("{label}: {error}")))?;
    let cpu_seconds = before.and_then(|before| Some(cpu_seconds()? - before));
    let (nodes, seconds) = (solved.searched.nodes, solved.search_seconds);
    match solved.jobs {
        Some(jobs) if solved.row.stopped == Stopped::Solved => {
            Ok(Searched { claimed: solved.row.found(), nodes, seconds, cpu_seconds, jobs })
        }
        _ => {
            let stopped = solved.row.stopped;
            Err(InputError::new(format!("{label}: not solved, stopped by {stopped}")).into())
        }
    }
}

/// The seconds that this process has had of all cores, as Linux counts them (in hundredths).
fn cpu_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in brackets, may have spaces.
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}
