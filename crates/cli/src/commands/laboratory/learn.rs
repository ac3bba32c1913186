//! `andor learn` and `andor learn cost`: their plans.

use crate::arguments::{LearnCost, LearnNet, LearnWeights};
use crate::overwrite::{Kind, Overwrite};
use andor_core::InputError;
use andor_engine::{CostPlan, NetworkPlan, NetworkSchedule};
use andor_lab::cost;
use andor_lab::learn::{self, Earlier};
use andor_lab::network;

/// What a leaf may need for its tables while its cost is measured.
const MEMORY: u64 = 64 << 20;

/// What costs are to be learnt.
pub(super) fn cost_plan(arguments: LearnCost) -> Result<cost::Plan, InputError> {
    arguments.overwrite.check("--out", &arguments.out, Kind::Text)?;
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(cost::Plan {
        games: arguments.games,
        records: arguments.records,
        collect: CostPlan {
            seed: arguments.seed,
            starts: Vec::new(),
            plies: arguments.plies as usize,
            leaves: arguments.positions as usize,
            nodes: arguments.nodes,
            most: arguments.most,
            memory: MEMORY,
            settings: arguments.method.parse()?,
        },
        begin: arguments.begin,
        without: arguments.without,
        units: arguments.units as usize,
        rate: arguments.rate,
        threads: arguments.threads.map_or(all, usize::from),
        passes: arguments.passes,
        scale: arguments.scale,
        examples: arguments.examples,
        out: arguments.out,
    })
}

/// What network is to be learnt.
pub(super) fn network_plan(arguments: LearnNet) -> Result<network::Plan, InputError> {
    let earlier = match (arguments.resume, arguments.overwrite.force) {
        (true, _) => network::Earlier::GoOn,
        (false, true) => network::Earlier::Replace,
        (false, false) => network::Earlier::Refuse,
    };
    if earlier == network::Earlier::Refuse {
        arguments.overwrite.check("--out", &arguments.out, Kind::Text)?;
    }
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(network::Plan {
        game: arguments.game,
        games: arguments.games,
        self_play: NetworkPlan {
            seed: arguments.seed,
            plies: arguments.plies as usize,
            nodes: arguments.nodes,
            evaluator: arguments.evaluator,
            weights: None,
        },
        weights: arguments.weights,
        examples: arguments.examples,
        schedule: NetworkSchedule {
            seed: arguments.seed,
            units: arguments.units as usize,
            images: 0,
            passes: arguments.passes,
            rate: arguments.rate,
            trust: arguments.trust as f32 / 1000.0,
            threads: arguments.threads.map_or(all, usize::from),
        },
        out: arguments.out,
        earlier,
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
