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
#[cfg(test)]
mod tests;

pub(crate) use accumulator::Men;
pub(crate) use file::Filters;

use accumulator::{Accumulator, Rows};
use andor_core::InputError;
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
    /// Of the units of the side to move, and of the other side.
    out: [Vec<i16>; 2],
    bias: i64,
    /// Of the output: so much is a point.
    point: i64,
    /// What the evaluation beside it is worth, in thousandths.
    base: i64,
    pub(crate) decisive: i32,
}

impl Network {
    /// The network of a text. `flip` is what a black man's square is for the side that sees the board from the other
    /// end: 0, or 56 where ranks are counted from home.
    ///
    /// # Errors
    /// One line that quotes what is wrong.
    pub(crate) fn new(text: &str, images: Images, flip: usize) -> Result<Network, InputError> {
        let filters = Filters::read(text, images.len())?;
        let weight = |side: usize| {
            let weights = filters.out[side].iter();
            weights.flat_map(|&weight| std::iter::repeat_n(weight, filters.images)).collect()
        };
        Ok(Network {
            rows: Rows::new(&filters, images, flip),
            out: [weight(0), weight(1)],
            bias: filters.bias,
            point: filters.point,
            base: filters.base,
            decisive: filters.decisive,
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
        let [black, white] = accumulator.at(&self.rows, men);
        let (own, other) = if is_white { (white, black) } else { (black, white) };
        let sum = dot(own, &self.out[0]) + dot(other, &self.out[1]);
        let base = if self.base == 0 { 0 } else { i64::from(base()) * self.base / 1000 };
        let value = (i64::from(sum) + self.bias) / self.point + base;
        value.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }

    /// A memory that has seen nothing yet.
    pub(crate) fn memory(&self) -> Memory {
        Memory(Mutex::new(Accumulator::new(&self.rows)))
    }
}

/// What an evaluator remembers of the position before. It belongs to a thread, and nobody ever waits for its lock.
pub(crate) struct Memory(Mutex<Accumulator>);

/// The squares of units that were cut, times their weights, added up. A unit times its weight is below 2^15, and all of
/// them with the squares of 2 * 128 units below 2^31.
#[inline]
fn dot(units: &[i16], weights: &[i16]) -> i32 {
    let mut sums = [0i32; LANES];
    for (units, weights) in units.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
        for ((sum, unit), weight) in sums.iter_mut().zip(units).zip(weights) {
            let cut = (*unit).clamp(0, FULL);
            *sum += i32::from(cut) * i32::from(cut.wrapping_mul(*weight));
        }
    }
    sums.into_iter().sum()
}
