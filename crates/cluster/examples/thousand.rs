//! What the coordinator's own work is with many workers and a large tree: all of it real, but for the network and the
//! workers' time.
//!
//! ```text
//! cargo run --release -p andor-cluster --example thousand -- WORKERS NODES
//! ```
//!
//! One thread plays all workers. It does each job at once (a single expansion) and hands its result in when the job's
//! *virtual* time has come: jobs last as long as an exponential distribution says, so results come in no order that
//! the coordinator could rely on. Breakthrough 8x8 is searched until the tree has so many nodes. Printed, as the tree
//! doubles: processor time of the coordinator's loop for a result (Linux counts it for each thread), results
//! on disk, the status. In the end nobody says anything but that he lives: what the loop does all the same; and a second
//! coordinator goes on from the state: how long until it can.

// A program for those who work on the coordinator may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_cluster::coordinator::{Coordinator, CoordinatorConfig};
use andor_cluster::message::{FromCoordinator, FromWorker, PROGRAM, RunningJob, decode, encode};
use andor_cluster::status::Status;
use andor_cluster::transport::{CoordinatorPort, Delivery, Inbox};
use andor_core::{InputError, Limits, Observer, Progress, SplitMix64};
use andor_engine::remote::{Job, JobRunner, WorkerMemory};
use andor_engine::settings::SolverSettings;
use andor_engine::{Catalogue, JobSettings, JobSize, Method, Request};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const GAME: &str = "breakthrough:8x8";
/// The mean of a job's virtual time.
const JOB: f64 = 1e6;
/// How long it is looked at while nothing happens.
const QUIET: Duration = Duration::from_secs(5);
const BEAT: Duration = Duration::from_secs(1);

/// What the coordinator says, and its status.
struct Port {
    said: Sender<(Option<String>, Vec<u8>)>,
    status: Arc<Mutex<String>>,
}

impl CoordinatorPort for Port {
    fn send(&self, worker: &str, bytes: Vec<u8>) {
        // Nobody listens any more: it is over.
        let _ = self.said.send((Some(worker.to_owned()), bytes));
    }

    fn send_to_user(&self, _: &str, bytes: Vec<u8>) {
        let _ = self.said.send((None, bytes));
    }

    fn announce(&self, bytes: Vec<u8>) {
        let _ = self.said.send((None, bytes));
    }

    fn acknowledge(&self, _: u64) {}

    fn leave(&self, _: u64) {}

    fn show_status(&self, json: String) {
        *self.status.lock().unwrap() = json;
    }

    fn flush(&self) {}
}

/// All workers.
struct Crowd {
    inbox: Arc<dyn Inbox>,
    workers: usize,
    run: Option<u64>,
    runner: Option<Box<dyn JobRunner>>,
    random: SplitMix64,
    /// Jobs in work: when they end, whose they are, and what they are.
    jobs: BinaryHeap<Reverse<(u64, u64)>>,
    held: std::collections::HashMap<u64, (String, Job)>,
    now: u64,
    sent: u64,
    number: u64,
}

impl Crowd {
    fn say(&self, from: &str, word: &FromWorker) {
        self.inbox.put(Delivery { from: from.to_owned(), bytes: encode(word), token: None });
    }

    fn beat(&mut self) {
        let Some(run) = self.run else { return };
        self.number += 1;
        let mut running: std::collections::HashMap<&str, Vec<RunningJob>> = Default::default();
        for (name, job) in self.held.values() {
            let job = RunningJob { lease: job.lease, moves: job.moves.clone() };
            running.entry(name).or_default().push(job);
        }
        for worker in 0..self.workers {
            let name = name(worker);
            let running = running.remove(name.as_str()).unwrap_or_default();
            let beat = FromWorker::Beat { run, number: self.number, capacity: 1, running };
            self.say(&name, &beat);
        }
    }

    fn hear(&mut self, to: Option<String>, bytes: &[u8]) {
        match decode::<FromCoordinator>(bytes).unwrap() {
            FromCoordinator::Announce { run, subject, .. } if self.run.is_none() => {
                self.run = Some(run);
                let game = Catalogue::standard().game(&subject.game).unwrap();
                let memory = WorkerMemory { bytes: 64 << 20, threads: 1 };
                self.runner = Some(game.job_runner(&subject, memory.into()).unwrap());
                let (program, fingerprint) = (PROGRAM.to_owned(), subject.fingerprint);
                for worker in 0..self.workers {
                    let program = program.clone();
                    let hello = FromWorker::Hello { run, program, fingerprint, threads: 1 };
                    self.say(&name(worker), &hello);
                }
                self.beat();
            }
            FromCoordinator::Job { job, .. } => {
                let unit = (self.random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
                let takes = -(1.0 - unit).ln() * JOB;
                self.sent += 1;
                self.jobs.push(Reverse((self.now + takes as u64, self.sent)));
                self.held.insert(self.sent, (to.unwrap(), job));
            }
            FromCoordinator::Stale { lease, .. } => {
                self.held.retain(|_, (_, job)| job.lease != lease);
            }
            _ => {}
        }
    }

    /// Hands in the result whose time comes first.
    fn finish_one(&mut self) {
        while let Some(Reverse((at, number))) = self.jobs.pop() {
            self.now = at;
            let Some((from, job)) = self.held.remove(&number) else { continue };
            let runner = self.runner.as_mut().unwrap();
            let Ok(result) = runner.run(&job, &mut |_, _, _| true) else { continue };
            let run = self.run.unwrap();
            let Job { lease, moves, .. } = job;
            self.say(&from, &FromWorker::Result { run, lease, moves, result });
            return;
        }
    }

    /// Works until it is over; once it is `quiet`, no result is handed in any more.
    fn work(
        &mut self,
        said: &Receiver<(Option<String>, Vec<u8>)>,
        is_quiet: &AtomicBool,
        is_over: &AtomicBool,
    ) {
        let mut beaten = Instant::now();
        while !is_over.load(Ordering::Relaxed) {
            match said.recv_timeout(Duration::from_micros(200)) {
                Ok((to, bytes)) => self.hear(to, &bytes),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            for (to, bytes) in said.try_iter() {
                self.hear(to, &bytes);
            }
            if beaten.elapsed() >= BEAT {
                beaten = Instant::now();
                self.beat();
            }
            // A few at a time: the coordinator is to have something to do, and workers to be busy.
            let enough = (self.workers / 10).clamp(1, 100);
            if !is_quiet.load(Ordering::Relaxed) {
                (0..enough).for_each(|_| self.finish_one());
            }
        }
    }
}

fn name(worker: usize) -> String {
    format!("machine-{worker}")
}

/// Processor time of the thread that asks.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|text| text.parse::<f64>().ok()).unwrap_or(f64::NAN) / 1e9
}

/// Watches the loop, on its thread.
struct Watch<'a> {
    status: Arc<Mutex<String>>,
    folder: std::path::PathBuf,
    nodes: u64,
    next: u64,
    before: (f64, u64),
    quiet: Option<(Instant, f64)>,
    is_quiet: &'a AtomicBool,
    stop: Arc<AtomicBool>,
}

impl Observer for Watch<'_> {
    fn note(&mut self, _: &str) {}

    fn progress(&mut self, _: &Progress) {
        let json = self.status.lock().unwrap().clone();
        let Ok(status) = serde_json::from_str::<Status>(&json) else { return };
        let time = processor_time();
        if let Some((since, then)) = self.quiet {
            if since.elapsed() >= QUIET {
                let share = 100.0 * (time - then) / since.elapsed().as_secs_f64();
                println!("quiet, but for a beat a second of each: {share:.2}% of a core");
                self.stop.store(true, Ordering::Relaxed);
                self.quiet = None;
            }
            return;
        }
        if status.tree.nodes >= self.next && !self.stop.load(Ordering::Relaxed) {
            let results = status.jobs - self.before.1;
            let each = 1e6 * (time - self.before.0) / results.max(1) as f64;
            let disk = std::fs::metadata(self.folder.join("coordinator.redb"))
                .map_or(0, |file| file.len());
            let (workers, _) = status.there();
            println!(
                "{:>9} nodes {:>5.0} MiB  {:>7} results, {each:>6.1} us each  {:>4} MiB on disk  \
                 status of {workers} workers: {} KiB",
                status.tree.nodes,
                status.tree.bytes as f64 / f64::from(1 << 20),
                status.jobs,
                disk >> 20,
                json.len() >> 10
            );
            self.before = (processor_time(), status.jobs);
            self.next = (2 * status.tree.nodes).min(self.nodes.max(status.tree.nodes + 1));
            if status.tree.nodes >= self.nodes {
                self.is_quiet.store(true, Ordering::Relaxed);
                self.quiet = Some((Instant::now(), self.before.0));
            }
        }
    }
}

/// Waits until a coordinator goes on from a state, and stops it.
struct GoesOn {
    start: Instant,
    stop: Arc<AtomicBool>,
}

impl Observer for GoesOn {
    fn progress(&mut self, _: &Progress) {}

    fn note(&mut self, line: &str) {
        if !self.stop.swap(true, Ordering::Relaxed) {
            println!("{:.1} s later: {line}", self.start.elapsed().as_secs_f64());
        }
    }
}

fn request_of(stop: &Arc<AtomicBool>, coordinator: &Arc<Coordinator>) -> Request {
    let jobs = JobSettings {
        size: Some(JobSize::Fixed(1)),
        partial: Some(None),
        ..JobSettings::default()
    };
    Request {
        settings: SolverSettings { jobs, ..Method::Ppn2.into() },
        limits: Limits { memory: 4 << 30, interrupt: stop.clone(), ..Limits::default() },
        crew: Some(coordinator.crew()),
        ..Request::default()
    }
}

fn solve(request: &Request, observer: &mut dyn Observer) -> Result<(), InputError> {
    let game = Catalogue::standard().game(GAME)?;
    let position = game.position(None, &[])?;
    let solved = game.solve(&position, request, observer);
    solved.map(|_| ()).map_err(|error| InputError::new(error.to_string()))
}

fn main() -> Result<(), InputError> {
    let words: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [workers, nodes] = words[..] else { return Err(InputError::new("thousand WORKERS NODES")) };
    let folder = std::env::temp_dir().join(format!("andor-thousand-{}", std::process::id()));
    let (said, heard) = channel();
    let status = Arc::new(Mutex::new(String::new()));
    let mut inbox = None;
    let connect = |box_| {
        inbox = Some(box_);
        Ok(Arc::new(Port { said: said.clone(), status: status.clone() })
            as Arc<dyn CoordinatorPort>)
    };
    let coordinator = Arc::new(Coordinator::new(CoordinatorConfig::new(folder.clone()), connect)?);
    let stop = Arc::new(AtomicBool::new(false));
    let request = request_of(&stop, &coordinator);
    let (is_quiet, is_over) = (AtomicBool::new(false), AtomicBool::new(false));
    let mut crowd = Crowd {
        inbox: inbox.expect("the coordinator has connected"),
        workers: workers as usize,
        run: None,
        runner: None,
        random: SplitMix64::new(1),
        jobs: BinaryHeap::new(),
        held: Default::default(),
        now: 0,
        sent: 0,
        number: 0,
    };
    std::thread::scope(|scope| {
        let (quiet, over) = (&is_quiet, &is_over);
        scope.spawn(move || crowd.work(&heard, quiet, over));
        let mut watch = Watch {
            status,
            folder: folder.clone(),
            nodes,
            next: (nodes / 64).max(1),
            before: (processor_time(), 0),
            quiet: None,
            is_quiet: &is_quiet,
            stop,
        };
        let solved = solve(&request, &mut watch);
        is_over.store(true, Ordering::Relaxed);
        solved
    })?;
    // The file is locked until the first one is gone.
    drop((request, coordinator));
    let port = Port { said, status: Arc::default() };
    let again = Coordinator::new(CoordinatorConfig::new(folder.clone()), |_| Ok(Arc::new(port)))?;
    let again = Arc::new(again);
    let stop = Arc::new(AtomicBool::new(false));
    let request = request_of(&stop, &again);
    solve(&request, &mut GoesOn { start: Instant::now(), stop })?;
    // The state was for this run alone.
    let _ = std::fs::remove_dir_all(folder);
    Ok(())
}
