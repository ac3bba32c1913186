//! Nagai's scheme for repetitions (Nagai 2002, as Kishimoto and Müller 2004 describe it): a move back
//! to the path proves nothing, and the numbers grow. A node whose numbers grow too large is searched
//! again with the assumption that moves back to it are disproved. Sound, but incomplete.
//!
//! What is disproved under such an assumption is true on every path that begins with the one down to
//! the position that it is about, and is kept for those (`beginnings`), as the re-search of the paper keeps
//! its results in the table. Without that every visit of the re-search begins anew.

use super::beginnings::Beginnings;
use super::paths::{Leant, OnPath, PathRule, Repeated};
use super::{DepthFirst, REPEATING};
use crate::numbers::Numbers;
use crate::repetition::Leaning;
use andor_core::{Game, Key, Stopped};

/// Nagai's threshold unless another is set: a position whose numbers reach it is searched again with the
/// assumption that moves back to it are disproved, and left if they reach it once more. If that is the root,
/// the threshold is raised.
pub(super) const PRESET: u64 = 1 << 24;

/// Numbers that grow, and what was disproved under an assumption.
pub(super) struct Nagai {
    kept: Beginnings,
}

/// By how much the threshold is raised at the root, and where that ends.
const RAISED: u64 = 16;
const HIGHEST: u64 = 1 << 48;

impl Nagai {
    /// With so many bytes for what leans on an assumption.
    pub(super) fn new(bytes: u64) -> Nagai {
        Nagai { kept: Beginnings::new(bytes) }
    }
}

impl PathRule for Nagai {
    /// Open, with the thresholds of the position that it leads to, so that these grow; disproved only
    /// where that is assumed.
    fn repetition(&self, above: &Repeated) -> OnPath {
        if above.assumes {
            return OnPath::Decided(Leaning::on(above.depth));
        }
        let Numbers { phi, delta } = above.threshold;
        // That the opponent still has to refute a move of the prover's does not make the node above
        // any harder for the opponent.
        OnPath::Open(Numbers { phi: if above.prover_moved { 1 } else { phi }, delta })
    }

    fn disproof(&self, key: Key, path: &dyn Fn(usize) -> Option<u64>) -> Option<Leaning> {
        self.kept.disproof(key, path)
    }

    fn keep(&mut self, result: Leant) -> bool {
        self.kept.keep(result)
    }

    fn bytes(&self) -> u64 {
        self.kept.bytes()
    }

    /// It has one thread.
    fn for_another_thread(&self, bytes: u64) -> Box<dyn PathRule> {
        Box::new(Nagai::new(bytes))
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
            if self.paths.preset >= HIGHEST {
                return Some(Stopped::Unsound);
            }
            self.paths.preset *= RAISED;
            return None;
        }
        self.leave(game, numbers);
        None
    }

    /// A move back to the path: the parent goes on, with nothing but larger numbers. They double, so that
    /// where all other moves have failed the threshold is not counted up to one by one.
    #[cold]
    pub(super) fn go_back(&mut self, chosen: usize, threshold: Numbers) {
        self.counters.nodes += 1;
        let preset = self.paths.preset;
        let prover_moves = self.frames.last().is_some_and(|frame| frame.prover_moves);
        let child = &mut self.children[chosen].numbers;
        if !prover_moves {
            child.phi = (2 * child.phi).max(threshold.phi).min(preset);
        }
        child.delta = (2 * child.delta).max(threshold.delta).min(preset);
    }
}
