//! PN and PN²: best-first proof-number search, on one level or on two (Allis 1994; Winands'
//! thesis, chapter 4, appendix B.1 and B.2; the EF-PN paper, 2).
//!
//! PN keeps its tree in memory (`best_first`). When the memory is full it stops.
//!
//! PN² calls a second PN search (`second_level`) to evaluate the most-proving leaf of the first.
//! When that is done, its tree is thrown away, all but the children of its root, which become the
//! leaf's children with the numbers found. They are not looked at further until one is selected
//! itself: *delayed evaluation* on the first level, immediate evaluation on the second.

use crate::best_first::{Buffers, Context, Expanded, NOWHERE, Tree};
use crate::leaf::LeafRule;
use crate::node_pool::{INFINITE, Node, NodePool};
use crate::numbers::Numbers;
use crate::second_level::Growth;
use crate::sight::Sight;
use crate::solver::{Solver, answer_of, is_cyclic, known_moves, unsound};
use crate::table::Table;
use crate::watch::Watch;
use andor_core::{
    Counters, Game, Limits, Observer, Oracle, Progress, ProofSource, Question, Report, Rules,
    Stopped,
};

/// Parameters; the default is the thesis' PN with mobility.
#[derive(Clone, Copy, Debug, Default)]
pub struct Config {
    /// How leaves are initialised.
    pub leaf: LeafRule,
    /// Whether the game's static knowledge is used.
    pub knowledge: bool,
    /// The second level of PN².
    pub second: Option<Second>,
}

/// The second level of PN².
#[derive(Clone, Copy, Debug)]
pub struct Second {
    /// Its size.
    pub growth: Growth,
    /// Whether it deletes solved subtrees. The thesis measures what that is worth (Table 4.2).
    pub deletes_solved: bool,
}

impl Default for Second {
    /// As in the EF-PN paper.
    fn default() -> Second {
        Second { growth: Growth::Whole, deletes_solved: true }
    }
}

/// The log of solved positions has this share of the memory budget, the tree the rest.
const LOG_SHARE: u64 = 4;

/// The PN solver.
pub struct Pn<G: Game> {
    config: Config,
    /// Positions lost for their side to move, and the question they belong to.
    log: Option<(Question, Table)>,
    sight: Sight<G>,
    buffers: Buffers<G>,
    /// The root solved last for its side to move, with the move that does it.
    solved_root: Option<(G::Position, G::Move)>,
}

/// A search on one level or two.
struct Search<'a, G: Game> {
    context: Context<'a, G>,
    tree: Tree<G>,
    second: Option<(Second, Tree<G>)>,
    /// Room for the nodes of both levels.
    room: u64,
    peak: u64,
}

impl<G: Game> Search<'_, G> {
    fn memory(&self) -> u64 {
        let second = self.second.as_ref().map_or(0, |(_, tree)| tree.memory());
        let keys = self.context.path_keys.capacity() * size_of::<andor_core::Key>();
        self.tree.memory() + second + self.context.log.bytes() + keys as u64
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
        // Step 1. Evaluate it on the second level.
        let first_level = self.tree.pool.live();
        let room = second.growth.room(first_level, self.room).ok_or(Stopped::Memory)?;
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
        phase: "search",
        elapsed: watch.start.elapsed(),
        counters: context.counters,
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
        Pn { config, log: None, sight, buffers: Buffers::default(), solved_root: None }
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
        let Some(cyclic) = is_cyclic(game) else { return unsound() };
        if self.log.as_ref().is_none_or(|(asked, _)| *asked != question) {
            self.log = None;
            self.solved_root = None;
            match Table::new(limits.memory / LOG_SHARE) {
                Ok(log) => self.log = Some((question, log)),
                Err(error) => {
                    observer.note(&error.to_string());
                    return Report { stopped: Stopped::Memory, ..unsound() };
                }
            }
        }
        // The path of the descent needs a little, too.
        let bytes = limits.memory - limits.memory / LOG_SHARE - limits.memory / 64;
        // At its largest the second level has half the nodes, and a tree does not give back what
        // it has once used: together they touch 3/2 of the nodes they hold.
        let bytes = if self.config.second.is_some() { bytes / 3 * 2 } else { bytes };
        let new_tree = || Tree::new(NodePool::new(bytes, limits.tree_nodes));
        let fitting = bytes / size_of::<Node<G::Move>>() as u64;
        let mut search = Search {
            tree: new_tree(),
            second: self.config.second.map(|second| {
                let mut tree = new_tree();
                tree.deletes_solved = second.deletes_solved;
                (second, tree)
            }),
            room: limits.tree_nodes.unwrap_or(u64::MAX).min(fitting),
            peak: 0,
            context: Context {
                game,
                question,
                leaf: self.config.leaf,
                sight: &self.sight,
                log: &mut self.log.as_mut().expect("just made").1,
                path_keys: if cyclic { vec![game.key(root)] } else { Vec::new() },
                cyclic,
                counters: Counters::default(),
                buffers: &mut self.buffers,
            },
        };
        if !search.tree.plant(game, root, 0) {
            return Report { stopped: Stopped::Memory, ..unsound() };
        }
        let stopped = search.run(limits, observer);
        let Node { phi, delta, .. } = *search.tree.root();
        if phi == 0 {
            let children = search.tree.pool.children(search.tree.path[0].0);
            let winning = children.iter().find(|child| child.delta == 0);
            self.solved_root = winning.map(|child| (root.clone(), child.mv));
        }
        let prover_moves = game.side_to_move(root) == question.player;
        let (phi, delta) = (u64::from(phi), u64::from(delta));
        let answer = answer_of(Numbers { phi, delta }, prover_moves);
        Report {
            answer,
            stopped: stopped.unwrap_or(Stopped::Solved),
            counters: search.context.counters,
            peak_memory: search.memory(),
            peak_entries: search.peak.max(search.tree.pool.peak()),
        }
    }

    fn holder_moves(&mut self, game: &G, position: &G::Position) -> Vec<G::Move> {
        let Some((question, log)) = self.log.as_ref() else { return Vec::new() };
        known_moves(game, position, *question, self.solved_root.as_ref(), |next| {
            log.work_if_lost(game.key(next))
        })
    }

    fn consult(&mut self, oracle: Box<dyn Oracle<G>>) {
        self.sight.consult(oracle);
    }

    fn dismiss_oracles(&mut self) {
        self.sight.dismiss_oracles();
    }

    fn save(&mut self, observer: &mut dyn Observer) {
        observer.note("pn keeps its tree in memory only: there is no checkpoint");
    }
}

impl<G: Game> ProofSource<G> for Pn<G> {
    fn holder_move(&mut self, game: &G, position: &G::Position) -> Option<<G as Rules>::Move> {
        self.holder_moves(game, position).first().copied()
    }
}
