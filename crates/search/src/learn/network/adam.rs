//! Steps down a slope: Adam (Kingma and Ba 2015). Each number has a step of its own size, by the mean of its slopes and
//! that of their squares.

use super::NetworkModel;

/// Its memory of slopes and of their squares.
const MEMORY: [f32; 2] = [0.9, 0.999];

/// What the steps before leave behind.
pub(super) struct Adam {
    pub(super) steps: u32,
    slopes: Vec<f32>,
    squares: Vec<f32>,
    /// The size of the steps of the last number, which is in another unit than the others.
    last: f32,
}

impl Adam {
    pub(super) fn new(model: &NetworkModel, last: f32) -> Adam {
        let count = model.numbers.len();
        Adam { steps: 0, slopes: vec![0.0; count], squares: vec![0.0; count], last }
    }

    pub(super) fn step(
        &mut self,
        model: &mut NetworkModel,
        slopes: &[f32],
        rate: f32,
        examples: usize,
    ) {
        self.steps += 1;
        let last = slopes.len() - 1;
        let [mean, square] = MEMORY.map(|memory| 1.0 - memory.powi(self.steps as i32));
        for (place, slope) in slopes.iter().enumerate() {
            let slope = slope / examples as f32;
            let (slopes, squares) = (&mut self.slopes[place], &mut self.squares[place]);
            *slopes += (1.0 - MEMORY[0]) * (slope - *slopes);
            *squares += (1.0 - MEMORY[1]) * (slope * slope - *squares);
            let size = if place == last { self.last } else { 1.0 };
            let step = rate * (*slopes / mean) / ((*squares / square).sqrt() + 1e-8);
            model.numbers[place] -= size * step;
        }
    }
}
