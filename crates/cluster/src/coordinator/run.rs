//! The loop: jobs out, results in.
//!
//! ```text
//!   worker            coordinator                         disk
//!   Beat  ----------> who is idle? --- Job --->
//!   Partial --------> numbers of the leaf
//!   Result ---------> inspected on another thread
//!                     into the tree, into the batch ----> commit
//!                     acknowledged  <---------------------+
//! ```
//!
//! A result that comes twice, or for a leaf that is gone, changes nothing. After a restart the tree is
//! rebuilt from the state, and epochs begin later than any that were given out: a result for an older
//! lease is still taken if its leaf is open and nobody works on it.

use super::checkers::{Checkers, ToCheck};
use super::roster::{Held, Roster};
use super::writer::Writer;
use super::{Checked, Coordinator, Event};
use crate::message::{Call, Garbled, LeaseNumbers, PROGRAM, Word, decode, encode};
use crate::state::{Applied, Batch, Kept, State, Work};
use crate::status::{Status, Troubles, WorkerStatus};
use crate::transport::Delivery;
use andor_core::{Counters, InputError, Limits, Observer, Progress, Stopped};
use andor_engine::JobStatistics;
use andor_engine::remote::{Carried, Inspected, JobDesk, JobOrder, JobResult};
use std::fs::OpenOptions;
use std::io::Write;
use std::sync::atomic::Ordering;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The longest wait for something to happen.
const PATIENCE: Duration = Duration::from_millis(20);
/// At most so many events between two looks at everything else.
const EVENTS: usize = 512;
/// Leases, limits and the status are looked at so often.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// Workers not heard of for so many leases are forgotten.
const SILENCE: u32 = 4;
/// At most so many positions are told to the workers at once.
const LOST_AT_ONCE: usize = 2000;

/// A job has no more nodes than this.
const MOST_COUNTED: u64 = 1 << 40;
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
    tokens: Vec<u64>,
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
        tokens: Vec::new(),
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
            self.tell_lost();
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

    fn note(&mut self, line: String) {
        self.notes.push(line);
    }

    /// Tells what happened, and writes it to the log beside the state.
    fn tell_notes(&mut self, observer: &mut dyn Observer) {
        if self.notes.is_empty() {
            return;
        }
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let mut text = String::new();
        for line in self.notes.drain(..) {
            observer.note(&line);
            text.push_str(&format!("{seconds} {line}\n"));
        }
        let path = self.coordinator.options.state.join("log.txt");
        let file = OpenOptions::new().create(true).append(true).open(path);
        // The log is for people; if it cannot be written the state will say so too.
        let _ = file.and_then(|mut file| file.write_all(text.as_bytes()));
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
                self.send(&worker, &Call::Job { run, order });
            }
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Came(delivery) => self.came(delivery),
            Event::Checked(checked) => self.checked(checked),
            Event::Written(tokens) => {
                for token in tokens {
                    self.coordinator.port.acknowledge(token);
                }
            }
            Event::WriteFailed(why) => {
                self.failure = Some(why);
                self.stopped = Some(Stopped::Interrupted);
            }
        }
    }

    fn came(&mut self, Delivery { from, bytes, token }: Delivery) {
        let word = match decode::<Word>(&bytes) {
            Ok(word) => word,
            Err(garbled) => {
                if let Garbled::Version(_) = garbled {
                    self.troubles.other_version += 1;
                    let why = garbled.to_string();
                    self.send(&from, &Call::Refused { why });
                } else {
                    self.troubles.garbled += 1;
                }
                // It will not get better by coming again.
                if let Some(token) = token {
                    self.coordinator.port.acknowledge(token);
                }
                return;
            }
        };
        if let Some(known) = self.roster.workers.get_mut(&from) {
            known.heard = Instant::now();
            if known.refused.is_some() {
                if let Some(token) = token {
                    self.coordinator.port.acknowledge(token);
                }
                return;
            }
        }
        match word {
            Word::Hello { run, program, fingerprint, threads } if run == self.run => {
                self.hello(&from, &program, fingerprint, threads);
            }
            Word::Beat { run, number, capacity, running } if run == self.run => {
                self.beat(&from, number, capacity, &running);
            }
            Word::Partial { run, lease, number, phi, delta, nodes, expanded }
                if run == self.run =>
            {
                self.partial(&from, lease, number, (phi, delta), (nodes, expanded));
            }
            Word::Result { run, lease, moves, result } if run == self.run => {
                self.result(from, lease, moves, result, token);
            }
            Word::Failed { run, lease, why } if run == self.run => {
                self.troubles.failed += 1;
                let lease = self.roster.now(lease);
                let is_its = self.roster.held.get(&lease).is_some_and(|held| held.worker == from);
                if is_its && let Some(held) = self.roster.held.remove(&lease) {
                    self.note(format!("{from} could not do a job: {why}"));
                    self.came_to_nothing(held);
                }
            }
            Word::Bye { run } if run == self.run => {
                self.note(format!("{from} leaves"));
                for held in self.roster.taken_from(&from) {
                    self.desk.give_back(held.order.lease);
                }
                self.roster.workers.remove(&from);
            }
            // Of another run.
            Word::Result { .. } => {
                self.troubles.late += 1;
                if let Some(token) = token {
                    self.coordinator.port.acknowledge(token);
                }
            }
            _ => self.announce(),
        }
    }

    fn hello(&mut self, from: &str, program: &str, fingerprint: u64, threads: u32) {
        let own = self.desk.subject().fingerprint;
        let why = if program != PROGRAM {
            Some(format!("its version is {program}, the coordinator's is {PROGRAM}"))
        } else if fingerprint != own {
            Some(format!("its rules of {} are not the coordinator's", self.desk.subject().game))
        } else {
            None
        };
        if let Some(why) = why {
            self.troubles.workers_refused += 1;
            self.note(format!("{from} is refused: {why}"));
            self.roster.worker(from).refused = Some(why.clone());
            self.send(from, &Call::Refused { why });
            return;
        }
        if !self.roster.workers.contains_key(from) {
            self.note(format!("{from} comes with {threads} threads"));
        }
        self.roster.worker(from).threads = threads.min(1 << 12);
    }

    fn beat(
        &mut self,
        from: &str,
        number: u64,
        capacity: u32,
        running: &[(LeaseNumbers, Vec<u32>)],
    ) {
        let Some(worker) = self.roster.workers.get_mut(from) else {
            self.send(from, &Call::WhoAreYou { run: self.run });
            return;
        };
        if number <= worker.last_beat {
            return;
        }
        worker.last_beat = number;
        worker.capacity = capacity.min(1 << 12);
        for (lease, moves) in running {
            let now = self.roster.now(*lease);
            match self.roster.held.get_mut(&now) {
                Some(held) if held.worker == from => held.heard = Instant::now(),
                // Another one has it.
                Some(_) => self.send(from, &Call::Stale { run: self.run, lease: *lease }),
                None => {
                    let anew = self.roster.has_room(from).then(|| self.desk.take(moves)).flatten();
                    let Some(new) = anew else {
                        self.send(from, &Call::Stale { run: self.run, lease: *lease });
                        continue;
                    };
                    let (descents, room) = self.size;
                    let moves = moves.clone();
                    let order = JobOrder { lease: new, moves, descents, room, partial_every: None };
                    self.roster.give_anew(from, *lease, order);
                }
            }
        }
    }

    fn partial(
        &mut self,
        from: &str,
        lease: LeaseNumbers,
        number: u64,
        (phi, delta): (u32, u32),
        (nodes, expanded): (u64, u64),
    ) {
        let said = lease;
        let lease = self.roster.now(said);
        let known = self.roster.held.get_mut(&lease);
        let Some(held) = known.filter(|held| held.worker == from) else {
            // A lease that is forgotten is given anew at the next beat, if it can be.
            if self.roster.held.contains_key(&lease) {
                self.send(from, &Call::Stale { run: self.run, lease: said });
            }
            return;
        };
        held.heard = Instant::now();
        if number <= held.partial || held.is_checking {
            return;
        }
        held.partial = number;
        (held.nodes, held.expanded) = (nodes, expanded);
        self.work.partials += 1;
        // A partial result settles nothing: zeros are not looked at.
        if !self.desk.partial(lease, phi, delta) {
            self.drop_stale(lease);
        }
    }

    /// Counts work, as workers say it.
    fn count(&mut self, nodes: u64, expanded: u64) {
        // What nobody can have done is not counted, so that nothing runs over.
        let add = |sum: u64, more: u64| if more < MOST_COUNTED { sum + more } else { sum };
        self.work.nodes = add(self.work.nodes, nodes);
        self.work.expanded = add(self.work.expanded, expanded);
    }

    /// A job whose leaf is gone.
    fn drop_stale(&mut self, lease: LeaseNumbers) {
        if let Some(held) = self.roster.held.remove(&lease) {
            self.work.stale += 1;
            self.count(held.nodes, held.expanded);
            self.send(&held.worker, &Call::Stale { run: self.run, lease: held.said });
        }
    }

    /// A job that came back without a result.
    fn came_to_nothing(&mut self, held: Held) {
        let Held { order, .. } = held;
        if self.roster.tried(&order.moves, self.coordinator.options.tries) {
            self.note(format!("a job at depth {} is set aside", order.moves.len()));
            self.roster.aside.push(order);
        } else {
            self.desk.give_back(order.lease);
        }
    }

    fn result(
        &mut self,
        from: String,
        lease: LeaseNumbers,
        moves: Vec<u32>,
        result: JobResult,
        token: Option<u64>,
    ) {
        let lease = self.roster.now(lease);
        let order = match self.roster.held.get_mut(&lease) {
            Some(held) if held.order.moves == moves => {
                if held.is_checking {
                    // The same once more, before the first one is on disk.
                    self.troubles.late += 1;
                    if let Some(token) = token {
                        self.coordinator.port.leave(token);
                    }
                    return;
                }
                held.is_checking = true;
                held.order.clone()
            }
            // The lease is forgotten. Is its leaf still open?
            _ => match self.desk.take(&moves) {
                Some(lease) => {
                    let (descents, room) = self.size;
                    let order = JobOrder { lease, moves, descents, room, partial_every: None };
                    self.roster.give(&from, order.clone(), true);
                    order
                }
                None => {
                    self.troubles.late += 1;
                    if let Some(token) = token {
                        self.coordinator.port.acknowledge(token);
                    }
                    return;
                }
            },
        };
        self.checking += 1;
        self.checkers.check(ToCheck { from, order, token, result });
    }

    fn checked(&mut self, checked: Checked) {
        let Checked { from, order, token, nodes, expanded, inspected } = checked;
        self.checking -= 1;
        let lease = order.lease;
        let held = self.roster.held.remove(&lease);
        let Inspected { verdict, proofs, again, doubtful } = match inspected {
            Ok(inspected) => inspected,
            Err(why) => {
                self.troubles.forged += 1;
                self.note(format!("a result of {from} does not hold: {why}"));
                if let Some(token) = token {
                    self.coordinator.port.acknowledge(token);
                }
                self.desk.give_back(lease);
                if self.roster.strike(&from, &why) {
                    self.troubles.workers_refused += 1;
                    self.note(format!("{from} is refused from now on"));
                    self.send(&from, &Call::Refused { why });
                    for held in self.roster.taken_from(&from) {
                        self.desk.give_back(held.order.lease);
                    }
                }
                return;
            }
        };
        match self.desk.finish(lease, &verdict) {
            Ok(true) => {}
            Ok(false) => {
                self.work.stale += 1;
                self.count(nodes, expanded);
                if let Some(token) = token {
                    self.coordinator.port.acknowledge(token);
                }
                return;
            }
            Err(_) => {
                self.stopped = Some(Stopped::Memory);
                return;
            }
        }
        self.desk.keep(&proofs);
        self.again += u64::from(again.is_some());
        self.doubtful += doubtful;
        self.work.jobs += 1;
        self.count(nodes, expanded);
        self.count(again.map_or(0, |more| more.nodes), again.map_or(0, |more| more.expanded));
        let by = held.map_or(from, |held| held.worker);
        if let Some(worker) = self.roster.workers.get_mut(&by) {
            worker.jobs += 1;
            worker.nodes = worker.nodes.saturating_add(nodes.min(MOST_COUNTED));
        }
        self.batch.applied.push(Applied { moves: order.moves, verdict });
        self.batch.proofs.extend(proofs);
        self.tokens.extend(token);
        self.since_snapshot += 1;
    }

    /// Shares what was found lost.
    fn tell_lost(&mut self) {
        let lost = self.desk.take_lost();
        for positions in lost.chunks(LOST_AT_ONCE) {
            let call = Call::Lost { run: self.run, positions: positions.to_vec() };
            self.coordinator.port.announce(encode(&call));
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
        self.writer.write(batch, std::mem::take(&mut self.tokens));
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

    fn status(&self) -> Status {
        let running =
            |name: &str| self.roster.held.values().filter(|held| held.worker == name).count();
        let mut workers: Vec<WorkerStatus> = self
            .roster
            .workers
            .iter()
            .map(|(name, worker)| WorkerStatus {
                name: name.clone(),
                threads: worker.threads,
                running: running(name),
                jobs: worker.jobs,
                nodes: worker.nodes,
                silent_seconds: worker.heard.elapsed().as_secs_f64(),
                refused: worker.refused.clone(),
            })
            .collect();
        workers.sort_by(|a, b| a.name.cmp(&b.name));
        let Work { nodes, jobs, partials, stale, .. } = self.work;
        Status {
            subject: self.desk.subject().clone(),
            run: self.run,
            seconds: self.start.elapsed().as_secs_f64(),
            tree: self.desk.look(),
            workers,
            leases: self.roster.held.len(),
            checking: self.checking,
            jobs,
            jobs_a_second: self.rate.2,
            partials,
            nodes,
            stale,
            aside: self.roster.aside.len(),
            again: self.again,
            doubtful: self.doubtful,
            busy: self.busy.0 / self.busy.1.max(f64::MIN_POSITIVE),
            useful: jobs as f64 / (jobs + stale).max(1) as f64,
            troubles: self.troubles,
        }
    }

    fn show(&self, observer: &mut dyn Observer) {
        let status = self.status();
        let look = &status.tree;
        let open =
            look.replies.iter().filter(|reply| reply.phi != Some(0) && reply.delta != Some(0));
        let open = open.count();
        let best = look.replies.iter().min_by_key(|reply| reply.delta.unwrap_or(u32::MAX));
        observer.progress(&Progress {
            phase: "search",
            elapsed: self.start.elapsed(),
            counters: self.counters(),
            before: self.before.nodes,
            memory: look.bytes,
            root: (look.proof.map(u64::from), look.disproof.map(u64::from)),
            root_moves: (look.replies.len() - open, open),
            best: best.map(|reply| reply.text.clone()),
            ..Progress::default()
        });
        let json = serde_json::to_string(&status).expect("a status is plain data");
        self.coordinator.port.show_status(json);
    }

    fn counters(&self) -> Counters {
        Counters { nodes: self.work.nodes, expanded: self.work.expanded, ..Counters::default() }
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
            },
        };
        let Search { writer, checkers, coordinator, failure, .. } = self;
        drop(checkers);
        writer.finish();
        let events = coordinator.events.lock().unwrap_or_else(PoisonError::into_inner);
        let mut failure = failure;
        for event in events.try_iter() {
            match event {
                Event::Written(tokens) => {
                    tokens.into_iter().for_each(|token| coordinator.port.acknowledge(token));
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
