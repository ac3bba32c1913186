//! A long run on disk: what it is about, how far it was, and all that it knew.
//!
//! All that a df-pn search knows is in its table: resuming means filling the table and asking
//! again; so with the boolean search and its table of solved values. A best-first search has its log
//! of solved positions in the place of the table, and its tree besides (`tree`). All are files of one
//! kind (`container`).
//!
//! Writing never takes more than about a twentieth of the time: the next checkpoint waits twenty
//! times as long as the last one took.

mod container;
mod tree;

pub(crate) use container::{Reader, Writer, checksum};
pub(crate) use tree::{Snapshot, TreeShape, TreeView, Unwalked, read_tree};

use crate::table::{Table, TableShape};
use andor_core::{Counters, InputError, Player, Question};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const VERSION: u32 = 1;

/// What a search is about: a checkpoint can only go on with the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Identity {
    /// The game's spec string.
    pub game: String,
    /// The root as text.
    pub position: String,
    /// The method's name.
    pub method: String,
    /// The memory budget, which shapes the table.
    pub memory: u64,
    /// Of a tree, how many nodes it may hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree_nodes: Option<u64>,
    /// Of a tree, how it grows: every parameter of the method that decides it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<String>,
}

/// Where and how often to write.
#[derive(Clone, Debug)]
pub struct CheckpointPlan {
    /// The file.
    pub path: PathBuf,
    /// At least this long between two.
    pub every: Duration,
    /// What the search is about.
    pub identity: Identity,
}

#[derive(Serialize, Deserialize)]
struct Header {
    version: u32,
    identity: Identity,
    prover: String,
    nodes: u64,
    expanded: u64,
    table: TableShape,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tree: Option<TreeShape>,
}

/// A search read back from disk.
pub struct Saved {
    /// What it is about.
    pub identity: Identity,
    /// The question it was working on.
    pub question: Question,
    /// The work done.
    pub counters: Counters,
    /// All that was known, or of a best-first search the log of solved positions.
    pub table: Table,
}

/// The writer of one run's checkpoints.
pub(crate) struct Checkpoint {
    plan: CheckpointPlan,
    next: Instant,
}

impl Checkpoint {
    pub(crate) fn new(plan: CheckpointPlan) -> Checkpoint {
        let next = Instant::now() + plan.every;
        Checkpoint { plan, next }
    }

    pub(crate) fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// Writes one, with the tree if there is one; the line says what was written, or why not.
    pub(crate) fn write(
        &mut self,
        question: Question,
        counters: Counters,
        table: &Table,
        tree: Option<&dyn TreeView>,
    ) -> String {
        let tree_shape = tree.map(TreeView::shape);
        self.write_parts(question, counters, table.shape(), tree_shape, |writer| {
            writer.words(table.words())?;
            tree.map_or(Ok(()), |tree| tree.write(writer))
        })
    }

    /// Writes one whose parts `payload` appends: the table of this shape, then the tree of that
    /// shape if there is one.
    pub(crate) fn write_parts(
        &mut self,
        question: Question,
        counters: Counters,
        table: TableShape,
        tree: Option<TreeShape>,
        payload: impl FnOnce(&mut Writer) -> io::Result<()>,
    ) -> String {
        let start = Instant::now();
        let entries = table.used;
        let header = Header {
            version: VERSION,
            identity: self.plan.identity.clone(),
            prover: question.player.letter().to_string(),
            nodes: counters.nodes,
            expanded: counters.expanded,
            table,
            tree,
        };
        let path = &self.plan.path;
        let written = container::write(path, &header, payload);
        let took = start.elapsed();
        self.next = Instant::now() + self.plan.every.max(20 * took);
        let name = path.display();
        let nodes = header.tree.map_or(String::new(), |tree| format!("{} tree nodes, ", tree.live));
        match written {
            Ok(()) => {
                let seconds = took.as_secs_f64();
                format!("checkpoint {name}: {nodes}{entries} entries, {seconds:.1} s")
            }
            Err(error) => format!("checkpoint not written: {name}: {error}"),
        }
    }
}

/// What a checkpoint is about.
///
/// # Errors
/// If it cannot be read, is none, or its header is damaged.
pub fn identity(path: &Path) -> Result<Identity, InputError> {
    Ok(open(path)?.0.identity)
}

fn open(path: &Path) -> Result<(Header, Reader), InputError> {
    let (header, reader) = container::open::<Header>(path)?;
    match header.version {
        VERSION => Ok((header, reader)),
        version => Err(reader.bad(&format!("it has version {version}, not {VERSION}"))),
    }
}

/// Reads the checkpoint of a df-pn search.
///
/// # Errors
/// If it cannot be read, is none, or is damaged.
pub fn load(path: &Path) -> Result<Saved, InputError> {
    let (saved, ()) =
        load_with(path, crate::depth_first::table_budget, |_, tree, reader| match tree {
            None => Ok(()),
            Some(_) => Err(reader.bad("it belongs to a best-first search")),
        })?;
    Ok(saved)
}

/// Reads a checkpoint whose table has this much of the memory, and what stands behind the table.
pub(crate) fn load_with<T>(
    path: &Path,
    table_budget: impl FnOnce(u64) -> u64,
    rest: impl FnOnce(&Identity, Option<TreeShape>, &mut Reader) -> Result<T, InputError>,
) -> Result<(Saved, T), InputError> {
    let restore = |identity: &Identity, shape: TableShape, reader: &mut Reader| {
        let budget = table_budget(identity.memory);
        let words = shape.words().ok_or_else(|| reader.bad("the header is damaged"))?;
        let table = Table::restore(budget, shape, || reader.next_word())?;
        reader.end_words(words);
        Ok(table)
    };
    let (saved, rest) = load_parts(path, restore, rest)?;
    let (identity, question, counters, table) = saved;
    Ok((Saved { identity, question, counters, table }, rest))
}

/// What every checkpoint has, with its table.
pub(crate) type Parts<T> = (Identity, Question, Counters, T);

/// Reads a checkpoint with whatever kind of table it has, and what stands behind the table.
pub(crate) fn load_parts<T, R>(
    path: &Path,
    table: impl FnOnce(&Identity, TableShape, &mut Reader) -> Result<T, InputError>,
    rest: impl FnOnce(&Identity, Option<TreeShape>, &mut Reader) -> Result<R, InputError>,
) -> Result<(Parts<T>, R), InputError> {
    let (header, mut reader) = open(path)?;
    let Header { identity, prover, nodes, expanded, table: shape, tree, .. } = header;
    let player = Player::from_letter(&prover).ok_or_else(|| reader.bad("the header is damaged"))?;
    let table = table(&identity, shape, &mut reader)?;
    let rest = rest(&identity, tree, &mut reader)?;
    reader.finish()?;
    let counters = Counters { nodes, expanded, ..Counters::default() };
    Ok(((identity, Question::wins(player), counters, table), rest))
}
