//! The network of Lines of Action: 8x8, beside the evaluation of MIA IV.
//!
//! Both sides see the same board, from whichever of its eight sides.

use super::super::fast::{Loa, Position};
use super::Mia;
use crate::network::{Images, Memory, Network};
use andor_core::{Evaluate, InputError, NETWORK, NetworkSight, Player};

/// The file that comes with the game.
const FILE: &str = include_str!("../../../data/loa-network.txt");

/// The evaluation beside the network.
const BASE: &str = "mia4";

/// The side of the board that the network is for.
const SIDE: usize = 8;

/// The squares as the eight symmetries move them: the first one, two and four are closed, too.
static IMAGES: [[u8; 64]; 8] = images();

const fn images() -> [[u8; 64]; 8] {
    let mut images = [[0; 64]; 8];
    let mut image = 0;
    while image < 8 {
        let mut square = 0;
        while square < 64 {
            let (mut column, mut row) = (square % 8, square / 8);
            if image & 1 != 0 {
                column = 7 - column;
            }
            if image & 2 != 0 {
                row = 7 - row;
            }
            if image & 4 != 0 {
                (column, row) = (row, column);
            }
            images[image][square] = (row * 8 + column) as u8;
            square += 1;
        }
        image += 1;
    }
    images
}

/// The evaluator.
pub(in super::super) struct LoaNetwork {
    mia: Mia,
    network: Network,
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
        let network = Network::new(text.unwrap_or(FILE), &IMAGES as Images, 0)?;
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
        Some(NetworkSight { views: [[own, enemy], [enemy, own]], base, images: &IMAGES })
    }
}
