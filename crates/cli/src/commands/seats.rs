//! Who sits at the board of `andor play`: people and players, at a level, with their dice.

use andor_core::InputError;
use andor_engine::{AnyGame, Pace};
use andor_formats::{GameRecord, Header};
use andor_play::arena::Opponent;
use andor_play::{Contestant, Level};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};

/// The word for a person at the board.
pub(super) const HUMAN: &str = "human";
/// Who plays where nobody is named, and who gives hints.
pub(super) const USUAL: &str = "mia";

/// Somebody at the board.
pub(super) enum Chair {
    Human,
    Player(Box<Seated>),
}

pub(super) struct Seated {
    /// As it was named, without a level.
    contestant: Contestant,
    pub(super) opponent: Opponent,
}

impl Chair {
    /// Has somebody sit down.
    pub(super) fn sit(
        name: &str,
        game: &dyn AnyGame,
        level: Level,
        dice: &mut Dice,
        stop: &Arc<AtomicBool>,
    ) -> Result<Chair, InputError> {
        if name == HUMAN {
            return Ok(Chair::Human);
        }
        let contestant = Contestant::parse(name, game)?;
        let player = match &contestant {
            Contestant::Own(own) if own.pace().is_open() => {
                Contestant::Own(Box::new(level.of(own, game)))
            }
            other => other.clone(),
        };
        let opponent = Opponent::new(player, game, dice.throw(), stop)?;
        Ok(Chair::Player(Box::new(Seated { contestant, opponent })))
    }

    pub(super) fn is_human(&self) -> bool {
        matches!(self, Chair::Human)
    }

    pub(super) fn name(&self) -> &str {
        match self {
            Chair::Human => HUMAN,
            Chair::Player(seated) => seated.contestant.text(),
        }
    }

    /// How much it may think, if a level does not say it.
    pub(super) fn pace(&self) -> Option<Pace> {
        match self {
            Chair::Human => None,
            Chair::Player(seated) => Some(seated.contestant.pace()).filter(|pace| !pace.is_open()),
        }
    }
}

/// What the dice are thrown by: a seed and the throws before it, or the time of the day.
pub(super) struct Dice {
    seed: Option<u64>,
    thrown: u64,
}

impl Dice {
    pub(super) fn new(seed: Option<u64>) -> Dice {
        Dice { seed, thrown: 0 }
    }

    /// The seed of another game.
    pub(super) fn throw(&mut self) -> u64 {
        self.thrown += 1;
        let now = || {
            let now = SystemTime::now().duration_since(UNIX_EPOCH);
            now.map_or(1, |now| now.as_nanos() as u64)
        };
        self.seed.unwrap_or_else(now).wrapping_add(self.thrown)
    }
}

/// Who plays Black and White: whoever is named; else those of the recorded game that goes on, if a person is among
/// them; else a person against the usual player.
pub(super) fn names(
    black: Option<&str>,
    white: Option<&str>,
    record: Option<&GameRecord>,
    game: &dyn AnyGame,
) -> [String; 2] {
    let other = |named: &str| if named == HUMAN { USUAL } else { HUMAN }.to_owned();
    match (black, white) {
        (Some(black), Some(white)) => [black.to_owned(), white.to_owned()],
        (Some(black), None) => [black.to_owned(), other(black)],
        (None, Some(white)) => [other(white), white.to_owned()],
        (None, None) => {
            let recorded = record.and_then(|record| {
                let names = [record.header(Header::Black)?, record.header(Header::White)?];
                // A file may name players of our own; programs are started only by whoever types their names.
                let is_ours = |name: &&str| *name == HUMAN || game.player(name).is_ok();
                let is_game = names.contains(&HUMAN) && names.iter().all(is_ours);
                is_game.then(|| names.map(str::to_owned))
            });
            recorded.unwrap_or_else(|| [HUMAN.to_owned(), USUAL.to_owned()])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::names;
    use andor_engine::Catalogue;
    use andor_formats::{GameRecord, Header, Spot};

    #[test]
    fn who_plays_is_named_recorded_or_usual() {
        let game = Catalogue::standard().game("loa:9x9").unwrap();
        let record = |black: &str, white: &str| {
            let mut record = GameRecord::new(game.spec(), Spot::START);
            record.headers =
                vec![(Header::Black, black.to_owned()), (Header::White, white.to_owned())];
            record
        };
        let from =
            |black: &str, white: &str| names(None, None, Some(&record(black, white)), &*game);
        assert_eq!(from("mia:depth=2", "human"), ["mia:depth=2", "human"]);
        assert_eq!(from("human", "human"), ["human", "human"]);
        for (black, white) in [("Soucie", "human"), ("mia", "random"), ("ugi:rm -rf x", "human")] {
            assert_eq!(from(black, white), ["human", "mia"], "{black} - {white}");
        }
        let named = |black, white| names(black, white, Some(&record("mia", "human")), &*game);
        assert_eq!(named(Some("mia4"), None), ["mia4", "human"]);
        assert_eq!(named(Some("human"), None), ["human", "mia"]);
        assert_eq!(named(None, Some("human")), ["mia", "human"]);
        assert_eq!(named(Some("mia"), Some("random")), ["mia", "random"]);
    }
}
