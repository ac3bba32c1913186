//! Which model of cost a board goes by: the network that comes with it, where one does, or what somebody gives it, a
//! network or a sum of terms.

use super::cost_network::CostNetwork;
use super::fast::Loa;
use andor_core::{CostModel, CostSum, InputError};
use std::fmt;
use std::sync::{Arc, LazyLock};

/// The networks that come with the game, by the side of the board.
static OWN: LazyLock<[(usize, Costs); 2]> = LazyLock::new(|| {
    let files = [
        (6, include_str!("../../data/loa-costs-6x6.txt")),
        (8, include_str!("../../data/loa-costs-8x8.txt")),
    ];
    files.map(|(size, text)| (size, Costs::read(text, size).expect("a test reads the own files")))
});

/// A model of cost; copies share it.
#[derive(Clone)]
pub(super) struct Costs(Arc<dyn CostModel<Loa>>);

impl Costs {
    /// The model of a text, for a board of `size` x `size`.
    ///
    /// # Errors
    /// One line that quotes what is wrong.
    pub(super) fn read(text: &str, size: usize) -> Result<Costs, InputError> {
        Ok(Costs(match CostNetwork::is_one(text) {
            true => Arc::new(CostNetwork::new(text, size)?),
            false => Arc::new(CostSum::read(text)?),
        }))
    }

    /// The model that comes with a board.
    pub(super) fn own(size: usize) -> Option<Costs> {
        OWN.iter().find(|(side, _)| *side == size).map(|(_, costs)| costs.clone())
    }

    pub(super) fn model(&self) -> &dyn CostModel<Loa> {
        &*self.0
    }
}

impl fmt::Debug for Costs {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Costs").field("scale", &self.0.scale()).finish_non_exhaustive()
    }
}
