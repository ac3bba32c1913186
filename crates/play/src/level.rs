//! The ten levels of a player: how far a player looks, and how much it guesses.
//!
//! The lower levels see one ply, and a random term (thesis, 3.2.2) is added to what they think of it. At level 1 that
//! drowns everything but a win at once; at level 2 it is worth odds of 55 to 1, at level 3 of 2.7 to 1. The others
//! have some dice too, so that the same moves do not make the same game, but of little weight.

use andor_engine::{AnyGame, Pace, PlayerSpec, Timing};
use std::ops::RangeInclusive;
use std::time::Duration;

/// How well a player plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level(u32);

/// More than any evaluation has to say.
const DEAFENING: u32 = 100_000;
/// Points of odds of e to 1, where nobody has measured them.
const USUAL_ODDS: u32 = 200;

impl Level {
    /// The levels there are.
    pub const ALL: RangeInclusive<u32> = 1..=10;

    /// The level of this number.
    #[must_use]
    pub fn new(number: u32) -> Option<Level> {
        Level::ALL.contains(&number).then_some(Level(number))
    }

    /// This level, or that of a number if it is higher.
    #[must_use]
    pub fn at_least(self, number: u32) -> Level {
        Level(self.0.max(number))
    }

    /// How much a player of this level thinks about a move.
    #[must_use]
    pub fn pace(self) -> Pace {
        let plies = |depth| Pace { depth: Some(depth), ..Pace::default() };
        let seconds = |seconds| {
            let timing = Some(Timing::EachMove(Duration::from_secs(seconds)));
            Pace { timing, ..Pace::default() }
        };
        match self.0 {
            ..=4 => plies(1),
            5 => plies(3),
            6 => plies(4),
            7 => plies(6),
            8 => seconds(1),
            9 => seconds(5),
            _ => seconds(20),
        }
    }

    /// A player whose text says nothing of its strength, at this level of the game.
    #[must_use]
    pub fn of(self, player: &PlayerSpec, game: &dyn AnyGame) -> PlayerSpec {
        let odds = game.family().odds_points.unwrap_or(USUAL_ODDS);
        let noise = match self.0 {
            ..=1 => DEAFENING,
            2 => 4 * odds,
            3 => odds,
            _ => odds / 20,
        };
        let player = player.with_noise(noise as i32);
        if self.0 == 1 { player.without_quiescence() } else { player }
    }
}

#[cfg(test)]
mod tests {
    use super::Level;
    use andor_engine::Catalogue;

    #[test]
    fn there_are_ten_and_all_have_dice() {
        assert!(Level::new(0).is_none() && Level::new(11).is_none());
        let catalogue = Catalogue::standard();
        for game in ["loa:9x9", "breakthrough", "tic-tac-toe"] {
            let game = catalogue.game(game).unwrap();
            let mia = game.player("mia").unwrap();
            let levels = Level::ALL.map(|number| Level::new(number).unwrap());
            let players: Vec<_> = levels.clone().map(|level| level.of(&mia, &*game)).collect();
            assert!(players.iter().all(|player| player.has_dice()));
            assert!(levels.clone().all(|level| !level.pace().is_open()));
            let noise: Vec<i32> = players.iter().map(|player| player.config().noise).collect();
            assert!(noise.is_sorted_by(|high, low| high >= low), "{noise:?}");
            let own = game.player("mia:noise=7").unwrap();
            assert_eq!(Level::new(4).unwrap().of(&own, &*game), own);
        }
    }
}
