//! A network of costs: the logarithms of what it takes to find the side to move won, and lost.
//!
//! A search of a position ends with one of two results, and then only one of the two costs is known; of the other it is
//! known that it is larger, and of both if the search was given up: competing risks with censoring. The logarithm c of a
//! cost is taken to be spread around what the network says, m, like 1 / (1 + e^-z) with z = (c - m) / s (log-logistic):
//!
//! ```text
//!   -log density = 2 log(1 + e^z) - z + log s    of the result that came
//!   -log survival = log(1 + e^z)                 of one that did not
//! ```
//!
//! The last number of the model is the logarithm of s. Within the network a 1 of an output is [`UNIT`] doublings.

use super::descent::{Aim, Slope, descend, for_each_said};
use super::model::Shape;
use super::wide::{OUTPUTS, View};
use super::{NetworkModel, NetworkSchedule};
use andor_core::{Cost, CostScale, NetworkSight, SplitMix64};

/// Doublings of a 1 of an output.
const UNIT: f32 = 4.0;
/// What the outputs begin with, in doublings, and s.
const FIRST: f32 = 10.0;
const FIRST_SPREAD: f32 = 2.0;

/// A position, and what its search took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CostLesson {
    /// What the network sees.
    pub sight: NetworkSight,
    /// Whether its side to move gets what it wants; `None` if that took too long.
    pub wins: Option<bool>,
    /// The logarithm of the nodes it took, to the base of 2.
    pub cost: f64,
    /// That of its moves: the leaf rule multiplies the cost of a loss by them.
    pub moves: f64,
}

/// What was learnt.
#[derive(Clone, Debug)]
pub struct CostClocks {
    model: NetworkModel,
    images: &'static [[u8; 64]],
}

/// log(1 + e^x)
fn softplus(x: f64) -> f64 {
    if x > 30.0 { x } else { x.exp().ln_1p() }
}

impl CostClocks {
    /// Learns from lessons of one board; `after` hears of every pass and says whether to go on.
    ///
    /// # Panics
    /// If the schedule's units do not fit the images of the board.
    pub fn of(
        lessons: &mut [CostLesson],
        schedule: &NetworkSchedule,
        after: &mut dyn FnMut(u32, f64, &CostClocks) -> bool,
    ) -> CostClocks {
        let mut random = SplitMix64::new(schedule.seed);
        let images = lessons.first().map_or(&[][..], |lesson| lesson.sight.images);
        let shared = schedule.shared(images.len().max(1));
        let shape = Shape { units: schedule.units, images: shared, outputs: OUTPUTS };
        let mut model = NetworkModel::new(shape, FIRST_SPREAD.ln(), &mut random);
        let biases = model.out_biases();
        model.numbers[biases..biases + OUTPUTS].fill(FIRST / UNIT);
        let mut clocks = CostClocks { model, images };
        descend(&mut clocks, lessons, images, schedule, (&mut random, 1.0), after);
        clocks
    }

    /// The logarithms of the costs of a win and of a loss, moves included, before they are made whole numbers.
    #[must_use]
    pub fn says(&self, lessons: &[CostLesson]) -> Vec<[f64; 2]> {
        let mut says = Vec::new();
        for_each_said(self, lessons, self.images, |_, said, _| {
            says.push(said.map(|said| f64::from(said * UNIT)));
        });
        says
    }

    /// How badly it foretells these, on average.
    #[must_use]
    pub fn loss(&self, lessons: &[CostLesson]) -> f64 {
        let mut sum = 0.0;
        for_each_said(self, lessons, self.images, |lesson, said, last| {
            sum += self.slope(lesson, said, last).loss;
        });
        sum / lessons.len().max(1) as f64
    }

    /// s.
    #[must_use]
    pub fn spread(&self) -> f64 {
        f64::from(self.model.last()).exp()
    }

    /// The lines of a file.
    #[must_use]
    pub fn text(&self, CostScale { a, b, t }: CostScale) -> String {
        // Left and right exchanged, the first square of the board is the last of its rank.
        let side = self.images.get(1).map_or(0, |mirror| mirror[0] + 1);
        let points = f64::from(UNIT) * f64::from(Cost::SIXTEENFOLD) / 4.0;
        let images = self.model.images;
        format!("board {side}\nscale {a} {b} {t}\nimages {images}\n{}", self.model.lines(points))
    }
}

impl Aim for CostClocks {
    type Example = CostLesson;

    const SHARE: usize = 32;

    fn model(&self) -> &NetworkModel {
        &self.model
    }

    fn model_mut(&mut self) -> &mut NetworkModel {
        &mut self.model
    }

    fn views(CostLesson { sight, .. }: &CostLesson) -> [View; 2] {
        sight.views
    }

    /// The moves, in a loss.
    fn beside(&self, lesson: &CostLesson, _: f32) -> [f32; OUTPUTS] {
        [0.0, lesson.moves as f32 / UNIT]
    }

    fn slope(&self, lesson: &CostLesson, said: [f32; OUTPUTS], last: f32) -> Slope {
        let log_spread = f64::from(last);
        let spread = log_spread.exp();
        let mut slope = Slope { loss: 0.0, outputs: [0.0; OUTPUTS], last: 0.0 };
        for (clock, wins) in [true, false].into_iter().enumerate() {
            let z = (lesson.cost - f64::from(said[clock] * UNIT)) / spread;
            let chance = 1.0 / (1.0 + (-z).exp());
            let has_rung = lesson.wins == Some(wins);
            // How the loss falls with z.
            let (loss, falls) = match has_rung {
                true => (2.0 * softplus(z) - z + log_spread, 1.0 - 2.0 * chance),
                false => (softplus(z), -chance),
            };
            slope.loss += loss;
            slope.outputs[clock] = (falls / spread) as f32 * UNIT;
            slope.last += (falls * z + f64::from(u8::from(has_rung))) as f32;
        }
        slope
    }
}
