//! The same cut by several threads, each with a guide of its own: where a guide takes long over a move, because it
//! has to prove it first, nobody waits.
//!
//! A position is put to the verifiers' search or gets its move when its turn comes, and what it needs comes into the
//! set. There are no layers, so whether a position is tried may depend on what others have tried by then.

use super::{Basis, Cutting, NO_LEAF, Needed, Seen, Tried, unwritable};
use crate::error::CertificateError;
use crate::guide::Guide;
use crate::leaf_search::LeafSearch;
use andor_core::{Counters, Crowd, Instant, Limits, Observer, Phase, Progress, Rules, Stopped};
use std::collections::HashMap;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::hash::{Hash, Hasher};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The set is in so many parts, each with its lock.
const SHARDS: usize = 64;
const REPORT_EVERY: Duration = Duration::from_millis(100);
const PANICS: &str = "a thread that panics ends the cut";

/// A position whose turn has not come yet, by its number in the set.
struct Task {
    number: u32,
    class: u32,
    bytes: Box<[u8]>,
    /// Its part of the work, as far as can be told: a position passes it on to what it needs, in equal parts.
    part: f64,
}

/// What all threads have in common.
struct Common<'a, R: Rules> {
    basis: Basis<'a, R>,
    limits: &'a Limits,
    start: Instant,
    crowd: Crowd<Task>,
    shards: Vec<Mutex<HashMap<Box<[u8]>, u32>>>,
    /// How many positions there are.
    count: AtomicU32,
    tried: Mutex<Tried>,
    /// How often a table decided what was needed.
    rests: AtomicU64,
    /// The parts of those that needed nothing more.
    over: Mutex<f64>,
    /// Those that have had their turn, with their numbers.
    done: Mutex<Vec<(u32, Needed)>>,
    failure: Mutex<Option<CertificateError>>,
}

/// All that is needed, in the order of numbers, and how often a table decided what was.
pub(super) fn cut_down<R: Rules>(
    basis: Basis<'_, R>,
    root: &R::Position,
    mut guides: Vec<Box<dyn Guide<R> + Send + '_>>,
    Cutting { budget, limits, .. }: Cutting<'_>,
    observer: &mut dyn Observer,
) -> Result<(Vec<Needed>, u64), CertificateError> {
    let threads = guides.len();
    let common = Common {
        basis,
        limits,
        start: Instant::now(),
        crowd: Crowd::new(threads, Vec::new()),
        shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
        count: AtomicU32::new(0),
        rests: AtomicU64::new(0),
        tried: Mutex::default(),
        over: Mutex::new(0.0),
        done: Mutex::default(),
        failure: Mutex::new(None),
    };
    let mut first = Vec::new();
    let guide = guides.first_mut().ok_or_else(|| unwritable("there is no guide".to_owned()))?;
    if basis.rules.side_to_move(root) == basis.claim.holder() {
        common.need(root, &mut **guide, &mut first)?;
    } else {
        common.replies(root, &mut **guide, &mut first)?;
    }
    let parts = first.len() as f64;
    first.iter_mut().for_each(|task| task.part = 1.0 / parts);
    common.crowd.give(first);
    let most = limits.memory / threads as u64;
    let stops = |memory| memory > most || limits.clock(common.start).is_some();
    std::thread::scope(|scope| {
        for mut guide in guides {
            let search = LeafSearch::new(basis.searching(budget), &stops);
            let common = &common;
            scope.spawn(move || common.work(&mut *guide, search));
        }
        while !common.crowd.is_over() {
            common.crowd.wait(REPORT_EVERY);
            let nodes = u64::from(common.count.load(Relaxed));
            observer.progress(&Progress {
                phase: Phase::Extract,
                elapsed: common.start.elapsed(),
                counters: Counters { nodes, ..Counters::default() },
                fill: *common.over.lock().expect(PANICS),
                ..Progress::default()
            });
        }
    });
    if let Some(failure) = common.failure.into_inner().expect(PANICS) {
        return Err(failure);
    }
    let mut done = common.done.into_inner().expect(PANICS);
    done.sort_unstable_by_key(|&(number, _)| number);
    let needed = done.into_iter().map(|(_, needed)| needed).collect();
    Ok((needed, common.rests.into_inner()))
}

impl<R: Rules> Common<'_, R> {
    /// What a thread does.
    fn work(&self, guide: &mut dyn Guide<R>, mut search: LeafSearch<'_, R>) {
        let _member = self.crowd.member();
        let (mut own, mut done) = (Vec::new(), Vec::new());
        while let Some(task) = self.crowd.next(&mut own) {
            let (part, before) = (task.part, own.len());
            match self.turn(task, guide, &mut search, &mut own) {
                Ok(needed) => {
                    done.push(needed);
                    let more = &mut own[before..];
                    match more.len() {
                        0 => *self.over.lock().expect(PANICS) += part,
                        parts => more.iter_mut().for_each(|task| task.part = part / parts as f64),
                    }
                }
                Err(failure) => {
                    self.failure.lock().expect(PANICS).get_or_insert(failure);
                    self.crowd.end();
                    break;
                }
            }
            self.crowd.share(&mut own);
        }
        self.done.lock().expect(PANICS).append(&mut done);
    }

    /// The turn of a position: a leaf, or an entry with its move.
    fn turn(
        &self,
        Task { number, class, bytes, .. }: Task,
        guide: &mut dyn Guide<R>,
        search: &mut LeafSearch<'_, R>,
        tasks: &mut Vec<Task>,
    ) -> Result<(u32, Needed), CertificateError> {
        if let Some(stopped) = self.limits.clock(self.start) {
            return Err(CertificateError::Stopped(stopped));
        }
        let (mut verdict, mut move_index, mut replies) = (NO_LEAF, 0, Vec::new());
        if self.tried.lock().expect(PANICS).is_worth(class, number as usize) {
            if search.proves_key(&bytes) {
                verdict = search.expanded();
            } else if search.is_stopped() {
                let stopped = self.limits.clock(self.start).unwrap_or(Stopped::Memory);
                return Err(CertificateError::Stopped(stopped));
            }
            self.tried.lock().expect(PANICS).learn(class, verdict != NO_LEAF);
        }
        if verdict == NO_LEAF {
            let hole = || unwritable("the proof that was to be cut has a hole".to_owned());
            let rules = self.basis.rules;
            let position = rules.decode(&bytes).ok_or_else(hole)?;
            let mut moves = Vec::new();
            rules.sorted_moves(&position, &mut moves);
            let mv = guide.play(&position, &bytes, &moves)?.ok_or_else(hole)?;
            move_index = moves.iter().position(|&legal| legal == mv).ok_or_else(hole)? as u32;
            replies = self.replies(&rules.after(&position, mv), guide, tasks)?;
        }
        Ok((number, Needed { bytes, verdict, move_index, replies, rank: 0, class }))
    }

    /// A position with the holder to move is needed: its number, or none if everybody sees that it is won.
    fn need(
        &self,
        position: &R::Position,
        guide: &mut dyn Guide<R>,
        tasks: &mut Vec<Task>,
    ) -> Result<Option<u32>, CertificateError> {
        if let Some(seen) = self.basis.sees(position, &mut Vec::new()) {
            self.rests.fetch_add(u64::from(matches!(seen, Seen::ByTable)), Relaxed);
            return Ok(None);
        }
        let bytes = self.basis.rules.canonical(position).bytes.into_boxed_slice();
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let mut shard = self.shards[hasher.finish() as usize % SHARDS].lock().expect(PANICS);
        let number = match shard.entry(bytes.clone()) {
            Entry::Occupied(known) => return Ok(Some(*known.get())),
            Entry::Vacant(free) => *free.insert(self.count.fetch_add(1, Relaxed)),
        };
        drop(shard);
        if number == u32::MAX {
            return Err(unwritable("the proof has too many positions".to_owned()));
        }
        let class = guide.class(position, &bytes);
        tasks.push(Task { number, class, bytes, part: 0.0 });
        Ok(Some(number))
    }

    /// What is needed after every reply in a position with the opponent to move.
    fn replies(
        &self,
        position: &R::Position,
        guide: &mut dyn Guide<R>,
        tasks: &mut Vec<Task>,
    ) -> Result<Vec<u32>, CertificateError> {
        let (mut replies, mut numbers) = (Vec::new(), Vec::new());
        let rules = self.basis.rules;
        rules.moves(position, &mut replies);
        for reply in replies {
            let next = rules.after(position, reply);
            if rules.outcome(&next).is_none() {
                numbers.extend(self.need(&next, guide, tasks)?);
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    }
}
