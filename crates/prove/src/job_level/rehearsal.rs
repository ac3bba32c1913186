//! A checkpoint of a large tree, rehearsed: how much memory it takes, and how long the search would wait.
//!
//! The tree is grown as by workers that know nothing: each leaf gets its legal moves with random numbers.

use super::addition::Without;
use super::job::{JobChild, JobVerdict};
use super::policy::Policy;
use super::snapshot::Room;
use super::tree::{Extra, JobTree};
use super::walk::{CodeWalk, GameWalk};
use crate::node_pool::{NONE, Node};
use andor_core::{Game, Instant, Player, Question, SplitMix64};
use std::io::{self, Error};

/// What a rehearsal has shown.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rehearsal {
    /// Live nodes of the tree.
    pub nodes: u64,
    /// Bytes of the tree.
    pub tree_bytes: u64,
    /// Bytes of the copy that is written while the search goes on.
    pub copy_bytes: u64,
    /// Bytes written.
    pub file_bytes: u64,
    /// Seconds in which the tree grew.
    pub grow_seconds: f64,
    /// Seconds that the search waits: the copy is made.
    pub pause_seconds: f64,
    /// Seconds in which the copy is written to memory, beside the search.
    pub write_seconds: f64,
    /// Seconds in which the tree is read again.
    pub read_seconds: f64,
}

/// Grows a tree of about so many nodes below `root`, copies, writes and reads it.
///
/// # Errors
/// If the game cannot be searched, there is no memory, or what is read is not what was written.
pub fn rehearse<G: Game>(game: &G, root: &G::Position, nodes: u64) -> io::Result<Rehearsal> {
    rehearse_on(&mut GameWalk::new(game, root, Question::wins(Player::Black)), nodes)
}

fn rehearse_on(walk: &mut dyn CodeWalk, nodes: u64) -> io::Result<Rehearsal> {
    let rules = walk.rules().ok_or_else(|| Error::other("this game cannot be searched"))?;
    if walk.count() == 0 {
        return Err(Error::other("the game is over"));
    }
    let a_node = (size_of::<Node<u32>>() + size_of::<Extra>()) as u64;
    let (policy, without) = (Policy::Flag, Without::NOTHING);
    let room = Room { bytes: nodes * a_node, tree_nodes: None, policy, without };
    let tree = JobTree::new(room, rules);
    let mut tree = tree.ok_or(io::ErrorKind::OutOfMemory)?;
    // Step 1. The tree.
    let start = Instant::now();
    let mut random = SplitMix64::new(nodes);
    while let Some((lease, path)) = tree.reserve() {
        walk.go(&path);
        let mut codes = walk.codes();
        codes.retain(|&code| !walk.ends_after(code));
        let mut number = || 1 + random.below(16) as u32;
        let leaf = |code| JobChild { code, phi: number(), delta: number(), leans_on: NONE };
        let children: Vec<JobChild> = codes.into_iter().map(leaf).collect();
        let verdict = match children.is_empty() {
            true => {
                let won = random.below(2) == 0;
                JobVerdict::Settled { won, leans_on: NONE, winning: None }
            }
            false => JobVerdict::Open { children },
        };
        if tree.finish(lease, &verdict).is_err() {
            break;
        }
        tree.take_lost();
    }
    let grow_seconds = start.elapsed().as_secs_f64();
    // Step 2. The copy, for which the search waits.
    let start = Instant::now();
    let copy = tree.copy()?;
    let pause_seconds = start.elapsed().as_secs_f64();
    // Step 3. The file.
    let start = Instant::now();
    let mut bytes = Vec::new();
    copy.save(&walk.subject(), &mut bytes)?;
    let write_seconds = start.elapsed().as_secs_f64();
    let mut rehearsal = Rehearsal {
        nodes: tree.pool.live(),
        tree_bytes: tree.bytes(),
        copy_bytes: copy.bytes(),
        file_bytes: bytes.len() as u64,
        grow_seconds,
        pause_seconds,
        write_seconds,
        read_seconds: 0.0,
    };
    drop(copy);
    // Step 4. Back again, after the first tree is gone.
    let of = |tree: &JobTree| (tree.numbers(), tree.free(), tree.pool.live());
    let before = of(&tree);
    drop(tree);
    let start = Instant::now();
    let tree = JobTree::load(walk, room, &mut &bytes[..])?;
    rehearsal.read_seconds = start.elapsed().as_secs_f64();
    match of(&tree) == before {
        true => Ok(rehearsal),
        false => Err(Error::other("the tree that was read is another one")),
    }
}
