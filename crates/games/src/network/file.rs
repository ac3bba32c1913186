//! Files of networks: text, as all that was learnt is.
//!
//! ```text
//!   # what follows a # is for people          every number is whole
//!   images 8                                  units that share a filter: one for each image
//!   base 1000                                 thousandths of the evaluation beside the network
//!   decisive 800                              points from which on a side counts as winning
//!   board 6                                   the side of the board that it is for, where there are several
//!   scale 100 50 2000                         how costs are scaled, where the outputs are costs
//!   point 12345 bias -200                     so much of the output is a point; what is there without a unit
//!   filter -12 out 31 -7                      a filter: its bias, and what its units weigh for the side
//!                                             to move and for the other side
//!   own 3 -4 ..                               64 weights of the own men, by square, and 64 of the enemy's
//!   enemy 0 1 ..
//! ```
//!
//! A network with several outputs has their biases one after the other, and so their weights: `bias -200 300`,
//! `out 31 -7 12 5`.

use super::{LANES, LARGEST, MOST_UNITS};
use andor_core::{CostScale, InputError};

/// What a file says.
pub(crate) struct Filters {
    /// Units of a filter.
    pub(super) images: usize,
    /// By filter: of the own men and the enemy's, by square.
    pub(super) inputs: Vec<[[i16; 64]; 2]>,
    pub(super) biases: Vec<i16>,
    pub(super) outputs: Vec<Output>,
    pub(super) point: i64,
    pub(super) base: i64,
    pub(super) decisive: i32,
    pub(super) board: Option<usize>,
    pub(super) scale: Option<CostScale>,
}

/// What makes an output of units.
#[derive(Clone, Default)]
pub(crate) struct Output {
    /// For the side to move and for the other side, by filter.
    pub(super) weights: [Vec<i16>; 2],
    pub(super) bias: i64,
}

impl Filters {
    /// The units of a side.
    pub(super) fn units(&self) -> usize {
        self.inputs.len() * self.images
    }

    /// Reads a text, for a board with so many images and a network with so many outputs.
    ///
    /// # Errors
    /// One line that quotes what is wrong.
    pub(crate) fn read(text: &str, images: usize, outputs: usize) -> Result<Filters, InputError> {
        let mut filters = Filters {
            images: 1,
            inputs: Vec::new(),
            biases: Vec::new(),
            outputs: vec![Output::default(); outputs],
            point: 1,
            base: 1000,
            decisive: 1000,
            board: None,
            scale: None,
        };
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() && filters.read_line(line).is_none() {
                let quoted = InputError::quote(line);
                let why = format!("weights: {quoted} is no line of a network for this board");
                return Err(InputError::new(why));
            }
        }
        let refuse = |why: String| Err(InputError::new(format!("weights: {why}")));
        if !images.is_multiple_of(filters.images) {
            return refuse(format!("{} images: the board has {images}", filters.images));
        }
        let units = filters.units();
        if units > MOST_UNITS || !units.is_multiple_of(LANES) {
            return refuse(format!(
                "{units} units: a network has 0 to {MOST_UNITS}, in steps of {LANES}"
            ));
        }
        if let Some(filter) = filters.inputs.iter().zip(&filters.biases).position(overflows) {
            return refuse(format!(
                "filter {} adds up to more than 16 bits hold where men stand on all squares",
                filter + 1
            ));
        }
        Ok(filters)
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        let (name, rest) = line.split_once(' ')?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let [input, unit] = LARGEST;
        match (name, &words[..]) {
            ("images", [images]) => self.images = positive(images)? as usize,
            ("base", [base]) => self.base = number(base, 1_000_000)?.into(),
            ("decisive", [decisive]) => self.decisive = positive(decisive)?,
            ("board", [side]) => self.board = Some(positive(side)? as usize),
            ("scale", [a, b, t]) => {
                let (a, b, t) = (a.parse().ok()?, b.parse().ok()?, t.parse().ok()?);
                self.scale = Some(CostScale { a, b, t });
            }
            ("point", [point, "bias", biases @ ..]) if biases.len() == self.outputs.len() => {
                self.point = positive(point)?.into();
                for (output, bias) in self.outputs.iter_mut().zip(biases) {
                    output.bias = bias.parse::<i32>().ok()?.into();
                }
            }
            ("filter", [bias, "out", weights @ ..]) if weights.len() == 2 * self.outputs.len() => {
                self.biases.push(number(bias, input)? as i16);
                for (output, weights) in self.outputs.iter_mut().zip(weights.chunks(2)) {
                    for (side, weight) in output.weights.iter_mut().zip(weights) {
                        side.push(number(weight, unit)? as i16);
                    }
                }
                self.inputs.push([[0; 64]; 2]);
            }
            ("own" | "enemy", weights) if weights.len() == 64 => {
                let side = &mut self.inputs.last_mut()?[usize::from(name == "enemy")];
                for (place, weight) in side.iter_mut().zip(weights) {
                    *place = number(weight, input)? as i16;
                }
            }
            _ => return None,
        }
        Some(())
    }
}

/// Whether men can stand so that a unit's sum is too large for its number: one man at most on each square.
fn overflows(([own, enemy], bias): (&[[i16; 64]; 2], &i16)) -> bool {
    let men = || own.iter().zip(enemy).map(|(own, enemy)| [*own, *enemy].map(i32::from));
    let most: i32 = men().map(|[own, enemy]| own.max(enemy).max(0)).sum();
    let least: i32 = men().map(|[own, enemy]| own.min(enemy).min(0)).sum();
    [most, least].iter().any(|sum| i16::try_from(sum + i32::from(*bias)).is_err())
}

/// A number from -most to most.
fn number(word: &str, most: i32) -> Option<i32> {
    word.parse().ok().filter(|number| (-most..=most).contains(number))
}

/// A number from 1 on.
fn positive(word: &str) -> Option<i32> {
    word.parse().ok().filter(|&number| number > 0)
}
