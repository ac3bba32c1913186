//! Breakthrough's network: 8x8, beside the [patterns](super::patterns).
//!
//! Each side sees the board from its own end, and left and right are the same.

use super::fast::{Breakthrough, Position};
use super::patterns::Patterns;
use crate::network::{Images, Memory, Network};
use andor_core::{Evaluate, InputError, NetworkSight, Player};

/// The file that comes with the game.
const FILE: &str = include_str!("../../data/breakthrough-network.txt");

/// A rank seen from the other end.
const FLIP: usize = 56;

/// The squares, and the squares in the mirror.
static IMAGES: [[u8; 64]; 2] = images();

const fn images() -> [[u8; 64]; 2] {
    let mut images = [[0; 64]; 2];
    let mut square = 0;
    while square < 64 {
        images[0][square as usize] = square;
        images[1][square as usize] = square ^ 7;
        square += 1;
    }
    images
}

/// The evaluator.
pub(super) struct BreakthroughNetwork {
    patterns: Patterns,
    network: Network<1>,
    memory: Memory,
}

impl BreakthroughNetwork {
    /// Whether a board is the one that the network is for.
    pub(super) fn is_for(game: &Breakthrough) -> bool {
        (game.columns, game.rows) == (8, 8)
    }

    /// The network of this file, or the one that comes with the game.
    ///
    /// # Errors
    /// One line that quotes what is wrong.
    pub(super) fn new(text: Option<&str>) -> Result<BreakthroughNetwork, InputError> {
        let network = Network::new(text.unwrap_or(FILE), &IMAGES as Images, FLIP)?;
        let memory = network.memory();
        Ok(BreakthroughNetwork { patterns: Patterns::new(None)?, network, memory })
    }
}

impl Evaluate<Breakthrough> for BreakthroughNetwork {
    fn evaluate(&self, game: &Breakthrough, position: &Position) -> i32 {
        let base = || self.patterns.evaluate(game, position);
        let is_white = position.side == Player::White;
        self.network.value(&self.memory, position.colours(), is_white, base)
    }

    fn decisive(&self) -> i32 {
        self.network.decisive
    }

    fn network_sight(&self, game: &Breakthrough, position: &Position) -> Option<NetworkSight> {
        let [black, white] = position.colours();
        // Ranks from the other end: their bytes in the other order.
        let (from_black, from_white) = ([black, white].map(u64::swap_bytes), [white, black]);
        let views = match position.side {
            Player::White => [from_white, from_black],
            Player::Black => [from_black, from_white],
        };
        let base = self.patterns.evaluate(game, position);
        Some(NetworkSight { views, base, images: &IMAGES })
    }
}
