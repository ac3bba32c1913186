//! Errors as exceptions, with the words that the command line has for them.

use andor_core::InputError;
use andor_engine::EngineError;
use andor_lab::LabError;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;

create_exception!(andor, AndorError, PyException, "Something asked of andor cannot be done.");
create_exception!(
    andor,
    InputRefused,
    PyValueError,
    "What was handed in cannot be used: one line quotes it."
);
create_exception!(
    andor,
    VerificationError,
    AndorError,
    "A certificate does not prove what it claims, or is damaged."
);
create_exception!(
    andor,
    LimitReached,
    AndorError,
    "A limit was reached before there was an answer."
);
create_exception!(
    andor,
    RulesError,
    AndorError,
    "Rules that are written in Python break a promise: says which, and in which position."
);

/// The exception of something that was handed in.
pub(crate) fn refused(error: impl ToString) -> PyErr {
    InputRefused::new_err(error.to_string())
}

/// The exception of an error of the engine.
pub(crate) fn engine(error: EngineError) -> PyErr {
    if let Some(stopped) = error.stopped() {
        return LimitReached::new_err(format!("stopped by {stopped}"));
    }
    match error.is_rejection() {
        true => VerificationError::new_err(error.to_string()),
        false => refused(error),
    }
}

/// The exception of an experiment that could not be carried out.
pub(crate) fn laboratory(error: LabError) -> PyErr {
    match error {
        LabError::Input(error) => refused(error),
        LabError::Engine(error) => engine(error),
        LabError::Unsolved(line) => LimitReached::new_err(line),
        LabError::Rejected(line) => VerificationError::new_err(line),
    }
}

/// For `map_err` at the rim.
pub(crate) trait OrRaise<T> {
    /// The value, or the exception.
    fn or_raise(self) -> PyResult<T>;
}

impl<T> OrRaise<T> for Result<T, InputError> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(refused)
    }
}

impl<T> OrRaise<T> for Result<T, EngineError> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(engine)
    }
}
