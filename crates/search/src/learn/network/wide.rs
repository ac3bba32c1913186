//! A network as it is computed with: a row of weights for each man on each square, one number for each unit. Units of a
//! filter are copies of it, seen through the images of the board; so are slopes before they are added up by filter.

use super::NetworkModel;

/// The own men and the enemy's, by bits, as one side sees them.
pub(super) type View = [u64; 2];

/// The most outputs there are.
pub(super) const OUTPUTS: usize = 2;

/// The numbers of a network, and the slopes of them, by unit and not by filter.
#[derive(Clone)]
pub(super) struct Wide {
    pub(super) units: usize,
    outputs: usize,
    /// By side (own, enemy), square and unit.
    pub(super) inputs: Vec<f32>,
    pub(super) biases: Vec<f32>,
    /// By output and view.
    pub(super) out: [[Vec<f32>; 2]; OUTPUTS],
    pub(super) out_biases: [f32; OUTPUTS],
    pub(super) last: f32,
    pub(super) loss: f64,
}

impl Wide {
    /// Room for a model's numbers, all of them 0.
    pub(super) fn empty(model: &NetworkModel) -> Wide {
        let units = model.units();
        let zeros = || vec![0.0; units];
        Wide {
            units,
            outputs: model.outputs,
            inputs: vec![0.0; NetworkModel::INPUTS * units],
            biases: zeros(),
            out: [[zeros(), zeros()], [zeros(), zeros()]],
            out_biases: [0.0; OUTPUTS],
            last: 0.0,
            loss: 0.0,
        }
    }

    /// A model's numbers.
    pub(super) fn of(model: &NetworkModel, images: &[[u8; 64]]) -> Wide {
        let mut wide = Wide::empty(model);
        wide.take(model, images);
        wide
    }

    /// Takes over a model's numbers.
    pub(super) fn take(&mut self, model: &NetworkModel, images: &[[u8; 64]]) {
        self.pairs(model, images, |place, copy| *copy = model.numbers[place]);
    }

    /// All numbers are 0 again.
    pub(super) fn clear(&mut self) {
        self.inputs.fill(0.0);
        self.biases.fill(0.0);
        self.out.iter_mut().flatten().for_each(|out| out.fill(0.0));
        (self.out_biases, self.last, self.loss) = ([0.0; OUTPUTS], 0.0, 0.0);
    }

    /// Calls `each` with the place of every number of a model and of its copies here.
    pub(super) fn pairs(
        &mut self,
        model: &NetworkModel,
        images: &[[u8; 64]],
        mut each: impl FnMut(usize, &mut f32),
    ) {
        let units = self.units;
        for unit in 0..units {
            let (filter, image) = (unit / model.images, &images[unit % model.images]);
            for side in 0..2 {
                for (square, &seen) in image.iter().enumerate() {
                    let place = (filter * 2 + side) * 64 + usize::from(seen);
                    each(place, &mut self.inputs[(side * 64 + square) * units + unit]);
                }
            }
            each(model.biases() + filter, &mut self.biases[unit]);
            for (number, out) in self.out[..self.outputs].iter_mut().flatten().enumerate() {
                each(model.out() + number * model.filters + filter, &mut out[unit]);
            }
        }
        for (output, bias) in self.out_biases[..self.outputs].iter_mut().enumerate() {
            each(model.out_biases() + output, bias);
        }
        each(model.out_biases() + self.outputs, &mut self.last);
    }

    fn row(&self, side: usize, square: usize) -> &[f32] {
        &self.inputs[(side * 64 + square) * self.units..][..self.units]
    }

    /// The units of a view, before they are cut.
    fn sums(&self, view: View, image: &[u8; 64], sums: &mut [f32]) {
        sums.copy_from_slice(&self.biases);
        squares(view, image, |side, square| {
            for (sum, weight) in sums.iter_mut().zip(self.row(side, square)) {
                *sum += weight;
            }
        });
    }

    /// The outputs, begun with what is beside the network.
    pub(super) fn says(
        &self,
        views: [View; 2],
        beside: [f32; OUTPUTS],
        image: &[u8; 64],
        sums: &mut [Vec<f32>; 2],
    ) -> [f32; OUTPUTS] {
        let mut said = [0, 1].map(|output| self.out_biases[output] + beside[output]);
        for (place, (view, sums)) in views.into_iter().zip(sums).enumerate() {
            self.sums(view, image, sums);
            for (said, out) in said.iter_mut().zip(&self.out[..self.outputs]) {
                let each = sums.iter().zip(&out[place]).map(|(sum, weight)| {
                    let cut = sum.clamp(0.0, 1.0);
                    cut * cut * weight
                });
                *said += each.sum::<f32>();
            }
        }
        said
    }

    /// Adds the slopes of an example: how the loss changes with each output, where the units are what `sums` says, in
    /// the network `model`.
    pub(super) fn add_slopes(
        &mut self,
        model: &Wide,
        views: [View; 2],
        errors: [f32; OUTPUTS],
        image: &[u8; 64],
        (sums, back): (&[Vec<f32>; 2], &mut [f32]),
    ) {
        let errors = &errors[..self.outputs];
        for (bias, error) in self.out_biases.iter_mut().zip(errors) {
            *bias += error;
        }
        for (place, view) in views.into_iter().enumerate() {
            back.fill(0.0);
            for (output, error) in errors.iter().enumerate() {
                let units = sums[place].iter().zip(&model.out[output][place]);
                let found = self.out[output][place].iter_mut().zip(&mut *back);
                for ((sum, weight), (out, back)) in units.zip(found) {
                    let cut = sum.clamp(0.0, 1.0);
                    *out += error * cut * cut;
                    *back += error * weight;
                }
            }
            for ((sum, bias), back) in sums[place].iter().zip(&mut self.biases).zip(&mut *back) {
                let cut = sum.clamp(0.0, 1.0);
                let is_open = if *sum == cut { 2.0 } else { 0.0 };
                *back = *back * cut * is_open;
                *bias += *back;
            }
            let units = self.units;
            squares(view, image, |side, square| {
                let row = &mut self.inputs[(side * 64 + square) * units..][..units];
                for (slope, back) in row.iter_mut().zip(&*back) {
                    *slope += back;
                }
            });
        }
    }
}

/// The men of a view, own ones first, on the squares of an image.
fn squares(view: View, image: &[u8; 64], mut each: impl FnMut(usize, usize)) {
    for (side, mut men) in view.into_iter().enumerate() {
        while men != 0 {
            each(side, usize::from(image[men.trailing_zeros() as usize]));
            men &= men - 1;
        }
    }
}
