//! Job-level proof-number search: one tree with a coordinator, whose leaves others evaluate.
//!
//! **PPN²** (A. Saffidine, N. Jouandeau and T. Cazenave, *Solving Breakthrough with Race Patterns and
//! Job-Level Proof Number Search*, 2011): jobs are PN searches of a thousand descents; their partial results
//! change the coordinator's tree on the way; a leaf in work is flagged, and the next worker gets another
//! most-proving leaf. **JLPNS** (I.-C. Wu, H.-H. Lin, P.-H. Lin, D.-J. Sun, Y.-C. Chan and B.-T. Chen, *Job-Level
//! Proof-Number Search for Connect6*, 2010): leaves in work are pretended to be won or lost. And jobs may be
//! df-pn searches with tables of their own, which is what to use for real work.
//!
//! * `tree`: the coordinator's tree, its leases and virtual numbers; `select`: the next leaf;
//! * `snapshot`: that tree on disk, and a copy of it, which is written while the search goes on;
//! * `job`: what is given out and what comes back; `pn_job` and `df_pn_job`: who evaluates a leaf;
//! * `thresholds` and [`Pace`]: jobs that end as df-pn would end them, and their size by what is measured;
//! * [`LostLog`], [`Telling`] and [`Bucket`]: what workers are told of each other's findings, and how much; [`Speed`]: how fast they are;
//! * `threads`: coordinator and workers in one process;
//! * [`Crew`]: workers elsewhere, whose leader has the tree on a [`JobDesk`];
//! * [`Addition`]: what all this does beyond the paper, to be left out at will;
//! * [`Cluster`]: a crew of any number of workers pretended, in virtual time.
//!
//! The tree knows moves by their codes and is the same for every game; what is known of positions stands
//! behind `walk` and `worker`.
//!
//! Workers are not to idle: when every most-proving leaf is taken the next best one is given out, and
//! while leaves are scarce, as at the very beginning, jobs are small, so that there soon are more.
//!
//! Where positions can come back, a job gets the moves from the root to its leaf: PN jobs search below the
//! whole path, df-pn jobs find what is true on every path.

mod addition;
mod blocks;
mod bucket;
mod crew;
mod desk;
mod df_pn_job;
mod job;
mod lease;
mod lending;
mod listed;
mod lost;
mod pace;
mod pn_job;
mod policy;
mod rehearsal;
mod remembered;
mod saving;
mod select;
mod simulate;
mod snapshot;
#[cfg(test)]
mod snapshot_tests;
mod speed;
mod telling;
mod threads;
mod thresholds;
mod tree;
mod walk;
mod worker;

pub use crate::statistics::{Simulated, Statistics};
pub use addition::{Addition, Without};
pub use bucket::Bucket;
pub use crew::{Crew, Ended};
pub use desk::{JobDesk, LostPositions, RootMove, TreeLook};
pub use job::{
    Abandoned, Arrived, Budget, Finished, Job, JobChild, JobVerdict, OnPartial, Thresholds, arrive,
};
pub use lease::Lease;
pub use listed::{MOST_LISTED, listed};
pub use lost::LostLog;
pub use pace::Pace;
pub use policy::Policy;
pub use rehearsal::{Rehearsal, rehearse};
pub use remembered::JobMemory;
pub use simulate::{Cluster, Simulator};
pub use speed::Speed;
pub use telling::{AT_ONCE, IN_ADVANCE, LOST_AT_ONCE, Telling, WORTH_TELLING, part_of_share};
pub use tree::Full;

use crate::accelerator::Accelerator;
use crate::checkpoint::{Checkpoint, Resumed};
use crate::depth_first;
use crate::leaf::LeafRule;
use crate::numbers::{INFINITE, Numbers};
use crate::second_level::Growth;
use crate::sharing::Shared;
use crate::solver::{Afresh, SolvedRoot, Solver, answer_of, known_moves, unsound};
use andor_core::{
    Counters, Game, InputError, Limits, Named, Observer, Oracle, ProofSource, Question, Report,
    Stopped,
};
use df_pn_job::{DfPnJobs, NODES_A_DESCENT};
use job::JobSolver;
use pn_job::PnJobs;
use saving::{Restored, save_ended, worker_bytes};
use std::path::Path;
use std::sync::Arc;
use tree::JobTree;
use walk::{CodeWalk, GameWalk};
use worker::{LeafWorker, SolverAtWork};

/// Jobs are so much smaller while there are fewer free leaves than workers.
const SCARCE: u64 = 16;

/// Who evaluates leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Jobs {
    /// PN search, as in the paper.
    #[default]
    Pn,
    /// df-pn with a table that lives from job to job.
    DfPn,
}

impl Named for Jobs {
    const ALL: &'static [Jobs] = &[Jobs::Pn, Jobs::DfPn];

    fn name(self) -> &'static str {
        match self {
            Jobs::Pn => "pn",
            Jobs::DfPn => "df-pn",
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Jobs::Pn => "PN search",
            Jobs::DfPn => "df-pn with a table that lives from job to job",
        }
    }
}

/// How large a job is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Size {
    /// So many descents.
    Fixed(u64),
    /// As many nodes as the second level of PN² would have.
    Growing(Growth),
    /// As fits what is measured: a small part of what was done before, and no more than a worker does at a time.
    Measured,
}

/// Parameters; the default is PPN² as in the paper's Table 3.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// How leaves of jobs are initialised.
    pub leaf: LeafRule,
    /// Whether the game's static knowledge is used.
    pub knowledge: bool,
    /// Workers.
    pub workers: usize,
    /// The threads of each of them, for jobs of df-pn.
    pub threads: usize,
    /// Who they are.
    pub jobs: Jobs,
    /// The size of a job.
    pub size: Size,
    /// A partial result after every so many descents.
    pub partial_every: Option<u64>,
    /// What is pretended of a leaf in work.
    pub policy: Policy,
    /// What is left out of all that the paper does not have.
    pub without: Without,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            leaf: LeafRule::Mobility,
            knowledge: false,
            workers: 1,
            threads: 1,
            jobs: Jobs::Pn,
            size: Size::Fixed(1000),
            partial_every: Some(100),
            policy: Policy::Flag,
            without: Without::NOTHING,
        }
    }
}

impl Config {
    /// The size of the job that was just taken from this tree.
    fn budget(
        &self,
        tree: &JobTree,
        workers: usize,
        lease: Lease,
        thresholds: Thresholds,
    ) -> Budget {
        let is_scarce = workers > 1 && (tree.free() as usize) < workers;
        let is_small = is_scarce && !self.without.lacks(Addition::SmallStart);
        let share = if is_small { SCARCE } else { 1 };
        let (descents, room) = match self.size {
            Size::Fixed(descents) => ((descents / share).max(1), u64::MAX),
            Size::Growing(growth) => {
                let live = tree.pool.live();
                (u64::MAX, growth.room(live, u64::MAX).unwrap_or(1) / share)
            }
            Size::Measured => ((tree.pace.nodes(workers) / NODES_A_DESCENT).max(1), u64::MAX),
        };
        let splits = self.size != Size::Measured || tree.wants_leaves(workers, lease);
        let thresholds = if tree.is_worn(lease) { Thresholds::NONE } else { thresholds };
        Budget { descents, room, partial_every: self.partial_every, thresholds, splits }
    }
}

type Workers<G> = Vec<Box<dyn JobSolver<G>>>;

/// The solver.
pub struct JobLevel<G: Game> {
    config: Config,
    oracles: Vec<Arc<dyn Oracle<G>>>,
    /// The workers, with what they know, and the question that is about.
    workers: Option<(Question, Workers<G>)>,
    /// The root solved last for its side to move, with the move that does it.
    solved_root: Option<SolvedRoot<G>>,
    is_repairing: bool,
    statistics: Option<Statistics>,
    checkpoint: Option<Checkpoint>,
    resumed: Option<Resumed<G::Position, Restored>>,
    crew: Option<Box<dyn Crew>>,
}

impl<G: Game + 'static> JobLevel<G> {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new(config: Config) -> JobLevel<G> {
        JobLevel {
            config,
            oracles: Vec::new(),
            workers: None,
            solved_root: None,
            is_repairing: false,
            statistics: None,
            checkpoint: None,
            resumed: None,
            crew: None,
        }
    }

    /// Lets a crew evaluate the leaves, not the threads of this process. These only prove again what a
    /// proof lacks in the end.
    #[must_use]
    pub fn with_crew(self, crew: Box<dyn Crew>) -> JobLevel<G> {
        JobLevel { crew: Some(crew), ..self }
    }

    /// Does one job for somebody else's tree. The proof of what it settles can then be extracted.
    ///
    /// # Errors
    /// Why it stopped without a result.
    pub fn run_job(
        &mut self,
        game: &G,
        question: Question,
        leaf: &Arrived<G>,
        budget: Budget,
        limits: &Limits,
        partial: &mut OnPartial<'_>,
    ) -> Result<Finished, Abandoned> {
        let no_memory = Abandoned::Stopped(Stopped::Memory);
        // There is no tree here that would want half of the memory.
        self.prepare(question, limits.memory).map_err(|_| no_memory)?;
        let worker = &mut self.workers.as_mut().expect("just made").1[0];
        let finished = worker.run(game, question, leaf, budget, partial)?;
        if let JobVerdict::Settled { won: true, winning: Some(code), .. } = finished.verdict
            && let Some(mv) = game.move_with_code(&leaf.position, code)
        {
            self.solved_root = Some(SolvedRoot { position: leaf.position.clone(), mv });
        }
        Ok(finished)
    }

    /// Has what its jobs about this question find told to others, where they have a table that is worth it.
    ///
    /// # Errors
    /// If there is too little memory.
    pub fn share(
        &mut self,
        question: Question,
        limits: &Limits,
        least: u64,
    ) -> Result<Option<Shared>, InputError> {
        self.prepare(question, limits.memory)?;
        Ok(self.workers.as_mut().and_then(|(_, workers)| workers[0].share(least)))
    }

    /// Has leaves of its jobs about this question settled by an accelerator; `false` if jobs of this kind have no use
    /// for one. What it settles is proved by the threads before a job says so.
    ///
    /// # Errors
    /// If there is too little memory.
    pub fn accelerate(
        &mut self,
        question: Question,
        limits: &Limits,
        accelerator: Box<dyn Accelerator<G>>,
    ) -> Result<bool, InputError> {
        self.prepare(question, limits.memory)?;
        let worker = self.workers.as_mut().map(|(_, workers)| &mut workers[0]);
        Ok(worker.is_some_and(|worker| worker.accelerate(accelerator)))
    }

    /// Keeps in mind that this position is lost for its side to move, on every path.
    pub fn keep_lost(&mut self, game: &G, position: &G::Position) {
        if let Some((_, workers)) = &mut self.workers {
            workers[0].keep_lost(game, position);
        }
    }

    /// The workers for this question, those at hand or new ones with so many bytes each.
    fn prepare(&mut self, question: Question, bytes: u64) -> Result<(), InputError> {
        if self.workers.as_ref().is_some_and(|(asked, _)| *asked == question) {
            return Ok(());
        }
        self.workers = None;
        self.solved_root = None;
        let Config { leaf, knowledge, workers, threads, jobs, .. } = self.config;
        let mut made: Workers<G> = Vec::new();
        for _ in 0..workers.max(1) {
            let mut worker: Box<dyn JobSolver<G>> = match jobs {
                Jobs::Pn => Box::new(PnJobs::new(bytes, &self.config)?),
                Jobs::DfPn => {
                    let config =
                        depth_first::Config { leaf, knowledge, threads, ..Default::default() };
                    Box::new(DfPnJobs::new(question, bytes, config)?)
                }
            };
            for oracle in &self.oracles {
                worker.consult(oracle.clone());
            }
            made.push(worker);
        }
        self.workers = Some((question, made));
        Ok(())
    }

    /// Gives the workers the logs of a saved search.
    fn restore_logs(&mut self, question: Question, restored: Option<&mut Restored>) {
        let workers = self.workers.iter_mut().flat_map(|(_, workers)| workers);
        let logs = restored.into_iter().flat_map(|restored| restored.logs.drain(..));
        for (worker, log) in workers.zip(logs) {
            if let Some(log) = log {
                worker.restore_log(question, log);
            }
        }
    }
}

impl<G: Game + 'static> Solver<G> for JobLevel<G> {
    fn solve(
        &mut self,
        game: &G,
        root: &G::Position,
        question: Question,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        // Step 1. Can it be searched, and is there room?
        let walk = GameWalk::new(game, root, question);
        let Some(rules) = walk.rules() else { return unsound() };
        let is_superko = game.repetition().is_superko();
        if is_superko && self.config.jobs == Jobs::DfPn {
            return unsound();
        }
        let no_memory = Report { stopped: Stopped::Memory, ..unsound() };
        let mut restored = self.take_resumed(game, root, question, observer);
        let bytes = worker_bytes(&self.config, limits.memory);
        if let Err(error) = self.prepare(question, bytes) {
            observer.note(&error.to_string());
            return no_memory;
        }
        self.restore_logs(question, restored.as_mut());
        let (tree, done) = match restored {
            Some(Restored { tree, counters, .. }) => (tree, counters),
            None => {
                let room = self.room(limits.memory, limits.tree_nodes);
                let Some(tree) = JobTree::new(room, rules) else { return no_memory };
                (tree, Counters::default())
            }
        };
        // Step 2. The search. What extraction proves again is not saved; nor is anything in the place
        // of a search that is still to go on.
        let saves = !self.is_repairing && self.resumed.is_none();
        let mut checkpoint = self.checkpoint.as_mut().filter(|_| saves);
        let workers = &mut self.workers.as_mut().expect("just made").1;
        let count = if self.is_repairing { 1 } else { workers.len() };
        let mut at_work: Vec<Box<dyn LeafWorker + '_>> = Vec::new();
        for solver in workers.iter_mut() {
            let solver = solver.as_mut();
            at_work.push(Box::new(SolverAtWork { game, root, question, solver }));
        }
        let mut desk = JobDesk {
            tree,
            question,
            config: &self.config,
            limits,
            done,
            walk: Box::new(walk),
            workers: at_work,
            writes: Arc::default(),
        };
        let crew = self.crew.as_mut().filter(|_| !self.is_repairing);
        let Ended { stopped, counters, statistics } = match crew {
            Some(crew) => crew.search(&mut desk, observer),
            None => threads::search(&mut desk, count, checkpoint.as_deref_mut(), observer),
        };
        if let Some(checkpoint) = checkpoint {
            observer.note(&save_ended(checkpoint, &desk, counters));
        }
        // Step 3. What came of it.
        let tree = desk.into_tree();
        if !self.is_repairing {
            self.statistics = Some(statistics);
        }
        let (phi, delta) = tree.numbers();
        let winning = tree.winning().filter(|_| phi == 0);
        if let Some(mv) = winning.and_then(|code| game.move_with_code(root, code)) {
            self.solved_root = Some(SolvedRoot { position: root.clone(), mv });
        }
        let wide = |number: u32| match number {
            crate::node_pool::INFINITE => INFINITE,
            number => u64::from(number),
        };
        let numbers = Numbers { phi: wide(phi), delta: wide(delta) };
        let is_solved = tree.is_solved();
        let memory: u64 = workers.iter().map(|worker| worker.memory()).sum();
        Report {
            answer: answer_of(numbers, rules.prover_moves),
            stopped: stopped.filter(|_| !is_solved).unwrap_or(Stopped::Solved),
            counters,
            peak_memory: tree.bytes() + memory,
            peak_entries: tree.pool.peak(),
        }
    }

    fn holder_moves(&mut self, game: &G, position: &G::Position) -> Vec<G::Move> {
        let Some((question, workers)) = &self.workers else { return Vec::new() };
        known_moves(game, position, *question, self.solved_root.as_ref(), &mut |next| {
            workers.iter().find_map(|worker| worker.work_if_lost(game, next))
        })
    }

    fn consult(&mut self, oracle: Box<dyn Oracle<G>>) {
        let oracle: Arc<dyn Oracle<G>> = oracle.into();
        for worker in self.workers.iter_mut().flat_map(|(_, workers)| workers) {
            worker.consult(oracle.clone());
        }
        self.oracles.push(oracle);
    }

    fn dismiss_oracles(&mut self) {
        self.oracles.clear();
        for worker in self.workers.iter_mut().flat_map(|(_, workers)| workers) {
            worker.dismiss_oracles();
        }
    }

    /// Nothing is left to do: a search writes its last checkpoint when it ends, while it still has
    /// its tree.
    fn save(&mut self, _: &mut dyn Observer) {}

    fn resume(&mut self, game: &G, root: &G::Position, path: &Path) -> Result<(), InputError> {
        self.resume_from(game, root, path)
    }

    fn set_repairing(&mut self, repairing: bool) {
        self.is_repairing = repairing;
    }

    fn statistics(&self) -> Option<Statistics> {
        self.statistics
    }

    fn afresh(&self) -> Afresh {
        let Config { leaf, knowledge, .. } = self.config;
        Afresh { leaf, knowledge, ..Afresh::default() }
    }
}

impl<G: Game + 'static> ProofSource<G> for JobLevel<G> {
    fn holder_move(&mut self, game: &G, position: &G::Position) -> Option<G::Move> {
        self.holder_moves(game, position).first().copied()
    }
}
