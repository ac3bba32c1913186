//! How a command ends.

use andor_core::InputError;
use andor_engine::{CertificateError, EngineError, TableError};

/// The exit codes of the command line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exit {
    /// 0: answered.
    Answered,
    /// 1: a limit was reached, the answer is `unknown`.
    Unknown,
    /// 2: bad input.
    BadInput,
    /// 3: a verification failed.
    Rejected,
}

impl Exit {
    /// The number.
    #[must_use]
    pub fn code(self) -> u8 {
        self as u8
    }
}

/// A command that could not be carried out: one line says why.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    pub(crate) line: String,
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Failure {
        Failure { exit: Exit::BadInput, line: error.to_string() }
    }
}

impl From<CertificateError> for Failure {
    fn from(error: CertificateError) -> Failure {
        EngineError::from(error).into()
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Failure {
        EngineError::from(error).into()
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Failure {
        let exit = match error.is_rejection() {
            true => Exit::Rejected,
            false if error.stopped().is_some() => Exit::Unknown,
            false => Exit::BadInput,
        };
        Failure { exit, line: error.to_string() }
    }
}
