//! Two clocks: what a model of cost is fitted to.
//!
//! A search of a position ends when a win or a loss of its side to move is found, and then only one of the two costs
//! is known; of the other it is known that it is larger, and of both if the search was given up. That is what survival
//! analysis calls competing risks with censoring. The logarithm c of a cost is taken to be spread around what the model
//! says, m, like 1 / (1 + e^-z) with z = (c - m) / s (a log-logistic law), so that
//!
//! ```text
//!   -log density = z' + log s    z' = 2 log(1 + e^z) - z     of the clock that has rung
//!   -log survival = log(1 + e^z)                             of one that has not
//! ```
//!
//! and m is the sum of the numbers of the position's terms (for a loss, and of the logarithm of its moves, by which the
//! leaf rule multiplies). The numbers go down the slope, each in steps of its own (AdaGrad, Duchi et al. 2011).

use super::Made;
use andor_core::SplitMix64;

/// The first step; it shrinks with the root of the passes.
const RATE: f64 = 0.08;
/// How strongly a number is drawn to nothing by each example that has its term.
const SHRINKING: f64 = 1e-5;
/// The step of the logarithm of the spread.
const SPREAD_RATE: f64 = 0.0005;
/// Units of a doubling in the file.
const UNITS: f64 = 256.0;

/// In which order the examples are looked at.
pub(super) struct Schedule {
    pub(super) passes: u32,
    pub(super) random: SplitMix64,
}

/// What was learnt.
pub(super) struct Fit {
    /// For each term: of a win and of a loss.
    numbers: Vec<[f64; 2]>,
    /// s.
    spread: f64,
}

/// log(1 + e^x)
fn softplus(x: f64) -> f64 {
    if x > 30.0 { x } else { x.exp().ln_1p() }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Which clock has rung.
fn rung(example: &Made) -> [bool; 2] {
    [example.wins == Some(true), example.wins == Some(false)]
}

impl Fit {
    /// Learns from examples; `after` hears of every pass.
    pub(super) fn of(
        terms: usize,
        examples: &mut [Made],
        mut schedule: Schedule,
        after: &mut dyn FnMut(u32, &Fit),
    ) -> Fit {
        let mut fit = Fit { numbers: vec![[0.0; 2]; terms], spread: 1.5 };
        let mut squares = vec![[1e-6; 2]; terms];
        for pass in 1..=schedule.passes {
            for last in (1..examples.len()).rev() {
                examples.swap(last, schedule.random.below(last + 1));
            }
            let rate = RATE / f64::from(pass).sqrt();
            for example in &*examples {
                fit.step(example, rate, &mut squares);
            }
            after(pass, &fit);
        }
        fit
    }

    fn step(&mut self, example: &Made, rate: f64, squares: &mut [[f64; 2]]) {
        let (said, spread) = (self.says(example), self.spread);
        let mut widening = 0.0;
        for (clock, has_rung) in rung(example).into_iter().enumerate() {
            let z = (example.cost - said[clock]) / spread;
            let chance = logistic(z);
            let slope = if has_rung { 1.0 - 2.0 * chance } else { -chance };
            widening += slope * z + f64::from(u8::from(has_rung));
            for &(term, times) in &example.terms {
                let (number, square) =
                    (&mut self.numbers[term as usize][clock], &mut squares[term as usize][clock]);
                let slope = slope / spread * times + SHRINKING * *number;
                *square += slope * slope;
                *number -= rate * slope / square.sqrt();
            }
        }
        self.spread = (spread.ln() - SPREAD_RATE * widening.clamp(-3.0, 3.0)).exp();
    }

    /// The logarithms of the costs of a win and of a loss.
    pub(super) fn says(&self, example: &Made) -> [f64; 2] {
        let mut says = [0.0, example.moves];
        for &(term, times) in &example.terms {
            for (sum, number) in says.iter_mut().zip(self.numbers[term as usize]) {
                *sum += number * times;
            }
        }
        says
    }

    /// How badly it foretells these, on average.
    pub(super) fn loss(&self, examples: &[Made]) -> f64 {
        let of = |example: &Made| {
            let each = rung(example).into_iter().zip(self.says(example)).map(|(has_rung, said)| {
                let z = (example.cost - said) / self.spread;
                if has_rung { 2.0 * softplus(z) - z + self.spread.ln() } else { softplus(z) }
            });
            each.sum::<f64>()
        };
        examples.iter().map(of).sum::<f64>() / examples.len() as f64
    }

    /// s.
    pub(super) fn spread(&self) -> f64 {
        self.spread
    }

    /// The numbers of the terms as a file has them.
    pub(super) fn numbers(&self) -> impl Iterator<Item = [i16; 2]> {
        // A float that is too large becomes the largest number there is.
        self.numbers.iter().map(|numbers| numbers.map(|number| (number * UNITS).round() as i16))
    }
}

#[cfg(test)]
mod tests {
    use super::{Fit, Made, Schedule, logistic};
    use andor_core::SplitMix64;

    /// Clocks that ring at 3 + 4 x and at 9 - 4 x, x = 0 or 1, and searches that are given up at 8: what was never seen
    /// to ring is still known to be late.
    #[test]
    fn costs_are_found_again_though_one_of_two_is_never_seen() {
        let mut random = SplitMix64::new(8);
        let mut examples: Vec<Made> = (0..4000)
            .map(|number| {
                let x = f64::from(number % 2);
                let mut late = || {
                    let chance = (random.below(9999) + 1) as f64 / 10_000.0;
                    (chance / (1.0 - chance)).ln() * 0.4
                };
                let (win, loss) = (3.0 + 4.0 * x + late(), 9.0 - 4.0 * x + late());
                let wins = if win.min(loss) > 8.0 { None } else { Some(win < loss) };
                let terms = if x > 0.0 { vec![(0, 1.0), (1, 1.0)] } else { vec![(0, 1.0)] };
                Made { terms, wins, cost: win.min(loss).min(8.0), moves: 0.0 }
            })
            .collect();
        let mut passes = 0;
        let schedule = Schedule { passes: 20, random: SplitMix64::new(1) };
        let fit = Fit::of(2, &mut examples, schedule, &mut |pass, _| passes = pass);
        assert_eq!(passes, 20);
        let of = |terms: &[(u32, f64)]| {
            fit.says(&Made { terms: terms.to_vec(), wins: None, cost: 0.0, moves: 0.0 })
        };
        let ([win, late_loss], [late_win, loss]) = (of(&[(0, 1.0)]), of(&[(0, 1.0), (1, 1.0)]));
        assert!((win - 3.0).abs() < 0.2 && (loss - 5.0).abs() < 0.2, "{win} {loss}");
        // How late nobody can know who sees the other one alone.
        assert!(late_loss > win + 1.5 && late_win > loss + 1.5, "{late_loss} {late_win}");
        assert!((fit.spread() - 0.4).abs() < 0.1, "{}", fit.spread());
        assert_eq!(fit.numbers().count(), 2);
        assert!((logistic(0.0) - 0.5).abs() < 1e-12);
    }
}
