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

mod hear;
mod report;

use super::checkers::Checkers;
use super::roster::Roster;
use super::writer::Writer;
use super::{Coordinator, Event, Receipt};
use crate::message::{Call, LeaseNumbers, PROGRAM, encode};
use crate::state::{Applied, Batch, Kept, State, Work};
use crate::status::Troubles;
use andor_core::{InputError, Limits, Observer, Stopped};
use andor_engine::JobStatistics;
use andor_engine::remote::{Carried, JobDesk, LostLog};
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// The longest wait for something to happen.
const PATIENCE: Duration = Duration::from_millis(20);
/// At most so many events between two looks at everything else.
const EVENTS: usize = 512;
/// Leases, limits and the status are looked at so often.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// Workers not heard of for so many leases are forgotten.
const SILENCE: u32 = 4;
/// At most so many positions found lost are told with a job.
const LOST_AT_ONCE: usize = 2000;

/// The end is said again after so long.
const SAID_TWICE: Duration = Duration::from_millis(100);

/// A search in progress.
struct Search<'a> {
    coordinator: &'a Coordinator,
    desk: &'a mut dyn JobDesk,
    roster: Roster,
    checkers: Checkers,
    writer: Writer,
    run: u64,
    batch: Batch,
    receipts: Vec<Receipt>,
    /// Results that are safe, by worker, who is told soon.
    safe: HashMap<String, Vec<LeaseNumbers>>,
    /// Positions that were found lost, as their bytes.
    lost: LostLog<Vec<u8>>,
    written: Instant,
    since_snapshot: u64,
    work: Work,
    /// The work before this search began.
    before: Work,
    troubles: Troubles,
    again: u64,
    doubtful: u64,
    checking: usize,
    start: Instant,
    /// Seconds that threads had a job, and that there were threads.
    busy: (f64, f64),
    looked: Instant,
    rate: (Instant, u64, f64),
    stopped: Option<Stopped>,
    failure: Option<String>,
    /// The size of the last job: what a result whose lease is forgotten may cost to be worked out again.
    size: (u64, u64),
    notes: Vec<String>,
}

/// Searches until the root is settled or something says stop.
pub(super) fn search(
    coordinator: &Coordinator,
    desk: &mut dyn JobDesk,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Carried, InputError> {
    let subject = desk.subject().clone();
    let player = subject.player as u8;
    // Step 1. The state, and what it has of this question.
    let state = {
        let mut state = coordinator.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.is_none() {
            *state = Some(Arc::new(State::open(&coordinator.options.state, &subject)?));
        }
        state.clone().expect("just opened")
    };
    let Kept { snapshot, journal, work } = state.read(player)?;
    if let Some(bytes) = snapshot {
        desk.load(&bytes).map_err(|error| InputError::new(format!("the saved tree: {error}")))?;
    }
    state.each_proof(player, |proof| desk.keep(&[proof]))?;
    for Applied { moves, verdict } in &journal {
        let applied = desk.take(moves).map(|lease| desk.finish(lease, verdict));
        if !matches!(applied, Some(Ok(true))) {
            let error = "the journal does not fit the tree: the state is damaged";
            return Err(InputError::new(error));
        }
    }
    desk.take_lost();
    desk.leap_epochs(state.epochs);
    if work.jobs > 0 {
        observer.note(&format!(
            "going on from {} with {} jobs done",
            coordinator.options.state.display(),
            work.jobs
        ));
    }
    let run = state.run ^ u64::from(player);
    *coordinator.run.lock().unwrap_or_else(PoisonError::into_inner) = Some(run);
    // Step 2. The loop.
    let events = coordinator.sender.clone();
    let now = Instant::now();
    let mut search = Search {
        coordinator,
        roster: Roster::default(),
        checkers: Checkers::start(
            coordinator.options.checkers,
            &desk.inspector(),
            &coordinator.sender,
        ),
        writer: Writer::start(state, player, events),
        desk,
        run,
        batch: Batch::default(),
        receipts: Vec::new(),
        safe: HashMap::new(),
        lost: LostLog::default(),
        written: now,
        since_snapshot: journal.len() as u64,
        work,
        before: work,
        troubles: Troubles::default(),
        again: 0,
        doubtful: 0,
        checking: 0,
        start: now,
        busy: (0.0, 0.0),
        looked: now,
        rate: (now, work.jobs, 0.0),
        stopped: None,
        failure: None,
        size: (1, u64::MAX),
        notes: Vec::new(),
    };
    search.run(limits, observer);
    if !search.is_killed() {
        // The two are the same if no result was lost and none was counted twice.
        let (jobs, leaves) = (search.work.jobs, search.desk.look().expanded);
        search.note(format!("{jobs} results put in, {leaves} leaves expanded or settled"));
        search.tell_notes(observer);
    }
    // Step 3. Everything on disk.
    search.end()
}

impl Search<'_> {
    fn run(&mut self, limits: &Limits, observer: &mut dyn Observer) {
        let events = self.coordinator.events.lock().unwrap_or_else(PoisonError::into_inner);
        let mut announced = None;
        let mut looked = Instant::now();
        let mut shown = Instant::now();
        self.show(observer);
        loop {
            if self.desk.is_solved() || self.stopped.is_some() || self.is_killed() {
                return;
            }
            if announced
                .is_none_or(|at: Instant| at.elapsed() >= self.coordinator.options.announce_every)
            {
                self.announce();
                announced = Some(Instant::now());
            }
            self.assign();
            // Step 1. Whatever happened.
            match events.recv_timeout(PATIENCE) {
                Ok(event) => self.handle(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    unreachable!("the coordinator keeps a sender")
                }
            }
            for event in events.try_iter().take(EVENTS) {
                self.handle(event);
            }
            self.lost.add(self.desk.take_lost());
            self.tell_safe();
            self.tell_notes(observer);
            self.write(false);
            // Step 2. Now and then, everything else.
            if looked.elapsed() >= LOOK_EVERY {
                looked = Instant::now();
                self.look();
                let most = limits.nodes.unwrap_or(u64::MAX);
                let nodes = self.work.nodes - self.before.nodes;
                let out = (nodes >= most).then_some(Stopped::Nodes);
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
        self.coordinator.options.killed.load(Ordering::Relaxed)
    }

    fn announce(&self) {
        let subject = self.desk.subject().clone();
        let call = Call::Announce { run: self.run, program: PROGRAM.to_owned(), subject };
        self.coordinator.port.announce(encode(&call));
    }

    fn send(&self, worker: &str, call: &Call) {
        self.coordinator.port.send(worker, encode(call));
    }

    /// Jobs for whoever has room.
    fn assign(&mut self) {
        let workers = self.roster.threads();
        loop {
            let idle = self.roster.idle(self.coordinator.options.lease / 2);
            if idle.is_empty() {
                return;
            }
            for (worker, _) in idle {
                let Some(order) = self.desk.next(workers) else { return };
                let run = self.run;
                self.size = (order.descents, order.room);
                self.roster.give(&worker, order.clone(), false);
                // They come with a job: a message to everybody for every result costs more than it saves.
                let heard = &mut self.roster.worker(&worker).lost_heard;
                let lost = self.lost.tell(heard, LOST_AT_ONCE);
                self.send(&worker, &Call::Job { run, order, lost });
            }
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Came(delivery) => self.came(delivery),
            Event::Checked(checked) => self.checked(checked),
            Event::Written(receipts) => {
                receipts.into_iter().for_each(|receipt| self.receive(receipt));
            }
            Event::WriteFailed(why) => {
                self.failure = Some(why);
                self.stopped = Some(Stopped::Interrupted);
            }
        }
    }

    /// A result is on disk, or not wanted.
    fn receive(&mut self, receipt: Receipt) {
        match receipt {
            Receipt::Transport(token) => self.coordinator.port.acknowledge(token),
            Receipt::Worker(name, lease) => self.safe.entry(name).or_default().push(lease),
        }
    }

    /// Tells workers which of their results they need not keep.
    fn tell_safe(&mut self) {
        for (worker, leases) in std::mem::take(&mut self.safe) {
            self.send(&worker, &Call::Safe { run: self.run, leases });
        }
    }

    /// Hands the batch to the writer, if it is time.
    fn write(&mut self, at_once: bool) {
        let is_due = self.written.elapsed() >= self.coordinator.options.write_every;
        if self.batch.applied.is_empty() || !(at_once || is_due) {
            return;
        }
        self.written = Instant::now();
        self.batch.work = self.work;
        let batch = std::mem::take(&mut self.batch);
        self.writer.write(batch, std::mem::take(&mut self.receipts));
        if self.since_snapshot >= self.coordinator.options.snapshot_every {
            self.since_snapshot = 0;
            // Without memory for a copy the journal goes on growing.
            if let Ok(tree) = self.desk.copy() {
                self.writer.snapshot(tree);
            }
        }
    }

    /// Leases that ran out, workers that are gone, jobs that nobody wants.
    fn look(&mut self) {
        let seconds = self.looked.elapsed().as_secs_f64();
        self.looked = Instant::now();
        let (busy, threads) = (self.roster.held.len(), self.roster.threads());
        self.busy.0 += seconds * busy.min(threads) as f64;
        self.busy.1 += seconds * threads as f64;
        let lease = self.coordinator.options.lease;
        for held in self.roster.expired(lease) {
            self.troubles.expired += 1;
            self.note(format!(
                "{} was not heard of for {:.1} s: its job is given to another one",
                held.worker,
                held.heard.elapsed().as_secs_f64()
            ));
            self.came_to_nothing(held);
        }
        for name in self.roster.forget_silent(lease * SILENCE) {
            self.note(format!("{name} is gone"));
        }
        let is_gone = |lease: &&LeaseNumbers| !self.desk.is_good(**lease);
        let gone: Vec<LeaseNumbers> = self.roster.held.keys().filter(is_gone).copied().collect();
        for lease in gone {
            if !self.roster.held[&lease].is_checking {
                self.drop_stale(lease);
            }
        }
        let desk = &*self.desk;
        self.roster.aside.retain(|order| desk.is_good(order.lease));
        let nothing_else = self.roster.held.is_empty() && self.desk.free() == 0;
        if nothing_else && !self.roster.aside.is_empty() && !self.desk.is_solved() {
            let aside = self.roster.aside.len();
            self.failure = Some(format!(
                "{aside} jobs failed {} times each and were set aside, and nothing else is left to do",
                self.coordinator.options.tries
            ));
            self.stopped = Some(Stopped::Interrupted);
        }
        let (since, jobs, _) = self.rate;
        if since.elapsed() >= Duration::from_secs(2) {
            let rate = (self.work.jobs - jobs) as f64 / since.elapsed().as_secs_f64();
            self.rate = (Instant::now(), self.work.jobs, rate);
        }
    }

    /// Everything on disk, and what there is to say.
    fn end(mut self) -> Result<Carried, InputError> {
        if self.is_killed() {
            self.writer.abandon();
            return Ok(Carried { stopped: Some(Stopped::Interrupted), ..Carried::default() });
        }
        self.write(true);
        let status = self.status();
        let json = serde_json::to_string(&status).expect("a status is plain data");
        self.coordinator.port.show_status(json);
        let carried = Carried {
            stopped: self.stopped,
            counters: self.counters(),
            statistics: JobStatistics {
                workers: self.roster.threads() as u64,
                jobs: self.work.jobs,
                expanded: status.tree.expanded,
                touched: status.tree.touched,
                partials: self.work.partials,
                stale: self.work.stale,
                idle_seconds: self.busy.1 - self.busy.0,
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
                Event::Written(receipts) => {
                    for receipt in receipts {
                        // Workers go home now, whatever they keep.
                        if let Receipt::Transport(token) = receipt {
                            coordinator.port.acknowledge(token);
                        }
                    }
                }
                Event::WriteFailed(why) => failure = Some(why),
                Event::Came(_) | Event::Checked(_) => {}
            }
        }
        match failure {
            Some(why) => Err(InputError::new(why)),
            None => Ok(carried),
        }
    }
}

/// Tells the workers that all is over.
pub(super) fn dismiss(coordinator: &Coordinator) {
    let run = *coordinator.run.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(run) = run {
        // Twice, for a worker that is just coming back.
        for _ in 0..2 {
            coordinator.port.announce(encode(&Call::Over { run }));
            coordinator.port.flush();
            std::thread::sleep(SAID_TWICE);
        }
    }
}
