//! One game: two seats, two clocks and a referee.

use super::log::{PlayedGame, Side};
use super::reason::Reason;
use super::save::record_of;
use super::seat::{Seat, SideClock, Trouble, Turn, first_player, number_of};
use andor_core::{InputError, Instant, Outcome, Player};
use andor_engine::{AnyGame, Line, Pace};
use andor_formats::Ending;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A game that is to be played.
pub(super) struct Fixture<'a> {
    pub(super) game: &'a dyn AnyGame,
    /// Its number in the match.
    pub(super) number: u64,
    /// Whether A moves first.
    pub(super) a_first: bool,
    /// How it begins.
    pub(super) opening: &'a Line,
    /// The paces of A and of B.
    pub(super) paces: [Pace; 2],
    pub(super) margin: Duration,
    /// A game that is this long is a draw.
    pub(super) most_plies: usize,
    /// What the players' dice are thrown by.
    pub(super) seed: u64,
    pub(super) stop: &'a Arc<AtomicBool>,
}

/// A result, and how it came about.
struct Finish {
    outcome: Outcome,
    reason: Reason,
}

impl Fixture<'_> {
    /// Plays it; nothing if the match was stopped before it was over.
    ///
    /// # Errors
    /// If the game that was played is not one by the reference rules: then no result of this match
    /// can be believed.
    pub(super) fn play(
        &self,
        [a, b]: [&mut dyn Seat; 2],
    ) -> Result<Option<PlayedGame>, InputError> {
        let first = first_player(self.game);
        let (mut seats, paces) = match self.a_first {
            true => ([a, b], self.paces),
            false => ([b, a], [self.paces[1], self.paces[0]]),
        };
        let mut line = self.opening.clone();
        let mut clocks = paces.map(|pace| SideClock::new(pace, self.margin));
        let mut finish: Option<Finish> = None;
        // Step 1. Both sit down.
        for (seat, player) in seats.iter_mut().zip([first, first.other()]) {
            if let Err(trouble) = seat.new_game(self.game, self.seed) {
                match lost(player, trouble).filter(|_| !self.is_stopped()) {
                    Some(lost) => finish = finish.or(Some(lost)),
                    None => return Ok(None),
                }
            }
        }
        // Step 2. They move by turns.
        let finish = loop {
            if let Some(finish) = finish {
                break finish;
            }
            if let Some(ended) = over(line.ending(), line.moves().len(), self.most_plies) {
                break ended;
            }
            let side = line.side();
            let mover = number_of(self.game, side);
            let start = Instant::now();
            let turn = Turn { game: self.game, line: &line, clocks, mover, stop: self.stop };
            let chosen = seats[mover].choose(&turn, &mut |_| {});
            let in_time = clocks[mover].spend(start.elapsed());
            let lost_by =
                |reason: Reason| Some(Finish { outcome: Outcome::Win(side.other()), reason });
            finish = match chosen {
                _ if self.is_stopped() => return Ok(None),
                Err(trouble) => match lost(side, trouble) {
                    None => return Ok(None),
                    lost => lost,
                },
                Ok(_) if !in_time => lost_by(Reason::Time),
                Ok(text) => match self.game.play(&mut line, &text) {
                    Ok(()) => None,
                    Err(_) => lost_by(Reason::Illegal(InputError::quote(&text))),
                },
            };
        };
        // Step 3. The result, and a second opinion on it.
        let black_is_a = (first == Player::Black) == self.a_first;
        let played = PlayedGame {
            number: self.number,
            black: if black_is_a { Side::A } else { Side::B },
            opening: self.opening.moves().len(),
            moves: line.moves().to_vec(),
            winner: finish.outcome.winner().map(|winner| match (winner, black_is_a) {
                (Player::Black, true) | (Player::White, false) => Side::A,
                _ => Side::B,
            }),
            reason: finish.reason,
        };
        self.second_opinion(&played, line.ending())?;
        Ok(Some(played))
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn second_opinion(
        &self,
        played: &PlayedGame,
        ending: Option<Ending>,
    ) -> Result<(), InputError> {
        let record = record_of(self.game, played, ["A", "B"]);
        let replay = self.game.replay(&record);
        let wrong = match replay.fault {
            Some(fault) => Some(fault.reason),
            None if ending.is_some()
                && replay.ending.outcome() != ending.and_then(Ending::outcome) =>
            {
                Some(format!("the reference rules say {:?}, not {ending:?}", replay.ending))
            }
            None => None,
        };
        match wrong {
            None => Ok(()),
            Some(why) => {
                let moves = played.moves.join(" ");
                Err(InputError::new(format!("game {}: {why} ({moves})", played.number + 1)))
            }
        }
    }
}

/// The game is over by the rules, or has been long enough.
fn over(ending: Option<Ending>, plies: usize, most: usize) -> Option<Finish> {
    let (outcome, reason) = match ending {
        Some(Ending::Repetition) => (Outcome::Draw, Reason::Repetition),
        Some(ending) => (ending.outcome()?, Reason::Board),
        None if plies >= most => (Outcome::Draw, Reason::TooLong),
        None => return None,
    };
    Some(Finish { outcome, reason })
}

/// A player has lost because of trouble; nothing if there is none of its own: the match was stopped.
fn lost(player: Player, trouble: Trouble) -> Option<Finish> {
    let reason = match trouble {
        Trouble::Crashed(words) => Reason::Crashed(InputError::printable(&words, 200)),
        // With a clock, silence is an overstepped time; the game is lost either way.
        Trouble::Silent => Reason::Silent,
        Trouble::Resigned => Reason::Resigned,
        Trouble::Stopped => return None,
    };
    Some(Finish { outcome: Outcome::Win(player.other()), reason })
}
