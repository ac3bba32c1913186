//! A network as it is computed with: a row of weights for each man on each square, one number for each unit. Units of a
//! filter are copies of it, seen through the images of the board; so are slopes before they are added up by filter.

use super::NetworkModel;
use super::examples::NetworkExample;

/// The numbers of a network, and the slopes of them, by unit and not by filter.
#[derive(Clone)]
pub(super) struct Wide {
    pub(super) units: usize,
    /// By side (own, enemy), square and unit.
    pub(super) inputs: Vec<f32>,
    pub(super) biases: Vec<f32>,
    pub(super) out: [Vec<f32>; 2],
    pub(super) bias: f32,
    pub(super) base: f32,
    pub(super) loss: f64,
}

impl Wide {
    pub(super) fn empty(units: usize) -> Wide {
        Wide {
            units,
            inputs: vec![0.0; NetworkModel::INPUTS * units],
            biases: vec![0.0; units],
            out: [vec![0.0; units], vec![0.0; units]],
            bias: 0.0,
            base: 0.0,
            loss: 0.0,
        }
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
            for side in 0..2 {
                let place = model.out() + side * model.filters + filter;
                each(place, &mut self.out[side][unit]);
            }
        }
        each(model.last(), &mut self.bias);
        each(model.last() + 1, &mut self.base);
    }

    fn row(&self, side: usize, square: usize) -> &[f32] {
        &self.inputs[(side * 64 + square) * self.units..][..self.units]
    }

    /// The units of a view, before they are cut.
    fn sums(&self, view: [u64; 2], image: &[u8; 64], sums: &mut [f32]) {
        sums.copy_from_slice(&self.biases);
        squares(view, image, |side, square| {
            for (sum, weight) in sums.iter_mut().zip(self.row(side, square)) {
                *sum += weight;
            }
        });
    }

    /// The logarithm of the odds.
    pub(super) fn says(
        &self,
        example: &NetworkExample,
        image: &[u8; 64],
        sums: &mut [Vec<f32>; 2],
    ) -> f32 {
        let mut said = self.bias + self.base * example.base;
        for ((view, sums), out) in example.views.into_iter().zip(sums).zip(&self.out) {
            self.sums(view, image, sums);
            let each = sums.iter().zip(out).map(|(sum, weight)| {
                let cut = sum.clamp(0.0, 1.0);
                cut * cut * weight
            });
            said += each.sum::<f32>();
        }
        said
    }
}

/// The men of a view, own ones first, on the squares of an image.
pub(super) fn squares(view: [u64; 2], image: &[u8; 64], mut each: impl FnMut(usize, usize)) {
    for (side, mut men) in view.into_iter().enumerate() {
        while men != 0 {
            each(side, usize::from(image[men.trailing_zeros() as usize]));
            men &= men - 1;
        }
    }
}
