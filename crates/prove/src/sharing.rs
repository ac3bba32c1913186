//! What searches of one question tell each other, on several machines: the numbers of positions that have had some
//! work.
//!
//! A search puts what it has stored into its `Exchange`, and takes from there what others have; somebody else
//! carries it. That such *bounds* of small entries matter, and solved or large ones alone do not, was measured
//! (docs/results/cluster.md); Čížek, Balko and Schmid (PNS-PDFPN, 2025) share solved positions.
//!
//! Whatever others say, and whoever says it, is a hint where to look next. A position that they call settled gets
//! numbers that say "nearly", and is searched here before anything rests on it: a wrong number costs time, and
//! cannot make a wrong answer or a proof with a hole.

use crate::numbers::{INFINITE, Numbers};
use crate::table::Table;
use andor_core::Key;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::BuildHasherDefault;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};

/// The number of what others call settled: more than searches come to, and far from what cannot be.
pub(crate) const NEARLY: u64 = 1 << 39;
/// A search hands over so many positions at a time.
pub(crate) const AT_ONCE: usize = 256;
/// More work than this is not believed: what is known by others' word alone makes room for what is searched here.
const BELIEVED: u32 = 1 << 20;
/// Of positions that nobody has carried away, or taken in, no more are kept.
const MOST: usize = 1 << 18;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bound {
    /// Its key.
    pub index: u64,
    /// The rest of its key.
    pub tag: u64,
    /// What its side to move needs; 0 if it has won.
    pub phi: u64,
    /// What the other side needs.
    pub delta: u64,
    /// The work below it.
    pub work: u32,
}

impl Bound {
    /// Whether it says of a position that is lost for its side to move, as this table has it, that it is won. No
    /// search that keeps to the rules comes to that.
    pub(crate) fn is_refuted_by(&self, table: &Table) -> bool {
        let known = table.probe(Key { index: self.index, tag: self.tag });
        self.phi == 0 && self.delta > 0 && known.is_some_and(|known| known.numbers.delta == 0)
    }

    /// The numbers as a search takes them: nothing is settled on somebody's word. `None` if they are none.
    fn hint(self) -> Option<Numbers> {
        let Bound { phi, delta, .. } = self;
        match (phi, delta) {
            (0, 0) => None,
            (0, _) => Some(Numbers { phi: 1, delta: NEARLY }),
            (_, 0) => Some(Numbers { phi: NEARLY, delta: 1 }),
            _ => Some(Numbers { phi: phi.min(NEARLY), delta: delta.min(NEARLY) }),
        }
    }
}

/// Positions to be told, in an order that repeats.
type Told = HashSet<Key, BuildHasherDefault<DefaultHasher>>;

/// Where a search leaves what it has found, and finds what others have.
pub(crate) struct Exchange {
    /// Positions on which less work was done at a time are not told.
    least: AtomicU64,
    told: Mutex<Told>,
    heard: Mutex<Vec<Bound>>,
    has_heard: AtomicBool,
}

impl Exchange {
    /// An empty one, for positions on which at least so much work is done at a time.
    pub(crate) fn new(least: u64) -> Exchange {
        Exchange {
            least: AtomicU64::new(least.max(1)),
            told: Mutex::default(),
            heard: Mutex::default(),
            has_heard: AtomicBool::new(false),
        }
    }

    pub(crate) fn least(&self) -> u64 {
        self.least.load(Relaxed)
    }

    fn set_least(&self, least: u64) {
        self.least.store(least.max(1), Relaxed);
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().expect("nobody panics with it in hand")
    }

    fn heard(&self) -> MutexGuard<'_, Vec<Bound>> {
        self.heard.lock().expect("nobody panics with it in hand")
    }

    fn hear(&self, bounds: &[Bound]) {
        let mut heard = self.heard();
        let room = MOST.saturating_sub(heard.len());
        heard.extend(bounds.iter().take(room));
        self.has_heard.store(!heard.is_empty(), Relaxed);
    }

    /// The positions that the search has worked on since the last time, as this table has them now.
    fn take(&self, table: &Table) -> Vec<Bound> {
        let told = std::mem::take(&mut *self.told());
        let bound = |key: Key| {
            let known = table.probe(key)?;
            let Numbers { phi, delta } = known.numbers;
            let work = u32::try_from(known.work).unwrap_or(u32::MAX);
            let Key { index, tag } = key;
            Some(Bound { index, tag, phi, delta, work })
        };
        told.into_iter().filter_map(bound).collect()
    }

    /// Takes positions from a search.
    pub(crate) fn tell(&self, positions: &mut Vec<Key>) {
        let mut told = self.told();
        let room = MOST.saturating_sub(told.len());
        told.extend(positions.drain(..).take(room));
    }

    /// Puts what others have found into a table, where they have done more work than it knows of.
    pub(crate) fn put_into(&self, table: &Table) {
        if !self.has_heard.swap(false, Relaxed) {
            return;
        }
        let heard = std::mem::take(&mut *self.heard());
        for bound in heard {
            let Some(numbers) = bound.hint() else { continue };
            let key = Key { index: bound.index, tag: bound.tag };
            let known = table.probe(key);
            let own = known.map_or(0, |known| known.work);
            let is_solved = known.is_some_and(|known| known.numbers.is_solved());
            let more = u64::from(bound.work.min(BELIEVED)).saturating_sub(own);
            if more > 0 && !is_solved {
                table.store(key, numbers, more);
            }
        }
    }
}

/// A search's exchange with its table, for whoever carries bounds to and fro while it searches.
#[derive(Clone)]
pub struct Shared {
    exchange: Arc<Exchange>,
    table: Arc<Table>,
}

impl Shared {
    pub(crate) fn new(exchange: Arc<Exchange>, table: Arc<Table>) -> Shared {
        Shared { exchange, table }
    }

    /// What the search has found since the last time.
    #[must_use]
    pub fn take(&self) -> Vec<Bound> {
        self.exchange.take(&self.table)
    }

    /// Takes in what others have found while nobody searches, on the thread that does.
    pub fn take_in(&self) {
        self.exchange.put_into(&self.table);
    }

    /// What others have found; the search looks at it soon.
    pub fn hear(&self, bounds: &[Bound]) {
        self.exchange.hear(bounds);
    }

    /// How much work makes a position worth telling.
    #[must_use]
    pub fn least(&self) -> u64 {
        self.exchange.least()
    }

    /// Changes that.
    pub fn set_least(&self, least: u64) {
        self.exchange.set_least(least);
    }
}

const _: () = assert!(NEARLY < INFINITE / (1 << 20), "sums of what nearly is stay finite");

#[cfg(test)]
mod tests {
    use super::{Bound, Exchange, NEARLY};
    use crate::numbers::{INFINITE, Numbers};
    use crate::table::Table;
    use andor_core::Key;

    fn bound(n: u64, phi: u64, delta: u64, work: u32) -> Bound {
        let Key { index, tag } = Key::exact(n);
        Bound { index, tag, phi, delta, work }
    }

    #[test]
    fn nothing_is_settled_on_somebodys_word() {
        let (exchange, table) = (Exchange::new(1), Table::new(1 << 20).unwrap());
        table.store(Key::exact(5), Numbers::LOST, 3);
        table.store(Key::exact(6), Numbers { phi: 2, delta: 7 }, 50);
        exchange.hear(&[
            bound(1, 0, INFINITE, 9),
            bound(2, INFINITE, 0, 9),
            bound(3, 4, 5, 9),
            bound(4, 0, 0, 9),
            bound(5, 0, INFINITE, 1000),
            bound(6, 1, 1, 49),
        ]);
        exchange.put_into(&table);
        let numbers = |n| table.probe(Key::exact(n)).map(|known| known.numbers);
        assert_eq!(numbers(1), Some(Numbers { phi: 1, delta: NEARLY }));
        assert_eq!(numbers(2), Some(Numbers { phi: NEARLY, delta: 1 }));
        assert_eq!(numbers(3), Some(Numbers { phi: 4, delta: 5 }));
        assert_eq!(numbers(4), None, "that is no number");
        // What is known here stays, and so does what rests on more work.
        assert_eq!(numbers(5), Some(Numbers::LOST));
        assert_eq!(numbers(6), Some(Numbers { phi: 2, delta: 7 }));
        // What comes again, or comes late, changes nothing.
        exchange.hear(&[bound(3, 9, 9, 9), bound(3, 9, 9, 8)]);
        exchange.put_into(&table);
        assert_eq!(numbers(3), Some(Numbers { phi: 4, delta: 5 }));
    }

    #[test]
    fn who_has_worked_more_knows_better_up_to_what_is_believed() {
        let (exchange, table) = (Exchange::new(1), Table::new(1 << 20).unwrap());
        let (own, theirs) = (Numbers { phi: 2, delta: 7 }, Numbers { phi: 9, delta: 1 });
        table.store(Key::exact(1), own, 50_000);
        table.store(Key::exact(2), own, 4 << 20);
        exchange.hear(&[bound(1, 9, 1, 200_000), bound(2, 9, 1, u32::MAX)]);
        exchange.hear(&[bound(3, 9, 1, u32::MAX)]);
        exchange.put_into(&table);
        let known = |n| table.probe(Key::exact(n)).unwrap();
        assert_eq!((known(1).numbers, known(2).numbers), (theirs, own));
        assert!(known(3).work <= u64::from(super::BELIEVED), "it would never make room");
    }

    #[test]
    fn who_calls_won_what_is_lost_is_refuted() {
        let table = Table::new(1 << 20).unwrap();
        table.store(Key::exact(5), Numbers::LOST, 3);
        table.store(Key::exact(6), Numbers { phi: 2, delta: 7 }, 50);
        let refuted = |n, phi, delta| bound(n, phi, delta, 9).is_refuted_by(&table);
        assert!(refuted(5, 0, INFINITE) && refuted(5, 0, 7));
        // What is not settled may be anything, what is right is right, and of the rest nothing is known.
        assert!(!refuted(5, 1, 7) && !refuted(5, INFINITE, 0) && !refuted(5, 0, 0));
        assert!(!refuted(6, 0, INFINITE) && !refuted(7, 0, INFINITE));
    }

    #[test]
    fn what_is_told_is_what_the_table_has() {
        let (exchange, table) = (Exchange::new(1), Table::new(1 << 20).unwrap());
        table.store(Key::exact(1), Numbers { phi: 3, delta: 4 }, 10);
        let mut positions = vec![Key::exact(1), Key::exact(2), Key::exact(1)];
        exchange.tell(&mut positions);
        table.store(Key::exact(1), Numbers::WON, 5);
        assert_eq!(exchange.take(&table), [bound(1, 0, INFINITE, 15)]);
        assert!(positions.is_empty() && exchange.take(&table).is_empty());
    }
}
