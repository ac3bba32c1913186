//! The coordinator's memory on disk: the one truth about a run.
//!
//! One redb file, each commit of which is on the disk when it returns. A *journal* has every result that was
//! put into the tree, in order, as the moves to the leaf and what was found to be true of it; now and
//! then the tree is saved whole and the journal begins anew. Certificates of what was settled are kept
//! beside it, for the proof in the end.
//!
//! ```text
//!   about       what the run is about, its number, epochs, work so far
//!   snapshot    (player, part)     the tree, in parts of a megabyte
//!   journal     (player, number)   results since then
//!   proofs      (player, number)   certificates
//! ```

use andor_core::InputError;
use andor_engine::remote::{JobSubject, JobTerms, JobVerdict};
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

const ABOUT: TableDefinition<&str, &[u8]> = TableDefinition::new("about");
const SNAPSHOT: TableDefinition<(u8, u32), &[u8]> = TableDefinition::new("snapshot");
const JOURNAL: TableDefinition<(u8, u64), &[u8]> = TableDefinition::new("journal");
const PROOFS: TableDefinition<(u8, u64), &[u8]> = TableDefinition::new("proofs");

const PART: usize = 1 << 20;
/// Every start of a coordinator begins its epochs so much later than the one before.
const LEAP: u64 = 1 << 32;
const FORMAT: u32 = 2;

/// A result as the journal keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Applied {
    /// The codes of the moves to the leaf.
    pub moves: Vec<u32>,
    /// What is true of it.
    pub verdict: JobVerdict,
}

/// What a run is about, whichever of its questions is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct About {
    format: u32,
    game: String,
    position: String,
    terms: JobTerms,
}

/// The work so far, over all starts.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Work {
    /// Nodes.
    pub nodes: u64,
    /// Positions expanded.
    pub expanded: u64,
    /// Jobs whose results were put into the tree.
    pub jobs: u64,
    /// Partial results.
    pub partials: u64,
    /// Jobs whose leaf was gone.
    pub stale: u64,
}

/// What is written in one go.
#[derive(Debug, Default)]
pub struct Batch {
    /// Results, in order.
    pub applied: Vec<Applied>,
    /// Certificates.
    pub proofs: Vec<Vec<u8>>,
    /// The work so far.
    pub work: Work,
}

/// What there is about one question.
#[derive(Debug, Default)]
pub struct Kept {
    /// The tree, if it was saved.
    pub snapshot: Option<Vec<u8>>,
    /// Results since then.
    pub journal: Vec<Applied>,
    /// The work so far.
    pub work: Work,
}

/// The file.
#[derive(Debug)]
pub struct State {
    database: Database,
    /// The number of the run.
    pub run: u64,
    /// Where the epochs of this start begin.
    pub epochs: u64,
}

fn broken(error: impl std::fmt::Display) -> InputError {
    InputError::new(format!("the state cannot be read or written: {error}"))
}

impl State {
    /// Opens the state in a folder, or begins one there.
    ///
    /// # Errors
    /// If it is about something else, is in use, damaged, or cannot be written.
    pub fn open(folder: &Path, subject: &JobSubject) -> Result<State, InputError> {
        let quoted = InputError::quote(&folder.display().to_string());
        std::fs::create_dir_all(folder)
            .map_err(|error| InputError::new(format!("--state {quoted}: {error}")))?;
        let database = Database::create(folder.join("coordinator.redb"))
            .map_err(|error| InputError::new(format!("--state {quoted}: {error}")))?;
        let about = About {
            format: FORMAT,
            game: subject.game.clone(),
            position: subject.position.clone(),
            terms: subject.terms.clone(),
        };
        let write = database.begin_write().map_err(broken)?;
        let (run, epochs);
        {
            let mut table = write.open_table(ABOUT).map_err(broken)?;
            let read = |key: &str| -> Result<Option<Vec<u8>>, InputError> {
                let value = table.get(key).map_err(broken)?;
                Ok(value.map(|bytes| bytes.value().to_vec()))
            };
            let number = |bytes: Option<Vec<u8>>| {
                bytes.and_then(|bytes| bytes.try_into().ok()).map(u64::from_le_bytes)
            };
            let (found, of_run, of_epochs) =
                (read("about")?, number(read("run")?), number(read("epochs")?));
            if let Some(found) = found {
                let found: About = postcard::from_bytes(&found).map_err(broken)?;
                check_about(&quoted, &found, &about)?;
            }
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let mixed = andor_core::SplitMix64::new(now.as_nanos() as u64).next_u64();
            run = of_run.unwrap_or(mixed);
            epochs = of_epochs.unwrap_or(0) + LEAP;
            let about = postcard::to_stdvec(&about).expect("plain data");
            table.insert("about", about.as_slice()).map_err(broken)?;
            table.insert("run", run.to_le_bytes().as_slice()).map_err(broken)?;
            table.insert("epochs", epochs.to_le_bytes().as_slice()).map_err(broken)?;
            write.open_table(SNAPSHOT).map_err(broken)?;
            write.open_table(JOURNAL).map_err(broken)?;
            write.open_table(PROOFS).map_err(broken)?;
        }
        write.commit().map_err(broken)?;
        Ok(State { database, run, epochs })
    }

    /// What there is about the question of this player.
    ///
    /// # Errors
    /// If the file is damaged.
    pub fn read(&self, player: u8) -> Result<Kept, InputError> {
        let read = self.database.begin_read().map_err(broken)?;
        let mut kept = Kept::default();
        let snapshot = read.open_table(SNAPSHOT).map_err(broken)?;
        for part in snapshot.range((player, 0)..=(player, u32::MAX)).map_err(broken)? {
            let part = part.map_err(broken)?;
            kept.snapshot.get_or_insert_default().extend_from_slice(part.1.value());
        }
        let journal = read.open_table(JOURNAL).map_err(broken)?;
        for entry in journal.range((player, 0)..=(player, u64::MAX)).map_err(broken)? {
            let entry = entry.map_err(broken)?;
            kept.journal.push(postcard::from_bytes(entry.1.value()).map_err(broken)?);
        }
        let about = read.open_table(ABOUT).map_err(broken)?;
        if let Some(work) = about.get(work_of(player).as_str()).map_err(broken)? {
            kept.work = postcard::from_bytes(work.value()).map_err(broken)?;
        }
        Ok(kept)
    }

    /// Shows every certificate of this player's question.
    ///
    /// # Errors
    /// If the file is damaged.
    pub fn each_proof(&self, player: u8, mut show: impl FnMut(Vec<u8>)) -> Result<(), InputError> {
        let read = self.database.begin_read().map_err(broken)?;
        let proofs = read.open_table(PROOFS).map_err(broken)?;
        for proof in proofs.range((player, 0)..=(player, u64::MAX)).map_err(broken)? {
            show(proof.map_err(broken)?.1.value().to_vec());
        }
        Ok(())
    }

    /// Writes a batch; it is on the disk when this returns.
    ///
    /// # Errors
    /// If it cannot be written. What was there before is still there.
    pub fn write(&self, player: u8, batch: &Batch) -> Result<(), InputError> {
        let write = self.database.begin_write().map_err(broken)?;
        {
            let mut journal = write.open_table(JOURNAL).map_err(broken)?;
            let first = after_last(&journal, player)?;
            for (number, applied) in (first..).zip(&batch.applied) {
                let bytes = postcard::to_stdvec(applied).expect("plain data");
                journal.insert((player, number), bytes.as_slice()).map_err(broken)?;
            }
            let mut proofs = write.open_table(PROOFS).map_err(broken)?;
            let first = after_last(&proofs, player)?;
            for (number, proof) in (first..).zip(&batch.proofs) {
                proofs.insert((player, number), proof.as_slice()).map_err(broken)?;
            }
            let mut about = write.open_table(ABOUT).map_err(broken)?;
            let work = postcard::to_stdvec(&batch.work).expect("plain data");
            about.insert(work_of(player).as_str(), work.as_slice()).map_err(broken)?;
        }
        write.commit().map_err(broken)
    }

    /// How many results the journal has.
    ///
    /// # Errors
    /// If the file is damaged.
    pub fn journal_end(&self, player: u8) -> Result<u64, InputError> {
        let read = self.database.begin_read().map_err(broken)?;
        after_last(&read.open_table(JOURNAL).map_err(broken)?, player)
    }

    /// Writes a whole tree, which has all results of the journal before `end` in it: these are dropped.
    ///
    /// # Errors
    /// If it cannot be written. What was there before is still there.
    pub fn write_snapshot(&self, player: u8, tree: &[u8], end: u64) -> Result<(), InputError> {
        let write = self.database.begin_write().map_err(broken)?;
        {
            let mut snapshot = write.open_table(SNAPSHOT).map_err(broken)?;
            snapshot.retain_in((player, 0)..=(player, u32::MAX), |_, _| false).map_err(broken)?;
            for (number, part) in tree.chunks(PART).enumerate() {
                snapshot.insert((player, number as u32), part).map_err(broken)?;
            }
            let mut journal = write.open_table(JOURNAL).map_err(broken)?;
            journal.retain_in((player, 0)..(player, end), |_, _| false).map_err(broken)?;
        }
        write.commit().map_err(broken)
    }
}

fn work_of(player: u8) -> String {
    format!("work {}", player as char)
}

/// The number after the last one of a player.
fn after_last(
    table: &impl ReadableTable<(u8, u64), &'static [u8]>,
    player: u8,
) -> Result<u64, InputError> {
    let mut range = table.range((player, 0)..=(player, u64::MAX)).map_err(broken)?;
    let last = range.next_back().transpose().map_err(broken)?;
    Ok(last.map_or(0, |(key, _)| key.value().1 + 1))
}

fn check_about(folder: &str, found: &About, asked: &About) -> Result<(), InputError> {
    if found.format != FORMAT {
        let other = found.format;
        let message = format!("--state {folder} has format {other}, not {FORMAT}");
        return Err(InputError::new(message));
    }
    let subject = |about: &About| format!("{} {}", about.game, about.position);
    if subject(found) != subject(asked) {
        let (found, asked) =
            (InputError::quote(&subject(found)), InputError::quote(&subject(asked)));
        let message = format!("--state {folder} is about {found}, not about {asked}");
        return Err(InputError::new(message));
    }
    if found.terms != asked.terms {
        let message = format!("--state {folder} is of a run with other settings of its jobs");
        return Err(InputError::new(message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Applied, Batch, LEAP, State, Work};
    use andor_engine::remote::{JobChild, JobSubject, JobTerms, JobVerdict};
    use std::path::PathBuf;

    fn subject(game: &str) -> JobSubject {
        JobSubject {
            game: game.to_owned(),
            position: "x".to_owned(),
            player: 'b',
            fingerprint: 1,
            terms: JobTerms::default(),
        }
    }

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("andor-state-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    fn applied(code: u32) -> Applied {
        let child = JobChild { code, phi: 1, delta: 2, leans_on: u32::MAX };
        Applied { moves: vec![code], verdict: JobVerdict::Open { children: vec![child] } }
    }

    fn batch(codes: std::ops::Range<u32>) -> Batch {
        let proofs = codes.clone().map(|code| vec![code as u8; 3]).collect();
        let work = Work { jobs: u64::from(codes.end), ..Work::default() };
        Batch { applied: codes.map(applied).collect(), proofs, work }
    }

    #[test]
    fn what_is_written_is_there_after_a_restart_and_epochs_leap() {
        let folder = folder("restart");
        let state = State::open(&folder, &subject("a")).unwrap();
        let (run, epochs) = (state.run, state.epochs);
        state.write(b'b', &batch(0..3)).unwrap();
        state.write(b'b', &batch(3..5)).unwrap();
        state.write(b'w', &batch(7..8)).unwrap();
        drop(state);
        let state = State::open(&folder, &subject("a")).unwrap();
        assert_eq!((state.run, state.epochs), (run, epochs + LEAP));
        let kept = state.read(b'b').unwrap();
        assert_eq!(kept.journal, (0..5).map(applied).collect::<Vec<_>>());
        assert_eq!((kept.snapshot, kept.work.jobs), (None, 5));
        assert_eq!(state.read(b'w').unwrap().journal, [applied(7)]);
        let mut proofs = 0;
        state.each_proof(b'b', |_| proofs += 1).unwrap();
        assert_eq!(proofs, 5);
        // A whole tree takes the place of what was in the journal then.
        let end = state.journal_end(b'b').unwrap();
        state.write(b'b', &batch(5..6)).unwrap();
        let tree = vec![7; 3 << 20];
        state.write_snapshot(b'b', &tree, end).unwrap();
        let kept = state.read(b'b').unwrap();
        assert_eq!((kept.snapshot, kept.journal), (Some(tree), vec![applied(5)]));
        state.write_snapshot(b'b', &[1], state.journal_end(b'b').unwrap()).unwrap();
        state.write(b'b', &batch(6..7)).unwrap();
        let kept = state.read(b'b').unwrap();
        assert_eq!((kept.snapshot, kept.journal), (Some(vec![1]), vec![applied(6)]));
        drop(state);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_state_is_about_one_thing_and_used_by_one() {
        let folder = folder("one");
        let state = State::open(&folder, &subject("a")).unwrap();
        assert!(State::open(&folder, &subject("a")).is_err());
        drop(state);
        let refused = State::open(&folder, &subject("c")).unwrap_err().to_string();
        assert!(refused.contains("is about \"a x\", not about \"c x\""), "{refused}");
        let mut other = subject("a");
        other.terms.df_pn = true;
        assert!(State::open(&folder, &other).unwrap_err().to_string().contains("settings"));
        std::fs::write(folder.join("coordinator.redb"), b"something else").unwrap();
        assert!(State::open(&folder, &subject("a")).is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
