//! Fills a zone table: blocks in layers that threads share, and within a block the states of the last
//! row all at once, as bit-planes (`planes`).
//!
//! Each code is a few questions: does the attacker win with the budgets up to this one, with the attacker
//! to move, with the defender to move? Every move leads to a smaller number (`shape`), so the answers come
//! from blocks that are filled already, or from upper rows of this block that are; of the states with the
//! same upper rows only exits lead to each other, from P2 to P1, which is known first. The blocks of one
//! layer do not need each other, and no move leads further back than two layers, where a defender is taken and
//! avenged: older planes are given up, and what stays are the codes.

use super::fill::Filler;
use super::shape::ZoneShape;
use crate::error::TableError;
use andor_core::{Counters, Instant, Limits, Observer, Phase, Progress, Stopped, zeros};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Whether exits are capped. Only a test that shows why switches it off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ExitCap {
    Applied,
    #[cfg(test)]
    Forgotten,
}

/// A block that is done.
pub(super) struct FilledBlock {
    /// Its planes, for the next layer.
    pub(super) planes: Vec<u64>,
    /// Its part of the table.
    pub(super) bytes: Vec<u8>,
}

/// The bytes of the table of a shape.
///
/// # Errors
/// If somebody stops it.
pub(super) fn build(
    shape: ZoneShape,
    cap: ExitCap,
    threads: usize,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Vec<u8>, TableError> {
    let start = Instant::now();
    let filler = Filler::new(shape, cap);
    let block_bytes = shape.block_bytes();
    let mut bytes = zeros(shape.bytes() as usize);
    // The planes of the two layers before, by block.
    let mut before: Vec<Vec<u64>> = vec![Vec::new(); shape.blocks()];
    let mut last_layers: [Vec<usize>; 2] = Default::default();
    let mut done = 0;
    for layer in 0..=3 * shape.columns() as u32 {
        let full = (1 << shape.columns()) - 1;
        let sum = |block: &usize| {
            2 * (block >> shape.columns()).count_ones() + (block & full).count_ones()
        };
        let blocks: Vec<usize> = (0..shape.blocks()).filter(|block| sum(block) == layer).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            let mut filled = Vec::new();
            while let Some(&block) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
                match filler.fill(block, &before, || limits.clock(start).is_some()) {
                    Some(done) => filled.push((block, done)),
                    None => break,
                }
            }
            filled
        };
        let workers = threads.clamp(1, blocks.len());
        let parts: Vec<Vec<(usize, FilledBlock)>> = std::thread::scope(|scope| {
            let others: Vec<_> = (1..workers).map(|_| scope.spawn(work)).collect();
            let own = work();
            let joined = others.into_iter().map(|other| other.join().expect("filling panics not"));
            joined.chain([own]).collect()
        });
        let filled: usize = parts.iter().map(Vec::len).sum();
        let missing = (filled < blocks.len()).then_some(Stopped::Interrupted);
        if let Some(stopped) = limits.clock(start).or(missing) {
            return Err(TableError::Stopped(stopped));
        }
        let [older, newer] = last_layers;
        for block in older {
            before[block] = Vec::new();
        }
        for (block, filled) in parts.into_iter().flatten() {
            bytes[block * block_bytes..][..block_bytes].copy_from_slice(&filled.bytes);
            before[block] = filled.planes;
        }
        done += blocks.len();
        last_layers = [newer, blocks];
        observer.progress(&Progress {
            phase: Phase::Build,
            elapsed: start.elapsed(),
            counters: Counters {
                nodes: done as u64 * shape.block_states() as u64,
                ..Counters::default()
            },
            fill: done as f64 / shape.blocks() as f64,
            memory: bytes.len() as u64,
            ..Progress::default()
        });
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::{ExitCap, build};
    use crate::zone::fill::Filler;
    use crate::zone::shape::ZoneShape;
    use andor_core::{Limits, RaceBoard, Silent};
    use std::cell::Cell;
    use std::sync::atomic::Ordering;
    use std::time::Duration;

    fn shape() -> ZoneShape {
        ZoneShape::new(RaceBoard { columns: 5, rows: 5 }, 4).unwrap()
    }

    #[test]
    fn a_build_that_is_stopped_says_why() {
        let limits = Limits::default();
        limits.interrupt.store(true, Ordering::Relaxed);
        let late = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        for (limits, why) in [(limits, "interrupted"), (late, "time")] {
            let error = build(shape(), ExitCap::Applied, 2, &limits, &mut Silent).unwrap_err();
            assert_eq!(error.to_string(), format!("not finished: stopped by {why}"));
        }
    }

    /// Blocks may have hundreds of millions of states: no stop waits for the end of one.
    #[test]
    fn a_block_is_left_in_the_middle() {
        let filler = Filler::new(shape(), ExitCap::Applied);
        let looks = Cell::new(0);
        let stops_at = |look: u32| {
            looks.set(0);
            let filled = filler.fill(0, &[], || {
                looks.set(looks.get() + 1);
                looks.get() == look
            });
            filled.is_none()
        };
        assert_eq!((stops_at(3), looks.get()), (true, 3));
        assert!(!stops_at(u32::MAX));
    }
}
