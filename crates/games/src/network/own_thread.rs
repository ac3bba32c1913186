//! An accumulator for each thread, for networks that many threads ask at once: nobody waits, and nothing is shared.
//!
//! A thread remembers the network that it asked last. Asked another one, it begins anew.

use super::Network;
use super::accumulator::{Accumulator, Men};
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Networks by number.
static NEXT: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static LAST: RefCell<Option<(u64, Accumulator)>> = const { RefCell::new(None) };
}

/// A network that every thread may ask.
pub(crate) struct Shared {
    network: Network,
    number: u64,
}

impl Shared {
    pub(crate) fn new(network: Network) -> Shared {
        Shared { network, number: NEXT.fetch_add(1, Relaxed) }
    }

    /// What the outputs come to.
    #[inline]
    pub(crate) fn points<const OUTPUTS: usize>(&self, men: Men, is_white: bool) -> [i64; OUTPUTS] {
        self.with_own(|network, accumulator| network.points(accumulator, men, is_white))
    }

    /// The same after a move, which leads from one board to another.
    #[inline]
    pub(crate) fn points_after<const OUTPUTS: usize>(
        &self,
        boards: [Men; 2],
        is_white: bool,
    ) -> [i64; OUTPUTS] {
        self.with_own(|network, accumulator| network.points_after(accumulator, boards, is_white))
    }

    #[inline]
    fn with_own<T>(&self, ask: impl FnOnce(&Network, &mut Accumulator) -> T) -> T {
        LAST.with_borrow_mut(|last| {
            let accumulator = match last {
                Some((number, accumulator)) if *number == self.number => accumulator,
                _ => &mut last.insert((self.number, Accumulator::new(&self.network.rows))).1,
            };
            ask(&self.network, accumulator)
        })
    }
}
