//! df-pn on several threads: SPDFPN (Pawlewicz and Hayward 2013, "Scalable parallel DFPN search").
//!
//! All threads share one table without locks. The search is cut into *jobs*: a position and its
//! thresholds, searched by one thread for at most a thousand expansions. A thread that wants one goes
//! on from where its last one was, now and then from the root, as df-pn does, but choosing by virtual
//! numbers (`virtual_numbers`), past all positions that have had as much work already, to the first
//! that has not:
//!
//! ```text
//!         root                       the top: positions with much work, gone through by one
//!        /    \                      thread at a time, a few microseconds each
//!       o      o
//!      / \      \
//!     o  [job]  [job]                a job: milliseconds of ordinary df-pn, all threads at once
//!    / \
//! [job] ...                          afterwards its thread looks at all positions on its path, and
//!                                    takes what other threads have found from the table
//! ```
//!
//! Where positions can come back, the table's numbers may change for ever without anything new being
//! expanded, because they belong to different paths. A search that keeps its path sees to the end of
//! that; so jobs grow when many of them have found nothing new.
//!
//! If the root itself looks solved, because all that is open waits for one job, threads wait for it.
//!
//! What is stored is true whoever stored it: proofs and disproofs in the table hold on every path,
//! disproofs that lean on the path are shared with the beginning of the path they lean on, and what
//! superko makes depend on the path each thread keeps for itself. So threads change how fast an answer
//! is found, not what it is. They do change the number of nodes, from run to run.

mod gaps;
mod hands;
mod leaves;
mod virtual_numbers;
mod worker;

use super::{DepthFirst, REPETITION_SHARE, REPORT_EVERY, Run};
use crate::checkpoint::Checkpoint;
use crate::numbers::{INFINITE, Numbers};
use crate::solver::SolvedRoot;
use crate::table::Table;
use crate::watch::SHOWN_PLIES;
use andor_core::{Counters, Game, Instant, Limits, Observer, Question, Report, Stopped};
pub(super) use hands::hands_on;
use leaves::Leaves;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, RwLock};
use std::time::Duration;
use virtual_numbers::VirtualNumbers;

/// A job that is not solved visits at least this share of the nodes that it may visit, whatever its
/// thresholds.
const LEAST_SHARE: u64 = 32;
/// After so many jobs without anything new, jobs become twice as large.
const STALE: u64 = 64;
/// After so many jobs a thread begins at the root again.
const BACK_TO_ROOT: u64 = 64;
/// A search that took so long says how busy its threads were.
const LONG: Duration = Duration::from_secs(10);
/// A thread that finds no job looks again after so long, if no other thread tells it to before.
const PATIENCE: Duration = Duration::from_millis(5);

/// What the threads of one search share.
struct Common<'a, G: Game> {
    game: &'a G,
    root: &'a G::Position,
    question: Question,
    limits: &'a Limits,
    start: Instant,
    threads: usize,
    table: Arc<Table>,
    top: Mutex<Top<G>>,
    /// A job is done, and threads are waiting for that; or the search is over.
    news: Condvar,
    /// A leaf waits for the accelerator; or the search is over.
    questions: Condvar,
    /// The search is over.
    over: Condvar,
    /// Everybody who uses the table reads this; whoever must be alone with it writes.
    world: RwLock<()>,
}

/// What only one thread at a time may see.
struct Top<G: Game> {
    marks: VirtualNumbers,
    leaves: Leaves<G::Position>,
    counters: Counters,
    /// Results that lean on their path.
    leaned: u64,
    /// The expansions of a job; a position with as much work behind it belongs to the top.
    job: u64,
    /// Jobs since something was expanded that nobody knew.
    stale: u64,
    /// Jobs done, and the time that threads have waited for one.
    jobs: u64,
    waited: Duration,
    /// Threads that are waiting for one now.
    waiting: usize,
    /// The longest path, in bytes.
    path_memory: u64,
    end: Option<End<G>>,
}

/// How the search ended.
enum End<G: Game> {
    /// The root is solved, or has reached the thresholds that it was given.
    Solved {
        numbers: Numbers,
        root: Option<SolvedRoot<G>>,
    },
    Stopped(Stopped),
}

impl<G: Game> Common<'_, G> {
    fn top(&self) -> MutexGuard<'_, Top<G>> {
        self.top.lock().expect("a thread that panics ends the search")
    }

    /// The top, for a thread, with the time that it takes to get it.
    fn wait_for_top(&self) -> MutexGuard<'_, Top<G>> {
        let before = Instant::now();
        let mut top = self.top();
        top.waited += before.elapsed();
        top
    }

    /// Waits until a job is done.
    fn wait_for_news(&self, mut top: MutexGuard<'_, Top<G>>) {
        let before = Instant::now();
        top.waiting += 1;
        let waited = self.news.wait_timeout(top, PATIENCE);
        let (mut top, _) = waited.expect("a thread that panics ends the search");
        top.waiting -= 1;
        top.waited += before.elapsed();
    }

    /// The run as a job sees it, which has no limits of its own.
    fn run(&self) -> Run<'_, G::Position> {
        Run {
            root: self.root,
            question: self.question,
            limits: self.limits,
            start: self.start,
            reported: self.start,
            root_moves: 0,
            peak_memory: 0,
            before: 0,
            next_closing: u64::MAX,
            alone: u64::MAX,
            next_report: u64::MAX,
        }
    }

    /// Doubles the table as long as it wants to, alone with it.
    fn let_grow(&self) {
        if self.table.wants_to_grow() {
            let _alone = self.world.write().expect("a thread that panics ends the search");
            while self.table.wants_to_grow() {
                self.table.grow(self.threads);
            }
        }
    }
}

impl<G: Game> DepthFirst<G> {
    /// Searches with several threads, while this one watches.
    pub(super) fn solve_with_threads(
        &mut self,
        game: &G,
        run: &mut Run<'_, G::Position>,
        observer: &mut dyn Observer,
    ) -> Report {
        let threads = self.config.threads;
        self.threads = threads;
        self.root_numbers = None;
        let table = Arc::clone(&self.table.as_ref().expect("solve has prepared the table").found);
        table.hold_growth(true);
        let mut accelerator = self.accelerator.take();
        let common = Common {
            game,
            root: run.root,
            question: run.question,
            limits: run.limits,
            start: run.start,
            threads,
            table,
            top: Mutex::new(Top {
                marks: VirtualNumbers::default(),
                leaves: Leaves::new(accelerator.is_some()),
                counters: self.counters,
                leaned: self.leaned,
                job: self.config.job,
                stale: 0,
                jobs: 0,
                waited: Duration::ZERO,
                waiting: 0,
                path_memory: 0,
                end: None,
            }),
            news: Condvar::new(),
            questions: Condvar::new(),
            over: Condvar::new(),
            world: RwLock::new(()),
        };
        let path_bytes = run.limits.memory / REPETITION_SHARE / threads as u64;
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let mut worker = self.worker(path_bytes);
                let common = &common;
                scope.spawn(move || worker.work(common));
            }
            if let Some(accelerator) = &mut accelerator {
                let common = &common;
                scope.spawn(move || common.serve(accelerator.as_mut()));
            }
            self.watch(&common, run, observer);
            common.questions.notify_all();
        });
        self.accelerator = accelerator;
        self.prove_leaves(&common, path_bytes, observer);
        common.table.hold_growth(false);
        let top = common.top.into_inner().expect("a thread that panics ends the search");
        self.counters = top.counters;
        if let Some(line) = top.leaves.report() {
            observer.note(&line);
        }
        let took = run.start.elapsed();
        if took >= LONG {
            let all = threads as f64 * took.as_secs_f64();
            let busy = 100.0 * (1.0 - top.waited.as_secs_f64() / all);
            observer.note(&format!("{threads} threads: {} jobs, {busy:.0}% busy", top.jobs));
        }
        run.peak_memory = run.peak_memory.max(self.memory() + threads as u64 * top.path_memory);
        let stopped = match top.end.expect("the threads end when the search does") {
            End::Solved { numbers, root } => {
                self.root_numbers = Some(numbers);
                self.solved_root = root;
                None
            }
            End::Stopped(stopped) => Some(stopped),
        };
        self.report(game, run, stopped)
    }

    /// Proves those leaves of the proof that the accelerator has settled. If one was settled wrongly, there is no
    /// value.
    fn prove_leaves(
        &mut self,
        common: &Common<'_, G>,
        path_bytes: u64,
        observer: &mut dyn Observer,
    ) {
        let top = common.top();
        let Some(End::Solved { numbers, .. }) = top.end else { return };
        // A root that has only reached its thresholds has no proof that could have gaps.
        if !numbers.is_solved() || !top.leaves.is_open() || self.leaves_gaps {
            return;
        }
        drop(top);
        if let Err(wrong) = self.fill_gaps(common, numbers, path_bytes, observer) {
            let position = common.game.position_text(&wrong);
            observer.note(&format!("the card has settled {position} wrongly"));
            common.top().end = Some(End::Stopped(Stopped::Device));
        }
    }

    /// A solver for one thread, on the same table; with so many bytes for results of its own paths.
    fn worker(&self, path_bytes: u64) -> DepthFirst<G> {
        let mut config = self.config.clone();
        config.checkpoint = None;
        let mut worker = DepthFirst::new(config);
        worker.sight = self.sight.clone();
        worker.table.clone_from(&self.table);
        worker.other.clone_from(&self.other);
        worker.cycles = self.cycles;
        worker.paths = self.paths.for_another_thread(path_bytes);
        worker.road = self.road.clone();
        worker.aim = self.aim;
        worker.sharing.clone_from(&self.sharing);
        worker
    }

    /// The same, to prove again what a proof lacks, whatever the search itself was to reach.
    pub(super) fn worker_to_repair(&self, path_bytes: u64) -> DepthFirst<G> {
        DepthFirst { is_repairing: true, aim: None, ..self.worker(path_bytes) }
    }

    /// Reports, writes checkpoints and looks for a closed set until the search has ended.
    fn watch(
        &mut self,
        common: &Common<'_, G>,
        run: &mut Run<'_, G::Position>,
        observer: &mut dyn Observer,
    ) {
        loop {
            let top = common.top();
            let (top, _) = common
                .over
                .wait_timeout_while(top, REPORT_EVERY, |top| top.end.is_none())
                .expect("a thread that panics ends the search");
            if top.end.is_some() {
                return;
            }
            let path_memory = top.path_memory;
            (self.counters, self.leaned) = (top.counters, top.leaned);
            drop(top);
            let memory = self.memory() + common.threads as u64 * path_memory;
            run.peak_memory = run.peak_memory.max(memory);
            self.show(common, run, memory, observer);
            if !self.is_repairing && self.checkpoint.as_ref().is_some_and(Checkpoint::is_due) {
                let _alone = common.world.write().expect("a thread that panics ends the search");
                self.write_checkpoint(observer);
            }
            // Not alone with the table: should it grow meanwhile, something may be missed or lost.
            let before = self.counters.nodes;
            let stopped = self.try_closing(common.game, run);
            common.top().counters.nodes += self.counters.nodes - before;
            let end = match (stopped, self.root_numbers.take()) {
                (Some(stopped), _) => Some(End::Stopped(stopped)),
                (None, Some(numbers)) => {
                    Some(End::Solved { numbers, root: self.solved_root.take() })
                }
                (None, None) => None,
            };
            if end.is_some() {
                let mut top = common.top();
                if top.end.is_none() {
                    top.end = end;
                }
                common.news.notify_all();
            }
        }
    }

    /// Goes down the line that the table likes best, and shows what stands there.
    fn show(
        &mut self,
        common: &Common<'_, G>,
        run: &mut Run<'_, G::Position>,
        memory: u64,
        observer: &mut dyn Observer,
    ) {
        let _together = common.world.read().expect("a thread that panics ends the search");
        let counters = self.counters;
        let boundless = Numbers { phi: INFINITE, delta: INFINITE };
        self.merged_at_root = 0;
        if !self.enter_root(common.game, common.root, boundless, common.question) {
            while self.frames.len() < SHOWN_PLIES {
                let frame = self.frames.last().expect("the root is a frame");
                let view = self.view(frame.first);
                if view.numbers.is_solved() {
                    break;
                }
                let before = self.frames.len();
                if self.visit(common.game, run, &view).is_err() || self.frames.len() == before {
                    break;
                }
            }
            self.counters = counters;
            observer.progress(&self.progress(common.game, run, memory));
        }
        // Nothing was searched here: whatever the frames say is in the table already. What they
        // lean on is not kept.
        self.counters = counters;
        self.root_numbers = None;
        self.frames.clear();
        self.children.clear();
        self.path_keys = crate::path_keys::PathKeys::default();
        self.road.clear();
    }
}
