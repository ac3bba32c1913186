//! The coordinator with workers in the same process (the Breakthrough paper, Algorithm 1).
//!
//! The tree stands behind one lock, which a worker holds while it puts a result in and takes the next
//! job, and never while it works. A worker for whom there is no leaf waits until something changes. A
//! worker that is alone works on the calling thread, which otherwise looks at the clock: it looks
//! between two pieces of work.

use super::addition::Addition;
use super::job::{Abandoned, Job};
use super::lease::Lease;
use super::lending::LogLending;
use super::lost::LostLog;
use super::saving::{Moment, save_running};
use super::tree::JobTree;
use super::walk::CodeWalk;
use super::worker::LeafWorker;
use super::{Config, Ended, JobDesk, Statistics};
use crate::checkpoint::Checkpoint;
use crate::node_pool::INFINITE;
use crate::watch::Watch;
use andor_core::{Counters, Instant, Limits, Observer, Phase, Progress, Question, Stopped};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, TryLockError};
use std::time::Duration;

/// How often whoever asked is told how it goes.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// What stands behind the lock.
struct State<'t> {
    tree: &'t mut JobTree,
    stopped: Option<Stopped>,
    statistics: Statistics,
    /// Workers that wait for a leaf.
    waiting: usize,
    /// Positions that were found lost, as codes of moves from the root.
    lost: LostLog<Vec<u32>>,
}

impl State<'_> {
    /// Before the tree is let go, that has been in somebody's hands since then; the time is now.
    fn let_go(&mut self, since: Instant) -> Instant {
        let now = Instant::now();
        self.statistics.held_seconds += (now - since).as_secs_f64();
        now
    }
}

/// What the workers share.
struct Shared<'a> {
    state: Mutex<State<'a>>,
    config: &'a Config,
    limits: &'a Limits,
    /// There may be leaves again, or somebody is asked for something.
    changed: Condvar,
    /// The search is over: for whoever looks at the clock, whom nothing else is to wake.
    ended: Condvar,
    over: AtomicBool,
    workers: usize,
    nodes: AtomicU64,
    expanded: AtomicU64,
    lending: LogLending,
    /// What is to be said to whoever asked.
    notes: Mutex<Vec<String>>,
}

impl<'a> Shared<'a> {
    fn lock(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().expect("a worker that fails takes the search with it")
    }

    /// Takes the tree into a worker's hands, and looks at the clock.
    fn take(&self) -> (MutexGuard<'_, State<'a>>, Instant) {
        let asked = Instant::now();
        let mut state = self.lock();
        let since = Instant::now();
        state.statistics.waited_seconds += (since - asked).as_secs_f64();
        (state, since)
    }

    /// The same for a partial result, which is not worth waiting for: where somebody else has the tree,
    /// the next one will do. A worker alone waits, so that its counts repeat.
    fn take_for_partial(&self) -> Option<(MutexGuard<'_, State<'a>>, Instant)> {
        if self.workers == 1 {
            return Some(self.take());
        }
        match self.state.try_lock() {
            Ok(state) => Some((state, Instant::now())),
            Err(TryLockError::WouldBlock) => None,
            Err(TryLockError::Poisoned(_)) => {
                unreachable!("a worker that fails takes the search with it")
            }
        }
    }

    fn add(&self, counters: Counters) {
        self.expanded.fetch_add(counters.expanded, Relaxed);
        self.nodes.fetch_add(counters.nodes, Relaxed);
    }

    fn counters(&self) -> Counters {
        let (nodes, expanded) = (self.nodes.load(Relaxed), self.expanded.load(Relaxed));
        Counters { nodes, expanded, ..Counters::default() }
    }

    /// Passes notes on to whoever asked.
    fn tell(&self, observer: &mut dyn Observer) {
        for line in self.notes.lock().expect("nobody fails with a note").drain(..) {
            observer.note(&line);
        }
    }

    fn end(&self, state: &mut State<'_>, stopped: Option<Stopped>) {
        if state.stopped.is_none() && !self.over.load(Relaxed) {
            state.stopped = stopped;
        }
        self.over.store(true, Relaxed);
        self.changed.notify_all();
        self.ended.notify_all();
    }

    /// Wakes those who wait for a leaf, if there are any: for nobody, it takes time as well.
    fn wake(&self, state: &State<'_>) {
        if state.waiting > 0 {
            self.changed.notify_all();
        }
    }
}

/// Searches with so many of the desk's workers until the root is solved or something says stop.
pub(super) fn search(
    desk: &mut JobDesk<'_>,
    count: usize,
    checkpoint: Option<&mut Checkpoint>,
    observer: &mut dyn Observer,
) -> Ended {
    let JobDesk { tree, question, config, limits, done, walk, workers, .. } = desk;
    let (question, subject) = (*question, walk.subject());
    // A search that was saved may have been solved already.
    let is_solved = tree.is_solved();
    let shared = Shared {
        state: Mutex::new(State {
            tree,
            stopped: None,
            statistics: Statistics::default(),
            waiting: 0,
            lost: LostLog::default(),
        }),
        config,
        limits,
        changed: Condvar::new(),
        ended: Condvar::new(),
        over: AtomicBool::new(is_solved),
        workers: count,
        nodes: AtomicU64::new(done.nodes),
        expanded: AtomicU64::new(done.expanded),
        lending: LogLending::new(),
        notes: Mutex::new(Vec::new()),
    };
    let start = Instant::now();
    // Who is told to stop before the beginning does not begin.
    if let Some(stopped) = shared.limits.clock(start) {
        shared.end(&mut shared.lock(), Some(stopped));
    }
    let mut eye = Eye { walk: walk.as_mut(), watch: Watch::new(shared.limits), observer };
    eye.watch.before = done.nodes;
    let at_work = count.min(workers.len());
    match (&mut workers[..at_work], checkpoint) {
        ([alone], None) => work(&shared, 0, alone.as_mut(), &mut || eye.look(&shared)),
        (workers, checkpoint) => std::thread::scope(|scope| {
            let (shared, subject) = (&shared, &subject);
            for (number, worker) in workers.iter_mut().enumerate() {
                scope.spawn(move || work(shared, number, worker.as_mut(), &mut || {}));
            }
            if let Some(checkpoint) = checkpoint {
                scope.spawn(move || save(shared, subject, question, checkpoint));
            }
            eye.stay(shared);
        }),
    }
    shared.tell(eye.observer);
    let counters = shared.counters();
    let state = shared.state.into_inner().expect("a worker that fails takes the search with it");
    let State { tree, stopped, mut statistics, .. } = state;
    statistics.workers = count as u64;
    statistics.seconds = start.elapsed().as_secs_f64();
    statistics.expanded = tree.expanded;
    statistics.touched = tree.touched;
    Ended { stopped, counters, statistics }
}

/// Ends the search if a worker fails: nobody waits for its leaf.
struct Alarm<'s, 'a>(&'s Shared<'a>);

impl Drop for Alarm<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.over.store(true, Relaxed);
            self.0.changed.notify_all();
            self.0.ended.notify_all();
        }
    }
}

/// A worker: a leaf, its evaluation, the result, and again; it looks up now and then.
fn work(shared: &Shared<'_>, number: usize, worker: &mut dyn LeafWorker, look: &mut dyn FnMut()) {
    let _alarm = Alarm(shared);
    // Of the positions found lost.
    let mut heard = 0;
    // Where it was last.
    let mut near = Vec::new();
    let (mut state, mut since) = shared.take();
    while !shared.over.load(Relaxed) {
        if shared.lending.wants(number) {
            drop(state);
            shared.lending.lend(worker);
            (state, since) = shared.take();
            continue;
        }
        // Step 1. A job.
        let Some((lease, moves, thresholds)) = state.tree.reserve_near(&near) else {
            let waits = state.let_go(since);
            state.waiting += 1;
            state =
                shared.changed.wait(state).expect("a worker that fails takes the search with it");
            since = Instant::now();
            state.waiting -= 1;
            state.statistics.idle_seconds += (since - waits).as_secs_f64();
            continue;
        };
        state.tree.pace.worked = shared.nodes.load(Relaxed);
        let budget = shared.config.budget(state.tree, shared.workers, lease, thresholds);
        state.statistics.jobs += 1;
        state.let_go(since);
        drop(state);
        // Step 2. The work.
        let job = Job { lease, moves, budget };
        look();
        let mut partial = |phi, delta, counters| {
            look();
            partial(shared, lease, phi, delta, counters)
        };
        let finished = worker.run(&job, &mut partial);
        // Step 3. The result.
        near = job.moves;
        (state, since) = shared.take();
        match finished {
            Ok(finished) => {
                shared.add(finished.counters);
                match state.tree.finish(lease, &finished.verdict) {
                    Ok(true) => {}
                    Ok(false) => state.statistics.stale += 1,
                    Err(_) => shared.end(&mut state, Some(Stopped::Memory)),
                }
                if state.tree.is_solved() {
                    shared.end(&mut state, None);
                } else if let Some(stopped) = shared.limits.spent(&shared.counters()) {
                    shared.end(&mut state, Some(stopped));
                }
            }
            Err(Abandoned::Stale) => state.statistics.stale += 1,
            Err(Abandoned::Stopped(stopped)) => {
                state.tree.give_back(lease);
                shared.end(&mut state, Some(stopped));
            }
        }
        shared.wake(&state);
        let found = state.tree.take_lost();
        state.lost.add(found);
        let lost = state.lost.tell(&mut heard, usize::MAX);
        if !lost.is_empty() {
            state.let_go(since);
            drop(state);
            lost.iter().for_each(|path| worker.keep_lost(path));
            (state, since) = shared.take();
        }
    }
}

/// A partial result on its way in; says why to give the job up, if so.
fn partial(
    shared: &Shared<'_>,
    lease: Lease,
    phi: u32,
    delta: u32,
    counters: Counters,
) -> Result<(), Abandoned> {
    shared.add(counters);
    if shared.over.load(Relaxed) {
        return Err(Abandoned::Stopped(Stopped::Interrupted));
    }
    if let Some(stopped) = shared.limits.spent(&shared.counters()) {
        return Err(Abandoned::Stopped(stopped));
    }
    let Some((mut state, since)) = shared.take_for_partial() else { return Ok(()) };
    state.statistics.partials += u64::from(phi != 0 && delta != 0);
    let is_wanted = state.tree.partial(lease, phi, delta);
    if state.tree.lacks(Addition::NextBest) {
        // Other leaves may be the best now.
        shared.wake(&state);
    }
    state.let_go(since);
    match is_wanted {
        true => Ok(()),
        false => Err(Abandoned::Stale),
    }
}

/// Writes a checkpoint whenever one is due.
fn save(shared: &Shared<'_>, subject: &str, question: Question, checkpoint: &mut Checkpoint) {
    let is_over = || shared.over.load(Relaxed);
    while shared.lending.sleep(|| checkpoint.is_due(), is_over) {
        let copied = shared.lock().tree.copy();
        let copied = copied.map(|copy| (copy, shared.counters()));
        let line = match copied {
            Ok((copy, counters)) => {
                let workers = shared.workers;
                let moment = Moment { subject, question, copy, counters, workers };
                save_running(checkpoint, moment, |worker, write| {
                    let wake = || {
                        let _state = shared.lock();
                        shared.changed.notify_all();
                    };
                    shared.lending.borrow(worker, wake, is_over, write)
                })
            }
            Err(error) => Some(checkpoint.postpone(&error)),
        };
        shared.notes.lock().expect("nobody fails with a note").extend(line);
    }
}

/// Looks at the clock for whoever asked, and tells how it goes.
struct Eye<'e> {
    walk: &'e mut dyn CodeWalk,
    watch: Watch<'e>,
    observer: &'e mut dyn Observer,
}

impl Eye<'_> {
    /// One look.
    fn look(&mut self, shared: &Shared<'_>) {
        if let Some(stopped) = shared.limits.clock(self.watch.start) {
            shared.end(&mut shared.lock(), Some(stopped));
        } else if self.watch.is_due() {
            let progress = progress(shared.lock().tree, self.walk, shared.counters(), &self.watch);
            self.observer.progress(&progress);
            shared.tell(self.observer);
        }
    }

    /// Looks until the search is over.
    fn stay(&mut self, shared: &Shared<'_>) {
        while !shared.over.load(Relaxed) {
            self.look(shared);
            let state = shared.lock();
            if !shared.over.load(Relaxed) {
                let waited = shared.ended.wait_timeout(state, LOOK_EVERY);
                drop(waited.expect("a worker that fails takes the search with it"));
            }
        }
    }
}

fn progress(
    tree: &JobTree,
    walk: &mut dyn CodeWalk,
    counters: Counters,
    watch: &Watch<'_>,
) -> Progress {
    let finite = |number: u32| (number < INFINITE).then_some(u64::from(number));
    let (phi, delta) = tree.numbers();
    let (phi, delta) = (finite(phi), finite(delta));
    walk.back_to(0);
    let children = tree.pool.children(tree.root);
    let open = children.iter().filter(|child| child.phi != 0 && child.delta != 0).count();
    let best = children.iter().min_by_key(|child| child.delta);
    Progress {
        phase: Phase::Search,
        elapsed: watch.start.elapsed(),
        counters,
        before: watch.before,
        fill: tree.pool.fill(),
        memory: tree.bytes(),
        root: if tree.prover_moves() { (phi, delta) } else { (delta, phi) },
        root_moves: (children.len() - open, open),
        best: best.map(|child| walk.move_text(child.mv)),
        ..Progress::default()
    }
}
