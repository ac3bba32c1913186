//! What can go wrong at the rim: the user's input, or a certificate.

use andor_certify::CertificateError;
use andor_core::InputError;
use std::fmt;

/// Why something asked of a game could not be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineError {
    /// The input cannot be used.
    Input(InputError),
    /// A certificate cannot be read, or does not prove what it claims.
    Certificate(CertificateError),
}

impl EngineError {
    /// Whether a verification failed, in contrast to bad input.
    #[must_use]
    pub fn is_rejection(&self) -> bool {
        matches!(self, EngineError::Certificate(error) if error.is_rejection())
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Input(error) => error.fmt(f),
            EngineError::Certificate(error) => error.fmt(f),
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
