//! One job-level search of a benchmark, on threads or in virtual time.

use super::kept::Kept;
use crate::{LabError, Listener};
use andor_core::{InputError, Limits, Named, Observer, Silent, Stopped};
use andor_engine::patterns::{PatternSet, builtin};
use andor_engine::remote::CrewMaker;
use andor_engine::settings::SolverSettings;
use andor_engine::{
    Addition, AnyGame, Cluster, Goal, JobMemory, JobSettings, JobSize, JobStatistics, Method,
    Request, Stage, Value, Without,
};
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What can be said about the searches of these benchmarks.
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

/// The size of a job, how often it says something, and what is added or left out.
#[derive(Clone, Copy)]
pub(super) struct JobPlan {
    pub(super) size: u64,
    pub(super) partial: Option<u64>,
    /// What is left out of all that the paper does not have.
    pub(super) without: Without,
    /// The order of the race patterns that jobs ask, if they ask any.
    pub(super) patterns: Option<u32>,
}

/// A thousand descents and a partial result every hundred, as in the paper, with all that we added.
pub(super) const PAPER: JobPlan =
    JobPlan { size: 1000, partial: Some(100), without: Without::NOTHING, patterns: None };

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
    kept: Kept<Searched>,
    /// The jobs of virtual workers, by what they depend on.
    memories: RefCell<HashMap<JobKind, Arc<JobMemory>>>,
}

/// What the jobs of a search depend on, beside position and size: whether mirrors are merged, and patterns.
type JobKind = (bool, Option<u32>);

impl Ground<'_> {
    pub(super) fn new<'a>(
        game: &'a dyn AnyGame,
        plan: &Plan,
        listener: &mut dyn Listener,
    ) -> Result<Ground<'a>, InputError> {
        let memory = plan.memory.unwrap_or(1 << 30);
        let limits = Limits { memory, interrupt: listener.interrupt(), ..Limits::default() };
        let kept = Kept::open(plan.resume.as_deref())?;
        Ok(Ground { game, limits, kept, memories: RefCell::default() })
    }

    /// Searches that nothing is kept of, until `stop` is raised.
    pub(super) fn stopped_by<'a>(game: &'a dyn AnyGame, stop: &Arc<AtomicBool>) -> Ground<'a> {
        let limits = Limits { memory: 1 << 30, interrupt: stop.clone(), ..Limits::default() };
        let kept = Kept::nowhere();
        Ground { game, limits, kept, memories: RefCell::default() }
    }

    /// Searches the initial position, and nobody watches; nothing if it was stopped.
    /// Jobs go to `memory`, which is of this game and these patterns.
    pub(super) fn search_alone(
        &self,
        cluster: Cluster,
        plan: JobPlan,
        memory: Arc<JobMemory>,
    ) -> Result<Option<Searched>, LabError> {
        let name = self.name(Workers::Virtual(cluster), plan);
        let crew = (1, Some(CrewMaker::remembering(cluster, memory)));
        let found = search(self.game, &self.limits, crew, plan, &name, &mut Silent);
        match found {
            Err(_) if self.limits.interrupt.load(Ordering::Relaxed) => Ok(None),
            found => found.map(Some),
        }
    }

    /// Threads, and who works in virtual time.
    fn crew(&self, workers: Workers, plan: JobPlan) -> (usize, Option<CrewMaker>) {
        let kind = (plan.without.lacks(Addition::Mirrors), plan.patterns);
        let memory = self.memories.borrow_mut().entry(kind).or_default().clone();
        match workers {
            Workers::Threads(threads) => (threads, None),
            Workers::Virtual(cluster) => (1, Some(CrewMaker::remembering(cluster, memory))),
        }
    }

    /// What a search is called.
    fn name(&self, workers: Workers, plan: JobPlan) -> String {
        let JobPlan { size, partial, without, patterns } = plan;
        let partial = partial.map_or("none".to_owned(), |every| every.to_string());
        let without: String =
            without.all().map(|addition| format!(" without={}", addition.name())).collect();
        let patterns = patterns.map_or(String::new(), |order| format!(" patterns={order}"));
        let workers = match workers {
            Workers::Threads(threads) => format!("threads={threads}"),
            Workers::Virtual(Cluster { workers, latency, service, stagger }) => {
                format!("virtual={workers} latency={latency} service={service} stagger={stagger}")
            }
        };
        let (game, memory) = (self.game.spec(), self.limits.memory);
        format!("{game} memory={memory} {workers} size={size} partial={partial}{without}{patterns}")
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
        let crew = self.crew(workers, plan);
        let mut observer = listener.observer(&name);
        let found = search(self.game, &self.limits, crew, plan, &name, &mut *observer)?;
        drop(observer);
        self.kept.keep(&name, &found)?;
        Ok(found)
    }
}

fn search(
    game: &dyn AnyGame,
    limits: &Limits,
    (threads, crew): (usize, Option<CrewMaker>),
    plan: JobPlan,
    label: &str,
    observer: &mut dyn Observer,
) -> Result<Searched, LabError> {
    let size = Some(JobSize::Fixed(plan.size));
    let (partial, without) = (Some(plan.partial), plan.without);
    let jobs = JobSettings { size, partial, without, ..JobSettings::default() };
    let settings = SolverSettings { threads, jobs, ..Method::Ppn2.into() };
    let request = Request {
        settings,
        goal: Goal::Win,
        limits: limits.clone(),
        stage: Stage::Search,
        patterns: plan.patterns.map(builtin_to).map(Arc::new),
        crew,
        ..Request::default()
    };
    let root = game.position(None, &[])?;
    let before = cpu_seconds();
    let solved = game.solve(&root, &request, observer);
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

/// The set that comes with andor, up to an order.
fn builtin_to(order: u32) -> PatternSet {
    PatternSet { name: format!("builtin:{order}"), ..builtin().up_to_order(order) }
}

/// The seconds that this process has had of all cores, as Linux counts them (in hundredths).
fn cpu_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in brackets, may have spaces.
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}
