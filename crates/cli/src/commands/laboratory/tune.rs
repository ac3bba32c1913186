//! `andor tune` and `andor tune-leaf`: their plans.

use crate::arguments::{TuneArguments, TuneLeafArguments};
use andor_core::InputError;
use andor_engine::Method;
use andor_lab::{tune, tune_leaf};

/// What is to be tuned.
pub(super) fn plan(arguments: TuneArguments) -> tune::Plan {
    let TuneArguments { boards, seed, trials, nodes, memory, zone, weights, log } = arguments;
    tune::Plan { boards, seed, trials, nodes, memory, zone, weights, log }
}

/// What is to be calibrated.
pub(super) fn leaf_plan(arguments: TuneLeafArguments) -> Result<tune_leaf::Plan, InputError> {
    let TuneLeafArguments { file, game, method, nodes, positions } = arguments;
    Ok(tune_leaf::Plan { file, game, method: Method::parse(&method)?, nodes, positions })
}
