//! The loop: jobs out, results in.
//!
//! ```text
//!   worker            coordinator                         disk
//!   Beat  ----------> who is idle? --- Job --->
//!   Partial --------> numbers of the leaf
//!   Result ---------> inspected on another thread
//!                     into the tree, into the batch ----> commit
//!         <--- Safe --- or acknowledged <-----------------+
//! ```
//!
//! A result that comes twice, or for a leaf that is gone, changes nothing. After a restart the tree is
//! rebuilt from the state, and epochs begin later than any that were given out: a result for an older
//! lease is still taken if its leaf is open and nobody works on it.
//!
//! Workers may be hostile. What one of them can ask for is bounded: messages that wait, jobs, time for a
//! job, time for a proof, lines of the log; and what it makes of its jobs is counted.

mod hear;
mod pieces;
mod relay;
mod report;

use super::checkers::Checkers;
use super::credit::Deed;
use super::resume::{Resumed, resume};
use super::roster::Roster;
use super::writer::Writer;
use super::{Coordinator, CoordinatorEvent, Receipt};
use crate::message::{FromCoordinator, PROGRAM, encode};
use crate::parts::Parts;
use crate::state::{Batch, State, Work};
use crate::status::Troubles;
use andor_core::{Counters, InputError, Observer, Stopped};
use andor_engine::JobStatistics;
use andor_engine::remote::{
    Bucket, Budget, Ended, JobBrief, JobDesk, JobSubject, LOST_AT_ONCE, Lease, LostLog, Speed,
    Thresholds,
};
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// The longest wait for something to happen.
const PATIENCE: Duration = Duration::from_millis(20);
/// At most so many events between two looks at everything else.
const EVENTS: usize = 512;
/// However many ask what is searched, it is said no more often than this.
const SAID_AGAIN: Duration = Duration::from_millis(100);
/// Leases, limits and the status are looked at so often.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// Workers not heard of for so many leases are forgotten.
const SILENCE: u32 = 4;
/// A coordinator that did not come to its messages for so small a part of a lease begins to listen anew.
const AWAY: u32 = 5;

/// Results that come in parts may take so small a share of the memory.
const PARTS: u64 = 8;
/// What a long result has beside its certificates, at most.
const REST: u64 = 1 << 20;
/// The end is said again after so long.
const SAID_TWICE: Duration = Duration::from_millis(100);

/// A search in progress.
struct Search<'a, 'd> {
    coordinator: &'a Coordinator,
    desk: &'a mut JobDesk<'d>,
    subject: JobSubject,
    roster: Roster,
    checkers: Checkers,
    writer: Writer,
    run: u64,
    home: u64,
    /// Where the epochs of this start begin.
    epochs: u64,
    batch: Batch,
    receipts: Vec<Receipt>,
    /// Results that are not whole yet.
    parts: Parts,
    /// Results that came in parts.
    in_parts: u64,
    /// What is told of proofs.
    proved: Bucket,
    /// How many bytes the certificates of a result may have.
    most_proof: u64,
    /// Results that are safe, by worker, who is told soon.
    safe: HashMap<String, Vec<Lease>>,
    /// Positions that were found lost, as their bytes.
    lost: LostLog<Vec<u8>>,
    written: Instant,
    /// Somebody does not know what is searched.
    is_asked: bool,
    work: Work,
    /// The work before this search began.
    before: Work,
    troubles: Troubles,
    again: u64,
    doubtful: u64,
    /// Positions that were passed on from worker to worker.
    bounds: u64,
    checking: usize,
    start: Instant,
    busy: Busy,
    looked: Instant,
    /// Since then it has looked at its messages without a pause.
    listening: Instant,
    rate: Rate,
    stopped: Option<Stopped>,
    failure: Option<String>,
    /// The size of the last job: what a result whose lease is forgotten may cost to be worked out again.
    size: Budget,
    /// How fast workers are.
    speed: Speed,
    notes: Vec<String>,
    lines: Lines,
}

/// How busy the threads of all workers were.
#[derive(Clone, Copy, Default)]
struct Busy {
    /// Seconds that threads had a job.
    busy: f64,
    /// Seconds that there were threads.
    there: f64,
}

/// Results a second, lately.
#[derive(Clone, Copy)]
struct Rate {
    since: Instant,
    /// Results then.
    jobs: u64,
    a_second: f64,
}

/// The lines of the log in the present second.
struct Lines {
    since: Instant,
    written: usize,
    left_out: usize,
}

/// Searches until the root is settled or something says stop.
pub(super) fn search(
    coordinator: &Coordinator,
    brief: &JobBrief,
    desk: &mut JobDesk<'_>,
    observer: &mut dyn Observer,
) -> Result<Ended, InputError> {
    let (subject, inspector) = (brief.subject(desk.question()), brief.inspector(desk));
    let player = subject.player as u8;
    // Step 1. The state, and what it has of this question.
    let state = {
        let mut state = coordinator.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.is_none() {
            *state = Some(Arc::new(State::open(&coordinator.config.state, &subject)?));
        }
        state.clone().expect("just opened")
    };
    let mut work = state.work(player)?;
    let Resumed { taken, left, sealed } =
        resume(&state, player, desk, &*inspector, &coordinator.config)?;
    work.jobs = taken;
    desk.take_lost();
    desk.leap_epochs(state.epochs);
    if taken + left > 0 {
        let folder = coordinator.config.state.display();
        observer.note(&match left {
            0 => format!("going on from {folder} with {taken} jobs done ({sealed} under seal)"),
            _ => format!(
                "going on from {folder} with {taken} jobs done ({sealed} under seal); {left} results there did not hold, \
                 or had no proof, and are found again"
            ),
        });
    }
    let run = state.run ^ u64::from(player);
    let (home, epochs) = (state.run, state.epochs);
    let most_proof = inspector.most_proof();
    let room = desk.limits().memory / PARTS;
    // Step 2. The loop.
    let events = coordinator.sender.clone();
    let now = Instant::now();
    let mut search = Search {
        coordinator,
        roster: Roster::default(),
        checkers: Checkers::start(coordinator.config.checkers, &inspector, &coordinator.sender),
        writer: Writer::start(state, player, events, coordinator.config.seals),
        desk,
        subject,
        run,
        home,
        epochs,
        batch: Batch::default(),
        receipts: Vec::new(),
        parts: Parts::new(room, most_proof + REST),
        in_parts: 0,
        proved: Bucket::new(now),
        most_proof,
        safe: HashMap::new(),
        lost: LostLog::default(),
        written: now,
        is_asked: false,
        work,
        before: work,
        troubles: Troubles::default(),
        again: 0,
        doubtful: 0,
        bounds: 0,
        checking: 0,
        start: now,
        busy: Busy::default(),
        looked: now,
        // A lease ago: nobody is known yet.
        listening: now.checked_sub(coordinator.config.lease).unwrap_or(now),
        rate: Rate { since: now, jobs: work.jobs, a_second: 0.0 },
        stopped: None,
        failure: None,
        size: Budget {
            descents: 1,
            room: u64::MAX,
            partial_every: None,
            thresholds: Thresholds::NONE,
            splits: true,
        },
        speed: Speed::default(),
        notes: Vec::new(),
        lines: Lines { since: now, written: 0, left_out: 0 },
    };
    search.note(format!("jobs by {}", search.subject.terms.settings));
    search.run(observer);
    if !search.is_killed() {
        // The two are the same if no result was lost and none was counted twice.
        let (jobs, leaves) = (search.work.jobs, search.desk.look().expanded);
        search.note(format!("{jobs} results put in, {leaves} leaves expanded or settled"));
        search.tell_notes(observer);
    }
    // Step 3. Everything on disk.
    search.end()
}

impl Search<'_, '_> {
    fn run(&mut self, observer: &mut dyn Observer) {
        let limits = self.desk.limits().clone();
        let events = self.coordinator.events.lock().unwrap_or_else(PoisonError::into_inner);
        let mut announced = None;
        let mut looked = Instant::now();
        let mut shown = Instant::now();
        self.show(observer);
        loop {
            if self.desk.is_solved() || self.stopped.is_some() || self.is_killed() {
                return;
            }
            let usual = self.coordinator.config.announce_every;
            let every = if self.is_asked { usual.min(SAID_AGAIN) } else { usual };
            if announced.is_none_or(|at: Instant| at.elapsed() >= every) {
                self.announce();
                announced = Some(Instant::now());
            }
            self.assign();
            // Step 1. Whatever happened.
            let mailbox = &self.coordinator.mailbox;
            let patience = if mailbox.is_empty() { PATIENCE } else { Duration::ZERO };
            match events.recv_timeout(patience) {
                Ok(event) => self.handle(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    unreachable!("the coordinator keeps a sender")
                }
            }
            for event in events.try_iter().take(EVENTS) {
                self.handle(event);
            }
            for _ in 0..EVENTS {
                let Some(delivery) = mailbox.take() else { break };
                self.came(delivery);
            }
            self.lost.add(self.desk.take_lost());
            self.tell_safe();
            self.tell_notes(observer);
            self.write(false);
            // Step 2. Now and then, everything else.
            if looked.elapsed() >= LOOK_EVERY {
                looked = Instant::now();
                self.look();
                let done = Counters {
                    nodes: self.work.nodes - self.before.nodes,
                    expanded: self.work.expanded - self.before.expanded,
                    ..Counters::default()
                };
                let out = limits.spent(&done);
                if let Some(stopped) = limits.clock(self.start).or(out) {
                    self.stopped.get_or_insert(stopped);
                }
            }
            if shown.elapsed() >= 5 * LOOK_EVERY {
                shown = Instant::now();
                self.show(observer);
            }
        }
    }

    fn is_killed(&self) -> bool {
        self.coordinator.config.killed.load(Ordering::Relaxed)
    }

    fn announce(&mut self) {
        self.is_asked = false;
        let (home, run, program) = (self.home, self.run, PROGRAM.to_owned());
        let call = FromCoordinator::Announce { home, run, program, subject: self.subject.clone() };
        let bytes = encode(&call);
        let announced = &self.coordinator.announced;
        *announced.lock().unwrap_or_else(PoisonError::into_inner) = Some(bytes.clone());
        self.coordinator.port.announce(bytes);
    }

    fn send(&self, worker: &str, call: &FromCoordinator) {
        self.coordinator.port.send(worker, encode(call));
    }

    /// Jobs for whoever has room.
    fn assign(&mut self) {
        let (threads, silence) = (self.threads(), self.coordinator.config.lease / 2);
        let mut after = None;
        while self.desk.free() > 0 || self.roster.has_waiting() {
            let Some(worker) = self.roster.next_idle(&mut after, silence) else { return };
            let Some(known) = self.roster.workers.get(&worker) else { return };
            let (near, own) = (known.near.clone(), known.speed);
            self.desk.set_pace(own.or(self.speed).pace(self.work.nodes));
            let next = || self.desk.next(threads, &near);
            let Some(job) = self.roster.choose(&worker, silence, next) else {
                // What waits may be for somebody else; else there is nothing for anybody.
                if self.roster.has_waiting() {
                    continue;
                }
                return;
            };
            let (run, thresholds) = (self.run, Thresholds::REACHED);
            self.size = Budget { partial_every: None, thresholds, splits: true, ..job.budget };
            self.roster.give(&worker, job.clone(), false);
            // They come with a job: a message to everybody for every result costs more than it saves.
            let Some(known) = self.roster.workers.get_mut(&worker) else { continue };
            known.near.clone_from(&job.moves);
            let lost = self.lost.tell(&mut known.lost_heard, LOST_AT_ONCE);
            let share = self.share_of(&worker);
            let proofs = self.most_proof;
            self.send(&worker, &FromCoordinator::Job { run, job, lost, share, proofs });
        }
    }

    fn handle(&mut self, event: CoordinatorEvent) {
        match event {
            // It is read after this.
            CoordinatorEvent::Mail => {}
            CoordinatorEvent::News(line) => self.note(line),
            CoordinatorEvent::Checked(checked) => self.checked(*checked),
            CoordinatorEvent::NotChecked(lease, receipt) => self.not_checked(lease, receipt),
            CoordinatorEvent::Written(receipts) => {
                receipts.into_iter().for_each(|receipt| self.receive(receipt));
            }
            CoordinatorEvent::WriteFailed(why) => {
                self.failure = Some(why);
                self.stopped = Some(Stopped::Interrupted);
            }
        }
    }

    /// A result is on disk, or not wanted.
    fn receive(&mut self, receipt: Receipt) {
        match receipt {
            Receipt::Transport(tokens, length) => {
                self.parts.give_back(length);
                tokens.into_iter().for_each(|token| self.coordinator.port.acknowledge(token));
            }
            Receipt::Worker(name, lease) => self.safe.entry(name).or_default().push(lease),
        }
    }

    /// Tells workers which of their results they need not keep.
    fn tell_safe(&mut self) {
        for (worker, leases) in std::mem::take(&mut self.safe) {
            self.send(&worker, &FromCoordinator::Safe { run: self.run, leases });
        }
    }

    /// Hands the batch to the writer, if it is time.
    fn write(&mut self, at_once: bool) {
        let is_due = self.written.elapsed() >= self.coordinator.config.write_every;
        if self.batch.applied.is_empty() || !(at_once || is_due) {
            return;
        }
        self.written = Instant::now();
        self.batch.work = self.work;
        let batch = std::mem::take(&mut self.batch);
        if !self.writer.write(batch, std::mem::take(&mut self.receipts)) {
            // If it could not write, it has said so.
            let why = "the thread that writes the state is gone";
            self.failure.get_or_insert_with(|| why.to_owned());
            self.stopped = Some(Stopped::Interrupted);
        }
    }

    /// Leases that ran out, workers that are gone, jobs that nobody wants.
    fn look(&mut self) {
        let away = self.looked.elapsed();
        let seconds = away.as_secs_f64();
        self.looked = Instant::now();
        // Whoever did not listen cannot say that nothing was to be heard: what came meanwhile may have been dropped.
        if away > (self.coordinator.config.lease / AWAY).max(AWAY * LOOK_EVERY) {
            self.listening = self.looked;
            self.parts.wait_longer();
        }
        let listens = self.listening.elapsed() >= self.coordinator.config.lease;
        if listens {
            self.roster.age(self.coordinator.config.lease);
        }
        self.forget_parts();
        let (busy, threads) = (self.roster.leases(), self.threads());
        self.busy.busy += seconds * busy.min(threads) as f64;
        self.busy.there += seconds * threads as f64;
        let lease = self.coordinator.config.lease;
        for held in self.roster.overdue(self.coordinator.config.deadline) {
            self.troubles.overdue += 1;
            self.send(&held.worker, &FromCoordinator::Stale { run: self.run, lease: held.said });
            let seconds = held.given.elapsed().as_secs_f64();
            let why = format!("a job was not done in {seconds:.1} s");
            self.note(format!("{}: {why}: it is given to another one", held.worker));
            let worker = held.worker.clone();
            self.came_to_nothing(held);
            self.count_deed(&worker, Deed::Overdue, &why);
        }
        let silent = if listens { self.roster.silent(lease) } else { Vec::new() };
        for held in silent {
            self.troubles.expired += 1;
            self.note(format!(
                "{} was not heard of for {:.1} s: its job is given to another one",
                held.worker,
                held.heard.elapsed().as_secs_f64()
            ));
            let worker = held.worker.clone();
            self.came_to_nothing(held);
            self.count_deed(&worker, Deed::Doubtful, "it was not heard of for too long");
        }
        let gone = if listens { self.roster.forget_silent(lease * SILENCE) } else { Vec::new() };
        for name in gone {
            self.note(format!("{name} is gone"));
        }
        for lease in self.roster.unwanted(|lease| self.desk.goes_on(lease)) {
            self.drop_stale(lease);
        }
        let desk = &*self.desk;
        self.roster.forget_jobs(|lease| desk.is_good(lease));
        let nothing_else = !self.roster.is_at_work() && self.desk.free() == 0;
        if nothing_else && !self.roster.aside.is_empty() && !self.desk.is_solved() {
            let aside = self.roster.aside.len();
            self.failure = Some(format!(
                "{aside} jobs failed at {} workers each and were set aside, and nothing else is left to do",
                self.coordinator.config.tries
            ));
            self.stopped = Some(Stopped::Interrupted);
        }
        let Rate { since, jobs, .. } = self.rate;
        if since.elapsed() >= Duration::from_secs(2) {
            let a_second = (self.work.jobs - jobs) as f64 / since.elapsed().as_secs_f64();
            self.rate = Rate { since: Instant::now(), jobs: self.work.jobs, a_second };
        }
    }

    /// Everything on disk, and what there is to say.
    fn end(mut self) -> Result<Ended, InputError> {
        if self.is_killed() {
            self.writer.abandon();
            return Ok(Ended { stopped: Some(Stopped::Interrupted), ..Ended::default() });
        }
        self.write(true);
        let status = self.status();
        let json = serde_json::to_string(&status).expect("a status is plain data");
        self.coordinator.port.show_status(json);
        let ended = Ended {
            stopped: self.stopped,
            counters: self.counters(),
            statistics: JobStatistics {
                workers: self.threads() as u64,
                jobs: self.work.jobs,
                expanded: status.tree.expanded,
                touched: status.tree.touched,
                partials: self.work.partials,
                stale: self.work.stale,
                idle_seconds: self.busy.there - self.busy.busy,
                seconds: self.start.elapsed().as_secs_f64(),
                ..JobStatistics::default()
            },
        };
        let Search { writer, checkers, coordinator, failure, .. } = self;
        drop(checkers);
        writer.finish();
        let events = coordinator.events.lock().unwrap_or_else(PoisonError::into_inner);
        let mut failure = failure;
        for event in events.try_iter() {
            match event {
                CoordinatorEvent::Written(receipts) => {
                    for receipt in receipts {
                        // Workers go home now, whatever they keep.
                        if let Receipt::Transport(tokens, _) = receipt {
                            tokens
                                .into_iter()
                                .for_each(|token| coordinator.port.acknowledge(token));
                        }
                    }
                }
                CoordinatorEvent::WriteFailed(why) => failure = Some(why),
                CoordinatorEvent::Mail
                | CoordinatorEvent::News(_)
                | CoordinatorEvent::Checked(_)
                | CoordinatorEvent::NotChecked(..) => {}
            }
        }
        match failure {
            Some(why) => Err(InputError::new(why)),
            None => Ok(ended),
        }
    }
}

/// Tells the workers that all is over.
pub(super) fn dismiss(coordinator: &Coordinator) {
    let state = coordinator.state.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(home) = state.as_ref().map(|state| state.run) else { return };
    let announced = coordinator.announced.lock().unwrap_or_else(PoisonError::into_inner);
    // Twice, for a worker that is just coming back; and with what it was about, for one that is new.
    for _ in 0..2 {
        if let Some(bytes) = &*announced {
            coordinator.port.announce(bytes.clone());
        }
        coordinator.port.announce(encode(&FromCoordinator::Over { home }));
        coordinator.port.flush();
        std::thread::sleep(SAID_TWICE);
    }
}
