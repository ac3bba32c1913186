//! A network as those who learn have it: real numbers, where 1 is where a unit is cut; and its file of whole numbers.

use andor_core::SplitMix64;
use std::fmt::Write as _;

/// Squares of a side's men.
const SQUARES: usize = 64;
/// The whole number for 1 of an accumulator, the largest weight of an input, and the largest of a unit.
const FULL: f32 = 255.0;
const LARGEST: f32 = 900.0;
const LARGEST_OUT: f32 = 127.0;

/// The numbers that are learnt, one after the other:
///
/// ```text
///   filters x (64 own, 64 enemy)  |  filters biases  |  filters own out  |  filters other out  |  bias  |  base
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkModel {
    pub(super) filters: usize,
    /// Units of a filter.
    pub(super) images: usize,
    pub(super) numbers: Vec<f32>,
}

impl NetworkModel {
    /// How many numbers a filter has of inputs.
    pub(super) const INPUTS: usize = 2 * SQUARES;

    /// One to begin with. `base` is what a point of the evaluation beside it says of the logarithm of the odds.
    pub(super) fn new(
        units: usize,
        images: usize,
        base: f32,
        random: &mut SplitMix64,
    ) -> NetworkModel {
        let filters = units / images;
        let inputs = filters * NetworkModel::INPUTS;
        let mut numbers = vec![0.0; inputs + 3 * filters + 2];
        let mut any = || (random.next_u64() >> 40) as f32 / (1u64 << 23) as f32 - 1.0;
        for number in &mut numbers[..inputs] {
            *number = 0.15 * any();
        }
        for number in &mut numbers[inputs..inputs + filters] {
            *number = 0.3 + 0.2 * any();
        }
        for number in &mut numbers[inputs + filters..inputs + 3 * filters] {
            *number = 0.1 * any();
        }
        let last = numbers.len() - 1;
        numbers[last] = base;
        NetworkModel { filters, images, numbers }
    }

    /// The units of a side.
    pub(super) fn units(&self) -> usize {
        self.filters * self.images
    }

    /// Where biases, and where the weights of units begin.
    pub(super) fn biases(&self) -> usize {
        self.filters * NetworkModel::INPUTS
    }

    pub(super) fn out(&self) -> usize {
        self.biases() + self.filters
    }

    /// Where the bias of the output is; what the evaluation beside the network counts is after it.
    pub(super) fn last(&self) -> usize {
        self.biases() + 3 * self.filters
    }

    /// Keeps every number where a file can hold it.
    pub(super) fn clip(&mut self) {
        let (out, last, most) = (self.out(), self.last(), LARGEST / FULL);
        for number in &mut self.numbers[..out] {
            *number = number.clamp(-most, most);
        }
        for number in &mut self.numbers[out..last] {
            *number = number.clamp(-2.0, 2.0);
        }
    }

    /// The lines of a file, with so many points to a 1 of the output.
    #[must_use]
    pub fn text(&self, points: f64, decisive: i32) -> String {
        let (biases, out, last) = (self.biases(), self.out(), self.last());
        let numbers = &self.numbers;
        let largest =
            numbers[out..last].iter().fold(0.0, |most: f32, number| most.max(number.abs()));
        // The whole number for an output weight of 1, as large as it can be.
        let unit = LARGEST_OUT / largest.max(1e-3);
        let one = f64::from(FULL) * f64::from(FULL) * f64::from(unit);
        let whole = |number: f32, by: f32| (number * by).round() as i32;
        let mut text = String::new();
        let mut line = |line: String| writeln!(text, "{line}").expect("a string takes everything");
        line(format!("images {}", self.images));
        line(format!("base {}", (f64::from(numbers[last + 1]) * points * 1000.0).round()));
        line(format!("decisive {decisive}"));
        let bias = (f64::from(numbers[last]) * one).round();
        line(format!("point {} bias {bias}", (one / points).round().max(1.0)));
        for filter in 0..self.filters {
            let [own, other] =
                [0, 1].map(|side| whole(numbers[out + side * self.filters + filter], unit));
            line(format!("filter {} out {own} {other}", whole(numbers[biases + filter], FULL)));
            let inputs = &numbers[filter * NetworkModel::INPUTS..][..NetworkModel::INPUTS];
            for (name, weights) in ["own", "enemy"].into_iter().zip(inputs.chunks(SQUARES)) {
                let weights: Vec<String> =
                    weights.iter().map(|&weight| whole(weight, FULL).to_string()).collect();
                line(format!("{name} {}", weights.join(" ")));
            }
        }
        text
    }
}
