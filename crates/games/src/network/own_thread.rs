//! An accumulator for each thread, for networks that many threads ask at once: nobody waits, and nothing is shared.
//!
//! A thread remembers the network that it asked last. Asked another one, it begins anew.

use super::Network;
use super::accumulator::{Accumulator, Men, Step};
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Networks by number.
static NEXT: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static LAST: RefCell<Option<(u64, Accumulator)>> = const { RefCell::new(None) };
}

/// A network that every thread may ask.
pub(crate) struct Shared<const OUTPUTS: usize> {
    network: Network<OUTPUTS>,
    number: u64,
}

impl<const OUTPUTS: usize> Shared<OUTPUTS> {
    pub(crate) fn new(network: Network<OUTPUTS>) -> Shared<OUTPUTS> {
        Shared { network, number: NEXT.fetch_add(1, Relaxed) }
    }

    /// What the outputs come to.
    #[inline]
    pub(crate) fn points(&self, men: Men, is_white: bool) -> [i64; OUTPUTS] {
        self.with_own(|accumulator| self.network.points(accumulator, men, is_white))
    }

    /// The same after a step, for the other side.
    #[inline]
    pub(crate) fn points_after(&self, before: &Men, step: &Step) -> [i64; OUTPUTS] {
        self.with_own(|accumulator| self.network.points_after(accumulator, before, step))
    }

    #[inline]
    fn with_own<T>(&self, ask: impl FnOnce(&mut Accumulator) -> T) -> T {
        LAST.with_borrow_mut(|last| match last {
            Some((number, accumulator)) if *number == self.number => ask(accumulator),
            _ => ask(self.begin(last)),
        })
    }

    /// This thread asked another network before, or none.
    #[cold]
    fn begin<'a>(&self, last: &'a mut Option<(u64, Accumulator)>) -> &'a mut Accumulator {
        &mut last.insert((self.number, Accumulator::new(&self.network.rows))).1
    }
}
