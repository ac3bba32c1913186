//! `andor learn`: its plan.

use crate::arguments::LearnArguments;
use crate::overwrite::Kind;
use andor_core::InputError;
use andor_lab::learn::{self, Earlier};

/// What is to be learnt.
pub(super) fn plan(arguments: LearnArguments) -> Result<learn::Plan, InputError> {
    let earlier = match (arguments.resume, arguments.overwrite.force) {
        (true, _) => Earlier::GoOn,
        (false, true) => Earlier::Replace,
        (false, false) => Earlier::Refuse,
    };
    if earlier == Earlier::Refuse {
        arguments.overwrite.check("--out", &arguments.out, Kind::Text)?;
    }
    Ok(learn::Plan {
        game: arguments.game,
        evaluator: arguments.evaluator,
        games: arguments.games,
        seed: arguments.seed,
        depth: arguments.depth,
        lambda: arguments.lambda,
        rate: arguments.rate,
        weights: arguments.weights,
        keep: arguments.keep,
        out: arguments.out,
        earlier,
    })
}
