//! Where workers lend their logs to whoever writes a checkpoint.
//!
//! A worker's log changes while it works. When it is asked for it, the worker lays the log on the desk
//! between two jobs and waits until it is written; the others work on.

use super::job::JobSolver;
use crate::table::Table;
use andor_core::Game;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

const NOBODY: usize = usize::MAX;
/// How often somebody who waits for a log looks whether the search is over.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// The desk.
pub(super) struct Desk {
    /// The worker that is asked, for a look without the lock.
    asked: AtomicUsize,
    place: Mutex<Place>,
    changed: Condvar,
}

enum Place {
    Free,
    Asked,
    Lent(Option<Arc<Table>>),
}

impl Desk {
    pub(super) fn new() -> Desk {
        let place = Mutex::new(Place::Free);
        Desk { asked: AtomicUsize::new(NOBODY), place, changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Place> {
        self.place.lock().expect("nobody fails at the desk")
    }

    /// Sleeps until `is_time` or `is_over`; `false` if it is over.
    pub(super) fn sleep(&self, is_time: impl Fn() -> bool, is_over: impl Fn() -> bool) -> bool {
        let mut place = self.lock();
        while !is_over() {
            if is_time() {
                return true;
            }
            let waited = self.changed.wait_timeout(place, LOOK_EVERY);
            place = waited.expect("nobody fails at the desk").0;
        }
        false
    }

    /// Whether this worker is asked for its log.
    #[inline]
    pub(super) fn wants(&self, worker: usize) -> bool {
        self.asked.load(Relaxed) == worker
    }

    /// Lends this worker's log, and waits until it is written.
    pub(super) fn lend<G: Game>(&self, worker: &dyn JobSolver<G>) {
        let mut place = self.lock();
        if !matches!(*place, Place::Asked) {
            return;
        }
        *place = Place::Lent(worker.log());
        self.changed.notify_all();
        while matches!(*place, Place::Lent(_)) {
            place = self.changed.wait(place).expect("nobody fails at the desk");
        }
    }

    /// Asks a worker for its log, and calls `write` with it; `None` if the search is over before.
    /// `wake` wakes a worker that waits for a leaf.
    pub(super) fn borrow<T>(
        &self,
        worker: usize,
        wake: impl Fn(),
        is_over: impl Fn() -> bool,
        write: impl FnOnce(Option<&Table>) -> T,
    ) -> Option<T> {
        *self.lock() = Place::Asked;
        self.asked.store(worker, Relaxed);
        wake();
        let is_lent = || matches!(*self.lock(), Place::Lent(_));
        while !is_lent() && !is_over() {
            let place = self.lock();
            if matches!(*place, Place::Asked) {
                let _ = self.changed.wait_timeout(place, LOOK_EVERY);
            }
        }
        self.asked.store(NOBODY, Relaxed);
        let log = match &*self.lock() {
            Place::Lent(log) => Some(log.clone()),
            _ => None,
        };
        let written = log.map(|log| write(log.as_deref()));
        *self.lock() = Place::Free;
        self.changed.notify_all();
        written
    }
}
