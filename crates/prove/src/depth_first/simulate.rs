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

use super::{DepthFirst, Paths, Place};
use crate::numbers::Numbers;
use crate::twins::{Twin, WAYS, path_number};
use andor_core::{Game, Key, Question};

/// A simulation may look at so many positions.
const SIMULATED: u64 = 2_000;
/// A simulation goes no deeper than this.
const DEEPEST: usize = 400;

/// A simulation under way: positions that it may still look at, and how deep it is.
struct Budget {
    left: u64,
    depth: usize,
}

impl<G: Game> DepthFirst<G> {
    /// Looks at what the path says of the children that were just made, in order: `Some(true)` if
    /// the side to move in the child has won here, `Some(false)` if it has lost.
    pub(super) fn look_at_path(
        &mut self,
        game: &G,
        position: &G::Position,
        code: u64,
        first: usize,
        question: Question,
    ) {
        let mut verdicts = std::mem::take(&mut self.verdicts);
        verdicts.clear();
        let prover_moves = game.side_to_move(position) == question.player;
        let situation = self.situation(game, position);
        self.road.push(situation);
        for index in first..self.children.len() {
            let child = &self.children[index];
            let (mv, key) = (child.mv, child.key);
            let next = game.after(position, mv);
            let verdict = match self.repeats(game, mv, &next, prover_moves) {
                Some(won) => Some(won),
                None => {
                    let code = self.road.code_after(code, || game.move_code(mv));
                    self.on_this_path(game, &next, Place { key, code }, question)
                }
            };
            verdicts.push(verdict);
        }
        self.road.pop();
        self.verdicts = verdicts;
    }

    /// What the path compares.
    pub(super) fn situation(&self, game: &G, position: &G::Position) -> Key {
        self.cycles.key(game, position)
    }

    /// Whether a move leads back to the path, and then whether the side to move there has won.
    pub(super) fn repeats(
        &self,
        game: &G,
        mv: G::Move,
        next: &G::Position,
        prover_moves: bool,
    ) -> Option<bool> {
        let superko = self.cycles.is_superko();
        let situation = self.situation(game, next);
        if superko && game.may_repeat(mv) || !self.road.holds(situation) {
            return None;
        }
        // A win is one on every path, also for whoever comes back to it.
        if !superko && self.base(situation).is_some() {
            return None;
        }
        // Illegal, so the move fails; or a draw, which is no win for the prover.
        Some(superko || prover_moves)
    }

    /// What twins say of a position that does not stand on the path: whether its side to move has
    /// won. `None` too if the base entry is solved.
    pub(super) fn on_this_path(
        &mut self,
        game: &G,
        position: &G::Position,
        place: Place,
        question: Question,
    ) -> Option<bool> {
        let Paths::Twins { table: twins, .. } = &self.paths else { return None };
        if !twins.may_hold(place.key) || self.base(place.key).is_some() {
            return None;
        }
        let (exact, all) = twins.probe(place.key, place.code);
        if let Some(twin) = exact {
            return Some(twin.winning.is_some());
        }
        let twin = self.simulate(game, position, place, all, question)?;
        let winning = twin.winning;
        let depth = self.road.len();
        if let Paths::Twins { table, .. } = &mut self.paths {
            table.store(place.key, Twin { code: place.code, depth, winning });
        }
        Some(winning.is_some())
    }

    /// The first of these twins whose proof holds on the present path.
    fn simulate(
        &mut self,
        game: &G,
        position: &G::Position,
        place: Place,
        twins: [Option<Twin>; WAYS],
        question: Question,
    ) -> Option<Twin> {
        for twin in twins.into_iter().flatten() {
            self.counters.simulations += 1;
            let mut budget = Budget { left: SIMULATED, depth: 0 };
            let holds = self.replay(game, position, place.code, twin, question, &mut budget);
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
        game: &G,
        position: &G::Position,
        code: u64,
        twin: Twin,
        question: Question,
        budget: &mut Budget,
    ) -> bool {
        if budget.left == 0 || budget.depth >= DEEPEST {
            return false;
        }
        budget.left -= 1;
        budget.depth += 1;
        let prover_moves = game.side_to_move(position) == question.player;
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        if let Some(winning) = twin.winning {
            moves.retain(|&mv| game.move_code(mv) == winning);
        }
        let situation = self.situation(game, position);
        self.road.push(situation);
        let held = moves.iter().all(|&mv| {
            let next = game.after(position, mv);
            let won = match self.repeats(game, mv, &next, prover_moves) {
                Some(won) => Some(won),
                None => self.replay_child(game, &next, (mv, code), twin, question, budget),
            };
            won == Some(twin.winning.is_none())
        });
        self.road.pop();
        budget.depth -= 1;
        held && !(moves.is_empty() && twin.winning.is_some())
    }

    /// Whether the side to move wins in a position of a simulation, as far as it is known.
    fn replay_child(
        &mut self,
        game: &G,
        next: &G::Position,
        (mv, code): (G::Move, u64),
        above: Twin,
        question: Question,
        budget: &mut Budget,
    ) -> Option<bool> {
        // Step 1. What holds on every path.
        let wanted = above.winning.is_none();
        if let Some(numbers) = self.sight.judge(game, next, question) {
            return Some(numbers.phi == 0);
        }
        let key = game.key(next);
        if let Some(numbers) = self.base(key) {
            return Some(numbers.phi == 0);
        }
        // Step 2. A twin of the present path; else the one that the proof itself was made with, or
        // if that is lost some other. Trying all of them at every step would take for ever.
        let Paths::Twins { table, .. } = &self.paths else { return None };
        let here = self.road.code_after(code, || game.move_code(mv));
        let there = above.code ^ path_number(game.move_code(mv), above.depth + 1);
        let (exact, all) = table.probe(key, here);
        if let Some(twin) = exact {
            return Some(twin.winning.is_some());
        }
        let fitting = all.into_iter().flatten().filter(|twin| twin.winning.is_some() == wanted);
        let twin = fitting.min_by_key(|twin| twin.code != there)?;
        self.replay(game, next, here, twin, question, budget).then_some(wanted)
    }

    /// A result of the base entry, or of the search for the other player, which holds on every path.
    pub(super) fn base(&self, key: Key) -> Option<Numbers> {
        let (_, table) = self.table.as_ref()?;
        table.probe(key).map(|known| known.numbers).filter(|numbers| numbers.is_solved())
    }
}
