//! The player itself: it keeps a table and what its threads learnt, and thinks when it is asked.

use crate::clock::Watch;
use crate::config::{Config, ProofRule};
use crate::deepening::{Iteration, told};
use crate::proof_search::{ProofSearch, Proved, Sight};
use crate::repetition::Past;
use crate::score;
use crate::table::TranspositionTable;
use crate::worker::{Mind, Statistics, Worker};
use crate::{Budget, Score, Thought};
use andor_core::{Evaluate, Game, InputError, Outcome};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A look at a new game before the first proof search goes so deep.
const LOOK: u32 = 3;
/// It may use this part of the nodes.
const LOOK_SHARE: u64 = 8;
/// The nodes of a proof search where neither nodes nor time are limited.
const UNLIMITED: u64 = 200_000;

/// A player of the games of one type.
pub struct Searcher<G: Game> {
    config: Config,
    table: TranspositionTable,
    minds: Vec<Mind<G>>,
    statistics: Statistics,
    proof_search: Option<ProofSearch<G>>,
}

impl<G: Game> Searcher<G> {
    /// A player with these switches and an evaluator for each thread, of which there must be one
    /// at least.
    ///
    /// # Panics
    /// If there is no evaluator.
    ///
    /// # Errors
    /// If the machine does not have the memory.
    pub fn try_new(
        config: Config,
        evaluators: Vec<Box<dyn Evaluate<G>>>,
    ) -> Result<Searcher<G>, InputError> {
        assert!(!evaluators.is_empty(), "a searcher needs an evaluator");
        Ok(Searcher {
            table: TranspositionTable::try_new(config.memory)?,
            proof_search: ProofSearch::new(config.proof_search),
            minds: evaluators.into_iter().map(Mind::new).collect(),
            config,
            statistics: Statistics::default(),
        })
    }

    /// The switches.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// What the last search did, all threads together.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Another game begins: everything is forgotten, and the random term changes.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.minds.iter_mut().for_each(Mind::forget);
        self.proof_search = ProofSearch::new(self.config.proof_search);
        self.config.seed = self.config.seed.wrapping_add(1);
    }

    /// Thinks about the last of these positions, each of which came from the one before it by a
    /// legal move.
    ///
    /// # Panics
    /// If there is no position.
    pub fn think(
        &mut self,
        game: &G,
        positions: &[G::Position],
        budget: &Budget,
        stop: &Arc<AtomicBool>,
        hear: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let root = positions.last().expect("there is a position to think about");
        let done = AtomicBool::new(false);
        let watch = Watch::new(budget, stop, &done);
        self.statistics = Statistics::default();
        let past = Past::new(game, positions);
        let mut moves = Vec::new();
        if game.outcome(root).is_none() {
            game.moves(root, &mut moves);
            past.strike(game, root, &mut moves);
        }
        let Some(&any_move) = moves.first() else {
            return over(game, root, &watch);
        };
        self.table.next_search();
        self.minds.iter_mut().for_each(Mind::age);
        // Step 1. A proof search, where the tree says that it is worth its time.
        let proved = self.prove(game, positions, &past, &watch, stop);
        let proof_nodes = self.statistics.nodes;
        let winning = proved.as_ref().and_then(|proved| proved.winning);
        let is_enough = !self.config.proof_table || self.config.proof_search == ProofRule::Thesis;
        if let Some(mv) = winning.filter(|_| is_enough) {
            return self.proved_thought(game, root, mv, &watch);
        }
        let proofs = proved.and_then(|proved| proved.proofs).filter(|_| self.config.proof_table);
        let threads = self.minds.len() as u64;
        let node_limit = watch.nodes.saturating_sub(proof_nodes).div_ceil(threads);
        let (config, table, watch) = (&self.config, &self.table, &watch);
        let worker = |mind| {
            let worker = Worker::new(game, config, table, watch, mind, past.clone());
            Worker { proofs: proofs.clone(), node_limit, ..worker }
        };
        let (first, helpers) = self.minds.split_first_mut().expect("there is a mind");
        let (thought, value, statistics) = std::thread::scope(|scope| {
            // Step 2. Helpers search the same root; the table is what they share (Lazy SMP).
            let running: Vec<_> = helpers
                .iter_mut()
                .enumerate()
                .map(|(number, mind)| {
                    let mut helper = worker(mind);
                    scope.spawn(move || {
                        helper.deepen(root, 1 + number as u32 % 2, false, &mut |_, _| {});
                        helper.statistics
                    })
                })
                .collect();
            // Step 3. The first thread decides.
            let mut main = worker(first);
            let mut tell = |iteration: &Iteration<G::Move>, worker: &Worker<'_, G>| {
                hear(&thought(game, root, iteration, worker));
            };
            let last = main.deepen(root, 1, moves.len() == 1, &mut tell);
            done.store(true, Ordering::Relaxed);
            let mut statistics = main.statistics;
            for helper in running {
                statistics += helper.join().expect("a helper does not panic");
            }
            // Step 4. Not even one move could be looked at: any will do.
            let last = last.unwrap_or(Iteration {
                depth: 0,
                value: score::DRAW,
                line: vec![any_move],
                is_exhaustive: false,
            });
            (thought(game, root, &last, &main), last.value, statistics)
        });
        if let Some(proof_search) = &mut self.proof_search {
            proof_search.observe(sight(game, root, value, statistics, &*self.minds[0].evaluator));
        }
        self.statistics += statistics;
        let is_won = matches!(thought.score, Score::Win(_));
        if let Some(mv) = winning.filter(|_| !is_won) {
            return self.proved_thought(game, root, mv, watch);
        }
        Thought { nodes: self.statistics.nodes, ..thought }
    }

    /// The proof search, if there is one and this is the time for it.
    fn prove(
        &mut self,
        game: &G,
        positions: &[G::Position],
        past: &Past,
        watch: &Watch<'_>,
        stop: &Arc<AtomicBool>,
    ) -> Option<Proved<G::Move>> {
        let (root, before) = positions.split_last()?;
        let proof_search = self.proof_search.as_mut()?;
        if proof_search.is_blind() {
            let watch = watch.up_to(LOOK);
            let (config, table, mind) = (&self.config, &self.table, &mut self.minds[0]);
            let mut worker = Worker::new(game, config, table, &watch, mind, past.clone());
            worker.node_limit = watch.nodes / LOOK_SHARE;
            let last = worker.deepen(root, 1, false, &mut |_, _| {});
            let value = last.map_or(score::DRAW, |last| last.value);
            self.statistics += worker.statistics;
            proof_search.observe(sight(
                game,
                root,
                value,
                self.statistics,
                &*self.minds[0].evaluator,
            ));
        }
        let share = proof_search.share(game, game.side_to_move(root), past, before.len())?;
        let left = watch.nodes.saturating_sub(self.statistics.nodes);
        let nodes = (watch.nodes < u64::MAX).then_some(left / u64::from(share));
        // Without any limit but depth, the proof search takes a fixed small number of nodes.
        let nodes = nodes.or((!watch.is_timed()).then_some(UNLIMITED));
        let proved = proof_search.run(game, root, nodes, watch.part(share), stop);
        self.statistics.nodes += proved.nodes;
        self.statistics.proof_nodes += proved.nodes;
        Some(proved)
    }

    /// What is said of a root whose win is proved but not searched out.
    fn proved_thought(
        &self,
        game: &G,
        root: &G::Position,
        winning: G::Move,
        watch: &Watch<'_>,
    ) -> Thought {
        let best = game.move_text(root, winning);
        Thought {
            line: vec![best.clone()],
            best: Some(best),
            score: Score::Win(None),
            depth: 0,
            selective_depth: 0,
            nodes: self.statistics.nodes,
            time: watch.start.elapsed(),
        }
    }
}

/// What the proof search is told of a search.
fn sight<G: Game>(
    game: &G,
    root: &G::Position,
    value: i32,
    statistics: Statistics,
    evaluator: &dyn Evaluate<G>,
) -> Sight {
    let Statistics { nodes, ends, .. } = statistics;
    let (side, decisive) = (game.side_to_move(root), evaluator.decisive());
    Sight { side, value, nodes, ends, decisive }
}

/// What a search says as it is now.
fn thought<G: Game>(
    game: &G,
    root: &G::Position,
    iteration: &Iteration<G::Move>,
    worker: &Worker<'_, G>,
) -> Thought {
    let mut position = root.clone();
    let mut line = Vec::with_capacity(iteration.line.len());
    for &mv in &iteration.line {
        line.push(game.move_text(&position, mv));
        position = game.after(&position, mv);
    }
    Thought {
        best: line.first().cloned(),
        score: told(iteration),
        depth: iteration.depth,
        selective_depth: worker.selective_depth as u32,
        nodes: worker.statistics.nodes,
        time: worker.watch.start.elapsed(),
        line,
    }
}

/// What is said of a game that is over, or where superko leaves no move.
fn over<G: Game>(game: &G, root: &G::Position, watch: &Watch<'_>) -> Thought {
    let side = game.side_to_move(root);
    let score = match game.outcome(root) {
        Some(Outcome::Draw) => Score::Draw,
        Some(Outcome::Win(player)) if player == side => Score::Win(Some(0)),
        Some(Outcome::Win(_)) | None => Score::Loss(Some(0)),
    };
    Thought {
        best: None,
        score,
        depth: 0,
        selective_depth: 0,
        nodes: 0,
        time: watch.start.elapsed(),
        line: Vec::new(),
    }
}
