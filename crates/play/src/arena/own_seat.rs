//! One of our own players at the board.

use super::seat::{Seat, Trouble, Turn};
use crate::player_name::PlayerName;
use andor_core::InputError;
use andor_engine::{AnyGame, Thinker};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A player of our own. It may be restarted: a panic costs it one game.
pub(super) struct OwnSeat {
    name: PlayerName,
    /// Two players with dice throw different ones.
    salt: u64,
    thinker: Option<Box<dyn Thinker>>,
}

impl OwnSeat {
    pub(super) fn new(
        name: &PlayerName,
        salt: u64,
        game: &dyn AnyGame,
    ) -> Result<OwnSeat, InputError> {
        Ok(OwnSeat { name: name.clone(), salt, thinker: Some(name.thinker(game)?) })
    }
}

impl Seat for OwnSeat {
    fn new_game(&mut self, game: &dyn AnyGame, seed: u64) -> Result<(), Trouble> {
        let made = match (&mut self.thinker, self.name.has_dice()) {
            (_, true) => self.name.seeded(game, seed ^ self.salt),
            (None, false) => self.name.thinker(game),
            (Some(thinker), false) => {
                thinker.new_game();
                return Ok(());
            }
        };
        self.thinker = Some(made.map_err(|error| Trouble::Crashed(error.to_string()))?);
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
