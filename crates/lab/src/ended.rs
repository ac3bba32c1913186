//! How an experiment ends.

use andor_core::InputError;
use andor_engine::{CertificateError, EngineError};
use std::fmt;

/// An experiment that was carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// To its end.
    Whole,
    /// Until it was interrupted.
    Interrupted,
}

/// What an experiment comes to.
pub type Done = Result<Ended, LabError>;

/// An experiment that could not be carried out; in one line.
#[derive(Debug)]
pub enum LabError {
    /// Something that was asked for cannot be used.
    Input(InputError),
    /// A search or a check failed.
    Engine(EngineError),
    /// A limit was reached before there was a result.
    Unsolved(String),
    /// What was found does not hold.
    Rejected(String),
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LabError::Input(error) => error.fmt(f),
            LabError::Engine(error) => error.fmt(f),
            LabError::Unsolved(line) | LabError::Rejected(line) => f.write_str(line),
        }
    }
}

impl std::error::Error for LabError {}

impl From<InputError> for LabError {
    fn from(error: InputError) -> LabError {
        LabError::Input(error)
    }
}

impl From<EngineError> for LabError {
    fn from(error: EngineError) -> LabError {
        LabError::Engine(error)
    }
}

impl From<CertificateError> for LabError {
    fn from(error: CertificateError) -> LabError {
        LabError::Engine(error.into())
    }
}
