//! The time of GTP: main time, then overtime in periods of so many stones.

use andor_core::Player;
use andor_engine::{Budget, Clock, Pace};
use std::time::Duration;

/// A move without any limit takes so long.
const DEFAULT: Duration = Duration::from_secs(5);

/// What was set, and what is left.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct GtpClock {
    settings: Option<Settings>,
    /// Main time that both sides have used, as far as nobody told what is left.
    used: [Duration; 2],
    /// What somebody told is left: time, and stones in overtime.
    left: [Option<(Duration, u32)>; 2],
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Settings {
    main: Duration,
    overtime: Duration,
    stones: u32,
}

impl GtpClock {
    /// `time_settings main overtime stones`.
    pub(super) fn set(&mut self, words: &[&str]) -> Result<String, String> {
        let numbers: Vec<f64> = words.iter().filter_map(|word| seconds(word)).collect();
        let &[main, overtime, stones] = &numbers[..] else { return Err("syntax error".to_owned()) };
        let (main, overtime) = (Duration::from_secs_f64(main), Duration::from_secs_f64(overtime));
        let stones = stones as u32;
        // Overtime without stones is no limit at all.
        let is_limited = stones > 0 || overtime.is_zero();
        self.settings = is_limited.then_some(Settings { main, overtime, stones });
        self.restart();
        Ok(String::new())
    }

    /// `time_left colour time stones`.
    pub(super) fn set_left(&mut self, words: &[&str]) -> Result<String, String> {
        let [colour, time, stones] = words else { return Err("syntax error".to_owned()) };
        let player = super::gtp::colour_of(colour).ok_or("invalid color")?;
        let (time, stones) = seconds(time).zip(seconds(stones)).ok_or("syntax error")?;
        self.left[index(player)] = Some((Duration::from_secs_f64(time), stones as u32));
        Ok(String::new())
    }

    /// Another game begins.
    pub(super) fn restart(&mut self) {
        (self.used, self.left) = ([Duration::ZERO; 2], [None; 2]);
    }

    /// A side has used so much.
    pub(super) fn spend(&mut self, player: Player, time: Duration) {
        self.used[index(player)] += time;
        if let Some((left, _)) = &mut self.left[index(player)] {
            *left = left.saturating_sub(time);
        }
    }

    /// The budget of a side's next move; the player's own pace where no time was set.
    pub(super) fn budget(&self, player: Player, pace: &Pace) -> Budget {
        let own = pace.budget(Duration::ZERO);
        let clock = match (self.left[index(player)], self.settings) {
            (Some((left, stones)), _) => Some(game_clock(left, stones)),
            (None, Some(Settings { main, overtime, stones })) => {
                let left = main.saturating_sub(self.used[index(player)]);
                match left.is_zero() && stones > 0 {
                    true => Some(Clock::Move(overtime / stones)),
                    false => Some(game_clock(left, 0)),
                }
            }
            (None, None) => own.clock,
        };
        let unlimited = Budget { clock, ..own } == Budget::default();
        Budget { clock: clock.or(unlimited.then_some(Clock::Move(DEFAULT))), ..own }
    }
}

fn game_clock(left: Duration, stones: u32) -> Clock {
    let moves_to_go = (stones > 0).then_some(stones);
    Clock::Game { left, increment: Duration::ZERO, moves_to_go }
}

fn index(player: Player) -> usize {
    usize::from(player == Player::White)
}

fn seconds(word: &str) -> Option<f64> {
    word.parse::<f64>().ok().filter(|number| (0.0..1e9).contains(number))
}

#[cfg(test)]
mod tests {
    use super::{DEFAULT, GtpClock};
    use andor_core::Player;
    use andor_engine::{Clock, Pace};
    use std::time::Duration;

    #[test]
    fn time_is_divided() {
        let (pace, black) = (Pace::default(), Player::Black);
        let second = Duration::from_secs(1);
        let mut clock = GtpClock::default();
        assert_eq!(clock.budget(black, &pace).clock, Some(Clock::Move(DEFAULT)));
        clock.set(&["60", "10", "5"]).unwrap();
        clock.spend(black, 20 * second);
        let rest = |left, moves_to_go| Clock::Game { left, increment: Duration::ZERO, moves_to_go };
        assert_eq!(clock.budget(black, &pace).clock, Some(rest(40 * second, None)));
        clock.spend(black, 50 * second);
        assert_eq!(clock.budget(black, &pace).clock, Some(Clock::Move(2 * second)));
        clock.set_left(&["b", "7", "3"]).unwrap();
        assert_eq!(clock.budget(black, &pace).clock, Some(rest(7 * second, Some(3))));
        // Overtime without stones means that there is no limit.
        clock.set(&["0", "1", "0"]).unwrap();
        let pace = Pace { depth: Some(3), ..Pace::default() };
        let budget = clock.budget(black, &pace);
        assert_eq!((budget.depth, budget.clock), (Some(3), None));
        assert!(clock.set(&["1", "x", "0"]).is_err() && clock.set(&[]).is_err());
        assert!(clock.set_left(&["green", "1", "0"]).is_err());
    }
}
