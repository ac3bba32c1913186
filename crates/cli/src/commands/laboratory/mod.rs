//! The commands of the laboratory (`andor_lab`): what is typed becomes a plan, and what is found is shown.

mod bench;
mod lab;
mod learn;
mod screen;
mod tune;

use super::Done;
use crate::Terminal;
use crate::arguments::{LabArguments, Laboratory, LearnArguments, Learnt};
use crate::exit::{Exit, Failure};
use andor_engine::{Catalogue, EngineError};
use andor_lab::{Ended, LabError};
use screen::Screen;

/// Runs a command of the laboratory.
pub(crate) fn run(
    catalogue: &Catalogue,
    command: Laboratory,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let screen = &mut Screen::new(terminal, json);
    let ended = match command {
        Laboratory::Bench(arguments) => bench::plan(catalogue, &arguments)?.run(catalogue, screen),
        Laboratory::Lab(LabArguments { command }) => lab::run(catalogue, &command, screen),
        Laboratory::Tune(arguments) => {
            andor_lab::tune::run(catalogue, &tune::plan(arguments), screen)
        }
        Laboratory::TuneLeaf(arguments) => {
            andor_lab::tune_leaf::run(catalogue, &tune::leaf_plan(arguments)?, screen)
        }
        Laboratory::Learn(LearnArguments { what: Some(Learnt::Cost(arguments)), .. }) => {
            andor_lab::cost::run(catalogue, &learn::cost_plan(arguments)?, screen)
        }
        Laboratory::Learn(LearnArguments { what: Some(Learnt::Net(arguments)), .. }) => {
            andor_lab::network::run(catalogue, &learn::network_plan(arguments)?, screen)
        }
        Laboratory::Learn(LearnArguments { weights, overwrite, what: None }) => {
            let weights = weights.expect("clap wants one of the two");
            andor_lab::learn::run(catalogue, &learn::plan(weights, &overwrite)?, screen)
        }
    };
    Ok(match ended? {
        Ended::Whole => Exit::Answered,
        Ended::Interrupted => Exit::Unknown,
    })
}

impl From<LabError> for Failure {
    fn from(error: LabError) -> Failure {
        match error {
            LabError::Input(error) => error.into(),
            LabError::Engine(error) => EngineError::into(error),
            LabError::Unsolved(line) => Failure { exit: Exit::Unknown, line },
            LabError::Rejected(line) => Failure { exit: Exit::Rejected, line },
        }
    }
}
