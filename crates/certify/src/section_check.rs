//! Checks all entries of a section, block by block, on several threads, in bounded memory.
//!
//! A thread takes a block, decodes it, checks each entry by itself, and writes down which positions
//! must be entries too ([`Demands`]). It settles its demands whenever its share of the memory is
//! full, earlier at first, and at the end. The first that is not met ends it. So nothing grows with the file: neither with an honest one of a billion
//! positions nor with a hostile one that promises them in a few bytes.
//!
//! What is left to a search is written down too, by all threads, and searched when the entries are done: each
//! leaf once, in the order of the entries that ask for it ([`search_leaves`](crate::search_check)).

use crate::alarm::Alarm;
use crate::certificate::Certificate;
use crate::demands::Demands;
use crate::entry_check::{EntryCheck, Found, Scratch};
use crate::error::CertificateError;
use crate::leaf_search::LeafSearch;
use crate::search_check::{Asked, Searched};
use crate::stable::CHANGED;
use crate::workers::{Worker, thread_count, work_through};
use andor_core::{ProofEntry, Rules};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The most bytes for demands and for what is missing of them, all threads together, but for what one
/// more block asks.
const DEMAND_BYTES: u64 = 512 << 20;
/// Each thread has at least so many, however little memory there is.
const LEAST_SHARE: u64 = 128 << 10;

/// The entries of one section of a certificate, to be checked.
pub(crate) struct SectionCheck<'a, R: Rules> {
    pub check: &'a EntryCheck<'a, R>,
    pub certificate: &'a Certificate,
    pub section: usize,
    pub alarm: &'a Alarm<'a>,
}

/// What checking a section came to.
#[derive(Clone, Copy, Default)]
pub(crate) struct CheckedSection {
    /// Replies that were looked at.
    pub replies: u64,
    /// The leaves that were searched.
    pub searched: Searched,
}

/// How far the threads are.
pub(crate) struct Done {
    entries: AtomicU64,
    memory: AtomicU64,
    /// The lowest entry that asks for something that is not there.
    lowest: AtomicU64,
    /// What is left to the search.
    asked: Mutex<Asked>,
}

impl<R: Rules> SectionCheck<'_, R> {
    /// Checks all entries, and searches what is left to that. Gives what there was to do, or the lowest entry
    /// (from 0) that fails. `progress` is told how many entries are checked, how many bytes are in use, and
    /// what was searched.
    pub fn run(
        &self,
        threads: usize,
        mut progress: impl FnMut(u64, u64, f64, u64),
    ) -> Result<CheckedSection, u64> {
        // Step 1. Where the entries of each block begin.
        let blocks = self.certificate.sections()[self.section].blocks.clone();
        let mut starts = Vec::with_capacity(blocks.len());
        let mut start = 0;
        for block in blocks.clone() {
            starts.push(start);
            start += self.certificate.entries_in(block) as u64;
        }
        // Step 2. Work.
        let left = self.alarm.limits.memory.saturating_sub(self.certificate.memory());
        let share = DEMAND_BYTES.min(left) / thread_count(blocks.len(), threads) as u64;
        // Half of it, for a list of what is missing may come on top.
        let share = share.max(LEAST_SHARE) as usize / 2;
        let done = Done {
            entries: AtomicU64::new(0),
            memory: AtomicU64::new(0),
            lowest: AtomicU64::new(u64::MAX),
            asked: Mutex::new(Asked::new(self.certificate.position_width())),
        };
        let worker = || BlockChecker {
            section: self,
            first_block: blocks.start,
            starts: &starts,
            demands: Demands::new(self.certificate, self.section, share),
            asked: Asked::new(self.certificate.position_width()),
            most_asked: share,
            scratch: Scratch::default(),
            replies: 0,
            done: &done,
            reported: 0,
        };
        let show = |done: &Done| {
            (done.entries.load(Ordering::Relaxed), done.memory.load(Ordering::Relaxed))
        };
        let checked = work_through(blocks.len(), threads, worker, || {
            let (entries, memory) = show(&done);
            progress(entries, memory, 0.0, 0);
        });
        let (entries, memory) = show(&done);
        progress(entries, memory, 0.0, 0);
        // Step 3. Search; where an entry has failed, only what those before it ask for.
        let below = checked.err().unwrap_or(u64::MAX);
        let asked = done.asked.into_inner().unwrap_or_else(PoisonError::into_inner);
        let searched =
            self.check.search(asked, below, threads, self.alarm, |share, expanded| {
                progress(entries, memory, share, expanded);
            })?;
        Ok(CheckedSection { replies: checked?, searched })
    }

    /// Says what is wrong with entry `number` (from 0): its position, and why it fails.
    pub fn explain(&self, number: u64) -> Result<(String, String), CertificateError> {
        let mut before = 0;
        let blocks = self.certificate.sections()[self.section].blocks.clone();
        for block in blocks {
            let entries = self.certificate.entries_in(block) as u64;
            if number < before + entries {
                let block = self.certificate.decode_block(block)?;
                let entry =
                    block.entry((number - before) as usize, self.certificate.position_width());
                let mut finder = Finder::new(self.certificate, self.section);
                let stops = |_| self.alarm.rings();
                let search = |budget| LeafSearch::new(self.check.searching(budget, true), &stops);
                let mut search = self.check.leaf_budget.map(search);
                let mut find = |key: &[u8]| {
                    let found = finder.find(key);
                    let mut is_proved =
                        || search.as_mut().is_some_and(|search| search.proves_key(key));
                    if found == Found::Missing && is_proved() { Found::Search } else { found }
                };
                let checked = self.check.check(entry, &mut Scratch::default(), &mut find);
                finder.result()?;
                if let Err(why) = checked {
                    return Ok((self.check.text(entry.position), why));
                }
                break;
            }
            before += entries;
        }
        Err(CertificateError::Unreadable(CHANGED.to_owned()))
    }
}

/// Looks single positions up at once.
pub(crate) struct Finder<'a> {
    certificate: &'a Certificate,
    section: usize,
    error: Option<CertificateError>,
}

impl<'a> Finder<'a> {
    /// Looks in section number `section` (from 0).
    pub fn new(certificate: &'a Certificate, section: usize) -> Finder<'a> {
        Finder { certificate, section, error: None }
    }

    /// Looks for canonical bytes.
    pub fn find(&mut self, key: &[u8]) -> Found {
        match self.certificate.lookup(self.section, key) {
            Ok(Some(entry)) => Found::Rank(entry.rank),
            Ok(None) => Found::Missing,
            Err(error) => {
                self.error = Some(error);
                Found::Missing
            }
        }
    }

    /// The damage that was met, if any.
    pub fn result(self) -> Result<(), CertificateError> {
        self.error.map_or(Ok(()), Err)
    }
}

/// What one thread does.
struct BlockChecker<'a, R: Rules> {
    section: &'a SectionCheck<'a, R>,
    first_block: usize,
    starts: &'a [u64],
    demands: Demands<'a>,
    /// What is left to the search, and how many bytes that may take.
    asked: Asked,
    most_asked: usize,
    scratch: Scratch<R>,
    replies: u64,
    done: &'a Done,
    /// The bytes that `done` knows of.
    reported: u64,
}

impl<R: Rules> BlockChecker<'_, R> {
    fn settle(&mut self) -> Result<(), u64> {
        let SectionCheck { check, alarm, .. } = *self.section;
        let asked = &mut self.asked;
        let fine = |key: &[u8], from: u64| {
            let to_search = check.leaf_budget.is_some();
            check.missing_key_is_fine(key) || to_search && asked.push(key, from)
        };
        let settled = self.demands.settle(&self.done.lowest, || alarm.rings(), fine);
        // A block that was whole a moment ago and is not now: asked again, it says so.
        settled.unwrap_or(Some(0)).map_or(Ok(()), Err)?;
        if self.asked.memory() > self.most_asked {
            self.hand_over();
        }
        Ok(())
    }

    /// Gives what is left to the search to the list of all threads.
    fn hand_over(&mut self) {
        let mut all = self.done.asked.lock().unwrap_or_else(PoisonError::into_inner);
        all.append(&mut self.asked);
        let left = self.section.alarm.limits.memory;
        self.section.alarm.ring_above(left, all.memory() as u64);
    }
}

impl<R: Rules> Worker for BlockChecker<'_, R> {
    fn part(&mut self, number: usize) -> Result<(), u64> {
        let start = self.starts[number];
        let SectionCheck { check, certificate, .. } = *self.section;
        let block = certificate.decode_block(self.first_block + number).map_err(|_| start)?;
        for (place, at) in (0..block.len()).zip(start..) {
            if self.section.alarm.rings() {
                return Err(at);
            }
            let entry: ProofEntry<'_> = block.entry(place, certificate.position_width());
            let demands = &mut self.demands;
            let mut find = |key: &[u8]| {
                demands.push(key, entry.rank, at);
                Found::Later
            };
            let checked = check.check(entry, &mut self.scratch, &mut find);
            self.replies += checked.map_err(|_| at)?;
            if self.demands.are_many() {
                self.settle()?;
            }
        }
        self.done.entries.fetch_add(block.len() as u64, Ordering::Relaxed);
        let memory = self.demands.memory() as u64;
        self.done.memory.fetch_add(memory - self.reported, Ordering::Relaxed);
        self.reported = memory;
        Ok(())
    }

    fn finish(mut self) -> Result<u64, u64> {
        let settled = self.settle();
        self.hand_over();
        settled.map(|()| self.replies)
    }
}
