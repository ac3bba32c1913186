//! Boolean depth-first search: is this position won? With no number on the way but yes and no.
//!
//! The plainest AND/OR search there is: a position is won if a move leads to a lost one, and lost if
//! all lead to won ones. It goes into the first child until that is solved, then into the next. There
//! are no thresholds and no deepening (which was a disaster here: hundreds of times the nodes), so
//! everything depends on three things:
//!
//! * the *order* of moves, for which the game gives features and weights ([`Order`](andor_core::Order));
//!   without one, the move that leaves the fewest replies comes first. A history of what each move
//!   was worth elsewhere, added to that, did not pay (1.07, 1.09 and 0.98 times the nodes on
//!   Breakthrough 4x5, 3x7 and 5x5 at the weight of 100 that suited it best);
//! * a *table of solved values only* (`table`): one word a position, so that it holds twice to four
//!   times what a table of proof numbers does, and needs no lock;
//! * what is seen without a search: static knowledge, oracles, and all children in the table before
//!   any is searched (the enhanced transposition cut-off of Plaat et al. 1996).
//!
//! Several threads search the same root (`worker`) and share the table. That alone would have them
//! all do the same; so a child that another thread is inside is put off (`busy`), much as in
//! Weill's ABDADA (1996).
//!
//! Where a repetition is possible the value of a position depends on the path, and a depth-first
//! search may never end: the method then says that it is unsound.

mod accelerator;
mod bucket;
mod busy;
mod saving;
mod shared;
mod table;
mod worker;

use crate::accelerator::{Accelerator, FastTask};
use crate::checkpoint::{Checkpoint, CheckpointPlan};
use crate::depth_first::table_budget;
use crate::numbers::Numbers;
use crate::sight::Sight;
use crate::solver::{Afresh, Kept, SolvedRoot, Solver, answer_of, known_moves, unsound};
use crate::watch::Watch;
use accelerator::Help;
use andor_core::{
    Answer, Counters, Game, InputError, Instant, Limits, Observer, Oracle, Phase, Progress,
    ProofSource, Question, Repetition, Report, Stopped,
};
use saving::SavedValues;
use shared::CommonGround;
use std::path::Path;
use std::sync::Mutex;
use table::{Naming, SolvedTable};
use worker::{Pause, Root, SearchTask, Worker};

/// The path of all threads has this share of the memory.
const PATH_SHARE: u64 = 8;

/// Parameters.
#[derive(Clone, Debug)]
pub struct Config {
    /// Whether the game's static knowledge is used.
    pub knowledge: bool,
    /// Threads.
    pub threads: usize,
    /// The first thread makes so many stretches of steps alone before it calls the others: a small search is
    /// over by then, and has the node count of one thread.
    pub alone: u64,
    /// Other weights for the game's order of moves than its own.
    pub weights: Option<Vec<i32>>,
    /// Where and how often to write checkpoints.
    pub checkpoint: Option<CheckpointPlan>,
}

impl Default for Config {
    fn default() -> Config {
        Config { knowledge: true, threads: 1, alone: 400, weights: None, checkpoint: None }
    }
}

/// What came of a search: what the root is, or why it stopped.
struct Found<M> {
    root: Option<Root<M>>,
    stopped: Option<Stopped>,
}

/// The boolean solver.
pub struct Boolean<G: Game> {
    config: Config,
    sight: Sight<G>,
    /// The table and the question it belongs to.
    known: Option<Kept<CommonGround>>,
    /// The root solved last for its side to move, with the move that does it.
    solved_root: Option<SolvedRoot<G>>,
    checkpoint: Option<Checkpoint>,
    /// Extraction is at work, which wants no checkpoints and no threads.
    is_repairing: bool,
    resumed: Option<SavedValues>,
    /// Threads of the last search.
    threads: usize,
    /// Who searches before the threads do.
    accelerator: Option<Box<dyn Accelerator<G>>>,
}

impl<G: Game> Boolean<G> {
    /// A solver with an empty table.
    #[must_use]
    pub fn new(config: Config) -> Boolean<G> {
        Boolean {
            checkpoint: config.checkpoint.clone().map(Checkpoint::new),
            sight: Sight::new(config.knowledge),
            config,
            known: None,
            solved_root: None,
            is_repairing: false,
            resumed: None,
            threads: 1,
            accelerator: None,
        }
    }

    /// What the threads of a search for this question share: with the table at hand, or a new one.
    fn prepare(
        &mut self,
        game: &G,
        question: Question,
        limits: &Limits,
    ) -> Result<CommonGround, InputError> {
        let naming = Naming::of(game);
        if let Some(saved) = self.resumed.take_if(|saved| saved.question == question) {
            return Ok(CommonGround::new(saved.table, saved.counters, self.config.threads > 1));
        }
        let table = match self.known.take() {
            Some(kept) => {
                let mut table = kept.found.into_table();
                if kept.question != question {
                    table.clear();
                    self.solved_root = None;
                }
                table
            }
            None => {
                let most = limits
                    .tree_nodes
                    .map_or(u64::MAX, |nodes| SolvedTable::bytes_for(nodes, naming));
                SolvedTable::new(table_budget(limits.memory).min(most), naming)?
            }
        };
        Ok(CommonGround::new(table, Counters::default(), self.config.threads > 1))
    }

    fn progress(worker: &Worker<'_, G>, shared: &CommonGround, watch: &Watch<'_>) -> Progress {
        let table = shared.table();
        let plies = worker.first_plies();
        Progress {
            phase: Phase::Search,
            elapsed: watch.start.elapsed(),
            counters: shared.add(0, 0),
            before: watch.before,
            fill: table.fill(),
            memory: table.bytes() + worker.path_bytes(),
            root: (Some(1), Some(1)),
            root_moves: plies.first().copied().unwrap_or_default(),
            plies,
            best: worker.root_move(),
        }
    }

    /// Searches with all threads.
    fn search(
        &mut self,
        game: &G,
        root: &G::Position,
        question: Question,
        limits: &Limits,
        shared: &CommonGround,
        observer: &mut dyn Observer,
    ) -> Found<G::Move> {
        let threads = if self.is_repairing { 1 } else { self.config.threads.max(1) };
        let own = game.order().map_or(&[][..], |order| order.weights());
        let task = SearchTask {
            game,
            sight: &self.sight,
            question,
            naming: Naming::of(game),
            weights: self.config.weights.as_deref().unwrap_or(own),
            path_bytes: (limits.memory / PATH_SHARE / threads as u64).max(1 << 16),
            limits,
        };
        let mut checkpoint = self.checkpoint.as_mut().filter(|_| !self.is_repairing);
        let mut watch = Watch::new(limits);
        watch.before = shared.add(0, 0).nodes;
        let mut first = Worker::new(&task);
        first.begin(root, shared);
        // The first result, or the first reason to stop, of any thread.
        let found: Mutex<Found<G::Move>> = Mutex::new(Found { root: None, stopped: None });
        let report = |root: Option<Root<G::Move>>, stopped: Option<Stopped>| {
            let mut found = found.lock().expect("a thread that fails takes the search with it");
            if root.is_some() && found.root.is_none() {
                found.root = root;
            }
            if found.stopped.is_none() {
                found.stopped = stopped;
            }
            shared.end();
        };
        std::thread::scope(|scope| {
            let mut stretches = 0;
            self.threads = 1;
            while !shared.is_over() {
                if stretches == self.config.alone {
                    self.threads = threads;
                    if threads > 1 {
                        first.join(shared);
                    }
                    for _ in 1..threads {
                        scope.spawn(|| {
                            let mut worker = Worker::new(&task);
                            worker.join(shared);
                            worker.begin(root, shared);
                            while !shared.is_over() {
                                match worker.stretch(shared) {
                                    Pause::Open => {}
                                    Pause::Solved => report(worker.root.take(), None),
                                    Pause::Stopped(stopped) => report(None, Some(stopped)),
                                }
                            }
                        });
                    }
                }
                match first.stretch(shared) {
                    Pause::Open => {}
                    Pause::Solved => report(first.root.take(), None),
                    Pause::Stopped(stopped) => report(None, Some(stopped)),
                }
                if let Some(stopped) = limits.clock(watch.start) {
                    report(None, Some(stopped));
                }
                if watch.is_due() {
                    observer.progress(&Self::progress(&first, shared, &watch));
                }
                Self::save_if_due(checkpoint.as_deref_mut(), question, shared, observer);
                stretches += 1;
            }
        });
        found.into_inner().expect("a thread that fails takes the search with it")
    }
}

impl<G: Game> Solver<G> for Boolean<G> {
    fn solve(
        &mut self,
        game: &G,
        root: &G::Position,
        question: Question,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        if game.repetition() != Repetition::Impossible {
            return unsound();
        }
        if self.resumed.as_ref().is_some_and(|saved| saved.question != question) {
            observer.note("the checkpoint belongs to the other question: this one begins afresh");
        }
        let shared = match self.prepare(game, question, limits) {
            Ok(shared) => shared,
            Err(error) => {
                observer.note(&error.to_string());
                return Report { stopped: Stopped::Memory, ..unsound() };
            }
        };
        let start = Instant::now();
        let weights = self.config.weights.clone();
        let own = game.order().map_or(&[][..], |order| order.weights());
        let task = FastTask { game, root, weights: weights.as_deref().unwrap_or(own), limits };
        let before = match self.be_helped(&task, &shared, observer) {
            Help::Taken(counters) => counters,
            Help::Ended(stopped, counters) => return Report { stopped, counters, ..unsound() },
        };
        let rest = limits.since(start).after(&before);
        let Found { root: found, stopped } =
            self.search(game, root, question, &rest, &shared, observer);
        let mut counters = shared.add(0, 0);
        counters += before;
        let table = shared.table();
        let (peak_memory, peak_entries) = (table.bytes(), table.used());
        drop(table);
        self.known = Some(Kept { question, found: shared });
        let prover_moves = game.side_to_move(root) == question.player;
        let answer = match &found {
            Some(Root { won, .. }) => {
                answer_of(if *won { Numbers::WON } else { Numbers::LOST }, prover_moves)
            }
            None => Answer::Unknown,
        };
        if let Some(Root { mv: Some(mv), .. }) = &found {
            self.solved_root = Some(SolvedRoot { position: root.clone(), mv: *mv });
        }
        let stopped =
            if found.is_some() { Stopped::Solved } else { stopped.unwrap_or(Stopped::Solved) };
        Report { answer, stopped, counters, peak_memory, peak_entries }
    }

    fn holder_moves(&mut self, game: &G, position: &G::Position) -> Vec<G::Move> {
        let Some(Kept { question, found: shared }) = self.known.as_ref() else { return Vec::new() };
        let (naming, table) = (Naming::of(game), shared.table());
        known_moves(game, position, *question, self.solved_root.as_ref(), &mut |next| {
            let fact = table.probe(naming.name(game, next))?;
            (!fact.won).then_some(1 << fact.work)
        })
    }

    fn consult(&mut self, oracle: Box<dyn Oracle<G>>) {
        self.sight.consult(oracle);
    }

    fn dismiss_oracles(&mut self) {
        self.sight.dismiss_oracles();
    }

    fn save(&mut self, observer: &mut dyn Observer) {
        if let (Some(checkpoint), Some(known)) = (&mut self.checkpoint, &self.known) {
            saving::write(checkpoint, known.question, &known.found, observer);
        }
    }

    fn threads(&self) -> Option<usize> {
        Some(self.threads)
    }

    fn set_repairing(&mut self, repairing: bool) {
        self.is_repairing = repairing;
    }

    fn resume(&mut self, game: &G, _: &G::Position, path: &Path) -> Result<(), InputError> {
        self.resumed = Some(saving::load(Naming::of(game), path)?);
        Ok(())
    }

    fn afresh(&self) -> Afresh {
        Afresh { knowledge: self.config.knowledge, ..Afresh::default() }
    }
}

impl<G: Game> ProofSource<G> for Boolean<G> {
    fn holder_move(&mut self, game: &G, position: &G::Position) -> Option<G::Move> {
        self.holder_moves(game, position).first().copied()
    }
}
