//! A worker's search, on one of its threads or on all: does jobs, and proves what it says.
//!
//! A settled leaf comes with a certificate of it. If that is larger than the coordinator judges, or was not found in
//! time, the worker claims nothing: the leaf gets all its children, with numbers that say "nearly", and the jobs on
//! these end at once, for the table knows them, with smaller proofs. The children of an open leaf that are left out because
//! they fail, and that no table of the run decides, share one: most of what they need is the same.
//! Certificates may rest on these tables.
//! Under superko what is true of a leaf depends on its path, which a certificate of a position does not
//! know: there nothing is sent along.

use super::result::{JobResult, LARGE_PROOFS, SMALL_PROOFS};
use super::terms::JobSubject;
use crate::device::card_search;
use crate::method::Method;
use crate::settings::{Setting, SolverSettings};
use crate::tables::TableSet;
use crate::zone::workers_zone;
use andor_certify::{Certificate, Heading, SectionBuilder, write_certificate};
use andor_core::{
    Answer, Counters, Game, InputError, Instant, Limits, Observer, Player, Progress, Question,
    Report, Stopped,
};
use andor_gpu::Card;
use andor_prove::extract::{Finding, Leaves, Options, extract};
use andor_prove::job_level::{
    Abandoned, Finished, Job, JobChild, JobLevel, JobVerdict, MOST_LISTED, arrive,
};
use andor_prove::sharing::Shared;
use andor_prove::solver::{Solver, claim_of};
use andor_tables::Table;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The least time that may be spent on proofs after a job: what is settled and comes without one is searched again.
const PROOF_TIME: Duration = Duration::from_secs(5);
/// More may be, by so much of the job and of all jobs so far: proofs near the root are as large as the work was.
const OF_THE_JOB: u32 = 4;
const OF_ALL_JOBS: u32 = 3;
/// But never more: whoever gave the job is waiting.
const MOST_PROOF_TIME: Duration = Duration::from_secs(120);

/// The number of what is settled, and cannot be shown to be: as large as a job's numbers ever may be.
const NEARLY: u32 = (1 << 20) - 1;

/// Why there is no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoResult {
    /// Nobody wants it any more.
    Stale,
    /// It cannot be done.
    Failed(String),
}

/// Does jobs.
pub trait JobRunner: Send {
    /// Does a job. `partial` is told numbers and work on the way, and says whether to go on.
    ///
    /// # Errors
    /// Why there is no result.
    fn run(
        &mut self,
        job: &Job,
        partial: &mut dyn FnMut(u32, u32, Counters) -> bool,
    ) -> Result<JobResult, NoResult>;

    /// From now on the proofs of a result have at most so many bytes.
    fn limit_proofs(&mut self, bytes: u64);

    /// From now on proofs take as long as they take: for whoever has a clock of his own.
    fn take_time(&mut self);

    /// Keeps in mind that the position with these bytes is lost for its side to move.
    fn keep_lost(&mut self, position: &[u8]);

    /// Keeps in mind what a certificate of the run proves, which is believed.
    fn keep_proof(&mut self, proof: &[u8]);

    /// Where it leaves what it finds for other workers, and takes what they have found; `None` if it does not.
    fn shared(&self) -> Option<Shared>;
}

/// The memory of a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WorkerMemory {
    /// Bytes of all its threads together.
    pub bytes: u64,
    /// Its threads.
    pub threads: usize,
}

/// The card of a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WorkerCard {
    /// Its number.
    pub number: u32,
    /// How much of its memory may be used; nine tenths of what is free if that is not said.
    pub memory: Option<u64>,
}

impl WorkerCard {
    /// The card of this name, and how much of its memory is used, as `solve` reads both; it is there now.
    ///
    /// # Errors
    /// If it is not, or the words are none.
    pub fn open(device: &str, memory: Option<&str>) -> Result<WorkerCard, InputError> {
        let mut set = SolverSettings::of(Method::DfPn);
        for (name, text) in [("device", Some(device)), ("device-memory", memory)] {
            if let (Some(setting), Some(text)) = (Setting::named(name), text) {
                setting.read(&mut set, text).map_err(|why| {
                    InputError::new(format!("--{name} {}: {why}", InputError::quote(text)))
                })?;
            }
        }
        let number = set.device.unwrap_or_default();
        Card::open(number).map_err(|error| InputError::new(format!("--device: {error}")))?;
        Ok(WorkerCard { number, memory: set.device_memory })
    }
}

/// What a worker has for its jobs.
#[derive(Clone)]
pub struct WorkerMeans {
    /// Its memory.
    pub memory: WorkerMemory,
    /// Endgame tables, of which it takes those that the run asks.
    pub tables: Vec<Arc<Table>>,
    /// A card that helps its threads.
    pub card: Option<WorkerCard>,
    /// Raised, it ends whatever is done.
    pub ends: Arc<AtomicBool>,
}

impl From<WorkerMemory> for WorkerMeans {
    fn from(memory: WorkerMemory) -> WorkerMeans {
        WorkerMeans { memory, tables: Vec::new(), card: None, ends: Arc::default() }
    }
}

/// A runner for a subject with this root.
///
/// # Errors
/// If the subject cannot be used, or is about other rules than these.
pub(crate) fn runner<G: Game + 'static>(
    game: &Arc<G>,
    root: G::Position,
    subject: &JobSubject,
    WorkerMeans { memory, tables: given, card, ends }: WorkerMeans,
) -> Result<Box<dyn JobRunner>, InputError> {
    let player = Player::from_letter(&subject.player.to_string());
    let player = player.ok_or_else(|| {
        let quoted = InputError::quote(&subject.player.to_string());
        InputError::new(format!("player {quoted} is neither b nor w"))
    })?;
    let config = subject.terms.config(&**game, memory.threads)?;
    let at_once = subject.terms.at_once(memory.threads)?;
    let mut limits = Limits { memory: memory.bytes, interrupt: ends.clone(), ..Limits::default() };
    let mut solver = JobLevel::new(config);
    let mut tables = TableSet::of_run(&subject.terms.tables, &given, &subject.game)?;
    if let Some(rows) = subject.terms.zone_rows {
        let zone = workers_zone(&**game, rows, &limits)?;
        limits.memory -= zone.shape().bytes();
        tables = tables.with_zone(Some(zone), &subject.game);
    }
    if !tables.is_empty() {
        solver.consult(Box::new(tables.clone()));
    }
    limits.memory /= at_once as u64;
    let question = Question::wins(player);
    if let Some(card) = card {
        let search = card_search(&**game, &root, card, tables.zone(), None)?;
        if !config.knowledge || !solver.accelerate(question, &limits, Box::new(search))? {
            return Err(InputError::new(
                "--device: a card helps in jobs of df-pn with static knowledge, and in no others",
            ));
        }
    }
    let shared = solver.share(question, &limits, u64::MAX)?;
    let game = game.clone();
    let (most_proof, searched) = (SMALL_PROOFS, Duration::ZERO);
    Ok(Box::new(GameRunner {
        game,
        root,
        question,
        solver,
        shared,
        tables,
        limits,
        ends,
        most_proof,
        takes_time: false,
        searched,
    }))
}

struct GameRunner<G: Game> {
    game: Arc<G>,
    root: G::Position,
    question: Question,
    solver: JobLevel<G>,
    shared: Option<Shared>,
    tables: TableSet,
    limits: Limits,
    ends: Arc<AtomicBool>,
    /// At most so many bytes of proofs go with a result.
    most_proof: u64,
    /// Whether they take as long as they take.
    takes_time: bool,
    /// The time of all jobs so far.
    searched: Duration,
}

impl<G: Game + 'static> JobRunner for GameRunner<G> {
    fn run(
        &mut self,
        job: &Job,
        partial: &mut dyn FnMut(u32, u32, Counters) -> bool,
    ) -> Result<JobResult, NoResult> {
        let begun = Instant::now();
        let failed = |why: &str| NoResult::Failed(why.to_owned());
        let Some(leaf) = arrive(&*self.game, &self.root, &job.moves) else {
            return Err(failed("the moves of the job are not legal"));
        };
        if self.game.outcome(&leaf.position).is_some() {
            return Err(failed("the game is over at the leaf of the job"));
        }
        let ends = self.ends.clone();
        let mut told = |phi, delta, counters| {
            let goes_on = partial(phi, delta, counters) && !ends.load(Ordering::Relaxed);
            if goes_on { Ok(()) } else { Err(Abandoned::Stale) }
        };
        let GameRunner { game, question, solver, limits, .. } = self;
        let finished = solver.run_job(game, *question, &leaf, job.budget, limits, &mut told);
        let finished = finished.map_err(|why| match why {
            Abandoned::Stale => NoResult::Stale,
            Abandoned::Stopped(Stopped::Memory) => failed("there is too little memory for the job"),
            Abandoned::Stopped(stopped) => NoResult::Failed(stopped.to_string()),
        })?;
        let took = begun.elapsed();
        self.searched += took;
        let time = (OF_THE_JOB * took).max(self.searched / OF_ALL_JOBS);
        let time = time.clamp(PROOF_TIME, MOST_PROOF_TIME);
        let micros = took.as_micros() as u64;
        let proofs = self.proofs(&leaf.position, &finished, time);
        let Finished { verdict, counters: Counters { nodes, expanded, .. } } = finished;
        let verdict = match verdict {
            JobVerdict::Settled { won, leans_on: u32::MAX, winning }
                if proofs.is_empty() && !self.game.repetition().is_superko() =>
            {
                self.unproved(&leaf.position, won, winning)
            }
            verdict => verdict,
        };
        Ok(JobResult { verdict, proofs, nodes, expanded, micros })
    }

    fn limit_proofs(&mut self, bytes: u64) {
        self.most_proof = bytes.min(LARGE_PROOFS);
    }

    fn take_time(&mut self) {
        self.takes_time = true;
    }

    fn keep_lost(&mut self, position: &[u8]) {
        if let Some(position) = self.game.decode(position) {
            self.solver.keep_lost(&self.game, &position);
        }
    }

    fn keep_proof(&mut self, proof: &[u8]) {
        let GameRunner { game, solver, .. } = self;
        each_lost(&**game, proof, |position| solver.keep_lost(game, position));
    }

    fn shared(&self) -> Option<Shared> {
        self.shared.clone()
    }
}

/// Takes in what others have found while a proof is walked, which may be for long: else most of it were lost.
struct Listener<'a>(Option<&'a Shared>);

impl Observer for Listener<'_> {
    fn progress(&mut self, _: &Progress) {
        self.0.iter().for_each(|shared| shared.take_in());
    }

    fn note(&mut self, _: &str) {}
}

impl<G: Game + 'static> GameRunner<G> {
    /// A leaf that is settled without a proof, as one with all its children: what is proved of these settles it.
    fn unproved(&self, leaf: &G::Position, won: bool, winning: Option<u32>) -> JobVerdict {
        let mut moves = Vec::new();
        self.game.moves(leaf, &mut moves);
        let child = |mv: G::Move| {
            let code = self.game.move_code(mv);
            let (phi, delta) = if won && winning == Some(code) { (NEARLY, 1) } else { (1, NEARLY) };
            JobChild { code, phi, delta, leans_on: u32::MAX }
        };
        JobVerdict::Open { children: moves.into_iter().map(child).collect() }
    }

    /// Proofs of everything that was found, as far as they are small and found in time.
    fn proofs(&mut self, leaf: &G::Position, finished: &Finished, time: Duration) -> Vec<Vec<u8>> {
        let mut proofs = Vec::new();
        if self.game.repetition().is_superko() {
            return proofs;
        }
        let time = (!self.takes_time).then_some(time);
        let limits = Limits { time, ..self.limits.clone() };
        match &finished.verdict {
            JobVerdict::Settled { won, leans_on, .. } => {
                if *leans_on == u32::MAX {
                    proofs.extend(self.proof(std::slice::from_ref(leaf), *won, &limits));
                }
            }
            JobVerdict::Numbers { .. } => {}
            JobVerdict::Open { children } => {
                let game = self.game.clone();
                let listed: HashSet<u32> = children.iter().map(|child| child.code).collect();
                let mut moves = Vec::new();
                game.moves(leaf, &mut moves);
                let (mut known, mut failing) = (HashSet::new(), Vec::new());
                for mv in moves {
                    let child = game.after(leaf, mv);
                    if listed.contains(&game.move_code(mv)) {
                        known.insert(game.key(&child));
                    } else {
                        failing.push(child);
                    }
                }
                failing.retain(|child| {
                    let over = game.outcome(child).or_else(|| self.tables.look(&*game, child));
                    known.insert(game.key(child)) && over.is_none()
                });
                match self.proof(&failing, true, &limits) {
                    Some(proof) => proofs.push(proof),
                    // Too large together, or one of them cannot be proved: as many as can be.
                    None => self.proofs_of_each(&failing, &limits, &mut proofs),
                }
            }
        }
        proofs
    }

    /// Certificates of positions that are won for their side to move, up to a number of bytes.
    fn proofs_of_each(
        &mut self,
        positions: &[G::Position],
        limits: &Limits,
        proofs: &mut Vec<Vec<u8>>,
    ) {
        let (mut bytes, begun) = (0, Instant::now());
        for position in positions {
            let limits = limits.since(begun);
            if let Some(proof) = self.proof(std::slice::from_ref(position), true, &limits) {
                bytes += proof.len() as u64;
                if bytes > self.most_proof || proofs.len() == MOST_LISTED {
                    return;
                }
                proofs.push(proof);
            }
        }
    }

    /// The certificate of positions that are all won, or all lost, for the same side to move.
    fn proof(&mut self, positions: &[G::Position], won: bool, limits: &Limits) -> Option<Vec<u8>> {
        let GameRunner { game, question, solver, tables, most_proof, shared, .. } = self;
        let (game, root, most) = (&**game, positions.first()?, *most_proof);
        let claim = claim_about(game, root, *question, won);
        let mut sink = SectionBuilder::without_leaves(claim, game.encoded_len());
        let leaves = (!tables.is_empty()).then_some(&*tables as &dyn Leaves<G>);
        let finding = Finding { root, question: *question, claim };
        let holder_moves = game.side_to_move(root) == claim.holder();
        debug_assert!(holder_moves || positions.len() == 1, "a proof has one root of this kind");
        let options = Options {
            from: if holder_moves { positions } else { &[] },
            leaves,
            keeps_oracles: true,
            effort: 0,
            // A position takes at least a byte.
            most,
            ..Options::new(limits)
        };
        let mut listener = Listener(shared.as_ref());
        let read = extract(game, finding, &options, solver, &mut listener, &mut sink);
        let mut heading = Heading::of(game, root);
        if read.ok()?.rests > 0 {
            heading.tables = tables.names();
        }
        let section = sink.finish().ok()?;
        let mut bytes = Vec::new();
        write_certificate(&mut bytes, &heading, &[section]).ok()?;
        (bytes.len() as u64 <= most).then_some(bytes)
    }
}

/// Shows the positions that a certificate proves to be lost for their side to move: those after its holder's moves.
pub(super) fn each_lost<G: Game>(game: &G, proof: &[u8], mut show: impl FnMut(&G::Position)) {
    let Ok(certificate) = Certificate::from_bytes(proof.to_vec()) else { return };
    let mut moves = Vec::new();
    for section in 0..certificate.sections().len() {
        // A damaged block only means that something is proved again later.
        let _ = certificate.for_each_entry(section, |entry| {
            let Some(position) = game.decode(entry.position) else { return };
            game.sorted_moves(&position, &mut moves);
            if let Some(&mv) = moves.get(entry.move_index as usize) {
                show(&game.after(&position, mv));
            }
        });
    }
}

/// What it means that a position is won or lost for its side to move, where the question is the prover's.
pub(super) fn claim_about<G: Game>(
    game: &G,
    position: &G::Position,
    question: Question,
    won: bool,
) -> andor_core::Claim {
    let prover_moves = game.side_to_move(position) == question.player;
    let answer = if won == prover_moves { Answer::Proved } else { Answer::Disproved };
    let report = Report {
        answer,
        stopped: Stopped::Solved,
        counters: Counters::default(),
        peak_memory: 0,
        peak_entries: 0,
    };
    claim_of(game, question, &report).expect("it is answered")
}
