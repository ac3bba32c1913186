//! Twin entries: results that hold on one path (Kishimoto and Müller 2004, *A General Solution to
//! the Graph History Interaction Problem*).
//!
//! A position that was solved with the help of a repetition has no value of its own, only one on
//! the path it was solved on. The *base* entry of the transposition table then stays unsolved, its
//! numbers (1, 1) again, and the result becomes a *twin* of it, filed under position and path:
//!
//! ```text
//!   code(m1, m2, .., mk)  =  R[m1][1] xor R[m2][2] xor .. xor R[mk][k]
//! ```
//!
//! The paper keeps R as a table of random numbers, 362 moves by 50 plies for Go, and splits a move
//! into parts where a game has more. Here R is computed: moves have 32 bits, paths any length.
//!
//! A twin of another path is only a suggestion. It keeps the winning move and how deep it was
//! found, so that *simulation* can replay its proof, twin by twin, on the present path. Twins may be
//! lost at any time: a lost one is simply not there, and nothing sound rests on its being there.

use crate::buckets::{Buckets, Tagged};
use andor_core::{Key, SplitMix64};
use bytemuck::{Pod, Zeroable};

/// The random number of a move at a ply, for path codes.
#[inline]
pub(crate) fn path_number(move_code: u32, ply: usize) -> u64 {
    SplitMix64::new(u64::from(move_code) << 32 | ply as u64).next_u64()
}

/// A result on one path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Twin {
    /// The code of the path.
    pub(crate) code: u64,
    /// How many moves it has.
    pub(crate) depth: usize,
    /// The winning move, or `None` if the side to move is lost.
    pub(crate) winning: Option<u32>,
}

/// One twin of the table; all zero where there is none.
#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(C)]
struct TwinEntry {
    tag: u64,
    code: u64,
    winning: u32,
    depth: u32,
    state: u32,
    unused: u32,
}

const LOST: u32 = 1;
const WON: u32 = 2;

impl TwinEntry {
    fn twin(self) -> Twin {
        let winning = (self.state == WON).then_some(self.winning);
        Twin { code: self.code, depth: self.depth as usize, winning }
    }
}

/// Entries in a bucket: so many twins of a position can be kept.
pub(crate) const WAYS: usize = 8;
/// Bits of the filter, a power of 2.
const FILTER_BITS: usize = 1 << 18;

impl Tagged for TwinEntry {
    fn tag(&self) -> u64 {
        self.tag
    }

    fn is_empty(&self) -> bool {
        self.state == 0
    }
}

/// All twins.
pub(crate) struct TwinTable {
    buckets: Buckets<TwinEntry, WAYS>,
    /// Whether a position may have twins: most have none, and one look here tells.
    filter: Vec<u64>,
}

impl TwinTable {
    /// An empty table that may grow to about so many bytes.
    pub(crate) fn new(bytes: u64) -> TwinTable {
        TwinTable { buckets: Buckets::new(bytes), filter: vec![0; FILTER_BITS / 64] }
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> u64 {
        self.buckets.bytes() + (self.filter.len() * 8) as u64
    }

    /// `false` if the position has no twins.
    #[inline]
    pub(crate) fn may_hold(&self, key: Key) -> bool {
        let bit = key.index as usize % FILTER_BITS;
        self.buckets.used() > 0 && self.filter[bit / 64] >> (bit % 64) & 1 != 0
    }

    /// The twins of a position, the one of this path alone if there is one.
    pub(crate) fn probe(&self, key: Key, code: u64) -> (Option<Twin>, [Option<Twin>; WAYS]) {
        let bucket = self.buckets.bucket(key.tag);
        let is_twin = |entry: &TwinEntry| entry.state != 0 && entry.tag == key.tag;
        let exact = bucket.iter().find(|entry| is_twin(entry) && entry.code == code);
        let twin_at = |way: usize| is_twin(&bucket[way]).then(|| bucket[way].twin());
        let all = std::array::from_fn(twin_at);
        (exact.map(|entry| entry.twin()), all)
    }

    /// Keeps a twin.
    pub(crate) fn store(&mut self, key: Key, twin: Twin) {
        let new = TwinEntry {
            tag: key.tag,
            code: twin.code,
            winning: twin.winning.unwrap_or_default(),
            depth: twin.depth as u32,
            state: if twin.winning.is_some() { WON } else { LOST },
            unused: 0,
        };
        let bit = key.index as usize % FILTER_BITS;
        self.filter[bit / 64] |= 1 << (bit % 64);
        self.buckets.put(new, |entry| entry.tag == key.tag && entry.code == twin.code);
    }
}

#[cfg(test)]
mod tests {
    use super::{Twin, TwinTable, WAYS, path_number};
    use andor_core::Key;

    #[test]
    fn the_order_of_moves_counts() {
        let code = |moves: [u32; 3]| {
            moves.iter().enumerate().fold(0, |code, (at, &mv)| code ^ path_number(mv, at + 1))
        };
        assert_ne!(code([1, 2, 3]), code([3, 2, 1]));
        assert_eq!(code([1, 2, 3]), code([1, 2, 3]));
    }

    #[test]
    fn twins_of_a_position_are_told_apart_by_their_paths() {
        let mut table = TwinTable::new(1 << 12);
        let key = Key::exact(42);
        assert!(!table.may_hold(key));
        let won = Twin { code: 7, depth: 3, winning: Some(5) };
        let lost = Twin { code: 8, depth: 4, winning: None };
        table.store(key, won);
        table.store(key, lost);
        assert!(table.may_hold(key));
        assert_eq!(table.probe(key, 7).0, Some(won));
        assert_eq!(table.probe(key, 8).0, Some(lost));
        let (exact, all) = table.probe(key, 9);
        assert_eq!((exact, all.iter().flatten().count()), (None, 2));
        assert_eq!(table.probe(Key::exact(43), 7).0, None);
    }

    #[test]
    fn a_full_bucket_forgets_some() {
        let mut table = TwinTable::new(1);
        for code in 0..3 * WAYS as u64 {
            table.store(Key::exact(1), Twin { code, depth: 1, winning: None });
        }
        assert_eq!(table.probe(Key::exact(1), 0).1.iter().flatten().count(), WAYS);
    }
}
