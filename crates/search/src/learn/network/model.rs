//! A network as those who learn have it: real numbers, where 1 is where a unit is cut; and its file of whole numbers.

use andor_core::SplitMix64;
use std::fmt::Write as _;

/// Squares of a side's men.
const SQUARES: usize = 64;
/// The whole number for 1 of an accumulator, the largest weight of an input, and the largest of a unit.
const FULL: f32 = 255.0;
const LARGEST: f32 = 900.0;
const LARGEST_OUT: f32 = 127.0;

/// What a network is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// Units of a side.
    pub(super) units: usize,
    /// Units of a filter.
    pub(super) images: usize,
    pub(super) outputs: usize,
}

/// The numbers that are learnt, one after the other:
///
/// ```text
///   filters x (64 own, 64 enemy)  |  filters biases
///     |  for each output: filters own out, filters other out  |  biases of the outputs  |  one more
/// ```
///
/// The last one belongs to whoever learns: what the evaluation beside the network counts, or how wide costs spread.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkModel {
    pub(super) filters: usize,
    pub(super) outputs: usize,
    /// Units of a filter.
    pub(super) images: usize,
    pub(super) numbers: Vec<f32>,
}

impl NetworkModel {
    /// How many numbers a filter has of inputs.
    pub(super) const INPUTS: usize = 2 * SQUARES;

    /// One to begin with, and its last number.
    pub(super) fn new(shape: Shape, last: f32, random: &mut SplitMix64) -> NetworkModel {
        let Shape { units, images, outputs } = shape;
        let filters = units / images;
        let inputs = filters * NetworkModel::INPUTS;
        let out = 2 * outputs * filters;
        let mut numbers = vec![0.0; inputs + filters + out + outputs + 1];
        let mut any = || (random.next_u64() >> 40) as f32 / (1u64 << 23) as f32 - 1.0;
        for number in &mut numbers[..inputs] {
            *number = 0.15 * any();
        }
        for number in &mut numbers[inputs..inputs + filters] {
            *number = 0.3 + 0.2 * any();
        }
        for number in &mut numbers[inputs + filters..inputs + filters + out] {
            *number = 0.1 * any();
        }
        *numbers.last_mut().expect("there is one more") = last;
        NetworkModel { filters, outputs, images, numbers }
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

    /// Where the biases of the outputs begin; the last number is after them.
    pub(super) fn out_biases(&self) -> usize {
        self.out() + 2 * self.outputs * self.filters
    }

    /// The last number.
    pub(super) fn last(&self) -> f32 {
        *self.numbers.last().expect("there is one more")
    }

    /// Keeps every number where a file can hold it.
    pub(super) fn clip(&mut self) {
        let (out, last, most) = (self.out(), self.out_biases(), LARGEST / FULL);
        for number in &mut self.numbers[..out] {
            *number = number.clamp(-most, most);
        }
        for number in &mut self.numbers[out..last] {
            *number = number.clamp(-2.0, 2.0);
        }
    }

    /// The lines of a player's file, with so many points to a 1 of the output.
    #[must_use]
    pub fn text(&self, points: f64, decisive: i32) -> String {
        let base = (f64::from(self.last()) * points * 1000.0).round();
        format!("images {}\nbase {base}\ndecisive {decisive}\n{}", self.images, self.lines(points))
    }

    /// The lines of a file that say what the units are, with so many points to a 1 of an output.
    pub(super) fn lines(&self, points: f64) -> String {
        let (biases, out, last) = (self.biases(), self.out(), self.out_biases());
        let numbers = &self.numbers;
        let largest =
            numbers[out..last].iter().fold(0.0, |most: f32, number| most.max(number.abs()));
        // The whole number for an output weight of 1, as large as it can be.
        let unit = LARGEST_OUT / largest.max(1e-3);
        let one = f64::from(FULL) * f64::from(FULL) * f64::from(unit);
        let whole = |number: f32, by: f32| (number * by).round() as i32;
        let words = |numbers: &mut dyn Iterator<Item = f64>| {
            numbers.map(|number| number.to_string()).collect::<Vec<String>>().join(" ")
        };
        let mut text = String::new();
        let mut line = |line: String| writeln!(text, "{line}").expect("a string takes everything");
        let mut of_outputs =
            numbers[last..last + self.outputs].iter().map(|&bias| (f64::from(bias) * one).round());
        line(format!("point {} bias {}", (one / points).round().max(1.0), words(&mut of_outputs)));
        for filter in 0..self.filters {
            let mut of_units = (0..2 * self.outputs)
                .map(|place| whole(numbers[out + place * self.filters + filter], unit).into());
            let bias = whole(numbers[biases + filter], FULL);
            line(format!("filter {bias} out {}", words(&mut of_units)));
            let inputs = &numbers[filter * NetworkModel::INPUTS..][..NetworkModel::INPUTS];
            for (name, weights) in ["own", "enemy"].into_iter().zip(inputs.chunks(SQUARES)) {
                let mut weights = weights.iter().map(|&weight| whole(weight, FULL).into());
                line(format!("{name} {}", words(&mut weights)));
            }
        }
        text
    }
}
