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

pub(crate) use accumulator::Men;
pub(crate) use file::Filters;
pub(crate) use own_thread::Shared;

use accumulator::{Accumulator, Rows};
use andor_core::{CostScale, InputError};
use std::sync::{Mutex, PoisonError};

/// Units come in steps of so many: both sides' are a block of the accumulator.
const LANES: usize = 32;
/// Where a unit is cut: 1 in the terms of those who learn.
const FULL: i16 = 255;
/// The most units of a side: so that no sum is too large for its number.
const MOST_UNITS: usize = 128;
/// The largest weight of an input or bias, and of a unit.
const LARGEST: [i32; 2] = [900, 127];

/// The images of the squares that make no difference, each square itself first.
pub(crate) type Images = &'static [[u8; 64]];

/// The network of a board.
pub(crate) struct Network {
    rows: Rows,
    outputs: Vec<Output>,
    /// Of an output: so much is a point.
    point: i64,
    /// What the evaluation beside it is worth, in thousandths.
    base: i64,
    pub(crate) decisive: i32,
    pub(crate) board: Option<usize>,
    pub(crate) scale: Option<CostScale>,
}

/// What makes an output: weights of the units of the side to move and of the other side, and a bias.
struct Output {
    weights: [Vec<i16>; 2],
    bias: i64,
}

impl Network {
    /// The network of a text with so many outputs. `flip` is what a black man's square is for the side that sees the board from the other
    /// end: 0, or 56 where ranks are counted from home.
    ///
    /// # Errors
    /// One line that quotes what is wrong.
    pub(crate) fn new(
        text: &str,
        images: Images,
        flip: usize,
        outputs: usize,
    ) -> Result<Network, InputError> {
        let filters = Filters::read(text, images.len(), outputs)?;
        let of_units = |weights: &Vec<i16>| {
            let weights = weights.iter();
            weights.flat_map(|&weight| std::iter::repeat_n(weight, filters.images)).collect()
        };
        let outputs = filters.outputs.iter().map(|file::Output { weights, bias }| Output {
            weights: weights.each_ref().map(of_units),
            bias: *bias,
        });
        Ok(Network {
            outputs: outputs.collect(),
            rows: Rows::new(&filters, images, flip),
            point: filters.point,
            base: filters.base,
            decisive: filters.decisive,
            board: filters.board,
            scale: filters.scale,
        })
    }

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

    /// What the outputs come to, without the evaluation beside the network.
    #[inline]
    fn points<const OUTPUTS: usize>(
        &self,
        accumulator: &mut Accumulator,
        men: Men,
        is_white: bool,
    ) -> [i64; OUTPUTS] {
        self.sum(accumulator.at(&self.rows, men), is_white)
    }

    /// The same after a move, which leads from one board to another.
    #[inline]
    fn points_after<const OUTPUTS: usize>(
        &self,
        accumulator: &mut Accumulator,
        [before, now]: [Men; 2],
        is_white: bool,
    ) -> [i64; OUTPUTS] {
        self.sum(accumulator.after(&self.rows, before, now), is_white)
    }

    #[inline]
    fn sum<const OUTPUTS: usize>(
        &self,
        [black, white]: [&[i16]; 2],
        is_white: bool,
    ) -> [i64; OUTPUTS] {
        let (own, other) = if is_white { (white, black) } else { (black, white) };
        std::array::from_fn(|output| {
            let Output { weights, bias } = &self.outputs[output];
            let sum = dot(own, &weights[0]) + dot(other, &weights[1]);
            (i64::from(sum) + bias) / self.point
        })
    }

    /// A memory that has seen nothing yet.
    pub(crate) fn memory(&self) -> Memory {
        Memory(Mutex::new(Accumulator::new(&self.rows)))
    }
}

/// What an evaluator remembers of the position before. It belongs to a thread, and nobody ever waits for its lock.
pub(crate) struct Memory(Mutex<Accumulator>);

/// The squares of units that were cut, times their weights, added up. A unit times its weight is below 2^15, and all of
/// them with the squares of 2 * 128 units below 2^31. One sum, which the compiler divides: sums by hand took twice as long.
#[inline]
fn dot(units: &[i16], weights: &[i16]) -> i32 {
    let each = units.iter().zip(weights).map(|(unit, weight)| {
        let cut = (*unit).clamp(0, FULL);
        i32::from(cut) * i32::from(cut.wrapping_mul(*weight))
    });
    each.sum()
}
