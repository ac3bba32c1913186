//! Interim: a player that chooses among the legal moves as the dice say.

use crate::any_game::AnyGame;
use crate::error::EngineError;
use crate::thinker::Thinker;
use andor_core::{InputError, SplitMix64};
use andor_search::{Budget, Score, Thought};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub(crate) struct RandomMover {
    game: Box<dyn AnyGame>,
    random: SplitMix64,
}

impl RandomMover {
    pub(crate) fn make(spec: &str, config: &str) -> Result<Box<dyn Thinker>, InputError> {
        let game = crate::Catalogue::standard().game(spec)?;
        let seed = config.split_once("seed=").and_then(|(_, seed)| seed.parse().ok()).unwrap_or(1);
        Ok(Box::new(RandomMover { game, random: SplitMix64::new(seed) }))
    }
}

impl Thinker for RandomMover {
    fn name(&self) -> String {
        "random".to_owned()
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
        let line = self.game.begin(start, moves)?;
        let legal = self.game.legal_moves(&line);
        let best = (!legal.is_empty()).then(|| legal[self.random.below(legal.len())].clone());
        let thought = Thought {
            line: best.iter().cloned().collect(),
            best,
            score: Score::Estimate(0),
            depth: 1,
            selective_depth: 1,
            nodes: legal.len() as u64,
            time: Duration::ZERO,
        };
        hear(&thought);
        Ok(thought)
    }
}
