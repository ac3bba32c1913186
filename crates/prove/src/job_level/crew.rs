//! Workers that are not threads of this process: what whoever leads them gets to do with the tree.
//!
//! A [`Crew`] takes the place of `threads`: it gets an [`Errand`] with the tree and sees to it that its leaves
//! are evaluated, wherever. What it puts into the tree it must know to be true.

use super::job::JobSolver;
use super::snapshot::Room;
use super::tree::{JobTree, Lease};
use super::{Config, Statistics};
use crate::node_pool::Node;
use andor_core::{Counters, Game, Limits, Observer, Question, Stopped};

/// A search that a crew is to do.
pub struct Errand<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The root of the tree.
    pub root: &'a G::Position,
    /// What is asked.
    pub question: Question,
    /// When to stop.
    pub limits: &'a Limits,
    /// What the jobs are like.
    pub config: &'a Config,
    /// The tree, which a crew that goes on from a saved one replaces.
    pub tree: JobTree<G::Move>,
    /// The room that tree has.
    pub room: Room,
    /// Keeps the positions that were found lost, so that a proof can be read in the end.
    pub keeper: &'a mut dyn JobSolver<G>,
}

/// How a crew's search ended; whether the root is settled, the tree says.
#[derive(Clone, Copy, Debug)]
pub struct Returned {
    /// Why it ended, if the root is not settled.
    pub stopped: Option<Stopped>,
    /// The work.
    pub counters: Counters,
    /// The jobs.
    pub statistics: Statistics,
}

/// Whoever evaluates the leaves of a tree in place of the threads of this process.
pub trait Crew<G: Game>: Send {
    /// Searches until the root is settled or something says stop.
    fn search(&mut self, errand: &mut Errand<'_, G>, observer: &mut dyn Observer) -> Returned;
}

/// How things stand at a node near the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing<M> {
    /// The move that leads there.
    pub mv: M,
    /// What its side to move still needs.
    pub phi: u32,
    /// What the other side still needs.
    pub delta: u32,
    /// Of its children, how many are settled, and how many there are.
    pub settled: (usize, usize),
}

impl Lease {
    /// Two numbers that stand for it.
    #[must_use]
    pub fn numbers(self) -> (u32, u64) {
        (self.place, self.epoch)
    }

    /// The lease that these numbers stand for; whether it is good, the tree knows.
    #[must_use]
    pub fn of_numbers((place, epoch): (u32, u64)) -> Lease {
        Lease { place, epoch }
    }
}

impl<M: Copy + PartialEq> JobTree<M> {
    /// Reserves the leaf at the end of these moves, if there is one that nobody works on.
    pub fn reserve_at(&mut self, moves: &[M]) -> Option<Lease> {
        let leaf = self.leaf_at(moves)?;
        self.is_free_leaf(leaf).then(|| self.lease(leaf))
    }

    /// The lease of the leaf at the end of these moves, if somebody works on it.
    #[must_use]
    pub fn lease_at(&self, moves: &[M]) -> Option<Lease> {
        self.lease_of(self.leaf_at(moves)?)
    }

    /// The moves from the root to the leaf of a lease that is still good.
    #[must_use]
    pub fn path_of(&self, lease: Lease) -> Option<Vec<M>> {
        self.leaf_of(lease).map(|leaf| self.path_to(leaf))
    }

    fn leaf_at(&self, moves: &[M]) -> Option<u32> {
        let node = self.node_at(moves)?;
        (!self.is_settled(node) && self.pool.children(node).is_empty()).then_some(node)
    }

    fn node_at(&self, moves: &[M]) -> Option<u32> {
        let mut node = self.root;
        for mv in moves {
            let first = self.pool.get(node).first;
            let place = self.pool.children(node).iter().position(|child| child.mv == *mv)?;
            node = first + place as u32;
        }
        Some(node)
    }

    /// The children of the node at the end of these moves; none if there is no such node.
    #[must_use]
    pub fn standings(&self, moves: &[M]) -> Vec<Standing<M>> {
        let Some(node) = self.node_at(moves) else { return Vec::new() };
        let first = self.pool.get(node).first;
        let standing = |(place, node): (usize, &Node<M>)| {
            let child = first + place as u32;
            let below = self.pool.children(child);
            let settled = below.iter().filter(|node| node.phi == 0 || node.delta == 0).count();
            let Node { mv, phi, delta, .. } = *node;
            Standing { mv, phi, delta, settled: (settled, below.len()) }
        };
        self.pool.children(node).iter().enumerate().map(standing).collect()
    }

    /// No lease that was given out before is taken for one that is given out from now on, not even by
    /// another process that began with this tree.
    pub fn leap_epochs(&mut self, least: u64) {
        self.epoch = self.epoch.max(least);
    }

    /// Nodes of the tree now.
    #[must_use]
    pub fn live(&self) -> u64 {
        self.pool.live()
    }

    /// Leaves expanded or settled by a final result.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Nodes ever made.
    #[must_use]
    pub fn touched(&self) -> u64 {
        self.touched
    }
}
