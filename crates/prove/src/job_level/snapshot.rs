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
//! What a move is, only the game knows: each code is looked for among the legal moves. Leases are not
//! kept: a leaf in work is free again in the tree that is read. Its epochs begin so far ahead that no
//! lease given out before is ever taken for one of its own, not even one given out after it was saved.
//!
//! A search need not stand still while its tree is written. A [`TreeCopy`] is made at the speed of memory
//! and has the nodes alone, less than half of the tree.

use super::blocks::{BlockReader, BlockWriter, bad};
use super::policy::Policy;
use super::tree::{Extra, JobTree};
use crate::cycles::Cycles;
use crate::node_pool::{INFINITE, MANY, NONE, Node, narrow};
use andor_core::{Game, Question};
use std::collections::BTreeMap;
use std::io::{self, Read, Write};

const MAGIC: &[u8; 8] = b"ANDORJOB";
const VERSION: u32 = 1;
/// The epochs of a tree that was read begin at the next multiple of this.
const LEAP: u64 = 1 << 32;

/// What a tree is about.
pub struct Subject<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The root of the tree.
    pub root: &'a G::Position,
    /// What is asked about it.
    pub question: Question,
}

impl<G: Game> Clone for Subject<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Subject<'_, G> {}

impl<G: Game> Subject<'_, G> {
    /// All of it as text, for comparison.
    fn text(&self) -> String {
        let Subject { game, root, question } = self;
        let prover = question.player.letter();
        format!("{} {} {prover}", game.spec(), game.position_text(root))
    }
}

/// The room for a tree, and how its leaves are given out.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// At most so many bytes.
    pub bytes: u64,
    /// At most so many live nodes.
    pub tree_nodes: Option<u64>,
    /// What is pretended of a leaf in work.
    pub policy: Policy,
}

/// A tree as it stood at some moment, to be written while the search goes on.
pub struct TreeCopy<M> {
    nodes: Vec<Node<M>>,
    rest: Rest<M>,
}

/// What a tree has beside its nodes.
#[derive(Clone)]
struct Rest<M> {
    root: u32,
    live: u64,
    epoch: u64,
    expanded: u64,
    touched: u64,
    winning: Option<M>,
    lost: Vec<Vec<M>>,
    /// How many children stand in the blocks of very many, by their first nodes.
    many: BTreeMap<u32, u32>,
}

impl<M: Copy> TreeCopy<M> {
    /// Bytes of the copy.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.nodes[..]) as u64
    }

    /// Nodes of the tree.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.rest.live
    }

    /// Writes it.
    ///
    /// # Errors
    /// Whatever `out` fails with.
    pub fn save<G: Game<Move = M>>(
        &self,
        subject: Subject<'_, G>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        write(subject, &self.nodes, &self.rest, out)
    }
}

impl<M: Copy> JobTree<M> {
    /// The bytes of a tree that has this much memory together with one copy of it.
    #[must_use]
    pub fn bytes_beside_copy(bytes: u64) -> u64 {
        let node = size_of::<Node<M>>() as u64;
        let whole = node + size_of::<Extra>() as u64;
        bytes / (whole + node) * whole
    }

    fn rest(&self) -> Rest<M> {
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
    pub fn copy(&self) -> io::Result<TreeCopy<M>> {
        let mut nodes = Vec::new();
        let (all, _) = self.pool.contents();
        nodes.try_reserve_exact(all.len()).map_err(|_| io::ErrorKind::OutOfMemory)?;
        nodes.extend_from_slice(all);
        Ok(TreeCopy { nodes, rest: self.rest() })
    }

    /// Writes the tree.
    ///
    /// # Errors
    /// Whatever `out` fails with.
    pub fn save<G: Game<Move = M>>(
        &self,
        subject: Subject<'_, G>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        write(subject, self.pool.contents().0, &self.rest(), out)
    }

    /// Reads a tree that was written by [`save`](JobTree::save).
    ///
    /// # Errors
    /// If the bytes are damaged or cut off, belong to something else, or there is no room.
    pub fn load<G: Game<Move = M>>(
        subject: Subject<'_, G>,
        room: Room,
        input: &mut impl Read,
    ) -> io::Result<JobTree<M>> {
        let (game, root) = (subject.game, subject.root);
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
        if reader.text()? != subject.text() {
            return Err(bad("it is about another position or question"));
        }
        // Step 1. What stands beside the nodes.
        let live = reader.number()?;
        let epoch = reader.number()?.checked_next_multiple_of(LEAP);
        let epoch = epoch.and_then(|epoch| epoch.checked_add(LEAP));
        let epoch = epoch.ok_or_else(|| bad("it has run out of epochs"))?;
        let (expanded, touched) = (reader.number()?, reader.number()?);
        let mut moves = Vec::new();
        game.moves(root, &mut moves);
        let (Some(&filler), Some(cycles)) = (moves.first(), Cycles::of(game)) else {
            return Err(bad("it is about a game that is over or cannot be searched"));
        };
        let winning = match reader.number()? {
            0 => None,
            _ => Some(legal(game, &moves, 0, reader.number_to(u32::MAX)?)?.1),
        };
        let prover_moves = game.side_to_move(root) == subject.question.player;
        let Room { bytes, tree_nodes, policy } = room;
        let tree = JobTree::new(bytes, tree_nodes, filler, policy, cycles, prover_moves);
        let mut tree = tree.ok_or_else(no_room)?;
        (tree.epoch, tree.winning) = (epoch, winning);
        (tree.expanded, tree.touched) = (expanded, touched);
        // Step 2. The nodes, and what follows from them.
        tree.read_nodes(game, root, &mut reader)?;
        if tree.pool.live() != live {
            return Err(bad("nodes are missing"));
        }
        tree.work_out()?;
        // Step 3. Facts that nobody has collected.
        for _ in 0..reader.number()? {
            let mut path = Vec::new();
            let mut position = root.clone();
            for _ in 0..reader.number()? {
                if game.outcome(&position).is_some() {
                    return Err(bad("a line goes on after the game"));
                }
                game.moves(&position, &mut moves);
                let (_, mv) = legal(game, &moves, 0, reader.number_to(u32::MAX)?)?;
                game.play_unchecked(&mut position, mv);
                path.push(mv);
            }
            tree.lost.push(path);
        }
        reader.finish()?;
        Ok(tree)
    }

    /// Reads all nodes, without the numbers of those that have children.
    fn read_nodes<G: Game<Move = M>>(
        &mut self,
        game: &G,
        root: &G::Position,
        reader: &mut BlockReader<'_, impl Read>,
    ) -> io::Result<()> {
        let mut moves = Vec::new();
        let mut open = Vec::new();
        let filler = self.pool.get(self.root).mv;
        let (node, count) = read_node(reader, 0, |_| Ok(filler))?;
        *self.pool.get_mut(self.root) = node;
        if count > 0 {
            open.push((self.root, root.clone(), 0, count as usize));
        }
        while let Some((parent, position, depth, count)) = open.pop() {
            if game.outcome(&position).is_some() {
                return Err(bad("a line goes on after the game"));
            }
            game.moves(&position, &mut moves);
            if count > moves.len() {
                return Err(bad("a node has more children than moves"));
            }
            let filler = *self.pool.get(parent);
            let first = self.pool.allocate(count, filler).ok_or_else(no_room)?;
            self.pool.set_children(parent, first, count);
            let (mut next, inner) = (0, open.len());
            for child in first..first + count as u32 {
                let (node, count) = read_node(reader, depth + 1, |code| {
                    let (place, mv) = legal(game, &moves, next, code)?;
                    next = place + 1;
                    Ok(mv)
                })?;
                *self.pool.get_mut(child) = node;
                self.put_extra(child, parent, 0);
                if count == 0 && !self.is_settled(child) {
                    // A game that has ended has no leaf to expand.
                    if game.outcome_after(&position, node.mv).is_some() {
                        return Err(bad("a line goes on after the game"));
                    }
                } else if count > 0 {
                    let next = game.after(&position, node.mv);
                    open.push((child, next, depth + 1, count as usize));
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

/// The place and the move with this code. Children stand in the order of the moves, or nearly so.
fn legal<G: Game>(
    game: &G,
    moves: &[G::Move],
    next: usize,
    code: u32,
) -> io::Result<(usize, G::Move)> {
    let next = next.min(moves.len());
    let place = (next..moves.len()).chain(0..next).find(|&at| game.move_code(moves[at]) == code);
    place.map(|at| (at, moves[at])).ok_or_else(|| bad("a move is not legal"))
}

fn write<G: Game>(
    subject: Subject<'_, G>,
    nodes: &[Node<G::Move>],
    rest: &Rest<G::Move>,
    out: &mut impl Write,
) -> io::Result<()> {
    let game = subject.game;
    let mut magic = [0; 12];
    magic[..8].copy_from_slice(MAGIC);
    magic[8..].copy_from_slice(&VERSION.to_le_bytes());
    out.write_all(&magic)?;
    let mut writer = BlockWriter::new(out);
    writer.text(&subject.text())?;
    for number in [rest.live, rest.epoch, rest.expanded, rest.touched] {
        writer.number(number)?;
    }
    writer.number(u64::from(rest.winning.is_some()))?;
    if let Some(mv) = rest.winning {
        writer.number(u64::from(game.move_code(mv)))?;
    }
    let count = |node: &Node<G::Move>| match node.count {
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
            write_node(&mut writer, child, count(child), game.move_code(child.mv))?;
        }
        open.extend(children.iter().rev().filter(|child| child.count > 0));
    }
    writer.number(rest.lost.len() as u64)?;
    for path in &rest.lost {
        writer.number(path.len() as u64)?;
        for &mv in path {
            writer.number(u64::from(game.move_code(mv)))?;
        }
    }
    writer.finish()
}

const OPEN: u32 = 0;
const WON: u32 = 1;
const LOST: u32 = 2;

fn write_node<M>(
    writer: &mut BlockWriter<'_, impl Write>,
    node: &Node<M>,
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
fn read_node<M>(
    reader: &mut BlockReader<'_, impl Read>,
    depth: u32,
    find: impl FnOnce(u32) -> io::Result<M>,
) -> io::Result<(Node<M>, u32)> {
    let kind = reader.number_to(NONE)?;
    let mv = find(reader.number_to(u32::MAX)?)?;
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
