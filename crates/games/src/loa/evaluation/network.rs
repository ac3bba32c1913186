//! The network of Lines of Action: 8x8, beside the evaluation of MIA IV.
//!
//! Both sides see the same board, from whichever of its eight sides.

use super::super::fast::{Loa, Position};
use super::super::images::images;
use super::Mia;
use crate::network::{Memory, Network};
use andor_core::{Evaluate, InputError, NETWORK, NetworkSight, Player};

/// The file that comes with the game.
const FILE: &str = include_str!("../../../data/loa-network.txt");

/// The evaluation beside the network.
const BASE: &str = "mia4";

/// The side of the board that the network is for.
const SIDE: usize = 8;

/// The evaluator.
pub(in super::super) struct LoaNetwork {
    mia: Mia,
    network: Network<1>,
    memory: Memory,
}

impl LoaNetwork {
    /// The evaluators of the board that has one, the weakest first.
    pub(in super::super) const NAMES: [&'static str; 5] = ["mia1", "mia2", "mia3", "mia4", NETWORK];

    /// Whether a board is the one that the network is for.
    pub(in super::super) fn is_for(size: usize) -> bool {
        size == SIDE
    }

    /// The network of this file, or the one that comes with the game.
    ///
    /// # Errors
    /// One line that quotes what is wrong.
    pub(in super::super) fn new(text: Option<&str>) -> Result<LoaNetwork, InputError> {
        let network = Network::new(text.unwrap_or(FILE), images(SIDE), 0)?;
        let memory = network.memory();
        Ok(LoaNetwork { mia: Mia::new(BASE, SIDE, None)?, network, memory })
    }
}

impl Evaluate<Loa> for LoaNetwork {
    fn evaluate(&self, game: &Loa, position: &Position) -> i32 {
        let base = || self.mia.evaluate(game, position);
        self.network.value(&self.memory, position.men, position.side == Player::White, base)
    }

    fn decisive(&self) -> i32 {
        self.network.decisive
    }

    fn network_sight(&self, game: &Loa, position: &Position) -> Option<NetworkSight> {
        let (own, enemy) = position.own_and_enemy();
        let base = self.mia.evaluate(game, position);
        Some(NetworkSight { views: [[own, enemy], [enemy, own]], base, images: images(SIDE) })
    }
}
