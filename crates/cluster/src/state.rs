//! The coordinator's memory on disk.
//!
//! One redb file, each commit of which is on the disk when it returns. Its *journal* has every result that
//! was put into the tree, in order: the job, what its worker said of it, and the certificates that this
//! rests on. It is read back as what comes from a worker is, result by result, and inspected again: a
//! file that somebody has edited costs time and settles nothing.
//!
//! ```text
//!   about       what the run is about, its number, epochs, work so far, how much of the journal is sealed
//!   journal     (player, number)   results with their certificates
//! ```
//!
//! What its coordinator has inspected itself need not be inspected again, if it is the same still. So the journal has
//! a chain of SHA-256 over all its entries, and the link up to which it was inspected is kept in this user's cache, as
//! that of a checked table is (`andor_engine::remember`): a *seal*. It lies there and not in the file, whose editor
//! could make one.

use crate::message::PROGRAM;
use andor_certify::{Digest, sha256};
use andor_core::InputError;
use andor_engine::remote::{
    Budget, Job, JobResult, JobSubject, JobTerms, JobVerdict, Lease, Thresholds,
};
use andor_engine::{RememberedKind, forget, is_remembered, remember};
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

const ABOUT: TableDefinition<&str, &[u8]> = TableDefinition::new("about");
const JOURNAL: TableDefinition<(u8, u64), &[u8]> = TableDefinition::new("journal");

/// Every start of a coordinator begins its epochs so much later than the one before.
const LEAP: u64 = 1 << 32;
const FORMAT: u32 = 6;
/// What the file counts is not believed beyond this, so that nothing runs over.
const MOST_COUNTED: u64 = 1 << 56;

/// A result as the journal keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JournalEntry {
    /// The codes of the moves to the leaf.
    pub moves: Vec<u32>,
    /// The size of the job in descents.
    pub descents: u64,
    /// The size of the job in nodes.
    pub room: u64,
    /// What its worker said.
    pub said: JobVerdict,
    /// The certificates that were of use.
    pub proofs: Vec<Vec<u8>>,
    /// What its inspection made of that, if it is something else.
    pub found: Option<JobVerdict>,
}

impl JournalEntry {
    /// What came of its inspection.
    #[must_use]
    pub fn inspected(&self) -> &JobVerdict {
        self.found.as_ref().unwrap_or(&self.said)
    }

    /// The job and its result, as they came.
    #[must_use]
    pub fn into_result(self) -> (Job, JobResult) {
        let JournalEntry { moves, descents, room, said: verdict, proofs, .. } = self;
        let budget = Budget {
            descents,
            room,
            partial_every: None,
            thresholds: Thresholds::NONE,
            splits: true,
        };
        let job = Job { lease: Lease::default(), moves, budget };
        (job, JobResult { verdict, proofs, nodes: 0, expanded: 0, micros: 0 })
    }
}

/// What a run is about, whichever of its questions is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct About {
    format: u32,
    game: String,
    position: String,
    /// The SHA-256 of the file that the game is made from, if it is.
    content: Option<Digest>,
    settings: String,
    zone_rows: Option<u32>,
    /// What its endgame tables are known by, in order; their files may have any name.
    tables: Vec<Digest>,
}

impl About {
    fn of(subject: &JobSubject) -> About {
        let JobTerms { settings, zone_rows, tables } = &subject.terms;
        let mut tables: Vec<Digest> = tables.iter().map(|table| table.sha256).collect();
        tables.sort_unstable();
        About {
            format: FORMAT,
            game: subject.game.clone(),
            position: subject.position.clone(),
            content: subject.content,
            settings: settings.clone(),
            zone_rows: *zone_rows,
            tables,
        }
    }
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
    pub applied: Vec<JournalEntry>,
    /// The work so far.
    pub work: Work,
}

/// The chain of a journal up to some entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Link {
    /// How many entries it has.
    entries: u64,
    digest: Digest,
}

/// The file.
#[derive(Debug)]
pub struct State {
    database: Database,
    /// What the chains begin with.
    first: Digest,
    /// The last link of each player's chain as it stands in the file, whoever has written that.
    read: Mutex<HashMap<u8, Link>>,
    /// The same, once all of it was inspected: only that is ever sealed. And the one that is.
    links: Mutex<HashMap<u8, Link>>,
    seals: Mutex<HashMap<u8, Digest>>,
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
        let about = About::of(subject);
        let write = database.begin_write().map_err(broken)?;
        let (run, epochs, first);
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
                check_about(&quoted, &found, &about)?;
            }
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let mixed = andor_core::SplitMix64::new(now.as_nanos() as u64).next_u64();
            run = of_run.unwrap_or(mixed);
            let leapt = of_epochs.unwrap_or(0).checked_add(LEAP);
            epochs = leapt.ok_or_else(|| broken("its epochs are at an end"))?;
            let about = postcard::to_stdvec(&about).expect("plain data");
            first = first_link(&about, run, subject.fingerprint);
            table.insert("about", about.as_slice()).map_err(broken)?;
            table.insert("run", run.to_le_bytes().as_slice()).map_err(broken)?;
            table.insert("epochs", epochs.to_le_bytes().as_slice()).map_err(broken)?;
            write.open_table(JOURNAL).map_err(broken)?;
        }
        write.commit().map_err(broken)?;
        let (read, links, seals) = (Mutex::default(), Mutex::default(), Mutex::default());
        Ok(State { database, first, read, links, seals, run, epochs })
    }

    /// The work so far on the question of this player.
    ///
    /// # Errors
    /// If the file is damaged.
    pub fn work(&self, player: u8) -> Result<Work, InputError> {
        let read = self.database.begin_read().map_err(broken)?;
        let about = read.open_table(ABOUT).map_err(broken)?;
        let work = about.get(work_of(player).as_str()).map_err(broken)?;
        let Some(bytes) = work else { return Ok(Work::default()) };
        let Work { nodes, expanded, jobs, partials, stale } =
            postcard::from_bytes(bytes.value()).map_err(broken)?;
        let most = |number: u64| number.min(MOST_COUNTED);
        Ok(Work {
            nodes: most(nodes),
            expanded: most(expanded),
            jobs: most(jobs),
            partials: most(partials),
            stale: most(stale),
        })
    }

    /// Shows every result of this player's question with its number, in order, until `show` has seen enough.
    ///
    /// # Errors
    /// If the file is damaged.
    pub fn each_result(
        &self,
        player: u8,
        mut show: impl FnMut(u64, JournalEntry) -> bool,
    ) -> Result<(), InputError> {
        self.each_entry(player, |number, bytes| {
            Ok(show(number, postcard::from_bytes(bytes).map_err(broken)?))
        })
    }

    /// The same, as bytes.
    fn each_entry(
        &self,
        player: u8,
        mut show: impl FnMut(u64, &[u8]) -> Result<bool, InputError>,
    ) -> Result<(), InputError> {
        let read = self.database.begin_read().map_err(broken)?;
        let journal = read.open_table(JOURNAL).map_err(broken)?;
        for entry in journal.range((player, 0)..=(player, u64::MAX)).map_err(broken)? {
            let (key, value) = entry.map_err(broken)?;
            if !show(key.value().1, value.value())? {
                break;
            }
        }
        Ok(())
    }

    /// Works the chain of a player's journal out: the number of the first result that was not inspected by this
    /// user's coordinator, as it stands there.
    ///
    /// # Errors
    /// If the file is damaged.
    pub fn sealed(&self, player: u8) -> Result<u64, InputError> {
        let read = self.database.begin_read().map_err(broken)?;
        let about = read.open_table(ABOUT).map_err(broken)?;
        let said = about.get(seal_of(player).as_str()).map_err(broken)?;
        let said = said.and_then(|bytes| bytes.value().try_into().ok()).map(u64::from_le_bytes);
        let (mut link, mut next, mut sealed) = (self.start(player), 0, None);
        self.each_entry(player, |number, bytes| {
            link = link.then(bytes);
            next = number.saturating_add(1);
            if said == Some(link.entries) {
                sealed = Some((next, link.digest));
            }
            Ok(true)
        })?;
        lock(&self.read).insert(player, link);
        let is_ours = |(_, digest): &(u64, Digest)| is_remembered(RememberedKind::Journal, digest);
        let Some((next, digest)) = sealed.filter(is_ours) else { return Ok(0) };
        lock(&self.seals).insert(player, digest);
        Ok(next)
    }

    /// The chain of a player that has no entries.
    fn start(&self, player: u8) -> Link {
        Link { entries: 0, digest: self.first }.then_player(player)
    }

    /// All of a player's journal has been inspected by who calls this, and what did not hold is struck out: from now
    /// on it can be sealed.
    ///
    /// # Errors
    /// If the file is damaged.
    pub fn is_inspected(&self, player: u8) -> Result<(), InputError> {
        let read = lock(&self.read).remove(&player);
        let link = match read {
            Some(link) => link,
            None => {
                let mut link = self.start(player);
                self.each_entry(player, |_, bytes| {
                    link = link.then(bytes);
                    Ok(true)
                })?;
                link
            }
        };
        lock(&self.links).insert(player, link);
        Ok(())
    }

    /// Seals a player's journal as it is now, if all of it [was inspected](State::is_inspected).
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn seal(&self, player: u8) -> Result<(), InputError> {
        let Some(link) = lock(&self.links).get(&player).copied() else { return Ok(()) };
        let before = lock(&self.seals).insert(player, link.digest);
        if before == Some(link.digest) || link.entries == 0 {
            return Ok(());
        }
        remember(RememberedKind::Journal, &link.digest);
        let write = self.database.begin_write().map_err(broken)?;
        {
            let mut about = write.open_table(ABOUT).map_err(broken)?;
            let entries = link.entries.to_le_bytes();
            about.insert(seal_of(player).as_str(), entries.as_slice()).map_err(broken)?;
        }
        write.commit().map_err(broken)?;
        if let Some(before) = before {
            forget(RememberedKind::Journal, &before);
        }
        Ok(())
    }

    /// Strikes results out that did not hold, by their numbers.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn strike(&self, player: u8, numbers: &[u64]) -> Result<(), InputError> {
        self.change(player, numbers.iter().map(|&number| (number, None)))
    }

    /// Puts results in the place of those with these numbers.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn replace(&self, player: u8, results: &[(u64, JournalEntry)]) -> Result<(), InputError> {
        self.change(player, results.iter().map(|(number, entry)| (*number, Some(entry))))
    }

    /// Changes what stands at these numbers; it has another chain then, which is not known yet.
    fn change<'e>(
        &self,
        player: u8,
        changes: impl ExactSizeIterator<Item = (u64, Option<&'e JournalEntry>)>,
    ) -> Result<(), InputError> {
        if changes.len() == 0 {
            return Ok(());
        }
        lock(&self.read).remove(&player);
        lock(&self.links).remove(&player);
        let write = self.database.begin_write().map_err(broken)?;
        {
            let mut journal = write.open_table(JOURNAL).map_err(broken)?;
            for (number, entry) in changes {
                let key = (player, number);
                match entry.map(|entry| postcard::to_stdvec(entry).expect("plain data")) {
                    Some(bytes) => drop(journal.insert(key, bytes.as_slice()).map_err(broken)?),
                    None => drop(journal.remove(key).map_err(broken)?),
                }
            }
        }
        write.commit().map_err(broken)
    }

    /// Writes a batch; it is on the disk when this returns.
    ///
    /// # Errors
    /// If it cannot be written. What was there before is still there.
    pub fn write(&self, player: u8, batch: &Batch) -> Result<(), InputError> {
        let mut link = lock(&self.links).get(&player).copied();
        lock(&self.read).remove(&player);
        let write = self.database.begin_write().map_err(broken)?;
        {
            let mut journal = write.open_table(JOURNAL).map_err(broken)?;
            let first = after_last(&journal, player)?;
            for (number, applied) in (first..).zip(&batch.applied) {
                let bytes = postcard::to_stdvec(applied).expect("plain data");
                journal.insert((player, number), bytes.as_slice()).map_err(broken)?;
                link = link.map(|link| link.then(&bytes));
            }
            let mut about = write.open_table(ABOUT).map_err(broken)?;
            let work = postcard::to_stdvec(&batch.work).expect("plain data");
            about.insert(work_of(player).as_str(), work.as_slice()).map_err(broken)?;
        }
        write.commit().map_err(broken)?;
        lock(&self.links).extend(link.map(|link| (player, link)));
        Ok(())
    }
}

impl Link {
    /// The next one.
    fn then(self, entry: &[u8]) -> Link {
        let mut bytes = Vec::with_capacity(self.digest.len() + entry.len());
        bytes.extend(self.digest);
        bytes.extend(entry);
        Link { entries: self.entries + 1, digest: sha256(&bytes) }
    }

    /// The beginning of a player's chain.
    fn then_player(self, player: u8) -> Link {
        Link { entries: self.entries, ..self.then(&[player]) }
    }
}

/// What the chains of a run begin with: what it is about, and who inspects it.
fn first_link(about: &[u8], run: u64, fingerprint: u64) -> Digest {
    let program = PROGRAM.as_bytes();
    sha256(
        &[b"andor journal ", program, &run.to_le_bytes(), &fingerprint.to_le_bytes(), about]
            .concat(),
    )
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn seal_of(player: u8) -> String {
    format!("seal {}", player as char)
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
    let next = last.map_or(Some(0), |(key, _)| key.value().1.checked_add(1));
    next.ok_or_else(|| broken("its journal is at an end"))
}

fn check_about(folder: &str, found: &[u8], asked: &About) -> Result<(), InputError> {
    // What comes after the format is another thing in another one.
    let (format, _) = postcard::take_from_bytes::<u32>(found).map_err(broken)?;
    if format != FORMAT {
        let message = format!("--state {folder} has format {format}, not {FORMAT}");
        return Err(InputError::new(message));
    }
    let found: &About = &postcard::from_bytes(found).map_err(broken)?;
    let subject = |about: &About| format!("{} {}", about.game, about.position);
    if subject(found) != subject(asked) {
        let (found, asked) =
            (InputError::quote(&subject(found)), InputError::quote(&subject(asked)));
        let message = format!("--state {folder} is about {found}, not about {asked}");
        return Err(InputError::new(message));
    }
    if found.content != asked.content {
        let game = InputError::quote(&asked.game);
        let message = format!("--state {folder} is about another file of {game}");
        return Err(InputError::new(message));
    }
    if found != asked {
        let message = format!("--state {folder} is of a run with other settings of its jobs");
        return Err(InputError::new(message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Batch, JournalEntry, LEAP, State, Work};
    use andor_engine::remote::{JobChild, JobSubject, JobTerms, JobVerdict, RunTable};
    use std::path::PathBuf;

    fn subject(game: &str) -> JobSubject {
        JobSubject {
            game: game.to_owned(),
            position: "x".to_owned(),
            player: 'b',
            fingerprint: 1,
            content: None,
            terms: JobTerms::default(),
        }
    }

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("andor-state-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    fn applied(code: u32) -> JournalEntry {
        let child = JobChild { code, phi: 1, delta: 2, leans_on: u32::MAX };
        let said = JobVerdict::Open { children: vec![child] };
        let proofs = vec![vec![code as u8; 3]];
        JournalEntry { moves: vec![code], descents: 50, room: 100, said, proofs, found: None }
    }

    fn batch(codes: std::ops::Range<u32>) -> Batch {
        let work = Work { jobs: u64::from(codes.end), ..Work::default() };
        Batch { applied: codes.map(applied).collect(), work }
    }

    fn journal(state: &State, player: u8) -> Vec<JournalEntry> {
        let mut all = Vec::new();
        state
            .each_result(player, |_, applied| {
                all.push(applied);
                true
            })
            .unwrap();
        all
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
        assert_eq!(journal(&state, b'b'), (0..5).map(applied).collect::<Vec<_>>());
        assert_eq!(state.work(b'b').unwrap().jobs, 5);
        assert_eq!(journal(&state, b'w'), [applied(7)]);
        // Whoever has seen enough is shown no more.
        let mut seen = 0;
        state
            .each_result(b'b', |_, _| {
                seen += 1;
                seen < 2
            })
            .unwrap();
        assert_eq!(seen, 2);
        drop(state);
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// Seals go by what stands in the file: what was written or changed after one is not sealed.
    #[test]
    fn what_was_inspected_is_sealed_and_nothing_else() {
        let folder = folder("seal");
        let state = State::open(&folder, &subject("a")).unwrap();
        assert_eq!(state.sealed(b'b').unwrap(), 0);
        state.is_inspected(b'b').unwrap();
        state.write(b'b', &batch(0..3)).unwrap();
        state.seal(b'b').unwrap();
        state.write(b'b', &batch(3..5)).unwrap();
        drop(state);
        // What was only read is not sealed by whoever goes on from there.
        for _ in 0..2 {
            let state = State::open(&folder, &subject("a")).unwrap();
            assert_eq!((state.sealed(b'b').unwrap(), state.sealed(b'w').unwrap()), (3, 0));
            state.write(b'b', &batch(0..0)).unwrap();
            state.seal(b'b').unwrap();
        }
        let state = State::open(&folder, &subject("a")).unwrap();
        assert_eq!(state.sealed(b'b').unwrap(), 3);
        state.is_inspected(b'b').unwrap();
        state.seal(b'b').unwrap();
        drop(state);
        let state = State::open(&folder, &subject("a")).unwrap();
        assert_eq!(state.sealed(b'b').unwrap(), 5);
        // What does not hold is struck out, and the rest has another chain until it is sealed.
        state.strike(b'b', &[1]).unwrap();
        assert_eq!(journal(&state, b'b'), [0, 2, 3, 4].map(applied));
        state.seal(b'b').unwrap();
        assert_eq!(state.sealed(b'b').unwrap(), 0);
        state.is_inspected(b'b').unwrap();
        state.seal(b'b').unwrap();
        assert_eq!(state.sealed(b'b').unwrap(), 5, "the number after the last one");
        // So it is where one stands in the place of another.
        state.replace(b'b', &[(3, applied(8))]).unwrap();
        assert_eq!(journal(&state, b'b'), [0, 2, 8, 4].map(applied));
        state.seal(b'b').unwrap();
        assert_eq!(state.sealed(b'b').unwrap(), 0);
        state.is_inspected(b'b').unwrap();
        state.seal(b'b').unwrap();
        assert_eq!(state.sealed(b'b').unwrap(), 5);
        drop(state);
        // Somebody edits the file: one entry is another one, and its sealed count is as it was.
        let database = redb::Database::create(folder.join("coordinator.redb")).unwrap();
        let write = database.begin_write().unwrap();
        let other = postcard::to_stdvec(&applied(9)).unwrap();
        write.open_table(super::JOURNAL).unwrap().insert((b'b', 2), other.as_slice()).unwrap();
        write.commit().unwrap();
        drop(database);
        let state = State::open(&folder, &subject("a")).unwrap();
        assert_eq!(state.sealed(b'b').unwrap(), 0);
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
        other.terms.settings.push_str("/leaf=naive");
        assert!(State::open(&folder, &other).unwrap_err().to_string().contains("settings"));
        let content = Some([1; 32]);
        let refused = State::open(&folder, &JobSubject { content, ..subject("a") }).unwrap_err();
        assert!(refused.to_string().contains("is about another file of \"a\""), "{refused}");
        std::fs::write(folder.join("coordinator.redb"), b"something else").unwrap();
        assert!(State::open(&folder, &subject("a")).is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// A state of before says which format it has, whatever else stands there.
    #[test]
    fn another_format_is_refused_by_its_number() {
        let folder = folder("format");
        drop(State::open(&folder, &subject("a")).unwrap());
        let database = redb::Database::create(folder.join("coordinator.redb")).unwrap();
        let write = database.begin_write().unwrap();
        let about = postcard::to_stdvec(&(5_u32, "a", "x", JobTerms::default())).unwrap();
        write.open_table(super::ABOUT).unwrap().insert("about", about.as_slice()).unwrap();
        write.commit().unwrap();
        drop(database);
        let refused = State::open(&folder, &subject("a")).unwrap_err().to_string();
        assert!(refused.contains("has format 5, not 6"), "{refused}");
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// Tables are known by what is in them, not by what their files are called or in which order they were named.
    #[test]
    fn a_table_may_be_called_otherwise_and_must_be_the_same() {
        let folder = folder("tables");
        let subject = |tables: &[(&str, u8)]| {
            let table =
                |&(file, byte): &(&str, u8)| RunTable { file: file.to_owned(), sha256: [byte; 32] };
            let tables = tables.iter().map(table).collect();
            JobSubject { terms: JobTerms { tables, ..JobTerms::default() }, ..subject("a") }
        };
        let state = State::open(&folder, &subject(&[("two", 2), ("one", 1)])).unwrap();
        state.is_inspected(b'b').unwrap();
        state.write(b'b', &batch(0..3)).unwrap();
        state.seal(b'b').unwrap();
        drop(state);
        let renamed = State::open(&folder, &subject(&[("first", 1), ("second", 2)])).unwrap();
        assert_eq!(renamed.sealed(b'b').unwrap(), 3, "what was sealed is");
        drop(renamed);
        for other in [&[("two", 2)][..], &[("two", 2), ("one", 3)], &[]] {
            let refused = State::open(&folder, &subject(other)).unwrap_err().to_string();
            assert!(refused.contains("settings"), "{refused}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
