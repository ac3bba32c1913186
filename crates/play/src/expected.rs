//! What points mean: the result to be expected, between 0 (lost) and 1 (won).
//!
//! A player's points are a logarithm of odds. How many of them are odds of e to 1 was measured for each game that has an
//! evaluation ([`Family::odds_points`](andor_engine::Family), `docs/results/player.md`); where nobody has, they are
//! points and nothing else.

use andor_engine::{AnyGame, Score};

/// What is to be expected of a score, for the same side; nothing where nobody knows.
#[must_use]
pub fn expected(game: &dyn AnyGame, score: Score) -> Option<f64> {
    match score {
        Score::Win(_) => Some(1.0),
        Score::Loss(_) => Some(0.0),
        Score::Draw => Some(0.5),
        Score::Estimate(points) => {
            let odds = f64::from(game.family().odds_points?);
            Some(1.0 / (1.0 + (-f64::from(points) / odds).exp()))
        }
    }
}

/// "64%".
#[must_use]
pub fn percent(expected: f64) -> String {
    format!("{:.0}%", expected * 100.0)
}

#[cfg(test)]
mod tests {
    use super::{expected, percent};
    use andor_engine::{Catalogue, Score};

    #[test]
    fn points_are_odds_where_they_were_measured() {
        let loa = Catalogue::standard().game("loa:9x9").unwrap();
        let even = expected(&*loa, Score::Estimate(0)).unwrap();
        assert_eq!(percent(even), "50%");
        let odds = i32::try_from(loa.family().odds_points.unwrap()).unwrap();
        assert_eq!(percent(expected(&*loa, Score::Estimate(odds)).unwrap()), "73%");
        assert_eq!(percent(expected(&*loa, Score::Estimate(-odds)).unwrap()), "27%");
        assert_eq!(expected(&*loa, Score::Loss(None)), Some(0.0));
        let teaching = Catalogue::standard().game("tic-tac-toe").unwrap();
        assert_eq!(expected(&*teaching, Score::Estimate(3)), None);
        assert_eq!(expected(&*teaching, Score::Draw), Some(0.5));
    }
}
