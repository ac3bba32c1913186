//! Busy marks: where the other threads are.
//!
//! A thread that enters a position adds one to the counter that the position's name leads to, and
//! takes it away when it leaves. Another thread that comes to a position with a counter above zero
//! tries something else first. Two positions may share a counter: then one of them waits a while for
//! nothing, and no result depends on it.

use super::bucket::Name;
use std::sync::atomic::{AtomicU32, Ordering};

/// Counters; a path of a hundred positions a thread leaves almost all of them at zero.
const COUNTERS: usize = 1 << 14;

/// A counter that threads share.
pub(crate) trait Counter {
    /// One more.
    fn add(&self);
    /// One less.
    fn take(&self);
    /// Whether it is zero.
    fn is_zero(&self) -> bool;
}

impl Counter for AtomicU32 {
    #[inline(always)]
    fn add(&self) {
        self.fetch_add(1, Ordering::Relaxed);
    }

    #[inline(always)]
    fn take(&self) {
        self.fetch_sub(1, Ordering::Relaxed);
    }

    #[inline(always)]
    fn is_zero(&self) -> bool {
        self.load(Ordering::Relaxed) == 0
    }
}

/// The marks of one search.
pub(crate) struct Busy<C = AtomicU32>(Vec<C>);

impl Busy {
    /// Nobody is anywhere; a thread alone needs no counters.
    pub(crate) fn new(in_company: bool) -> Busy {
        let counters = if in_company { COUNTERS } else { 0 };
        Busy((0..counters).map(|_| AtomicU32::new(0)).collect())
    }
}

impl<C: Counter> Busy<C> {
    #[inline(always)]
    fn counter(&self, name: Name) -> &C {
        &self.0[(name.word >> 32) as usize % self.0.len()]
    }

    /// A thread enters a position.
    #[inline]
    pub(crate) fn enter(&self, name: Name) {
        self.counter(name).add();
    }

    /// It leaves it.
    #[inline]
    pub(crate) fn leave(&self, name: Name) {
        self.counter(name).take();
    }

    /// Whether some thread seems to be inside.
    #[inline]
    pub(crate) fn is_inside(&self, name: Name) -> bool {
        !self.counter(name).is_zero()
    }
}

#[cfg(test)]
mod tests {
    use super::{Busy, Counter};
    use crate::boolean::bucket::Name;
    use loom::sync::Arc;
    use loom::sync::atomic::{AtomicU32, Ordering};
    use loom::thread;

    impl Counter for AtomicU32 {
        fn add(&self) {
            self.fetch_add(1, Ordering::Relaxed);
        }

        fn take(&self) {
            self.fetch_sub(1, Ordering::Relaxed);
        }

        fn is_zero(&self) -> bool {
            self.load(Ordering::Relaxed) == 0
        }
    }

    /// Whoever is inside is seen by himself, and when all have left nobody is.
    #[test]
    fn marks_come_and_go() {
        loom::model(|| {
            let busy = Arc::new(Busy(vec![AtomicU32::new(0), AtomicU32::new(0)]));
            let visit = |words: [u64; 2]| {
                let busy = Arc::clone(&busy);
                thread::spawn(move || {
                    for word in words {
                        let name = Name { word: word << 32, tag: None };
                        busy.enter(name);
                        assert!(busy.is_inside(name));
                        busy.leave(name);
                    }
                })
            };
            for visitor in [visit([0, 1]), visit([1, 0])] {
                visitor.join().unwrap();
            }
            for word in [0, 1] {
                assert!(!busy.is_inside(Name { word: word << 32, tag: None }));
            }
        });
    }
}
