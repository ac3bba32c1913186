//! Runs a study: does the tasks that have no row yet, on all cores where only counts are measured.
//!
//! Threads take tasks from the list; this one writes rows as they come, and says how far it is. When somebody
//! raises the interrupt, searches that are under way are given up, and the file is left in order: the same run goes
//! on from there.

use super::ground::{Ground, Limited, Measured, Task, rounded};
use super::kept::{Kept, rows_of};
use super::row::{Origin, Row};
use super::studies::{Study, find};
use crate::comparison::left;
use crate::{Done, Ended, LabError, Listener};
use andor_core::InputError;
use andor_core::figures::thousands;
use andor_engine::Catalogue;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// What can be said about a run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The folder of results.
    pub results: PathBuf,
    /// Only the first so many positions, games or samples.
    pub sample: Option<usize>,
    /// Only contenders with this in their texts.
    pub only: Option<String>,
    /// Another limit of nodes.
    pub nodes: Option<u64>,
    /// Another limit of nodes in memory.
    pub tree_nodes: Option<u64>,
    /// Another depth, for players.
    pub depth: Option<u32>,
    /// Searches at a time, at most.
    pub threads: usize,
    /// Who makes the rows.
    pub origin: Origin,
}

/// What a thread tells.
enum Told {
    Begun(usize),
    Done(usize, Result<Option<Measured>, LabError>),
}

/// How often to say how far it is.
const SAY_EVERY: Duration = Duration::from_millis(200);

/// Runs a study, or goes on with it.
///
/// # Errors
/// If it cannot be made ready, rows cannot be kept, or a sound search contradicts a label.
pub fn run(catalogue: &Catalogue, study: &Study, plan: &Plan, listener: &mut dyn Listener) -> Done {
    let study = find(study.rows_of())?;
    let limited = Limited { nodes: plan.nodes, tree_nodes: plan.tree_nodes, depth: plan.depth };
    study.allows(limited)?;
    let ground = study.ground(catalogue, plan.sample, limited)?;
    let title = format!("{} ({}, {})", study.title, study.paper(), study.about.item);
    let errand = Errand {
        name: study.name,
        title: &title,
        results: &plan.results,
        contenders: &study.contenders(),
        threads: if study.about.is_timed { 1 } else { plan.threads },
        origin: &plan.origin,
        only: plan.only.as_deref(),
        kin: &study.kin(),
    };
    Ok(run_tasks(&*ground, &errand, listener)?.0)
}

/// What is said of tasks that are to be done: how the file is called that keeps their rows, and how they are done.
pub(crate) struct Errand<'a> {
    /// What rows and file are called.
    pub(crate) name: &'a str,
    /// What it is about.
    pub(crate) title: &'a str,
    /// The folder of the file.
    pub(crate) results: &'a Path,
    /// All contenders, in order.
    pub(crate) contenders: &'a [String],
    /// Searches at a time.
    pub(crate) threads: usize,
    /// Who makes the rows.
    pub(crate) origin: &'a Origin,
    /// Only contenders with this in their texts.
    pub(crate) only: Option<&'a str>,
    /// Files whose rows are of the same kind of task: what is there is not done again.
    pub(crate) kin: &'a [&'a str],
}

/// Does the tasks that have no row yet. The rows of all of them come back, those of before included.
///
/// # Errors
/// If rows cannot be kept, or a task fails.
pub(crate) fn run_tasks(
    ground: &dyn Ground,
    errand: &Errand<'_>,
    listener: &mut dyn Listener,
) -> Result<(Ended, Vec<Row>), LabError> {
    // Step 1. What is left to do.
    let mut kept = Kept::open(errand.results, errand.name)?;
    let tasks = ground.tasks();
    let is_meant = |at: &usize| errand.only.is_none_or(|part| tasks[*at].contender.contains(part));
    let meant: Vec<usize> = (0..tasks.len()).filter(is_meant).collect();
    let taken_over = take_over(&mut kept, tasks, &meant, errand)?;
    let todo: Vec<usize> =
        meant.iter().copied().filter(|&at| !kept.has(&tasks[at].key())).collect();
    let (had, all) = (meant.len() - todo.len(), meant.len());
    listener.heading(&format!("{}: {}", errand.name, errand.title));
    listener.note(&format!(
        "{} of {} rows are there; {} at a time",
        thousands(had as u64),
        thousands(all as u64),
        errand.threads
    ));
    if taken_over > 0 {
        let taken_over = thousands(taken_over as u64);
        listener.note(&format!("{taken_over} of them are those of other experiments"));
    }

    // Step 2. Threads do it, rows are kept as they come.
    let stop = listener.interrupt();
    let mut pace = Pace::new(all, todo.len());
    let mut failure: Option<LabError> = None;
    let (next, over) = (AtomicUsize::new(0), Arc::new(AtomicBool::new(false)));
    thread::scope(|scope| {
        let (sender, told) = channel();
        for _ in 0..errand.threads.max(1).min(todo.len()) {
            let (sender, over) = (sender.clone(), over.clone());
            let (todo, next) = (&*todo, &next);
            scope.spawn(move || work(ground, todo, next, &over, &sender));
        }
        drop(sender);
        loop {
            if stop.load(Ordering::Relaxed) {
                over.store(true, Ordering::Relaxed);
            }
            let mut fail = |error: LabError| {
                failure.get_or_insert(error);
                over.store(true, Ordering::Relaxed);
            };
            match told.recv_timeout(Duration::from_millis(20)) {
                Ok(Told::Begun(at)) => {
                    let task = &tasks[at];
                    let place = meant.binary_search(&at).unwrap_or(at);
                    pace.say(place, &task.position, &task.contender, listener);
                }
                Ok(Told::Done(_, Ok(None))) | Err(RecvTimeoutError::Timeout) => {}
                Ok(Told::Done(at, Ok(Some(measured)))) => {
                    pace.done += 1;
                    let row = row(errand, &tasks[at], measured);
                    if let Err(error) = kept.add(row) {
                        fail(error.into());
                    }
                }
                Ok(Told::Done(_, Err(error))) => fail(error),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });

    // Step 3. The file is left in order, whatever came.
    let rows = kept.settle(errand.contenders)?;
    if let Some(error) = failure {
        return Err(error);
    }
    let whole = pace.done == todo.len();
    listener.object(&serde_json::json!({
        "experiment": errand.name, "rows": all, "had": had, "added": pace.done, "whole": whole,
    }));
    listener.text(&format!("{} rows added to {}.jsonl", thousands(pace.done as u64), errand.name));
    let keys: HashSet<_> = meant.iter().map(|&at| tasks[at].key()).collect();
    let rows = rows.into_iter().filter(|row| keys.contains(&row.key())).collect();
    if whole {
        return Ok((Ended::Whole, rows));
    }
    listener.note("interrupted: the same command goes on");
    Ok((Ended::Interrupted, rows))
}

/// Takes over the rows that other files have of these tasks. How many there were.
fn take_over(
    kept: &mut Kept,
    tasks: &[Task],
    meant: &[usize],
    errand: &Errand<'_>,
) -> Result<usize, InputError> {
    let keys = meant.iter().map(|&at| tasks[at].key());
    let mut missing: HashSet<_> = keys.filter(|key| !kept.has(key)).collect();
    let mut taken_over = 0;
    for name in errand.kin {
        if missing.is_empty() {
            break;
        }
        for row in rows_of(errand.results, name)? {
            if missing.remove(&row.key()) {
                kept.add(Row { experiment: errand.name.to_owned(), ..row })?;
                taken_over += 1;
            }
        }
    }
    Ok(taken_over)
}

/// Takes tasks from the list until there are none left, or it is over.
fn work(
    ground: &dyn Ground,
    todo: &[usize],
    next: &AtomicUsize,
    over: &Arc<AtomicBool>,
    sender: &Sender<Told>,
) {
    while !over.load(Ordering::Relaxed) {
        let Some(&at) = todo.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
        let told = sender.send(Told::Begun(at));
        let before = processor_seconds();
        let mut found = ground.perform(at, over);
        let after = processor_seconds();
        if let (Ok(Some(measured)), Some(before), Some(after)) = (&mut found, before, after)
            && !measured.is_elsewhere
        {
            measured.seconds = rounded(after - before);
        }
        let done = told.and_then(|()| sender.send(Told::Done(at, found)));
        if done.is_err() {
            return;
        }
    }
}

/// The seconds that this thread has had of a core, as Linux counts them: other work on the machine does not count.
fn processor_seconds() -> Option<f64> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = told.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

/// A task and what came of it as a row.
fn row(errand: &Errand<'_>, task: &Task, measured: Measured) -> Row {
    Row {
        experiment: errand.name.to_owned(),
        position: task.position.clone(),
        contender: task.contender.clone(),
        settings: task.settings.clone(),
        seed: task.seed,
        counts: measured.counts,
        seconds: measured.seconds,
        version: errand.origin.version.clone(),
        machine: errand.origin.machine.clone(),
    }
}

impl Study {
    /// Refuses limits that a study of this kind does not have.
    fn allows(&self, limited: Limited) -> Result<(), InputError> {
        use super::studies::Kind;
        let Limited { nodes, tree_nodes, depth } = limited;
        let (has_nodes, has_depth) = match self.kind {
            Kind::Methods(_) => (true, false),
            Kind::Players(_) => (false, true),
            Kind::Games(_) | Kind::Jobs(_) => (false, false),
        };
        let given = [
            ("--nodes", nodes.is_some(), has_nodes),
            ("--tree-nodes", tree_nodes.is_some(), has_nodes),
            ("--depth", depth.is_some(), has_depth),
        ];
        match given.into_iter().find(|(_, is_given, is_had)| *is_given && !is_had) {
            None => Ok(()),
            Some((option, ..)) => {
                Err(InputError::new(format!("experiment {:?} has no {option}", self.name)))
            }
        }
    }
}

/// How far a run is, and how long the rest takes at this pace.
struct Pace {
    start: Instant,
    said: Option<Instant>,
    tasks: usize,
    todo: usize,
    done: usize,
}

impl Pace {
    fn new(tasks: usize, todo: usize) -> Pace {
        Pace { start: Instant::now(), said: None, tasks, todo, done: 0 }
    }

    /// `row 17 of 240: loa-middle:003, mia4, about 2 min left`.
    fn say(&mut self, at: usize, position: &str, contender: &str, listener: &mut dyn Listener) {
        if self.said.is_some_and(|said| said.elapsed() < SAY_EVERY) {
            return;
        }
        self.said = Some(Instant::now());
        let each = self.start.elapsed().as_secs_f64() / self.done.max(1) as f64;
        let rest = (self.done > 0).then_some(each * (self.todo - self.done) as f64);
        let rest = rest.map_or(String::new(), |seconds| format!(", {}", left(seconds)));
        let at = thousands(at as u64 + 1);
        let of = thousands(self.tasks as u64);
        listener.status(&format!("row {at} of {of}: {position}, {contender}{rest}"));
    }
}
