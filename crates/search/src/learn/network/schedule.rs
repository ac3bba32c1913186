//! How a network is learnt, as whoever asks for it says.

use super::NetworkExamples;
use andor_core::InputError;

/// Units come in steps of so many.
const LANES: usize = 32;

/// How a network is learnt.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkSchedule {
    /// The seed of everything that is left to chance.
    pub seed: u64,
    /// Units of each side.
    pub units: usize,
    /// Units that share a filter, one an image: the first so many of the board's, which must be closed under each
    /// other; 0 for all of them.
    pub images: usize,
    /// Passes through the examples.
    pub passes: u32,
    /// The first step.
    pub rate: f32,
    /// How much the search's score counts beside the result, from 0 to 1.
    pub trust: f32,
    /// Threads.
    pub threads: usize,
}

impl NetworkSchedule {
    /// Units that share a filter on a board of so many images.
    pub(super) fn shared(&self, images: usize) -> usize {
        if self.images == 0 { images } else { self.images }
    }

    /// Whether these units can be learnt from these examples.
    ///
    /// # Errors
    /// One line that says why not.
    pub fn check(&self, found: &NetworkExamples) -> Result<(), InputError> {
        let refuse = |why: String| Err(InputError::new(format!("learn net: {why}")));
        if found.examples.is_empty() {
            return refuse("there is no position to learn from".to_owned());
        }
        let (all, units) = (found.images.len(), self.units);
        let shared = self.shared(all);
        if !shared.is_power_of_two() || shared > all {
            return refuse(format!(
                "{shared} images: the board has {all}, of which 1, 2, 4 or 8 can be shared"
            ));
        }
        if !units.is_multiple_of(LANES.max(shared)) {
            return refuse(format!("{units} units are no multiple of {LANES}"));
        }
        Ok(())
    }
}
