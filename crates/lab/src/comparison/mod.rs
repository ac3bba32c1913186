//! `andor bench sets` and `andor bench table1`, ...: methods compared on a set of labelled
//! positions, as the papers do it.
//!
//! Every contender searches every position within the same limits, position by position, and
//! every answer is compared with the label. Certificates are not extracted unless `--certify` asks
//! for it: the papers measured the search, and the labels are certified already.
//!
//! Searches that are unsound on purpose (`ghi=ignore`) may be wrong: that is counted, by the label and
//! by the tree that they have stored.

mod contender;
mod ghi;
mod ground;
mod pace;
mod preset;
mod results;
mod set_file;
mod summary;

pub(crate) use ground::{MethodGround, hardness, position_name, size};
pub(crate) use pace::left;
pub use preset::{Paper, Preset, PresetFile, PresetRow, papers};
pub(crate) use set_file::Source as PositionSet;

use crate::{Done, Ended, LabError, Listener, sets};
use andor_core::figures::thousands;
use andor_core::{InputError, Limits, Observer};
use andor_engine::{Catalogue, Ghi, OwnTree, Request, Stage, Table, Verification};
use contender::Contender;
use pace::Pace;
use preset::{about_histories, presets};
use results::{Attempt, Conditions, Results, Task, Tree};
use set_file::{Labelled, Set, Source};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use summary::Row;

/// The comparison that a plan describes whole.
const ANY: &str = "sets";
/// The name of all tables about histories.
const HISTORIES: &str = "ghi";
/// The limit on nodes of the papers' first tables.
const NODES: u64 = 50_000_000;
/// How often to say how far it is.
const SAY_EVERY: Duration = Duration::from_secs(30);

/// The names of all comparisons.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    [ANY, HISTORIES].into_iter().chain(presets().map(|preset| preset.name.as_str()))
}

/// A comparison: one of [`papers`], `ghi` for all tables about histories, or `sets`; what is `None` is as its
/// paper has it.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The name.
    pub name: String,
    /// Another set: one JSON object a line with game, position and value.
    pub set: Option<PathBuf>,
    /// Other methods, with commas between them.
    pub methods: Option<String>,
    /// Only the first so many positions.
    pub positions: Option<usize>,
    /// The limit of nodes.
    pub nodes: Option<u64>,
    /// The limit of expansions; without one of nodes, in its place.
    pub expansions: Option<u64>,
    /// The limit of nodes in memory.
    pub tree_nodes: Option<u64>,
    /// Bytes for trees and tables.
    pub memory: Option<u64>,
    /// Whether certificates are extracted and checked, too.
    pub certify: bool,
    /// Endgame tables to ask, in positions of their games.
    pub tables: Vec<Arc<Table>>,
    /// The file that keeps results.
    pub resume: Option<PathBuf>,
}

/// What is to be compared, on what, and how.
struct Comparison {
    name: String,
    title: String,
    source: Source,
    most: usize,
    conditions: Conditions,
    contenders: Vec<Contender>,
    rows: Vec<Row>,
}

/// Runs a comparison, or all of a name, one after the other.
///
/// # Errors
/// If something in the plan cannot be used, or a sound method disagrees with a label.
pub fn run(catalogue: &Catalogue, plan: &Plan, listener: &mut dyn Listener) -> Done {
    if plan.name != HISTORIES {
        return run_one(catalogue, plan, listener);
    }
    if let Some(set) = &plan.set {
        let set = InputError::quote(&set.display().to_string());
        let message =
            format!("--set {set}: bench {HISTORIES} has two sets, name one of its tables");
        return Err(InputError::new(message).into());
    }
    for (at, preset) in about_histories().iter().enumerate() {
        if at > 0 {
            listener.text("");
        }
        let plan = Plan { name: preset.name.clone(), ..plan.clone() };
        if run_one(catalogue, &plan, listener)? == Ended::Interrupted {
            return Ok(Ended::Interrupted);
        }
    }
    Ok(Ended::Whole)
}

fn run_one(catalogue: &Catalogue, plan: &Plan, listener: &mut dyn Listener) -> Done {
    // Step 1. Everything that can be wrong with the words, before hours of work.
    let mut comparison = comparison(plan)?;
    let set = Set::read(catalogue, &comparison.source, comparison.most)?;
    let mut results = Results::open(plan.resume.as_deref())?;
    announce(&comparison, set.positions.len(), listener);
    if plan.resume.is_none() {
        listener.note("results are not kept: --resume FILE keeps them, and goes on from there");
    }

    // Step 2. Position by position, so that what a stopped run has is comparable.
    let interrupt = listener.interrupt();
    let start = Instant::now();
    let mut said = Instant::now();
    let mut wrong = Vec::new();
    let mut pace = Pace::new(set.positions.len(), comparison.contenders.len());
    for (at, labelled) in set.positions.iter().enumerate() {
        for (contender, row) in comparison.contenders.iter().zip(&mut comparison.rows) {
            let task = Task::of(labelled, contender, &comparison.conditions);
            let known = results.get(&task).cloned();
            let mut outcome = match known {
                Some(known) => Some(known),
                None if interrupt.load(Ordering::Relaxed) => None,
                None => {
                    let about = pace.about(at, &row.label);
                    let mut observer = listener.observer(&about);
                    let found = search(
                        &set,
                        labelled,
                        contender,
                        &task,
                        &comparison.conditions,
                        &interrupt,
                        &mut *observer,
                    )?;
                    drop(observer);
                    pace.searched += 1;
                    if let Some(found) = &found {
                        results.add(task, found.clone())?;
                    }
                    found
                }
            };
            if let Some(outcome) = &mut outcome {
                outcome.fault = outcome.fault_against(labelled.value);
            }
            if let Some(outcome) = &outcome
                && outcome.fault.is_some()
                && contender.is_sound()
            {
                let Labelled { game, line, value } = labelled;
                let (found, by) = (outcome.claimed, &row.label);
                wrong.push(format!("{game} {line}: {by} says {found}, the label {value}"));
            }
            row.outcomes.push(outcome);
            pace.passed += 1;
        }
        if said.elapsed() >= SAY_EVERY {
            said = Instant::now();
            let seconds = start.elapsed().as_secs_f64();
            listener.note(&format!(
                "{} of {} positions, {seconds:.0} s",
                at + 1,
                set.positions.len()
            ));
        }
    }

    // Step 3. The table, and whether it can be believed.
    for object in summary::objects(&comparison.name, &comparison.rows) {
        listener.object(&object);
    }
    for line in summary::lines(&comparison.rows).into_iter().chain(ghi::remarks(&comparison.rows)) {
        listener.text(&line);
    }
    if !wrong.is_empty() {
        let line = format!("methods disagree with the labels: {}", wrong.join("; "));
        return Err(LabError::Rejected(line));
    }
    if interrupt.load(Ordering::Relaxed) {
        listener.note(match &plan.resume {
            Some(_) => "interrupted: the same command goes on",
            None => "interrupted, and nothing was kept",
        });
        return Ok(Ended::Interrupted);
    }
    Ok(Ended::Whole)
}

/// What a plan asks for; a preset's parts can be replaced one by one.
fn comparison(plan: &Plan) -> Result<Comparison, InputError> {
    let preset = presets().find(|preset| preset.name == plan.name);
    let missing = |what: &str| {
        InputError::new(format!(
            "bench {ANY} needs {what}, such as andor bench {ANY} \
             --set {}/loa-8x8-easier.jsonl --methods pn,ef-pn",
            sets::FOLDER
        ))
    };
    let own = preset.map(|preset| Source::Own(preset.set.clone()));
    let source = plan.set.clone().map(Source::File).or(own);
    let source = source.ok_or_else(|| missing("--set FILE.jsonl"))?;
    let title = preset.map_or(ANY, |preset| preset.title.as_str()).to_owned();
    let mut rows: Vec<Row> = match (&plan.methods, preset) {
        (Some(methods), _) => methods.split(',').map(|text| plain_row(text.trim())).collect(),
        (None, Some(preset)) => preset.rows.iter().map(Row::from).collect(),
        (None, None) => return Err(missing("--methods M,M,..")),
    };
    let contenders: Vec<Contender> =
        rows.iter().map(|row| Contender::parse(&row.text)).collect::<Result<_, _>>()?;
    for (row, contender) in rows.iter_mut().zip(&contenders) {
        row.ghi = contender.settings.ghi;
    }
    let own_nodes = preset.map_or(NODES, |preset| preset.nodes);
    let most = plan.positions.into_iter().chain(preset.and_then(|preset| preset.positions)).min();
    Ok(Comparison {
        name: plan.name.clone(),
        title,
        source,
        most: most.unwrap_or(usize::MAX),
        conditions: Conditions {
            nodes: plan.nodes.or((plan.expansions.is_none()).then_some(own_nodes)),
            expansions: plan.expansions,
            tree_nodes: plan.tree_nodes.or(preset.map(|preset| preset.tree_nodes)),
            memory: plan.memory.unwrap_or(Limits::default().memory),
            certify: plan.certify,
            shows_trees: preset.is_none_or(|preset| {
                about_histories().iter().any(|other| other.name == preset.name)
            }),
            tables: plan.tables.clone(),
        },
        contenders,
        rows,
    })
}

/// A row without a paper.
fn plain_row(text: &str) -> Row {
    let (label, text) = (text.to_owned(), text.to_owned());
    Row { label, text, group: 0, paper: Paper::default(), ghi: Ghi::Sound, outcomes: Vec::new() }
}

impl From<&PresetRow> for Row {
    fn from(row: &PresetRow) -> Row {
        let PresetRow { label, method: text, group, paper } = row.clone();
        Row { label, text, group, paper, ghi: Ghi::Sound, outcomes: Vec::new() }
    }
}

/// So many positions, in words.
pub(crate) fn count_of(positions: usize) -> String {
    let noun = if positions == 1 { "position" } else { "positions" };
    format!("{} {noun}", thousands(positions as u64))
}

/// The lines above the table.
fn announce(comparison: &Comparison, positions: usize, listener: &mut dyn Listener) {
    let Conditions { nodes, expansions, tree_nodes, certify, .. } = &comparison.conditions;
    let limits = [(nodes, "nodes"), (expansions, "expansions")];
    let limit =
        |(most, what): (&Option<u64>, &str)| most.map(|n| format!("{} {what}", thousands(n)));
    let limits: Vec<String> = limits.into_iter().filter_map(limit).collect();
    let tables: Vec<&str> =
        comparison.conditions.tables.iter().map(|table| table.file().name()).collect();
    let tables = match tables[..] {
        [] => String::new(),
        _ => format!(", asking {}", tables.join(" and ")),
    };
    let tree = tree_nodes.map_or(String::new(), |n| format!(", {} in memory", thousands(n)));
    let certificates = match certify {
        true => "searches, then certificates (not in the numbers)",
        false => "searches only, without certificates",
    };
    listener.heading(&format!("{}: {}", comparison.name, comparison.title));
    listener.heading(&format!(
        "{} of {}, at most {}{tree}{tables}; {certificates}; totals are on the common positions",
        count_of(positions),
        comparison.source,
        limits.join(" and "),
    ));
}

/// One contender on one position; `None` if it was interrupted.
fn search(
    set: &Set,
    labelled: &Labelled,
    contender: &Contender,
    task: &Task,
    conditions: &Conditions,
    interrupt: &Arc<AtomicBool>,
    observer: &mut dyn Observer,
) -> Result<Option<Attempt>, LabError> {
    let request = Request {
        settings: contender.settings.clone(),
        goal: labelled.goal(),
        limits: Limits {
            nodes: task.max_nodes,
            expansions: task.max_expansions,
            tree_nodes: task.max_tree_nodes,
            memory: task.memory,
            interrupt: interrupt.clone(),
            ..Limits::default()
        },
        stage: match (conditions.shows_trees && contender.shows_tree(), task.certify) {
            (true, _) => Stage::OwnTree,
            (false, true) => Stage::Certificate,
            (false, false) => Stage::Search,
        },
        tables: conditions.tables_of(&labelled.game).cloned().collect(),
        ..Request::default()
    };
    let solved = set.game_of(labelled).solve(&labelled.line, &request, observer)?;
    if let Some(failure) = &solved.failure {
        let (method, position) = (&task.method, &task.position);
        let line = format!("{method} on {position}: the proof does not hold: {failure}");
        return Err(LabError::Rejected(line));
    }
    if solved.row.found().is_unknown() && interrupt.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let (nodes, seconds) = (solved.searched.nodes, solved.search_seconds);
    // Microseconds: a number with so few digits comes back from a file as it was written.
    let seconds = (seconds * 1e6).round() / 1e6;
    Ok(Some(Attempt {
        claimed: solved.row.found(),
        stopped: solved.row.stopped.to_string(),
        nodes,
        expanded: solved.searched.expanded,
        seconds,
        verified: solved.row.verified == Verification::Yes,
        simulations: solved.searched.simulations,
        simulated: solved.searched.simulated,
        flawed: solved.searched.flawed,
        tree: solved.own_tree.map(|tree| match tree {
            OwnTree::Holds => Tree::Holds,
            OwnTree::Fails => Tree::Fails,
            OwnTree::Undecided => Tree::Undecided,
        }),
        fault: None,
    }))
}
