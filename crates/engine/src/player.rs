//! Players behind their texts: the searcher with its game, and one that plays anything.

use crate::error::EngineError;
use crate::thinker::Thinker;
use andor_core::{Game, InputError, Played, SplitMix64};
use andor_formats::fen;
use andor_search::{Budget, PlayerConfig, Score, Searcher, Thought, make_evaluator};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The player with this text.
pub(crate) fn thinker<G: Game + 'static>(
    game: &Arc<G>,
    config: &str,
) -> Result<Box<dyn Thinker>, InputError> {
    let player = PlayerConfig::parse(config, game.evaluator_names())?;
    if player.is_random {
        let random = SplitMix64::new(player.config.seed);
        return Ok(Box::new(Random { game: Arc::clone(game), name: player.text, random }));
    }
    let weights = match &player.weights {
        None => None,
        Some(path) => Some(std::fs::read_to_string(path).map_err(|error| {
            InputError::new(format!("weights {}: {error}", InputError::quote(path)))
        })?),
    };
    let evaluator = || make_evaluator(&**game, player.evaluator.as_deref(), weights.as_deref());
    let evaluators = (0..player.config.threads).map(|_| evaluator()).collect::<Result<_, _>>()?;
    Ok(Box::new(Search {
        game: Arc::clone(game),
        name: player.text,
        budget: player.budget,
        searcher: Searcher::try_new(player.config, evaluators)?,
    }))
}

/// A player that searches.
struct Search<G: Game> {
    game: Arc<G>,
    name: String,
    /// What holds where the caller sets no limit.
    budget: Budget,
    searcher: Searcher<G>,
}

impl<G: Game> Thinker for Search<G> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) {
        self.searcher.new_game();
    }

    fn think(
        &mut self,
        start: Option<&str>,
        moves: &[String],
        budget: &Budget,
        stop: &Arc<AtomicBool>,
        hear: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, EngineError> {
        let positions = replay(&*self.game, start, moves)?.positions(&*self.game);
        let budget = Budget {
            depth: budget.depth.or(self.budget.depth),
            nodes: budget.nodes.or(self.budget.nodes),
            clock: budget.clock.or(self.budget.clock),
        };
        Ok(self.searcher.think(&self.game, &positions, &budget, stop, hear))
    }
}

/// A player that plays any legal move.
struct Random<G: Game> {
    game: Arc<G>,
    name: String,
    random: SplitMix64,
}

impl<G: Game> Thinker for Random<G> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) {}

    fn think(
        &mut self,
        start: Option<&str>,
        moves: &[String],
        _: &Budget,
        _: &Arc<AtomicBool>,
        hear: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, EngineError> {
        let begin = Instant::now();
        let played = replay(&*self.game, start, moves)?;
        let root = played.position(&*self.game);
        let mut legal = Vec::new();
        if self.game.outcome(&root).is_none() {
            played.legal_moves(&*self.game, &mut legal);
            legal.sort_unstable_by_key(|&mv| self.game.move_code(mv));
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
        Ok(thought)
    }
}

/// The game that these moves make from a start (the initial position for `None`).
fn replay<G: Game>(game: &G, start: Option<&str>, moves: &[String]) -> Result<Played, InputError> {
    let mut played = Played::begin(game, &fen::start(game, start)?);
    moves.iter().try_for_each(|text| played.play_text(game, text))?;
    Ok(played)
}
