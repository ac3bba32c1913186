//! The same cut by several threads, each with a guide of its own: where a guide takes long over a move, because it
//! has to prove it first, nobody waits.
//!
//! A position is put to the verifiers' search or gets its move when its turn comes, and what it needs comes into the
//! set. There are no layers, so whether a position is tried may depend on what others have tried by then.
//!
//! It can be kept in a file ([`unfinished`]), now and then and when it is stopped, and gone on with.

use super::unfinished::{self, Record, Unfinished};
use super::{Basis, Cutting, Keeping, NO_LEAF, Needed, Seen, Tried, unwritable};
use crate::error::CertificateError;
use crate::guide::Guide;
use crate::leaf_search::LeafSearch;
use andor_core::{Counters, Crowd, Instant, Limits, Observer, Phase, Progress, Rules, Stopped};
use std::collections::hash_map::{DefaultHasher, Entry};
use std::collections::{HashMap, VecDeque};
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The set is in so many parts, each with its lock.
const SHARDS: usize = 64;
const REPORT_EVERY: Duration = Duration::from_millis(100);
/// A thread puts what it has done to that of the others so many at a time.
const AT_ONCE: usize = 64;
/// Keeping a cut takes no more than one part of so many of the time.
const MOST_TO_KEEP: u32 = 20;
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

/// What a cut has come to.
pub(super) struct Done {
    /// All that is needed, in the order of numbers.
    pub(super) needed: Vec<Needed>,
    /// How often a table decided what was.
    pub(super) rests: u64,
    /// The positions that leaves took in runs before, whose verdicts do not have them.
    pub(super) searched: u64,
}

/// Cuts, from the beginning or from where an earlier run was stopped.
pub(super) fn cut_down<R: Rules>(
    basis: Basis<'_, R>,
    root: &R::Position,
    mut guides: Vec<Box<dyn Guide<R> + Send + '_>>,
    how: Cutting<'_>,
    observer: &mut dyn Observer,
) -> Result<Done, CertificateError> {
    let Cutting { budget, limits, keeping, .. } = how;
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
    // Step 1. What the root needs, and what is known of that.
    let mut first = Vec::new();
    let guide = guides.first_mut().ok_or_else(|| unwritable("there is no guide".to_owned()))?;
    if basis.rules.side_to_move(root) == basis.claim.holder() {
        common.need(root, &mut **guide, &mut first)?;
    } else {
        common.replies(root, &mut **guide, &mut first)?;
    }
    let roots: Vec<u32> = first.iter().map(|task| task.number).collect();
    common.pass_on(1.0, &mut first);
    let subject = unfinished::subject(basis, root, how);
    let Keeping { from, mut to } = keeping.unwrap_or(Keeping { from: None, to: None });
    let mut searched = 0;
    if let Some(path) = from.filter(|path| path.exists()) {
        match Unfinished::read(path, &subject) {
            Ok(unfinished) => {
                first = common.replay(&unfinished, first, &mut **guide)?;
                searched = unfinished.searched;
            }
            Err(error) => {
                observer.note(&format!(
                    "{} is left as it is: {error}; this cut begins afresh and is not kept",
                    path.display()
                ));
                to = None;
            }
        }
    }
    common.crowd.give(first);
    // Step 2. Everybody's turn.
    let most = limits.memory / threads as u64;
    let stops = |memory| memory > most || limits.clock(common.start).is_some();
    let keep = |path: &Path, observer: &mut dyn Observer| {
        let done = common.done.lock().expect(PANICS);
        if let Err(error) = unfinished::write(path, &subject, &roots, &done, searched) {
            observer.note(&format!("{} cannot be written: {error}", path.display()));
        }
    };
    std::thread::scope(|scope| {
        for mut guide in guides {
            let search = LeafSearch::new(basis.searching(budget), &stops);
            let common = &common;
            scope.spawn(move || common.work(&mut *guide, search));
        }
        let (mut kept, mut pause) = (Instant::now(), Duration::ZERO);
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
            if let Some((path, _)) = to.filter(|(_, every)| kept.elapsed() >= pause.max(*every)) {
                let began = Instant::now();
                keep(path, observer);
                pause = MOST_TO_KEEP * began.elapsed();
                kept = Instant::now();
            }
        }
    });
    // Step 3. All of it, or what there is.
    if let Some(failure) = common.failure.lock().expect(PANICS).take() {
        if let (CertificateError::Stopped(_), Some((path, _))) = (&failure, to) {
            keep(path, observer);
        }
        return Err(failure);
    }
    let mut done = common.done.into_inner().expect(PANICS);
    done.sort_unstable_by_key(|&(number, _)| number);
    let needed = done.into_iter().map(|(_, needed)| needed).collect();
    Ok(Done { needed, rests: common.rests.into_inner(), searched })
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
                    self.pass_on(part, &mut own[before..]);
                }
                Err(failure) => {
                    self.failure.lock().expect(PANICS).get_or_insert(failure);
                    self.crowd.end();
                    break;
                }
            }
            if done.len() >= AT_ONCE {
                self.done.lock().expect(PANICS).append(&mut done);
            }
            self.crowd.share(&mut own);
        }
        self.done.lock().expect(PANICS).append(&mut done);
    }

    /// Passes a part of the work on to what it made necessary.
    fn pass_on(&self, part: f64, more: &mut [Task]) {
        match more.len() {
            0 => *self.over.lock().expect(PANICS) += part,
            parts => more.iter_mut().for_each(|task| task.part = part / parts as f64),
        }
    }

    /// Walks as an earlier run did: what had its turn then is done, and what has not is given back.
    fn replay(
        &self,
        unfinished: &Unfinished,
        first: Vec<Task>,
        guide: &mut dyn Guide<R>,
    ) -> Result<Vec<Task>, CertificateError> {
        let odd = || unwritable("the cut that was kept does not go with the game".to_owned());
        let (mut waiting, mut tasks) = (VecDeque::from(first), Vec::new());
        let (mut open, mut done) = (Vec::new(), Vec::new());
        for record in unfinished.records() {
            if let Some(stopped) = self.limits.clock(self.start) {
                return Err(CertificateError::Stopped(stopped));
            }
            let task = waiting.pop_front().ok_or_else(odd)?;
            let part = task.part;
            match record.map_err(|_| odd())? {
                Record::Open => open.push(task),
                Record::Leaf => {
                    let Task { number, class, bytes, .. } = task;
                    let replies = Vec::new();
                    let leaf = Needed { bytes, verdict: 0, move_index: 0, replies, rank: 0, class };
                    done.push((number, leaf));
                    self.pass_on(part, &mut []);
                }
                Record::Entry(index) => {
                    done.push(self.enter(task, Some(index), guide, &mut tasks)?);
                    self.pass_on(part, &mut tasks);
                    waiting.extend(tasks.drain(..));
                }
            }
        }
        if !waiting.is_empty() {
            return Err(odd());
        }
        *self.done.lock().expect(PANICS) = done;
        Ok(open)
    }

    /// The turn of a position: a leaf, or an entry with its move.
    fn turn(
        &self,
        task: Task,
        guide: &mut dyn Guide<R>,
        search: &mut LeafSearch<'_, R>,
        tasks: &mut Vec<Task>,
    ) -> Result<(u32, Needed), CertificateError> {
        if let Some(stopped) = self.limits.clock(self.start) {
            return Err(CertificateError::Stopped(stopped));
        }
        let class = task.class;
        if self.tried.lock().expect(PANICS).is_worth(class, task.number as usize) {
            let is_proved = search.proves_key(&task.bytes);
            if !is_proved && search.is_stopped() {
                let stopped = self.limits.clock(self.start).unwrap_or(Stopped::Memory);
                return Err(CertificateError::Stopped(stopped));
            }
            self.tried.lock().expect(PANICS).learn(class, is_proved);
            if is_proved {
                let Task { number, bytes, .. } = task;
                let (verdict, replies) = (search.expanded(), Vec::new());
                return Ok((
                    number,
                    Needed { bytes, verdict, move_index: 0, replies, rank: 0, class },
                ));
            }
        }
        self.enter(task, None, guide, tasks)
    }

    /// A position becomes an entry, with the move of this number or, if none is given, that of the guide.
    fn enter(
        &self,
        Task { number, class, bytes, .. }: Task,
        known: Option<u32>,
        guide: &mut dyn Guide<R>,
        tasks: &mut Vec<Task>,
    ) -> Result<(u32, Needed), CertificateError> {
        let hole = || unwritable("the proof that was to be cut has a hole".to_owned());
        let rules = self.basis.rules;
        let position = rules.decode(&bytes).ok_or_else(hole)?;
        let mut moves = Vec::new();
        rules.sorted_moves(&position, &mut moves);
        let mv = match known {
            Some(index) => moves.get(index as usize).copied(),
            None => guide.play(&position, &bytes, &moves)?,
        };
        let mv = mv.ok_or_else(hole)?;
        let move_index = moves.iter().position(|&legal| legal == mv).ok_or_else(hole)? as u32;
        let replies = self.replies(&rules.after(&position, mv), guide, tasks)?;
        Ok((number, Needed { bytes, verdict: NO_LEAF, move_index, replies, rank: 0, class }))
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

    /// What is needed after every reply in a position with the opponent to move, in the order of the replies.
    fn replies(
        &self,
        position: &R::Position,
        guide: &mut dyn Guide<R>,
        tasks: &mut Vec<Task>,
    ) -> Result<Vec<u32>, CertificateError> {
        let (mut replies, mut numbers) = (Vec::new(), Vec::new());
        let rules = self.basis.rules;
        rules.sorted_moves(position, &mut replies);
        for reply in replies {
            let next = rules.after(position, reply);
            if rules.outcome(&next).is_none() {
                numbers.extend(self.need(&next, guide, tasks)?.filter(|n| !numbers.contains(n)));
            }
        }
        Ok(numbers)
    }
}
