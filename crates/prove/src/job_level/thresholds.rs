//! Where df-pn would go next in the coordinator's tree, and with which thresholds.
//!
//! The walk goes by virtual numbers, as if what others work on were solved, and keeps to the rules of df-pn
//! (`dfpn`): every child gets the thresholds beyond which the best leaf is no longer below it, a quarter more
//! so that siblings do not take turns, and a worker stays near its last job as long as those allow it: its
//! table knows what is there. A job that reaches its thresholds is over, and its leaf stays a leaf.

use super::job::Thresholds;
use super::tree::JobTree;
use crate::node_pool::{INFINITE, Node};
use crate::numbers::{self, Numbers};

/// A quarter: the epsilon of `dfpn`.
const EPSILON: u64 = 4;

/// Where a child may go when another child stands at `delta`.
fn bound(delta: u64) -> u64 {
    if delta >= numbers::INFINITE { delta } else { delta + (delta / EPSILON).max(1) }
}

/// A number of the tree; what cannot be is beyond all thresholds.
fn wide(number: u32) -> u64 {
    if number == INFINITE { numbers::INFINITE } else { u64::from(number) }
}

/// A child with a free leaf below it, or with numbers that count.
#[derive(Clone, Copy)]
struct Seen {
    node: u32,
    code: u32,
    is_free: bool,
    phi: u64,
    delta: u64,
}

impl JobTree {
    /// The leaf to be evaluated next by whoever did a job at the end of the moves `near` last, and its
    /// thresholds; `None` if all are taken.
    pub(super) fn select_by_thresholds(&self, near: &[u32]) -> Option<(u32, Thresholds)> {
        if self.free() == 0 || self.is_solved() {
            return None;
        }
        let mut node = self.root;
        let mut near = near.iter();
        let mut last = near.next();
        let (mut phi, mut delta) = (numbers::INFINITE, numbers::INFINITE);
        loop {
            let children = self.seen(node);
            if children.is_empty() {
                let thresholds = Thresholds::of(Numbers { phi, delta });
                return (self.extra[node as usize].free > 0).then_some((node, thresholds));
            }
            // Step 1. The best child that has a free leaf, unless the last one is good enough.
            let free = || children.iter().filter(|child| child.is_free);
            let best = *free().min_by_key(|child| child.delta)?;
            let sticky = phi.min(bound(best.delta));
            let stays = free().find(|child| Some(&child.code) == last && child.delta < sticky);
            let chosen = *stays.unwrap_or(&best);
            // Step 2. Its thresholds, from those of the others.
            let others = || children.iter().filter(|child| child.node != chosen.node);
            let second = others().filter(|child| child.delta > 0).map(|child| child.delta).min();
            let second = second.unwrap_or(numbers::INFINITE);
            let sum: u64 =
                others().map(|child| child.phi).filter(|&phi| phi < numbers::INFINITE).sum();
            let delta_threshold = phi.min(bound(second)).max(chosen.delta + 1);
            let phi_threshold = delta.saturating_sub(sum).max(chosen.phi + 1);
            (phi, delta) =
                (phi_threshold.min(numbers::INFINITE), delta_threshold.min(numbers::INFINITE));
            last = if Some(&chosen.code) == last { near.next() } else { None };
            node = chosen.node;
        }
    }

    /// The children of a node that are not settled, by their virtual numbers; those that only pretend to be
    /// settled, but have a free leaf, by their own.
    fn seen(&self, node: u32) -> Vec<Seen> {
        let first = self.pool.get(node).first;
        // The children first: a node without any begins where no number comes after.
        let children = self.pool.children(node).iter().zip(first..);
        let open = children.filter(|&(_, node)| !self.is_settled(node));
        open.map(|(child, node): (&Node<u32>, u32)| {
            let extra = &self.extra[node as usize];
            let is_free = extra.free > 0;
            let pretends = extra.virtual_phi == 0 || extra.virtual_delta == 0;
            let (phi, delta) = match pretends && is_free {
                true => (child.phi, child.delta),
                false => (extra.virtual_phi, extra.virtual_delta),
            };
            Seen { node, code: child.mv, is_free, phi: wide(phi), delta: wide(delta) }
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::addition::Without;
    use super::super::job::{JobChild, JobVerdict, Thresholds};
    use super::super::policy::Policy;
    use super::super::snapshot::Room;
    use super::super::tree::tests::check;
    use super::super::tree::{JobTree, TreeRules};
    use crate::cycles::Cycles;

    /// A tree whose root has children with these numbers.
    fn tree(numbers: &[(u32, u32)]) -> JobTree {
        let rules = TreeRules { cycles: Cycles::Impossible, prover_moves: true };
        let (policy, without) = (Policy::Thresholds, Without::NOTHING);
        let room = Room { bytes: 1 << 20, tree_nodes: None, policy, without };
        let mut tree = JobTree::new(room, rules).unwrap();
        let (root, moves, thresholds) = tree.reserve_near(&[]).unwrap();
        assert!(moves.is_empty() && thresholds == Thresholds::NONE);
        let children = (0..).zip(numbers).map(|(code, &(phi, delta))| {
            let leans_on = crate::node_pool::NONE;
            JobChild { code, phi, delta, leans_on }
        });
        tree.finish(root, &JobVerdict::Open { children: children.collect() }).unwrap();
        tree
    }

    #[test]
    fn a_leaf_is_left_where_df_pn_would_leave_it_and_a_worker_stays_near_its_last_one() {
        let mut tree = tree(&[(2, 30), (1, 8), (4, 9)]);
        let (lease, moves, thresholds) = tree.reserve_near(&[]).unwrap();
        // Until it is a quarter past the next best one; how hard it is to win does not matter at the root.
        assert_eq!((moves, thresholds), (vec![1], Thresholds { phi: u32::MAX, delta: 11 }));
        // It has reached them: it is a leaf still, and not the best one.
        let expanded = tree.expanded;
        assert!(tree.finish(lease, &JobVerdict::Numbers { phi: 6, delta: 11 }).unwrap());
        check(&tree, tree.root);
        assert_eq!((tree.expanded, tree.free()), (expanded, 3));
        let (other, moves, thresholds) = tree.reserve_near(&[]).unwrap();
        assert_eq!((moves, thresholds), (vec![2], Thresholds { phi: u32::MAX, delta: 13 }));
        tree.give_back(other);
        // Whoever was there last stays, for eleven is not yet more than a quarter past nine.
        let (_, moves, _) = tree.reserve_near(&[1, 5]).unwrap_or_else(|| unreachable!());
        assert_eq!(moves, [2], "eleven is what it may come to, and no less");
    }

    #[test]
    fn all_leaves_are_given_out_and_what_is_in_work_counts_as_solved() {
        let mut tree = tree(&[(2, 3), (1, 1), (4, 1)]);
        let mut moves: Vec<Vec<u32>> = Vec::new();
        while let Some((_, path, thresholds)) = tree.reserve_near(&[]) {
            assert!(thresholds.phi > 0 && thresholds.delta > 1);
            moves.push(path);
        }
        moves.sort();
        assert_eq!(moves, [[0], [1], [2]]);
    }
}
