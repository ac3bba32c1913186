//! Results are stored: in the table if they hold on every path, with the rule for paths if not.

use super::paths::Leant;
use super::{DepthFirst, REPEATING};
use crate::numbers::Numbers;
use crate::repetition::Leaning;
use crate::simulation::Place;
use andor_core::Game;

impl<G: Game> DepthFirst<G> {
    /// Stores a result; one that leans on the path is kept by the rule of the search, and the position
    /// starts afresh in the table. `winning` is the move of a won position.
    pub(super) fn keep(
        &mut self,
        game: &G,
        place: Place,
        numbers: Numbers,
        work: u64,
        leaning: Leaning,
        winning: Option<G::Move>,
    ) {
        let mut numbers = numbers;
        if !leaning.is_none() {
            self.leaned += 1;
            let result = Leant {
                place,
                leaning,
                beginning: self.frames.get(leaning.deepest()).map(|frame| frame.path),
                depth: self.road.len(),
                winning: winning.map(|mv| game.move_code(mv)),
            };
            if self.paths.rule.keep(result) {
                numbers = REPEATING;
            }
        }
        self.table().store(place.key, numbers, work);
        self.tell(place.key, numbers, work);
    }
}
