//! One game: two seats, two clocks and a referee.

use super::log::{PlayedGame, Side};
use super::save::record_of;
use super::seat::{Seat, SideClock, Trouble, Turn, first_player, number_of};
use andor_core::{InputError, Outcome, Player};
use andor_engine::{AnyGame, Pace};
use andor_formats::Ending;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A game that is to be played.
pub(super) struct Fixture<'a> {
    pub(super) game: &'a dyn AnyGame,
    /// Its number in the match.
    pub(super) number: u64,
    /// Whether A moves first.
    pub(super) a_first: bool,
    pub(super) opening: &'a [String],
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
struct GameResult {
    outcome: Outcome,
    reason: String,
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
        let mut line = self.game.position(None, self.opening)?;
        let mut clocks = paces.map(|pace| SideClock::new(pace, self.margin));
        let mut verdict: Option<GameResult> = None;
        // Step 1. Both sit down.
        for (seat, player) in seats.iter_mut().zip([first, first.other()]) {
            if let Err(trouble) = seat.new_game(self.game, self.seed) {
                if self.is_stopped(&trouble) {
                    return Ok(None);
                }
                verdict = verdict.or(Some(lost(player, &trouble)));
            }
        }
        // Step 2. They move by turns.
        let verdict = loop {
            if let Some(verdict) = verdict {
                break verdict;
            }
            if let Some(ended) = over(line.ending(), line.moves().len(), self.most_plies) {
                break ended;
            }
            let side = line.side();
            let mover = number_of(self.game, side);
            let start = Instant::now();
            let turn = Turn { game: self.game, line: &line, clocks, mover, stop: self.stop };
            let chosen = seats[mover].choose(&turn);
            let in_time = clocks[mover].spend(start.elapsed());
            let lost_by =
                |reason: String| Some(GameResult { outcome: Outcome::Win(side.other()), reason });
            verdict = match chosen {
                _ if self.stop.load(Ordering::Relaxed) => return Ok(None),
                Err(trouble) => Some(lost(side, &trouble)),
                Ok(_) if !in_time => lost_by(TIME.to_owned()),
                Ok(text) => match self.game.play(&mut line, &text) {
                    Ok(()) => None,
                    Err(_) => lost_by(format!("{ILLEGAL} {}", InputError::quote(&text))),
                },
            };
        };
        // Step 3. The result, and a second opinion on it.
        let black_is_a = (first == Player::Black) == self.a_first;
        let played = PlayedGame {
            number: self.number,
            black: if black_is_a { Side::A } else { Side::B },
            opening: self.opening.len(),
            moves: line.moves().to_vec(),
            winner: verdict.outcome.winner().map(|winner| match (winner, black_is_a) {
                (Player::Black, true) | (Player::White, false) => Side::A,
                _ => Side::B,
            }),
            reason: verdict.reason,
        };
        self.second_opinion(&played, line.ending())?;
        Ok(Some(played))
    }

    fn is_stopped(&self, trouble: &Trouble) -> bool {
        *trouble == Trouble::Stopped || self.stop.load(Ordering::Relaxed)
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

/// The reasons that are not only about the board.
pub(super) const TIME: &str = "time";
pub(super) const ILLEGAL: &str = "illegal move";
pub(super) const RESIGNED: &str = "resignation";
const SILENT: &str = "no answer";
const CRASHED: &str = "crash";

/// The game is over by the rules, or has been long enough.
fn over(ending: Option<Ending>, plies: usize, most: usize) -> Option<GameResult> {
    let verdict = |outcome, reason: &str| Some(GameResult { outcome, reason: reason.to_owned() });
    match ending {
        Some(Ending::Repetition) => verdict(Outcome::Draw, "repetition"),
        Some(ending) => verdict(ending.outcome()?, "board"),
        None if plies >= most => verdict(Outcome::Draw, "too long"),
        None => None,
    }
}

fn lost(player: Player, trouble: &Trouble) -> GameResult {
    let reason = match trouble {
        Trouble::Crashed(words) if words.is_empty() => CRASHED.to_owned(),
        Trouble::Crashed(words) => format!("{CRASHED}: {}", InputError::printable(words, 200)),
        // With a clock, silence is an overstepped time; the game is lost either way.
        Trouble::Silent => SILENT.to_owned(),
        Trouble::Resigned => RESIGNED.to_owned(),
        Trouble::Stopped => "stopped".to_owned(),
    };
    GameResult { outcome: Outcome::Win(player.other()), reason }
}
