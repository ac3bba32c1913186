//! What a player thinks of a position.

use super::desk::Job;
use super::request::Question;
use super::want::Want;
use crate::expected::expected;
use crate::session::Output;
use andor_core::{InputError, Instant};
use andor_engine::{AnyGame, Line, PlayerSpec, Thought};
use serde_json::{Value, json};

/// Thinks as long as the question allows, and tells parts of it.
pub(super) fn think(
    job: &Job,
    asked: &Question,
    (game, line): (&dyn AnyGame, &Line),
    player: &PlayerSpec,
    want: Want,
    out: &Output<'_>,
) -> Result<Value, InputError> {
    let mut thinker = game.thinker(player)?;
    let mut told: Option<Instant> = None;
    let mut hear = |thought: &Thought| {
        let Some(every) = asked.every else { return };
        if told.is_none_or(|told| told.elapsed() >= every) {
            told = Some(Instant::now());
            job.tell(want.name(), object(game, thought), out);
        }
    };
    let budget = asked.budget(player);
    Ok(object(game, &thinker.think(line, &budget, &job.stop, &mut hear)))
}

/// A thought as an object.
fn object(game: &dyn AnyGame, thought: &Thought) -> Value {
    json!({
        "best": thought.best,
        "score": {"kind": thought.score.kind(), "value": thought.score.number()},
        "expected": expected(game, thought.score),
        "depth": thought.depth,
        "nodes": thought.nodes,
        "ms": thought.time.as_millis() as u64,
        "line": thought.line,
    })
}
