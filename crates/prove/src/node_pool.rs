//! The tree of a best-first search in a compact pool.
//!
//! A node is 16 bytes plus its move; children stand side by side in one block, there are no
//! parent pointers (the descent knows the way), and indices have 32 bits. Blocks of solved
//! subtrees go to free lists by size and are used again.
//!
//! A node counts its children in 16 bits. Where there are more than fit, it says `MANY`, and the
//! pool keeps the number in a list of its own, by the first child.

use crate::hints::prefetch;
use andor_core::advise_large_pages;
use std::collections::BTreeMap;

/// The index of no node.
pub(crate) const NONE: u32 = u32::MAX;
/// The number of something that cannot be done.
pub const INFINITE: u32 = u32::MAX;

/// The number of children of a node that has so many or more: how many, only the pool knows.
pub(crate) const MANY: u16 = u16::MAX;

/// Pools of at least so many bytes ask for large pages.
const LARGE_PAGES_FROM: usize = 16 << 20;

/// One node. Its numbers are in the view of its side to move.
#[derive(Clone, Copy, Debug)]
pub struct Node<M> {
    /// The first child, or in a free block the next free block of the same size.
    pub first: u32,
    /// What the side to move still needs; stops one below [`INFINITE`].
    pub phi: u32,
    /// What the other side still needs.
    pub delta: u32,
    /// The number of children, as far as it fits (`NodePool::count`); 0 for a leaf or a solved
    /// node.
    pub count: u16,
    /// The move that leads here.
    pub mv: M,
}

/// A number of any size in 32 bits: everything finite stays finite.
#[inline]
#[must_use]
pub fn narrow(number: u64) -> u32 {
    match number {
        crate::numbers::INFINITE.. => INFINITE,
        finite => finite.min(u64::from(INFINITE) - 1) as u32,
    }
}

/// Nodes and free blocks.
pub(crate) struct NodePool<M> {
    nodes: Vec<Node<M>>,
    /// The first free block of each size.
    free: Vec<u32>,
    /// How many children stand in a block of very many, by its first node.
    many: BTreeMap<u32, u32>,
    capacity: usize,
    live: u64,
    peak: u64,
    /// The most nodes, live or free, before the last time everything was forgotten.
    most: usize,
}

impl<M: Copy> NodePool<M> {
    /// An empty pool for at most so many bytes and so many live nodes.
    #[must_use]
    pub fn new(bytes: u64, tree_nodes: Option<u64>) -> NodePool<M> {
        let fitting = bytes / size_of::<Node<M>>() as u64;
        let capacity = fitting.min(tree_nodes.unwrap_or(u64::MAX)).min(u64::from(NONE)) as usize;
        let mut nodes = Vec::new();
        // Address space only: pages are taken as nodes are written. If the system refuses, the
        // pool grows step by step instead.
        let _ = nodes.try_reserve_exact(capacity);
        if nodes.capacity() * size_of::<Node<M>>() >= LARGE_PAGES_FROM {
            advise_large_pages(&nodes);
        }
        let many = BTreeMap::new();
        NodePool { nodes, free: Vec::new(), many, capacity, live: 0, peak: 0, most: 0 }
    }

    /// A block for `count` children, not yet filled; `None` when the pool is full.
    pub fn allocate(&mut self, count: usize, filler: Node<M>) -> Option<u32> {
        let first = self.take(count).or_else(|| self.extend(count, filler)).or_else(|| {
            // The pool is full: cut a larger block that somebody gave back.
            let size = (count + 1..self.free.len()).find(|&size| self.free[size] != NONE)?;
            let first = self.take(size)?;
            self.put(first + count as u32, size - count);
            Some(first)
        })?;
        self.live += count as u64;
        self.peak = self.peak.max(self.live);
        Some(first)
    }

    /// Gives a leaf these children, made in their place; `false` when there is no room.
    #[inline]
    pub fn adopt(&mut self, parent: u32, children: impl ExactSizeIterator<Item = Node<M>>) -> bool {
        let count = children.len();
        let fresh = self.nodes.len();
        let has_block = self.free.get(count).is_some_and(|&head| head != NONE);
        let first = if !has_block && fresh + count <= self.capacity {
            self.nodes.extend(children);
            self.live += count as u64;
            self.peak = self.peak.max(self.live);
            fresh as u32
        } else {
            let filler = self.nodes[parent as usize];
            let Some(first) = self.allocate(count, filler) else { return false };
            let block = &mut self.nodes[first as usize..first as usize + count];
            for (place, node) in block.iter_mut().zip(children) {
                *place = node;
            }
            first
        };
        self.set_children(parent, first, count);
        true
    }

    /// Lets a node have the block of so many children that begins there.
    #[inline]
    pub(crate) fn set_children(&mut self, parent: u32, first: u32, count: usize) {
        let parent = &mut self.nodes[parent as usize];
        parent.first = first;
        parent.count = u16::try_from(count).unwrap_or(MANY);
        if parent.count == MANY {
            self.many.insert(first, count as u32);
        }
    }

    /// How many children a node of this pool has.
    #[inline]
    #[must_use]
    pub fn count(&self, node: &Node<M>) -> usize {
        match node.count {
            MANY => self.many.get(&node.first).map_or(usize::from(MANY), |&count| count as usize),
            few => usize::from(few),
        }
    }

    /// Fetches the children of a node into the cache.
    #[inline]
    pub fn prefetch_children(&self, parent: &Node<M>) {
        let first = parent.first as usize;
        // Of very many, these will do.
        for node in (first..first + usize::from(parent.count)).step_by(64 / size_of::<Node<M>>()) {
            prefetch(&self.nodes, node);
        }
    }

    /// Forgets all nodes; the memory stays.
    pub fn clear(&mut self) {
        self.most = self.most.max(self.nodes.len());
        self.nodes.clear();
        self.free.clear();
        self.many.clear();
        self.live = 0;
    }

    /// The number of live nodes.
    #[must_use]
    pub fn live(&self) -> u64 {
        self.live
    }

    fn extend(&mut self, count: usize, filler: Node<M>) -> Option<u32> {
        let first = self.nodes.len();
        if first + count > self.capacity {
            return None;
        }
        self.nodes.resize(first + count, filler);
        Some(first as u32)
    }

    fn take(&mut self, size: usize) -> Option<u32> {
        let head = self.free.get_mut(size).filter(|head| **head != NONE)?;
        let block = *head;
        *head = self.nodes[block as usize].first;
        Some(block)
    }

    fn put(&mut self, first: u32, size: usize) {
        if self.free.len() <= size {
            self.free.resize(size + 1, NONE);
        }
        self.nodes[first as usize].first = self.free[size];
        self.free[size] = first;
    }

    /// Frees everything below a node, which becomes a leaf; tells how many nodes that were.
    pub fn free_below(&mut self, node: u32) -> u64 {
        let mut freed = 0;
        let mut blocks = Vec::new();
        let top = self.nodes[node as usize];
        if top.count > 0 {
            blocks.push((top.first, self.count(&top)));
        }
        let top = &mut self.nodes[node as usize];
        top.first = NONE;
        top.count = 0;
        while let Some((first, count)) = blocks.pop() {
            for child in &self.nodes[first as usize..first as usize + count] {
                if child.count > 0 {
                    blocks.push((child.first, self.count(child)));
                }
            }
            if count >= usize::from(MANY) {
                self.many.remove(&first);
            }
            self.put(first, count);
            freed += count as u64;
        }
        self.live -= freed;
        freed
    }

    /// A node.
    #[inline]
    #[must_use]
    pub fn get(&self, node: u32) -> &Node<M> {
        &self.nodes[node as usize]
    }

    /// A node, to change it.
    #[inline]
    pub fn get_mut(&mut self, node: u32) -> &mut Node<M> {
        &mut self.nodes[node as usize]
    }

    /// The children of a node.
    #[inline]
    #[must_use]
    pub fn children(&self, node: u32) -> &[Node<M>] {
        let parent = self.get(node);
        let first = parent.first as usize;
        match parent.count {
            0 => &[],
            MANY => &self.nodes[first..first + self.count(parent)],
            few => &self.nodes[first..first + usize::from(few)],
        }
    }

    /// The most nodes there is room for.
    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// All nodes, live or free, and the first free block of each size: for a checkpoint.
    pub(crate) fn contents(&self) -> (&[Node<M>], &[u32]) {
        (&self.nodes, &self.free)
    }

    /// The blocks of very many children, as first node and number: for a checkpoint.
    pub(crate) fn many(&self) -> Vec<(u32, u32)> {
        self.many.iter().map(|(&first, &count)| (first, count)).collect()
    }

    /// Takes these over from a checkpoint; a number that a node could have said itself is refused.
    pub(crate) fn set_many(&mut self, many: &[(u32, u32)]) -> bool {
        self.many = many.iter().copied().collect();
        self.many.len() == many.len() && many.iter().all(|&(_, count)| count >= u32::from(MANY))
    }

    /// Appends a node that a checkpoint has kept.
    pub(crate) fn append(&mut self, node: Node<M>) {
        self.nodes.push(node);
    }

    /// After the last one: the free blocks by size, and how many nodes are live.
    pub(crate) fn settle_in(&mut self, free: &[(usize, u32)], live: u64) {
        let sizes = free.iter().map(|&(size, _)| size + 1).max().unwrap_or(0);
        self.free = vec![NONE; sizes];
        for &(size, head) in free {
            self.free[size] = head;
        }
        (self.live, self.peak) = (live, live);
    }

    /// Bytes of all nodes ever used.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (self.nodes.len().max(self.most) * size_of::<Node<M>>()) as u64
    }

    /// The largest number of live nodes so far.
    #[must_use]
    pub fn peak(&self) -> u64 {
        self.peak
    }

    /// How full the pool is.
    #[must_use]
    pub fn fill(&self) -> f64 {
        self.live as f64 / self.capacity.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::{INFINITE, NONE, Node, NodePool, narrow};

    const LEAF: Node<u16> = Node { first: NONE, phi: 1, delta: 1, count: 0, mv: 0 };

    fn grow(pool: &mut NodePool<u16>, parent: u32, count: usize) -> Option<u32> {
        pool.adopt(parent, vec![LEAF; count].into_iter()).then(|| pool.get(parent).first)
    }

    #[test]
    fn nodes_are_sixteen_bytes_and_freed_blocks_are_used_again() {
        assert_eq!(size_of::<Node<u16>>(), 16);
        assert_eq!(size_of::<Node<u32>>(), 20);
        let mut pool = NodePool::new(16 * 12, None);
        let root = pool.allocate(1, LEAF).unwrap();
        let first = grow(&mut pool, root, 3).unwrap();
        grow(&mut pool, first, 5).unwrap();
        grow(&mut pool, first + 1, 3).unwrap();
        assert_eq!((pool.peak(), pool.bytes()), (12, 192));
        assert!(grow(&mut pool, first + 2, 2).is_none(), "the pool is full");
        assert_eq!(pool.free_below(first), 5);
        assert_eq!(pool.get(first).count, 0);
        // A block of 5 is cut into 2 and 3.
        assert!(grow(&mut pool, first + 2, 2).is_some());
        assert!(grow(&mut pool, first, 3).is_some());
        assert_eq!(pool.free_below(root), 11);
        assert_eq!((pool.children(root).len(), pool.bytes()), (0, 192));
    }

    /// D7 of the audit.
    #[test]
    fn a_node_with_very_many_children_has_them_all() {
        for count in [65_534, 65_535, 65_536, 65_537, 70_000, 131_072] {
            let mut pool = NodePool::new(16 << 20, None);
            let root = pool.allocate(1, LEAF).unwrap();
            let children = (0..count).map(|number| Node { phi: 1 + number as u32, ..LEAF });
            assert!(pool.adopt(root, children.collect::<Vec<_>>().into_iter()));
            assert_eq!(pool.count(pool.get(root)), count);
            assert_eq!(pool.children(root).len(), count);
            assert_eq!(pool.children(root)[count - 1].phi, count as u32);
            let second = pool.get(root).first + 1;
            let first = grow(&mut pool, second, 2).unwrap();
            assert_eq!(pool.live(), count as u64 + 3);
            assert!(first as usize > count);
            assert_eq!(pool.free_below(root), count as u64 + 2);
            assert_eq!((pool.live(), pool.children(root).len()), (1, 0));
            // The block is used again, by fewer too.
            let used = pool.bytes();
            assert!(grow(&mut pool, root, count).is_some());
            assert_eq!(pool.free_below(root), count as u64);
            assert!(grow(&mut pool, root, 2).is_some());
            assert_eq!((pool.bytes(), pool.count(pool.get(root))), (used, 2));
        }
    }

    #[test]
    fn finite_numbers_stay_finite() {
        assert_eq!(narrow(crate::numbers::INFINITE), INFINITE);
        assert_eq!(narrow(crate::numbers::INFINITE - 1), INFINITE - 1);
        assert_eq!(narrow(7), 7);
    }
}
