//! Which leaf is evaluated next.
//!
//! With the *flag* of PPN², a most-proving leaf that nobody works on: where several children have the
//! least delta each of them leads to most-proving leaves, so the walk backtracks over these ties until it
//! finds a free leaf (the Breakthrough paper, 2.3). If all are taken, nobody is to idle: the walk then
//! takes, in every node, the best child that has a free leaf at all ([`Addition::NextBest`]). With *virtual numbers* (job-level PN
//! search) that second walk is all there is, by virtual deltas.

use super::addition::Addition;
use super::policy::Policy;
use super::tree::JobTree;

/// A walk over ties gives up after so many nodes.
const PATIENCE: usize = 4096;

impl JobTree {
    /// The leaf to be evaluated next; `None` if all open leaves are reserved, or all that
    /// may be given out.
    pub(super) fn select(&self) -> Option<u32> {
        if self.free() == 0 || self.is_solved() {
            return None;
        }
        match self.policy() {
            Policy::Flag if self.lacks(Addition::NextBest) => self.most_proving(),
            Policy::Flag => self.most_proving().or_else(|| self.best_free(false)),
            _ => self.best_free(true),
        }
    }

    /// A free leaf to which every step is one of the best.
    fn most_proving(&self) -> Option<u32> {
        let mut stack = vec![self.root];
        for _ in 0..PATIENCE {
            let node = stack.pop()?;
            let children = self.pool.children(node);
            if children.is_empty() {
                // It counts itself, so it is free.
                return Some(node);
            }
            let (least, first) = (self.pool.get(node).phi, self.pool.get(node).first);
            let best = (0..children.len()).rev().filter(|&at| children[at].delta == least);
            let best = best.map(|at| first + at as u32);
            stack.extend(best.filter(|&child| self.extra[child as usize].free > 0));
        }
        None
    }

    /// The free leaf at the end of the best steps that lead to one.
    fn best_free(&self, by_virtual_numbers: bool) -> Option<u32> {
        let mut node = self.root;
        loop {
            let children = self.pool.children(node);
            if children.is_empty() {
                return (self.extra[node as usize].free > 0).then_some(node);
            }
            let first = self.pool.get(node).first;
            let free = (0..children.len()).filter(|&at| self.extra[first as usize + at].free > 0);
            let best = free.min_by_key(|&at| {
                let virtual_delta = self.extra[first as usize + at].virtual_delta;
                let delta = children[at].delta;
                if by_virtual_numbers { (virtual_delta, delta) } else { (delta, 0) }
            });
            node = first + best? as u32;
        }
    }
}
