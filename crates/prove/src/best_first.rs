//! The tree that PN search grows, and one step of it: shared by PN, by both levels of PN² and by
//! the second level of PDS-PN (Allis 1994; Winands' thesis, chapter 4 and appendix B.1).
//!
//! Each step walks from the root along the child with the least delta to the *most-proving* leaf,
//! expands it and sets the numbers of its ancestors anew:
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
//! Where a repeated position is a draw, a leaf whose position stands on the path above it is not
//! a win for the prover; under superko the move to it was illegal, and fails for whoever made it.
//! That is looked at when the leaf is to be expanded. In a tree every node has one path, so it is
//! exact; where transpositions are merged in a graph, one node has many paths (`base_twin`). But what leans on the path
//! must not be taken for a fact about the position, and does not go to the log (see `repetition`
//! and `cycles`).
//!
//! An expansion stops at the first child that decides it (B.1).

use crate::cycles::Cycles;
use crate::leaf::{LeafRule, Newborn};
use crate::node_pool::{INFINITE, NONE, Node, NodePool, narrow};
use crate::numbers::Numbers;
use crate::sight::{Seen, Sight};
use crate::table::Table;
use crate::watch::SHOWN_PLIES;
use andor_core::{Counters, Game, Key, Question};

/// The depth that a result leans on when it leans on nothing.
pub(crate) const NOWHERE: u32 = NONE;

/// What the trees of one search share.
pub(crate) struct Context<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) question: Question,
    pub(crate) leaf: LeafRule,
    pub(crate) sight: &'a Sight<G>,
    /// Positions lost for their side to move.
    pub(crate) log: &'a Table,
    /// Whether those proved for the prover to move are written there, too.
    pub(crate) keeps_proved: bool,
    /// The keys from the root of the whole search to the node in hand, kept where positions can
    /// come back.
    pub(crate) path_keys: Vec<Key>,
    pub(crate) cycles: Cycles,
    /// Whether of moves to the same position, or to images of it, one is kept; only an experiment keeps all.
    pub(crate) merges: bool,
    pub(crate) counters: Counters,
    pub(crate) buffers: &'a mut Buffers<G>,
}

/// Lists that are used again and again.
pub(crate) struct Buffers<G: Game> {
    moves: Vec<G::Move>,
    seen: Seen<G>,
    newborn: Vec<Node<G::Move>>,
    keys: Vec<Key>,
    counts: Vec<u64>,
}

impl<G: Game> Default for Buffers<G> {
    fn default() -> Buffers<G> {
        Buffers {
            moves: Vec::new(),
            seen: Seen::default(),
            newborn: Vec::new(),
            keys: Vec::new(),
            counts: Vec::new(),
        }
    }
}

/// One search tree and the path being looked at.
pub(crate) struct Tree<G: Game> {
    pub(crate) pool: NodePool<G::Move>,
    /// From the root to the node in hand, with the positions.
    pub(crate) path: Vec<(u32, G::Position)>,
    /// How deep the root lies below the root of the whole search.
    pub(crate) base: usize,
    /// Moves at the root that lead to the same position as another one, or to its mirror image.
    pub(crate) merged_at_root: usize,
    /// Whether the subtrees of solved nodes are deleted; only an experiment keeps them.
    pub(crate) deletes_solved: bool,
    /// The move that decides the root for its side to move, once there is one.
    pub(crate) winning: Option<G::Move>,
    /// The least delta and the sum of phi of children that were just made, whose parent has not
    /// been updated yet.
    newborn: Option<(u32, u64)>,
}

/// What a solved node leans on: in a won one the winning move, of several one that leans on
/// nothing if there is such; in a lost one all of them.
fn leaning_of<M>(children: &[Node<M>], won: bool) -> u32 {
    let winning = children.iter().filter(|child| child.delta == 0).map(|child| child.first);
    match won {
        true => winning.max().unwrap_or(NOWHERE),
        false => children.iter().map(|child| child.first).min().unwrap_or(NOWHERE),
    }
}

/// The move of a won node that leans on the least.
fn winning_move<M: Copy>(children: &[Node<M>]) -> Option<M> {
    let winning = children.iter().filter(|child| child.delta == 0);
    winning.max_by_key(|child| child.first).map(|child| child.mv)
}

/// Whether a key is not yet in the list; then it is added.
fn is_new(keys: &mut Vec<Key>, key: Key) -> bool {
    let is_new = !keys.contains(&key);
    if is_new {
        keys.push(key);
    }
    is_new
}

/// A new leaf.
#[inline]
fn leaf_of<M>(Numbers { phi, delta }: Numbers, mv: M) -> Node<M> {
    Node { first: NONE, phi: narrow(phi), delta: narrow(delta), count: 0, mv }
}

/// What became of a leaf.
enum LeafGrowth<M> {
    /// A move decides it.
    Won(M),
    /// All moves fail.
    Lost,
    /// It has children now.
    Children,
    /// There is no room for them.
    Full,
}

/// How an expansion ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Expanded {
    /// The leaf has children now, or is settled.
    Done,
    /// There is no room for its children.
    Full,
}

impl<G: Game> Tree<G> {
    /// A tree without a root.
    pub(crate) fn new(pool: NodePool<G::Move>) -> Tree<G> {
        let path = Vec::new();
        Tree {
            pool,
            path,
            base: 0,
            merged_at_root: 0,
            deletes_solved: true,
            winning: None,
            newborn: None,
        }
    }

    /// Forgets everything and begins at a root; `false` if not even that has room.
    pub(crate) fn plant(&mut self, game: &G, root: &G::Position, base: usize) -> bool {
        let mut moves = Vec::new();
        game.moves(root, &mut moves);
        // The root has no move of its own; any one fills the place.
        let node = Node { first: NONE, phi: 1, delta: 1, count: 0, mv: moves[0] };
        self.pool.clear();
        self.path.clear();
        self.merged_at_root = 0;
        (self.winning, self.newborn) = (None, None);
        self.base = base;
        match self.pool.allocate(1, node) {
            Some(first) => self.path.push((first, root.clone())),
            None => return false,
        }
        true
    }

    /// The root's node.
    pub(crate) fn root(&self) -> &Node<G::Move> {
        self.pool.get(self.path[0].0)
    }

    /// Whether the root is settled.
    pub(crate) fn is_solved(&self) -> bool {
        let Node { phi, delta, .. } = *self.root();
        phi == 0 || delta == 0
    }

    /// The end of the path.
    pub(crate) fn leaf(&self) -> (u32, &G::Position) {
        let (node, position) = self.path.last().expect("the path begins with the root");
        (*node, position)
    }

    /// Walks from the end of the path to the most-proving leaf.
    pub(crate) fn descend(&mut self, context: &mut Context<'_, G>) {
        loop {
            let (node, position) = self.leaf();
            let children = self.pool.children(node);
            if children.is_empty() {
                return;
            }
            // A node's phi is the least delta of its children.
            let least = self.pool.get(node).phi;
            let offset = children.iter().position(|child| child.delta == least);
            let offset = offset.expect("a node's numbers are those of its children");
            let best = &children[offset];
            self.pool.prefetch_children(best);
            let next = context.game.after(position, best.mv);
            let child = self.pool.get(node).first + offset as u32;
            if context.cycles.is_possible() {
                context.path_keys.push(context.cycles.key(context.game, &next));
            }
            self.path.push((child, next));
        }
    }

    /// Settles the leaf at the end of the path if its position stands above it on the path.
    pub(crate) fn settle_repetition(&mut self, context: &mut Context<'_, G>) -> bool {
        let Some((key, above)) = context.path_keys.split_last() else { return false };
        let Some(above) = above.iter().rposition(|on_path| on_path == key) else { return false };
        let (node, position) = self.leaf();
        let superko = context.cycles.is_superko();
        if superko && context.game.may_repeat(self.pool.get(node).mv) {
            return false;
        }
        // Illegal, so the move to it fails; or a draw, which is no win for the prover.
        let prover_moves = context.game.side_to_move(position) == context.question.player;
        self.settle(context, node, superko || !prover_moves, above as u32);
        true
    }

    /// Expands the leaf at the end of the path.
    pub(crate) fn expand(&mut self, context: &mut Context<'_, G>) -> Expanded {
        // A root has no move of its own: whoever chose it has looked.
        let is_root = self.path.len() == 1;
        if context.cycles.is_possible() && !is_root && self.settle_repetition(context) {
            return Expanded::Done;
        }
        context.counters.expanded += 1;
        let grown = match context.sight.sees_from_parent() {
            true => self.grow_unmade(context),
            false => self.grow_made(context),
        };
        let (node, _) = self.leaf();
        match grown {
            LeafGrowth::Won(mv) => {
                if is_root {
                    self.winning = Some(mv);
                }
                self.settle(context, node, true, NOWHERE);
            }
            LeafGrowth::Lost => self.settle(context, node, false, NOWHERE),
            LeafGrowth::Children => {}
            LeafGrowth::Full => return Expanded::Full,
        }
        Expanded::Done
    }

    /// Gives the leaf its children, which are judged and counted without being made.
    fn grow_unmade(&mut self, context: &mut Context<'_, G>) -> LeafGrowth<G::Move> {
        let at_root = self.base == 0 && self.path.len() == 1;
        let (node, position) = self.path.last().expect("the path begins with the root");
        let Context { game, question, leaf, sight, cycles, merges, .. } = *context;
        let Buffers { moves, seen, keys, counts, .. } = &mut *context.buffers;
        sight.moves(game, position, at_root, moves);
        let winning = sight.open_moves(game, position, moves, question, seen);
        context.counters.nodes += seen.looked_at;
        if let Some(mv) = winning {
            return LeafGrowth::Won(mv);
        }
        let open = &mut seen.open;
        if merges && !cycles.is_superko() && game.may_have_equal_children(position) {
            // Of moves to the same position, or to images of it, one is enough.
            let all = open.len();
            keys.clear();
            open.retain(|&mv| is_new(keys, game.key_after(position, mv)));
            if at_root {
                self.merged_at_root = all - open.len();
            }
        }
        if open.is_empty() {
            return LeafGrowth::Lost;
        }
        let fresh = leaf.children_of(game, position);
        if fresh.counts_moves() {
            game.count_moves_after_each(position, open, counts);
        }
        let (mut least, mut sum) = (INFINITE, 0);
        let has_room = match fresh {
            Newborn::Same(numbers) => {
                let same = leaf_of(numbers, open[0]);
                (least, sum) = (same.delta, u64::from(same.phi) * open.len() as u64);
                self.pool.adopt(*node, open.iter().map(|&mv| Node { mv, ..same }))
            }
            Newborn::PerMove(phi, each) => {
                let same = leaf_of(Numbers { phi, delta: each }, open[0]);
                sum = u64::from(same.phi) * open.len() as u64;
                debug_assert_eq!(open.len(), counts.len());
                let children = open.iter().zip(counts.iter()).map(|(&mv, &count)| {
                    let delta = narrow(each * count.max(1));
                    least = least.min(delta);
                    Node { mv, delta, ..same }
                });
                self.pool.adopt(*node, children)
            }
            Newborn::Evaluated(_) => {
                let children = open.iter().enumerate().map(|(at, &mv)| {
                    let mobility = || counts.get(at).copied().unwrap_or(1);
                    let numbers = fresh.numbers_after(game, position, mv, mobility);
                    let leaf = leaf_of(numbers, mv);
                    least = least.min(leaf.delta);
                    sum += u64::from(leaf.phi);
                    leaf
                });
                self.pool.adopt(*node, children)
            }
        };
        if !has_room {
            return LeafGrowth::Full;
        }
        self.newborn = Some((least, sum));
        LeafGrowth::Children
    }

    /// Gives the leaf its children, each of which is made to be judged.
    fn grow_made(&mut self, context: &mut Context<'_, G>) -> LeafGrowth<G::Move> {
        let (node, position) = self.leaf();
        let at_root = self.base == 0 && self.path.len() == 1;
        let Context { game, question, leaf, sight, cycles, merges, .. } = *context;
        let Buffers { moves, newborn, keys, .. } = &mut *context.buffers;
        newborn.clear();
        keys.clear();
        sight.moves(game, position, at_root, moves);
        let fresh = leaf.children_of(game, position);
        // Under superko one of two moves to the same position may be legal, and the other not.
        let merges = merges && !cycles.is_superko() && game.may_have_equal_children(position);
        let mut merged = 0;
        for &mv in moves.iter() {
            context.counters.nodes += 1;
            let child = game.after(position, mv);
            match sight.judge(game, &child, question) {
                // The move fails: it adds nothing to the sum and can never be the least.
                Some(Numbers { phi: 0, .. }) => {}
                // The move decides: nothing else matters.
                Some(_) => return LeafGrowth::Won(mv),
                None if merges && !is_new(keys, game.key(&child)) => merged += 1,
                None => {
                    let mobility = || sight.mobility(game, &child);
                    let numbers = fresh.numbers(game, mobility, || child.clone());
                    newborn.push(leaf_of(numbers, mv));
                }
            }
        }
        if at_root {
            self.merged_at_root = merged;
        }
        if newborn.is_empty() {
            return LeafGrowth::Lost;
        }
        if self.pool.adopt(node, newborn.iter().copied()) {
            LeafGrowth::Children
        } else {
            LeafGrowth::Full
        }
    }

    /// Marks a node at the end of the path as won or lost for its side to move. `leans_on` is the
    /// highest position of the path that the result rests on; a solved node keeps it in the place
    /// of its children.
    pub(crate) fn settle(
        &mut self,
        context: &mut Context<'_, G>,
        node: u32,
        won: bool,
        leans_on: u32,
    ) {
        let game = context.game;
        let (_, position) = self.leaf();
        let prover_moves = game.side_to_move(position) == context.question.player;
        let depth = (self.base + self.path.len() - 1) as u32;
        let leans_on = match context.cycles {
            Cycles::Superko { trusts_clean: true } => leans_on,
            Cycles::Superko { trusts_clean: false } => 0,
            // A loop that closes here or below is a fact about the position, like any proof.
            _ if won != prover_moves && leans_on < depth => leans_on,
            _ => NOWHERE,
        };
        let work = match self.deletes_solved {
            true => 1 + self.pool.free_below(node),
            false => 1,
        };
        let (_, position) = self.leaf();
        if leans_on == NOWHERE && (!won || (context.keeps_proved && prover_moves)) {
            let numbers = if won { Numbers::WON } else { Numbers::LOST };
            context.log.store(game.key(position), numbers, work);
        }
        let settled = self.pool.get_mut(node);
        (settled.first, settled.count) = (leans_on, 0);
        (settled.phi, settled.delta) = if won { (0, INFINITE) } else { (INFINITE, 0) };
    }

    /// Sets the numbers of the path anew from its end upwards, up to the first node that does not
    /// change; the path then ends there.
    pub(crate) fn update(&mut self, context: &mut Context<'_, G>) {
        while let Some(&(node, _)) = self.path.last() {
            let old = *self.pool.get(node);
            let settled = old.phi == 0 || old.delta == 0;
            if !settled {
                let (least, sum) = self.newborn.take().unwrap_or_else(|| {
                    let children = self.pool.children(node).iter();
                    children.fold((INFINITE, 0), |(least, sum), child| {
                        (least.min(child.delta), sum + u64::from(child.phi))
                    })
                });
                let won = least == 0;
                if won || least == INFINITE {
                    let leans_on = leaning_of(self.pool.children(node), won);
                    let is_first = self.base == 0 && self.path.len() == 1;
                    if won && self.path.len() == 1 {
                        self.winning = winning_move(self.pool.children(node));
                    }
                    if won && is_first {
                        // The root's winning move is still to be read from its children.
                        let root = self.pool.get_mut(node);
                        (root.phi, root.delta) = (0, INFINITE);
                    } else {
                        self.settle(context, node, won, leans_on);
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
            if context.cycles.is_possible() {
                context.path_keys.pop();
            }
        }
    }

    /// Solved and open moves at the root and along the most promising line below it. A tree does
    /// not keep the moves that failed at once: only those are counted that were worth a node.
    pub(crate) fn first_plies(&self) -> Vec<(usize, usize)> {
        let mut plies = Vec::new();
        let mut node = self.path[0].0;
        while plies.len() < SHOWN_PLIES {
            let children = self.pool.children(node);
            let Some(best) = (0..children.len()).min_by_key(|&at| children[at].delta) else {
                break;
            };
            let open = children.iter().filter(|child| child.phi != 0 && child.delta != 0).count();
            plies.push((children.len() - open, open));
            node = self.pool.get(node).first + best as u32;
        }
        plies
    }

    /// The bytes of the tree and its path.
    pub(crate) fn memory(&self) -> u64 {
        let path = self.path.capacity() * size_of::<(u32, G::Position)>();
        self.pool.bytes() + path as u64
    }
}
