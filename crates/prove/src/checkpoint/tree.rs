//! A best-first tree on disk.
//!
//! The nodes stand in the file as they stand in memory, free blocks included, so that a tree read
//! back has the same room in the same places and grows on exactly as it would have:
//!
//! ```text
//!   node = 18 bytes = [ first: 4 | phi: 4 | delta: 4 | count: 2 | code of the move: 4 ]
//! ```
//!
//! Where a node has more children than 16 bits can count, it says 65535, and the header has the number.
//!
//! What a move is, only the game knows: the moves come back by walking the tree from its root and
//! looking for each code among the legal moves. The walk also checks that this is a tree, and that
//! every number is what the children say: a search can go on from nothing else.

use super::{Reader, Writer};
use crate::best_first::Tree;
use crate::node_pool::{INFINITE, NONE, Node, NodePool, narrow};
use andor_core::{Game, InputError};
use serde::{Deserialize, Serialize};
use std::io;

/// Bytes of a node.
const NODE: usize = 18;
/// So many nodes are one part of the file.
const PART: usize = 1 << 16;

/// The shape of a tree, as a header has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct TreeShape {
    /// All nodes, live or free.
    nodes: u64,
    /// The live ones among them.
    pub(crate) live: u64,
    /// The size and the beginning of each list of free blocks.
    free: Vec<(u32, u32)>,
    /// The beginning and the size of each block of very many children.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    many: Vec<(u32, u32)>,
    /// The most live nodes so far, on both levels.
    pub(crate) peak: u64,
    merged_at_root: usize,
}

/// What a checkpoint asks of a tree.
pub(crate) trait TreeView {
    /// Its shape.
    fn shape(&self) -> TreeShape;

    /// Appends its nodes.
    fn write(&self, writer: &mut Writer) -> io::Result<()>;
}

/// A tree of a game, and the most live nodes so far.
pub(crate) struct Snapshot<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) tree: &'a Tree<G>,
    pub(crate) peak: u64,
}

impl<G: Game> TreeView for Snapshot<'_, G> {
    fn shape(&self) -> TreeShape {
        let (nodes, free) = self.tree.pool.contents();
        let lists = free.iter().enumerate().filter(|(_, head)| **head != NONE);
        TreeShape {
            nodes: nodes.len() as u64,
            live: self.tree.pool.live(),
            free: lists.map(|(size, &head)| (size as u32, head)).collect(),
            many: self.tree.pool.many(),
            peak: self.peak,
            merged_at_root: self.tree.merged_at_root,
        }
    }

    fn write(&self, writer: &mut Writer) -> io::Result<()> {
        let (nodes, _) = self.tree.pool.contents();
        let mut bytes = Vec::with_capacity(nodes.len().min(PART) * NODE);
        for part in nodes.chunks(PART) {
            bytes.clear();
            for &Node { first, phi, delta, count, mv } in part {
                for number in [first, phi, delta] {
                    bytes.extend(number.to_le_bytes());
                }
                bytes.extend(count.to_le_bytes());
                bytes.extend(self.game.move_code(mv).to_le_bytes());
            }
            writer.part(&bytes)?;
        }
        Ok(())
    }
}

/// A node without its move, and the move's code.
fn node_of<M>(bytes: &[u8; NODE], mv: M) -> (Node<M>, u32) {
    let number =
        |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    let count = u16::from_le_bytes([bytes[12], bytes[13]]);
    (Node { first: number(0), phi: number(4), delta: number(8), count, mv }, number(14))
}

/// Reads a tree into an empty pool. Its moves are still codes, in a list of their own, and
/// nothing is checked: see [`Unwalked::walk`].
pub(crate) fn read_tree<G: Game>(
    mut pool: NodePool<G::Move>,
    filler: G::Move,
    shape: &TreeShape,
    reader: &mut Reader,
) -> Result<Unwalked<G>, InputError> {
    if shape.nodes > pool.capacity() as u64 || shape.nodes == 0 {
        return Err(reader.bad("its tree belongs to another limit of memory or of tree nodes"));
    }
    let (mut codes, mut bytes) = (Vec::new(), Vec::new());
    // Address space only, as the pool's own.
    let _ = codes.try_reserve_exact(shape.nodes as usize);
    let mut left = shape.nodes as usize;
    while left > 0 {
        let part = left.min(PART);
        bytes.resize(part * NODE, 0);
        reader.part(&mut bytes)?;
        for bytes in bytes.as_chunks::<NODE>().0 {
            let (node, code) = node_of(bytes, filler);
            pool.append(node);
            codes.push(code);
        }
        left -= part;
    }
    if !pool.set_many(&shape.many) {
        return Err(reader.bad("the header is damaged"));
    }
    let free = shape.free.iter().map(|&(size, head)| (size as usize, head)).collect();
    let (live, merged_at_root) = (shape.live, shape.merged_at_root);
    Ok(Unwalked { pool, codes, free, live, merged_at_root })
}

/// A tree as it was read.
pub(crate) struct Unwalked<G: Game> {
    pool: NodePool<G::Move>,
    codes: Vec<u32>,
    free: Vec<(usize, u32)>,
    live: u64,
    merged_at_root: usize,
}

/// Which nodes have been found to be of use, live or free.
struct Claimed {
    bits: Vec<u64>,
    nodes: usize,
    count: u64,
}

impl Claimed {
    /// Claims a block; `false` if it is not there or somebody has it already.
    fn claim(&mut self, first: u32, count: usize) -> bool {
        let first = first as usize;
        if count == 0 || first.saturating_add(count) > self.nodes {
            return false;
        }
        self.count += count as u64;
        (first..first + count).all(|node| {
            let (word, bit) = (&mut self.bits[node / 64], 1 << (node % 64));
            let is_new = *word & bit == 0;
            *word |= bit;
            is_new
        })
    }
}

/// Whether the numbers of a node without children can be, so many plies down.
fn is_leaf<M>(node: &Node<M>, depth: u32) -> bool {
    match (node.phi, node.delta) {
        // What a solved node leans on lies above it.
        (0, INFINITE) | (INFINITE, 0) => node.first == NONE || node.first < depth,
        (phi, delta) => is_open(phi, delta) && node.first == NONE,
    }
}

fn is_open(phi: u32, delta: u32) -> bool {
    ![0, INFINITE].contains(&phi) && ![0, INFINITE].contains(&delta)
}

impl<G: Game> Unwalked<G> {
    /// Finds the moves and checks the tree; `None` if no search has made it.
    pub(crate) fn walk(mut self, game: &G, root: &G::Position) -> Option<Tree<G>> {
        let nodes = self.codes.len();
        let mut claimed = Claimed { bits: vec![0; nodes.div_ceil(64)], nodes, count: 0 };
        // Step 1. The live nodes, from the root, which is the first.
        if !claimed.claim(0, 1) {
            return None;
        }
        let mut open = vec![(0u32, root.clone(), 0u32)];
        let mut moves = Vec::new();
        while let Some((number, position, depth)) = open.pop() {
            let node = *self.pool.get(number);
            if node.count == 0 {
                let is_solved = node.phi == 0 || node.delta == 0;
                // A game that has ended has no leaf to expand.
                if !is_leaf(&node, depth) || !is_solved && game.outcome(&position).is_some() {
                    return None;
                }
                continue;
            }
            let count = self.pool.count(&node);
            if !claimed.claim(node.first, count) || game.outcome(&position).is_some() {
                return None;
            }
            game.moves(&position, &mut moves);
            let (mut least, mut sum, mut next) = (INFINITE, 0, 0);
            for number in node.first..node.first + count as u32 {
                // Children stand in the order of the moves, or nearly so.
                let code = self.codes[number as usize];
                let places = (next..moves.len()).chain(0..next.min(moves.len()));
                let place = places.into_iter().find(|&at| game.move_code(moves[at]) == code)?;
                next = place + 1;
                let child = self.pool.get_mut(number);
                child.mv = moves[place];
                (least, sum) = (least.min(child.delta), sum + u64::from(child.phi));
                open.push((number, game.after(&position, moves[place]), depth + 1));
            }
            // A root that is won keeps its children, for the move that wins.
            let won = number == 0 && least == 0 && (node.phi, node.delta) == (0, INFINITE);
            let same =
                is_open(node.phi, node.delta) && (node.phi, node.delta) == (least, narrow(sum));
            if !won && !same {
                return None;
            }
        }
        let live = claimed.count;
        // Step 2. The free blocks: everything else.
        for &(size, head) in &self.free {
            if head == NONE {
                return None;
            }
            let mut block = head;
            while block != NONE {
                if !claimed.claim(block, size) {
                    return None;
                }
                block = self.pool.get(block).first;
            }
        }
        if claimed.count != nodes as u64 || live != self.live {
            return None;
        }
        self.pool.settle_in(&self.free, live);
        let mut tree = Tree::new(self.pool);
        tree.path.push((0, root.clone()));
        tree.merged_at_root = self.merged_at_root;
        Some(tree)
    }
}
