//! The coordinator's tree on disk.
//!
//! Only what cannot be worked out is kept: how many children each node has, the numbers of open leaves,
//! what settled nodes lean on, and moves as codes. Numbers above the leaves, counts of free leaves
//! and parents come back from these. Blocks of children stand one after the other, a block before the
//! blocks below it, so that a tree is read from first to last with one path of positions in hand:
//!
//! ```text
//!   node = kind, code of its move, then             kind 0: open leaf, phi and delta
//!                                                   kind 1 or 2: won or lost, what it leans on
//!                                                   kind 2 + n: n children, nothing
//! ```
//!
//! What a move is, only the game knows: each code is looked for among the legal moves (`walk`). Leases are not
//! kept: a leaf in work is free again in the tree that is read. Its epochs begin so far ahead that no
//! lease given out before is ever taken for one of its own, not even one given out after it was saved.
//!
//! A search need not stand still while its tree is written. A [`TreeCopy`] is made at the speed of memory
//! and has the nodes alone, less than half of the tree.

use super::addition::Without;
use super::blocks::{BlockReader, BlockWriter, bad};
use super::policy::Policy;
use super::tree::{Extra, JobTree};
use super::walk::CodeWalk;
use crate::node_pool::{INFINITE, MANY, NONE, Node, narrow};
use std::collections::BTreeMap;
use std::io::{self, Read, Write};

const MAGIC: &[u8; 8] = b"ANDORJOB";
const VERSION: u32 = 1;
/// The epochs of a tree that was read begin at the next multiple of this.
const LEAP: u64 = 1 << 32;

/// The room for a tree, and how its leaves are given out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// At most so many bytes.
    pub(super) bytes: u64,
    /// At most so many live nodes.
    pub(super) tree_nodes: Option<u64>,
    /// What is pretended of a leaf in work.
    pub(super) policy: Policy,
    /// What is left out.
    pub(super) without: Without,
}

/// A tree as it stood at some moment, to be written while the search goes on.
pub(super) struct TreeCopy {
    nodes: Vec<Node<u32>>,
    rest: Rest,
}

/// What a tree has beside its nodes.
#[derive(Clone)]
struct Rest {
    root: u32,
    live: u64,
    epoch: u64,
    expanded: u64,
    touched: u64,
    winning: Option<u32>,
    lost: Vec<Vec<u32>>,
    /// How many children stand in the blocks of very many, by their first nodes.
    many: BTreeMap<u32, u32>,
}

impl TreeCopy {
    /// Bytes of the copy.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&self.nodes[..]) as u64
    }

    /// Nodes of the tree.
    pub(super) fn nodes(&self) -> u64 {
        self.rest.live
    }

    /// Writes it, with what the tree is about.
    ///
    /// # Errors
    /// Whatever `out` fails with.
    pub(super) fn save(&self, subject: &str, out: &mut impl Write) -> io::Result<()> {
        write(subject, &self.nodes, &self.rest, out)
    }
}

impl JobTree {
    /// The bytes of a tree that has this much memory together with one copy of it.
    pub(super) fn bytes_beside_copy(bytes: u64) -> u64 {
        let node = size_of::<Node<u32>>() as u64;
        let whole = node + size_of::<Extra>() as u64;
        bytes / (whole + node) * whole
    }

    fn rest(&self) -> Rest {
        Rest {
            root: self.root,
            live: self.pool.live(),
            epoch: self.epoch,
            expanded: self.expanded,
            touched: self.touched,
            winning: self.winning,
            lost: self.lost.clone(),
            many: self.pool.many().into_iter().collect(),
        }
    }

    /// Copies what [`save`](JobTree::save) would write.
    ///
    /// # Errors
    /// If the system does not give the memory.
    pub(super) fn copy(&self) -> io::Result<TreeCopy> {
        let mut nodes = Vec::new();
        let (all, _) = self.pool.contents();
        nodes.try_reserve_exact(all.len()).map_err(|_| io::ErrorKind::OutOfMemory)?;
        nodes.extend_from_slice(all);
        Ok(TreeCopy { nodes, rest: self.rest() })
    }

    /// Writes the tree, with what it is about.
    ///
    /// # Errors
    /// Whatever `out` fails with.
    pub(super) fn save(&self, subject: &str, out: &mut impl Write) -> io::Result<()> {
        write(subject, self.pool.contents().0, &self.rest(), out)
    }

    /// Reads a tree that was written by [`save`](JobTree::save), about what is walked through here.
    ///
    /// # Errors
    /// If the bytes are damaged or cut off, belong to something else, or there is no room.
    pub(super) fn load(
        walk: &mut dyn CodeWalk,
        room: Room,
        input: &mut impl Read,
    ) -> io::Result<JobTree> {
        let mut magic = [0; 12];
        let read = input.read_exact(&mut magic);
        let is_tree = read.is_ok() && magic[..8] == *MAGIC;
        if !is_tree {
            return Err(bad("this is not a tree of jobs"));
        }
        if magic[8..] != VERSION.to_le_bytes() {
            return Err(bad("it has another version"));
        }
        let mut reader = BlockReader::new(input);
        if reader.text()? != walk.subject() {
            return Err(bad("it is about another position or question"));
        }
        // Step 1. What stands beside the nodes.
        let live = reader.number()?;
        let epoch = reader.number()?.checked_next_multiple_of(LEAP);
        let epoch = epoch.and_then(|epoch| epoch.checked_add(LEAP));
        let epoch = epoch.ok_or_else(|| bad("it has run out of epochs"))?;
        let (expanded, touched) = (reader.number()?, reader.number()?);
        walk.back_to(0);
        let (Some(rules), 1..) = (walk.rules(), walk.count()) else {
            return Err(bad("it is about a game that is over or cannot be searched"));
        };
        let winning = match reader.number()? {
            0 => None,
            _ => Some(reader.number_to(u32::MAX)?),
        };
        if !winning.is_none_or(|code| walk.is_legal(code)) {
            return Err(bad("a move is not legal"));
        }
        let mut tree = JobTree::new(room, rules).ok_or_else(no_room)?;
        (tree.epoch, tree.winning) = (epoch, winning);
        (tree.expanded, tree.touched) = (expanded, touched);
        // Step 2. The nodes, and what follows from them.
        tree.read_nodes(walk, &mut reader)?;
        if tree.pool.live() != live {
            return Err(bad("nodes are missing"));
        }
        tree.work_out()?;
        // Step 3. Facts that nobody has collected.
        for _ in 0..reader.number()? {
            let mut path = Vec::new();
            walk.back_to(0);
            for _ in 0..reader.number()? {
                if walk.count() == 0 {
                    return Err(bad("a line goes on after the game"));
                }
                let code = reader.number_to(u32::MAX)?;
                if !walk.play(code) {
                    return Err(bad("a move is not legal"));
                }
                path.push(code);
            }
            tree.lost.push(path);
        }
        reader.finish()?;
        Ok(tree)
    }

    /// Reads all nodes, without the numbers of those that have children.
    fn read_nodes(
        &mut self,
        walk: &mut dyn CodeWalk,
        reader: &mut BlockReader<'_, impl Read>,
    ) -> io::Result<()> {
        let (node, count) = read_node(reader, 0)?;
        *self.pool.get_mut(self.root) = Node { mv: 0, ..node };
        // Nodes whose children come next, the first of them last.
        let mut open = Vec::new();
        if count > 0 {
            open.push(Unread { node: self.root, depth: 0, count: count as usize });
        }
        while let Some(Unread { node: parent, depth, count }) = open.pop() {
            match depth.checked_sub(1) {
                None => walk.back_to(0),
                Some(above) => {
                    walk.back_to(above as usize);
                    walk.play(self.pool.get(parent).mv);
                }
            }
            let moves = walk.count();
            if moves == 0 {
                return Err(bad("a line goes on after the game"));
            }
            if count > moves {
                return Err(bad("a node has more children than moves"));
            }
            let filler = *self.pool.get(parent);
            let first = self.pool.allocate(count, filler).ok_or_else(no_room)?;
            self.pool.set_children(parent, first, count);
            let inner = open.len();
            for child in first..first + count as u32 {
                let (node, count) = read_node(reader, depth + 1)?;
                if !walk.is_legal(node.mv) {
                    return Err(bad("a move is not legal"));
                }
                *self.pool.get_mut(child) = node;
                self.put_extra(child, parent, 0);
                if count == 0 && !self.is_settled(child) {
                    // A game that has ended has no leaf to expand.
                    if walk.ends_after(node.mv) {
                        return Err(bad("a line goes on after the game"));
                    }
                } else if count > 0 {
                    open.push(Unread { node: child, depth: depth + 1, count: count as usize });
                }
            }
            // The block below the first child comes first.
            open[inner..].reverse();
        }
        Ok(())
    }

    /// Works out the numbers of nodes with children, and the counts of free leaves. Children stand
    /// behind their parents.
    fn work_out(&mut self) -> io::Result<()> {
        for node in (0..self.extra.len() as u32).rev() {
            let Node { first, .. } = *self.pool.get(node);
            let count = self.pool.children(node).len();
            let mut free = u32::from(count == 0 && !self.is_settled(node));
            if count > 0 {
                let (mut least, mut sum) = (INFINITE, 0);
                for child in self.pool.children(node) {
                    (least, sum) = (least.min(child.delta), sum + u64::from(child.phi));
                }
                if least == 0 || least == INFINITE {
                    return Err(bad("a node is settled and has children"));
                }
                let inner = self.pool.get_mut(node);
                (inner.phi, inner.delta) = (least, narrow(sum));
                let extra = &self.extra[first as usize..first as usize + count];
                free = extra.iter().map(|extra| extra.free).sum();
            }
            let parent = self.extra[node as usize].parent;
            self.put_extra(node, parent, free);
        }
        Ok(())
    }
}

fn no_room() -> io::Error {
    io::Error::new(io::ErrorKind::OutOfMemory, "its tree does not fit into this memory")
}

/// A node so many plies down whose children are still to be read.
struct Unread {
    node: u32,
    depth: u32,
    count: usize,
}

fn write(subject: &str, nodes: &[Node<u32>], rest: &Rest, out: &mut impl Write) -> io::Result<()> {
    let mut magic = [0; 12];
    magic[..8].copy_from_slice(MAGIC);
    magic[8..].copy_from_slice(&VERSION.to_le_bytes());
    out.write_all(&magic)?;
    let mut writer = BlockWriter::new(out);
    writer.text(subject)?;
    for number in [rest.live, rest.epoch, rest.expanded, rest.touched] {
        writer.number(number)?;
    }
    writer.number(u64::from(rest.winning.is_some()))?;
    if let Some(code) = rest.winning {
        writer.number(u64::from(code))?;
    }
    let count = |node: &Node<u32>| match node.count {
        MANY => rest.many.get(&node.first).copied().unwrap_or(u32::from(MANY)),
        few => u32::from(few),
    };
    let root = &nodes[rest.root as usize];
    write_node(&mut writer, root, count(root), 0)?;
    let mut open = vec![root];
    while let Some(parent) = open.pop() {
        let first = parent.first as usize;
        let children = match count(parent) {
            0 => &[],
            count => &nodes[first..first + count as usize],
        };
        for child in children {
            write_node(&mut writer, child, count(child), child.mv)?;
        }
        open.extend(children.iter().rev().filter(|child| child.count > 0));
    }
    writer.number(rest.lost.len() as u64)?;
    for path in &rest.lost {
        writer.number(path.len() as u64)?;
        for &code in path {
            writer.number(u64::from(code))?;
        }
    }
    writer.finish()
}

const OPEN: u32 = 0;
const WON: u32 = 1;
const LOST: u32 = 2;

fn write_node(
    writer: &mut BlockWriter<'_, impl Write>,
    node: &Node<u32>,
    count: u32,
    code: u32,
) -> io::Result<()> {
    let &Node { first, phi, delta, .. } = node;
    let (kind, numbers) = match (count, phi, delta) {
        (1.., ..) => (LOST + count, [None, None]),
        (0, 0, _) => (WON, [Some(first.wrapping_add(1)), None]),
        (0, _, 0) => (LOST, [Some(first.wrapping_add(1)), None]),
        _ => (OPEN, [Some(phi), Some(delta)]),
    };
    for number in [Some(kind), Some(code)].into_iter().chain(numbers).flatten() {
        writer.number(u64::from(number))?;
    }
    Ok(())
}

/// A node so many plies down, and how many children it has; one that has some has no numbers yet.
fn read_node(reader: &mut BlockReader<'_, impl Read>, depth: u32) -> io::Result<(Node<u32>, u32)> {
    let kind = reader.number_to(NONE)?;
    let mv = reader.number_to(u32::MAX)?;
    let mut leaf = |phi, delta| -> io::Result<(u32, u32, u32)> {
        // Nothing, or something above it.
        Ok((reader.number_to(depth + 1)?.wrapping_sub(1), phi, delta))
    };
    let ((first, phi, delta), count) = match kind {
        OPEN => {
            let (phi, delta) = (reader.number_to(INFINITE - 1)?, reader.number_to(INFINITE - 1)?);
            if phi == 0 || delta == 0 {
                return Err(bad("an open leaf is settled"));
            }
            ((NONE, phi, delta), 0)
        }
        WON => (leaf(0, INFINITE)?, 0),
        LOST => (leaf(INFINITE, 0)?, 0),
        inner => ((NONE, 1, 1), inner - LOST),
    };
    let few = u16::try_from(count).unwrap_or(MANY);
    Ok((Node { first, phi, delta, count: few, mv }, count))
}
