//! An evaluator with a small network beside a sum of features, in the manner of NNUE (Nasu 2018, of shogi): its first layer
//! is so wide that it sees which man stands where, and so sparse that a move changes little of it.
//!
//! ```text
//!   own men, enemy's men      128 inputs: 0 or 1, as one side sees the board
//!          |                  accumulator: for every unit its bias and the weights of the men, added up (16 bits)
//!     H units, of both sides  each cut to 0..255 and squared
//!          |                  the units of the side to move, then those of the other side, with other weights
//!        points               + what an evaluation without a network says, times a number
//! ```
//!
//! Both sides' accumulators are kept for the position that was looked at last, and are changed by the men that came and
//! went since then ([`accumulator`]). All is whole numbers: how a position was reached makes no difference.
//!
//! **Images.** Positions that are images of each other are worth the same, exactly: units come in groups that share
//! their weights, one unit for each image of the board, so that an image exchanges the units of a group. A file has one
//! filter for each group.
//!
//! The network adds to an evaluation that is there already, so that it need not learn what is known. `andor learn net` makes
//! the files ([`file`] says what is in them).

mod accumulator;
mod file;
mod own_thread;
#[cfg(test)]
mod tests;

pub(crate) use accumulator::{Men, Step};
pub(crate) use file::Filters;
pub(crate) use own_thread::Shared;

use accumulator::{Accumulator, BLOCK, Block, Rows};
use andor_core::{CostScale, InputError};
use std::sync::{Mutex, PoisonError};

/// Units come in steps of so many: both sides' are a block of the accumulator.
const LANES: usize = BLOCK / 2;
/// Where a unit is cut: 1 in the terms of those who learn.
const FULL: i16 = 255;
/// The most units of a side: so that no sum is too large for its number.
const MOST_UNITS: usize = 128;
/// The largest weight of an input or bias, and of a unit.
const LARGEST: [i32; 2] = [900, 127];

/// The images of the squares that make no difference, each square itself first.
pub(crate) type Images = &'static [[u8; 64]];

/// The network of a board, with so many outputs.
pub(crate) struct Network<const OUTPUTS: usize> {
    rows: Rows,
    /// What the units of Black and of White weigh for each output, block by block: where Black is to move, and where
    /// White is.
    weights: [Vec<[Block; OUTPUTS]>; 2],
    biases: [i64; OUTPUTS],
    /// Of an output: so much is a point.
    point: i64,
    /// What the evaluation beside it is worth, in thousandths.
    base: i64,
    pub(crate) decisive: i32,
    pub(crate) board: Option<usize>,
    pub(crate) scale: Option<CostScale>,
}

impl<const OUTPUTS: usize> Network<OUTPUTS> {
    /// The network of a text. `flip` is what a black man's square is for the side that sees the board from the other
    /// end: 0, or 56 where ranks are counted from home.
    ///
    /// # Errors
    /// One line that quotes what is wrong.
    pub(crate) fn new(
        text: &str,
        images: Images,
        flip: usize,
    ) -> Result<Network<OUTPUTS>, InputError> {
        let filters = Filters::read(text, images.len(), OUTPUTS)?;
        let side = filters.units();
        let weights = [false, true].map(|is_white| {
            let unit = |output: usize, unit: usize| {
                let of_other = (unit >= side) != is_white;
                let weights = &filters.outputs[output].weights[usize::from(of_other)];
                weights[unit % side / filters.images]
            };
            let block = |begin: usize| {
                std::array::from_fn(|output| std::array::from_fn(|at| unit(output, begin + at)))
            };
            (0..2 * side).step_by(BLOCK).map(block).collect()
        });
        Ok(Network {
            weights,
            biases: std::array::from_fn(|output| filters.outputs[output].bias),
            rows: Rows::new(&filters, images, flip),
            point: filters.point,
            base: filters.base,
            decisive: filters.decisive,
            board: filters.board,
            scale: filters.scale,
        })
    }

    /// What the outputs come to, without the evaluation beside the network.
    #[inline]
    fn points(&self, accumulator: &mut Accumulator, men: Men, is_white: bool) -> [i64; OUTPUTS] {
        let weights = &self.weights[usize::from(is_white)];
        self.of_sums(accumulator.points(&self.rows, men, weights))
    }

    /// The same after a step, for the other side.
    #[inline]
    fn points_after(
        &self,
        accumulator: &mut Accumulator,
        before: &Men,
        step: &Step,
    ) -> [i64; OUTPUTS] {
        let weights = &self.weights[1 - step.colour];
        self.of_sums(accumulator.points_after(&self.rows, before, step, weights))
    }

    #[inline]
    fn of_sums(&self, sums: [i32; OUTPUTS]) -> [i64; OUTPUTS] {
        std::array::from_fn(|output| (i64::from(sums[output]) + self.biases[output]) / self.point)
    }

    /// A memory that has seen nothing yet.
    pub(crate) fn memory(&self) -> Memory {
        Memory(Mutex::new(Accumulator::new(&self.rows)))
    }
}

impl Network<1> {
    /// What a position is worth to the side to move; `base` is the evaluation beside the network, asked if it counts.
    #[inline]
    pub(crate) fn value(
        &self,
        memory: &Memory,
        men: Men,
        is_white: bool,
        base: impl FnOnce() -> i32,
    ) -> i32 {
        let mut accumulator = memory.0.lock().unwrap_or_else(PoisonError::into_inner);
        let [points] = self.points(&mut accumulator, men, is_white);
        let base = if self.base == 0 { 0 } else { i64::from(base()) * self.base / 1000 };
        (points + base).clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }
}

/// What an evaluator remembers of the position before. It belongs to a thread, and nobody ever waits for its lock.
pub(crate) struct Memory(Mutex<Accumulator>);
