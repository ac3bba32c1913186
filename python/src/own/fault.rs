//! What goes wrong in rules that are written in Python, and how it comes out.
//!
//! The traits of `andor_core` have no room for an exception, and what follows one is not worth searching:
//! the exception is put aside, and the search is left by unwinding to [`guarded`], which raises it as it is.
//!
//! ```text
//!   guarded ──► solver ──► PyRules::moves ──► Python raises
//!      ▲                                          │ put aside
//!      └──────────── unwinding ◄──────────────────┘
//! ```

use crate::errors::RulesError;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, Once, PoisonError};

/// What unwinds: the exception is elsewhere.
struct Raised;

/// The first exception of some rules.
#[derive(Default)]
pub(super) struct Fault {
    raised: Mutex<Option<PyErr>>,
}

/// Unwindings of ours that are on their way, about which nothing is printed.
static ON_THE_WAY: AtomicUsize = AtomicUsize::new(0);

impl Fault {
    fn slot(&self) -> std::sync::MutexGuard<'_, Option<PyErr>> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves the search with this exception.
    pub(super) fn raise(&self, error: PyErr) -> ! {
        self.slot().get_or_insert(error);
        ON_THE_WAY.fetch_add(1, Ordering::SeqCst);
        resume_unwind(Box::new(Raised))
    }

    /// Leaves the search because a rule is broken; `why` says which, and where.
    pub(super) fn broken(&self, why: String) -> ! {
        self.raise(RulesError::new_err(why))
    }

    /// Does what asks the rules; an exception of theirs comes out as it was raised.
    pub(super) fn guarded<T>(&self, work: impl FnOnce() -> T) -> PyResult<T> {
        quiet_panics();
        let done = catch_unwind(AssertUnwindSafe(work));
        let raised = self.slot().take();
        match (done, raised) {
            (Ok(done), None) => Ok(done),
            // A thread that somebody else waited for may have been left.
            (done, Some(error)) => {
                ON_THE_WAY.store(0, Ordering::SeqCst);
                drop(done);
                Err(error)
            }
            (Err(panic), None) => resume_unwind(panic),
        }
    }
}

/// A thread that is left by an unwinding of ours makes the one that waits for it panic: that is told nobody.
fn quiet_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let loud = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if ON_THE_WAY.load(Ordering::SeqCst) == 0 {
                loud(panic);
            }
        }));
    });
}
