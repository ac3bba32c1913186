//! Iterative deepening: depth 1, 2, 3, ... until the budget ends, or nothing is left to find.
//!
//! A win in no more plies than the iteration is deep ends it: a shorter one would have been found
//! before, but for what forward pruning hides, and the other moves would have to be searched at full
//! width to find it.
//!
//! With aspiration, an iteration begins with a narrow window around the last value, and opens it
//! on the side where it fails.

use crate::node::Spot;
use crate::score::{self, FAR, INFINITE, WIN, WIN_BOUND, is_proved};
use crate::worker::Worker;
use andor_core::{Game, Repetition, Rules};

/// What a finished iteration says.
#[derive(Clone, Debug)]
pub(crate) struct Iteration<M> {
    pub(crate) depth: u32,
    pub(crate) value: i32,
    pub(crate) line: Vec<M>,
    /// Whether every line was followed to the end of the game.
    pub(crate) is_exhaustive: bool,
}

/// Somebody who is told how far a thread has come.
pub(crate) type Hear<'a, G> = dyn FnMut(&Iteration<<G as Rules>::Move>, &Worker<'_, G>) + 'a;

/// Below this depth the window is always open.
const ASPIRATION_DEPTH: u32 = 4;

impl<G: Game> Worker<'_, G> {
    /// Deepens until the end. `first` is the depth to begin with; `hear` is told every finished
    /// iteration, and every change of mind inside one.
    pub(crate) fn deepen(
        &mut self,
        root: &G::Position,
        first: u32,
        is_forced: bool,
        hear: &mut Hear<'_, G>,
    ) -> Option<Iteration<G::Move>> {
        let mut last: Option<Iteration<G::Move>> = None;
        let mut steady = 0;
        for depth in first..=self.watch.depth {
            let estimates = self.estimates;
            self.root_best = None;
            self.horizon = depth as usize;
            let value = self.search_window(root, depth, last.as_ref().map(|last| last.value));
            if self.is_stopped {
                // Step 1. A better move found before the end counts, if the iteration had it
                // searched through.
                if let Some((mv, value)) = self.root_best
                    && last.as_ref().is_none_or(|last| last.line.first() != Some(&mv))
                {
                    let depth = last.as_ref().map_or(0, |last| last.depth);
                    let line = vec![mv];
                    last = Some(Iteration { depth, value, line, is_exhaustive: false });
                }
                break;
            }
            // Step 2. Report.
            let line = self.principal_variation(root, depth);
            let is_acyclic = self.game.repetition() == Repetition::Impossible;
            let is_exhaustive = is_acyclic && self.estimates == estimates;
            let best_before = last.as_ref().and_then(|last| last.line.first().copied());
            steady = if best_before == line.first().copied() { steady + 1 } else { 0 };
            let iteration = Iteration { depth, value, line, is_exhaustive };
            hear(&iteration, self);
            last = Some(iteration);
            // Step 3. Nothing is left to find, or no time to find it in.
            let distance = (WIN - value.abs()) as u32;
            if is_exhaustive || (is_proved(value) && distance <= depth) {
                break;
            }
            let doubt = match steady {
                0 => 1.6,
                1 => 1.2,
                2 | 3 => 1.0,
                _ => 0.8,
            };
            // A win that the proof search found is as good as any other.
            let is_far = value >= WIN_BOUND && distance >= FAR as u32;
            let doubt = if is_far { doubt / 4.0 } else { doubt };
            if self.watch.is_late(doubt) || (is_forced && self.watch.is_timed()) {
                break;
            }
        }
        last
    }

    /// One iteration, with a window that opens as far as it must.
    fn search_window(&mut self, root: &G::Position, depth: u32, last: Option<i32>) -> i32 {
        let margin = self.config.aspiration;
        let enough = WIN - depth as i32;
        let is_usual = |value: i32| !is_proved(value - margin) && !is_proved(value + margin);
        let (mut alpha, mut beta) = match last {
            Some(value) if margin > 0 && depth >= ASPIRATION_DEPTH && is_usual(value) => {
                (value - margin, value + margin)
            }
            _ => (-INFINITE, enough),
        };
        let mut wider = margin;
        loop {
            let value = self.search(root, alpha, beta, depth as i32, Spot::ROOT);
            if self.is_stopped || value >= enough || (value > alpha && value < beta) {
                return value;
            }
            wider = wider.saturating_mul(3).min(INFINITE);
            let is_open = wider > 1_000 || is_proved(value);
            if value <= alpha {
                alpha = if is_open { -INFINITE } else { value - wider };
            } else {
                beta = if is_open { enough } else { value + wider };
            }
        }
    }

    /// The line of the last iteration, and what the table knows of its end.
    fn principal_variation(&mut self, root: &G::Position, depth: u32) -> Vec<G::Move> {
        let mut line = self.mind.plies[0].line.clone();
        let mut position = root.clone();
        for &mv in &line {
            position = self.game.after(&position, mv);
        }
        let mut moves = Vec::new();
        while line.len() < depth as usize && self.game.outcome(&position).is_none() {
            let place = self.place_of(&position, self.game.placed_key(&position));
            let Some(code) = self.table.probe(place.key).and_then(|entry| entry.best) else {
                break;
            };
            self.game.moves(&position, &mut moves);
            let best = |&&mv: &&G::Move| crate::table::short_code(self.code_at(place, mv)) == code;
            // Superko would have to be asked about every step, so there the line ends.
            let Some(&mv) = moves.iter().find(best).filter(|_| !self.past.forbids()) else { break };
            line.push(mv);
            position = self.game.after(&position, mv);
        }
        line
    }
}

/// What the world is told of an iteration.
pub(crate) fn told<M>(iteration: &Iteration<M>) -> crate::Score {
    match score::told(iteration.value) {
        crate::Score::Estimate(score::DRAW) if iteration.is_exhaustive => crate::Score::Draw,
        other => other,
    }
}
