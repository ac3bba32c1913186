//! One of our own players at the board.

use super::seat::{Hear, Seat, Trouble, Turn};
use andor_core::InputError;
use andor_engine::{AnyGame, PlayerSpec, Thinker};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A player of our own. It may be restarted: a panic costs it one game.
pub(super) struct OwnSeat {
    player: PlayerSpec,
    /// Two players with dice throw different ones.
    salt: u64,
    thinker: Option<Box<dyn Thinker>>,
}

impl OwnSeat {
    pub(super) fn new(
        player: &PlayerSpec,
        salt: u64,
        game: &dyn AnyGame,
    ) -> Result<OwnSeat, InputError> {
        Ok(OwnSeat { player: player.clone(), salt, thinker: Some(game.thinker(player)?) })
    }
}

impl Seat for OwnSeat {
    fn new_game(&mut self, game: &dyn AnyGame, seed: u64) -> Result<(), Trouble> {
        let made = match (&mut self.thinker, self.player.has_dice()) {
            (_, true) => game.thinker(&self.player.seeded(seed ^ self.salt)),
            (None, false) => game.thinker(&self.player),
            (Some(thinker), false) => {
                thinker.new_game();
                return Ok(());
            }
        };
        self.thinker = Some(made.map_err(|error| Trouble::Crashed(error.to_string()))?);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>, hear: Hear<'_>) -> Result<String, Trouble> {
        let mut thinker = self.thinker.take().expect("a game has begun");
        let budget = turn.budget();
        let thought = catch_unwind(AssertUnwindSafe(|| {
            let thought = thinker.think(turn.line, &budget, turn.stop, hear);
            (thinker, thought)
        }));
        let Ok((thinker, thought)) = thought else {
            return Err(Trouble::Crashed("the player panicked".to_owned()));
        };
        self.thinker = Some(thinker);
        thought.best.ok_or_else(|| Trouble::Crashed("the player names no move".to_owned()))
    }
}
