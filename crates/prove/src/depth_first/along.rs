//! Asked about a position in the middle of a game: what extraction under superko needs.

use super::DepthFirst;
use crate::simulation::{Place, Replayer};
use crate::solver::{Solver, judged};
use andor_core::{Game, Judgement, Key, Limits, Observer, Question, Report};

/// The game so far: the situations before a position, and the code of the moves that led to it.
#[derive(Clone, Default)]
pub(crate) struct Before {
    pub(crate) situations: Vec<Key>,
    pub(crate) code: u64,
}

impl<G: Game> DepthFirst<G> {
    /// Whether the side to move in `position` is known to reach its goal on every path.
    pub(crate) fn is_clean_win(&self, game: &G, position: &G::Position) -> bool {
        self.paths.rule.trusts_clean()
            && self.table.as_ref().is_some_and(|(_, table)| {
                table.solved(game.key(position)).is_some_and(|numbers| numbers.phi == 0)
            })
    }

    /// The same search, but of a position that comes up after `before`.
    pub(crate) fn solve_after(
        &mut self,
        game: &G,
        before: &Before,
        position: &G::Position,
        question: Question,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> (Report, Option<G::Move>) {
        self.road.begin_after(before.situations.clone(), before.code);
        let report = self.solve(game, position, question, limits, observer);
        self.road.begin_after(Vec::new(), 0);
        let solved = self.solved_root.as_ref().filter(|(root, _)| root == position);
        (report, solved.map(|&(_, mv)| mv))
    }

    /// A move after which the opponent is known to be lost, if `position` comes up after `before`.
    pub(crate) fn move_after(
        &mut self,
        game: &G,
        before: &Before,
        position: &G::Position,
        question: Question,
    ) -> Option<G::Move> {
        // Before the first search nothing is known.
        let table = &self.table.as_ref()?.1;
        self.road.begin_after(before.situations.clone(), before.code);
        self.road.clear();
        self.road.push(self.cycles.key(game, position));
        let mut replayer = Replayer {
            game,
            sight: &self.sight,
            question,
            cycles: self.cycles,
            road: &mut self.road,
            twins: self.paths.rule.twins(),
            counters: &mut self.counters,
            base: |key| table.solved(key),
        };
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let found = moves.into_iter().find(|&mv| {
            let next = game.after(position, mv);
            let over = game.outcome(&next).map_or(Judgement::Open, Judgement::Over);
            if let Some(numbers) = judged(over, game.side_to_move(&next), question) {
                return numbers.delta == 0;
            }
            let place = Place { key: game.key(&next), code: before.code };
            match replayer.verdict(&next, mv, place) {
                Some(child_wins) => !child_wins,
                None => table.solved(place.key).is_some_and(|numbers| numbers.delta == 0),
            }
        });
        self.road.begin_after(Vec::new(), 0);
        self.road.clear();
        found
    }

    /// The game goes on from `position` by `mv`.
    pub(crate) fn go_on(game: &G, before: &Before, position: &G::Position, mv: G::Move) -> Before {
        let mut situations = before.situations.clone();
        situations.push(game.situation_key(position));
        let number = crate::twins::path_number(game.move_code(mv), situations.len());
        Before { situations, code: before.code ^ number }
    }
}
