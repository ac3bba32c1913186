//! The coordinator's tree: a PN tree whose leaves are evaluated by others.
//!
//! A leaf that somebody works on is *reserved*: it has a lease. Partial results change its numbers, the
//! final one gives it children or settles it; both update the ancestors as in any PN search,
//!
//! ```text
//!   phi(n) = min over children of delta(c)        delta(n) = sum over children of phi(c)
//! ```
//!
//! When a node is settled, everything below it is dropped, and the leases in there with it: what comes
//! in for them later is refused. Beside its numbers a node has *virtual* ones, which pretend that
//! reserved leaves are solved ([`Policy`]), and counts the leaves below it that are free to be taken.

use super::addition::{Addition, Without};
use super::job::{JobChild, JobVerdict, Thresholds};
use super::lease::Lease;
use super::pace::Pace;
use super::policy::Policy;
use super::snapshot::Room;
use crate::cycles::Cycles;
use crate::node_pool::{INFINITE, NONE, Node, NodePool, narrow};
use std::collections::HashMap;

/// What a node has beside what the pool keeps.
#[derive(Clone, Copy)]
pub(super) struct Extra {
    pub(super) parent: u32,
    /// Leaves below it, itself included, that are open and not reserved.
    pub(super) free: u32,
    /// The place of its lease, if it is a reserved leaf.
    pub(super) lease: u32,
    pub(super) virtual_phi: u32,
    pub(super) virtual_delta: u32,
}

/// Where leaves are given children only as they are needed, there are to be so many for each worker.
const LEAVES: usize = 4;
/// A leaf that had so many jobs gets children all the same.
const ROUNDS: u32 = 64;

/// A leaf in work.
struct Leased {
    leaf: u32,
    epoch: u64,
}

/// The tree has no room for another node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Full;

/// What the rules say about a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeRules {
    pub(super) cycles: Cycles,
    /// Whether the prover is to move at the root.
    pub(super) prover_moves: bool,
}

/// The tree.
pub(super) struct JobTree {
    pub(super) pool: NodePool<u32>,
    pub(super) extra: Vec<Extra>,
    pub(super) root: u32,
    leases: Vec<Option<Leased>>,
    pub(super) epoch: u64,
    policy: Policy,
    without: Without,
    rules: TreeRules,
    /// The code of the move that decides the root for its side to move, once there is one.
    pub(super) winning: Option<u32>,
    /// Positions found lost for their side to move on every path, as codes of moves from the root, that
    /// nobody has collected yet.
    pub(super) lost: Vec<Vec<u32>>,
    /// Leaves expanded or settled by a final result.
    pub(super) expanded: u64,
    /// Nodes ever made.
    pub(super) touched: u64,
    /// How fast workers are, where that is measured.
    pub(super) pace: Pace,
    /// How many jobs there were on leaves that stayed leaves.
    rounds: HashMap<u32, u32>,
}

impl JobTree {
    /// A root alone; `None` if there is no room for it.
    pub(super) fn new(room: Room, rules: TreeRules) -> Option<JobTree> {
        let Room { bytes, tree_nodes, policy, without } = room;
        let share = size_of::<Node<u32>>() as u64;
        let bytes = bytes / (share + size_of::<Extra>() as u64) * share;
        let mut pool = NodePool::new(bytes, tree_nodes);
        let node = Node { first: NONE, phi: 1, delta: 1, count: 0, mv: 0 };
        let root = pool.allocate(1, node)?;
        let mut tree = JobTree {
            pool,
            extra: Vec::new(),
            root,
            leases: Vec::new(),
            epoch: 0,
            policy,
            without,
            rules,
            winning: None,
            lost: Vec::new(),
            expanded: 0,
            touched: 1,
            pace: Pace::default(),
            rounds: HashMap::new(),
        };
        tree.put_extra(root, NONE, 1);
        Some(tree)
    }

    pub(super) fn put_extra(&mut self, node: u32, parent: u32, free: u32) {
        let Node { phi, delta, .. } = *self.pool.get(node);
        let (virtual_phi, virtual_delta) = (phi, delta);
        let extra = Extra { parent, free, lease: NONE, virtual_phi, virtual_delta };
        let at = node as usize;
        if self.extra.len() <= at {
            self.extra.resize(at + 1, extra);
        }
        self.extra[at] = extra;
    }

    /// The numbers of the root, as its side to move sees them.
    pub(super) fn numbers(&self) -> (u32, u32) {
        let Node { phi, delta, .. } = *self.pool.get(self.root);
        (phi, delta)
    }

    /// Whether the root is settled.
    pub(super) fn is_solved(&self) -> bool {
        self.is_settled(self.root)
    }

    /// The code of the move that decides the root for its side to move.
    pub(super) fn winning(&self) -> Option<u32> {
        self.winning
    }

    /// Whether the prover is to move at the root.
    pub(super) fn prover_moves(&self) -> bool {
        self.rules.prover_moves
    }

    pub(super) fn policy(&self) -> Policy {
        self.policy
    }

    /// Whether this is left out.
    pub(super) fn lacks(&self, addition: Addition) -> bool {
        self.without.lacks(addition)
    }

    /// Leaves that nobody works on.
    pub(super) fn free(&self) -> u32 {
        self.extra[self.root as usize].free
    }

    pub(super) fn is_settled(&self, node: u32) -> bool {
        let Node { phi, delta, .. } = *self.pool.get(node);
        phi == 0 || delta == 0
    }

    /// The codes of the moves from the root to a node.
    pub(super) fn path_to(&self, mut node: u32) -> Vec<u32> {
        let mut path = Vec::new();
        while node != self.root {
            path.push(self.pool.get(node).mv);
            node = self.extra[node as usize].parent;
        }
        path.reverse();
        path
    }

    /// Takes the positions that were found lost since the last time, as codes of moves from the root.
    pub(super) fn take_lost(&mut self) -> Vec<Vec<u32>> {
        std::mem::take(&mut self.lost)
    }

    /// Whether the leaf of a lease is to have children, for so many workers: while there are few leaves, and once
    /// it has had so many jobs that it would be a pity if all of them were lost with a worker.
    pub(super) fn wants_leaves(&self, workers: usize, lease: Lease) -> bool {
        let is_scarce = workers > 1 && (self.free() as usize) < LEAVES * workers;
        is_scarce || self.is_worn(lease)
    }

    /// Whether the leaf of a lease has had so many jobs that thresholds end none any more: where positions come
    /// back, a job may find them reached at once, for ever.
    pub(super) fn is_worn(&self, lease: Lease) -> bool {
        let rounds = self.leaf_of(lease).and_then(|leaf| self.rounds.get(&leaf));
        rounds.is_some_and(|&rounds| rounds >= ROUNDS)
    }

    /// Reserves the leaf to be evaluated next, and tells the moves to it; `None` if all are taken.
    pub(super) fn reserve(&mut self) -> Option<(Lease, Vec<u32>)> {
        self.reserve_near(&[]).map(|(lease, moves, _)| (lease, moves))
    }

    /// The same for whoever did a job at the end of the moves `near` last, with the thresholds that end the
    /// job.
    pub(super) fn reserve_near(&mut self, near: &[u32]) -> Option<(Lease, Vec<u32>, Thresholds)> {
        let (leaf, thresholds) = match self.policy {
            Policy::Thresholds => self.select_by_thresholds(near)?,
            _ => (self.select()?, Thresholds::NONE),
        };
        Some((self.lease(leaf), self.path_to(leaf), thresholds))
    }

    /// Reserves a leaf that is free.
    pub(super) fn lease(&mut self, leaf: u32) -> Lease {
        self.epoch += 1;
        let leased = Leased { leaf, epoch: self.epoch };
        let place = match self.leases.iter().position(Option::is_none) {
            Some(place) => {
                self.leases[place] = Some(leased);
                place
            }
            None => {
                self.leases.push(Some(leased));
                self.leases.len() - 1
            }
        } as u32;
        self.extra[leaf as usize].lease = place;
        self.add_free(leaf, -1);
        self.update_from(leaf);
        Lease { place, epoch: self.epoch }
    }

    /// Whether nobody works on this open leaf.
    pub(super) fn is_free_leaf(&self, leaf: u32) -> bool {
        self.extra[leaf as usize].lease == NONE
    }

    /// Whether a lease is still good.
    pub(super) fn is_good(&self, lease: Lease) -> bool {
        self.leaf_of(lease).is_some()
    }

    /// The leaf of a lease that is still good.
    pub(super) fn leaf_of(&self, lease: Lease) -> Option<u32> {
        let leased = self.leases.get(lease.place as usize)?.as_ref()?;
        (leased.epoch == lease.epoch).then_some(leased.leaf)
    }

    /// Whether a job is to go on, now or in vain.
    pub(super) fn goes_on(&self, lease: Lease) -> bool {
        self.is_good(lease) || self.lacks(Addition::EarlyEnd)
    }

    /// Puts a partial result in; `false` if the job is to end, since nobody wants to know any more.
    pub(super) fn partial(&mut self, lease: Lease, phi: u32, delta: u32) -> bool {
        let Some(leaf) = self.leaf_of(lease) else { return self.goes_on(lease) };
        if phi != 0 && delta != 0 {
            let node = self.pool.get_mut(leaf);
            (node.phi, node.delta) = (phi, delta);
            self.update_from(leaf);
        }
        true
    }

    /// Gives a leaf back as it was.
    pub(super) fn give_back(&mut self, lease: Lease) {
        if let Some(leaf) = self.release(lease) {
            self.add_free(leaf, 1);
            self.update_from(leaf);
        }
    }

    fn release(&mut self, lease: Lease) -> Option<u32> {
        let leaf = self.leaf_of(lease)?;
        self.leases[lease.place as usize] = None;
        self.extra[leaf as usize].lease = NONE;
        Some(leaf)
    }

    /// Puts a final result in. What comes for a lease that is not good any more changes nothing, and
    /// neither does what comes twice.
    ///
    /// # Errors
    /// If there is no room for it; the leaf is then free again.
    pub(super) fn finish(&mut self, lease: Lease, verdict: &JobVerdict) -> Result<bool, Full> {
        let Some(leaf) = self.release(lease) else { return Ok(false) };
        match verdict {
            JobVerdict::Settled { won, leans_on, winning } => {
                if leaf == self.root && *won {
                    self.winning = *winning;
                }
                self.settle(leaf, *won, *leans_on);
            }
            JobVerdict::Numbers { phi, delta } => {
                if *phi != 0 && *delta != 0 {
                    let node = self.pool.get_mut(leaf);
                    (node.phi, node.delta) = (*phi, *delta);
                }
                *self.rounds.entry(leaf).or_default() += 1;
                self.add_free(leaf, 1);
                self.update_from(leaf);
                return Ok(true);
            }
            JobVerdict::Open { children } => {
                if children.is_empty() || !self.pool.adopt(leaf, children.iter().map(node_of)) {
                    self.add_free(leaf, 1);
                    return Err(Full);
                }
                self.touched += children.len() as u64;
                let first = self.pool.get(leaf).first;
                let mut free = 0;
                for child in first..first + children.len() as u32 {
                    let is_open = !self.is_settled(child);
                    self.put_extra(child, leaf, u32::from(is_open));
                    free += i64::from(is_open);
                }
                self.add_free(leaf, free);
            }
        }
        self.rounds.remove(&leaf);
        self.expanded += 1;
        self.update_from(leaf);
        Ok(true)
    }

    /// Changes the count of free leaves of a node and of everything above it.
    fn add_free(&mut self, mut node: u32, change: i64) {
        loop {
            let extra = &mut self.extra[node as usize];
            extra.free = (i64::from(extra.free) + change) as u32;
            if node == self.root {
                return;
            }
            node = extra.parent;
        }
    }

    /// Marks a node as won or lost for its side to move, and drops what is below it. `leans_on` is the
    /// highest position of the path that this rests on (see `best_first`).
    fn settle(&mut self, node: u32, won: bool, leans_on: u32) {
        let path = self.path_to(node);
        let depth = path.len() as u32;
        let prover_moves = self.rules.prover_moves == depth.is_multiple_of(2);
        let leans_on = match self.rules.cycles {
            Cycles::Superko { trusts_clean: true } => leans_on,
            Cycles::Superko { trusts_clean: false } => 0,
            // A loop that closes here or below is a fact about the position, like any proof.
            _ if won != prover_moves && leans_on < depth => leans_on,
            _ => NONE,
        };
        if !won && leans_on == NONE {
            self.lost.push(path);
        }
        self.drop_leases_below(node);
        let free = self.extra[node as usize].free;
        self.add_free(node, -i64::from(free));
        self.pool.free_below(node);
        let (phi, delta) = if won { (0, INFINITE) } else { (INFINITE, 0) };
        let settled = self.pool.get_mut(node);
        (settled.first, settled.phi, settled.delta) = (leans_on, phi, delta);
    }

    fn drop_leases_below(&mut self, node: u32) {
        let mut nodes = vec![node];
        while let Some(node) = nodes.pop() {
            let first = self.pool.get(node).first;
            let count = self.pool.children(node).len() as u32;
            nodes.extend((0..count).map(|child| first + child));
            let lease = std::mem::replace(&mut self.extra[node as usize].lease, NONE);
            if lease != NONE {
                self.leases[lease as usize] = None;
            }
        }
    }

    /// Sets the numbers of a leaf, or of one that was a leaf, and of its ancestors anew, up to the first
    /// one of these that stays as it is.
    fn update_from(&mut self, changed: u32) {
        let mut node = changed;
        loop {
            let before = self.all_numbers(node);
            let children = self.pool.children(node);
            if self.is_settled(node) || children.is_empty() {
                let Node { phi, delta, .. } = *self.pool.get(node);
                let extra = &mut self.extra[node as usize];
                let is_reserved = extra.lease != NONE;
                let pretended =
                    if is_reserved { self.policy.pretend(phi, delta) } else { (phi, delta) };
                (extra.virtual_phi, extra.virtual_delta) = pretended;
            } else {
                let (mut least, mut sum) = (INFINITE, 0u64);
                let (mut virtual_least, mut virtual_sum) = (INFINITE, 0u64);
                let first = self.pool.get(node).first as usize;
                for (child, extra) in children.iter().zip(&self.extra[first..]) {
                    least = least.min(child.delta);
                    sum += u64::from(child.phi);
                    virtual_least = virtual_least.min(extra.virtual_delta);
                    virtual_sum += u64::from(extra.virtual_phi);
                }
                if least == 0 || least == INFINITE {
                    let won = least == 0;
                    let leaning = children.iter().filter(|child| !won || child.delta == 0);
                    let leaning = leaning.map(|child| child.first);
                    let leans_on = if won { leaning.max() } else { leaning.min() }.unwrap_or(NONE);
                    if won && node == self.root {
                        let winning = children.iter().filter(|child| child.delta == 0);
                        self.winning = winning.max_by_key(|child| child.first).map(|c| c.mv);
                    }
                    self.settle(node, won, leans_on);
                    continue;
                }
                let changed = self.pool.get_mut(node);
                (changed.phi, changed.delta) = (least, narrow(sum));
                let extra = &mut self.extra[node as usize];
                extra.virtual_phi = virtual_least;
                // A sum with something impossible in it is impossible; else it stays finite.
                extra.virtual_delta = match virtual_least {
                    0 => INFINITE,
                    INFINITE => 0,
                    _ => narrow(virtual_sum),
                };
            }
            // What has just been settled looks as it did a moment ago, but its parent has not seen it.
            let stays = self.all_numbers(node) == before && !self.is_settled(node);
            if node == self.root || stays && node != changed {
                return;
            }
            node = self.extra[node as usize].parent;
        }
    }

    fn all_numbers(&self, node: u32) -> [u32; 4] {
        let Node { phi, delta, .. } = *self.pool.get(node);
        let Extra { virtual_phi, virtual_delta, .. } = self.extra[node as usize];
        [phi, delta, virtual_phi, virtual_delta]
    }

    /// The bytes of all nodes.
    pub(super) fn bytes(&self) -> u64 {
        self.pool.bytes() + (self.extra.len() * size_of::<Extra>()) as u64
    }
}

/// The node of a child that is a leaf.
fn node_of(child: &JobChild) -> Node<u32> {
    let JobChild { code, phi, delta, leans_on } = *child;
    Node { first: leans_on, phi, delta, count: 0, mv: code }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::snapshot::Room;
    use super::{
        Addition, Cycles, INFINITE, JobChild, JobTree, JobVerdict, Lease, NONE, Node, Policy,
        TreeRules, Without, narrow,
    };
    use andor_core::{Named, SplitMix64};

    fn tree(policy: Policy) -> JobTree {
        let rules = TreeRules { cycles: Cycles::Impossible, prover_moves: true };
        let without = Without::NOTHING;
        JobTree::new(Room { bytes: 1 << 20, tree_nodes: None, policy, without }, rules).unwrap()
    }

    fn open(numbers: &[(u32, u32)]) -> JobVerdict {
        let leaf = |(code, &(phi, delta)): (usize, &(u32, u32))| JobChild {
            code: code as u32,
            phi,
            delta,
            leans_on: NONE,
        };
        JobVerdict::Open { children: numbers.iter().enumerate().map(leaf).collect() }
    }

    fn settled(won: bool) -> JobVerdict {
        JobVerdict::Settled { won, leans_on: NONE, winning: won.then_some(5) }
    }

    /// Numbers, virtual numbers and counts of free leaves are those of the children, everywhere.
    pub(in super::super) fn check(tree: &JobTree, node: u32) {
        let extra = tree.extra[node as usize];
        let Node { first, phi, delta, count, .. } = *tree.pool.get(node);
        if count == 0 {
            let is_free = !tree.is_settled(node) && extra.lease == NONE;
            assert_eq!(extra.free, u32::from(is_free));
            return;
        }
        let children: Vec<u32> = (first..first + u32::from(count)).collect();
        let least = children.iter().map(|&child| tree.pool.get(child).delta).min().unwrap();
        let sum = children.iter().map(|&child| u64::from(tree.pool.get(child).phi)).sum();
        assert_eq!((phi, delta), (least, narrow(sum)));
        let virtual_least = children.iter().map(|&c| tree.extra[c as usize].virtual_delta).min();
        assert_eq!(extra.virtual_phi, virtual_least.unwrap());
        let free: u32 = children.iter().map(|&child| tree.extra[child as usize].free).sum();
        assert_eq!(extra.free, free);
        for child in children {
            assert_eq!(tree.extra[child as usize].parent, node);
            check(tree, child);
        }
    }

    #[test]
    fn random_results_in_random_order_keep_the_tree_in_order() {
        for seed in 0..400 {
            let policy = Policy::ALL[seed as usize % 4];
            let mut random = SplitMix64::new(seed);
            let mut tree = tree(policy);
            let mut leases: Vec<Lease> = Vec::new();
            for _ in 0..300 {
                if tree.is_solved() {
                    break;
                }
                match random.below(4) {
                    0 | 1 => leases.extend(tree.reserve().map(|(lease, _)| lease)),
                    2 if !leases.is_empty() => {
                        let lease = leases[random.below(leases.len())];
                        tree.partial(lease, 1 + random.below(9) as u32, 1 + random.below(9) as u32);
                    }
                    _ if !leases.is_empty() => {
                        let lease = leases.swap_remove(random.below(leases.len()));
                        let some = |random: &mut SplitMix64| {
                            (1 + random.below(4) as u32, 1 + random.below(4) as u32)
                        };
                        let result = match random.below(10) {
                            0 | 1 => settled(true),
                            2 | 3 => settled(false),
                            4 => {
                                tree.give_back(lease);
                                continue;
                            }
                            _ => {
                                let count = 1 + random.below(4);
                                open(&(0..count).map(|_| some(&mut random)).collect::<Vec<_>>())
                            }
                        };
                        let was_good = tree.leaf_of(lease).is_some();
                        assert_eq!(tree.finish(lease, &result), Ok(was_good));
                        // Once more changes nothing.
                        let numbers = tree.numbers();
                        assert!(!tree.finish(lease, &settled(true)).unwrap());
                        assert!(!tree.partial(lease, 1, 1));
                        assert_eq!(tree.numbers(), numbers);
                    }
                    _ => {}
                }
                if !tree.is_solved() {
                    check(&tree, tree.root);
                }
            }
        }
    }

    #[test]
    fn no_leaf_is_given_out_twice_and_all_are_given_out() {
        for &policy in Policy::ALL {
            let mut tree = tree(policy);
            let (lease, path) = tree.reserve().unwrap();
            assert!(path.is_empty() && tree.reserve().is_none());
            tree.finish(lease, &open(&[(2, 3), (1, 1), (4, 1)])).unwrap();
            let mut paths: Vec<Vec<u32>> = Vec::new();
            while let Some((_, path)) = tree.reserve() {
                paths.push(path);
            }
            // The two most-proving ones first.
            if policy == Policy::Flag {
                assert_eq!(paths, [[1], [2], [0]]);
            }
            paths.sort();
            assert_eq!(paths, [[0], [1], [2]]);
        }
    }

    #[test]
    fn what_is_settled_above_ends_the_leases_below() {
        let mut tree = tree(Policy::Flag);
        let (lease, _) = tree.reserve().unwrap();
        tree.finish(lease, &open(&[(1, 1), (1, 2)])).unwrap();
        let (left, path) = tree.reserve().unwrap();
        assert_eq!(path, [0]);
        let (right, _) = tree.reserve().unwrap();
        // The side to move at the child loses: the root is won by the move to it.
        assert!(tree.finish(left, &settled(false)).unwrap());
        assert_eq!((tree.numbers(), tree.winning()), ((0, INFINITE), Some(0)));
        assert!(!tree.partial(right, 3, 3));
        assert_eq!(tree.finish(right, &settled(true)), Ok(false));
        // The child that is lost is a fact; the root, which is won, is none that a log would keep.
        assert_eq!(tree.take_lost(), [[0]]);
    }

    #[test]
    fn what_is_left_out_is_not_done() {
        let mut tree = tree(Policy::Flag);
        tree.without = [Addition::NextBest, Addition::EarlyEnd].into_iter().collect();
        let (lease, _) = tree.reserve().unwrap();
        tree.finish(lease, &open(&[(2, 3), (1, 1), (4, 1)])).unwrap();
        let (left, path) = tree.reserve().unwrap();
        assert_eq!(path, [1]);
        let (right, path) = tree.reserve().unwrap();
        assert_eq!(path, [2]);
        // One leaf is free, but it is none of the best: whoever asks now waits.
        assert!(tree.free() == 1 && tree.reserve().is_none());
        // Partial results make it the best one.
        assert!(tree.partial(left, 5, 5) && tree.partial(right, 5, 5));
        let (last, path) = tree.reserve().unwrap();
        assert_eq!(path, [0]);
        // The root is settled: the others go on in vain.
        assert!(tree.finish(last, &settled(false)).unwrap());
        assert!(tree.is_solved() && !tree.is_good(left));
        assert!(tree.partial(left, 7, 7) && tree.goes_on(right));
        assert_eq!(tree.finish(left, &settled(true)), Ok(false));
    }
}
