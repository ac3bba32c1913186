//! Virtual numbers: what the positions that threads are working on look like to the others.
//!
//! A thread that takes a job assumes the likelier end of it: its position counts as won or lost
//! until the job is done, and every position above it has the numbers that follow. Other threads
//! look at these numbers when they choose, and so go where there will still be something to do when
//! the job has ended as assumed.

use crate::numbers::Numbers;
use andor_core::Key;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The positions on the paths of all threads.
#[derive(Default)]
pub(super) struct VirtualNumbers(HashMap<Key, Marked, BuildHasherDefault<Mixed>>);

/// Keys are well mixed already.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = self.0.rotate_left(31) ^ word;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[derive(Clone, Copy)]
struct Marked {
    numbers: Numbers,
    /// Threads whose path leads through it.
    threads: u32,
}

impl VirtualNumbers {
    /// The likelier end: whoever needs less reaches its goal.
    pub(super) fn assumed(Numbers { phi, delta }: Numbers) -> Numbers {
        if phi <= delta { Numbers::WON } else { Numbers::LOST }
    }

    /// What a position looks like, if a thread is at work below it.
    pub(super) fn get(&self, key: Key) -> Option<Numbers> {
        self.0.get(&key).map(|marked| marked.numbers)
    }

    /// One more thread goes through this position, which then looks like this.
    pub(super) fn enter(&mut self, key: Key, numbers: Numbers) {
        let marked = self.0.entry(key).or_insert(Marked { numbers, threads: 0 });
        marked.numbers = numbers;
        marked.threads += 1;
    }

    /// One of the threads has left it.
    pub(super) fn leave(&mut self, key: Key) {
        if let Some(marked) = self.0.get_mut(&key) {
            marked.threads -= 1;
            if marked.threads == 0 {
                self.0.remove(&key);
            }
        }
    }

    /// It looks like this now, if a thread is still below it.
    pub(super) fn update(&mut self, key: Key, numbers: Numbers) {
        if let Some(marked) = self.0.get_mut(&key) {
            marked.numbers = numbers;
        }
    }

    /// Whether no thread is at work.
    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::VirtualNumbers;
    use crate::numbers::Numbers;
    use andor_core::Key;

    #[test]
    fn a_position_is_marked_until_the_last_thread_leaves() {
        let mut marks = VirtualNumbers::default();
        let key = Key::exact(5);
        let numbers = Numbers { phi: 3, delta: 4 };
        assert_eq!(marks.get(key), None);
        marks.update(key, numbers);
        assert!(marks.is_empty());
        marks.enter(key, VirtualNumbers::assumed(numbers));
        assert_eq!(marks.get(key), Some(Numbers::WON));
        marks.enter(key, numbers);
        marks.leave(key);
        marks.update(key, Numbers::LOST);
        assert_eq!(marks.get(key), Some(Numbers::LOST));
        marks.leave(key);
        assert!(marks.is_empty());
    }
}
