//! Nagai's scheme for repetitions (Nagai 2002, as Kishimoto and Müller 2004 describe it): a move back
//! to the path proves nothing, and the numbers grow. A node whose numbers grow too large is searched
//! again with the assumption that moves back to it are disproved. Sound, but incomplete.

use super::paths::{Leant, OnPath, PathRule, Repeated};
use super::{DepthFirst, REPEATING};
use crate::numbers::Numbers;
use crate::repetition::Leaning;
use andor_core::{Game, Stopped};

/// Nagai's threshold: a position whose numbers reach it is searched again with the assumption that
/// moves back to it are disproved, and given up if they reach it once more.
pub(super) const PRESET: u64 = 1 << 16;

/// Nothing is kept.
pub(super) struct Nagai;

impl PathRule for Nagai {
    /// Open, with the thresholds of the position that it leads to, so that these grow; disproved only
    /// where that is assumed.
    fn repetition(&self, above: &Repeated) -> OnPath {
        if above.assumes {
            return OnPath::Decided(Leaning::on(above.depth));
        }
        let Numbers { phi, delta } = above.threshold;
        OnPath::Open(Numbers { phi: phi.min(PRESET), delta: delta.min(PRESET) })
    }

    fn keep(&mut self, _result: Leant) -> bool {
        true
    }

    fn for_another_thread(&self, _bytes: u64) -> Box<dyn PathRule> {
        Box::new(Nagai)
    }
}

impl<G: Game> DepthFirst<G> {
    /// The numbers of the top frame have reached Nagai's preset: it is searched again, once.
    #[cold]
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

    /// A move back to the path: the parent goes on, with nothing but larger numbers.
    #[cold]
    pub(super) fn go_back(&mut self, chosen: usize, threshold: Numbers) {
        self.counters.nodes += 1;
        let child = &mut self.children[chosen].numbers;
        child.phi = child.phi.max(threshold.phi).min(PRESET);
        child.delta = child.delta.max(threshold.delta).min(PRESET);
    }
}
