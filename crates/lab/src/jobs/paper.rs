//! The tables of the Breakthrough paper as studies (`presets/jobs.toml`): one task for every search, in virtual time, so
//! that counts repeat.
//!
//! Searches are in the paper's form ([`super::shares`]): without what we added, messages that take the time the file
//! says. *Tasks* are what the paper calls expanded. A sample is the same search with workers that begin
//! otherwise ([`super::tables`]).

use super::run::{Ground as JobsGround, JobPlan};
use super::shares::papers;
use crate::LabError;
use crate::study::{About, Ground, Measured, Task, rounded};
use andor_core::InputError;
use andor_engine::{AnyGame, Catalogue, Cluster, JobMemory};
use serde::Deserialize;
use serde_json::{Map, json};
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// A line of a table: a search, and what the paper has of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobStudyRow {
    /// The paper's name for it.
    pub label: String,
    /// The board.
    pub board: String,
    /// The paper's clients.
    pub workers: usize,
    /// Descents of a job.
    pub size: u64,
    /// Descents between two partial results.
    pub partial: Option<u64>,
    /// The order of race patterns that jobs ask.
    pub patterns: Option<u32>,
    /// The paper's seconds.
    pub seconds: f64,
    /// Its tasks.
    pub tasks: u64,
    /// Nodes of its tree.
    pub touched: Option<u64>,
}

impl JobStudyRow {
    /// The search as a contender.
    pub(crate) fn contender(&self) -> String {
        let JobStudyRow { board, workers, size, .. } = self;
        let partial = self.partial.map_or(String::new(), |every| format!("/partial={every}"));
        let patterns = self.patterns.map_or(String::new(), |order| format!("/patterns={order}"));
        format!("ppn2/{board}/workers={workers}/size={size}{partial}{patterns}")
    }
}

/// A table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobStudy {
    /// The name on the command line.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// How long a message is on its way, in nodes of a worker.
    pub latency: u64,
    /// The coordinator's time for a message.
    pub service: u64,
    /// How far apart the workers begin, one sample each.
    pub staggers: Vec<u64>,
    /// The lines.
    pub rows: Vec<JobStudyRow>,
    /// What it is in its paper.
    pub lab: Option<About>,
}

/// The tables of the paper.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct JobFile {
    pub(crate) source: String,
    #[serde(rename = "table")]
    pub(crate) studies: Vec<JobStudy>,
}

static FILE: LazyLock<JobFile> = LazyLock::new(|| {
    toml::from_str(include_str!("../../presets/jobs.toml")).expect("a test reads it")
});

/// All tables.
pub(crate) fn file() -> &'static JobFile {
    &FILE
}

/// The lines of a table.
pub(super) fn rows_of(name: &str) -> impl Iterator<Item = &'static JobStudyRow> {
    file().studies.iter().filter(move |table| table.name == name).flat_map(|table| &table.rows)
}

/// Jobs that were done, by the board and the order of patterns.
type Memories = HashMap<(String, Option<u32>), Arc<JobMemory>>;

/// Searches and how they are run.
pub(crate) struct JobGround {
    table: &'static JobStudy,
    games: BTreeMap<String, Box<dyn AnyGame>>,
    tasks: Vec<Task>,
    /// Jobs that were done, by board and patterns: they come up in search after search.
    memories: Mutex<Memories>,
}

impl JobGround {
    /// The first `most` samples of every row.
    pub(crate) fn new(
        catalogue: &Catalogue,
        table: &'static JobStudy,
        most: usize,
    ) -> Result<JobGround, InputError> {
        let mut games = BTreeMap::new();
        for row in &table.rows {
            let spec = format!("breakthrough:{}", row.board);
            games.insert(row.board.clone(), catalogue.game(&spec)?);
        }
        let settings: Map<_, _> =
            [("latency", table.latency), ("service", table.service), ("memory", 1 << 30)]
                .map(|(name, value)| (name.to_owned(), json!(value)))
                .into_iter()
                .collect();
        let mut tasks = Vec::new();
        for (number, stagger) in table.staggers.iter().take(most).enumerate() {
            tasks.extend(table.rows.iter().map(|row| Task {
                position: format!("sample:{} stagger={stagger}", number + 1),
                contender: row.contender(),
                settings: settings.clone(),
                seed: *stagger,
            }));
        }
        Ok(JobGround { table, games, tasks, memories: Mutex::default() })
    }
}

impl Ground for JobGround {
    fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    fn perform(&self, at: usize, stop: &Arc<AtomicBool>) -> Result<Option<Measured>, LabError> {
        let row = &self.table.rows[at % self.table.rows.len()];
        let game = &*self.games[&row.board];
        let ground = JobsGround::stopped_by(game, stop);
        let cluster = Cluster {
            workers: row.workers,
            latency: self.table.latency,
            service: self.table.service,
            stagger: self.tasks[at].seed,
        };
        let (size, partial, patterns) = (row.size, row.partial, row.patterns);
        let plan = JobPlan { size, partial, patterns, without: papers() };
        let kind = (row.board.clone(), patterns);
        let mut memories = self.memories.lock().unwrap_or_else(PoisonError::into_inner);
        let memory = memories.entry(kind).or_default().clone();
        drop(memories);
        let Some(found) = ground.search_alone(cluster, plan, memory)? else { return Ok(None) };
        let jobs = &found.jobs;
        let mut counts = Map::new();
        counts.insert("value".to_owned(), json!(found.claimed));
        counts.insert("nodes".to_owned(), json!(found.nodes));
        counts.insert("tasks".to_owned(), json!(jobs.jobs));
        counts.insert("in_time".to_owned(), json!(jobs.expanded));
        counts.insert("touched".to_owned(), json!(jobs.touched));
        let makespan = jobs.simulated.map_or(0, |simulated| simulated.makespan);
        counts.insert("makespan".to_owned(), json!(makespan));
        Ok(Some(Measured { counts, seconds: rounded(found.seconds), is_elsewhere: false }))
    }
}
