//! A match: which games are to be played, by how many threads, and when it is enough.
//!
//! Game `2k` and game `2k + 1` have the same opening; A moves first in the one, B in the other.
//! A game depends on its number and the seed alone, so that for players who do not look at the
//! clock a match gives the same games with any number of threads, and when it is resumed.

use super::game::Fixture;
use super::gtp_seat::GtpSeat;
use super::interface_seat::InterfaceSeat;
use super::log::PlayedGame;
use super::opponent::trouble_of;
use super::own_seat::OwnSeat;
use super::seat::Seat;
use super::sprt::{Sprt, Verdict};
use super::statistics::{GameResult, Tally};
use crate::contestant::{Contestant, Dialect, Program};
use andor_core::{InputError, SplitMix64};
use andor_engine::{AnyGame, Line, Pace};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

/// A match that is to be played.
pub struct Match<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// A and B.
    pub players: [Contestant; 2],
    /// For players whose texts say nothing.
    pub pace: Pace,
    /// At least one.
    pub openings: Vec<Line>,
    /// How many games there are in all.
    pub games: u64,
    /// A game of so many plies is a draw.
    pub most_plies: usize,
    /// What a move may take longer than it should.
    pub margin: Duration,
    /// Of the players' dice.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
    /// When it is enough.
    pub sprt: Option<Sprt>,
    /// Raised by somebody else to end it.
    pub stop: Arc<AtomicBool>,
}

/// What became of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The results, those known before included.
    pub tally: Tally,
    /// How many games have the same moves as one with a smaller number.
    pub repeats: u64,
    /// Where the test stands, if there is one.
    pub verdict: Option<(f64, Verdict)>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
}

impl Played {
    /// What became of it as objects: where the test stands, if there is one, and the score from A's side.
    #[must_use]
    pub fn objects(&self, [a, b]: [&str; 2], sprt: Option<&Sprt>) -> Vec<Value> {
        let tally = &self.tally;
        let mut objects = Vec::new();
        if let (Some((ratio, verdict)), Some(sprt)) = (self.verdict, sprt) {
            let (lower, upper) = sprt.bounds();
            objects.push(json!({
                "sprt": verdict.name(),
                "llr": ratio,
                "lower": lower,
                "upper": upper,
                "elo0": sprt.elo0,
                "elo1": sprt.elo1,
                "pairs": tally.pairs(),
            }));
        }
        objects.push(json!({
            "a": a,
            "b": b,
            "games": tally.count(),
            "score": tally.score(),
            "wins": tally.wins(),
            "draws": tally.draws(),
            "losses": tally.losses(),
            "elo": tally.elo(),
            "elo_error": tally.elo_error(),
        }));
        objects
    }
}

impl Match<'_> {
    /// Plays all games that are not known, telling each. An error of `hear` ends the match.
    ///
    /// # Errors
    /// If a player cannot be had, `hear` fails, or the referee found its own rules wrong.
    pub fn play(
        &self,
        known: Vec<PlayedGame>,
        hear: &mut dyn FnMut(&PlayedGame, &Tally) -> Result<(), InputError>,
    ) -> Result<Played, InputError> {
        let mut games: Vec<PlayedGame> =
            known.into_iter().filter(|game| game.number < self.games).collect();
        let is_known = |number: &u64| games.iter().any(|game| game.number == *number);
        let wanted: Vec<u64> = (0..self.games).filter(|number| !is_known(number)).collect();
        // Step 1. Can both play at all?
        let mut ready = Vec::new();
        if !wanted.is_empty() && !self.is_decided(&games) {
            ready.push([self.seat(0, true)?, self.seat(1, true)?]);
        }
        // Step 2. Threads take games from the list.
        let enough = Arc::new(AtomicBool::new(false));
        let next = AtomicUsize::new(0);
        let mut failure = None;
        thread::scope(|scope| {
            let (sender, finished) = channel();
            let threads = if ready.is_empty() { 0 } else { self.threads.clamp(1, wanted.len()) };
            for _ in 0..threads {
                let (sender, enough, seats) = (sender.clone(), Arc::clone(&enough), ready.pop());
                let (next, wanted) = (&next, &*wanted);
                scope.spawn(move || self.work(seats, next, wanted, &enough, &sender));
            }
            drop(sender);
            // Step 3. Every game is told when it is over; somebody says stop, or it is enough.
            loop {
                if self.stop.load(Ordering::Relaxed) {
                    enough.store(true, Ordering::Relaxed);
                }
                let game = match finished.recv_timeout(Duration::from_millis(20)) {
                    Ok(Ok(game)) => game,
                    Ok(Err(error)) => {
                        enough.store(true, Ordering::Relaxed);
                        failure = failure.take().or(Some(error));
                        continue;
                    }
                    Err(std::sync::mpsc::RecvTimeoutError::Timeout) => continue,
                    Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
                };
                games.push(game);
                let told = hear(games.last().expect("it was just pushed"), &tally(&games));
                if let Err(error) = told {
                    failure = failure.take().or(Some(error));
                    enough.store(true, Ordering::Relaxed);
                }
                if self.is_decided(&games) {
                    enough.store(true, Ordering::Relaxed);
                }
            }
        });
        if let Some(error) = failure {
            return Err(error);
        }
        let tally = tally(&games);
        let verdict =
            self.sprt.map(|sprt| (sprt.log_likelihood_ratio(&tally), sprt.verdict(&tally)));
        let decided = self.is_decided(&games);
        let interrupted = (games.len() as u64) < self.games && !decided;
        Ok(Played { repeats: repeats(&games), tally, verdict, interrupted })
    }

    fn is_decided(&self, games: &[PlayedGame]) -> bool {
        self.sprt.is_some_and(|sprt| sprt.verdict(&tally(games)) != Verdict::Open)
    }

    /// Plays games until there are none left, or it is enough.
    fn work(
        &self,
        seats: Option<[Box<dyn Seat>; 2]>,
        next: &AtomicUsize,
        wanted: &[u64],
        enough: &Arc<AtomicBool>,
        sender: &Sender<Result<PlayedGame, InputError>>,
    ) {
        let mut seats =
            match seats.map_or_else(|| Ok([self.seat(0, false)?, self.seat(1, false)?]), Ok) {
                Ok(seats) => seats,
                Err(error) => return drop(sender.send(Err(error))),
            };
        while !enough.load(Ordering::Relaxed) {
            let Some(&number) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
            let [a, b] = &mut seats;
            let fixture = self.fixture(number, enough);
            match fixture.play([&mut **a, &mut **b]) {
                Ok(Some(game)) => drop(sender.send(Ok(game))),
                Ok(None) => return,
                Err(error) => return drop(sender.send(Err(error))),
            }
        }
    }

    /// Plays one game of it, with players of its own; nothing if it was stopped. It is the game that
    /// [`Match::play`] has under this number.
    ///
    /// # Errors
    /// If a player cannot be had, or the referee found its own rules wrong.
    pub fn play_one(&self, number: u64) -> Result<Option<PlayedGame>, InputError> {
        let mut seats = [self.seat(0, false)?, self.seat(1, false)?];
        let [a, b] = &mut seats;
        self.fixture(number, &self.stop).play([&mut **a, &mut **b])
    }

    fn fixture<'a>(&'a self, number: u64, stop: &'a Arc<AtomicBool>) -> Fixture<'a> {
        let pace = |player: usize| match self.players[player].pace() {
            pace if pace.is_open() => self.pace,
            pace => pace,
        };
        Fixture {
            game: self.game,
            number,
            a_first: number.is_multiple_of(2),
            opening: &self.openings[(number / 2) as usize % self.openings.len()],
            paces: [pace(0), pace(1)],
            margin: self.margin,
            most_plies: self.most_plies,
            seed: SplitMix64::new(self.seed ^ (number << 32)).next_u64(),
            stop,
        }
    }

    /// A player at the board; `tried` if it has to show that it can be had.
    fn seat(&self, player: usize, tried: bool) -> Result<Box<dyn Seat>, InputError> {
        let contestant = &self.players[player];
        let mut seat = seat_of(contestant, player as u64, self.game, &self.stop)?;
        if tried && let Err(trouble) = seat.new_game(self.game, self.seed) {
            return Err(trouble_of(contestant, trouble));
        }
        Ok(seat)
    }
}

/// The seat of a player; programs have not been started yet.
pub(super) fn seat_of(
    contestant: &Contestant,
    salt: u64,
    game: &dyn AnyGame,
    stop: &Arc<AtomicBool>,
) -> Result<Box<dyn Seat>, InputError> {
    Ok(match contestant {
        Contestant::Own(player) => Box::new(OwnSeat::new(player, salt, game)?),
        Contestant::Program(Program { dialect: Dialect::Gtp, command, .. }) => {
            Box::new(GtpSeat::new(command, stop))
        }
        Contestant::Program(Program { dialect, command, .. }) => {
            Box::new(InterfaceSeat::new(*dialect, command, stop))
        }
    })
}

fn tally(games: &[PlayedGame]) -> Tally {
    let results: Vec<(u64, GameResult)> =
        games.iter().map(|game| (game.number, game.result())).collect();
    Tally::of(&results)
}

fn repeats(games: &[PlayedGame]) -> u64 {
    let mut lines: Vec<&[String]> = games.iter().map(|game| &*game.moves).collect();
    lines.sort_unstable();
    lines.windows(2).filter(|pair| pair[0] == pair[1]).count() as u64
}
