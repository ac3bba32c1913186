//! A seat at the board: somebody who can be asked for a move.

use andor_core::{Instant, Player};
use andor_engine::{AnyGame, Budget, Line, Pace, Thought, Timing};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Why no move came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    /// The program ended, with these last words; or our player failed.
    Crashed(String),
    /// Nothing came before the deadline.
    Silent,
    /// The player gave up.
    Resigned,
    /// The match was stopped.
    Stopped,
}

/// A player who does not say anything for so long, and has no clock, hangs.
const PATIENCE: Duration = Duration::from_secs(600);

/// The clock of one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct SideClock {
    pub(super) pace: Pace,
    /// What is left, where the clock is for the whole game.
    pub(super) left: Duration,
    /// Added to every time that is checked.
    pub(super) margin: Duration,
}

impl SideClock {
    pub(super) fn new(pace: Pace, margin: Duration) -> SideClock {
        let left = match pace.timing {
            Some(Timing::WholeGame { base, .. }) => base,
            _ => Duration::ZERO,
        };
        SideClock { pace, left, margin }
    }

    pub(super) fn increment(&self) -> Duration {
        match self.pace.timing {
            Some(Timing::WholeGame { increment, .. }) => increment,
            _ => Duration::ZERO,
        }
    }

    /// The longest that a move may take.
    fn allowed(&self) -> Option<Duration> {
        match self.pace.timing? {
            Timing::EachMove(time) => Some(time + self.margin),
            Timing::WholeGame { .. } => Some(self.left + self.margin),
        }
    }

    /// Takes the time of a move from the clock; `false` if there was not so much.
    pub(super) fn spend(&mut self, time: Duration) -> bool {
        if self.allowed().is_some_and(|allowed| time > allowed) {
            return false;
        }
        self.left = self.left.saturating_sub(time) + self.increment();
        true
    }
}

/// What a player is asked.
pub(super) struct Turn<'a> {
    pub(super) game: &'a dyn AnyGame,
    pub(super) line: &'a Line,
    /// The clocks of the first player and of the second.
    pub(super) clocks: [SideClock; 2],
    /// Which of them is to move.
    pub(super) mover: usize,
    pub(super) stop: &'a Arc<AtomicBool>,
}

impl Turn<'_> {
    /// The clock of the side to move.
    pub(super) fn clock(&self) -> &SideClock {
        &self.clocks[self.mover]
    }

    pub(super) fn budget(&self) -> Budget {
        let clock = self.clock();
        clock.pace.budget(clock.left)
    }

    /// When a move that has not come is not waited for any longer.
    pub(super) fn deadline(&self) -> Instant {
        Instant::now() + self.clock().allowed().map_or(PATIENCE, |allowed| allowed + FINE_GRAIN)
    }
}

/// A move that comes at the last moment is judged by the clock, not by the wait.
const FINE_GRAIN: Duration = Duration::from_millis(20);

/// Who is told every change of mind.
pub(super) type Hear<'a> = &'a mut dyn FnMut(&Thought);

/// A player at the board.
pub(super) trait Seat: Send {
    /// Another game begins; a player with dice throws them by this seed.
    fn new_game(&mut self, game: &dyn AnyGame, seed: u64) -> Result<(), Trouble>;

    /// The move it wants, as it writes it. A player of our own lets somebody `hear` what it thinks meanwhile.
    fn choose(&mut self, turn: &Turn<'_>, hear: Hear<'_>) -> Result<String, Trouble>;
}

/// The number of a player: 0 for the one who moves first in the initial position.
pub(super) fn number_of(game: &dyn AnyGame, player: Player) -> usize {
    usize::from(player != first_player(game))
}

/// Who moves first in the initial position.
pub(super) fn first_player(game: &dyn AnyGame) -> Player {
    game.position(None, &[]).expect("the initial position is a position").side()
}
