//! A closed set around the root, tried now and then where repetition is a draw.
//!
//! A disproof that goes round in circles has no finite tree. df-pn finds it all the same, but for
//! one path at a time: in an ending of two kings, with some thousand positions in all, for millions
//! of paths. Such a disproof is better found as what it is, a set of positions that the opponent does
//! not leave (`closed_set`). It is tried whenever the search has doubled and many of its disproofs
//! have leant on the path, with a share of the work done so far.

use super::{DepthFirst, Run};
use crate::closed_set::{ClosedSet, Grown};
use crate::cycles::Cycles;
use crate::numbers::Numbers;
use crate::solver::SolvedRoot;
use andor_core::{Game, Stopped};

/// The first attempt comes after so many nodes.
pub(super) const FIRST: u64 = 50_000;
/// An attempt may look at this share of the nodes so far.
const SHARE: u64 = 8;
/// One disproof that leans on the path among so many nodes is many.
const MANY: u64 = 64;
/// The set may have this share of the memory.
const MEMORY_SHARE: u64 = 16;

impl<G: Game> DepthFirst<G> {
    /// Answers the root by a closed set, if it is time to try and the set closes.
    pub(super) fn try_closing(
        &mut self,
        game: &G,
        run: &mut Run<'_, G::Position>,
    ) -> Option<Stopped> {
        let nodes = self.counters.nodes - run.before;
        if nodes < run.next_closing || self.cycles != Cycles::Draw || self.root_numbers.is_some() {
            return None;
        }
        run.next_closing = 2 * nodes;
        if self.leaned * MANY < nodes {
            return None;
        }
        let root = run.root;
        let table = &self.table.as_ref().expect("solve has prepared the table").found;
        let known = |key| table.solved(key);
        let mut set = ClosedSet::new(game, root, run.question, &self.sight, known);
        let (limits, start) = (run.limits, run.start);
        let mut looks: u64 = 0;
        let grown = set.grow(nodes / SHARE, limits.memory / MEMORY_SHARE, || {
            looks += 1;
            match looks.is_multiple_of(super::CLOCK_STEPS) {
                true => limits.clock(start).map_or(Ok(()), Err),
                false => Ok(()),
            }
        });
        run.peak_memory = run.peak_memory.max(self.memory() + set.bytes());
        self.counters.nodes += set.steps;
        let grown = match grown {
            Ok(grown) => grown,
            Err(stopped) => return Some(stopped),
        };
        let facts: Vec<_> = set.facts(grown).collect();
        let winning = set.winning;
        for (key, numbers) in facts {
            self.table().store(key, numbers, 1);
        }
        if grown != Grown::Abandoned {
            let prover_moves = game.side_to_move(root) == run.question.player;
            let won = (grown == Grown::Won) == prover_moves;
            self.root_numbers = Some(if won { Numbers::WON } else { Numbers::LOST });
            self.solved_root =
                winning.filter(|_| won).map(|mv| SolvedRoot { position: root.clone(), mv });
            self.frames.clear();
            self.children.clear();
        }
        None
    }
}
