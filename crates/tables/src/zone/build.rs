//! Fills a zone table: ascending within a block, and blocks in layers that threads share.
//!
//! Every move leads to a smaller number (`shape`), so both numbers of a state come from states that
//! are filled already. The blocks of one layer do not need each other.

use super::shape::{Codes, Packing, ZoneShape};
use crate::error::TableError;
use andor_core::{Counters, Instant, Limits, Observer, Phase, Progress, Stopped};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most rows of a zone.
pub(super) const MOST_ROWS: usize = 8;

/// States between two looks at the clock and at Ctrl-C.
const CLOCK_STATES: usize = 1 << 14;

/// Whether exits are capped. Only a test that shows why switches it off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ExitCap {
    Applied,
    #[cfg(test)]
    Forgotten,
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
    let mut bytes = vec![0; shape.bytes() as usize];
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
                match filler.fill(block, &bytes, || limits.clock(start).is_some()) {
                    Some(bytes) => filled.push((block, bytes)),
                    None => break,
                }
            }
            filled
        };
        let workers = threads.clamp(1, blocks.len());
        let parts: Vec<Vec<(usize, Vec<u8>)>> = std::thread::scope(|scope| {
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
        for (block, filled) in parts.into_iter().flatten() {
            bytes[block * block_bytes..][..block_bytes].copy_from_slice(&filled);
        }
        done += blocks.len();
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

/// What filling a block takes.
struct Filler {
    shape: ZoneShape,
    packing: Packing,
    cap: ExitCap,
    /// All squares of a row.
    full: u8,
    /// 3 to the power of a square's number within a block, by row and column; 0 in rows 0 and 1.
    weights: [[usize; 8]; MOST_ROWS],
    /// Attackers and defenders of a row by its ternary number.
    ternary: Vec<(u8, u8)>,
}

/// A quiet state: men by zone row, and its number.
struct QuietState {
    attackers: [u8; MOST_ROWS],
    defenders: [u8; MOST_ROWS],
    block: usize,
    index: usize,
}

/// A block in the making, and all blocks before it.
struct KnownBlocks<'a> {
    bytes: &'a [u8],
    block: usize,
    here: &'a [u8],
}

/// The squares of a mask, one after the other.
fn squares(mut mask: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (mask != 0).then_some(mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(square)
    })
}

impl Filler {
    fn new(shape: ZoneShape, cap: ExitCap) -> Filler {
        let columns = shape.columns();
        let mut weights = [[0; 8]; MOST_ROWS];
        let mut weight = 1;
        for row in (2..shape.depth()).rev() {
            for square in &mut weights[row][..columns] {
                *square = weight;
                weight *= 3;
            }
        }
        let men = |mut number: usize| {
            let (mut attackers, mut defenders) = (0, 0);
            for column in 0..columns {
                match number % 3 {
                    0 => attackers |= 1 << column,
                    2 => defenders |= 1 << column,
                    _ => {}
                }
                number /= 3;
            }
            (attackers, defenders)
        };
        let ternary = (0..3usize.pow(columns as u32)).map(men).collect();
        let full = u8::MAX >> (8 - columns);
        Filler { shape, packing: Packing::of(shape), cap, full, weights, ternary }
    }

    /// The bytes of a block; `None` if it must stop before they are all known.
    fn fill(&self, block: usize, bytes: &[u8], must_stop: impl Fn() -> bool) -> Option<Vec<u8>> {
        let columns = self.shape.columns();
        let mut here = vec![0; self.shape.block_bytes()];
        let mut state =
            QuietState { attackers: [0; MOST_ROWS], defenders: [0; MOST_ROWS], block, index: 0 };
        state.defenders[0] = (block >> columns) as u8;
        state.defenders[1] = block as u8 & self.full;
        let mut rows = [0; MOST_ROWS];
        let last = self.shape.depth() - 1;
        for row in 2..=last {
            (state.attackers[row], state.defenders[row]) = self.ternary[0];
        }
        for index in 0..self.shape.block_states() {
            if index.is_multiple_of(CLOCK_STATES) && must_stop() {
                return None;
            }
            state.index = index;
            let known = KnownBlocks { bytes, block, here: &here };
            let attacker = self.attacker_moves(&state, &known);
            let defender = self.defender_moves(&state, attacker, &known);
            self.packing.put(&mut here, index, Codes { attacker, defender });
            // The next number, row by row.
            let mut row = last;
            while row >= 2 {
                rows[row] = if rows[row] + 1 < self.ternary.len() { rows[row] + 1 } else { 0 };
                (state.attackers[row], state.defenders[row]) = self.ternary[rows[row]];
                if rows[row] != 0 {
                    break;
                }
                row -= 1;
            }
        }
        Some(here)
    }

    fn codes(&self, known: &KnownBlocks<'_>, block: usize, index: usize) -> Codes {
        if block == known.block {
            return self.packing.get(known.here, index);
        }
        let size = self.shape.block_bytes();
        self.packing.get(&known.bytes[block * size..][..size], index)
    }

    /// One budget more.
    fn passed(&self, code: u8) -> u8 {
        if code < self.shape.free() { code + 1 } else { code }
    }

    /// The code of an exit to a state with this P1.
    fn exited(&self, code: u8) -> u8 {
        match self.cap {
            ExitCap::Applied if code >= self.shape.free() => self.shape.never(),
            _ => code,
        }
    }

    /// P1 of a quiet state.
    fn attacker_moves(&self, state: &QuietState, known: &KnownBlocks<'_>) -> u8 {
        let QuietState { attackers, defenders, block, index } = state;
        let mut best = self.shape.never();
        // Step 1. To the last row but one: a threat that must be met.
        for from in squares(attackers[2]) {
            let man = 1u8 << from;
            let straight = man & !defenders[1];
            for to in squares(straight | (man << 1 | man >> 1) & self.full) {
                let index = index + self.weights[2][from];
                best = best.min(self.threat(state, 1 << to, index, known));
            }
        }
        // Step 2. Within the lower rows.
        for row in 3..self.shape.depth() {
            for from in squares(attackers[row]) {
                let man = 1u8 << from;
                let straight = man & !defenders[row - 1];
                let to = (straight | (man << 1 | man >> 1) & self.full) & !attackers[row - 1];
                for to in squares(to) {
                    let taken = usize::from(defenders[row - 1] >> to & 1);
                    let index =
                        index + self.weights[row][from] - self.weights[row - 1][to] * (1 + taken);
                    best = best.min(self.codes(known, *block, index).defender);
                    if best == 0 {
                        return 0;
                    }
                }
            }
        }
        best
    }

    /// P2 after an attacker has arrived on square `to` of the last row but one; `index` is the
    /// number of what the lower rows are then.
    fn threat(&self, state: &QuietState, to: u8, index: usize, known: &KnownBlocks<'_>) -> u8 {
        let [top, second, ..] = state.defenders;
        // Whatever the defender does but taking that man, P1 is 1 after it.
        let mut worst = self.passed(0);
        if state.defenders[self.shape.depth() - 1] != 0 {
            worst = worst.max(self.exited(0));
        }
        for taker in squares(top & (to << 1 | to >> 1) & self.full) {
            let top = usize::from(top & !(1 << taker));
            let block = top << self.shape.columns() | usize::from(second | to);
            worst = worst.max(self.codes(known, block, index).attacker);
        }
        worst
    }

    /// P2 of a quiet state with this P1.
    fn defender_moves(&self, state: &QuietState, attacker: u8, known: &KnownBlocks<'_>) -> u8 {
        let never = self.shape.never();
        let QuietState { attackers, defenders, block, index } = state;
        let mut worst = self.passed(attacker);
        let last = self.shape.depth() - 1;
        // Step 1. Out of the zone.
        for from in squares(defenders[last]) {
            if worst == never {
                return never;
            }
            let after = self.codes(known, *block, index - self.weights[last][from]);
            worst = worst.max(self.exited(after.attacker));
        }
        // Step 2. Within the zone.
        for row in 0..last {
            for from in squares(defenders[row]) {
                if worst == never {
                    return never;
                }
                let man = 1u8 << from;
                let straight = man & !attackers[row + 1];
                let to = (straight | (man << 1 | man >> 1) & self.full) & !defenders[row + 1];
                for to in squares(to) {
                    let (block, index) = match row {
                        0 => {
                            let change = 1 << (self.shape.columns() + from) | 1 << to;
                            (*block ^ change, *index)
                        }
                        _ => {
                            let taken = usize::from(attackers[row + 1] >> to & 1);
                            let index = index + self.weights[row + 1][to] * (1 + taken)
                                - self.weights[row][from];
                            (if row == 1 { *block ^ 1 << from } else { *block }, index)
                        }
                    };
                    worst = worst.max(self.codes(known, block, index).attacker);
                }
            }
        }
        worst
    }
}

#[cfg(test)]
mod tests {
    use super::{CLOCK_STATES, ExitCap, Filler, build};
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
        assert!(shape().block_states() > 3 * CLOCK_STATES);
        let filler = Filler::new(shape(), ExitCap::Applied);
        let looks = Cell::new(0);
        let stops_at = |look: u32| {
            looks.set(0);
            filler.fill(0, &[], || {
                looks.set(looks.get() + 1);
                looks.get() == look
            })
        };
        assert_eq!((stops_at(3), looks.get()), (None, 3));
        assert!(stops_at(u32::MAX).is_some());
    }
}
