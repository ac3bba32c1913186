//! PN and PN²: best-first proof-number search, on one level or on two (Allis 1994; Winands'
//! thesis, chapter 4, appendix B.1 and B.2; the EF-PN paper, 2).
//!
//! PN keeps its tree in memory (`best_first`). When the memory is full it stops.
//!
//! PN² calls a second PN search (`second_level`) to evaluate the most-proving leaf of the first.
//! When that is done, its tree is thrown away, all but the children of its root, which become the
//! leaf's children with the numbers found. They are not looked at further until one is selected
//! itself: *delayed evaluation* on the first level, immediate evaluation on the second.

mod resume;

use crate::best_first::{Buffers, Context, Expanded, NOWHERE, Tree};
use crate::checkpoint::{Checkpoint, CheckpointPlan, Resumed};
use crate::cycles::Cycles;
use crate::depth_first::Proofs;
use crate::leaf::LeafRule;
use crate::node_pool::{INFINITE, Node, NodePool};
use crate::numbers::Numbers;
use crate::second_level::Growth;
use crate::sight::Sight;
use crate::solver::{Kept, SolvedRoot, Solver, answer_of, known_moves, unsound};
use crate::table::Table;
use crate::watch::Watch;
use andor_core::{
    Counters, Game, InputError, Limits, Observer, Oracle, Phase, Progress, ProofSource, Question,
    Report, Rules, Stopped,
};
use resume::RestoredSearch;
use std::path::Path;
use std::sync::Arc;

/// Parameters; the default is the thesis' PN with mobility.
#[derive(Clone, Copy, Debug, Default)]
pub struct Config {
    /// How leaves are initialised.
    pub leaf: LeafRule,
    /// Whether the game's static knowledge is used.
    pub knowledge: bool,
    /// The second level of PN².
    pub second: Option<PnSquared>,
    /// Whether positions proved for the prover to move are kept, too, for [`Pn::proofs`].
    pub keeps_proved: bool,
}

/// The second level of PN².
#[derive(Clone, Copy, Debug)]
pub struct PnSquared {
    /// Its size.
    pub growth: Growth,
    /// Whether it deletes solved subtrees. The thesis measures what that is worth (Table 4.2).
    pub deletes_solved: bool,
}

impl Default for PnSquared {
    /// As in the EF-PN paper.
    fn default() -> PnSquared {
        PnSquared { growth: Growth::Whole, deletes_solved: true }
    }
}

/// The log of solved positions has this share of the memory budget, the tree the rest.
const LOG_SHARE: u64 = 4;

fn log_budget(memory: u64) -> u64 {
    memory / LOG_SHARE
}

/// The bytes of the nodes of both levels.
fn tree_budget(config: &Config, memory: u64) -> u64 {
    // The path of the descent needs a little, too.
    let bytes = memory - log_budget(memory) - memory / 64;
    // At its largest the second level has half the nodes, and a tree does not give back what
    // it has once used: together they touch 3/2 of the nodes they hold.
    if config.second.is_some() { bytes / 3 * 2 } else { bytes }
}

/// An empty pool for one level.
fn new_pool<M: Copy>(config: &Config, memory: u64, tree_nodes: Option<u64>) -> NodePool<M> {
    NodePool::new(tree_budget(config, memory), tree_nodes)
}

/// The PN solver.
pub struct Pn<G: Game> {
    config: Config,
    /// Positions lost for their side to move, and the question they belong to.
    log: Option<Kept<Arc<Table>>>,
    sight: Sight<G>,
    buffers: Buffers<G>,
    /// The root solved last for its side to move, with the move that does it.
    solved_root: Option<SolvedRoot<G>>,
    checkpoint: Option<Checkpoint>,
    /// No checkpoint is written for now.
    holds_checkpoints: bool,
    resumed: Option<Resumed<G::Position, RestoredSearch<G>>>,
}

/// A search on one level or two.
struct PnSearch<'a, G: Game> {
    context: Context<'a, G>,
    tree: Tree<G>,
    second: Option<(PnSquared, Tree<G>)>,
    /// Room for the nodes of both levels.
    room: u64,
    peak: u64,
    /// The work up to the last whole step of the first level.
    done: Counters,
    checkpoint: Option<&'a mut Checkpoint>,
}

impl<G: Game> PnSearch<'_, G> {
    fn memory(&self) -> u64 {
        let second = self.second.as_ref().map_or(0, |(_, tree)| tree.memory());
        let keys = self.context.path_keys.capacity() * size_of::<andor_core::Key>();
        self.tree.memory() + second + self.context.log.bytes() + keys as u64
    }

    /// The most live nodes at any time.
    fn peak(&self) -> u64 {
        self.peak.max(self.tree.pool.peak())
    }

    /// Expands the leaf at the end of the path.
    fn expand(
        &mut self,
        watch: &mut Watch<'_>,
        root_moves: usize,
        observer: &mut dyn Observer,
    ) -> Result<(), Stopped> {
        let Some((second, lower)) = &mut self.second else {
            return match self.tree.expand(&mut self.context) {
                Expanded::Done => Ok(()),
                Expanded::Full => Err(Stopped::Memory),
            };
        };
        // Step 1. Evaluate it on the second level, if it does not stand on the path already.
        let first_level = self.tree.pool.live();
        let room = second.growth.room(first_level, self.room).ok_or(Stopped::Memory)?;
        if self.context.cycles.is_possible() && self.tree.settle_repetition(&mut self.context) {
            self.peak = self.peak.max(first_level + 1);
            return Ok(());
        }
        let depth = self.tree.path.len() - 1;
        let tree = &self.tree;
        let (node, position) = tree.leaf();
        let fill = first_level as f64 / self.room as f64;
        lower.search_below(&mut self.context, position, depth, room, |context| {
            if watch.look(&context.counters)? {
                observer.progress(&progress(tree, context, watch, fill, root_moves));
            }
            Ok(())
        })?;
        self.peak = self.peak.max(first_level + lower.pool.live());
        // Step 2. Keep the children of its root.
        let Node { phi, first, .. } = *lower.root();
        let children = lower.pool.children(lower.path[0].0);
        // The winning move of the whole search is still to be read from its root.
        let is_root_won = depth == 0 && phi == 0 && !children.is_empty();
        if lower.is_solved() && !is_root_won {
            self.tree.settle(&mut self.context, node, phi == 0, first);
            return Ok(());
        }
        let kept: Vec<Node<G::Move>> = children
            .iter()
            .filter(|child| child.phi != 0 || child.first != NOWHERE)
            .map(|child| match child.phi == 0 || child.delta == 0 {
                true => *child,
                false => Node { first: NOWHERE, count: 0, ..*child },
            })
            .collect();
        let merged = lower.merged_at_root;
        if kept.is_empty() || !self.tree.pool.adopt(node, kept.iter().copied()) {
            return Err(Stopped::Memory);
        }
        if depth == 0 {
            self.tree.merged_at_root = merged;
        }
        Ok(())
    }

    /// The search: steps until the root is solved or something says stop.
    fn run(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Option<Stopped> {
        let mut watch = Watch::new(limits);
        watch.before = self.context.counters.nodes;
        let root_moves = self.context.game.count_moves(&self.tree.path[0].1) as usize;
        while !self.tree.is_solved() {
            match watch.look(&self.context.counters) {
                Err(stopped) => return Some(stopped),
                Ok(true) => {
                    let fill = self.tree.pool.live() as f64 / self.room as f64;
                    let mut now = progress(&self.tree, &self.context, &watch, fill, root_moves);
                    now.memory = self.memory();
                    observer.progress(&now);
                }
                Ok(false) => {}
            }
            self.tree.descend(&mut self.context);
            if let Err(stopped) = self.expand(&mut watch, root_moves, observer) {
                return Some(stopped);
            }
            self.tree.update(&mut self.context);
            self.done = self.context.counters;
            self.save_if_due(observer);
        }
        None
    }
}

/// What there is to say of a search on its way.
fn progress<G: Game>(
    tree: &Tree<G>,
    context: &Context<'_, G>,
    watch: &Watch<'_>,
    fill: f64,
    root_moves: usize,
) -> Progress {
    let game = context.game;
    let (root, position) = &tree.path[0];
    let children = tree.pool.children(*root);
    let unsolved = children.iter().filter(|child| child.phi != 0 && child.delta != 0).count();
    let best = children.iter().min_by_key(|child| child.delta);
    let finite = |number: u32| (number < INFINITE).then_some(u64::from(number));
    let Node { phi, delta, .. } = *tree.root();
    let prover_moves = game.side_to_move(position) == context.question.player;
    let (phi, delta) = (finite(phi), finite(delta));
    Progress {
        phase: Phase::Search,
        elapsed: watch.start.elapsed(),
        counters: context.counters,
        before: watch.before,
        fill,
        memory: tree.memory() + context.log.bytes(),
        root: if prover_moves { (phi, delta) } else { (delta, phi) },
        root_moves: (root_moves.saturating_sub(tree.merged_at_root + unsolved), unsolved),
        plies: tree.first_plies(),
        best: best.map(|child| game.move_text(position, child.mv)),
    }
}

impl<G: Game> Pn<G> {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new(config: Config) -> Pn<G> {
        let sight = Sight::new(config.knowledge);
        Pn {
            config,
            log: None,
            sight,
            buffers: Buffers::default(),
            solved_root: None,
            checkpoint: None,
            holds_checkpoints: false,
            resumed: None,
        }
    }

    /// Writes checkpoints from now on, and one whenever a search ends.
    pub fn save_to(&mut self, plan: CheckpointPlan) {
        self.checkpoint = Some(Checkpoint::new(plan));
    }

    /// What has been proved, for somebody else to look up; `None` before the first search. Without
    /// `keeps_proved` that is only where the opponent is to move.
    #[must_use]
    pub fn proofs(&self) -> Option<Proofs> {
        let Kept { question, found } = self.log.as_ref()?;
        Some(Proofs { question: *question, table: Arc::clone(found) })
    }

    /// Keeps the log of this question, or begins a new one.
    fn prepare_log(&mut self, question: Question, limits: &Limits) -> Result<(), InputError> {
        if self.log.as_ref().is_none_or(|kept| kept.question != question) {
            self.log = None;
            self.solved_root = None;
            let found = Table::new(log_budget(limits.memory))?;
            self.log = Some(Kept { question, found: Arc::new(found) });
        }
        Ok(())
    }
}

impl<G: Game> Solver<G> for Pn<G> {
    fn solve(
        &mut self,
        game: &G,
        root: &G::Position,
        question: Question,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let Some(cycles) = Cycles::of(game) else { return unsound() };
        let restored = self.take_resumed(game, root, question, observer);
        let config = self.config;
        let new_tree = || Tree::new(new_pool(&config, limits.memory, limits.tree_nodes));
        let (tree, done, peak) = match restored {
            Some(RestoredSearch { tree, log, counters, peak }) => {
                self.log = Some(Kept { question, found: Arc::new(log) });
                self.solved_root = None;
                (tree, counters, peak)
            }
            None => {
                if let Err(error) = self.prepare_log(question, limits) {
                    observer.note(&error.to_string());
                    return Report { stopped: Stopped::Memory, ..unsound() };
                }
                let mut tree = new_tree();
                if !tree.plant(game, root, 0) {
                    return Report { stopped: Stopped::Memory, ..unsound() };
                }
                (tree, Counters::default(), 0)
            }
        };
        let fitting = tree_budget(&config, limits.memory) / size_of::<Node<G::Move>>() as u64;
        // What extraction proves again is not saved; nor is anything in the place of a search
        // that is still to go on.
        let saves = !self.holds_checkpoints && self.resumed.is_none();
        let mut search = PnSearch {
            tree,
            second: config.second.map(|second| {
                let mut tree = new_tree();
                tree.deletes_solved = second.deletes_solved;
                (second, tree)
            }),
            room: limits.tree_nodes.unwrap_or(u64::MAX).min(fitting),
            peak,
            done,
            checkpoint: self.checkpoint.as_mut().filter(|_| saves),
            context: Context {
                game,
                question,
                leaf: config.leaf,
                sight: &self.sight,
                log: &self.log.as_ref().expect("just made").found,
                keeps_proved: config.keeps_proved,
                path_keys: if cycles.is_possible() {
                    vec![cycles.key(game, root)]
                } else {
                    Vec::new()
                },
                cycles,
                merges: true,
                counters: done,
                buffers: &mut self.buffers,
            },
        };
        let stopped = search.run(limits, observer);
        search.save(observer);
        let Node { phi, delta, .. } = *search.tree.root();
        if phi == 0 {
            let children = search.tree.pool.children(search.tree.path[0].0);
            let winning = children.iter().find(|child| child.delta == 0);
            self.solved_root =
                winning.map(|child| SolvedRoot { position: root.clone(), mv: child.mv });
        }
        let prover_moves = game.side_to_move(root) == question.player;
        let (phi, delta) = (u64::from(phi), u64::from(delta));
        let answer = answer_of(Numbers { phi, delta }, prover_moves);
        Report {
            answer,
            stopped: stopped.unwrap_or(Stopped::Solved),
            counters: search.context.counters,
            peak_memory: search.memory(),
            peak_entries: search.peak(),
        }
    }

    fn holder_moves(&mut self, game: &G, position: &G::Position) -> Vec<G::Move> {
        let Some(Kept { question, found: log }) = self.log.as_ref() else { return Vec::new() };
        known_moves(game, position, *question, self.solved_root.as_ref(), &mut |next| {
            log.work_if_lost(game.key(next))
        })
    }

    fn consult(&mut self, oracle: Box<dyn Oracle<G>>) {
        self.sight.consult(oracle);
    }

    fn dismiss_oracles(&mut self) {
        self.sight.dismiss_oracles();
    }

    /// Nothing is left to do: a search writes its last checkpoint when it ends, while it still has
    /// its tree.
    fn save(&mut self, _: &mut dyn Observer) {}

    fn set_repairing(&mut self, held: bool) {
        self.holds_checkpoints = held;
    }

    fn resume(&mut self, game: &G, root: &G::Position, path: &Path) -> Result<(), InputError> {
        self.resume_from(game, root, path)
    }
}

impl<G: Game> ProofSource<G> for Pn<G> {
    fn holder_move(&mut self, game: &G, position: &G::Position) -> Option<<G as Rules>::Move> {
        self.holder_moves(game, position).first().copied()
    }
}
