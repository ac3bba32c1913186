//! One of our own players at the board.

use super::seat::{Seat, Trouble, Turn};
use crate::any_game::AnyGame;
use crate::player::PlayerName;
use crate::thinker::Thinker;
use andor_core::InputError;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A player of our own. It may be restarted: a panic costs it one game.
pub(super) struct OwnSeat {
    name: PlayerName,
    thinker: Option<Box<dyn Thinker>>,
}

impl OwnSeat {
    pub(super) fn new(name: &PlayerName, game: &dyn AnyGame) -> Result<OwnSeat, InputError> {
        Ok(OwnSeat { name: name.clone(), thinker: Some(name.thinker(game)?) })
    }
}

impl Seat for OwnSeat {
    fn new_game(&mut self, game: &dyn AnyGame, _seed: u64) -> Result<(), Trouble> {
        if self.thinker.is_none() {
            let made = self.name.thinker(game);
            self.thinker = Some(made.map_err(|error| Trouble::Crashed(error.to_string()))?);
        }
        let thinker = self.thinker.as_mut().expect("it was just made");
        thinker.new_game();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<String, Trouble> {
        let mut thinker = self.thinker.take().expect("a game has begun");
        let budget = turn.budget();
        let thought = catch_unwind(AssertUnwindSafe(|| {
            let (start, moves) = (turn.line.start(), turn.line.moves());
            let thought = thinker.think(start, moves, &budget, turn.stop, &mut |_| {});
            (thinker, thought)
        }));
        let Ok((thinker, thought)) = thought else {
            return Err(Trouble::Crashed("the player panicked".to_owned()));
        };
        self.thinker = Some(thinker);
        let thought = thought.map_err(|error| Trouble::Crashed(error.to_string()))?;
        thought.best.ok_or_else(|| Trouble::Crashed("the player names no move".to_owned()))
    }
}
