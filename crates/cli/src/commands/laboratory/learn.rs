//! `andor learn` and `andor learn cost`: their plans.

use crate::arguments::{LearnCost, LearnWeights};
use crate::overwrite::{Kind, Overwrite};
use andor_core::InputError;
use andor_engine::CostPlan;
use andor_lab::cost;
use andor_lab::learn::{self, Earlier};

/// What a leaf may need for its tables while its cost is measured.
const MEMORY: u64 = 64 << 20;

/// What costs are to be learnt.
pub(super) fn cost_plan(arguments: LearnCost) -> Result<cost::Plan, InputError> {
    arguments.overwrite.check("--out", &arguments.out, Kind::Text)?;
    Ok(cost::Plan {
        games: arguments.games,
        records: arguments.records,
        collect: CostPlan {
            seed: arguments.seed,
            plies: arguments.plies as usize,
            leaves: arguments.positions as usize,
            nodes: arguments.nodes,
            most: arguments.most,
            memory: MEMORY,
            settings: arguments.method.parse()?,
        },
        passes: arguments.passes,
        scale: arguments.scale,
        examples: arguments.examples,
        out: arguments.out,
    })
}

/// What is to be learnt.
pub(super) fn plan(
    arguments: LearnWeights,
    overwrite: &Overwrite,
) -> Result<learn::Plan, InputError> {
    let earlier = match (arguments.resume, overwrite.force) {
        (true, _) => Earlier::GoOn,
        (false, true) => Earlier::Replace,
        (false, false) => Earlier::Refuse,
    };
    if earlier == Earlier::Refuse {
        overwrite.check("--out", &arguments.out, Kind::Text)?;
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
