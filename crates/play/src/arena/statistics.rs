//! What a match says about two players: points, Elo and its error bar.
//!
//! An opening is played twice, with both colours, and the two games of such a pair are not
//! independent: an opening that favours Black gives 1-1, whoever is stronger. So the unit of the
//! statistics is the pair, with five results (the *pentanomial* model of M. Van den Bergh and the
//! Stockfish project): 0, 1/2, 1, 3/2 or 2 points. The error bar is 1.96 standard errors of the
//! pairs' mean, carried over to Elo by the slope of the logistic curve. Where there are no two
//! whole pairs, or all ended alike, single games (three results) give the error.

/// How a game ended for player A.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// A lost.
    Loss,
    /// A draw.
    Draw,
    /// A won.
    Win,
}

impl GameResult {
    /// Half points.
    fn halves(self) -> usize {
        match self {
            GameResult::Loss => 0,
            GameResult::Draw => 1,
            GameResult::Win => 2,
        }
    }
}

/// The results of a match so far, from A's side.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Losses, draws and wins.
    games: [u64; 3],
    /// Pairs with 0, 1/2, 1, 3/2 and 2 points.
    pairs: [u64; 5],
}

impl Tally {
    /// Counts the games of a match; game `2k` and game `2k + 1` are a pair.
    #[must_use]
    pub fn of(results: &[(u64, GameResult)]) -> Tally {
        let mut tally = Tally::default();
        let mut sorted = results.to_vec();
        sorted.sort_by_key(|(number, _)| *number);
        for (_, result) in &sorted {
            tally.games[result.halves()] += 1;
        }
        for neighbours in sorted.windows(2) {
            let [(first, one), (second, other)] = neighbours else { continue };
            if first % 2 == 0 && second - first == 1 {
                tally.pairs[one.halves() + other.halves()] += 1;
            }
        }
        tally
    }

    /// Games A won.
    #[must_use]
    pub fn wins(&self) -> u64 {
        self.games[2]
    }

    /// Games drawn.
    #[must_use]
    pub fn draws(&self) -> u64 {
        self.games[1]
    }

    /// Games A lost.
    #[must_use]
    pub fn losses(&self) -> u64 {
        self.games[0]
    }

    /// All games.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.games.iter().sum()
    }

    /// The whole pairs by their points for A.
    #[must_use]
    pub fn pairs(&self) -> [u64; 5] {
        self.pairs
    }

    /// A's points.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.wins() as f64 + 0.5 * self.draws() as f64
    }

    /// A's points a game, from 0 to 1.
    fn mean(&self) -> Option<f64> {
        let count = self.count();
        (count > 0).then(|| self.score() / count as f64)
    }

    /// How many Elo points A is stronger; `None` where one side took every point.
    #[must_use]
    pub fn elo(&self) -> Option<f64> {
        self.mean().and_then(elo_of)
    }

    /// Half the width of the 95% interval around it.
    #[must_use]
    pub fn elo_error(&self) -> Option<f64> {
        let mean = self.mean()?;
        self.elo()?;
        let slope = 400.0 / (std::f64::consts::LN_10 * mean * (1.0 - mean));
        Some(1.96 * self.standard_error()? * slope)
    }

    /// The standard error of A's points a game.
    fn standard_error(&self) -> Option<f64> {
        let pairs = spread(&self.pairs).filter(|error| *error > 0.0);
        pairs.or_else(|| spread(&self.games))
    }
}

/// The standard error of the mean of equally spaced results from 0 to 1, by their counts.
fn spread(counts: &[u64]) -> Option<f64> {
    let total: u64 = counts.iter().sum();
    if total < 2 {
        return None;
    }
    let value = |index: usize| index as f64 / (counts.len() - 1) as f64;
    let weigh = |f: &dyn Fn(f64) -> f64| -> f64 {
        counts.iter().enumerate().map(|(index, &count)| count as f64 * f(value(index))).sum()
    };
    let mean = weigh(&|x| x) / total as f64;
    let variance = weigh(&|x| (x - mean).powi(2)) / (total - 1) as f64;
    Some((variance / total as f64).sqrt())
}

/// The Elo difference at which so many points a game are expected.
fn elo_of(mean: f64) -> Option<f64> {
    (mean > 0.0 && mean < 1.0).then(|| 400.0 * (mean / (1.0 - mean)).log10())
}

/// The points a game that are expected at an Elo difference.
pub(super) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::{GameResult, Tally, elo_of, expected};

    #[test]
    fn points_and_pairs_are_counted() {
        use GameResult::{Draw, Loss, Win};
        // Game 3 is missing, and they come in any order.
        let results = [(5, Win), (0, Win), (1, Loss), (2, Draw), (4, Win), (7, Draw), (6, Win)];
        let tally = Tally::of(&results);
        assert_eq!((tally.wins(), tally.draws(), tally.losses()), (4, 2, 1));
        assert_eq!(tally.pairs(), [0, 0, 1, 1, 1]);
        assert_eq!((tally.count(), tally.score()), (7, 5.0));
    }

    #[test]
    fn elo_is_the_logistic_curve() {
        assert!(elo_of(0.5).is_some_and(|elo| elo == 0.0 && elo.is_sign_positive()));
        assert!((elo_of(0.935).unwrap() - 463.15).abs() < 0.01, "{:?}", elo_of(0.935));
        assert!((elo_of(0.75).unwrap() - 190.85).abs() < 0.01);
        assert_eq!((elo_of(0.0), elo_of(1.0)), (None, None));
        assert!((expected(elo_of(0.3).unwrap()) - 0.3).abs() < 1e-12);
        assert_eq!(Tally::default().elo(), None);
        let won = Tally::of(&[(0, GameResult::Win), (1, GameResult::Win)]);
        assert_eq!((won.elo(), won.elo_error()), (None, None));
    }

    /// 100 single games, 60 won: the error is that of a coin.
    #[test]
    fn the_error_bar_is_the_standard_error() {
        let results: Vec<(u64, GameResult)> = (0..100)
            .map(|game| (2 * game, if game < 60 { GameResult::Win } else { GameResult::Loss }))
            .collect();
        let tally = Tally::of(&results);
        let error = 1.96 * (0.6f64 * 0.4 / 99.0).sqrt() * 400.0 / (10f64.ln() * 0.24);
        assert!((tally.elo_error().unwrap() - error).abs() < 1e-9);
        // The same games in pairs of which each was won once at least have less spread.
        let paired: Vec<(u64, GameResult)> = (0..100)
            .map(|game| {
                (game, if game % 2 == 0 || game < 20 { GameResult::Win } else { GameResult::Loss })
            })
            .collect();
        let paired = Tally::of(&paired);
        assert_eq!((paired.wins(), paired.pairs()), (60, [0, 0, 40, 0, 10]));
        assert!(paired.elo_error().unwrap() < error);
    }
}
