//! Positions that were found lost, for workers to keep in mind.
//!
//! Each worker is told between two jobs what came since the last time. Whoever works for very long misses
//! some: they are hints.

use std::collections::VecDeque;

/// So many are kept for a worker that comes late.
const KEPT: usize = 1 << 14;

/// The last positions found lost, numbered in the order they came.
#[derive(Debug)]
pub struct LostLog<T> {
    /// The number of the first one here.
    first: u64,
    positions: VecDeque<T>,
}

impl<T> Default for LostLog<T> {
    fn default() -> LostLog<T> {
        LostLog { first: 0, positions: VecDeque::new() }
    }
}

impl<T: Clone> LostLog<T> {
    /// Some more.
    pub fn add(&mut self, positions: Vec<T>) {
        self.positions.extend(positions);
        let over = self.positions.len().saturating_sub(KEPT);
        self.positions.drain(..over);
        self.first += over as u64;
    }

    /// The next ones, at most so many, for somebody who has heard all before number `heard`, which moves
    /// on.
    pub fn tell(&self, heard: &mut u64, most: usize) -> Vec<T> {
        let from = (*heard).clamp(self.first, self.first + self.positions.len() as u64);
        let at = (from - self.first) as usize;
        let end = self.positions.len().min(at.saturating_add(most));
        *heard = self.first + end as u64;
        self.positions.range(at..end).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{KEPT, LostLog};

    #[test]
    fn everybody_hears_everything_once_and_in_order() {
        let mut log = LostLog::default();
        let (mut told, mut heard) = (Vec::new(), 0);
        for number in 0..300 {
            log.add(vec![number]);
            if number % 7 == 0 {
                told.extend(log.tell(&mut heard, 5));
            }
        }
        told.extend(log.tell(&mut heard, usize::MAX));
        let all: Vec<u32> = (0..300).collect();
        assert!(told == all && log.tell(&mut heard, 5).is_empty());
        // Who comes late hears the same, in pieces.
        let (mut late, mut heard) = (Vec::new(), 0);
        for _ in 0..3 {
            let piece = log.tell(&mut heard, 100);
            assert_eq!(piece.len(), 100);
            late.extend(piece);
        }
        assert!(late == all && log.tell(&mut heard, 100).is_empty());
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let mut log = LostLog::default();
        log.add((0..KEPT + 5).collect());
        assert_eq!(log.tell(&mut 0, usize::MAX), (5..KEPT + 5).collect::<Vec<_>>());
    }
}
