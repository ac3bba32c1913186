//! The second step into a node: what the path and the table know of its children is read. Equal children
//! are merged, those that fail are dropped, and one that wins settles the node.

use super::enter::{Remaining, Settled};
use super::paths::{OnPath, Repeated};
use super::{Child, DepthFirst, Frame, REPEATING, other_wins};
use crate::numbers::Numbers;
use crate::repetition::Leaning;
use crate::simulation::{Place, Replayer, tried};
use andor_core::{Game, Key, Question};

impl<G: Game> DepthFirst<G> {
    /// Looks at what the road and its twins say of the children that were just made, in order.
    pub(super) fn look_at_path(
        &mut self,
        game: &G,
        position: &G::Position,
        code: u64,
        first: usize,
        question: Question,
    ) {
        let table = &self.table.as_ref().expect("solve has prepared the table").found;
        self.road.push(self.cycles.key(game, position));
        let mut replayer = Replayer {
            game,
            sight: &self.sight,
            question,
            cycles: self.cycles,
            road: &mut self.road,
            twins: self.paths.rule.twins(),
            tried: tried(self.config.ghi),
            counters: &mut self.counters,
            base: |key| table.solved(key),
        };
        self.verdicts.clear();
        self.verdicts.extend(self.children[first..].iter().map(|child| {
            let next = game.after(position, child.mv);
            replayer.verdict(&next, child.mv, Place { key: child.key, code })
        }));
        self.road.pop();
    }

    /// Looks up the children that were just made for a node, to which the path with this hash leads.
    /// Those that remain open come first, and those of them that are new are evaluated; if the node is settled,
    /// that is the error.
    #[inline]
    pub(super) fn look_up(
        &mut self,
        game: &G,
        position: &G::Position,
        first: usize,
        path: u64,
        prover_moves: bool,
    ) -> Result<Remaining, Settled<G::Move>> {
        let table = &self.table.as_ref().expect("solve has prepared the table").found;
        let newborn = self.config.leaf.of_each();
        let looks = newborn.is_some() || self.sampler.is_some();
        let asks_path = self.paths.is_cyclic && !self.road.is_kept;
        let mut remaining = Remaining { end: first, merged: 0, leaning: Leaning::NONE };
        // A child that decides the node, but only on this path.
        let mut on_this_path = None;
        let mut seen: u64 = 0;
        for index in first..self.children.len() {
            let Child { key, mv, .. } = self.children[index];
            // Step 1. The road and its twins have told: a failure, or a win.
            if let Some(&Some(child_wins)) = self.verdicts.get(index - first) {
                if child_wins {
                    remaining.leaning = Leaning::EVERYTHING;
                } else {
                    on_this_path = on_this_path.or(Some(Settled::won(mv, Leaning::EVERYTHING)));
                }
                continue;
            }
            // Step 2. Moves to one position, or to images of it, are one child.
            let bit = 1 << (key.index & 63);
            let earlier = &self.children[first..remaining.end];
            if seen & bit != 0 && earlier.iter().any(|child| child.key == key) {
                self.merged_at_root += usize::from(self.frames.is_empty());
                remaining.merged += 1;
                continue;
            }
            seen |= bit;
            // Step 3. The table, and the one of the other player's question.
            let known = table.probe(key).map(|known| known.numbers);
            let mut known = known.or_else(|| other_wins(self.other.as_ref()?, key, !prover_moves));
            // Step 4. A repetition is not a win for the prover, here and now.
            if asks_path {
                match self.on_present_path(key, known, path, prover_moves) {
                    Some(OnPath::Decided(leaning)) if prover_moves => {
                        remaining.leaning = remaining.leaning.and(leaning);
                        continue;
                    }
                    Some(OnPath::Decided(leaning)) => {
                        on_this_path = on_this_path.or(Some(Settled::won(mv, leaning)));
                        continue;
                    }
                    Some(OnPath::Open(Numbers { phi, delta })) => {
                        let most = self.paths.preset;
                        known = Some(Numbers { phi: phi.min(most), delta: delta.min(most) });
                    }
                    None => {}
                }
            }
            // Step 5. Win, failure, or a child to search.
            match known {
                // Whatever the moves before it lean on: this one is enough.
                Some(Numbers { delta: 0, .. }) => return Err(Settled::won(mv, Leaning::NONE)),
                Some(Numbers { phi: 0, .. }) => continue,
                Some(numbers) => {
                    self.children[index].numbers = numbers;
                    self.children[index].known = true;
                }
                None if looks => {
                    if let Some(newborn) = newborn {
                        let mobility = || match self.children[index].numbers.delta {
                            0 => self.sight.mobility(game, &game.after(position, mv)),
                            counted => counted,
                        };
                        let numbers = newborn.numbers_after(game, position, mv, mobility);
                        self.children[index].numbers = numbers;
                    }
                    if let Some(sampler) = &mut self.sampler {
                        sampler.offer(game.after(position, mv));
                    }
                }
                None => {}
            }
            if remaining.end < index {
                self.children.swap(remaining.end, index);
            }
            remaining.end += 1;
        }
        match on_this_path {
            Some(settled) => Err(settled),
            None if remaining.end == first => {
                let Remaining { leaning, .. } = remaining;
                Err(Settled { numbers: Numbers::LOST, winning: None, leaning })
            }
            None => Ok(remaining),
        }
    }

    /// What the present path makes of a child of which this is known: one that stands on it, or that was
    /// disproved on it before. `path` is the hash of the path to the node that is being entered.
    #[inline]
    fn on_present_path(
        &self,
        key: Key,
        known: Option<Numbers>,
        path: u64,
        prover_moved: bool,
    ) -> Option<OnPath> {
        match (self.on_path(key), known) {
            (Some(depth), known) if known.is_none_or(|known| !known.is_solved()) => {
                let Frame { threshold, assumes, .. } = self.frames[depth];
                let repeated = Repeated { depth, threshold, assumes, prover_moved };
                Some(self.paths.rule.repetition(&repeated))
            }
            (None, Some(numbers)) if self.may_lean(numbers) => {
                let depth = self.frames.len();
                let hash_at = |at: usize| match at {
                    // The node that is being entered is part of the path, too. On the way down to a
                    // job results are looked for that the frames of a search still have.
                    at if at == depth => self.is_descending.then_some(path),
                    at => self.frames.get(at).map(|frame| frame.path),
                };
                self.paths.rule.disproof(key, &hash_at).map(OnPath::Decided)
            }
            _ => None,
        }
    }

    /// Whether a position with these numbers may have been disproved on the present path. The table
    /// says so until the position is visited on another path; on the way down to a job, which begins
    /// at the root again and again, that is not enough.
    #[inline]
    fn may_lean(&self, numbers: Numbers) -> bool {
        numbers == REPEATING || self.is_descending && !numbers.is_solved()
    }
}
