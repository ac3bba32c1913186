//! andor for Python: the native half of the package `andor`, whose other half (`python/andor`) is what people
//! call. Rows cross as JSON, the same that the command line prints; positions, certificates and players as
//! objects.
//!
//! * `handle`: a game and a position of it, solved; `certificate`: checked and walked;
//! * `own`: games that are written in Python;
//! * `play`, `laboratory`: players and matches, experiments and sets;
//! * `call`: long calls, with progress and Ctrl-C; `request`: options; `errors`: exceptions.

mod call;
mod certificate;
mod errors;
mod handle;
mod laboratory;
mod own;
mod play;
mod request;

use pyo3::prelude::*;

/// The native half of andor.
#[pymodule]
fn _andor(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<handle::NativeRules>()?;
    module.add_class::<handle::NativeLine>()?;
    module.add_class::<certificate::NativeCertificate>()?;
    module.add_class::<play::NativePlayer>()?;
    module.add("AndorError", py.get_type::<errors::AndorError>())?;
    module.add("InputRefused", py.get_type::<errors::InputRefused>())?;
    module.add("VerificationError", py.get_type::<errors::VerificationError>())?;
    module.add("LimitReached", py.get_type::<errors::LimitReached>())?;
    module.add("RulesError", py.get_type::<errors::RulesError>())?;
    module.add_function(wrap_pyfunction!(play::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(play::ask, module)?)?;
    module.add_function(wrap_pyfunction!(play::games, module)?)?;
    module.add_function(wrap_pyfunction!(laboratory::set_names, module)?)?;
    module.add_function(wrap_pyfunction!(laboratory::set_text, module)?)?;
    module.add_function(wrap_pyfunction!(laboratory::experiment_names, module)?)?;
    module.add_function(wrap_pyfunction!(laboratory::experiment, module)?)?;
    let close = wrap_pyfunction!(call::close, module)?;
    py.import("atexit")?.call_method1("register", (close,))?;
    Ok(())
}
