//! A job and its result as they travel: plain numbers and bytes.

use andor_core::{Counters, Rules};
use andor_prove::job_level::Budget;
use serde::{Deserialize, Serialize};

/// All proofs of one result together have at most so many bytes.
pub const PROOF_BYTES: usize = 600 << 10;

/// Numbers from here on are not those of a job.
pub(super) const WILD: u32 = 1 << 31;
/// Numbers up to here may be those of a job of any size.
const TAME: u64 = 1 << 20;
/// So often a search may count the same leaf, where many paths lead to it.
const DOUBLE_COUNTS: u64 = 1 << 10;

/// A job to be done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JobOrder {
    /// Its lease.
    pub lease: (u32, u64),
    /// The codes of the moves from the root to its leaf.
    pub moves: Vec<u32>,
    /// At most so many descents.
    pub descents: u64,
    /// At most about so many nodes.
    pub room: u64,
    /// A partial result after every so many descents.
    pub partial_every: Option<u64>,
}

impl JobOrder {
    pub(super) fn budget(&self) -> Budget {
        let JobOrder { descents, room, partial_every, .. } = *self;
        Budget { descents, room, partial_every }
    }

    /// The least number that a search of this size does not come to, from a leaf with so many moves: each
    /// descent adds about one leaf for every move, and leaves are counted on every path that leads to them.
    pub(super) fn too_large(&self, moves: usize) -> u32 {
        let leaves = self.descents.saturating_mul(moves as u64 + 1);
        leaves.saturating_mul(DOUBLE_COUNTS).clamp(TAME, u64::from(WILD)) as u32
    }
}

/// What is said of a leaf.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum JobVerdict {
    /// It is won or lost for its side to move.
    Settled {
        /// Won.
        won: bool,
        /// The highest position of the path that this rests on; `u32::MAX` if on none.
        leans_on: u32,
        /// The code of the move that wins.
        winning: Option<u32>,
    },
    /// It has these children.
    Open {
        /// Those that are not known to fail.
        children: Vec<JobChild>,
    },
}

/// A child of a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JobChild {
    /// The code of the move to it.
    pub code: u32,
    /// What its side to move needs.
    pub phi: u32,
    /// What the other side needs.
    pub delta: u32,
    /// The highest position of the path that it rests on, if it is settled; else `u32::MAX`.
    pub leans_on: u32,
}

/// What a worker sends back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JobResult {
    /// What it found.
    pub verdict: JobVerdict,
    /// Certificates, each of the leaf or of one of its children.
    pub proofs: Vec<Vec<u8>>,
    /// Nodes it generated since the last partial result.
    pub nodes: u64,
    /// Positions it expanded since the last partial result.
    pub expanded: u64,
}

impl JobResult {
    /// The work it took.
    #[must_use]
    pub fn counters(&self) -> Counters {
        Counters { nodes: self.nodes, expanded: self.expanded, ..Counters::default() }
    }
}

/// The moves with these codes from `root`, and the position after them; `None` if one is not legal.
pub(super) fn walk<R: Rules>(
    rules: &R,
    root: &R::Position,
    codes: &[u32],
) -> Option<(Vec<R::Move>, R::Position)> {
    let mut position = root.clone();
    let mut played = Vec::with_capacity(codes.len());
    let mut moves = Vec::new();
    for &code in codes {
        if rules.outcome(&position).is_some() {
            return None;
        }
        rules.moves(&position, &mut moves);
        let mv = *moves.iter().find(|&&mv| rules.move_code(mv) == code)?;
        rules.play_unchecked(&mut position, mv);
        played.push(mv);
    }
    Some((played, position))
}
