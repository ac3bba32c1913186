//! Gradient descent on the cross entropy between what a position is worth and what the network
//! makes of it.
//!
//! ```text
//!   worth    trust * chance of the search's score + (1 - trust) * result
//!   said     1 / (1 + e^-z)      z = base * c + bias + units * weights
//! ```

use super::descent::{Aim, Slope, descend, for_each_said};
use super::examples::{NetworkExample, odds_points};
use super::model::Shape;
use super::wide::{OUTPUTS, View};
use super::{NetworkExamples, NetworkModel, NetworkSchedule};
use andor_core::{NetworkSight, SplitMix64};

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
        let images_of = schedule.shared(images.len());
        let shape = Shape { units: schedule.units, images: images_of, outputs: 1 };
        let model = NetworkModel::new(shape, base, &mut random);
        let mut fit = NetworkFit { model, odds, images, trust: schedule.trust };
        descend(&mut fit, examples, images, schedule, (&mut random, base), after);
        fit
    }

    /// What an example is worth.
    fn worth(&self, example: &NetworkExample) -> f32 {
        let score = chance(example.score / self.odds[0] as f32);
        self.trust * score + (1.0 - self.trust) * example.result
    }

    /// What it says of a position before it is made whole numbers: the logarithm of the odds of the side to move.
    #[must_use]
    pub fn says(&self, sight: &NetworkSight) -> f64 {
        let &NetworkSight { views, base, .. } = sight;
        let example = NetworkExample { views, base: base as f32, score: 0.0, result: 0.0 };
        let mut said = 0.0;
        for_each_said(self, &[example], self.images, |_, [odds, _], _| said = odds.into());
        said
    }

    /// How badly it foretells these on average, as the cross entropy, and how badly the evaluation beside it does.
    #[must_use]
    pub fn losses(&self, examples: &[NetworkExample]) -> [f64; 2] {
        let mut losses = [0.0; 2];
        for_each_said(self, examples, self.images, |example, [said, _], _| {
            let worth = self.worth(example);
            for (loss, z) in losses.iter_mut().zip([said, example.base / self.odds[1] as f32]) {
                let said = chance(z).clamp(1e-7, 1.0 - 1e-7);
                *loss -= f64::from(worth * said.ln() + (1.0 - worth) * (1.0 - said).ln());
            }
        });
        losses.map(|loss| loss / examples.len().max(1) as f64)
    }
}

impl Aim for NetworkFit {
    type Example = NetworkExample;

    const SHARE: usize = 128;

    fn model(&self) -> &NetworkModel {
        &self.model
    }

    fn model_mut(&mut self) -> &mut NetworkModel {
        &mut self.model
    }

    fn views(example: &NetworkExample) -> [View; 2] {
        example.views
    }

    /// The evaluation beside the network.
    fn beside(&self, example: &NetworkExample, base: f32) -> [f32; OUTPUTS] {
        [base * example.base, 0.0]
    }

    fn slope(&self, example: &NetworkExample, [odds, _]: [f32; OUTPUTS], _: f32) -> Slope {
        let (said, worth) = (chance(odds), self.worth(example));
        let error = said - worth;
        let loss =
            -f64::from(worth * said.max(1e-7).ln() + (1.0 - worth) * (1.0 - said).max(1e-7).ln());
        Slope { loss, outputs: [error, 0.0], last: error * example.base }
    }
}
