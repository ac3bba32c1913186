//! What each contender made of each position, kept in a file line by line, so that a comparison
//! can be stopped at any time and go on later.

use super::contender::Contender;
use super::set_file::Labelled;
use andor_core::InputError;
use andor_engine::{Table, Value};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// What was run. A result counts for another run only if all of it is the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(super) struct Task {
    pub(super) game: String,
    pub(super) position: String,
    pub(super) method: String,
    pub(super) max_nodes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) max_expansions: Option<u64>,
    pub(super) max_tree_nodes: Option<u64>,
    pub(super) memory: u64,
    pub(super) certify: bool,
    /// The endgame tables that were asked, by the names of their files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) tables: Vec<String>,
}

impl Task {
    pub(super) fn of(labelled: &Labelled, contender: &Contender, rest: &Conditions) -> Task {
        let (nodes, expansions) = match contender.counts_expansions {
            true => (None, rest.expansions.or(rest.nodes)),
            false => (rest.nodes, rest.expansions),
        };
        Task {
            game: labelled.game.clone(),
            position: labelled.line.asked(),
            method: contender.text.clone(),
            max_nodes: nodes,
            max_expansions: expansions,
            max_tree_nodes: contender.tree_nodes.or(rest.tree_nodes),
            memory: rest.memory,
            certify: rest.certify,
            tables: rest
                .tables_of(&labelled.game)
                .map(|table| table.file().name().to_owned())
                .collect(),
        }
    }
}

/// The conditions that all contenders share.
#[derive(Clone, Debug)]
pub(crate) struct Conditions {
    pub(super) nodes: Option<u64>,
    pub(super) expansions: Option<u64>,
    pub(super) tree_nodes: Option<u64>,
    pub(super) memory: u64,
    pub(super) certify: bool,
    /// Whether the proof trees of unsound searches are looked at: where their tables keep all of them.
    pub(super) shows_trees: bool,
    /// Endgame tables to ask.
    pub(super) tables: Vec<Arc<Table>>,
}

impl Conditions {
    /// The tables of this game.
    pub(super) fn tables_of(&self, spec: &str) -> impl Iterator<Item = &Arc<Table>> {
        self.tables.iter().filter(move |table| table.file().spec() == spec)
    }
}

/// What came of it: nodes, expanded and seconds of the search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Attempt {
    /// What the search found; `verified` tells whether a certificate of it was checked.
    #[serde(alias = "value")]
    pub(super) claimed: Value,
    pub(super) stopped: String,
    pub(super) nodes: u64,
    pub(super) expanded: u64,
    pub(super) seconds: f64,
    pub(super) verified: bool,
    /// Results of other paths that were replayed, positions looked at in doing so, and results
    /// that did not hold.
    #[serde(default)]
    pub(super) simulations: u64,
    #[serde(default)]
    pub(super) simulated: u64,
    #[serde(default)]
    pub(super) flawed: u64,
    /// Whether the search had stored a proof, where that is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) tree: Option<Tree>,
    /// What is wrong with it, as the label says; not kept.
    #[serde(skip)]
    pub(super) fault: Option<Fault>,
}

/// The proof tree that a search has stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Tree {
    Holds,
    Fails,
    Undecided,
}

/// Why an answer is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// It is not the label.
    Value,
    /// It is, but the search has stored no proof of it.
    Tree,
}

impl Fault {
    /// What was wrong, in a word.
    pub(super) fn name(self) -> &'static str {
        match self {
            Fault::Value => "value",
            Fault::Tree => "tree",
        }
    }
}

impl Attempt {
    /// What is wrong with this answer if the label says `value`.
    pub(super) fn fault_against(&self, value: Value) -> Option<Fault> {
        if !self.is_solved() {
            None
        } else if self.claimed != value {
            Some(Fault::Value)
        } else {
            (self.tree == Some(Tree::Fails)).then_some(Fault::Tree)
        }
    }

    pub(super) fn is_solved(&self) -> bool {
        !self.claimed.is_unknown()
    }
}

#[derive(Serialize, Deserialize)]
struct KeptLine {
    #[serde(flatten)]
    task: Task,
    #[serde(flatten)]
    outcome: Attempt,
}

/// All results so far, and the file they are kept in, if any.
pub(super) struct Results {
    known: HashMap<Task, Attempt>,
    file: Option<File>,
}

impl Results {
    /// Reads the results of a file, which new ones will be added to. It need not exist yet.
    ///
    /// # Errors
    /// If it cannot be read or written, or is a file of something else. A last line that was cut
    /// off is passed over.
    pub(super) fn open(path: Option<&Path>) -> Result<Results, InputError> {
        let Some(path) = path else {
            return Ok(Results { known: HashMap::new(), file: None });
        };
        let name = InputError::quote(&path.display().to_string());
        let refuse = |why: String| InputError::new(format!("results {name}: {why}"));
        let text = match path.exists() {
            true => fs::read_to_string(path).map_err(|error| refuse(error.to_string()))?,
            false => String::new(),
        };
        let mut known = HashMap::new();
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        for (at, line) in text[..whole].lines().enumerate() {
            let line: KeptLine = serde_json::from_str(line)
                .map_err(|error| refuse(format!("line {}: {error}", at + 1)))?;
            known.insert(line.task, line.outcome);
        }
        if whole == 0 && !text.is_empty() {
            return Err(refuse("this is no file of results".to_owned()));
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path);
        if let (Ok(file), true) = (&mut file, whole < text.len()) {
            file.set_len(whole as u64).map_err(|error| refuse(error.to_string()))?;
        }
        let file = file.map_err(|error| refuse(error.to_string()))?;
        Ok(Results { known, file: Some(file) })
    }

    pub(super) fn get(&self, task: &Task) -> Option<&Attempt> {
        self.known.get(task)
    }

    /// Keeps a result.
    ///
    /// # Errors
    /// If the file cannot be written any more.
    pub(super) fn add(&mut self, task: Task, outcome: Attempt) -> Result<(), InputError> {
        let line = KeptLine { task, outcome };
        if let Some(file) = &mut self.file {
            let text = serde_json::to_string(&line).expect("a result is plain data");
            writeln!(file, "{text}")
                .map_err(|error| InputError::new(format!("results cannot be kept: {error}")))?;
        }
        self.known.insert(line.task, line.outcome);
        Ok(())
    }
}
