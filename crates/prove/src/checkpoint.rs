//! A long df-pn run on disk: the table, what it belongs to, and how far the search was.
//!
//! ```text
//!   "ANDORCKP" | length of the header, 8 bytes | header, JSON | table bytes | checksum, 8 bytes
//! ```
//!
//! A checkpoint is written beside its final name, flushed to the disk and then renamed, so that a
//! kill or a full disk leaves the previous one whole. All that a df-pn search knows is in its
//! table: resuming means filling the table and asking again. Writing never takes more than about
//! a twentieth of the time: the next checkpoint waits twenty times as long as the last one took.

use crate::table::{Table, TableShape};
use andor_core::{Counters, InputError, Player, Question};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const MAGIC: &[u8; 8] = b"ANDORCKP";
const VERSION: u32 = 1;
/// A header is a few hundred bytes; more is not one.
const MAX_HEADER: u64 = 1 << 20;

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
}

/// A search read back from disk.
pub struct Saved {
    /// What it is about.
    pub identity: Identity,
    /// The question it was working on.
    pub question: Question,
    /// The work done.
    pub counters: Counters,
    /// All that was known.
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

    /// Writes one; the line says what was written.
    pub(crate) fn write(
        &mut self,
        question: Question,
        counters: Counters,
        table: &Table,
    ) -> Result<String, InputError> {
        let start = Instant::now();
        let mut beside = self.plan.path.clone().into_os_string();
        beside.push(".writing");
        let beside = PathBuf::from(beside);
        let written = write_file(&beside, &self.plan.identity, question, counters, table)
            .and_then(|()| fs::rename(&beside, &self.plan.path));
        let took = start.elapsed();
        self.next = Instant::now() + self.plan.every.max(20 * took);
        written.map_err(|error| {
            // Best effort: the half-written file is of no use to anybody.
            let _ = fs::remove_file(&beside);
            InputError::new(format!("{}: {error}", self.plan.path.display()))
        })?;
        Ok(format!(
            "checkpoint {}: {} entries, {:.1} s",
            self.plan.path.display(),
            table.used(),
            took.as_secs_f64()
        ))
    }
}

fn write_file(
    path: &Path,
    identity: &Identity,
    question: Question,
    counters: Counters,
    table: &Table,
) -> io::Result<()> {
    let (shape, contents) = table.contents();
    let header = Header {
        version: VERSION,
        identity: identity.clone(),
        prover: question.player.letter().to_string(),
        nodes: counters.nodes,
        expanded: counters.expanded,
        table: shape,
    };
    let header = serde_json::to_vec(&header)?;
    let checksum = checksum(checksum(0, &header), contents);
    let mut file = BufWriter::new(File::create(path)?);
    file.write_all(MAGIC)?;
    file.write_all(&(header.len() as u64).to_le_bytes())?;
    file.write_all(&header)?;
    file.write_all(contents)?;
    file.write_all(&checksum.to_le_bytes())?;
    file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

/// What a checkpoint is about.
///
/// # Errors
/// If it cannot be read, is none, or its header is damaged.
pub fn identity(path: &Path) -> Result<Identity, InputError> {
    Ok(open(path)?.header.identity)
}

/// A checkpoint read up to its table.
struct Opened {
    name: String,
    file: BufReader<File>,
    header: Header,
    header_bytes: Vec<u8>,
}

impl Opened {
    fn bad(&self, why: &str) -> InputError {
        InputError::new(format!("checkpoint {}: {why}", self.name))
    }
}

fn open(path: &Path) -> Result<Opened, InputError> {
    let name = InputError::quote(&path.display().to_string());
    let bad = |why: &str| InputError::new(format!("checkpoint {name}: {why}"));
    let file = File::open(path).map_err(|error| bad(&error.to_string()))?;
    let mut file = BufReader::new(file);
    let mut read = |bytes: &mut [u8]| {
        file.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => bad("it is cut off"),
            _ => bad(&error.to_string()),
        })
    };
    let mut word = [0; 8];
    read(&mut word)?;
    if word != *MAGIC {
        return Err(bad("this is not a checkpoint"));
    }
    read(&mut word)?;
    let length = u64::from_le_bytes(word);
    if length > MAX_HEADER {
        return Err(bad("the header is damaged"));
    }
    let mut header_bytes = vec![0; length as usize];
    read(&mut header_bytes)?;
    let header: Header =
        serde_json::from_slice(&header_bytes).map_err(|_| bad("the header is damaged"))?;
    if header.version != VERSION {
        return Err(bad(&format!("it has version {}, not {VERSION}", header.version)));
    }
    Ok(Opened { name, file, header, header_bytes })
}

/// Reads a checkpoint.
///
/// # Errors
/// If it cannot be read, is none, or is damaged.
pub fn load(path: &Path) -> Result<Saved, InputError> {
    let mut opened = open(path)?;
    let player = Player::from_letter(&opened.header.prover);
    let player = player.ok_or_else(|| opened.bad("the header is damaged"))?;
    let table_bytes = crate::depth_first::table_budget(opened.header.identity.memory);
    let table = Table::restore(table_bytes, opened.header.table, |contents| {
        let mut stored = [0; 8];
        let read = opened.file.read_exact(contents);
        let read = read.and_then(|()| opened.file.read_exact(&mut stored));
        read.map_err(|_| opened.bad("it is cut off"))?;
        let sum = checksum(checksum(0, &opened.header_bytes), contents);
        let more = opened.file.read(&mut [0]).is_ok_and(|read| read > 0);
        if u64::from_le_bytes(stored) != sum || more {
            return Err(opened.bad("the contents are damaged"));
        }
        Ok(())
    })?;
    let Opened { header, .. } = opened;
    Ok(Saved {
        identity: header.identity,
        question: Question::wins(player),
        counters: Counters { nodes: header.nodes, expanded: header.expanded, reproved: 0 },
        table,
    })
}

/// FNV-1a over 64-bit words: every step is a bijection, so no single change goes unnoticed.
fn checksum(start: u64, bytes: &[u8]) -> u64 {
    let step = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(29);
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(start, |sum, word| step(sum, u64::from_le_bytes(*word)));
    rest.iter().fold(step(sum, bytes.len() as u64), |sum, &byte| step(sum, u64::from(byte)))
}
