//! Players of a game: the searcher, and one that plays anything.

use crate::line::Line;
use crate::thinker::Thinker;
use andor_core::{Game, InputError, Instant, SplitMix64, possible_threads, sort_by_number};
use andor_search::{Budget, PlayerKind, PlayerSpec, Score, Searcher, Thought, make_evaluator};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The player that a spec describes.
pub(crate) fn thinker<G: Game + 'static>(
    game: &Arc<G>,
    spec: &PlayerSpec,
) -> Result<Box<dyn Thinker>, InputError> {
    spec.check(game.evaluator_names())?;
    let (game, config) = (Arc::clone(game), spec.config());
    if *spec.kind() == PlayerKind::Random {
        return Ok(Box::new(Random { game, random: SplitMix64::new(config.seed) }));
    }
    let weights = match spec.weights() {
        None => None,
        Some(path) => Some(std::fs::read_to_string(path).map_err(|error| {
            let name = InputError::quote(&path.display().to_string());
            InputError::new(format!("weights {name}: {error}"))
        })?),
    };
    let evaluator = || make_evaluator(&*game, spec.evaluator(), weights.as_deref());
    let threads = possible_threads(config.threads);
    let evaluators = (0..threads).map(|_| evaluator()).collect::<Result<Vec<_>, _>>()?;
    let decisive = evaluators.first().map(|evaluator| evaluator.decisive());
    let searcher = Searcher::try_new(config, evaluators)?;
    Ok(Box::new(Search { game, searcher, decisive }))
}

/// A player that searches.
struct Search<G: Game> {
    game: Arc<G>,
    searcher: Searcher<G>,
    decisive: Option<i32>,
}

impl<G: Game> Thinker for Search<G> {
    fn new_game(&mut self) {
        self.searcher.new_game();
    }

    fn decisive(&self) -> Option<i32> {
        self.decisive
    }

    fn think(
        &mut self,
        line: &Line,
        budget: &Budget,
        stop: &Arc<AtomicBool>,
        hear: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let positions = line.played().positions(&*self.game);
        self.searcher.think(&self.game, &positions, budget, stop, hear)
    }
}

/// A player that plays any legal move.
struct Random<G: Game> {
    game: Arc<G>,
    random: SplitMix64,
}

impl<G: Game> Thinker for Random<G> {
    fn new_game(&mut self) {}

    fn decisive(&self) -> Option<i32> {
        None
    }

    fn think(
        &mut self,
        line: &Line,
        _: &Budget,
        _: &Arc<AtomicBool>,
        hear: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let begin = Instant::now();
        let played = line.played();
        let root = played.position(&*self.game);
        let mut legal = Vec::new();
        if self.game.outcome(&root).is_none() {
            played.legal_moves(&*self.game, &mut legal);
            sort_by_number(&mut legal, |&mv| self.game.move_code(mv).into());
        }
        let best = (!legal.is_empty()).then(|| legal[self.random.below(legal.len())]);
        let best = best.map(|mv| self.game.move_text(&root, mv));
        let thought = Thought {
            line: best.iter().cloned().collect(),
            best,
            score: Score::Estimate(0),
            depth: 0,
            selective_depth: 0,
            nodes: 1,
            time: begin.elapsed(),
        };
        hear(&thought);
        thought
    }
}
