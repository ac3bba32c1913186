//! The player itself: it keeps a table and what its threads learnt, and thinks when it is asked.

use crate::clock::Watch;
use crate::config::Config;
use crate::deepening::{Iteration, told};
use crate::repetition::Past;
use crate::score;
use crate::table::TranspositionTable;
use crate::worker::{Mind, Statistics, Worker};
use crate::{Budget, Score, Thought};
use andor_core::{Evaluate, Game, Outcome};
use std::sync::atomic::{AtomicBool, Ordering};

/// A player of the games of one type.
pub struct Searcher<G: Game> {
    config: Config,
    table: TranspositionTable,
    minds: Vec<Mind<G>>,
    statistics: Statistics,
}

impl<G: Game> Searcher<G> {
    /// A player with these switches and an evaluator for each thread, of which there must be one
    /// at least.
    ///
    /// # Panics
    /// If there is no evaluator.
    #[must_use]
    pub fn new(config: Config, evaluators: Vec<Box<dyn Evaluate<G>>>) -> Searcher<G> {
        assert!(!evaluators.is_empty(), "a searcher needs an evaluator");
        Searcher {
            table: TranspositionTable::new(config.memory),
            minds: evaluators.into_iter().map(Mind::new).collect(),
            config,
            statistics: Statistics::default(),
        }
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
        stop: &AtomicBool,
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
        let threads = self.minds.len() as u64;
        let (config, table, watch) = (&self.config, &self.table, &watch);
        let worker = |mind| Worker {
            game,
            config,
            table,
            watch,
            mind,
            past: past.clone(),
            statistics: Statistics::default(),
            node_limit: watch.nodes.div_ceil(threads),
            selective_depth: 0,
            estimates: 0,
            is_stopped: false,
            root_best: None,
        };
        let (first, helpers) = self.minds.split_first_mut().expect("there is a mind");
        let (thought, statistics) = std::thread::scope(|scope| {
            // Step 1. Helpers search the same root; the table is what they share (Lazy SMP).
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
            // Step 2. The first thread decides.
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
            // Step 3. Not even one move could be looked at: any will do.
            let last = last.unwrap_or(Iteration {
                depth: 0,
                value: score::DRAW,
                line: vec![any_move],
                is_exhaustive: false,
            });
            let mut thought = thought(game, root, &last, &main);
            thought.nodes = statistics.nodes;
            (thought, statistics)
        });
        self.statistics = statistics;
        thought
    }
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
        Some(Outcome::Win(player)) if player == side => Score::Win(0),
        Some(Outcome::Win(_)) | None => Score::Loss(0),
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
