//! A player outside a match: somebody to play a single game against, whoever it is.

use super::seat::{Seat, SideClock, Trouble, Turn, number_of};
use super::tournament::seat_of;
use crate::contestant::Contestant;
use andor_core::InputError;
use andor_engine::{AnyGame, Line, Pace, Thought};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a program may take longer than it should before it is given up.
const MARGIN: Duration = Duration::from_secs(10);

/// A player of our own or a program, ready to move.
pub struct Opponent {
    contestant: Contestant,
    seat: Box<dyn Seat>,
    stop: Arc<AtomicBool>,
}

impl Opponent {
    /// Sits down at a game.
    ///
    /// # Errors
    /// If it cannot be had, or does not start.
    pub fn new(
        contestant: Contestant,
        game: &dyn AnyGame,
        seed: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Opponent, InputError> {
        let seat = seat_of(&contestant, 0, game, stop)?;
        let mut opponent = Opponent { contestant, seat, stop: Arc::clone(stop) };
        opponent.new_game(game, seed)?;
        Ok(opponent)
    }

    /// Who it is.
    #[must_use]
    pub fn contestant(&self) -> &Contestant {
        &self.contestant
    }

    /// Another game begins, or this one goes on elsewhere.
    ///
    /// # Errors
    /// If the player does not start again.
    pub fn new_game(&mut self, game: &dyn AnyGame, seed: u64) -> Result<(), InputError> {
        let begun = self.seat.new_game(game, seed);
        begun.map_err(|trouble| trouble_of(&self.contestant, trouble))
    }

    /// Its move; `None` if it resigns. A player of our own lets somebody `hear` what it thinks, and plays the best
    /// it has found where it is stopped.
    ///
    /// # Errors
    /// If no move came.
    pub fn choose(
        &mut self,
        game: &dyn AnyGame,
        line: &Line,
        pace: Pace,
        hear: &mut dyn FnMut(&Thought),
    ) -> Result<Option<String>, InputError> {
        let clocks = [SideClock::new(pace, MARGIN); 2];
        let mover = number_of(game, line.side());
        let turn = Turn { game, line, clocks, mover, stop: &self.stop };
        match self.seat.choose(&turn, hear) {
            Ok(text) => Ok(Some(text)),
            Err(Trouble::Resigned) => Ok(None),
            Err(trouble) => Err(trouble_of(&self.contestant, trouble)),
        }
    }
}

/// Why a player does not play, in a line.
pub(super) fn trouble_of(contestant: &Contestant, trouble: Trouble) -> InputError {
    let shown = InputError::quote(contestant.text());
    let why = match trouble {
        Trouble::Crashed(words) if !words.is_empty() => words,
        Trouble::Crashed(_) => "it ends at once".to_owned(),
        Trouble::Silent => "it does not answer".to_owned(),
        Trouble::Resigned | Trouble::Stopped => "it was stopped".to_owned(),
    };
    InputError::new(format!("player {shown} does not play: {why}"))
}
