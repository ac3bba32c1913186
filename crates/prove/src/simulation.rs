//! What the path says of a child, and Kawano's simulation (Kawano 1996; Kishimoto and Müller 2004).
//!
//! A child on the path is illegal under superko and a draw otherwise. A child with a twin of the
//! very same path has that twin's value. With twins of other paths only, the proof of each is
//! *simulated*: where its winner is to move, the stored move is played; where the loser is, all
//! moves that are legal on the present path; until everything ends in the end of the game, in
//! results that hold on every path, or in twins of the present path. Where one thing is missing
//! (forgotten, illegal here, or a reply that was illegal there) the simulation fails, and the child
//! is as unsolved as its base entry says. Simulating a proof and a disproof (*dual* simulation) is
//! the same here: who wins is relative to the side to move.
//!
//! Most twins that fail on a path are not the first to fail there. The paper tries all of them, and so
//! does [`Ghi::Twins`]; [`Ghi::Sound`] tries two, which measured better (see `tried`).

use crate::cycles::Cycles;
use crate::ghi::Ghi;
use crate::numbers::Numbers;
use crate::road::Road;
use crate::sight::Sight;
use crate::twins::{Twin, TwinTable, WAYS, path_number};
use andor_core::{Counters, Game, Key, Question};

/// So many twins of a position are simulated: all there are, as in the paper, or two. On 19,669 random graphs with superko all eight took 1.17
/// million simulations of 6.7 million positions beside 1.35 million nodes; two take 0.63 million of
/// 3.4 million beside 1.49 million nodes (`df_pn_is_right_on_twenty_thousand_graphs_with_superko`).
/// To remember which ones have failed on the very same path saves 2 in 100.
pub(crate) fn tried(ghi: Ghi) -> usize {
    if ghi == Ghi::Twins { WAYS } else { 2 }
}

/// A simulation may look at so many positions.
const SIMULATED: u64 = 2_000;
/// A simulation goes no deeper than this.
const DEEPEST: usize = 400;

/// Where a result belongs: the position, and the path to it.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) key: Key,
    pub(crate) code: u64,
}

/// What a search lends to have its path looked at. The road ends with the parent of the child in
/// question.
pub(crate) struct Replayer<'a, G: Game, B: Fn(Key) -> Option<Numbers>> {
    pub(crate) game: &'a G,
    pub(crate) sight: &'a Sight<G>,
    pub(crate) question: Question,
    pub(crate) cycles: Cycles,
    pub(crate) road: &'a mut Road,
    /// `None` in a search that does not care for history.
    pub(crate) twins: Option<&'a mut TwinTable>,
    /// So many twins of a position are simulated.
    pub(crate) tried: usize,
    pub(crate) counters: &'a mut Counters,
    /// The solved numbers of a position, where they hold on every path.
    pub(crate) base: B,
}

/// A simulation under way: positions that it may still look at, and how deep it is.
struct Allowance {
    left: u64,
    depth: usize,
}

impl<G: Game, B: Fn(Key) -> Option<Numbers>> Replayer<'_, G, B> {
    /// What the path says of the child `next` after `mv`: `Some(true)` if its side to move has won
    /// here, `Some(false)` if it has lost. `None` too if the base entry is solved. `code` is the one
    /// of the parent.
    pub(crate) fn verdict(
        &mut self,
        next: &G::Position,
        mv: G::Move,
        Place { key, code }: Place,
    ) -> Option<bool> {
        if let Some(won) = self.repeats(mv, next) {
            return Some(won);
        }
        let code = self.road.code_after(code, || self.game.move_code(mv));
        self.on_this_path(next, Place { key, code })
    }

    /// Whether a move leads back to the path, and then whether the side to move there has won.
    fn repeats(&self, mv: G::Move, next: &G::Position) -> Option<bool> {
        let superko = self.cycles.is_superko();
        let situation = self.cycles.key(self.game, next);
        if superko && self.game.may_repeat(mv) || !self.road.holds(situation) {
            return None;
        }
        // A win is one on every path, also for whoever comes back to it.
        if !superko && (self.base)(situation).is_some() {
            return None;
        }
        // Illegal, so the move fails; or a draw, which is no win for the prover.
        let prover_moved = self.game.side_to_move(next) != self.question.player;
        Some(superko || prover_moved)
    }

    /// What twins say of a position that does not stand on the path.
    fn on_this_path(&mut self, position: &G::Position, place: Place) -> Option<bool> {
        let twins = self.twins.as_deref()?;
        if !twins.may_hold(place.key) || (self.base)(place.key).is_some() {
            return None;
        }
        let (exact, all) = twins.probe(place.key, place.code);
        if let Some(twin) = exact {
            return Some(twin.winning.is_some());
        }
        let Twin { winning, .. } = self.simulate(position, place, all)?;
        let depth = self.road.len();
        self.twins.as_deref_mut()?.store(place.key, Twin { code: place.code, depth, winning });
        Some(winning.is_some())
    }

    /// The first of these twins whose proof holds on the present path.
    fn simulate(
        &mut self,
        position: &G::Position,
        place: Place,
        twins: [Option<Twin>; WAYS],
    ) -> Option<Twin> {
        for twin in twins.into_iter().flatten().take(self.tried) {
            self.counters.simulations += 1;
            let mut budget = Allowance { left: SIMULATED, depth: 0 };
            let holds = self.replay(position, place.code, twin, &mut budget);
            self.counters.simulated += SIMULATED - budget.left;
            if holds {
                return Some(twin);
            }
            self.counters.flawed += 1;
        }
        None
    }

    /// Whether the result of `twin` holds for a position at the end of the road as well.
    fn replay(
        &mut self,
        position: &G::Position,
        code: u64,
        twin: Twin,
        budget: &mut Allowance,
    ) -> bool {
        if budget.left == 0 || budget.depth >= DEEPEST {
            return false;
        }
        budget.left -= 1;
        budget.depth += 1;
        let game = self.game;
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        if let Some(winning) = twin.winning {
            moves.retain(|&mv| game.move_code(mv) == winning);
        }
        self.road.push(self.cycles.key(game, position));
        let held = moves.iter().all(|&mv| {
            let next = game.after(position, mv);
            let won = match self.repeats(mv, &next) {
                Some(won) => Some(won),
                None => {
                    let here = self.road.code_after(code, || game.move_code(mv));
                    self.replay_child(&next, mv, here, twin, budget)
                }
            };
            won == Some(twin.winning.is_none())
        });
        self.road.pop();
        budget.depth -= 1;
        held && !(moves.is_empty() && twin.winning.is_some())
    }

    /// Whether the side to move wins in a position of a simulation after `mv`, as far as it is known;
    /// `here` is the code of the present path to it.
    fn replay_child(
        &mut self,
        next: &G::Position,
        mv: G::Move,
        here: u64,
        above: Twin,
        budget: &mut Allowance,
    ) -> Option<bool> {
        // Step 1. What holds on every path.
        let game = self.game;
        let wanted = above.winning.is_none();
        if let Some(numbers) = self.sight.judge(game, next, self.question) {
            return Some(numbers.phi == 0);
        }
        let key = game.key(next);
        if let Some(numbers) = (self.base)(key) {
            return Some(numbers.phi == 0);
        }
        // Step 2. A twin of the present path; else the one that the proof itself was made with, or
        // if that is lost some other. Trying all of them at every step would take for ever.
        let there = above.code ^ path_number(game.move_code(mv), above.depth + 1);
        let (exact, all) = self.twins.as_deref()?.probe(key, here);
        if let Some(twin) = exact {
            return Some(twin.winning.is_some());
        }
        let fitting = all.into_iter().flatten().filter(|twin| twin.winning.is_some() == wanted);
        let twin = fitting.min_by_key(|twin| twin.code != there)?;
        self.replay(next, here, twin, budget).then_some(wanted)
    }
}
