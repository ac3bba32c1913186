//! PN: best-first proof-number search (Allis 1994; Winands' thesis, chapter 4 and appendix B.1).
//!
//! The tree is kept in memory. Each step walks from the root along the child with the least delta
//! to the *most-proving* leaf, expands it and sets the numbers of its ancestors anew:
//!
//! ```text
//!   phi(n) = min over children of delta(c)        delta(n) = sum over children of phi(c)
//! ```
//!
//! Two of Allis' savings: updating stops at the first ancestor whose numbers do not change, and
//! the next walk starts there, since above it the most-proving path is the same. Solved subtrees
//! are freed at once. Before that, every node in them that is lost for its side to move has been
//! written to a log, which is all that a proof needs later: in a won position the winning move is
//! the one that leads to a lost one.
//!
//! Where a repeated position is a draw, a child that stands on the path above it is not a win for
//! the prover. In a tree every node has one path, so that is exact; but what leans on it must not
//! be taken for a fact about the position, and does not go to the log (see `repetition`).
//!
//! An expansion stops at the first child that decides it (B.1). When the memory is full the
//! search stops; making the tree smaller is what PN² and df-pn are for.

use crate::leaf::LeafRule;
use crate::node_pool::{INFINITE, NONE, Node, NodePool, narrow};
use crate::numbers::Numbers;
use crate::solver::{Solver, judged_with_oracles, known_moves, root_moves, unsound};
use crate::table::Table;
use andor_core::{
    Answer, Counters, Game, Key, Limits, Observer, Oracle, Progress, ProofSource, Question,
    Repetition, Report, Rules, Stopped,
};
use std::time::{Duration, Instant};

/// Parameters; the default is the thesis' PN with mobility.
#[derive(Clone, Copy, Debug, Default)]
pub struct Config {
    /// How leaves are initialised.
    pub leaf: LeafRule,
}

/// Expansions between two looks at the clock.
const CLOCK_STEPS: u64 = 1024;
/// Time between two reports to the observer.
const REPORT_EVERY: Duration = Duration::from_millis(100);
/// The log of solved positions has this share of the memory budget, the tree the rest.
const LOG_SHARE: u64 = 4;

/// The depth that a result leans on when it leans on nothing.
const NOWHERE: u32 = NONE;

/// The PN solver.
pub struct Pn<G: Game> {
    config: Config,
    /// Positions lost for their side to move, and the question they belong to.
    log: Option<(Question, Table)>,
    oracles: Vec<Box<dyn Oracle<G>>>,
    /// The root solved last for its side to move, with the move that does it.
    solved_root: Option<(G::Position, G::Move)>,
}

/// One search tree and the path being looked at.
struct Tree<'a, G: Game> {
    game: &'a G,
    question: Question,
    leaf: LeafRule,
    oracles: &'a [Box<dyn Oracle<G>>],
    log: &'a mut Table,
    pool: NodePool<G::Move>,
    /// From the root to the node in hand, with the positions.
    path: Vec<(u32, G::Position)>,
    /// The keys along the path, kept where positions can come back.
    path_keys: Vec<Key>,
    cyclic: bool,
    counters: Counters,
    /// Moves at the root that lead to the same position as another one, or to its mirror image.
    merged_at_root: usize,
    moves: Vec<G::Move>,
    newborn: Vec<Node<G::Move>>,
    keys: Vec<Key>,
}

impl<G: Game> Tree<'_, G> {
    /// Walks from the end of the path to the most-proving leaf.
    fn descend(&mut self) {
        loop {
            let (node, position) = self.path.last().expect("the path begins with the root");
            let children = self.pool.children(*node);
            let Some((offset, best)) = children.iter().enumerate().min_by_key(|(_, c)| c.delta)
            else {
                return;
            };
            let next = self.game.after(position, best.mv);
            let child = self.pool.get(*node).first + offset as u32;
            if self.cyclic {
                self.path_keys.push(self.game.key(&next));
            }
            self.path.push((child, next));
        }
    }

    /// Expands the leaf at the end of the path; `false` when there is no room for its children.
    fn expand(&mut self) -> bool {
        let (node, position) = self.path.last().expect("the path begins with the root");
        let node = *node;
        self.counters.expanded += 1;
        self.newborn.clear();
        self.keys.clear();
        match self.path.len() {
            1 => root_moves(self.game, position, &mut self.moves),
            _ => self.game.candidates(position, &mut self.moves),
        }
        let newborn = self.leaf.children_of(self.game, position);
        let merge = self.game.symmetries() > 1 || self.cyclic;
        let prover_moves = self.game.side_to_move(position) == self.question.player;
        let mut on_this_path = None;
        for &mv in &self.moves {
            let child = self.game.after(position, mv);
            self.counters.nodes += 1;
            let judged = judged_with_oracles(self.game, &child, self.question, self.oracles);
            match judged {
                // The move fails: it adds nothing to the sum and can never be the least.
                Some(Numbers { phi: 0, .. }) => continue,
                // The move decides: nothing else matters.
                Some(_) => {
                    self.settle(node, Some(mv), NOWHERE);
                    return true;
                }
                None => {}
            }
            if merge {
                let key = self.game.key(&child);
                if self.keys.contains(&key) {
                    self.merged_at_root += usize::from(self.path.len() == 1);
                    continue;
                }
                self.keys.push(key);
                // A repetition is not a win for the prover: it fails for the prover, and decides
                // for the opponent unless something better does.
                if let Some(above) = self.path_keys.iter().rposition(|&on_path| on_path == key) {
                    let above = above as u32;
                    match prover_moves {
                        true => self.newborn.push(Node {
                            first: above,
                            phi: 0,
                            delta: INFINITE,
                            count: 0,
                            mv,
                        }),
                        false => on_this_path = on_this_path.or(Some((mv, above))),
                    }
                    continue;
                }
            }
            let Numbers { phi, delta } = newborn.numbers(|| self.game.count_candidates(&child));
            self.newborn.push(Node {
                first: NONE,
                phi: narrow(phi),
                delta: narrow(delta),
                count: 0,
                mv,
            });
        }
        if let Some((mv, above)) = on_this_path {
            self.settle(node, Some(mv), above);
            return true;
        }
        let Some(&filler) = self.newborn.first() else {
            self.settle(node, None, NOWHERE);
            return true;
        };
        let Some(first) = self.pool.allocate(self.newborn.len(), filler) else { return false };
        for (child, &fresh) in (first..).zip(&self.newborn) {
            *self.pool.get_mut(child) = fresh;
        }
        let parent = self.pool.get_mut(node);
        parent.first = first;
        parent.count = self.newborn.len() as u16;
        true
    }

    /// Marks a node as won (by `winning`) or lost. A won node remembers its move at the root
    /// only; its lost child is, or will be, in the log. `leans_on` is the highest position of the
    /// path that a disproof rests on; a solved node keeps it in the place of its children.
    fn settle(&mut self, node: u32, winning: Option<G::Move>, leans_on: u32) {
        let work = 1 + self.pool.free_below(node);
        let depth = self.path.len() as u32 - 1;
        let (_, position) = self.path.last().expect("the node in hand ends the path");
        let prover_moves = self.game.side_to_move(position) == self.question.player;
        let disproof = winning.is_some() != prover_moves;
        // A loop that closes here or below is a fact about the position, like any proof.
        let leans_on = if disproof && leans_on < depth { leans_on } else { NOWHERE };
        let settled = self.pool.get_mut(node);
        settled.first = leans_on;
        match winning {
            Some(_) => (settled.phi, settled.delta) = (0, INFINITE),
            None => {
                (settled.phi, settled.delta) = (INFINITE, 0);
                if leans_on == NOWHERE {
                    self.log.store(self.game.key(position), Numbers::LOST, work);
                }
            }
        }
    }

    /// Sets the numbers of the path anew from its end upwards, up to the first node that does not
    /// change; the path then ends there. Tells the winning move if the root has become won.
    fn update(&mut self) {
        while let Some(&(node, _)) = self.path.last() {
            let old = *self.pool.get(node);
            let settled = old.phi == 0 || old.delta == 0;
            if !settled {
                let children = self.pool.children(node);
                let (mut least, mut sum) = (INFINITE, 0u64);
                let mut winning = None;
                let mut leans_on = NOWHERE;
                for child in children {
                    if child.delta == 0 {
                        winning = Some(child.mv);
                        leans_on = child.first;
                        break;
                    }
                    if child.phi == 0 {
                        leans_on = leans_on.min(child.first);
                    }
                    least = least.min(child.delta);
                    sum += u64::from(child.phi);
                }
                if winning.is_some() || least == INFINITE {
                    if self.path.len() > 1 || winning.is_none() {
                        self.settle(node, winning, leans_on);
                    } else {
                        let root = self.pool.get_mut(node);
                        (root.phi, root.delta) = (0, INFINITE);
                    }
                } else {
                    let delta = narrow(sum);
                    if (least, delta) == (old.phi, old.delta) {
                        return;
                    }
                    let changed = self.pool.get_mut(node);
                    (changed.phi, changed.delta) = (least, delta);
                }
            }
            if self.path.len() == 1 {
                return;
            }
            self.path.pop();
            self.path_keys.truncate(self.path.len());
        }
    }

    fn memory(&self) -> u64 {
        let path = self.path.capacity() * size_of::<(u32, G::Position)>()
            + self.path_keys.capacity() * size_of::<Key>();
        self.pool.bytes() + self.log.bytes() + path as u64
    }

    fn progress(&self, start: Instant, root_moves: usize) -> Progress {
        let (root, position) = &self.path[0];
        let children = self.pool.children(*root);
        let unsolved = children.iter().filter(|child| child.phi != 0 && child.delta != 0).count();
        let best = children.iter().min_by_key(|child| child.delta);
        let finite = |number: u32| (number < INFINITE).then_some(u64::from(number));
        let Node { phi, delta, .. } = *self.pool.get(*root);
        let prover_moves = self.game.side_to_move(position) == self.question.player;
        let (phi, delta) = (finite(phi), finite(delta));
        Progress {
            phase: "search",
            elapsed: start.elapsed(),
            counters: self.counters,
            fill: self.pool.fill(),
            memory: self.memory(),
            root: if prover_moves { (phi, delta) } else { (delta, phi) },
            root_moves: (root_moves.saturating_sub(self.merged_at_root + unsolved), unsolved),
            best: best.map(|child| self.game.move_text(position, child.mv)),
        }
    }

    /// The search: steps until the root is solved or something says stop.
    fn run(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Option<Stopped> {
        let start = Instant::now();
        let mut reported = start;
        let mut steps: u64 = 0;
        let (root, position) = self.path[0].clone();
        let root_moves = self.game.count_moves(&position) as usize;
        loop {
            let Node { phi, delta, .. } = *self.pool.get(root);
            if phi == 0 || delta == 0 {
                return None;
            }
            if limits.nodes.is_some_and(|limit| self.counters.nodes >= limit) {
                return Some(Stopped::Nodes);
            }
            if steps.is_multiple_of(CLOCK_STEPS) {
                if let Some(stopped) = limits.clock(start) {
                    return Some(stopped);
                }
                if reported.elapsed() >= REPORT_EVERY {
                    reported = Instant::now();
                    observer.progress(&self.progress(start, root_moves));
                }
            }
            steps += 1;
            self.descend();
            if !self.expand() {
                return Some(Stopped::Memory);
            }
            self.update();
        }
    }
}

impl<G: Game> Pn<G> {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new(config: Config) -> Pn<G> {
        Pn { config, log: None, oracles: Vec::new(), solved_root: None }
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
        let cyclic = match game.repetition() {
            Repetition::Impossible => false,
            Repetition::Draw => true,
            Repetition::Superko(_) => return unsound(),
        };
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
        let log = &mut self.log.as_mut().expect("just made").1;
        // The path of the descent needs a little, too.
        let tree_bytes = limits.memory - limits.memory / LOG_SHARE - limits.memory / 64;
        let mut pool = NodePool::new(tree_bytes, limits.tree_nodes);
        let mut moves = Vec::new();
        game.moves(root, &mut moves);
        let mv = moves[0]; // the root has no move of its own; any one fills the place
        let node = Node { first: NONE, phi: 1, delta: 1, count: 0, mv };
        let Some(first) = pool.allocate(1, node) else {
            return Report { stopped: Stopped::Memory, ..unsound() };
        };
        let mut tree = Tree {
            game,
            question,
            leaf: self.config.leaf,
            oracles: &self.oracles,
            log,
            pool,
            path: vec![(first, root.clone())],
            path_keys: if cyclic { vec![game.key(root)] } else { Vec::new() },
            cyclic,
            counters: Counters::default(),
            merged_at_root: 0,
            moves,
            newborn: Vec::new(),
            keys: Vec::new(),
        };
        let stopped = tree.run(limits, observer);
        let Node { phi, delta, .. } = *tree.pool.get(first);
        if phi == 0 {
            let winning = tree.pool.children(first).iter().find(|child| child.delta == 0);
            self.solved_root = winning.map(|child| (root.clone(), child.mv));
        }
        let prover_moves = game.side_to_move(root) == question.player;
        let answer = match (phi, delta) {
            (0, _) if prover_moves => Answer::Proved,
            (0, _) => Answer::Disproved,
            (_, 0) if prover_moves => Answer::Disproved,
            (_, 0) => Answer::Proved,
            _ => Answer::Unknown,
        };
        Report {
            answer,
            stopped: stopped.unwrap_or(Stopped::Solved),
            counters: tree.counters,
            peak_memory: tree.memory(),
            peak_entries: tree.pool.peak(),
        }
    }

    fn holder_moves(&mut self, game: &G, position: &G::Position) -> Vec<G::Move> {
        let Some((question, log)) = self.log.as_ref() else { return Vec::new() };
        known_moves(game, position, *question, self.solved_root.as_ref(), |next| {
            log.probe(game.key(next)).map(|known| known.work)
        })
    }

    fn consult(&mut self, oracle: Box<dyn Oracle<G>>) {
        self.oracles.push(oracle);
    }

    fn dismiss_oracles(&mut self) {
        self.oracles.clear();
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
