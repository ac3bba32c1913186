//! A player outside a match: somebody to play a single game against, whoever it is.

use super::seat::{Seat, SideClock, Trouble, Turn, number_of};
use super::tournament::seat_of;
use crate::pace::Pace;
use crate::player_name::PlayerName;
use andor_core::InputError;
use andor_engine::{AnyGame, Line};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a program may take longer than it should before it is given up.
const MARGIN: Duration = Duration::from_secs(10);

/// A player of our own or a program, ready to move.
pub struct Opponent {
    seat: Box<dyn Seat>,
    stop: Arc<AtomicBool>,
}

impl Opponent {
    /// Sits down at a game.
    ///
    /// # Errors
    /// If there is no such player, or it does not start.
    pub fn new(
        name: &PlayerName,
        game: &dyn AnyGame,
        seed: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Opponent, InputError> {
        let mut seat = seat_of(name, 0, game, stop)?;
        seat.new_game(game, seed).map_err(|trouble| trouble_of(name, trouble))?;
        Ok(Opponent { seat, stop: Arc::clone(stop) })
    }

    /// Another game begins, or this one goes on elsewhere.
    ///
    /// # Errors
    /// If the player does not start again.
    pub fn new_game(
        &mut self,
        name: &PlayerName,
        game: &dyn AnyGame,
        seed: u64,
    ) -> Result<(), InputError> {
        self.seat.new_game(game, seed).map_err(|trouble| trouble_of(name, trouble))
    }

    /// Its move; `None` if it resigns.
    ///
    /// # Errors
    /// If no move came.
    pub fn choose(
        &mut self,
        name: &PlayerName,
        game: &dyn AnyGame,
        line: &Line,
        pace: Pace,
    ) -> Result<Option<String>, InputError> {
        let clocks = [SideClock::new(pace, MARGIN); 2];
        let mover = number_of(game, line.side());
        let turn = Turn { game, line, clocks, mover, stop: &self.stop };
        match self.seat.choose(&turn) {
            Ok(text) => Ok(Some(text)),
            Err(Trouble::Resigned) => Ok(None),
            Err(trouble) => Err(trouble_of(name, trouble)),
        }
    }
}

/// Why a player does not play, in a line.
pub(super) fn trouble_of(name: &PlayerName, trouble: Trouble) -> InputError {
    let shown = InputError::quote(&name.text);
    let why = match trouble {
        Trouble::Crashed(words) if !words.is_empty() => words,
        Trouble::Crashed(_) => "it ends at once".to_owned(),
        Trouble::Silent => "it does not answer".to_owned(),
        Trouble::Resigned | Trouble::Stopped => "it was stopped".to_owned(),
    };
    InputError::new(format!("player {shown} does not play: {why}"))
}
