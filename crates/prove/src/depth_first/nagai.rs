//! Nagai's scheme for repetitions (Nagai 2002, as Kishimoto and Müller 2004 describe it): a move back
//! to the path proves nothing, and the numbers grow. A node whose numbers grow too large is searched
//! again with the assumption that moves back to it are disproved. Sound, but incomplete.

use super::{DepthFirst, REPEATING};
use crate::numbers::Numbers;
use andor_core::{Game, Stopped};

/// Nagai's threshold: a position whose numbers reach it is searched again with the assumption that
/// moves back to it are disproved, and given up if they reach it once more.
pub const PRESET: u64 = 1 << 16;

impl<G: Game> DepthFirst<G> {
    /// The numbers of the top frame have reached Nagai's preset: it is searched again, once.
    pub(super) fn exceed(&mut self, game: &G, numbers: Numbers) -> Option<Stopped> {
        let frame = self.frames.last_mut().expect("there is a frame");
        if !std::mem::replace(&mut frame.assumes, true) {
            for child in &mut self.children[frame.first..] {
                if !child.numbers.is_solved() {
                    child.numbers = REPEATING;
                }
            }
            return None;
        }
        if self.frames.len() == 1 {
            return Some(Stopped::Unsound);
        }
        self.leave(game, numbers);
        None
    }
}
