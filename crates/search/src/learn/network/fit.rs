//! Gradient descent on the cross entropy between what a position is worth and what the network
//! makes of it.
//!
//! ```text
//!   worth    trust * chance of the search's score + (1 - trust) * result
//!   said     1 / (1 + e^-z)      z = base * c + bias + units * weights
//! ```
//!
//! A batch is divided into shares of the same examples, whoever works on them, and what they found is added up in order:
//! so threads change nothing. Where the units of a filter do not cover all images of the board, every example is turned by
//! chance.

use super::adam::Adam;
use super::examples::{NetworkExample, odds_points};
use super::wide::{Wide, squares};
use super::{NetworkExamples, NetworkModel, NetworkSchedule};
use andor_core::{NetworkSight, SplitMix64};
use std::thread;

/// Shares of a batch, and examples of a share.
const SHARES: usize = 16;
const SHARE: usize = 128;
const BATCH: usize = SHARES * SHARE;
/// The last step is this part of the first.
const LAST: f32 = 0.02;

/// What was learnt.
#[derive(Clone, Debug)]
pub struct NetworkFit {
    /// The network.
    pub model: NetworkModel,
    /// The points to which e to 1 are the odds: of the search's scores, and of the evaluation beside the network.
    pub odds: [f64; 2],
    images: &'static [[u8; 64]],
    trust: f32,
}

fn chance(z: f32) -> f32 {
    1.0 / (1.0 + (-z).exp())
}

impl NetworkFit {
    /// Learns from examples; `after` hears of every pass and says whether to go on.
    ///
    /// # Panics
    /// If the schedule does not fit the examples ([`NetworkSchedule::check`]).
    pub fn of(
        found: &mut NetworkExamples,
        schedule: &NetworkSchedule,
        after: &mut dyn FnMut(u32, f64, &NetworkFit) -> bool,
    ) -> NetworkFit {
        let NetworkExamples { examples, images, .. } = found;
        let mut random = SplitMix64::new(schedule.seed);
        let odds = [odds_points(examples, |e| e.score), odds_points(examples, |e| e.base)];
        let base = 1.0 / odds[1] as f32;
        let shared = schedule.shared(images.len());
        let model = NetworkModel::new(schedule.units, shared, base, &mut random);
        let mut fit = NetworkFit { model, odds, images, trust: schedule.trust };
        let mut adam = Adam::new(&fit.model, base);
        let steps = examples.len().div_ceil(BATCH) as u32 * schedule.passes;
        let mut wide = Wide::empty(schedule.units);
        let mut slopes = vec![Wide::empty(schedule.units); SHARES];
        for pass in 1..=schedule.passes {
            for last in (1..examples.len()).rev() {
                examples.swap(last, random.below(last + 1));
            }
            let mut loss = 0.0;
            for batch in examples.chunks(BATCH) {
                let step = adam.steps as f32 / steps as f32;
                let rate = schedule.rate * (LAST + (1.0 - LAST) * (1.0 - step).powi(2));
                wide.pairs(&fit.model, images, |place, copy| *copy = fit.model.numbers[place]);
                fit.slopes(batch, &wide, &mut slopes, schedule.threads, random.next_u64());
                let mut all = vec![0.0; fit.model.numbers.len()];
                for share in &mut slopes {
                    loss += share.loss;
                    share.pairs(&fit.model, images, |place, slope| all[place] += *slope);
                }
                adam.step(&mut fit.model, &all, rate, batch.len());
                fit.model.clip();
            }
            if !after(pass, loss / examples.len() as f64, &fit) {
                break;
            }
        }
        fit
    }

    /// What an example is worth.
    fn worth(&self, example: &NetworkExample) -> f32 {
        let score = chance(example.score / self.odds[0] as f32);
        self.trust * score + (1.0 - self.trust) * example.result
    }

    /// The slopes of the shares of a batch.
    fn slopes(
        &self,
        batch: &[NetworkExample],
        wide: &Wide,
        slopes: &mut [Wide],
        threads: usize,
        seed: u64,
    ) {
        let mut work: Vec<(usize, (&[NetworkExample], &mut Wide))> =
            batch.chunks(SHARE).chain(std::iter::repeat(&[][..])).zip(slopes).enumerate().collect();
        let part = work.len().div_ceil(threads.max(1));
        thread::scope(|scope| {
            let mut parts = work.chunks_mut(part);
            let first = parts.next();
            for part in parts {
                scope.spawn(|| self.shares(part, wide, seed));
            }
            first.into_iter().for_each(|part| self.shares(part, wide, seed));
        });
    }

    fn shares(&self, work: &mut [(usize, (&[NetworkExample], &mut Wide))], wide: &Wide, seed: u64) {
        let mut sums = [vec![0.0; wide.units], vec![0.0; wide.units]];
        let mut back = vec![0.0; wide.units];
        for (number, (examples, slopes)) in work {
            let mut random = SplitMix64::new(seed ^ *number as u64);
            slopes.inputs.fill(0.0);
            slopes.biases.fill(0.0);
            slopes.out.iter_mut().for_each(|out| out.fill(0.0));
            (slopes.bias, slopes.base, slopes.loss) = (0.0, 0.0, 0.0);
            for example in *examples {
                let image = match self.model.images == self.images.len() {
                    true => &self.images[0],
                    false => &self.images[random.below(self.images.len())],
                };
                let z = wide.says(example, image, &mut sums);
                let (said, worth) = (chance(z), self.worth(example));
                let error = said - worth;
                slopes.loss -= f64::from(
                    worth * said.max(1e-7).ln() + (1.0 - worth) * (1.0 - said).max(1e-7).ln(),
                );
                slopes.bias += error;
                slopes.base += error * example.base;
                for (place, view) in example.views.into_iter().enumerate() {
                    let units = sums[place].iter().zip(&wide.out[place]);
                    let found = slopes.out[place].iter_mut().zip(&mut slopes.biases).zip(&mut back);
                    for ((sum, weight), ((out, bias), back)) in units.zip(found) {
                        let cut = sum.clamp(0.0, 1.0);
                        *out += error * cut * cut;
                        let is_open = if *sum == cut { 2.0 } else { 0.0 };
                        *back = error * weight * cut * is_open;
                        *bias += *back;
                    }
                    squares(view, image, |side, square| {
                        let row =
                            &mut slopes.inputs[(side * 64 + square) * wide.units..][..wide.units];
                        for (slope, back) in row.iter_mut().zip(&back) {
                            *slope += back;
                        }
                    });
                }
            }
        }
    }

    /// What it says of a position before it is made whole numbers: the logarithm of the odds of the side to move.
    #[must_use]
    pub fn says(&self, sight: &NetworkSight) -> f64 {
        let mut wide = Wide::empty(self.model.units());
        wide.pairs(&self.model, self.images, |place, copy| *copy = self.model.numbers[place]);
        let mut sums = [vec![0.0; wide.units], vec![0.0; wide.units]];
        let &NetworkSight { views, base, .. } = sight;
        let example = NetworkExample { views, base: base as f32, score: 0.0, result: 0.0 };
        wide.says(&example, &self.images[0], &mut sums).into()
    }

    /// How badly it foretells these on average, as the cross entropy, and how badly the evaluation beside it does.
    #[must_use]
    pub fn losses(&self, examples: &[NetworkExample]) -> [f64; 2] {
        let mut wide = Wide::empty(self.model.units());
        wide.pairs(&self.model, self.images, |place, copy| *copy = self.model.numbers[place]);
        let mut sums = [vec![0.0; wide.units], vec![0.0; wide.units]];
        let mut losses = [0.0; 2];
        for example in examples {
            let said = wide.says(example, &self.images[0], &mut sums);
            let worth = self.worth(example);
            for (loss, z) in losses.iter_mut().zip([said, example.base / self.odds[1] as f32]) {
                let said = chance(z).clamp(1e-7, 1.0 - 1e-7);
                *loss -= f64::from(worth * said.ln() + (1.0 - worth) * (1.0 - said).ln());
            }
        }
        losses.map(|loss| loss / examples.len().max(1) as f64)
    }
}
