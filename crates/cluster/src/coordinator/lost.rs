//! Positions that were found lost, for workers to keep in mind.
//!
//! Each worker is told with its next job what came since the last one: it looks at them between jobs
//! anyway, and a message of their own to everybody for every result would cost more than the search that
//! they save.

use std::collections::VecDeque;

/// So many are kept for a worker that comes late.
const KEPT: usize = 1 << 14;
/// At most so many are told with a job; the rest comes with the next one.
const AT_ONCE: usize = 2000;

/// The last positions found lost, numbered in the order they came.
#[derive(Debug, Default)]
pub(super) struct LostLog {
    /// The number of the first one here.
    first: u64,
    positions: VecDeque<Vec<u8>>,
}

impl LostLog {
    /// Some more.
    pub(super) fn add(&mut self, positions: Vec<Vec<u8>>) {
        self.positions.extend(positions);
        let over = self.positions.len().saturating_sub(KEPT);
        self.positions.drain(..over);
        self.first += over as u64;
    }

    /// What somebody has not heard who has heard all before number `heard`, which moves on.
    pub(super) fn tell(&self, heard: &mut u64) -> Vec<Vec<u8>> {
        let from = (*heard).clamp(self.first, self.first + self.positions.len() as u64);
        let at = (from - self.first) as usize;
        let end = self.positions.len().min(at + AT_ONCE);
        *heard = self.first + end as u64;
        self.positions.range(at..end).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{AT_ONCE, KEPT, LostLog};

    #[test]
    fn everybody_hears_everything_once_and_in_order() {
        let mut log = LostLog::default();
        let (mut told, mut heard) = (Vec::new(), 0);
        let total = AT_ONCE as u64 * 3;
        for number in 0..total {
            log.add(vec![number.to_le_bytes().to_vec()]);
            if number % 7 == 0 {
                told.extend(log.tell(&mut heard));
            }
        }
        told.extend(log.tell(&mut heard));
        let all: Vec<Vec<u8>> = (0..total).map(|number| number.to_le_bytes().to_vec()).collect();
        assert!(told == all && log.tell(&mut heard).is_empty());
        // Who comes late hears the same, in pieces.
        let (mut late, mut heard) = (Vec::new(), 0);
        for _ in 0..3 {
            let piece = log.tell(&mut heard);
            assert_eq!(piece.len(), AT_ONCE);
            late.extend(piece);
        }
        assert!(late == all && log.tell(&mut heard).is_empty());
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let mut log = LostLog::default();
        log.add((0..KEPT as u32 + 5).map(|number| number.to_le_bytes().to_vec()).collect());
        let mut heard = 0;
        assert_eq!(log.tell(&mut heard)[0], 5_u32.to_le_bytes());
        assert_eq!(log.positions.len(), KEPT);
    }
}
