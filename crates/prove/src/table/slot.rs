//! One entry of the table as several threads see it: two words, written and read without a lock.
//!
//! ```text
//!   check = tag ^ mixed(data)        data: phi 22 bits | delta 22 | work 11 | index 9
//! ```
//!
//! A thread may read one word of an old entry and the other of a new one. Whoever reads takes the
//! tag out of both words, so such a pair has a tag that nobody asks for: it is not found, as if it
//! had been replaced (Hyatt and Mann 2002). The data is mixed before, because tags are positions
//! as they are, and two positions may well differ by as little as two data words do.

use crate::word::Word;

/// The place of one entry.
#[repr(C)]
pub(super) struct Slot<W> {
    check: W,
    data: W,
}

/// Spreads every bit of the data over the tag.
#[inline(always)]
fn mixed(data: u64) -> u64 {
    data.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32)
}

impl<W: Word> Slot<W> {
    /// A place with these two words in it.
    #[cfg(test)]
    pub(super) fn of(check: W, data: W) -> Slot<W> {
        Slot { check, data }
    }

    /// Tag and data; a tag of nobody if another thread is just writing.
    #[inline(always)]
    pub(super) fn read(&self) -> (u64, u64) {
        let data = self.data.get();
        (self.check.get() ^ mixed(data), data)
    }

    /// Makes it empty: all zero, like fresh memory.
    pub(super) fn clear(&self) {
        self.check.set(0);
        self.data.set(0);
    }

    /// Writes tag and data.
    #[inline(always)]
    pub(super) fn write(&self, tag: u64, data: u64) {
        self.check.set(tag ^ mixed(data));
        self.data.set(data);
    }
}
