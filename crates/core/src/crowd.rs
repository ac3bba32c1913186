//! Work that makes more work, for several threads: each has a stack of its own, and gives half of it to those who
//! have nothing left.
//!
//! ```text
//!   thread 1   o o o o o o   --share-->   pending   --take-->   thread 2   (idle)
//! ```
//!
//! All is done when every thread is idle and nothing is pending.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// The work of a crowd of threads.
pub struct Crowd<T> {
    threads: usize,
    /// For whoever has nothing to do.
    pending: Mutex<Vec<T>>,
    /// There is something to do, or nothing will be any more.
    news: Condvar,
    /// Threads that have nothing to do.
    idle: AtomicUsize,
    is_over: AtomicBool,
}

impl<T> Crowd<T> {
    /// Work for so many threads.
    #[must_use]
    pub fn new(threads: usize, pending: Vec<T>) -> Crowd<T> {
        Crowd {
            threads,
            pending: Mutex::new(pending),
            news: Condvar::new(),
            idle: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
        }
    }

    fn pending(&self) -> MutexGuard<'_, Vec<T>> {
        self.pending.lock().expect("a thread that panics ends the work")
    }

    /// What every thread keeps as long as it works: if it panics, the work ends, and nobody waits for it.
    pub fn member(&self) -> Member<'_, T> {
        Member(self)
    }

    /// The next thing to do: a thread's own, or one that others have given away; `None` when all is done.
    ///
    /// # Panics
    /// If another thread has panicked with the lock in hand.
    pub fn next(&self, own: &mut Vec<T>) -> Option<T> {
        if self.is_over() {
            return None;
        }
        own.pop().or_else(|| self.take())
    }

    fn take(&self) -> Option<T> {
        let mut pending = self.pending();
        self.idle.fetch_add(1, Relaxed);
        loop {
            if self.idle.load(Relaxed) == self.threads && pending.is_empty() {
                self.is_over.store(true, Relaxed);
            }
            if self.is_over() {
                self.news.notify_all();
                return None;
            }
            if let Some(thing) = pending.pop() {
                self.idle.fetch_sub(1, Relaxed);
                return Some(thing);
            }
            pending = self.news.wait(pending).expect("a thread that panics ends the work");
        }
    }

    /// Gives half of what a thread has to do to those who have nothing: the half that was there first, which is
    /// likely to make most work.
    ///
    /// # Panics
    /// If a thread has panicked with the lock in hand.
    pub fn share(&self, own: &mut Vec<T>) {
        if own.len() > 1 && self.idle.load(Relaxed) > 0 {
            self.pending().extend(own.drain(..own.len().div_ceil(2)));
            self.news.notify_all();
        }
    }

    /// Something for whoever has nothing to do.
    ///
    /// # Panics
    /// If a thread has panicked with the lock in hand.
    pub fn give(&self, things: Vec<T>) {
        self.pending().extend(things);
        self.news.notify_all();
    }

    /// Nobody is to do anything more.
    ///
    /// # Panics
    /// If a thread has panicked with the lock in hand.
    pub fn end(&self) {
        let _pending = self.pending();
        self.is_over.store(true, Relaxed);
        self.news.notify_all();
    }

    /// Whether all is done, or nobody is to do more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    /// Waits until there is news, or for so long.
    ///
    /// # Panics
    /// If a thread has panicked with the lock in hand.
    pub fn wait(&self, time: Duration) {
        let pending = self.pending();
        if !self.is_over() {
            let waited = self.news.wait_timeout(pending, time);
            drop(waited.expect("a thread that panics ends the work"));
        }
    }
}

/// One of the threads.
pub struct Member<'a, T>(&'a Crowd<T>);

impl<T> Drop for Member<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.is_over.store(true, Relaxed);
            // A poisoned lock wakes the others up as well.
            let _pending = self.0.pending.lock();
            self.0.news.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Crowd;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::time::Duration;

    /// Each number stands for the numbers below it: all of them come up, whoever does them.
    #[test]
    fn all_work_is_done_once() {
        for threads in [1, 2, 7] {
            let crowd = Crowd::new(threads, vec![17_u32]);
            let done = AtomicU64::new(0);
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| {
                        let mut own = Vec::new();
                        while let Some(number) = crowd.next(&mut own) {
                            done.fetch_add(1, Relaxed);
                            own.extend(0..number);
                            crowd.share(&mut own);
                        }
                    });
                }
                while !crowd.is_over() {
                    crowd.wait(Duration::from_millis(10));
                }
            });
            assert_eq!(done.into_inner(), 1 << 17, "{threads} threads");
        }
    }

    #[test]
    fn who_panics_ends_the_work() {
        let crowd = Crowd::new(3, vec![()]);
        let ended = std::panic::catch_unwind(|| {
            std::thread::scope(|scope| {
                for _ in 0..3 {
                    scope.spawn(|| {
                        let _member = crowd.member();
                        assert!(crowd.next(&mut Vec::new()).is_none(), "is meant to panic");
                    });
                }
                while !crowd.is_over() {
                    crowd.wait(Duration::from_secs(1));
                }
            });
        });
        assert!(ended.is_err());
    }

    #[test]
    fn work_without_end_can_be_ended() {
        let crowd = Crowd::new(2, vec![(); 2]);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    let mut own = Vec::new();
                    while crowd.next(&mut own).is_some() {
                        own.push(());
                    }
                });
            }
            crowd.end();
        });
        assert!(crowd.is_over());
    }
}
