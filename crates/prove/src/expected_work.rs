//! Expected Work Search (O. Randall, M. Müller, T. H. Wei, R. Hayward, *Expected Work Search: Combining Win Rate
//! and Proof Size Estimation*, IJCAI 2024).
//!
//! Proof-number search asks what a proof would take if every move were as good as it looks best. This search asks what
//! it will take, moves that turn out to fail included. A node has three estimates, in the view of its side to move:
//! the work to find it won, the work to find it lost, and the chance that it is won. With children c in the order in
//! which they will be tried,
//!
//! ```text
//!   loss(n) = sum over c of win(c)                   all of them must be shown to be won for the other side
//!   win(n)  = sum over c of loss(c) * product of chance(b) for all b before c
//!                                                    c is looked at if all before it have failed
//! ```
//!
//! which is least in the order of loss(c) / (1 - chance(c)). A step walks from the root along the first open child of
//! that order to a leaf, expands it, and sets the estimates of its ancestors anew. If every chance were nought that
//! would be proof-number search.
//!
//! The paper counts wins of random games. Here all three come from the leaf rule: phi and delta are the two works, and
//! of two things that exclude each other the one that costs less is the likelier, by the square of how much less. Above
//! the leaves a node is won if not all of its children are, taken as if they had nothing to do with each other.
//!
//! The tree is kept in memory, with the settled subtrees freed, beside a table of settled positions: a position that was settled
//! elsewhere meanwhile is not looked at again. Such facts hold on every path only where positions do not come back;
//! of games where they do it answers nothing.

use crate::leaf::LeafRule;
use crate::node_pool::{INFINITE, NONE, Node, NodePool};
use crate::numbers::Numbers;
use crate::sight::Sight;
use crate::solver::{Kept, SolvedRoot, Solver, answer_of, known_moves, unsound};
use crate::table::Table;
use crate::watch::Watch;
use andor_core::{
    Counters, Game, InputError, Key, Limits, Observer, Oracle, Phase, Progress, ProofSource,
    Question, Repetition, Report, Stopped,
};

/// Parameters.
#[derive(Clone, Copy, Debug, Default)]
pub struct Config {
    /// What leaves are estimated by.
    pub leaf: LeafRule,
    /// Whether the game's static knowledge is used.
    pub knowledge: bool,
}

/// The table of settled positions has this share of the memory budget, the tree the rest.
const TABLE_SHARE: u64 = 4;
/// Estimates stay below this, whatever sums over shared parts come to.
const MOST: f32 = 1e30;
/// Nothing is more certain than this, or less, before it is settled.
const CERTAIN: f32 = 0.999;

/// A move, and what is expected of the node that it leads to. The node's numbers say only whether it is settled.
#[derive(Clone, Copy, Debug)]
struct Prospect<M> {
    mv: M,
    /// The work to find that its side to move wins.
    win: f32,
    /// The work to find that it does not.
    loss: f32,
    /// How likely it wins.
    chance: f32,
}

impl<M> Prospect<M> {
    /// What it takes to show that a move is good, by how likely it is: the least comes first.
    fn price(&self) -> f32 {
        self.loss / (1.0 - self.chance)
    }
}

type Tree<M> = NodePool<Prospect<M>>;

/// An open leaf after a move.
fn leaf_of<M>(mv: M, Numbers { phi, delta }: Numbers) -> Node<Prospect<M>> {
    let (win, loss) = (phi as f32, delta as f32);
    let odds = (loss / win).powi(2);
    let chance = (odds / (1.0 + odds)).clamp(1.0 - CERTAIN, CERTAIN);
    let prospect = Prospect { mv, win: win.min(MOST), loss: loss.min(MOST), chance };
    Node { first: NONE, phi: 1, delta: 1, count: 0, mv: prospect }
}

/// What is to be set in a node whose children have changed.
enum Changed<M> {
    /// It is settled: won by a move, or lost.
    Settled(Option<M>),
    /// The estimates.
    Open { win: f32, loss: f32, chance: f32 },
}

fn is_open<M>(node: &Node<M>) -> bool {
    node.phi != 0 && node.delta != 0
}

/// A node anew from its children; `order` is a list that is used again and again.
fn changed<M: Copy>(children: &[Node<Prospect<M>>], order: &mut Vec<Prospect<M>>) -> Changed<M> {
    order.clear();
    for child in children {
        if child.delta == 0 {
            return Changed::Settled(Some(child.mv.mv));
        }
        if is_open(child) {
            order.push(child.mv);
        }
    }
    if order.is_empty() {
        return Changed::Settled(None);
    }
    order.sort_by(|one, other| one.price().total_cmp(&other.price()));
    let (mut win, mut loss, mut reached) = (0.0_f32, 0.0_f32, 1.0_f32);
    for child in order {
        loss += child.win;
        win += child.loss * reached;
        reached *= child.chance;
    }
    let chance = (1.0 - reached).clamp(1.0 - CERTAIN, CERTAIN);
    Changed::Open { win: win.min(MOST), loss: loss.min(MOST), chance }
}

/// The solver.
pub struct ExpectedWork<G: Game> {
    config: Config,
    sight: Sight<G>,
    /// Settled positions, and the question they belong to.
    settled: Option<Kept<Table>>,
    solved_root: Option<SolvedRoot<G>>,
}

/// One search.
struct Search<'a, G: Game> {
    game: &'a G,
    question: Question,
    config: Config,
    sight: &'a Sight<G>,
    settled: &'a Table,
    tree: Tree<G::Move>,
    /// From the root to the node in hand.
    path: Vec<(u32, G::Position)>,
    counters: Counters,
    moves: Vec<G::Move>,
    keys: Vec<Key>,
    newborn: Vec<Node<Prospect<G::Move>>>,
    order: Vec<Prospect<G::Move>>,
    winning: Option<G::Move>,
}

impl<G: Game> Search<'_, G> {
    fn root(&self) -> &Node<Prospect<G::Move>> {
        self.tree.get(self.path[0].0)
    }

    fn memory(&self) -> u64 {
        let path = self.path.capacity() * size_of::<(u32, G::Position)>();
        self.tree.bytes() + self.settled.bytes() + path as u64
    }

    /// Walks from the root to the leaf that is expected to help most, or to a node that was settled elsewhere.
    fn descend(&mut self) {
        loop {
            let (node, position) = self.path.last().expect("the path begins with the root");
            let children = self.tree.children(*node);
            let open = children.iter().enumerate().filter(|(_, child)| is_open(child));
            let first = open.min_by(|one, other| one.1.mv.price().total_cmp(&other.1.mv.price()));
            let Some((offset, child)) = first else { return };
            let next = self.game.after(position, child.mv.mv);
            let child = self.tree.get(*node).first + offset as u32;
            let known = self.settled.solved(self.game.key(&next));
            self.path.push((child, next));
            if let Some(numbers) = known {
                self.settle(child, numbers.phi == 0);
                return;
            }
        }
    }

    /// Expands the end of the path, unless it is settled; `Err` if there is no room.
    fn expand(&mut self) -> Result<(), Stopped> {
        let (node, position) = self.path.last().expect("the path begins with the root");
        let (node, is_root) = (*node, self.path.len() == 1);
        if !is_open(self.tree.get(node)) {
            return Ok(());
        }
        let Search { game, question, sight, .. } = *self;
        self.counters.expanded += 1;
        self.newborn.clear();
        self.keys.clear();
        sight.moves(game, position, is_root, &mut self.moves);
        let fresh = self.config.leaf.children_of(game, position);
        let merges = game.may_have_equal_children(position);
        for &mv in &self.moves {
            self.counters.nodes += 1;
            let child = game.after(position, mv);
            let judged = sight.judge(game, &child, question);
            let key = game.key(&child);
            match judged.or_else(|| self.settled.solved(key)) {
                // The move fails.
                Some(Numbers { phi: 0, .. }) => {}
                Some(_) => {
                    if is_root {
                        self.winning = Some(mv);
                    }
                    self.settle(node, true);
                    return Ok(());
                }
                None if merges && self.keys.contains(&key) => {}
                None => {
                    self.keys.push(key);
                    let mobility = || sight.mobility(game, &child);
                    let numbers = fresh.numbers(game, mobility, || child.clone());
                    self.newborn.push(leaf_of(mv, numbers));
                }
            }
        }
        if self.newborn.is_empty() {
            self.settle(node, false);
            return Ok(());
        }
        let has_room = self.tree.adopt(node, self.newborn.iter().copied());
        if has_room { Ok(()) } else { Err(Stopped::Memory) }
    }

    /// Marks the end of the path as won or lost for its side to move, and frees what is below.
    fn settle(&mut self, node: u32, won: bool) {
        let work = 1 + self.tree.free_below(node);
        let (_, position) = self.path.last().expect("the path begins with the root");
        let numbers = if won { Numbers::WON } else { Numbers::LOST };
        self.settled.store(self.game.key(position), numbers, work);
        let settled = self.tree.get_mut(node);
        (settled.first, settled.count) = (NONE, 0);
        (settled.phi, settled.delta) = if won { (0, INFINITE) } else { (INFINITE, 0) };
    }

    /// Sets the estimates of the path anew, from its end to the root.
    fn update(&mut self) {
        loop {
            let (node, _) = self.path.last().expect("the path begins with the root");
            let node = *node;
            if is_open(self.tree.get(node)) {
                match changed(self.tree.children(node), &mut self.order) {
                    Changed::Settled(mv) => {
                        if self.path.len() == 1 {
                            self.winning = mv;
                        }
                        self.settle(node, mv.is_some());
                    }
                    Changed::Open { win, loss, chance } => {
                        let prospect = &mut self.tree.get_mut(node).mv;
                        (prospect.win, prospect.loss, prospect.chance) = (win, loss, chance);
                    }
                }
            }
            if self.path.len() == 1 {
                return;
            }
            self.path.pop();
        }
    }

    /// Steps until the root is settled or something says stop.
    fn run(&mut self, limits: &Limits, observer: &mut dyn Observer) -> Result<(), Stopped> {
        let mut watch = Watch::new(limits);
        while is_open(self.root()) {
            if watch.look(&self.counters)? {
                observer.progress(&self.progress(&watch));
            }
            self.descend();
            self.expand()?;
            self.update();
        }
        Ok(())
    }

    fn progress(&self, watch: &Watch<'_>) -> Progress {
        let (root, position) = &self.path[0];
        let children = self.tree.children(*root);
        let open = children.iter().filter(|child| is_open(child));
        let best = open.clone().min_by(|one, other| one.mv.price().total_cmp(&other.mv.price()));
        let open = open.count();
        Progress {
            phase: Phase::Search,
            elapsed: watch.start.elapsed(),
            counters: self.counters,
            before: watch.before,
            fill: self.tree.fill(),
            memory: self.memory(),
            root: (None, None),
            root_moves: (children.len() - open, open),
            plies: Vec::new(),
            best: best.map(|child| self.game.move_text(position, child.mv.mv)),
        }
    }
}

impl<G: Game> ExpectedWork<G> {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new(config: Config) -> ExpectedWork<G> {
        let sight = Sight::new(config.knowledge);
        ExpectedWork { config, sight, settled: None, solved_root: None }
    }

    /// Keeps the table of this question, or begins a new one.
    fn prepare(&mut self, question: Question, limits: &Limits) -> Result<(), InputError> {
        if self.settled.as_ref().is_none_or(|kept| kept.question != question) {
            (self.settled, self.solved_root) = (None, None);
            let found = Table::new(limits.memory / TABLE_SHARE)?;
            self.settled = Some(Kept { question, found });
        }
        Ok(())
    }
}

impl<G: Game> Solver<G> for ExpectedWork<G> {
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
        let no_room = Report { stopped: Stopped::Memory, ..unsound() };
        if let Err(error) = self.prepare(question, limits) {
            observer.note(&error.to_string());
            return no_room;
        }
        let Some(Kept { found: settled, .. }) = &self.settled else { return no_room };
        // The path needs a little, too.
        let bytes = limits.memory - limits.memory / TABLE_SHARE - limits.memory / 64;
        let mut tree = Tree::new(bytes, limits.tree_nodes);
        // The root has no move of its own; any one fills the place.
        let mut moves = Vec::new();
        game.moves(root, &mut moves);
        let filler = leaf_of(moves[0], Numbers { phi: 1, delta: 1 });
        let Some(first) = tree.allocate(1, filler) else { return no_room };
        let mut search = Search {
            game,
            question,
            config: self.config,
            sight: &self.sight,
            settled,
            tree,
            path: vec![(first, root.clone())],
            counters: Counters::default(),
            moves,
            keys: Vec::new(),
            newborn: Vec::new(),
            order: Vec::new(),
            winning: None,
        };
        let stopped = search.run(limits, observer).err();
        let Node { phi, delta, .. } = *search.root();
        let report = Report {
            answer: answer_of(
                Numbers { phi: phi.into(), delta: delta.into() },
                game.side_to_move(root) == question.player,
            ),
            stopped: stopped.unwrap_or(Stopped::Solved),
            counters: search.counters,
            peak_memory: search.memory(),
            peak_entries: search.tree.peak(),
        };
        if let (0, Some(mv)) = (phi, search.winning) {
            self.solved_root = Some(SolvedRoot { position: root.clone(), mv });
        }
        report
    }

    fn holder_moves(&mut self, game: &G, position: &G::Position) -> Vec<G::Move> {
        let Some(Kept { question, found }) = self.settled.as_ref() else { return Vec::new() };
        known_moves(game, position, *question, self.solved_root.as_ref(), &mut |next| {
            found.work_if_lost(game.key(next))
        })
    }

    fn consult(&mut self, oracle: Box<dyn Oracle<G>>) {
        self.sight.consult(oracle);
    }

    fn dismiss_oracles(&mut self) {
        self.sight.dismiss_oracles();
    }

    /// Nothing is kept on disk.
    fn save(&mut self, _: &mut dyn Observer) {}
}

impl<G: Game> ProofSource<G> for ExpectedWork<G> {
    fn holder_move(&mut self, game: &G, position: &G::Position) -> Option<G::Move> {
        self.holder_moves(game, position).first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::{Changed, Node, Prospect, changed, leaf_of};
    use crate::node_pool::{INFINITE, NONE};
    use crate::numbers::Numbers;
    use andor_core::SplitMix64;

    fn node(mv: usize, win: f32, loss: f32, chance: f32) -> Node<Prospect<usize>> {
        let mv = Prospect { mv, win, loss, chance };
        Node { first: NONE, phi: 1, delta: 1, count: 0, mv }
    }

    fn estimates(children: &[Node<Prospect<usize>>]) -> [f32; 3] {
        match changed(children, &mut Vec::new()) {
            Changed::Open { win, loss, chance } => [win, loss, chance],
            Changed::Settled(mv) => panic!("settled by {mv:?}"),
        }
    }

    /// The first costs 4 / 0.5 = 8 for a proof that comes of it, the second 1 / 0.1 = 10; one that has failed says
    /// nothing, and one that is lost for the other side settles it.
    #[test]
    fn what_is_expected_by_hand() {
        let two = [node(0, 2.0, 1.0, 0.9), node(1, 10.0, 4.0, 0.5)];
        assert_eq!(estimates(&two), [4.0 + 0.5 * 1.0, 12.0, 1.0 - 0.5 * 0.9]);
        let failed = Node { phi: 0, delta: INFINITE, ..two[0] };
        assert_eq!(estimates(&[failed, two[1]]), [4.0, 10.0, 0.5]);
        assert!(matches!(changed(&[failed; 2], &mut Vec::new()), Changed::Settled(None)));
        let good = Node { phi: INFINITE, delta: 0, ..node(7, 0.0, 0.0, 0.0) };
        assert!(matches!(changed(&[two[0], good], &mut Vec::new()), Changed::Settled(Some(7))));
    }

    /// No other order of four children makes a win cheaper.
    #[test]
    fn the_order_is_the_best_there_is() {
        let mut random = SplitMix64::new(24);
        for _ in 0..200 {
            let mut number = |most: usize| (1 + random.below(most)) as f32;
            let children: [_; 4] =
                std::array::from_fn(|mv| node(mv, number(100), number(100), number(99) / 100.0));
            let [win, ..] = estimates(&children);
            for order in 0..256 {
                let order = [order % 4, order / 4 % 4, order / 16 % 4, order / 64];
                if (0..4).any(|mv| !order.contains(&mv)) {
                    continue;
                }
                let (mut sum, mut reached) = (0.0, 1.0);
                for child in order.map(|at| children[at].mv) {
                    sum += child.loss * reached;
                    reached *= child.chance;
                }
                assert!(win <= sum * 1.0001, "{order:?}: {sum} is less than {win}");
            }
        }
    }

    /// What costs the same is as likely as not; what costs half as much is four times as likely.
    #[test]
    fn chances_of_leaves() {
        let chance = |phi, delta| leaf_of(0, Numbers { phi, delta }).mv.chance;
        assert_eq!(chance(7, 7), 0.5);
        assert_eq!(chance(50, 100), 0.8);
        assert!(chance(1, 1 << 40) < 1.0 && chance(1 << 40, 1) > 0.0);
    }
}
