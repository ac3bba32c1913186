//! A long run on disk: what it is about, how far it was, and all that it knew.
//!
//! All that a df-pn search knows is in its table: resuming means filling the table and asking
//! again; so with the boolean search and its table of solved values. A best-first search has its log
//! of solved positions in the place of the table, and its tree besides (`tree`); a job-level search has
//! the coordinator's tree and one table a worker. All are files of one kind (`container`).
//!
//! A checkpoint names its problem by a SHA-256 (of [`Identity`] and of the question), and all its bytes
//! end in another: a file whose bytes were changed anywhere is refused. Those of version 1 have neither,
//! only sums against accidents; they are read all the same.
//!
//! Writing never takes more than about a twentieth of the time: the next checkpoint waits twenty
//! times as long as the last one took.

mod container;
mod resumed;
mod tree;

pub(crate) use container::{Reader, Writer, checksum};
pub(crate) use resumed::Resumed;
pub(crate) use tree::{Snapshot, TreeShape, TreeView, Unwalked, read_tree};

use crate::table::{Table, TableShape};
use andor_core::{Counters, InputError, Instant, Player, Question};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

const VERSION: u32 = 2;
/// The version before: without the two SHA-256.
const WITHOUT_HASHES: u32 = 1;

/// What a search is about: a checkpoint can only go on with the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Identity {
    /// The game's spec string.
    pub game: String,
    /// The SHA-256 of what the spec only points at, in hexadecimal: of a graph, the bytes of its file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
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

impl Identity {
    /// The SHA-256 of the problem with this question, in hexadecimal.
    fn sha256(&self, prover: &str) -> String {
        // JSON keeps the parts apart: no two identities have the same text.
        let text = serde_json::to_vec(&(self, prover)).expect("an identity is plain data");
        hexadecimal(&Sha256::digest(text))
    }
}

/// The digits of some bytes.
#[must_use]
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What a checkpoint says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    /// What it is about.
    pub identity: Identity,
    /// Whether its bytes are guarded by a SHA-256, not only against accidents.
    pub is_hashed: bool,
    /// How long all runs took until it was written.
    pub elapsed: Duration,
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
    /// How long the runs before this one took.
    pub before: Duration,
}

#[derive(Serialize, Deserialize)]
struct Header {
    version: u32,
    identity: Identity,
    prover: String,
    /// The SHA-256 of these two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    nodes: u64,
    expanded: u64,
    /// The time of all runs.
    #[serde(default)]
    milliseconds: u64,
    table: TableShape,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tree: Option<TreeShape>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    jobs: Option<JobsShape>,
}

/// The parts of a job-level search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct JobsShape {
    /// Workers, each with a table behind the coordinator's tree.
    pub(crate) workers: u64,
    /// Nodes of that tree.
    pub(crate) nodes: u64,
}

/// A search read back from disk.
pub(crate) struct Saved<T = Table> {
    /// The question it was working on.
    pub question: Question,
    /// The work done.
    pub counters: Counters,
    /// All that was known, or of a best-first search the log of solved positions.
    pub table: T,
}

/// The writer of one run's checkpoints.
pub(crate) struct Checkpoint {
    plan: CheckpointPlan,
    start: Instant,
    /// The last one, and how long the next one waits from there.
    last: Instant,
    wait: Duration,
}

impl Checkpoint {
    pub(crate) fn new(plan: CheckpointPlan) -> Checkpoint {
        let start = Instant::now();
        let wait = plan.every;
        Checkpoint { plan, start, last: start, wait }
    }

    pub(crate) fn is_due(&self) -> bool {
        self.last.elapsed() >= self.wait
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
        let nodes =
            tree.as_ref().map_or(String::new(), |tree| format!("{} tree nodes, ", tree.live));
        let what = format!("{nodes}{} entries", table.used);
        let header = Header { table, tree, ..self.header(question, counters) };
        self.write_file(&header, &what, payload)
    }

    /// Writes one of a job-level search: the tree, then a table a worker.
    pub(crate) fn write_jobs(
        &mut self,
        question: Question,
        counters: Counters,
        shape: JobsShape,
        payload: impl FnOnce(&mut Writer) -> io::Result<()>,
    ) -> String {
        let JobsShape { workers, nodes } = shape;
        let what = format!("{nodes} tree nodes, tables of {workers} workers");
        let header = Header { jobs: Some(shape), ..self.header(question, counters) };
        self.write_file(&header, &what, payload)
    }

    fn header(&self, question: Question, counters: Counters) -> Header {
        let prover = question.player.letter().to_string();
        Header {
            version: VERSION,
            identity: self.plan.identity.clone(),
            problem: Some(self.plan.identity.sha256(&prover)),
            prover,
            nodes: counters.nodes,
            expanded: counters.expanded,
            milliseconds: (self.plan.before + self.start.elapsed()).as_millis() as u64,
            table: TableShape { start: 0, doubled: 0, used: 0 },
            tree: None,
            jobs: None,
        }
    }

    /// No checkpoint now, for this reason; the line says so.
    pub(crate) fn postpone(&mut self, error: &io::Error) -> String {
        (self.last, self.wait) = (Instant::now(), self.plan.every);
        format!("checkpoint not written: {}: {error}", self.plan.path.display())
    }

    fn write_file(
        &mut self,
        header: &Header,
        what: &str,
        payload: impl FnOnce(&mut Writer) -> io::Result<()>,
    ) -> String {
        let start = Instant::now();
        let path = &self.plan.path;
        let written = container::write(path, header, payload);
        let took = start.elapsed();
        (self.last, self.wait) = (Instant::now(), self.plan.every.max(20 * took));
        let name = path.display();
        match written {
            Ok(()) => format!("checkpoint {name}: {what}, {:.1} s", took.as_secs_f64()),
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

/// What a checkpoint is about, and how far its word goes.
///
/// # Errors
/// As [`identity`].
pub fn about(path: &Path) -> Result<About, InputError> {
    let (Header { identity, version, milliseconds, .. }, _) = open(path)?;
    let elapsed = Duration::from_millis(milliseconds);
    Ok(About { identity, is_hashed: version != WITHOUT_HASHES, elapsed })
}

fn open(path: &Path) -> Result<(Header, Reader), InputError> {
    let (header, mut reader) = container::open::<Header>(path)?;
    match header.version {
        VERSION if header.problem.as_ref() == Some(&header.identity.sha256(&header.prover)) => {}
        VERSION => return Err(reader.bad("the header is damaged")),
        WITHOUT_HASHES => reader.has_no_hash(),
        version => {
            let why = format!("it has version {version}, not {VERSION} or {WITHOUT_HASHES}");
            return Err(reader.bad(&why));
        }
    }
    Ok((header, reader))
}

/// Reads the checkpoint of a df-pn search.
///
/// # Errors
/// If it cannot be read, is none, or is damaged.
pub(crate) fn load(path: &Path) -> Result<Saved, InputError> {
    load_table(path, crate::depth_first::table_budget)?.end_without_tree()
}

/// Reads a checkpoint whose table has this much of the memory, and what stands behind the table.
pub(crate) fn load_with<T>(
    path: &Path,
    table_budget: fn(u64) -> u64,
    rest: impl FnOnce(&Identity, Option<TreeShape>, &mut Reader) -> Result<T, InputError>,
) -> Result<(Saved, T), InputError> {
    load_table(path, table_budget)?.end(rest)
}

/// Reads a checkpoint up to the end of its table, which has this much of the memory.
fn load_table(path: &Path, table_budget: fn(u64) -> u64) -> Result<Begun, InputError> {
    begin(path, |identity, shape, reader| {
        let budget = table_budget(identity.memory);
        let words = shape.words().ok_or_else(|| reader.bad("the header is damaged"))?;
        let table = Table::restore(budget, shape, || reader.next_word())?;
        reader.end_words(words);
        Ok(table)
    })
}

/// Reads a checkpoint with whatever kind of table it has, up to the end of that.
pub(crate) fn begin<T>(
    path: &Path,
    table: impl FnOnce(&Identity, TableShape, &mut Reader) -> Result<T, InputError>,
) -> Result<Begun<T>, InputError> {
    let (header, mut reader) = open(path)?;
    if header.jobs.is_some() {
        return Err(reader.bad("it belongs to a job-level search"));
    }
    let (question, counters) = question_of(&header, &reader)?;
    let Header { identity, table: shape, tree, .. } = header;
    let table = table(&identity, shape, &mut reader)?;
    Ok(Begun { identity, tree, saved: Saved { question, counters, table }, reader })
}

/// A checkpoint that is read up to the end of its table.
pub(crate) struct Begun<T = Table> {
    identity: Identity,
    tree: Option<TreeShape>,
    saved: Saved<T>,
    reader: Reader,
}

impl<T> Begun<T> {
    /// Reads what stands behind the table.
    fn end<R>(
        mut self,
        rest: impl FnOnce(&Identity, Option<TreeShape>, &mut Reader) -> Result<R, InputError>,
    ) -> Result<(Saved<T>, R), InputError> {
        let rest = rest(&self.identity, self.tree, &mut self.reader)?;
        self.reader.finish()?;
        Ok((self.saved, rest))
    }

    /// Nothing may stand there.
    pub(crate) fn end_without_tree(self) -> Result<Saved<T>, InputError> {
        let (saved, ()) = self.end(|_, tree, reader| match tree {
            None => Ok(()),
            Some(_) => Err(reader.bad("it belongs to a best-first search")),
        })?;
        Ok(saved)
    }
}

/// The question of a search, and the work done.
fn question_of(header: &Header, reader: &Reader) -> Result<(Question, Counters), InputError> {
    let player = Player::from_letter(&header.prover);
    let player = player.ok_or_else(|| reader.bad("the header is damaged"))?;
    let (nodes, expanded) = (header.nodes, header.expanded);
    Ok((Question::wins(player), Counters { nodes, expanded, ..Counters::default() }))
}

/// Reads the checkpoint of a job-level search.
pub(crate) fn load_jobs<T>(
    path: &Path,
    parts: impl FnOnce(&Identity, Question, JobsShape, &mut Reader) -> Result<T, InputError>,
) -> Result<(Question, Counters, T), InputError> {
    let (header, mut reader) = open(path)?;
    let shape =
        header.jobs.ok_or_else(|| reader.bad("it does not belong to a job-level search"))?;
    let (question, counters) = question_of(&header, &reader)?;
    let parts = parts(&header.identity, question, shape, &mut reader)?;
    reader.finish()?;
    Ok((question, counters, parts))
}

/// Appends a table with its shape, or that there is none.
pub(crate) fn write_table(writer: &mut Writer, table: Option<&Table>) -> io::Result<()> {
    let Some(table) = table else { return writer.words([0; 3].into_iter()) };
    let TableShape { start, doubled, used } = table.shape();
    writer.words([start, u64::from(doubled), used].into_iter())?;
    writer.words(table.words())
}

/// Reads a table with its shape, for this many bytes, if there is one.
pub(crate) fn read_table(reader: &mut Reader, bytes: u64) -> Result<Option<Table>, InputError> {
    let [start, doubled, used] = [reader.next_word()?, reader.next_word()?, reader.next_word()?];
    reader.end_words(3);
    if start == 0 {
        return Ok(None);
    }
    let damaged = "the contents are damaged";
    let doubled = u32::try_from(doubled).map_err(|_| reader.bad(damaged))?;
    let shape = TableShape { start, doubled, used };
    let words = shape.words().ok_or_else(|| reader.bad(damaged))?;
    let table = Table::restore(bytes, shape, || reader.next_word())?;
    reader.end_words(words);
    Ok(Some(table))
}
