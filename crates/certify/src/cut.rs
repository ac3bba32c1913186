//! Makes a proof small: cuts it off where a verifier's own search proves the rest.
//!
//! From the root down, layer by layer, each position that the proof needs is first put to the very search
//! that verifiers do ([`LeafSearch`]). What that proves within the budget is a leaf, and nothing below it is
//! needed. Everything else stays an entry, with its move; so whoever verifies finds the same leaves.
//!
//! ```text
//!   root        too much          entry
//!    |- a       too much          entry
//!    |   |- c   within budget     leaf: found by whoever verifies
//!    |   |- d   within budget     leaf
//!    |- b       within budget     leaf, though the proof goes on here: its entries are dropped
//! ```
//!
//! A search that fails costs the whole budget. So positions of a class (of like work below them) of which
//! nearly none was proved lately are seldom put to it: the first ones of a class are near the root, and harder than
//! what follows. That only costs entries.
//!
//! Where tables are given, the search asks them, what they decide is not needed, and the certificate rests on them.
//!
//! How the proof goes on is a [`Guide`]'s word: a section that is there already, or whoever found the win, and then
//! nothing of the proof is walked but what the certificate keeps.

mod together;
mod unfinished;

pub use unfinished::Keeping;

use crate::error::CertificateError;
use crate::guide::Guide;
use crate::leaf::winning_move;
use crate::leaf_search::{LeafSearch, Searching};
use crate::resting::Tables;
use crate::section::{Section, SectionBuilder};
use crate::workers::{Worker, work_through};
use andor_core::{
    Claim, Counters, Instant, Limits, Observer, Phase, Progress, ProofEntry, ProofSink, Rules,
    Stopped,
};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use together::{Done, cut_down};

/// So many positions of a class are tried before it is judged.
const TRIALS: u64 = 200;
/// Then one of so many must have been proved, or only one of `SELDOM` is tried.
const LEAST_SHARE: u64 = 10;
const SELDOM: usize = 8;
/// Positions that a thread takes at once.
const CHUNK: usize = 16;
/// The verdict on a position that is no leaf.
const NO_LEAF: u64 = u64::MAX;

/// How a proof is cut.
#[derive(Clone, Copy, Debug)]
pub struct Cutting<'a> {
    /// How many positions a verifier may expand for a leaf.
    pub budget: u64,
    /// Threads.
    pub threads: usize,
    /// When to stop.
    pub limits: &'a Limits,
    /// Where it is kept, if guides cut it together.
    pub keeping: Option<Keeping<'a>>,
}

/// A proof that was cut.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// What is left of it.
    pub section: Section,
    /// The leaves that are left to searches.
    pub leaves: u64,
    /// The positions that these searches expand together.
    pub searched: u64,
    /// How often a table decided what was needed, for the proof or for the searches.
    pub rests: u64,
}

/// A position that a proof needs.
struct Needed {
    bytes: Box<[u8]>,
    /// What it costs to search, or [`NO_LEAF`].
    verdict: u64,
    /// Of an entry: the place of its move, and what is needed after every reply.
    move_index: u32,
    replies: Vec<u32>,
    rank: u32,
    class: u32,
}

/// For each class how many positions were tried, and how many proved.
#[derive(Default)]
struct Tried(Vec<(u64, u64)>);

impl Tried {
    /// Whether the position of this number, of this class, is worth a trial.
    fn is_worth(&self, class: u32, number: usize) -> bool {
        let (tried, proved) = self.0.get(class as usize).copied().unwrap_or_default();
        tried < TRIALS || proved * LEAST_SHARE >= tried || number.is_multiple_of(SELDOM)
    }

    /// One was tried.
    fn learn(&mut self, class: u32, is_proved: bool) {
        let class = class as usize;
        self.0.resize(self.0.len().max(class + 1), (0, 0));
        let (tried, proved) = &mut self.0[class];
        *tried += 1;
        *proved += u64::from(is_proved);
        // Of what is long past only the share counts.
        if *tried == 2 * TRIALS {
            (*tried, *proved) = (TRIALS, *proved / 2);
        }
    }
}

/// What a cut stands on.
pub struct Basis<'a, R: Rules> {
    /// The rules.
    pub rules: &'a R,
    /// The claim.
    pub claim: Claim,
    /// Tables that the certificate may rest on.
    pub tables: Option<&'a dyn Tables<R>>,
}

impl<R: Rules> Clone for Basis<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for Basis<'_, R> {}

/// Why a position that is needed for a proof needs nothing itself.
enum Seen {
    ByAll,
    ByTable,
}

impl<'a, R: Rules> Basis<'a, R> {
    /// Whether a position with the holder to move needs nothing.
    fn sees(&self, position: &R::Position, moves: &mut Vec<R::Move>) -> Option<Seen> {
        let Basis { rules, claim, tables } = *self;
        if rules.settled(position) == Some(claim.holder())
            || winning_move(rules, claim, position, moves).is_some()
        {
            return Some(Seen::ByAll);
        }
        let outcome = tables.and_then(|tables| tables.outcome(rules, position));
        outcome.filter(|&outcome| claim.is_met_by(outcome)).map(|_| Seen::ByTable)
    }

    fn searching(&self, budget: u64) -> Searching<'a, R> {
        let Basis { rules, claim, tables } = *self;
        Searching { rules, claim, budget, by_rules: false, tables }
    }
}

/// The proof while it is cut.
struct Cutter<'a, R: Rules> {
    basis: Basis<'a, R>,
    how: Cutting<'a>,
    start: Instant,
    needed: Vec<Needed>,
    places: HashMap<Box<[u8]>, u32>,
    tried: Tried,
    moves: Vec<R::Move>,
    rests: u64,
}

/// Cuts the proof of a win as these guides have it, each of which is a thread; nobody waits for a layer, so what is
/// tried depends on who comes first, and the proof differs from run to run. All that is left rests on the rules alone, and on
/// the tables of the basis if there are any.
///
/// # Errors
/// If a limit ends it, or a guide does not know what is played in a position.
pub fn cut_together<R: Rules>(
    basis: Basis<'_, R>,
    root: &R::Position,
    guides: Vec<Box<dyn Guide<R> + Send + '_>>,
    how: Cutting<'_>,
    observer: &mut dyn Observer,
) -> Result<Cut, CertificateError> {
    let Done { needed, rests, searched } = cut_down(basis, root, guides, how, observer)?;
    let cut = Cutter { needed, rests, ..Cutter::new(basis, how) }.finish()?;
    Ok(Cut { searched: cut.searched + searched, ..cut })
}

/// Cuts the proof of a win as the guide has it. All that is left rests on the rules alone, and on the tables of the
/// basis if there are any.
///
/// # Errors
/// If a limit ends it, or the guide does not know what is played in a position.
pub fn cut<R: Rules>(
    basis: Basis<'_, R>,
    root: &R::Position,
    guide: &mut dyn Guide<R>,
    how: Cutting<'_>,
    observer: &mut dyn Observer,
) -> Result<Cut, CertificateError> {
    let mut cutter = Cutter::new(basis, how);
    // Step 1. What the root needs, and then what that needs.
    if basis.rules.side_to_move(root) == basis.claim.holder() {
        cutter.need(root, guide)?;
    } else {
        cutter.replies(root, guide)?;
    }
    let mut first = 0;
    while first < cutter.needed.len() {
        let layer = first..cutter.needed.len();
        cutter.search(layer.clone(), observer)?;
        for place in layer.clone() {
            if cutter.needed[place].verdict == NO_LEAF {
                cutter.enter(place, guide)?;
            }
        }
        first = layer.end;
    }
    // Step 2. Ranks, and entries.
    cutter.finish()
}

fn unwritable(why: String) -> CertificateError {
    CertificateError::Unwritable(why)
}

impl<'a, R: Rules> Cutter<'a, R> {
    fn new(basis: Basis<'a, R>, how: Cutting<'a>) -> Cutter<'a, R> {
        Cutter {
            basis,
            how,
            start: Instant::now(),
            needed: Vec::new(),
            places: HashMap::new(),
            tried: Tried::default(),
            moves: Vec::new(),
            rests: 0,
        }
    }

    /// Ranks what is left, and makes it a section.
    fn finish(mut self) -> Result<Cut, CertificateError> {
        self.rank()?;
        let Basis { rules, claim, tables } = self.basis;
        let mut builder = SectionBuilder::without_leaves(claim, rules.encoded_len());
        let (mut leaves, mut searched) = (0, 0);
        for Needed { bytes, verdict, move_index, rank, .. } in &self.needed {
            match *verdict {
                NO_LEAF => {
                    let entry =
                        ProofEntry { position: bytes, move_index: *move_index, rank: *rank };
                    builder.entry(entry).map_err(|error| unwritable(error.to_string()))?;
                }
                cost => (leaves, searched) = (leaves + 1, searched + cost),
            }
        }
        let section = builder.finish().map_err(|error| unwritable(error.to_string()))?;
        let searches = if tables.is_some() { leaves } else { 0 };
        Ok(Cut { section, leaves, searched, rests: self.rests + searches })
    }

    fn look(&self) -> Result<(), CertificateError> {
        let stopped = self.how.limits.clock(self.start);
        stopped.map_or(Ok(()), |stopped| Err(CertificateError::Stopped(stopped)))
    }

    /// A position with the holder to move is needed: its place, or none if everybody sees that it is won.
    fn need(
        &mut self,
        position: &R::Position,
        guide: &mut dyn Guide<R>,
    ) -> Result<Option<u32>, CertificateError> {
        if let Some(seen) = self.basis.sees(position, &mut self.moves) {
            self.rests += u64::from(matches!(seen, Seen::ByTable));
            return Ok(None);
        }
        let bytes = self.basis.rules.canonical(position).bytes.into_boxed_slice();
        if let Some(&place) = self.places.get(&bytes) {
            return Ok(Some(place));
        }
        let place = u32::try_from(self.needed.len())
            .map_err(|_| unwritable("the proof has too many positions".to_owned()))?;
        self.places.insert(bytes.clone(), place);
        let class = guide.class(position, &bytes);
        let (verdict, move_index, replies, rank) = (NO_LEAF, 0, Vec::new(), 0);
        self.needed.push(Needed { bytes, verdict, move_index, replies, rank, class });
        Ok(Some(place))
    }

    /// What is needed after every reply in a position with the opponent to move.
    fn replies(
        &mut self,
        position: &R::Position,
        guide: &mut dyn Guide<R>,
    ) -> Result<Vec<u32>, CertificateError> {
        let (mut replies, mut places) = (Vec::new(), Vec::new());
        let rules = self.basis.rules;
        rules.moves(position, &mut replies);
        for reply in replies {
            let next = rules.after(position, reply);
            if rules.outcome(&next).is_none() {
                places.extend(self.need(&next, guide)?);
            }
        }
        places.sort_unstable();
        places.dedup();
        Ok(places)
    }

    /// A position stays an entry: its move, and what that needs.
    fn enter(&mut self, place: usize, guide: &mut dyn Guide<R>) -> Result<(), CertificateError> {
        self.look()?;
        let bytes = &self.needed[place].bytes;
        let hole = || unwritable("the proof that was to be cut has a hole".to_owned());
        let rules = self.basis.rules;
        let position = rules.decode(bytes).ok_or_else(hole)?;
        let mut moves = Vec::new();
        rules.sorted_moves(&position, &mut moves);
        let mv = guide.play(&position, bytes, &moves)?.ok_or_else(hole)?;
        let index = moves.iter().position(|&legal| legal == mv).ok_or_else(hole)?;
        let replies = self.replies(&rules.after(&position, mv), guide)?;
        let needed = &mut self.needed[place];
        (needed.move_index, needed.replies) = (index as u32, replies);
        Ok(())
    }

    /// Finds the leaves of a layer.
    fn search(
        &mut self,
        layer: std::ops::Range<usize>,
        observer: &mut dyn Observer,
    ) -> Result<(), CertificateError> {
        // Step 1. What is worth a trial.
        let is_worth = |&place: &usize| self.tried.is_worth(self.needed[place].class, place);
        let trials: Vec<usize> = layer.filter(is_worth).collect();
        // Step 2. Try.
        let verdicts: Vec<AtomicU64> = trials.iter().map(|_| AtomicU64::new(NO_LEAF)).collect();
        let Cutting { budget, threads, limits, .. } = self.how;
        let (basis, start) = (self.basis, self.start);
        let most = limits.memory / threads.max(1) as u64;
        let stops = |memory| memory > most || limits.clock(start).is_some();
        let worker = || Trial {
            search: LeafSearch::new(basis.searching(budget), &stops),
            needed: &self.needed,
            trials: &trials,
            verdicts: &verdicts,
        };
        let entries = self.needed.len() as u64;
        let searched = work_through(trials.len().div_ceil(CHUNK), threads, worker, || {
            observer.progress(&Progress {
                phase: Phase::Extract,
                elapsed: start.elapsed(),
                counters: Counters { nodes: entries, ..Counters::default() },
                ..Progress::default()
            });
        });
        self.look()?;
        if searched.is_err() {
            return Err(CertificateError::Stopped(Stopped::Memory));
        }
        // Step 3. Learn.
        for (&place, verdict) in trials.iter().zip(verdicts) {
            let verdict = verdict.into_inner();
            let needed = &mut self.needed[place];
            needed.verdict = verdict;
            self.tried.learn(needed.class, verdict != NO_LEAF);
        }
        Ok(())
    }

    /// Gives every entry its least rank: above those of all that it needs; a leaf's is 1.
    fn rank(&mut self) -> Result<(), CertificateError> {
        const OPEN: u32 = u32::MAX;
        for root in 0..self.needed.len() {
            let mut path = vec![(root, 0)];
            while let Some((place, reply)) = path.pop() {
                let needed = &self.needed[place];
                if reply == 0 && needed.rank != 0 {
                    match needed.rank {
                        OPEN => return Err(unwritable("the proof runs in a circle".to_owned())),
                        _ => continue,
                    }
                }
                if needed.verdict != NO_LEAF {
                    self.needed[place].rank = 1;
                } else if let Some(&next) = needed.replies.get(reply) {
                    self.needed[place].rank = OPEN;
                    path.extend([(place, reply + 1), (next as usize, 0)]);
                } else {
                    let ranks =
                        needed.replies.iter().map(|&reply| self.needed[reply as usize].rank);
                    self.needed[place].rank = 1 + ranks.max().unwrap_or(1);
                }
            }
        }
        Ok(())
    }
}

/// What one thread does.
struct Trial<'a, R: Rules> {
    search: LeafSearch<'a, R>,
    needed: &'a [Needed],
    trials: &'a [usize],
    verdicts: &'a [AtomicU64],
}

impl<R: Rules> Worker for Trial<'_, R> {
    fn part(&mut self, number: usize) -> Result<(), u64> {
        let end = self.trials.len().min((number + 1) * CHUNK);
        for at in number * CHUNK..end {
            if self.search.proves_key(&self.needed[self.trials[at]].bytes) {
                self.verdicts[at].store(self.search.expanded(), Ordering::Relaxed);
            } else if self.search.is_stopped() {
                return Err(at as u64);
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<u64, u64> {
        Ok(0)
    }
}
