//! A job: one leaf of the coordinator's tree, and what whoever evaluates it says.
//!
//! Moves are their codes ([`move_code`](andor_core::Rules::move_code)), here as in the tree and on the way
//! to workers elsewhere. [`arrive`] turns them into a position.

use super::lease::Lease;
use super::listed::listed;
use crate::accelerator::Accelerator;
use crate::cycles::Cycles;
use crate::leaf::LeafRule;
use crate::numbers::{INFINITE, Numbers};
use crate::sharing::NEARLY;
use crate::sharing::Shared;
use crate::table::Table;
use andor_core::{Counters, Game, Key, Oracle, Question, Stopped};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The numbers at which the leaf of a job is no longer the one to work on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Thresholds {
    /// What its side to move needs.
    pub phi: u32,
    /// What the other side needs.
    pub delta: u32,
}

/// A number of a search as it travels, in units of the coordinator's tree: one that is finite stays below those that
/// are not believed.
pub(super) fn tame(number: u64, unit: u64) -> u32 {
    match number {
        INFINITE.. => u32::MAX,
        // What others say is settled looks like the most that a search comes to.
        NEARLY.. if unit == 1 => TAME as u32 - 1,
        number => number.div_ceil(unit).min(u64::from(WILD) - 1) as u32,
    }
}

/// The same of a number that may have reached its threshold, and then still has.
pub(super) fn tame_past(number: u64, unit: u64, threshold: u32) -> u32 {
    let has_reached = threshold < WILD && number >= u64::from(threshold) * unit;
    tame(number, unit).max(if has_reached { threshold } else { 0 })
}

impl Thresholds {
    /// These numbers, as they travel: what no job comes to is no threshold.
    pub(super) fn of(Numbers { phi, delta }: Numbers) -> Thresholds {
        let reachable =
            |number: u64| if number < u64::from(WILD) { number as u32 } else { u32::MAX };
        Thresholds { phi: reachable(phi), delta: reachable(delta) }
    }

    /// None at all.
    pub const NONE: Thresholds = Thresholds { phi: u32::MAX, delta: u32::MAX };
    /// Those that every leaf has reached.
    pub const REACHED: Thresholds = Thresholds { phi: 0, delta: 0 };

    /// Whether a leaf with these numbers has reached them.
    #[must_use]
    pub fn are_reached(self, phi: u32, delta: u32) -> bool {
        phi >= self.phi || delta >= self.delta
    }

    /// The same for a search whose numbers travel in this unit.
    pub(super) fn numbers(self, unit: u64) -> Numbers {
        let wide =
            |number: u32| if number == u32::MAX { INFINITE } else { u64::from(number) * unit };
        Numbers { phi: wide(self.phi), delta: wide(self.delta) }
    }
}

/// The size of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Budget {
    /// At most so many descents.
    pub descents: u64,
    /// At most about so many nodes in its tree.
    pub room: u64,
    /// A partial result after every so many descents.
    pub partial_every: Option<u64>,
    /// When it is enough, for jobs of df-pn.
    pub thresholds: Thresholds,
    /// Whether the leaf is to have children if it is open when all that is used up; else it stays a leaf.
    pub splits: bool,
}

/// Numbers from here on are not those of a job.
pub(super) const WILD: u32 = 1 << 31;
/// Numbers up to here may be those of a job of any size.
const TAME: u64 = 1 << 20;
/// So often a search may count the same leaf, where many paths lead to it.
const DOUBLE_COUNTS: u64 = 1 << 10;

impl Budget {
    /// The least number that a search of this size does not come to, from a leaf with so many moves: each
    /// descent adds about one leaf for every move, and leaves, whose numbers this rule makes, are counted on
    /// every path that leads to them.
    #[must_use]
    pub fn too_large(&self, moves: usize, leaf: LeafRule) -> u32 {
        let leaves = self.descents.saturating_mul(moves as u64 + 1);
        leaves
            .saturating_mul(DOUBLE_COUNTS)
            .saturating_mul(leaf.largest())
            .clamp(TAME, u64::from(WILD)) as u32
    }
}

/// A job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The right to do it.
    pub lease: Lease,
    /// The codes of the moves from the root of the whole search to the leaf. Where positions can come
    /// back, the value of the leaf depends on them.
    pub moves: Vec<u32>,
    /// Its size.
    pub budget: Budget,
}

/// What became of a leaf.
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
    /// It has reached its thresholds, or was not to have children, and stays a leaf with these numbers.
    Numbers {
        /// What its side to move needs.
        phi: u32,
        /// What the other side needs.
        delta: u32,
    },
    /// It has these children now.
    Open {
        /// Those that are not known to fail for good.
        #[serde(deserialize_with = "listed")]
        children: Vec<JobChild>,
    },
}

/// A child of a leaf, with its numbers.
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

/// A final result.
#[derive(Clone, Debug)]
pub struct Finished {
    /// What became of the leaf.
    pub verdict: JobVerdict,
    /// The work it took.
    pub counters: Counters,
}

/// Why a job was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Abandoned {
    /// The leaf is gone: something above it was settled.
    Stale,
    /// The whole search ends.
    Stopped(Stopped),
}

/// Is told a leaf's numbers on the way, in the view of its side to move, and the work since the last
/// time; says why to stop, if so.
pub type OnPartial<'a> = dyn FnMut(u32, u32, Counters) -> Result<(), Abandoned> + 'a;

/// The leaf of a job.
pub struct Arrived<G: Game> {
    /// Its position.
    pub position: G::Position,
    /// The move that leads there; `None` at the root of the whole search.
    pub last: Option<G::Move>,
    /// Plies from the root.
    pub depth: usize,
    /// The keys of all positions on the way, the root's first, where positions can come back.
    pub(crate) keys: Vec<Key>,
}

/// The leaf at the end of the moves with these codes; `None` if one of them is not legal.
pub fn arrive<G: Game>(game: &G, root: &G::Position, codes: &[u32]) -> Option<Arrived<G>> {
    let cycles = Cycles::of(game).filter(|cycles| cycles.is_possible());
    let mut keys = Vec::new();
    let mut pass = |position: &G::Position| {
        keys.extend(cycles.map(|cycles| cycles.key(game, position)));
    };
    let (mut position, mut last) = (root.clone(), None);
    pass(&position);
    for &code in codes {
        let mv = legal(game, &position, code)?;
        game.play_unchecked(&mut position, mv);
        pass(&position);
        last = Some(mv);
    }
    Some(Arrived { position, last, depth: codes.len(), keys })
}

/// The position at the end of the moves with these codes; `None` if one of them is not legal.
pub(super) fn position_at<G: Game>(
    game: &G,
    root: &G::Position,
    codes: &[u32],
) -> Option<G::Position> {
    codes.iter().try_fold(root.clone(), |position, &code| {
        let mv = legal(game, &position, code)?;
        Some(game.after(&position, mv))
    })
}

/// The move with this code; `None` if it is not legal, or the game is over.
fn legal<G: Game>(game: &G, position: &G::Position, code: u32) -> Option<G::Move> {
    match game.outcome(position) {
        Some(_) => None,
        None => game.move_with_code(position, code),
    }
}

/// Whoever evaluates leaves: a search of its own, which may keep what it finds from job to job.
pub(super) trait JobSolver<G: Game>: Send {
    /// Evaluates a leaf.
    ///
    /// # Errors
    /// Why it stopped without a result.
    fn run(
        &mut self,
        game: &G,
        question: Question,
        leaf: &Arrived<G>,
        budget: Budget,
        partial: &mut OnPartial<'_>,
    ) -> Result<Finished, Abandoned>;

    /// Has positions to tell from now on, on which at least so much work is done at a time; `None` if it tells
    /// nothing.
    fn share(&mut self, _least: u64) -> Option<Shared> {
        None
    }

    /// The work below a position that was found lost for its side to move, on every path.
    fn work_if_lost(&self, game: &G, position: &G::Position) -> Option<u64>;

    /// Keeps in mind that this position is lost for its side to move, on every path.
    fn keep_lost(&mut self, game: &G, position: &G::Position);

    /// Takes an oracle along into every later job.
    fn consult(&mut self, oracle: Arc<dyn Oracle<G>>);

    /// Works without oracles from now on.
    fn dismiss_oracles(&mut self);

    /// Has leaves of every later job settled by an accelerator; `false` if such jobs have no use for one.
    fn accelerate(&mut self, _accelerator: Box<dyn Accelerator<G>>) -> bool {
        false
    }

    /// The table of what it found, for a checkpoint; `None` before there is one.
    fn log(&self) -> Option<Arc<Table>> {
        None
    }

    /// Goes on with the table of a saved search of this question.
    fn restore_log(&mut self, _question: Question, _log: Table) {}

    /// Bytes in use.
    fn memory(&self) -> u64;
}
