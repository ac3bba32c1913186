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
mod preset;
mod results;
mod set_file;
mod summary;

use super::Done;
use super::solve::stop_on_ctrl_c;
use crate::arguments::BenchArguments;
use crate::exit::Failure;
use crate::progress::ProgressLine;
use crate::wording::thousands;
use crate::{Exit, Terminal};
use andor_core::{InputError, Limits};
use andor_engine::{Catalogue, Ghi, OwnTree, Request, Verification};
use contender::Contender;
use preset::{Paper, Preset, presets};
use results::{Conditions, Outcome, Results, Task, Tree};
use set_file::{Labelled, Set};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use summary::Row;

/// The comparison that is described on the command line.
const ANY: &str = "sets";
/// Where the sets are, seen from the root of the repository.
const FOLDER: &str = "testdata/sets";
/// The limit on nodes of the papers' first tables.
const NODES: u64 = 50_000_000;
/// How often to say how far it is.
const SAY_EVERY: Duration = Duration::from_secs(30);

/// The names of all comparisons.
pub(super) fn names() -> Vec<&'static str> {
    [ANY, ghi::ALL].into_iter().chain(presets().into_iter().map(|preset| preset.name)).collect()
}

/// What is to be compared, on what, and how.
struct Comparison {
    name: String,
    title: String,
    file: PathBuf,
    most: usize,
    conditions: Conditions,
    contenders: Vec<Contender>,
    rows: Vec<Row>,
}

/// Runs the comparison of this name, which is one of [`names`], or a paper's, one after the other.
pub(super) fn run(
    catalogue: &Catalogue,
    name: &str,
    arguments: &BenchArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    if name != ghi::ALL {
        return run_one(catalogue, name, arguments, json, terminal);
    }
    if let Some(set) = &arguments.set {
        let set = InputError::quote(&set.display().to_string());
        let message = format!("--set {set}: bench {name} has two sets, name one of its tables");
        return Err(InputError::new(message).into());
    }
    for (at, preset) in ghi::presets().iter().enumerate() {
        if at > 0 && !json {
            terminal.print("");
        }
        let exit = run_one(catalogue, preset.name, arguments, json, terminal)?;
        if exit != Exit::Answered {
            return Ok(exit);
        }
    }
    Ok(Exit::Answered)
}

fn run_one(
    catalogue: &Catalogue,
    name: &str,
    arguments: &BenchArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    // Step 1. Everything that can be wrong with the words, before hours of work.
    if let Some(proof) = &arguments.proof {
        let proof = InputError::quote(&proof.display().to_string());
        let message = format!("--proof {proof}: comparisons keep no certificates");
        return Err(InputError::new(message).into());
    }
    let mut comparison = comparison(name, arguments)?;
    let set = Set::read(catalogue, &comparison.file, comparison.most)?;
    let mut results = Results::open(arguments.resume.as_deref())?;
    if !json {
        announce(&comparison, set.positions.len(), terminal);
    }
    if arguments.resume.is_none() {
        terminal.note("results are not kept: --resume FILE keeps them, and goes on from there");
    }

    // Step 2. Position by position, so that what a stopped run has is comparable.
    let interrupt = Arc::new(AtomicBool::new(false));
    stop_on_ctrl_c(&interrupt);
    let start = Instant::now();
    let mut said = Instant::now();
    let mut wrong = Vec::new();
    for (at, labelled) in set.positions.iter().enumerate() {
        for (contender, row) in comparison.contenders.iter().zip(&mut comparison.rows) {
            let task = Task::of(labelled, contender, &comparison.conditions);
            let known = results.get(&task).cloned();
            let mut outcome = match known {
                Some(known) => Some(known),
                None if interrupt.load(Ordering::Relaxed) => None,
                None => {
                    let found = search(&set, labelled, contender, &task, &interrupt, terminal)?;
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
        }
        if said.elapsed() >= SAY_EVERY {
            said = Instant::now();
            let seconds = start.elapsed().as_secs_f64();
            terminal.note(&format!(
                "{} of {} positions, {seconds:.0} s",
                at + 1,
                set.positions.len()
            ));
        }
    }

    // Step 3. The table, and whether it can be believed.
    if json {
        for object in summary::objects(&comparison.name, &comparison.rows) {
            terminal.print(&object.to_string());
        }
    } else {
        for line in summary::lines(&comparison.rows) {
            terminal.print(&line);
        }
        for line in ghi::remarks(&comparison.rows) {
            terminal.print(&line);
        }
    }
    if !wrong.is_empty() {
        let line = format!("methods disagree with the labels: {}", wrong.join("; "));
        return Err(Failure { exit: Exit::Rejected, line });
    }
    if interrupt.load(Ordering::Relaxed) {
        let hint = match &arguments.resume {
            Some(_) => "interrupted: the same command goes on",
            None => "interrupted, and nothing was kept",
        };
        terminal.note(hint);
        return Ok(Exit::Unknown);
    }
    Ok(Exit::Answered)
}

/// What the command line asks for; a preset's parts can be replaced one by one.
fn comparison(name: &str, arguments: &BenchArguments) -> Result<Comparison, InputError> {
    let preset = presets().into_iter().find(|preset| preset.name == name);
    let (file, nodes, tree_nodes, first) = match &preset {
        Some(Preset { set, nodes, tree_nodes, positions, .. }) => {
            let file = PathBuf::from(format!("{FOLDER}/{set}.jsonl"));
            (Some(file), *nodes, Some(*tree_nodes), *positions)
        }
        None => (None, NODES, None, None),
    };
    let missing = |what: &str| {
        InputError::new(format!(
            "bench {ANY} needs {what}, such as andor bench {ANY} \
             --set {FOLDER}/loa-8x8-easier.jsonl --methods pn,ef-pn"
        ))
    };
    let file = arguments.set.clone().or(file).ok_or_else(|| missing("--set FILE.jsonl"))?;
    let most = arguments.limit_positions.map(|most| most as usize);
    let title = preset.as_ref().map_or(ANY, |preset| preset.title).to_owned();
    let mut rows: Vec<Row> = match (&arguments.methods, preset) {
        (Some(methods), _) => methods.split(',').map(|text| plain_row(text.trim())).collect(),
        (None, Some(preset)) => preset.rows.into_iter().map(Row::from).collect(),
        (None, None) => return Err(missing("--methods M,M,..")),
    };
    let contenders: Vec<Contender> =
        rows.iter().map(|row| Contender::parse(&row.text)).collect::<Result<_, _>>()?;
    for (row, contender) in rows.iter_mut().zip(&contenders) {
        row.ghi = contender.settings.ghi;
    }
    let usual = Limits::default().memory;
    Ok(Comparison {
        name: name.to_owned(),
        title,
        file,
        most: most.into_iter().chain(first).min().unwrap_or(usize::MAX),
        conditions: Conditions {
            nodes: arguments.nodes.unwrap_or(nodes),
            tree_nodes: arguments.tree_nodes.or(tree_nodes),
            memory: arguments.memory.unwrap_or(usual),
            certify: arguments.certify,
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

impl From<preset::PresetRow> for Row {
    fn from(row: preset::PresetRow) -> Row {
        let preset::PresetRow { label, contender: text, group, paper } = row;
        Row { label, text, group, paper, ghi: Ghi::Sound, outcomes: Vec::new() }
    }
}

/// The lines above the table.
fn announce(comparison: &Comparison, positions: usize, terminal: &mut Terminal<'_>) {
    let Conditions { nodes, tree_nodes, certify, .. } = &comparison.conditions;
    let tree = tree_nodes.map_or(String::new(), |n| format!(", {} in memory", thousands(n)));
    let certificates = match certify {
        true => "searches, then certificates (not in the numbers)",
        false => "searches only, without certificates",
    };
    terminal.print(&format!("{}: {}", comparison.name, comparison.title));
    terminal.print(&format!(
        "{} positions of {}, at most {} nodes{tree}; {certificates}; totals are on the common positions",
        thousands(positions as u64),
        comparison.file.display(),
        thousands(*nodes),
    ));
}

/// One contender on one position; `None` if it was interrupted.
fn search(
    set: &Set,
    labelled: &Labelled,
    contender: &Contender,
    task: &Task,
    interrupt: &Arc<AtomicBool>,
    terminal: &Terminal<'_>,
) -> Result<Option<Outcome>, Failure> {
    let request = Request {
        method: contender.method,
        settings: contender.settings.clone(),
        goal: labelled.goal(),
        limits: Limits {
            nodes: Some(task.max_nodes),
            tree_nodes: task.max_tree_nodes,
            memory: task.memory,
            interrupt: interrupt.clone(),
            ..Limits::default()
        },
        search_only: !task.certify || contender.shows_tree(),
        own_tree: contender.shows_tree(),
        ..Request::default()
    };
    let mut observer = ProgressLine::new(terminal.is_watched());
    let solved = set.game_of(labelled).solve(&labelled.line, &request, &mut observer)?;
    observer.finish();
    if let Some(failure) = &solved.failure {
        let (method, position) = (&task.method, &task.position);
        let line = format!("{method} on {position}: the proof does not hold: {failure}");
        return Err(Failure { exit: Exit::Rejected, line });
    }
    if solved.row.found().is_unknown() && interrupt.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let (nodes, seconds) = solved.search;
    // Microseconds: a number with so few digits comes back from a file as it was written.
    let seconds = (seconds * 1e6).round() / 1e6;
    Ok(Some(Outcome {
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
