//! A comparison as a study: one task for every position and method, each a search of its own.

use super::contender::Contender;
use super::preset::Preset;
use super::results::{Attempt, Conditions, Task as Searched};
use super::set_file::{Set, Source};
use super::{about_histories, search};
use crate::study::{Ground, Limited, Measured, Task};
use crate::{LabError, sets};
use andor_core::{InputError, Limits, Silent};
use andor_engine::{Catalogue, Value as Claimed};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How many positions a comparison is about.
pub(crate) fn size(preset: &Preset) -> usize {
    let text = sets::find(&preset.set).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
    lines.min(preset.positions.unwrap_or(usize::MAX))
}

/// How hard the positions of a comparison are, by their names: the least nodes that a solver of the set's jury
/// needed. Nothing for a set that does not say it.
pub(crate) fn hardness(preset: &Preset) -> HashMap<String, f64> {
    let lines = sets::find(&preset.set).unwrap_or_default().lines();
    let lines = lines.filter(|line| !line.trim().is_empty()).take(size(preset));
    let named = lines.enumerate().filter_map(|(at, line)| {
        let least = serde_json::from_str::<Value>(line).ok()?["least"].as_f64()?;
        Some((position_name(&preset.set, at), least))
    });
    named.collect()
}

/// The name of a position: its set, and its place there from 1.
pub(crate) fn position_name(set: &str, at: usize) -> String {
    format!("{set}:{:03}", at + 1)
}

/// Methods, positions and limits.
pub(crate) struct MethodGround {
    set: Set,
    conditions: Conditions,
    contenders: Vec<Contender>,
    tasks: Vec<Task>,
}

impl MethodGround {
    /// The first `most` positions of a preset's set.
    pub(crate) fn new(
        catalogue: &Catalogue,
        preset: &Preset,
        most: usize,
        limited: Limited,
    ) -> Result<MethodGround, InputError> {
        let source = Source::Own(preset.set.clone());
        let nodes = limited.nodes.unwrap_or(preset.nodes);
        let tree_nodes = limited.tree_nodes.unwrap_or(preset.tree_nodes);
        let mut methods: Vec<&str> = Vec::new();
        for row in &preset.rows {
            if !methods.contains(&&*row.method) {
                methods.push(&row.method);
            }
        }
        let shows_trees = about_histories().iter().any(|other| other.name == preset.name);
        let conditions = Conditions {
            nodes: Some(nodes),
            expansions: None,
            tree_nodes: Some(tree_nodes),
            memory: Limits::default().memory,
            certify: false,
            shows_trees,
            tables: Vec::new(),
        };
        MethodGround::of(catalogue, &source, &preset.set, most, &methods, conditions)
    }

    /// Any methods on the first `most` positions of any set, with limits of nodes and of nodes in memory.
    pub(crate) fn on_set(
        catalogue: &Catalogue,
        source: &Source,
        set_name: &str,
        most: usize,
        methods: &[&str],
        (nodes, tree_nodes): (u64, u64),
    ) -> Result<MethodGround, InputError> {
        let conditions = Conditions {
            nodes: Some(nodes),
            expansions: None,
            tree_nodes: Some(tree_nodes),
            memory: Limits::default().memory,
            certify: false,
            shows_trees: false,
            tables: Vec::new(),
        };
        MethodGround::of(catalogue, source, set_name, most, methods, conditions)
    }

    /// How many positions there are.
    pub(crate) fn position_count(&self) -> usize {
        self.set.positions.len()
    }

    /// The game and the text of a position.
    pub(crate) fn position(&self, at: usize) -> (String, String) {
        let labelled = &self.set.positions[at];
        (labelled.game.clone(), labelled.line.asked())
    }

    /// Whether a value is not the label of a position.
    pub(crate) fn contradicts(&self, at: usize, value: Claimed) -> bool {
        !value.is_unknown() && value != self.set.positions[at].value
    }

    fn of(
        catalogue: &Catalogue,
        source: &Source,
        set_name: &str,
        most: usize,
        methods: &[&str],
        conditions: Conditions,
    ) -> Result<MethodGround, InputError> {
        let set = Set::read(catalogue, source, most)?;
        let contenders =
            methods.iter().map(|text| Contender::parse(text)).collect::<Result<Vec<_>, _>>()?;
        let mut tasks = Vec::new();
        for (at, labelled) in set.positions.iter().enumerate() {
            for contender in &contenders {
                let task = Searched::of(labelled, contender, &conditions);
                tasks.push(Task {
                    position: position_name(set_name, at),
                    contender: contender.text.clone(),
                    settings: settings(&task),
                    seed: 0,
                });
            }
        }
        Ok(MethodGround { set, conditions, contenders, tasks })
    }
}

/// The limits of a search as a row has them.
fn settings(task: &Searched) -> Map<String, Value> {
    let limits = [
        ("nodes", task.max_nodes),
        ("expansions", task.max_expansions),
        ("tree_nodes", task.max_tree_nodes),
        ("memory", Some(task.memory)),
    ];
    let limits = limits.into_iter();
    limits.filter_map(|(name, limit)| Some((name.to_owned(), json!(limit?)))).collect()
}

impl Ground for MethodGround {
    fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    fn perform(&self, at: usize, stop: &Arc<AtomicBool>) -> Result<Option<Measured>, LabError> {
        let labelled = &self.set.positions[at / self.contenders.len()];
        let contender = &self.contenders[at % self.contenders.len()];
        let task = Searched::of(labelled, contender, &self.conditions);
        let found =
            search(&self.set, labelled, contender, &task, &self.conditions, stop, &mut Silent)?;
        let Some(mut found) = found else { return Ok(None) };
        found.fault = found.fault_against(labelled.value);
        if found.fault.is_some() && contender.is_sound() {
            let (game, line) = (&labelled.game, &labelled.line);
            let (text, claimed, value) = (&contender.text, found.claimed, labelled.value);
            let line = format!("{game} {line}: {text} says {claimed}, the label {value}");
            return Err(LabError::Rejected(line));
        }
        Ok(Some(measured(&found)))
    }
}

/// An attempt as counts.
fn measured(found: &Attempt) -> Measured {
    let mut counts = Map::new();
    counts.insert("value".to_owned(), json!(found.claimed));
    counts.insert("stopped".to_owned(), json!(found.stopped));
    counts.insert("nodes".to_owned(), json!(found.nodes));
    counts.insert("expanded".to_owned(), json!(found.expanded));
    for (name, count) in [
        ("simulations", found.simulations),
        ("simulated", found.simulated),
        ("flawed", found.flawed),
    ] {
        if count > 0 {
            counts.insert(name.to_owned(), json!(count));
        }
    }
    if let Some(fault) = found.fault {
        counts.insert("wrong".to_owned(), json!(fault.name()));
    }
    Measured { counts, seconds: found.seconds, is_elsewhere: false }
}
