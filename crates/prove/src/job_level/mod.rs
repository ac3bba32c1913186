//! Job-level proof-number search: one tree with a coordinator, whose leaves others evaluate.
//!
//! **PPN²** (A. Saffidine, N. Jouandeau and T. Cazenave, *Solving Breakthrough with Race Patterns and
//! Job-Level Proof Number Search*, 2011): jobs are PN searches of a thousand descents; their partial results
//! change the coordinator's tree on the way; a leaf in work is flagged, and the next worker gets another
//! most-proving leaf. **JLPNS** (I.-C. Wu, H.-H. Lin, P.-H. Lin, D.-J. Sun, Y.-C. Chan and B.-T. Chen, *Job-Level
//! Proof-Number Search for Connect6*, 2010): leaves in work are pretended to be won or lost. And jobs may be
//! df-pn searches with tables of their own, which is what to use for real work.
//!
//! * [`tree`](JobTree): the coordinator's tree, its leases and virtual numbers; `select`: the next leaf;
//! * [`save`](JobTree::save): that tree on disk, and [`TreeCopy`], which is written while the search goes on;
//! * [`JobSolver`]: who evaluates a leaf, [`PnJobs`] or [`DfPnJobs`];
//! * [`LostLog`]: what workers are told of each other's findings;
//! * `threads`: coordinator and workers in one process; [`Crew`]: workers elsewhere;
//! * [`Cluster`]: any number of workers pretended, in virtual time.
//!
//! Workers are not to idle: when every most-proving leaf is taken the next best one is given out, and
//! while leaves are scarce, as at the very beginning, jobs are small, so that there soon are more.
//!
//! Where positions can come back, a job gets the moves from the root to its leaf: PN jobs search below the
//! whole path, df-pn jobs find what is true on every path.

mod blocks;
mod crew;
mod desk;
mod df_pn_job;
mod job;
mod lost;
mod pn_job;
mod policy;
mod rehearsal;
mod saving;
mod select;
mod simulate;
mod snapshot;
#[cfg(test)]
mod snapshot_tests;
mod threads;
mod tree;

pub use crate::statistics::{Simulated, Statistics};
pub use crew::{Crew, Errand, Returned, Standing};
pub use df_pn_job::DfPnJobs;
pub use job::{Abandoned, Budget, Finished, Job, JobSolver, Verdict};
pub use lost::LostLog;
pub use pn_job::PnJobs;
pub use policy::Policy;
pub use rehearsal::{Rehearsal, rehearse};
pub use simulate::Cluster;
pub use snapshot::{Room, Subject, TreeCopy};
pub use tree::{Full, JobTree, Lease};

use crate::checkpoint::{Checkpoint, Resumed};
use crate::cycles::Cycles;
use crate::depth_first;
use crate::leaf::LeafRule;
use crate::numbers::{INFINITE, Numbers};
use crate::second_level::Growth;
use crate::solver::{Afresh, SolvedRoot, Solver, answer_of, known_moves, unsound};
use andor_core::{
    Counters, Game, InputError, Limits, Observer, Oracle, ProofSource, Question, Repetition,
    Report, Stopped,
};
use saving::{Restored, worker_bytes};
use std::path::Path;
use std::sync::Arc;
use threads::{Ended, Task};

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

/// How large a job is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Size {
    /// So many descents.
    Fixed(u64),
    /// As many nodes as the second level of PN² would have.
    Growing(Growth),
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
    /// Who they are.
    pub jobs: Jobs,
    /// The size of a job.
    pub size: Size,
    /// A partial result after every so many descents.
    pub partial_every: Option<u64>,
    /// What is pretended of a leaf in work.
    pub policy: Policy,
    /// Workers that are pretended, in the place of the threads.
    pub simulated: Option<Cluster>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            leaf: LeafRule::Mobility,
            knowledge: false,
            workers: 1,
            jobs: Jobs::Pn,
            size: Size::Fixed(1000),
            partial_every: Some(100),
            policy: Policy::Flag,
            simulated: None,
        }
    }
}

impl Config {
    /// The size of the job that was just taken from this tree.
    #[must_use]
    pub fn budget<M: Copy>(&self, tree: &JobTree<M>, workers: usize) -> Budget {
        let is_scarce = workers > 1 && (tree.free() as usize) < workers;
        let share = if is_scarce { SCARCE } else { 1 };
        let (descents, room) = match self.size {
            Size::Fixed(descents) => ((descents / share).max(1), u64::MAX),
            Size::Growing(growth) => {
                let live = tree.pool.live();
                (u64::MAX, growth.room(live, u64::MAX).unwrap_or(1) / share)
            }
        };
        Budget { descents, room, partial_every: self.partial_every }
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
    resumed: Option<Resumed<G::Position, Restored<G::Move>>>,
    crew: Option<Box<dyn Crew<G>>>,
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
    pub fn with_crew(self, crew: Box<dyn Crew<G>>) -> JobLevel<G> {
        JobLevel { crew: Some(crew), ..self }
    }

    /// Does one job for somebody else's tree. The proof of what it settles can then be extracted.
    ///
    /// # Errors
    /// Why it stopped without a result.
    pub fn run_job(
        &mut self,
        game: &G,
        root: &G::Position,
        question: Question,
        job: &Job<G::Move>,
        limits: &Limits,
        partial: &mut dyn FnMut(u32, u32, Counters) -> Result<(), Abandoned>,
    ) -> Result<Finished<G::Move>, Abandoned> {
        let no_memory = Abandoned::Stopped(Stopped::Memory);
        self.prepare(question, limits).map_err(|_| no_memory)?;
        let worker = &mut self.workers.as_mut().expect("just made").1[0];
        let finished = worker.run(game, root, question, job, partial)?;
        if let Verdict::Settled { won: true, winning: Some(mv), .. } = finished.verdict {
            let leaf = job.moves.iter().fold(root.clone(), |at, &mv| game.after(&at, mv));
            self.solved_root = Some(SolvedRoot { position: leaf, mv });
        }
        Ok(finished)
    }

    /// Keeps in mind that this position is lost for its side to move, on every path.
    pub fn keep_lost(&mut self, game: &G, position: &G::Position) {
        if let Some((_, workers)) = &mut self.workers {
            workers[0].keep_lost(game, position);
        }
    }

    /// The workers for this question, those at hand or new ones.
    fn prepare(&mut self, question: Question, limits: &Limits) -> Result<(), InputError> {
        if self.workers.as_ref().is_some_and(|(asked, _)| *asked == question) {
            return Ok(());
        }
        self.workers = None;
        self.solved_root = None;
        let Config { leaf, knowledge, workers, jobs, .. } = self.config;
        let bytes = worker_bytes(&self.config, limits.memory);
        let mut made: Workers<G> = Vec::new();
        for _ in 0..workers.max(1) {
            let mut worker: Box<dyn JobSolver<G>> = match jobs {
                Jobs::Pn => Box::new(PnJobs::new(bytes, leaf, knowledge)?),
                Jobs::DfPn => {
                    let config = depth_first::Config { leaf, knowledge, ..Default::default() };
                    Box::new(DfPnJobs::new(bytes, config))
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
        let Some(cycles) = Cycles::of(game) else { return unsound() };
        let is_superko = matches!(game.repetition(), Repetition::Superko(_));
        if is_superko && self.config.jobs == Jobs::DfPn {
            return unsound();
        }
        let no_memory = Report { stopped: Stopped::Memory, ..unsound() };
        let mut restored = self.take_resumed(game, root, question, observer);
        if let Err(error) = self.prepare(question, limits) {
            observer.note(&error.to_string());
            return no_memory;
        }
        let workers = self.workers.iter_mut().flat_map(|(_, workers)| workers);
        let logs = restored.iter_mut().flat_map(|restored| restored.logs.drain(..));
        for (worker, log) in workers.zip(logs) {
            if let Some(log) = log {
                worker.restore_log(question, log);
            }
        }
        let mut moves = Vec::new();
        game.moves(root, &mut moves);
        let prover_moves = game.side_to_move(root) == question.player;
        let room = self.room(limits.memory, limits.tree_nodes);
        let (tree, done) = match restored {
            Some(Restored { tree, counters, .. }) => (tree, counters),
            None => {
                let Room { bytes, tree_nodes, policy } = room;
                let tree = JobTree::new(bytes, tree_nodes, moves[0], policy, cycles, prover_moves);
                let Some(tree) = tree else { return no_memory };
                (tree, Counters::default())
            }
        };
        // What extraction proves again is not saved; nor is anything in the place of a search
        // that is still to go on.
        let saves = !self.is_repairing && self.resumed.is_none();
        let mut checkpoint = self.checkpoint.as_mut().filter(|_| saves);
        let workers = &mut self.workers.as_mut().expect("just made").1;
        let count = if self.is_repairing { 1 } else { workers.len() };
        let config = &self.config;
        let cluster = self.config.simulated.filter(|_| !self.is_repairing);
        let crew = self.crew.as_mut().filter(|_| !self.is_repairing);
        let ended = if let Some(crew) = crew {
            let keeper = workers[0].as_mut();
            let mut errand = Errand { game, root, question, limits, config, tree, room, keeper };
            let Returned { stopped, counters, statistics } = crew.search(&mut errand, observer);
            Ended { tree: errand.tree, stopped, counters, statistics }
        } else {
            let task = Task { game, root, question, limits, config, workers: count, done };
            match cluster {
                Some(cluster) => simulate::search(&task, tree, workers, cluster),
                None => threads::search(&task, tree, workers, checkpoint.as_deref_mut(), observer),
            }
        };
        let Ended { tree, stopped, counters, statistics } = ended;
        if let Some(checkpoint) = checkpoint {
            let subject = Subject { game, root, question };
            let line = Self::save_ended(checkpoint, subject, &tree, workers, counters);
            observer.note(&line);
        }
        if !self.is_repairing {
            self.statistics = Some(statistics);
        }
        let (phi, delta) = tree.numbers();
        if let Some(mv) = tree.winning().filter(|_| phi == 0) {
            self.solved_root = Some(SolvedRoot { position: root.clone(), mv });
        }
        let wide = |number: u32| match number {
            crate::node_pool::INFINITE => INFINITE,
            number => u64::from(number),
        };
        let answer = answer_of(Numbers { phi: wide(phi), delta: wide(delta) }, prover_moves);
        let memory: u64 = workers.iter().map(|worker| worker.memory()).sum();
        Report {
            answer,
            stopped: if tree.is_solved() {
                Stopped::Solved
            } else {
                stopped.unwrap_or(Stopped::Solved)
            },
            counters,
            peak_memory: tree.bytes() + memory,
            peak_entries: tree.pool.peak(),
        }
    }

    fn holder_moves(&mut self, game: &G, position: &G::Position) -> Vec<G::Move> {
        let Some((question, workers)) = &self.workers else { return Vec::new() };
        known_moves(game, position, *question, self.solved_root.as_ref(), |next| {
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
