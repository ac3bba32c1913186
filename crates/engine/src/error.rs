//! What can go wrong at the rim: the user's input, or a certificate.

use andor_certify::CertificateError;
use andor_core::{InputError, Stopped};
use andor_tables::TableError;
use std::fmt;

/// Why something asked of a game could not be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineError {
    /// The input cannot be used.
    Input(InputError),
    /// A checkpoint cannot be read, or is of another problem.
    Checkpoint(InputError),
    /// A certificate cannot be read, or does not prove what it claims.
    Certificate(CertificateError),
    /// A table cannot be built, read or believed.
    Table(TableError),
}

impl EngineError {
    /// Whether a verification failed, in contrast to bad input.
    #[must_use]
    pub fn is_rejection(&self) -> bool {
        match self {
            EngineError::Input(_) | EngineError::Checkpoint(_) => false,
            EngineError::Certificate(error) => error.is_rejection(),
            EngineError::Table(error) => error.is_rejection(),
        }
    }

    /// The limit that was reached before there was an answer, if that is what happened.
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        match self {
            EngineError::Table(TableError::Stopped(stopped)) => Some(*stopped),
            EngineError::Certificate(CertificateError::Stopped(stopped)) => Some(*stopped),
            _ => None,
        }
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Input(error) | EngineError::Checkpoint(error) => error.fmt(f),
            EngineError::Certificate(error) => error.fmt(f),
            EngineError::Table(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for EngineError {}

impl From<InputError> for EngineError {
    fn from(error: InputError) -> EngineError {
        EngineError::Input(error)
    }
}

impl From<CertificateError> for EngineError {
    fn from(error: CertificateError) -> EngineError {
        EngineError::Certificate(error)
    }
}

impl From<TableError> for EngineError {
    fn from(error: TableError) -> EngineError {
        EngineError::Table(error)
    }
}
