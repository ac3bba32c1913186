//! A checkpoint of a large tree, rehearsed: how much memory it takes, and how long the search would wait.
//!
//! The tree is grown as by workers that know nothing: each leaf gets its legal moves with random numbers.

use super::job::{Finished, Verdict};
use super::policy::Policy;
use super::snapshot::{Room, Subject};
use super::tree::{Extra, JobTree};
use crate::cycles::Cycles;
use crate::node_pool::{NONE, Node};
use andor_core::{Counters, Game, Player, Question, SplitMix64};
use std::io::{self, Error};
use std::time::Instant;

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
    let cycles = Cycles::of(game).ok_or_else(|| Error::other("this game cannot be searched"))?;
    let question = Question::wins(Player::Black);
    let subject = Subject { game, root, question };
    let mut moves = Vec::new();
    game.moves(root, &mut moves);
    let filler = *moves.first().ok_or_else(|| Error::other("the game is over"))?;
    let prover_moves = game.side_to_move(root) == question.player;
    let a_node = (size_of::<Node<G::Move>>() + size_of::<Extra>()) as u64;
    let room = Room { bytes: nodes * a_node, tree_nodes: None, policy: Policy::Flag };
    let tree = JobTree::new(room.bytes, None, filler, room.policy, cycles, prover_moves);
    let mut tree = tree.ok_or(io::ErrorKind::OutOfMemory)?;
    // Step 1. The tree.
    let start = Instant::now();
    let mut random = SplitMix64::new(nodes);
    while let Some((lease, path)) = tree.reserve() {
        let position = path.iter().fold(root.clone(), |at, &mv| game.after(&at, mv));
        game.moves(&position, &mut moves);
        moves.retain(|&mv| game.outcome_after(&position, mv).is_none());
        let mut number = || 1 + random.below(16) as u32;
        let leaf =
            |&mv: &G::Move| Node { first: NONE, phi: number(), delta: number(), count: 0, mv };
        let children: Vec<Node<G::Move>> = moves.iter().map(leaf).collect();
        let verdict = match children.is_empty() {
            true => {
                let won = random.below(2) == 0;
                Verdict::Settled { won, leans_on: NONE, winning: None }
            }
            false => Verdict::Open { children },
        };
        let finished = Finished { verdict, counters: Counters::default() };
        if tree.finish(lease, &finished).is_err() {
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
    copy.save(subject, &mut bytes)?;
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
    let of = |tree: &JobTree<G::Move>| (tree.numbers(), tree.free(), tree.pool.live());
    let before = of(&tree);
    drop(tree);
    let start = Instant::now();
    let tree = JobTree::load(subject, room, &mut &bytes[..])?;
    rehearsal.read_seconds = start.elapsed().as_secs_f64();
    match of(&tree) == before {
        true => Ok(rehearsal),
        false => Err(Error::other("the tree that was read is another one")),
    }
}
