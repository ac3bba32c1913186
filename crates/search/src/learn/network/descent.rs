//! Gradient descent, whatever the network is to say: an [`Aim`] knows its examples, and how wrong the outputs are.
//!
//! A batch is divided into shares of the same examples, whoever works on them, and what they found is added up in order:
//! so threads change nothing. Where the units of a filter do not cover all images of the board, every example is turned by
//! chance.

use super::adam::Adam;
use super::wide::{OUTPUTS, View, Wide};
use super::{NetworkModel, NetworkSchedule};
use andor_core::SplitMix64;
use std::thread;

/// Shares of a batch.
const SHARES: usize = 16;
/// The last step is this part of the first.
const LAST: f32 = 0.02;

/// How wrong an example's outputs are.
pub(super) struct Slope {
    pub(super) loss: f64,
    /// How the loss changes with each output, and with the last number of the model.
    pub(super) outputs: [f32; OUTPUTS],
    pub(super) last: f32,
}

/// What is to be learnt.
pub(super) trait Aim: Sync {
    type Example: Sync;

    /// Examples of a share.
    const SHARE: usize;
    fn model(&self) -> &NetworkModel;

    fn model_mut(&mut self) -> &mut NetworkModel;

    /// What the two sides see, that to move first.
    fn views(example: &Self::Example) -> [View; 2];

    /// What is beside the network in its outputs, with this last number.
    fn beside(&self, example: &Self::Example, last: f32) -> [f32; OUTPUTS];

    /// How wrong these outputs are.
    fn slope(&self, example: &Self::Example, said: [f32; OUTPUTS], last: f32) -> Slope;
}

/// Goes down; `after` hears of every pass and says whether to go on. `last` is the size of the steps of the last number.
pub(super) fn descend<A: Aim>(
    aim: &mut A,
    examples: &mut [A::Example],
    images: &[[u8; 64]],
    schedule: &NetworkSchedule,
    (random, last): (&mut SplitMix64, f32),
    after: &mut dyn FnMut(u32, f64, &A) -> bool,
) {
    let batch = SHARES * A::SHARE;
    let mut adam = Adam::new(aim.model(), last);
    let steps = examples.len().div_ceil(batch) as u32 * schedule.passes;
    let mut wide = Wide::empty(aim.model());
    let mut slopes = vec![Wide::empty(aim.model()); SHARES];
    for pass in 1..=schedule.passes {
        for last in (1..examples.len()).rev() {
            examples.swap(last, random.below(last + 1));
        }
        let mut loss = 0.0;
        for batch in examples.chunks(batch) {
            let step = adam.steps as f32 / steps as f32;
            let rate = schedule.rate * (LAST + (1.0 - LAST) * (1.0 - step).powi(2));
            wide.take(aim.model(), images);
            let work = Batch { aim, wide: &wide, images, seed: random.next_u64() };
            work.slopes(batch, &mut slopes, schedule.threads);
            let mut all = vec![0.0; aim.model().numbers.len()];
            for share in &mut slopes {
                loss += share.loss;
                share.pairs(aim.model(), images, |place, slope| all[place] += *slope);
            }
            adam.step(aim.model_mut(), &all, rate, batch.len());
            aim.model_mut().clip();
        }
        if !after(pass, loss / examples.len() as f64, aim) {
            break;
        }
    }
}

/// A share by number: its examples, and the slopes that they come to.
type Share<'a, E> = (usize, (&'a [E], &'a mut Wide));

/// What the shares of a batch have in common.
struct Batch<'a, A> {
    aim: &'a A,
    wide: &'a Wide,
    images: &'a [[u8; 64]],
    seed: u64,
}

impl<A: Aim> Batch<'_, A> {
    /// The slopes of the shares.
    fn slopes(&self, batch: &[A::Example], slopes: &mut [Wide], threads: usize) {
        let shares = batch.chunks(A::SHARE).chain(std::iter::repeat(&[][..]));
        let mut work: Vec<Share<A::Example>> = shares.zip(slopes).enumerate().collect();
        let part = work.len().div_ceil(threads.max(1));
        thread::scope(|scope| {
            let mut parts = work.chunks_mut(part);
            let first = parts.next();
            for part in parts {
                scope.spawn(|| self.shares(part));
            }
            first.into_iter().for_each(|part| self.shares(part));
        });
    }

    fn shares(&self, work: &mut [Share<A::Example>]) {
        let Batch { aim, wide, images, seed } = *self;
        let mut sums = [vec![0.0; wide.units], vec![0.0; wide.units]];
        let mut back = vec![0.0; wide.units];
        for (number, (examples, slopes)) in work {
            let mut random = SplitMix64::new(seed ^ *number as u64);
            slopes.clear();
            for example in *examples {
                let image = match aim.model().images == images.len() {
                    true => &images[0],
                    false => &images[random.below(images.len())],
                };
                let views = A::views(example);
                let said = wide.says(views, aim.beside(example, wide.last), image, &mut sums);
                let Slope { loss, outputs, last } = aim.slope(example, said, wide.last);
                slopes.loss += loss;
                slopes.last += last;
                slopes.add_slopes(wide, views, outputs, image, (&sums, &mut back));
            }
        }
    }
}

/// Calls `each` with the outputs of every example, and the last number.
pub(super) fn for_each_said<A: Aim>(
    aim: &A,
    examples: &[A::Example],
    images: &[[u8; 64]],
    mut each: impl FnMut(&A::Example, [f32; OUTPUTS], f32),
) {
    let wide = Wide::of(aim.model(), images);
    let mut sums = [vec![0.0; wide.units], vec![0.0; wide.units]];
    for example in examples {
        let beside = aim.beside(example, wide.last);
        let image = &images[0];
        each(example, wide.says(A::views(example), beside, image, &mut sums), wide.last);
    }
}
