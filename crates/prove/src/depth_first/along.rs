//! Asked about a position in the middle of a game: what extraction under superko needs.

use super::DepthFirst;
use crate::path_source::{Before, PathSource, SolvedAfter};
use crate::simulation::{Place, Replayer, tried};
use crate::solver::{Solver, judged};
use andor_core::{Game, Judgement, Limits, Observer, Question};

impl<G: Game> PathSource<G> for DepthFirst<G> {
    fn is_clean_win(&self, game: &G, position: &G::Position) -> bool {
        self.paths.rule.trusts_clean()
            && self.table.as_ref().is_some_and(|kept| {
                kept.found.solved(game.key(position)).is_some_and(|numbers| numbers.phi == 0)
            })
    }

    fn solve_after(
        &mut self,
        game: &G,
        before: &Before,
        position: &G::Position,
        question: Question,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> SolvedAfter<G::Move> {
        self.road.begin_after(before.situations.clone(), before.code);
        let report = self.solve(game, position, question, limits, observer);
        self.road.begin_after(Vec::new(), 0);
        let solved = self.solved_root.as_ref().filter(|root| root.position == *position);
        SolvedAfter { report, mv: solved.map(|root| root.mv) }
    }

    fn move_after(
        &mut self,
        game: &G,
        before: &Before,
        position: &G::Position,
        question: Question,
    ) -> Option<G::Move> {
        // Before the first search nothing is known.
        let table = &self.table.as_ref()?.found;
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
            tried: tried(self.config.ghi),
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
}
