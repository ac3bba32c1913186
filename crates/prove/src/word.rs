//! A word of a table that several threads read and write without a lock.
//!
//! Tables work on any such word: in a program these are atomic words, in tests those of the model
//! checker loom, which tries out every order in which threads can meet. The weakest memory order is
//! enough, since an entry says nothing about other memory.

use std::sync::atomic::{AtomicU64, Ordering};

/// A word that several threads read and write.
pub(crate) trait Word {
    /// Reads it.
    fn get(&self) -> u64;
    /// Writes it.
    fn set(&self, value: u64);
}

impl Word for AtomicU64 {
    #[inline(always)]
    fn get(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn set(&self, value: u64) {
        self.store(value, Ordering::Relaxed);
    }
}

#[cfg(test)]
impl Word for loom::sync::atomic::AtomicU64 {
    fn get(&self) -> u64 {
        self.load(loom::sync::atomic::Ordering::Relaxed)
    }

    fn set(&self, value: u64) {
        self.store(value, loom::sync::atomic::Ordering::Relaxed);
    }
}
