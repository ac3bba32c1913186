//! A worker: some threads that do jobs, each its own or all of them one, and one that talks.
//!
//! It needs to know nothing beforehand: the coordinator's announcement says which game, position and
//! question. A worker waits for one as long as it takes, and goes home when the coordinator says that all
//! is over. If the coordinator falls silent the worker goes on with what it has, and waits.
//!
//! Only the coordinator whose run it has joined can send it home. Others may announce what they like: a
//! worker stays where it is as long as its own coordinator is heard of, and what it cannot do it says in a
//! line, and waits.
//!
//! The result of a long job is left with the transport, which keeps it even if the worker dies. That of a
//! short one goes straight to the coordinator, as a message like any other, and the worker keeps it until
//! the coordinator says that it is safe: what is lost with a worker then is less than what keeping costs. A result
//! that is too long for a message is left with the transport too, in parts.

mod announced;
mod slot;
mod waiting;

use crate::message::{
    FromCoordinator, FromWorker, Garbled, MOST_IN_PARTS, PROGRAM, RunningJob, decode, encode,
};
use crate::parts::{Came, MOST_PARTS, Parts, Standing, parts_of};
use crate::transport::{Heard, WorkerPort};
use andor_core::InputError;
use andor_engine::remote::{
    AT_ONCE, Job, JobResult, JobSubject, Lease, Telling, WorkerCard, WorkerMeans, WorkerMemory,
};
use andor_engine::{Catalogue, Table};
use announced::game_of;
use slot::{JobDone, Reports, Slot};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use waiting::WaitingProofs;

/// The longest wait for something to happen: others are to hear soon what is found.
const PATIENCE: Duration = Duration::from_millis(5);

/// A result that is not safe after so many beats is sent again.
const BEATS: u32 = 2;

/// Lines about what is announced and cannot be done come no more often than this.
const SAID_AGAIN: Duration = Duration::from_secs(10);

/// The longest line.
const LETTERS: usize = 400;

/// At most so many jobs wait for each thread, whatever is sent.
const MOST_WAITING: usize = 16;

/// What a worker has.
#[derive(Clone, Debug)]
pub struct WorkerConfig {
    /// Threads.
    pub threads: usize,
    /// Bytes for all of them together.
    pub memory: u64,
    /// A card that helps them.
    pub card: Option<WorkerCard>,
    /// Jobs that wait beside those being done, so that nobody idles while a result travels.
    pub ahead: usize,
    /// At least so long between two partial results of a job.
    pub partial_every: Duration,
    /// How often it says that it lives.
    pub beat: Duration,
    /// Results of jobs that took this long, or longer, are left with the transport.
    pub queue_after: Duration,
    /// Certificates of a result have no more bytes than this, whatever the coordinator takes.
    pub most_proof: u64,
    /// A coordinator that was not heard of for so long may be left for another one.
    pub silence: Duration,
    /// The spec string of the one game made from a file that it may take part in.
    pub graph: Option<String>,
    /// The endgame tables that it has.
    pub tables: Vec<Arc<Table>>,
    /// Raised to end it.
    pub interrupt: Arc<AtomicBool>,
}

impl WorkerConfig {
    /// The usual settings.
    #[must_use]
    pub fn new(threads: usize, memory: u64) -> WorkerConfig {
        WorkerConfig {
            threads: threads.max(1),
            memory,
            card: None,
            ahead: 0,
            partial_every: Duration::from_millis(10),
            beat: Duration::from_secs(1),
            queue_after: Duration::from_millis(100),
            most_proof: u64::MAX,
            silence: Duration::from_secs(30),
            graph: None,
            tables: Vec::new(),
            interrupt: Arc::new(AtomicBool::new(false)),
        }
    }
}

/// How a worker ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Worked {
    /// Jobs it finished.
    pub jobs: u64,
    /// Whether the coordinator said that all is over; else it was interrupted.
    pub is_over: bool,
    /// Messages it refused.
    pub garbled: u64,
}

/// What the talking thread waits for.
#[derive(Debug)]
pub enum WorkerEvent {
    /// From the transport.
    Heard(Heard),
    /// From one of the threads.
    Done(JobDone),
}

impl From<Heard> for WorkerEvent {
    fn from(heard: Heard) -> WorkerEvent {
        WorkerEvent::Heard(heard)
    }
}

/// Works until the coordinator says that all is over, or somebody interrupts.
///
/// # Errors
/// If the coordinator whose run it has joined does not want it.
pub fn work(
    catalogue: &Catalogue,
    config: &WorkerConfig,
    connect: impl FnOnce(Sender<WorkerEvent>) -> Result<Arc<dyn WorkerPort>, InputError>,
    note: &mut dyn FnMut(&str),
) -> Result<Worked, InputError> {
    let (sender, events) = channel();
    let port = connect(sender.clone())?;
    let mut talking = WorkerLoop {
        catalogue,
        config,
        port,
        sender,
        slots: Vec::new(),
        telling: None,
        joined: None,
        unfit: None,
        warned: None,
        queue: VecDeque::new(),
        running: HashMap::new(),
        sending: Vec::new(),
        kept: Vec::new(),
        most_proof: 0,
        proofs: Parts::new(2 * MOST_IN_PARTS as u64, MOST_IN_PARTS as u64),
        waiting: WaitingProofs::new(config.memory),
        number: 0,
        beaten: Instant::now(),
        worked: Worked::default(),
    };
    // Whatever of it came in a message is printable from here on.
    let ended = talking.talk(&events, &mut |line| note(&InputError::printable(line, LETTERS)));
    if let Some(Joined { run, .. }) = talking.joined {
        talking.port.send(encode(&FromWorker::Bye { run }));
        talking.port.flush();
    }
    talking.leave_run();
    ended.map(|()| talking.worked)
}

/// A job that a slot does.
struct InSlot {
    slot: usize,
    job: Job,
}

/// A result that its worker keeps.
struct KeptResult {
    lease: Lease,
    bytes: Vec<u8>,
    sent: Instant,
}

/// The numbers of a run that is announced, and of its coordinator.
struct Announced {
    home: u64,
    run: u64,
}

/// The run that it takes part in.
struct Joined {
    /// The number of its coordinator.
    home: u64,
    run: u64,
    fingerprint: u64,
    /// When something was heard of it.
    heard: Instant,
}

/// What the talking thread knows.
struct WorkerLoop<'a> {
    catalogue: &'a Catalogue,
    config: &'a WorkerConfig,
    port: Arc<dyn WorkerPort>,
    sender: Sender<WorkerEvent>,
    slots: Vec<Slot>,
    /// What it tells others, and hears from them.
    telling: Option<Telling>,
    joined: Option<Joined>,
    /// The last run that it cannot take part in.
    unfit: Option<u64>,
    /// When it last said why something that is announced cannot be done.
    warned: Option<Instant>,
    /// Jobs that wait.
    queue: VecDeque<Job>,
    /// Jobs being done, and by which slot.
    running: HashMap<Lease, InSlot>,
    /// Results that the transport does not have yet.
    sending: Vec<RunningJob>,
    /// Results that went straight to the coordinator, and are not safe yet.
    kept: Vec<KeptResult>,
    /// How many bytes of certificates a result may have.
    most_proof: u64,
    /// Proofs of others that are not whole yet.
    proofs: Parts,
    /// And those that are, and wait for a thread.
    waiting: WaitingProofs,
    number: u64,
    beaten: Instant,
    worked: Worked,
}

impl WorkerLoop<'_> {
    fn talk(
        &mut self,
        events: &Receiver<WorkerEvent>,
        note: &mut dyn FnMut(&str),
    ) -> Result<(), InputError> {
        loop {
            if self.config.interrupt.load(Ordering::Relaxed) {
                return Ok(());
            }
            match events.recv_timeout(PATIENCE) {
                Ok(WorkerEvent::Heard(Heard::Message(bytes))) => {
                    if self.hear(&bytes, note)? {
                        self.worked.is_over = true;
                        return Ok(());
                    }
                }
                Ok(WorkerEvent::Heard(Heard::News(line))) => note(&line),
                Ok(WorkerEvent::Heard(Heard::Sent(lease))) => {
                    self.sending.retain(|job| job.lease != lease);
                }
                Ok(WorkerEvent::Done(came)) => self.done(came),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => unreachable!("a sender is kept here"),
            }
            self.tell();
            if self.beaten.elapsed() >= self.config.beat {
                self.proofs.forget();
                self.beat();
                self.send_again(BEATS * self.config.beat);
            }
        }
    }

    /// Acts on a message; `true` if all is over.
    fn hear(&mut self, bytes: &[u8], note: &mut dyn FnMut(&str)) -> Result<bool, InputError> {
        let call = match decode::<FromCoordinator>(bytes) {
            Ok(call) => call,
            Err(garbled @ Garbled::Version(_)) => {
                self.warn(&garbled.to_string(), note);
                return Ok(false);
            }
            Err(_) => {
                self.worked.garbled += 1;
                return Ok(false);
            }
        };
        let own = self.joined.as_ref().map(|joined| joined.run);
        match call {
            FromCoordinator::Announce { home, run, program, subject } => {
                self.announced(Announced { home, run }, &program, subject, note);
            }
            FromCoordinator::WhoAreYou { run } if own == Some(run) => {
                self.hello();
                self.beat();
                // Somebody who does not know us does not have our results.
                self.send_again(Duration::ZERO);
            }
            FromCoordinator::Proved { run, part, from }
                if own == Some(run) && from != self.port.name() =>
            {
                let length = part.length;
                let came = self.proofs.add(&from, part, None, Standing::Proven);
                if let Came::Whole(proof, _) = came {
                    self.proofs.give_back(length);
                    if let Some(proof) = self.waiting.take_in(proof) {
                        self.slots.iter().for_each(|slot| slot.keep_proof(proof.clone()));
                    }
                }
            }
            // What is said to all of a user comes to who has said it, too.
            FromCoordinator::Bounds { run, bounds, from }
                if own == Some(run) && from != self.port.name() =>
            {
                if let Some(telling) = &self.telling {
                    telling.hear(&bounds);
                }
            }
            FromCoordinator::Job { run, job, lost, share, proofs } if own == Some(run) => {
                self.most_proof = proofs;
                if let Some(telling) = &mut self.telling {
                    telling.allow(share);
                }
                if !lost.is_empty() {
                    let lost = Arc::new(lost);
                    self.slots.iter().for_each(|slot| slot.keep_lost(lost.clone()));
                }
                let is_known = self.running.contains_key(&job.lease)
                    || self.kept.iter().any(|kept| kept.lease == job.lease)
                    || self.queue.iter().any(|waiting| waiting.lease == job.lease);
                let most = self.config.ahead + MOST_WAITING * self.config.threads;
                if !is_known && self.queue.len() < most {
                    self.queue.push_back(job);
                    self.start_jobs();
                }
            }
            FromCoordinator::Stale { run, lease } if own == Some(run) => {
                self.queue.retain(|job| job.lease != lease);
                if let Some(InSlot { slot, .. }) = self.running.get(&lease) {
                    self.slots[*slot].give_up(lease);
                }
            }
            FromCoordinator::Safe { run, leases } if own == Some(run) => {
                self.kept.retain(|kept| !leases.contains(&kept.lease));
            }
            FromCoordinator::Refused { run, why } if own == Some(run) => {
                let why = InputError::printable(&why, LETTERS);
                return Err(InputError::new(format!("the coordinator refuses this worker: {why}")));
            }
            FromCoordinator::Over { home } => {
                return Ok(self.joined.as_ref().is_some_and(|joined| joined.home == home));
            }
            // Of another run.
            _ => {}
        }
        Ok(false)
    }

    /// Somebody says what is searched.
    fn announced(
        &mut self,
        Announced { home, run }: Announced,
        program: &str,
        subject: JobSubject,
        note: &mut dyn FnMut(&str),
    ) {
        // Step 1. It is our own run, or another search of the same coordinator, or ours is gone.
        if let Some(joined) = &mut self.joined {
            if joined.home == home {
                joined.heard = Instant::now();
            } else if joined.heard.elapsed() < self.config.silence {
                return;
            }
            if joined.run == run {
                return;
            }
        }
        // Step 2. It can be done here.
        if self.unfit == Some(run) {
            return;
        }
        if program != PROGRAM {
            let message =
                format!("the coordinator's version is {program}, this worker's is {PROGRAM}");
            self.warn(&message, note);
            return;
        }
        note(&format!("{} {}", subject.game, subject.position));
        if let Some(rows) = subject.terms.zone_rows {
            note(&format!("first a zone table of {rows} rows is read or built"));
        }
        self.leave_run();
        let joined = Joined { home, run, fingerprint: 0, heard: Instant::now() };
        match self.join(joined, &subject) {
            Ok(()) => {
                self.hello();
                self.beat();
            }
            Err(error) => {
                let why = error.to_string();
                self.port.send(encode(&FromWorker::Unfit { run, why: why.clone() }));
                self.leave_run();
                self.unfit = Some(run);
                self.warn(&why, note);
            }
        }
    }

    /// Says why something that is announced cannot be done; anybody may announce, so not every time.
    fn warn(&mut self, line: &str, note: &mut dyn FnMut(&str)) {
        if self.warned.is_none_or(|at| at.elapsed() >= SAID_AGAIN) {
            self.warned = Some(Instant::now());
            note(&format!("{line}; waiting for another run"));
        }
    }

    /// Makes ready for a run.
    fn join(&mut self, joined: Joined, subject: &JobSubject) -> Result<(), InputError> {
        let run = joined.run;
        let own = self.joined.insert(joined);
        let game = game_of(self.catalogue, self.config, subject)?;
        own.fingerprint = game.fingerprint();
        for number in 0..subject.terms.at_once(self.config.threads)? {
            let ends = Arc::new(AtomicBool::new(false));
            let memory = WorkerMemory { bytes: self.config.memory, threads: self.config.threads };
            let tables = self.config.tables.clone();
            let means = WorkerMeans { memory, tables, card: self.config.card, ends: ends.clone() };
            let runner = game.job_runner(subject, means)?;
            self.telling = runner
                .shared()
                .map(|shared| Telling::new(shared, Instant::now()))
                .or(self.telling.take());
            let every = self.config.partial_every;
            let reports = Reports { port: self.port.clone(), run, every };
            self.slots.push(Slot::start(number, runner, ends, reports, self.sender.clone()));
        }
        // Reading or building a table takes its time.
        if let Some(joined) = &mut self.joined {
            joined.heard = Instant::now();
        }
        Ok(())
    }

    fn leave_run(&mut self) {
        self.queue.clear();
        self.running.clear();
        self.sending.clear();
        self.kept.clear();
        self.telling = None;
        // Dropping a slot ends its thread.
        self.slots.clear();
        self.joined = None;
    }

    fn start_jobs(&mut self) {
        for number in 0..self.slots.len() {
            if self.slots[number].is_busy {
                continue;
            }
            let Some(job) = self.queue.pop_front() else { return };
            self.slots[number].is_busy = true;
            self.running.insert(job.lease, InSlot { slot: number, job: job.clone() });
            // Its result must not come to more parts than are taken.
            let most = self.port.most_bytes().saturating_mul(MOST_PARTS / 2) as u64;
            let most = most.min(self.config.most_proof);
            self.slots[number].run(job, self.most_proof.min(most));
        }
    }

    /// A thread has done a job.
    fn done(&mut self, JobDone { run, slot, lease, took, result }: JobDone) {
        if self.joined.as_ref().is_none_or(|joined| joined.run != run) {
            return;
        }
        self.slots[slot].is_busy = false;
        let Some(InSlot { job, .. }) = self.running.remove(&lease) else { return };
        match result {
            Ok(Some(result)) => {
                self.worked.jobs += 1;
                self.send_result(run, job, took, result);
            }
            Ok(None) => {}
            Err(why) => self.port.send(encode(&FromWorker::Failed { run, lease, why })),
        }
        self.start_jobs();
    }

    fn send_result(&mut self, run: u64, job: Job, took: Duration, result: JobResult) {
        let Job { lease, moves, .. } = job;
        let running = RunningJob { lease, moves: moves.clone() };
        let bytes = encode(&FromWorker::Result { run, lease, moves, result });
        let is_too_long = bytes.len() > self.port.most_bytes();
        if is_too_long || took >= self.config.queue_after {
            self.sending.push(running);
            let messages = if is_too_long { self.parts(run, lease, &bytes) } else { vec![bytes] };
            self.port.send_result(lease, messages);
        } else {
            self.port.send(bytes.clone());
            self.kept.push(KeptResult { lease, bytes, sent: Instant::now() });
        }
    }

    /// A long message as the messages of its parts.
    fn parts(&self, run: u64, lease: Lease, message: &[u8]) -> Vec<Vec<u8>> {
        let parts = parts_of(message, lease, self.port.most_bytes());
        parts.map(|part| encode(&FromWorker::Part { run, part })).collect()
    }

    /// Sends results again that were sent so long ago and are not safe.
    fn send_again(&mut self, age: Duration) {
        for kept in self.kept.iter_mut().filter(|kept| kept.sent.elapsed() >= age) {
            self.port.send(kept.bytes.clone());
            kept.sent = Instant::now();
        }
    }

    /// Tells others what was found lately.
    fn tell(&mut self) {
        let (Some(telling), Some(Joined { run, .. })) = (&mut self.telling, &self.joined) else {
            return;
        };
        for bounds in telling.due(Instant::now()).chunks(AT_ONCE) {
            self.port.send(encode(&FromWorker::Bounds { run: *run, bounds: bounds.to_vec() }));
        }
    }

    fn hello(&self) {
        let Some(Joined { run, fingerprint, .. }) = self.joined else { return };
        let threads = self.config.threads as u32;
        let program = PROGRAM.to_owned();
        self.port.send(encode(&FromWorker::Hello { run, program, fingerprint, threads }));
    }

    fn beat(&mut self) {
        let Some(Joined { run, .. }) = self.joined else { return };
        self.beaten = Instant::now();
        self.number += 1;
        let running_job = |job: &Job| RunningJob { lease: job.lease, moves: job.moves.clone() };
        let started = self.running.values().map(|in_slot| &in_slot.job);
        let running = started.chain(&self.queue).map(running_job);
        let running = running.chain(self.sending.iter().cloned());
        let word = FromWorker::Beat {
            run,
            number: self.number,
            capacity: (self.slots.len() + self.config.ahead) as u32,
            running: running.collect(),
        };
        self.port.send(encode(&word));
    }
}
