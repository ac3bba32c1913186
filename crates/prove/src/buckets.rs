//! A small table of results that belong to paths: buckets of a few entries, found by the tag of a
//! position. It starts small and grows fourfold up to its budget, because most searches keep few such
//! results, and the first touch of fresh memory costs more than finding its place anew. When it may
//! not grow, entries of a full bucket go in turn: any of them may be lost.

use bytemuck::Zeroable;

/// An entry; all zero where there is none.
pub(crate) trait Tagged: Copy + Zeroable {
    /// The tag of the position's key.
    fn tag(&self) -> u64;
    /// Whether it is none.
    fn is_empty(&self) -> bool;
}

/// The table starts with so many bytes, if it may have as many.
const START_BYTES: usize = 1 << 20;

/// Entries in buckets of `WAYS`.
pub(crate) struct Buckets<E, const WAYS: usize> {
    entries: Vec<E>,
    /// The most buckets.
    most: usize,
    turn: usize,
    used: usize,
}

impl<E: Tagged, const WAYS: usize> Buckets<E, WAYS> {
    /// An empty table that may grow to about so many bytes.
    pub(crate) fn new(bytes: u64) -> Buckets<E, WAYS> {
        let buckets = |bytes: usize| (bytes / (WAYS * size_of::<E>())).max(1);
        let most = buckets(bytes as usize);
        let entries = bytemuck::zeroed_vec(most.min(buckets(START_BYTES)) * WAYS);
        Buckets { entries, most, turn: 0, used: 0 }
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<E>()) as u64
    }

    /// How many entries there are.
    pub(crate) fn used(&self) -> usize {
        self.used
    }

    /// The bucket of a tag, which may be a position as it is or a hash of one.
    fn start(&self, tag: u64) -> usize {
        let mixed = (tag ^ tag >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let buckets = (self.entries.len() / WAYS) as u128;
        ((u128::from(mixed) * buckets) >> 64) as usize * WAYS
    }

    /// The entries that may be those of a tag.
    #[inline]
    pub(crate) fn bucket(&self, tag: u64) -> &[E] {
        let start = self.start(tag);
        &self.entries[start..start + WAYS]
    }

    /// Puts an entry in the place of the one that is the `same`, or in an empty one, or else in the
    /// place of another.
    pub(crate) fn put(&mut self, new: E, same: impl Fn(&E) -> bool) {
        if 2 * self.used > self.entries.len() {
            self.grow();
        }
        let start = self.start(new.tag());
        let bucket = &mut self.entries[start..start + WAYS];
        let way = bucket.iter().position(|entry| !entry.is_empty() && same(entry));
        let way = way.or_else(|| bucket.iter().position(Tagged::is_empty));
        self.turn = (self.turn + 1) % WAYS;
        let place = &mut bucket[way.unwrap_or(self.turn)];
        self.used += usize::from(place.is_empty());
        *place = new;
    }

    /// Four times as many buckets, or as many as there may be.
    fn grow(&mut self) {
        let buckets = self.entries.len() / WAYS;
        let more = (4 * buckets).min(self.most);
        if more == buckets {
            return;
        }
        // If the system does not give it, the table stays as it is.
        let Ok(larger) = bytemuck::try_zeroed_vec(more * WAYS) else {
            self.most = buckets;
            return;
        };
        let old = std::mem::replace(&mut self.entries, larger);
        self.used = 0;
        for entry in old.into_iter().filter(|entry| !entry.is_empty()) {
            self.put(entry, |_| false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Buckets, START_BYTES, Tagged};

    impl Tagged for [u64; 2] {
        fn tag(&self) -> u64 {
            self[0]
        }
        fn is_empty(&self) -> bool {
            self[1] == 0
        }
    }

    #[test]
    fn it_grows_and_keeps_almost_everything() {
        let mut table: Buckets<[u64; 2], 4> = Buckets::new(64 << 20);
        let start = table.bytes();
        assert!(start <= START_BYTES as u64);
        for tag in 0..200_000 {
            table.put([tag, tag + 1], |entry| entry[0] == tag);
        }
        assert!(table.bytes() > 4 * start && table.bytes() <= 64 << 20);
        let found = |tag: u64| table.bucket(tag).contains(&[tag, tag + 1]);
        let kept = (0..200_000).filter(|&tag| found(tag)).count();
        assert!(kept > 190_000, "{kept}");
        assert!(table.used() >= kept);
    }

    #[test]
    fn one_that_may_not_grow_forgets() {
        let mut table: Buckets<[u64; 2], 4> = Buckets::new(1);
        for tag in 0..10 {
            table.put([tag, 1], |entry| entry[0] == tag);
        }
        assert_eq!((table.bytes(), table.used()), (64, 4));
        table.put([9, 2], |entry| entry[0] == 9);
        assert_eq!(table.bucket(9).iter().filter(|entry| entry[0] == 9).count(), 1);
    }
}
