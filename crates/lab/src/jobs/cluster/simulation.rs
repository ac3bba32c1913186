//! The cluster in virtual time: the coordinator's tree and the workers' searches are real, the clock is not.
//!
//! A discrete-event simulation. What happens is in the order of the virtual time, and repeats:
//!
//! ```text
//!   worker        |-- job --+--+--+--+-|   |-- next job ..      + its turn ends: it hears what has come, and tells
//!                 start     |  |       \      /
//!   coordinator   ........[=][=].......[===][=]..               [=] one message after the other
//! ```
//!
//! Nodes take the time that they take on a machine, messages their way, the coordinator its time for each. Jobs are
//! given out as `JobDesk` has them, as large as `Speed` finds, near the worker's last one; bounds are told as
//! `Telling` does, and go to all others through the coordinator; proofs that are large enough too. What is not in
//! here: what a server does with its bandwidth, failures, and the inspection itself, of which only the time counts.

use super::worker::{Finished, Said, VirtualWorker};
use super::{Crowd, Machines, Outcome};
use andor_core::{Counters, InputError, Observer, SplitMix64, Stopped};
use andor_engine::remote::{
    AT_ONCE, Bound, Bucket, Crew, Effort, Ended, IN_ADVANCE, Inspector, Job, JobBrief, JobDesk,
    JobResult, JobVerdict, LOST_AT_ONCE, Lease, LostLog, Speed, Telling, WORTH_TELLING,
    WorkerMemory, part_of_share,
};
use andor_engine::{Catalogue, JobStatistics, Simulated};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Virtual time, in billionths of a second.
type Time = u64;

/// A worker's turn: it looks about as often as a search does for what others have said.
const TURN: Time = 1_000_000;
/// No more often than this a worker says how its job stands.
const PARTIAL: Time = 10_000_000;
/// Whoever has nothing to do tells so long after its last job what is left to tell.
const LAST_WORD: Time = 31_000_000;
/// The coordinator looks so often for jobs that nobody wants.
const LOOK: Time = 100_000_000;
/// With more workers than this all results go to the checkers, as in the coordinator, unless they are small.
const FEW: usize = 32;
const SMALL: usize = 4 << 10;

/// So many bounds are heard to see how long one takes.
const HEARD: usize = 100_000;

/// What happens.
enum Event {
    /// A worker has its turn; the number says whether that was put off.
    Turn(usize, u64),
    /// It says how its job stands.
    Partial(usize, Lease, u32, u32),
    /// It has done a job, which it searched for so long.
    Result(usize, Box<Finished>, Lease, Time),
    /// Its result was inspected.
    Checked(Box<Checked>),
    /// It tells others.
    Bounds(usize, Vec<Bound>),
    /// The coordinator looks for jobs that nobody wants.
    Look,
}

struct Checked {
    worker: usize,
    lease: Lease,
    given: Time,
    searched: Time,
    nodes: u64,
    result: JobResult,
}

struct Entry {
    at: Time,
    number: u64,
    event: Event,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.number == other.number
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Entry) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Entry) -> std::cmp::Ordering {
        (self.at, self.number).cmp(&(other.at, other.number))
    }
}

/// What all workers hear but the one that it is from.
#[derive(Clone)]
enum News {
    Bounds(Arc<Vec<Bound>>),
    Proof(Arc<Vec<u8>>),
}

/// A job on its way to a worker, or waiting there.
struct Sent {
    at: Time,
    job: Job,
    lost: Vec<Vec<u8>>,
    share: u64,
}

/// The job that a worker is about.
struct InHand {
    lease: Lease,
    begun: Time,
    nodes: u64,
    said: Time,
}

/// A job as the coordinator knows it.
#[derive(Clone, Copy)]
struct Held {
    lease: Lease,
    given: Time,
}

/// A worker with its clock, and with what the coordinator knows of it.
struct Machine {
    worker: VirtualWorker,
    telling: Option<Telling>,
    clock: Time,
    jobs: VecDeque<Sent>,
    in_hand: Option<InHand>,
    /// Which of the news it has heard.
    heard: u64,
    proofs: Vec<Arc<Vec<u8>>>,
    stale: Vec<(Time, Lease)>,
    /// When it has its turn, and the number of that.
    turn: Option<(Time, u64)>,
    has_last_word: bool,
    busy: Time,
    /// Until then, of jobs that it has ended.
    busy_until: Time,
    held: Option<Held>,
    near: Vec<u32>,
    /// Its last job, where results are inspected.
    job: Option<Job>,
    lost_heard: u64,
    speed: Speed,
    results: u64,
}

/// A crew of workers that are pretended.
pub(super) struct VirtualCrew {
    pub(super) machines: Machines,
    pub(super) crowd: Crowd,
    pub(super) catalogue: Catalogue,
    pub(super) brief: JobBrief,
    /// What came of it beside what is known of any search, or why nothing did.
    pub(super) outcome: Arc<Mutex<Result<Outcome, InputError>>>,
}

impl VirtualCrew {
    /// The workers, each with a table of its own.
    fn hire(&self, desk: &JobDesk<'_>) -> Result<Vec<VirtualWorker>, InputError> {
        let subject = self.brief.subject(desk.question());
        let most_proof = self.brief.inspector(desk).most_proof();
        let game = self.catalogue.game(&subject.game)?;
        let bytes = self.crowd.memory + 2 * self.brief.zone_bytes();
        let memory = WorkerMemory { bytes, threads: 1 };
        let hired = (0..self.crowd.workers.max(1)).map(|_| {
            let runner = game.job_runner(&subject, memory.into())?;
            VirtualWorker::start(runner, most_proof)
        });
        hired.collect()
    }

    fn tell(&self, outcome: Result<Outcome, InputError>) {
        *self.outcome.lock().unwrap_or_else(PoisonError::into_inner) = outcome;
    }
}

impl Crew for VirtualCrew {
    fn search(&mut self, desk: &mut JobDesk<'_>, _: &mut dyn Observer) -> Ended {
        let begun = Instant::now();
        let workers = match self.hire(desk) {
            Ok(workers) => workers,
            Err(error) => {
                self.tell(Err(error));
                return Ended { stopped: Some(Stopped::Memory), ..Ended::default() };
            }
        };
        let machine = |worker: VirtualWorker| Machine {
            telling: worker.shared.clone().map(|shared| Telling::new(shared, begun)),
            worker,
            clock: 0,
            jobs: VecDeque::new(),
            in_hand: None,
            heard: 0,
            proofs: Vec::new(),
            stale: Vec::new(),
            turn: None,
            has_last_word: false,
            busy: 0,
            busy_until: 0,
            held: None,
            near: Vec::new(),
            job: None,
            lost_heard: 0,
            speed: Speed::default(),
            results: 0,
        };
        let all: Vec<Machine> = workers.into_iter().map(machine).collect();
        let is_alone = self.crowd.workers <= 1;
        let mut simulation = Simulation {
            inspector: is_alone.then(|| self.brief.inspector(desk)),
            idle: (0..all.len()).map(|worker| (true, worker)).collect(),
            all,
            machines: self.machines,
            desk,
            base: begun,
            now: 0,
            events: BinaryHeap::new(),
            number: 0,
            news: VecDeque::new(),
            first_news: 0,
            lost: LostLog::default(),
            proved: Bucket::new(begun),
            checkers: vec![0; self.machines.checkers.max(1)],
            speed: Speed::default(),
            counted: 0,
            stopped: None,
            outcome: Outcome::default(),
            statistics: JobStatistics::default(),
            coordinated: 0,
        };
        simulation.run();
        let workers = simulation.all.len() as u64;
        let look = simulation.desk.look();
        let worked = simulation.outcome.nodes;
        let makespan = simulation.nodes_in(simulation.now);
        let coordinated = simulation.nodes_in(simulation.coordinated);
        let busy: Time = simulation.all.iter().map(|machine| machine.busy).sum();
        let Simulation { now, mut outcome, stopped, statistics, ref all, .. } = simulation;
        outcome.clock.hearing = all.first().map_or(0.0, |one| hearing(&one.worker));
        outcome.seconds = now as f64 / 1e9;
        outcome.busy = busy as f64 / (now * workers).max(1) as f64;
        outcome.coordinator = simulation.coordinated as f64 / now.max(1) as f64;
        outcome.jobs = statistics.jobs;
        self.tell(Ok(outcome));
        let counters = Counters { nodes: worked, ..Counters::default() };
        let statistics = JobStatistics {
            workers,
            expanded: look.expanded,
            touched: look.touched,
            seconds: begun.elapsed().as_secs_f64(),
            simulated: Some(Simulated { makespan, worked, coordinated }),
            ..statistics
        };
        Ended { stopped, counters, statistics }
    }
}

struct Simulation<'d, 'a> {
    machines: Machines,
    /// Where there is one worker, its results are inspected, to see how long that takes.
    inspector: Option<Arc<dyn Inspector>>,
    desk: &'d mut JobDesk<'a>,
    all: Vec<Machine>,
    /// The moment that virtual time is counted from, for those who want one of the clock's.
    base: Instant,
    /// Until then the coordinator has done its work.
    now: Time,
    events: BinaryHeap<Reverse<Entry>>,
    number: u64,
    /// Who has no job: those without results last.
    idle: BTreeSet<(bool, usize)>,
    news: VecDeque<(Time, usize, News)>,
    first_news: u64,
    lost: LostLog<Vec<u8>>,
    proved: Bucket,
    /// When the checkers are through.
    checkers: Vec<Time>,
    speed: Speed,
    /// Nodes of jobs whose results are here.
    counted: u64,
    stopped: Option<Stopped>,
    outcome: Outcome,
    statistics: JobStatistics,
    coordinated: Time,
}

/// How long it takes a worker to hear of a position, at the end of its search.
fn hearing(worker: &VirtualWorker) -> f64 {
    let Some(shared) = &worker.shared else { return 0.0 };
    let mut random = SplitMix64::new(1);
    let mut bound = || {
        let (index, tag) = (random.next_u64(), random.next_u64());
        Bound { index, tag, phi: 1, delta: 1, work: 2 }
    };
    let bounds: Vec<Bound> = (0..HEARD).map(|_| bound()).collect();
    let begun = Instant::now();
    shared.hear(&bounds);
    shared.take_in();
    begun.elapsed().as_secs_f64() / HEARD as f64
}

/// Seconds in virtual time.
fn time(seconds: f64) -> Time {
    (seconds * 1e9) as Time
}

impl Simulation<'_, '_> {
    fn run(&mut self) {
        self.put(LOOK, Event::Look);
        self.assign();
        while !self.desk.is_solved() && self.stopped.is_none() {
            let Some(Reverse(Entry { at, event, .. })) = self.events.pop() else {
                // All leaves are in work and nobody works: that cannot be.
                self.stopped = Some(Stopped::Interrupted);
                break;
            };
            match event {
                Event::Turn(worker, number) => {
                    if self.all[worker].turn == Some((at, number)) {
                        self.all[worker].turn = None;
                        self.turn(worker, at);
                    }
                }
                event => {
                    self.coordinate(at, event);
                    self.lost.add(self.desk.take_lost());
                    self.assign();
                }
            }
        }
        self.end();
    }

    /// Those who are still at it have worked so far.
    fn end(&mut self) {
        let now = self.now;
        let a_second = self.machines.nodes_a_second;
        for machine in &mut self.all {
            // The last turn may have gone beyond the end.
            machine.busy -= machine.busy_until.saturating_sub(now).min(machine.busy);
            if let Some(InHand { begun, nodes, .. }) = machine.in_hand.take() {
                machine.busy += now.saturating_sub(begun);
                let beyond = machine.clock.saturating_sub(now) as f64 / 1e9 * a_second;
                self.outcome.nodes += nodes.saturating_sub(beyond as u64);
            }
        }
    }

    fn put(&mut self, at: Time, event: Event) {
        self.number += 1;
        self.events.push(Reverse(Entry { at, number: self.number, event }));
    }

    /// A moment of virtual time as one of the clock.
    fn moment(&self, at: Time) -> Instant {
        self.base + Duration::from_nanos(at)
    }

    fn time_of(&self, nodes: u64) -> Time {
        time(nodes as f64 / self.machines.nodes_a_second)
    }

    fn nodes_in(&self, time: Time) -> u64 {
        (time as f64 / 1e9 * self.machines.nodes_a_second) as u64
    }

    fn latency(&self) -> Time {
        time(self.machines.latency)
    }

    /// Lets a worker have its turn then, unless it has one before.
    fn turn_at(&mut self, worker: usize, at: Time) {
        if self.all[worker].turn.is_some_and(|(before, _)| before <= at) {
            return;
        }
        self.put(at, Event::Turn(worker, self.number + 1));
        self.all[worker].turn = Some((at, self.number));
    }

    // The coordinator.

    fn takes(&mut self, at: Time, seconds: f64) {
        self.now = self.now.max(at) + time(seconds);
        self.coordinated += time(seconds);
    }

    fn coordinate(&mut self, at: Time, event: Event) {
        let Machines { message, bound, inspect, .. } = self.machines;
        match event {
            Event::Turn(..) => unreachable!("that is a worker's"),
            Event::Look => {
                self.takes(at, 0.0);
                self.look();
            }
            Event::Partial(worker, lease, phi, delta) => {
                self.takes(at, message);
                self.statistics.partials += 1;
                let is_its = self.all[worker].held.is_some_and(|held| held.lease == lease);
                if is_its && !self.desk.partial(lease, phi, delta) {
                    self.drop_stale(worker);
                }
            }
            Event::Bounds(worker, bounds) => {
                self.takes(at, message + bound * bounds.len() as f64);
                self.outcome.bounds += bounds.len() as u64;
                self.tell(worker, News::Bounds(Arc::new(bounds)));
            }
            Event::Result(worker, finished, lease, searched) => {
                self.takes(at, message);
                self.result(worker, *finished, lease, searched, inspect);
            }
            Event::Checked(checked) => {
                self.takes(at, message);
                self.checked(*checked);
            }
        }
        if let Some(stopped) = self.desk.limits().clock(self.base) {
            self.stopped.get_or_insert(stopped);
        }
    }

    fn look(&mut self) {
        let held = |worker: &usize| self.all[*worker].held;
        let unwanted = |worker: &usize| held(worker).is_some_and(|h| !self.desk.goes_on(h.lease));
        let stale: Vec<usize> = (0..self.all.len()).filter(unwanted).collect();
        stale.into_iter().for_each(|worker| self.drop_stale(worker));
        let heard = self.all.iter().map(|machine| machine.heard).min().unwrap_or_default();
        let old = heard.saturating_sub(self.first_news) as usize;
        self.news.drain(..old);
        self.first_news += old as u64;
        self.put(self.now + LOOK, Event::Look);
    }

    /// The job of a worker is of no use any more: it is told, and has room for another.
    fn drop_stale(&mut self, worker: usize) {
        let at = self.now + self.latency();
        let machine = &mut self.all[worker];
        let Some(held) = machine.held.take() else { return };
        self.statistics.stale += 1;
        machine.stale.push((at, held.lease));
        self.idle.insert((machine.results == 0, worker));
    }

    fn tell(&mut self, from: usize, news: News) {
        if self.all.len() > 1 {
            self.news.push_back((self.now + self.latency(), from, news));
        }
    }

    fn result(
        &mut self,
        worker: usize,
        finished: Finished,
        lease: Lease,
        searched: Time,
        inspect: f64,
    ) {
        let Finished { nodes, result, .. } = finished;
        let machine = &mut self.all[worker];
        let Some(Held { given, .. }) = machine.held.filter(|held| held.lease == lease) else {
            return;
        };
        machine.held = None;
        self.idle.insert((machine.results == 0, worker));
        let Ok(result) = result else {
            // What cannot be done here can be done nowhere.
            self.desk.give_back(lease);
            self.stopped = Some(Stopped::Memory);
            return;
        };
        if let (Some(inspector), Some(job)) = (&self.inspector, &machine.job) {
            let begun = Instant::now();
            if inspector.inspect(job, &result, Effort::Judge).is_err() {
                // What a worker says is proved, or it is no worker of ours.
                self.stopped = Some(Stopped::Interrupted);
            }
            self.outcome.clock.inspecting += begun.elapsed().as_secs_f64();
        }
        let bytes = result.proof_bytes();
        let takes = inspect * bytes as f64;
        self.outcome.proof_bytes += bytes as u64;
        let checked = Box::new(Checked { worker, lease, given, searched, nodes, result });
        if bytes <= SMALL && self.all.len() <= FEW {
            self.takes(0, takes);
            self.checked(*checked);
            return;
        }
        let first =
            (0..self.checkers.len()).min_by_key(|&checker| self.checkers[checker]).unwrap_or(0);
        let at = self.checkers[first].max(self.now) + time(takes);
        self.checkers[first] = at;
        self.put(at, Event::Checked(checked));
    }

    fn checked(&mut self, Checked { worker, lease, given, searched, nodes, result }: Checked) {
        let took = Duration::from_nanos(self.now - given);
        match self.desk.finish(lease, &result.verdict) {
            Ok(true) => {}
            Ok(false) => {
                self.statistics.stale += 1;
                self.counted += nodes;
                return;
            }
            Err(_) => {
                self.stopped = Some(Stopped::Memory);
                return;
            }
        }
        self.counted += nodes;
        let searched = Duration::from_nanos(searched);
        self.speed.count(nodes, searched, took);
        self.all[worker].speed.count(nodes, searched, took);
        if matches!(result.verdict, JobVerdict::Numbers { .. }) {
            return;
        }
        let machine = &mut self.all[worker];
        if machine.results == 0 && self.idle.remove(&(true, worker)) {
            self.idle.insert((false, worker));
        }
        machine.results += 1;
        let most = (self.machines.share as f64 * IN_ADVANCE) as u64;
        for proof in result.proofs.into_iter().filter(|proof| proof.len() >= WORTH_TELLING) {
            let moment = self.moment(self.now);
            if self.all.len() > 1 && self.proved.fill(proof.len() as u64, most, moment) {
                return;
            }
            self.tell(worker, News::Proof(Arc::new(proof)));
        }
    }

    /// Jobs for all who have none.
    fn assign(&mut self) {
        let count = self.all.len();
        while self.desk.free() > 0 && !self.desk.is_solved() {
            let Some((is_new, worker)) = self.idle.first().copied() else { return };
            let machine = &self.all[worker];
            self.desk.set_pace(machine.speed.or(self.speed).pace(self.counted));
            let Some(job) = self.desk.next(count, &machine.near) else { return };
            self.idle.remove(&(is_new, worker));
            self.statistics.jobs += 1;
            let at = self.now + self.latency();
            let share = part_of_share(self.machines.share, count - 1);
            let machine = &mut self.all[worker];
            machine.near.clone_from(&job.moves);
            machine.job = self.inspector.as_ref().map(|_| job.clone());
            machine.held = Some(Held { lease: job.lease, given: self.now });
            let lost = self.lost.tell(&mut machine.lost_heard, LOST_AT_ONCE);
            machine.jobs.push_back(Sent { at, job, lost, share });
            let begins = machine.clock.max(at);
            if machine.in_hand.is_none() {
                self.turn_at(worker, begins);
            }
        }
    }

    // The workers.

    fn turn(&mut self, worker: usize, at: Time) {
        let machine = &mut self.all[worker];
        machine.clock = machine.clock.max(at);
        // Step 1. A job that nobody wants any more.
        let (clock, lease) = (machine.clock, machine.in_hand.as_ref().map(|hand| hand.lease));
        machine.stale.retain(|&(at, stale)| at > clock || Some(stale) == lease);
        let is_stale = machine.stale.iter().any(|&(at, stale)| at <= clock && Some(stale) == lease);
        if is_stale && let Some(InHand { begun, nodes, .. }) = machine.in_hand.take() {
            machine.worker.give_up();
            machine.busy += clock - begun;
            self.outcome.nodes += nodes;
            self.outcome.in_vain += nodes;
            self.counted += nodes;
        }
        // Step 2. The next one, if there is one.
        let began = match self.all[worker].in_hand {
            Some(_) => None,
            None => match self.next_job(worker) {
                Some(job) => Some(job),
                None => {
                    self.tell_what_is_due(worker);
                    return;
                }
            },
        };
        // Step 3. What others have said, and some more nodes.
        self.hear(worker);
        let more = self.nodes_in(TURN).max(1);
        let machine = &mut self.all[worker];
        let Some(hand) = &mut machine.in_hand else { return };
        let before = hand.nodes;
        let until = before + more;
        let said = match began {
            Some(job) => machine.worker.begin(job, until),
            None => machine.worker.go_on(until),
        };
        let mut partial = None;
        match said {
            Said::Paused { nodes, phi, delta } => {
                let lease = hand.lease;
                hand.nodes = nodes;
                let clock = machine.clock + self.time_of(nodes - before);
                let machine = &mut self.all[worker];
                machine.clock = clock;
                if let Some(hand) = &mut machine.in_hand
                    && clock - hand.said >= PARTIAL
                {
                    hand.said = clock;
                    partial = Some(Event::Partial(worker, lease, phi, delta));
                }
            }
            Said::Done(finished) => {
                let (lease, begun) = (hand.lease, hand.begun);
                machine.in_hand = None;
                self.outcome.nodes += finished.nodes;
                let takes = self.time_of(finished.nodes.saturating_sub(before));
                let bytes = finished.result.as_ref().map_or(0, JobResult::proof_bytes);
                let proving = time(bytes as f64 * self.machines.prove);
                self.outcome.clock.searching += finished.searching.as_secs_f64();
                self.outcome.clock.proving += finished.proving.as_secs_f64();
                let machine = &mut self.all[worker];
                let searched = machine.clock + takes - begun;
                machine.clock += takes + proving;
                machine.busy += machine.clock - begun;
                machine.busy_until = machine.clock;
                machine.has_last_word = true;
                partial = Some(Event::Result(worker, finished, lease, searched));
            }
        }
        let at = self.all[worker].clock;
        if let Some(event) = partial {
            self.put(at + self.latency(), event);
        }
        self.tell_what_is_due(worker);
        let machine = &self.all[worker];
        if machine.in_hand.is_some() || machine.jobs.front().is_some_and(|sent| sent.at <= at) {
            self.turn_at(worker, at);
        } else if let Some(sent) = machine.jobs.front() {
            let at = sent.at;
            self.turn_at(worker, at);
        } else if machine.has_last_word {
            self.all[worker].has_last_word = false;
            self.turn_at(worker, at + LAST_WORD);
        }
    }

    /// The job that a worker begins now: one that was not given up before it began.
    fn next_job(&mut self, worker: usize) -> Option<Job> {
        let machine = &mut self.all[worker];
        loop {
            let is_there = machine.jobs.front().is_some_and(|sent| sent.at <= machine.clock);
            if !is_there {
                let later = machine.jobs.front().map(|sent| sent.at);
                if let Some(at) = later {
                    self.turn_at(worker, at);
                }
                return None;
            }
            let Sent { job, lost, share, .. } = machine.jobs.pop_front()?;
            if !lost.is_empty() {
                machine.worker.keep_lost(lost);
            }
            machine.telling.iter_mut().for_each(|telling| telling.allow(share));
            if machine.held.is_none_or(|held| held.lease != job.lease) {
                continue;
            }
            for proof in machine.proofs.drain(..) {
                machine.worker.keep_proof(proof);
            }
            let (lease, begun) = (job.lease, machine.clock);
            machine.in_hand = Some(InHand { lease, begun, nodes: 0, said: begun });
            return Some(job);
        }
    }

    /// A worker hears what has come to it.
    fn hear(&mut self, worker: usize) {
        let a_bound = self.machines.hear;
        let machine = &mut self.all[worker];
        let mut heard = 0;
        while let Some((at, from, news)) = self.news.get((machine.heard - self.first_news) as usize)
            && *at <= machine.clock
        {
            machine.heard += 1;
            if *from == worker {
                continue;
            }
            match news {
                News::Bounds(bounds) => {
                    heard += bounds.len();
                    machine.telling.iter().for_each(|telling| telling.hear(bounds));
                }
                News::Proof(proof) => machine.proofs.push(proof.clone()),
            }
        }
        self.outcome.heard += heard as u64;
        machine.clock += time(a_bound * heard as f64);
    }

    fn tell_what_is_due(&mut self, worker: usize) {
        let clock = self.all[worker].clock;
        let moment = self.moment(clock);
        let Some(telling) = &mut self.all[worker].telling else { return };
        let bounds = telling.due(moment);
        let at = clock + self.latency();
        for bounds in bounds.chunks(AT_ONCE) {
            self.put(at, Event::Bounds(worker, bounds.to_vec()));
        }
    }
}
