//! The desk of a job-level search: its tree, and what is needed to give out its leaves and to take results.
//!
//! Everything here is numbers and bytes: moves are their codes, positions their bytes. The game stands
//! behind two small traits, the walk through the positions and the workers of this process.

use super::Config;
use super::job::{Job, JobVerdict, WILD};
use super::lease::Lease;
use super::pace::Pace;
use super::tree::{Full, JobTree};
use super::walk::CodeWalk;
use super::worker::LeafWorker;
use crate::node_pool::{INFINITE, Node};
use crate::numbers::Numbers;
use crate::sharing::Bound;
use crate::table::Table;
use andor_core::{Counters, Key, Limits, Question};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

/// How things stand at a move from the root.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RootMove {
    /// The move, as text.
    pub text: String,
    /// What its side to move needs; `None` if it cannot.
    pub phi: Option<u32>,
    /// What the other side needs.
    pub delta: Option<u32>,
    /// Of the replies to it, how many are settled, and how many there are.
    pub settled: (usize, usize),
}

/// A look at the tree.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TreeLook {
    /// Whether the root is settled.
    pub is_solved: bool,
    /// What the prover needs; `None` if it cannot be done.
    pub proof: Option<u32>,
    /// What the opponent needs.
    pub disproof: Option<u32>,
    /// Nodes now.
    pub nodes: u64,
    /// Leaves that were expanded or settled.
    pub expanded: u64,
    /// Nodes ever made.
    pub touched: u64,
    /// Bytes of the tree.
    pub bytes: u64,
    /// Leaves that nobody works on.
    pub free: u32,
    /// The moves at the root that are there: those that fail for good are not.
    pub replies: Vec<RootMove>,
}

/// Where positions are kept that were found lost for their side to move, on every path; any thread may put some in,
/// one at a time, for the table grows.
#[derive(Clone, Default)]
pub struct LostPositions {
    table: Option<Arc<Table>>,
    writes: Arc<Mutex<()>>,
}

impl LostPositions {
    /// Keeps the positions with these keys in mind; others wait meanwhile.
    pub fn keep(&self, keys: &[Key]) {
        let _writes = self.writes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = &self.table {
            for &key in keys {
                if table.is_crowded() {
                    table.grow(1);
                }
                table.store(key, Numbers::LOST, 1);
            }
        }
    }

    /// Whether the opposite of a bound is known.
    fn refutes(&self, bound: &Bound) -> bool {
        self.table.as_ref().is_some_and(|table| bound.is_refuted_by(table))
    }
}

/// The desk of one search.
pub struct JobDesk<'a> {
    pub(super) tree: JobTree,
    pub(super) question: Question,
    pub(super) config: &'a Config,
    pub(super) limits: &'a Limits,
    /// What was done before, in a search that was saved.
    pub(super) done: Counters,
    pub(super) walk: Box<dyn CodeWalk + 'a>,
    /// The workers of this process. The first one keeps the positions that were found lost, so that a
    /// proof can be read in the end.
    pub(super) workers: Vec<Box<dyn LeafWorker + 'a>>,
    /// Whoever puts something into what the first one keeps.
    pub(super) writes: Arc<Mutex<()>>,
}

impl JobDesk<'_> {
    /// The tree, when all is over.
    pub(super) fn into_tree(self) -> JobTree {
        self.tree
    }

    /// What is asked.
    #[must_use]
    pub fn question(&self) -> Question {
        self.question
    }

    /// What the jobs are like.
    #[must_use]
    pub fn config(&self) -> &Config {
        self.config
    }

    /// When to stop.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        self.limits
    }

    /// The next job for one of so many workers, who did one at the end of the moves `near` last; `None` if all
    /// open leaves are in work.
    pub fn next(&mut self, workers: usize, near: &[u32]) -> Option<Job> {
        let (lease, moves, thresholds) = self.tree.reserve_near(near)?;
        let budget = self.config.budget(&self.tree, workers, lease, thresholds);
        Some(Job { lease, moves, budget })
    }

    /// Says how fast workers are, for jobs whose size is measured.
    pub fn set_pace(&mut self, pace: Pace) {
        self.tree.pace = pace;
    }

    /// The lease of the leaf at the end of these moves, if it is open and nobody works on it.
    pub fn take(&mut self, moves: &[u32]) -> Option<Lease> {
        self.tree.reserve_at(moves)
    }

    /// Puts the numbers of a partial result in; `false` if the job is to end, since its lease is not good any more.
    pub fn partial(&mut self, lease: Lease, phi: u32, delta: u32) -> bool {
        // What no search comes to says nothing, and zeros are not looked at.
        let (phi, delta) = match phi < WILD && delta < WILD {
            true => (phi, delta),
            false => (0, 0),
        };
        self.tree.partial(lease, phi, delta)
    }

    /// Whether a lease is still good.
    #[must_use]
    pub fn is_good(&self, lease: Lease) -> bool {
        self.tree.is_good(lease)
    }

    /// Whether the job of a lease is to go on; where jobs do not end early, it does in any case.
    #[must_use]
    pub fn goes_on(&self, lease: Lease) -> bool {
        self.tree.goes_on(lease)
    }

    /// Gives a leaf back as it was.
    pub fn give_back(&mut self, lease: Lease) {
        self.tree.give_back(lease);
    }

    /// Puts a result in; `false` if the lease is not good any more, or the result is about moves that are
    /// not legal.
    ///
    /// # Errors
    /// If the tree is full.
    pub fn finish(&mut self, lease: Lease, verdict: &JobVerdict) -> Result<bool, Full> {
        let Some(path) = self.tree.path_of(lease) else { return Ok(false) };
        if !self.walk.go(&path) {
            return Ok(false);
        }
        match verdict {
            JobVerdict::Settled { won, leans_on, winning } => {
                let winning = winning.filter(|&code| self.walk.is_legal(code));
                let verdict = JobVerdict::Settled { won: *won, leans_on: *leans_on, winning };
                self.tree.finish(lease, &verdict)
            }
            JobVerdict::Numbers { .. } => self.tree.finish(lease, verdict),
            JobVerdict::Open { children } => {
                let legal: HashSet<u32> = self.walk.codes().into_iter().collect();
                if children.is_empty() || !children.iter().all(|child| legal.contains(&child.code))
                {
                    return Ok(false);
                }
                self.tree.finish(lease, verdict)
            }
        }
    }

    /// What is kept of the positions that were found lost, for the proof in the end.
    #[must_use]
    pub fn log(&self) -> LostPositions {
        LostPositions { table: self.workers[0].log(), writes: self.writes.clone() }
    }

    /// Whether somebody tells for settled what was proved to be the other way: how many of these bounds do.
    #[must_use]
    pub fn refuted(&self, bounds: &[Bound]) -> usize {
        let log = self.log();
        bounds.iter().filter(|bound| log.refutes(bound)).count()
    }

    /// The positions found lost since the last time, as their bytes.
    pub fn take_lost(&mut self) -> Vec<Vec<u8>> {
        let mut positions = Vec::new();
        let writes = self.writes.clone();
        let _writes = writes.lock().unwrap_or_else(PoisonError::into_inner);
        for path in self.tree.take_lost() {
            self.workers[0].keep_lost(&path);
            if self.walk.go(&path) {
                positions.push(self.walk.bytes());
            }
        }
        positions
    }

    /// Epochs of leases begin here, at least: no lease that was given out before is taken for one that
    /// is given out from now on, not even by another process that began with this tree.
    pub fn leap_epochs(&mut self, least: u64) {
        self.tree.epoch = self.tree.epoch.max(least);
    }

    /// Whether the root is settled.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.tree.is_solved()
    }

    /// Leaves that nobody works on.
    #[must_use]
    pub fn free(&self) -> u32 {
        self.tree.free()
    }

    /// A look at the tree.
    pub fn look(&mut self) -> TreeLook {
        let JobDesk { tree, walk, .. } = self;
        let finite = |number: u32| (number < INFINITE).then_some(number);
        let (phi, delta) = tree.numbers();
        let (proof, disproof) = if tree.prover_moves() { (phi, delta) } else { (delta, phi) };
        walk.back_to(0);
        let mut root_move = |(child, node): (u32, &Node<u32>)| {
            let below = tree.pool.children(child);
            let settled = below.iter().filter(|node| node.phi == 0 || node.delta == 0).count();
            RootMove {
                text: walk.move_text(node.mv),
                phi: finite(node.phi),
                delta: finite(node.delta),
                settled: (settled, below.len()),
            }
        };
        let first = tree.pool.get(tree.root).first;
        let children = tree.pool.children(tree.root).iter();
        let replies = (first..).zip(children).map(&mut root_move).collect();
        TreeLook {
            is_solved: tree.is_solved(),
            proof: finite(proof),
            disproof: finite(disproof),
            nodes: tree.pool.live(),
            expanded: tree.expanded,
            touched: tree.touched,
            bytes: tree.bytes(),
            free: tree.free(),
            replies,
        }
    }
}

impl JobTree {
    /// Reserves the leaf at the end of these moves, if there is one that nobody works on.
    fn reserve_at(&mut self, moves: &[u32]) -> Option<Lease> {
        let mut node = self.root;
        for code in moves {
            let first = self.pool.get(node).first;
            let place = self.pool.children(node).iter().position(|child| child.mv == *code)?;
            node = first + place as u32;
        }
        let is_leaf = !self.is_settled(node) && self.pool.children(node).is_empty();
        (is_leaf && self.is_free_leaf(node)).then(|| self.lease(node))
    }

    /// The moves from the root to the leaf of a lease that is still good.
    fn path_of(&self, lease: Lease) -> Option<Vec<u32>> {
        self.leaf_of(lease).map(|leaf| self.path_to(leaf))
    }
}

#[cfg(test)]
mod tests {
    use super::LostPositions;
    use crate::table::Table;
    use andor_core::{Key, SplitMix64};
    use std::sync::Arc;

    /// In a table that lets its buckets fill up, two of a hundred were forgotten, and proved again in the end: on
    /// Breakthrough 7x5 that was 40 million nodes, a fifth of the whole search.
    #[test]
    fn next_to_nothing_is_forgotten() {
        let table = Arc::new(Table::new(64 << 20).unwrap());
        let log = LostPositions { table: Some(table.clone()), ..LostPositions::default() };
        let mut random = SplitMix64::new(1);
        let mut key = || Key { index: random.next_u64(), tag: random.next_u64() };
        let keys: Vec<Key> = (0..500_000).map(|_| key()).collect();
        std::thread::scope(|scope| {
            for part in keys.chunks(100_000) {
                let log = log.clone();
                scope.spawn(move || part.chunks(256).for_each(|keys| log.keep(keys)));
            }
        });
        let forgotten = keys.iter().filter(|&&key| table.work_if_lost(key).is_none()).count();
        assert!(forgotten < 500, "{forgotten} of {} are forgotten", keys.len());
    }
}
