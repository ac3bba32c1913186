//! Where workers lend their logs to whoever writes a checkpoint.
//!
//! A worker's log changes while it works. When it is asked for it, the worker lends it between
//! two jobs and waits until it is written; the others work on.

use super::worker::LeafWorker;
use crate::table::Table;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

const NOBODY: usize = usize::MAX;
/// How often somebody who waits for a log looks whether the search is over.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Where one log at a time is lent.
pub(super) struct LogLending {
    /// The worker that is asked, for a look without the lock.
    asked: AtomicUsize,
    log: Mutex<LentLog>,
    changed: Condvar,
}

enum LentLog {
    Free,
    Asked,
    Lent(Option<Arc<Table>>),
}

impl LogLending {
    pub(super) fn new() -> LogLending {
        let log = Mutex::new(LentLog::Free);
        LogLending { asked: AtomicUsize::new(NOBODY), log, changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, LentLog> {
        self.log.lock().expect("nobody fails while a log is lent")
    }

    /// Sleeps until `is_time` or `is_over`; `false` if it is over.
    pub(super) fn sleep(&self, is_time: impl Fn() -> bool, is_over: impl Fn() -> bool) -> bool {
        let mut lent = self.lock();
        while !is_over() {
            if is_time() {
                return true;
            }
            let waited = self.changed.wait_timeout(lent, LOOK_EVERY);
            lent = waited.expect("nobody fails while a log is lent").0;
        }
        false
    }

    /// Whether this worker is asked for its log.
    #[inline]
    pub(super) fn wants(&self, worker: usize) -> bool {
        self.asked.load(Relaxed) == worker
    }

    /// Lends this worker's log, and waits until it is written.
    pub(super) fn lend(&self, worker: &dyn LeafWorker) {
        let mut lent = self.lock();
        if !matches!(*lent, LentLog::Asked) {
            return;
        }
        *lent = LentLog::Lent(worker.log());
        self.changed.notify_all();
        while matches!(*lent, LentLog::Lent(_)) {
            lent = self.changed.wait(lent).expect("nobody fails while a log is lent");
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
        *self.lock() = LentLog::Asked;
        self.asked.store(worker, Relaxed);
        wake();
        let is_lent = || matches!(*self.lock(), LentLog::Lent(_));
        while !is_lent() && !is_over() {
            let lent = self.lock();
            if matches!(*lent, LentLog::Asked) {
                let _ = self.changed.wait_timeout(lent, LOOK_EVERY);
            }
        }
        self.asked.store(NOBODY, Relaxed);
        let log = match &*self.lock() {
            LentLog::Lent(log) => Some(log.clone()),
            _ => None,
        };
        let written = log.map(|log| write(log.as_deref()));
        *self.lock() = LentLog::Free;
        self.changed.notify_all();
        written
    }
}
