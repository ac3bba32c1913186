//! The checker of zone tables: every entry once more, from the definition.
//!
//! Nothing is shared with `build` but the numbers of states, and those are worked out anew ([`entries`]). The
//! codes of all states of the last row are a list of bytes here, one such list for each state of the rows before
//! and each side to move, and the recurrences stand as in the definition (`mod.rs` of zones): least and greatest
//! of lists, each where the men stand so that the move is there.
//! Every move leads to a state with a smaller number, so the entries that fulfil all recurrences are unique: a table
//! that passes is the table.

mod entries;

use super::table::ZoneTable;
use crate::error::TableError;
use andor_certify::{Worker, work_through};
use andor_core::{Counters, Instant, Limits, Observer, Phase, Progress, RaceBoard};
pub(super) use entries::Entries;
use entries::ZoneRows;
use std::sync::atomic::{AtomicU64, Ordering};

/// Who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ToMove {
    Attacker,
    Defender,
}

/// A table, and what its states have in common.
struct ZoneChecker<'a> {
    table: &'a [u8],
    entries: Entries,
    /// States of a row.
    states: usize,
    /// What two codes, or four, in a byte are, each in a byte of its own, by side.
    codes: [Vec<[u8; 4]>; 2],
    /// For each square of the last row and each of attacker, nobody and defender: all bits of the states that have it.
    has: Vec<[Vec<u8>; 3]>,
    /// All bits of the states that have a defender anywhere.
    defended: Vec<u8>,
}

/// Checks every entry of a table; tells how many states it has.
///
/// # Errors
/// Names the first wrong state of some block, or says who stopped it.
pub fn check_zone(
    table: &ZoneTable,
    threads: usize,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<u64, TableError> {
    let shape = table.shape();
    let start = Instant::now();
    let board = RaceBoard { columns: shape.columns(), rows: shape.rows() };
    let checker = ZoneChecker::new(table.bytes(), Entries::new(board, shape.depth()));
    let (blocks, states) = (1 << (2 * shape.columns()), shape.states() >> (2 * shape.columns()));
    let done = AtomicU64::new(0);
    let must_stop = || limits.clock(start).is_some();
    let checked = work_through(
        blocks,
        threads,
        || Blocks { checker: &checker, done: &done, must_stop: &must_stop },
        || {
            let done = done.load(Ordering::Relaxed);
            observer.progress(&Progress {
                phase: Phase::Verify,
                elapsed: start.elapsed(),
                counters: Counters { nodes: done * states, ..Counters::default() },
                fill: done as f64 / blocks as f64,
                ..Progress::default()
            });
        },
    );
    match checked {
        Ok(_) => Ok(shape.states()),
        Err(number) => match limits.clock(start) {
            Some(stopped) => Err(TableError::Stopped(stopped)),
            None => Err(TableError::Wrong(format!(
                "state {number} of the zone {}x{} of {} rows, or one with the same rows before its last, is not as \
                 its moves say",
                shape.columns(),
                shape.rows(),
                shape.depth()
            ))),
        },
    }
}

/// What one thread does: block after block.
struct Blocks<'a> {
    checker: &'a ZoneChecker<'a>,
    done: &'a AtomicU64,
    must_stop: &'a (dyn Fn() -> bool + Sync),
}

impl Worker for Blocks<'_> {
    fn part(&mut self, block: usize) -> Result<(), u64> {
        let Entries { columns, depth, full, .. } = self.checker.entries;
        let upper = self.checker.states.pow(depth as u32 - 3);
        let mut men = ZoneRows::default();
        men.defenders[0] = (block >> columns) as u8;
        men.defenders[1] = block as u8 & full;
        let mut lists = Lists::new(self.checker.states);
        for number in 0..upper {
            let first = ((block * upper + number) * self.checker.states) as u64;
            let is_time = number.is_multiple_of(64) && (self.must_stop)();
            self.checker.set(&mut men, number);
            if is_time || !self.checker.holds(&men, &mut lists) {
                return Err(first);
            }
        }
        self.done.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn finish(self) -> Result<u64, u64> {
        Ok(0)
    }
}

/// The lists that a check works with.
struct Lists {
    /// What the table has, for either side to move.
    attacker: Vec<u8>,
    defender: Vec<u8>,
    /// What it should have.
    found: Vec<u8>,
    /// What it has after a move, twice.
    after: Vec<u8>,
    other: Vec<u8>,
}

impl Lists {
    fn new(states: usize) -> Lists {
        let list = || vec![0; states];
        Lists { attacker: list(), defender: list(), found: list(), after: list(), other: list() }
    }
}

/// The least of both where the men stand so, in the first; the second counts from a state that is `up` further.
fn least(list: &mut [u8], other: &[u8], up: usize, has: &[u8]) {
    for ((code, &other), &has) in list.iter_mut().zip(&other[up..]).zip(has) {
        *code = (*code).min(other | !has);
    }
}

/// The greatest of both where the men stand so, in the first; the second counts from a state that is `up` further.
fn greatest(list: &mut [u8], other: &[u8], up: usize, has: &[u8]) {
    for ((code, &other), &has) in list.iter_mut().zip(&other[up..]).zip(has) {
        *code = (*code).max(other & has);
    }
}

/// Puts the codes of so many in a byte one behind the other.
fn unpack<const IN_A_BYTE: usize>(bytes: &[u8], codes: &[[u8; 4]], into: &mut [u8]) {
    let codes: &[[u8; 4]; 256] = codes.try_into().expect("there are codes for every byte");
    let all = into.len() / IN_A_BYTE;
    let mut whole = into.chunks_exact_mut(IN_A_BYTE);
    for (into, &byte) in whole.by_ref().zip(bytes) {
        into.copy_from_slice(&codes[usize::from(byte)][..IN_A_BYTE]);
    }
    let rest = whole.into_remainder();
    if let Some(&byte) = bytes.get(all) {
        rest.copy_from_slice(&codes[usize::from(byte)][..rest.len()]);
    }
}

/// The columns of a set, one after the other.
fn each(mut columns: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let column = (columns != 0).then(|| columns.trailing_zeros() as usize)?;
        columns &= columns - 1;
        Some(column)
    })
}

impl<'a> ZoneChecker<'a> {
    fn new(table: &'a [u8], entries: Entries) -> ZoneChecker<'a> {
        let columns = entries.columns;
        let states = 3usize.pow(columns as u32);
        let bits = entries.width / 2;
        let side = |first: usize| -> Vec<[u8; 4]> {
            let code = |byte: usize, at: usize| {
                (byte >> (at * entries.width + first)) as u8 & ((1 << bits) - 1)
            };
            let in_a_byte = 8 / entries.width;
            let all = |byte| [0, 1, 2, 3].map(|at| if at < in_a_byte { code(byte, at) } else { 0 });
            (0..256).map(all).collect()
        };
        let digit = |state: usize, column: usize| state / 3usize.pow(column as u32) % 3;
        let where_it = |is: &dyn Fn(usize) -> bool| -> Vec<u8> {
            (0..states).map(|state| if is(state) { u8::MAX } else { 0 }).collect()
        };
        let has =
            |column: usize| [0, 1, 2].map(|who| where_it(&|state| digit(state, column) == who));
        let defended = where_it(&|state| (0..columns).any(|column| digit(state, column) == 2));
        let codes = [side(0), side(bits)];
        ZoneChecker {
            table,
            states,
            codes,
            has: (0..columns).map(has).collect(),
            defended,
            entries,
        }
    }

    /// The last row of the zone.
    fn last(&self) -> usize {
        self.entries.depth - 1
    }

    /// Sets the rows between row 1 and the last.
    fn set(&self, men: &mut ZoneRows, mut number: usize) {
        for row in (2..self.last()).rev() {
            (men.attackers[row], men.defenders[row]) = (0, 0);
            for column in 0..self.entries.columns {
                match number % 3 {
                    0 => men.attackers[row] |= 1 << column,
                    1 => {}
                    _ => men.defenders[row] |= 1 << column,
                }
                number /= 3;
            }
        }
    }

    /// The codes that the table has for all states of the last row.
    fn tabled(&self, men: &ZoneRows, to_move: ToMove, into: &mut [u8]) {
        let Entries { width, block_bytes, .. } = self.entries;
        let first = self.entries.number(men, 2..self.last()) * self.states;
        let in_a_byte = 8 / width;
        let bytes = &self.table[self.entries.block(men) * block_bytes..][first / in_a_byte..];
        let codes = &self.codes[to_move as usize];
        // What is left of the byte in which they begin, then whole bytes, then what is left.
        let skip = first % in_a_byte;
        let head = if skip == 0 { 0 } else { in_a_byte - skip };
        into[..head].copy_from_slice(&codes[usize::from(bytes[0])][in_a_byte - head..in_a_byte]);
        let (bytes, into) = (&bytes[usize::from(skip != 0)..], &mut into[head..]);
        match in_a_byte {
            1 => unpack::<1>(bytes, codes, into),
            2 => unpack::<2>(bytes, codes, into),
            _ => unpack::<4>(bytes, codes, into),
        }
    }

    /// Whether the table has what it should for all states of the last row.
    fn holds(&self, men: &ZoneRows, lists: &mut Lists) -> bool {
        self.tabled(men, ToMove::Attacker, &mut lists.attacker);
        self.tabled(men, ToMove::Defender, &mut lists.defender);
        self.attacker_to_move(men, lists);
        if lists.found != lists.attacker {
            return false;
        }
        self.defender_to_move(men, lists);
        lists.found == lists.defender
    }

    /// Where a man may go on the next row, in the way of whom somebody may stand.
    fn targets(&self, from: usize, in_the_way: u8) -> u8 {
        let man = 1u8 << from;
        (man & !in_the_way | man << 1 | man >> 1) & self.entries.full
    }

    /// P1 from the definition.
    fn attacker_to_move(&self, men: &ZoneRows, lists: &mut Lists) {
        let Lists { found, after, other, .. } = lists;
        let last = self.last();
        found.fill(self.entries.never());
        for row in 2..last {
            for from in each(men.attackers[row]) {
                let to = self.targets(from, men.defenders[row - 1]) & !men.attackers[row - 1];
                for to in each(to) {
                    let mut next = *men;
                    next.attackers[row] ^= 1 << from;
                    self.after_attack(next, row - 1, to, after, other);
                    for (code, &after) in found.iter_mut().zip(&*after) {
                        *code = (*code).min(after);
                    }
                }
            }
        }
        for to in each(!men.attackers[last - 1] & self.entries.full) {
            self.after_attack(*men, last - 1, to, after, other);
            for from in each(self.targets(to, men.defenders[last - 1])) {
                // From an attacker (0) to nobody (1).
                least(found, after, 3usize.pow(from as u32), &self.has[from][0]);
            }
        }
    }

    /// P2 after an attacker has come to a square before the last row.
    fn after_attack(
        &self,
        mut men: ZoneRows,
        row: usize,
        to: usize,
        into: &mut [u8],
        other: &mut [u8],
    ) {
        men.attackers[row] |= 1 << to;
        men.defenders[row] &= !(1 << to);
        if row > 1 {
            return self.tabled(&men, ToMove::Defender, into);
        }
        // He arrives with his next move: P1 is 1 (code 0) after everything but taking him. The pass makes it 2; an
        // exit leaves it as it is, which is too much if the cap is 0.
        let Entries { free, .. } = self.entries;
        into.fill(free.min(1));
        if free == 0 {
            let never = self.entries.never();
            for (code, &has) in into.iter_mut().zip(&self.defended) {
                *code = (*code).max(never & has);
            }
        }
        for taker in each(men.defenders[0]) {
            if self.targets(taker, 1 << taker) >> to & 1 == 1 {
                let mut next = men;
                next.defenders[0] ^= 1 << taker;
                next.defenders[1] |= 1 << to;
                next.attackers[1] = 0;
                self.tabled(&next, ToMove::Attacker, other);
                for (code, &other) in into.iter_mut().zip(&*other) {
                    *code = (*code).max(other);
                }
            }
        }
    }

    /// P2 from the definition.
    fn defender_to_move(&self, men: &ZoneRows, lists: &mut Lists) {
        let Lists { attacker, found, after, other, .. } = lists;
        let (last, never, free) = (self.last(), self.entries.never(), self.entries.free);
        // The pass: a budget more, and a finite one above the cap is as good as the infinite one.
        for (code, &attacker) in found.iter_mut().zip(&*attacker) {
            *code = if attacker == never { never } else { (attacker + 1).min(free) };
        }
        // Out of the zone, wherever that may lead: from a defender (2) to nobody (1).
        for (other, &attacker) in other.iter_mut().zip(&*attacker) {
            *other = if attacker < free { attacker } else { never };
        }
        for from in 0..self.entries.columns {
            let step = 3usize.pow(from as u32);
            greatest(&mut found[step..], other, 0, &self.has[from][2][step..]);
        }
        for row in 0..last {
            for from in each(men.defenders[row]) {
                let mut left = *men;
                left.defenders[row] ^= 1 << from;
                if row + 1 == last {
                    self.tabled(&left, ToMove::Attacker, after);
                    for to in each(self.targets(from, 0)) {
                        // From nobody (1), or aslant from an attacker (0), to a defender (2).
                        let step = 3usize.pow(to as u32);
                        greatest(found, after, step, &self.has[to][1]);
                        if to != from {
                            greatest(found, after, 2 * step, &self.has[to][0]);
                        }
                    }
                    continue;
                }
                let to = self.targets(from, men.attackers[row + 1]) & !men.defenders[row + 1];
                for to in each(to) {
                    let mut next = left;
                    next.defenders[row + 1] |= 1 << to;
                    next.attackers[row + 1] &= !(1 << to);
                    self.tabled(&next, ToMove::Attacker, after);
                    for (code, &after) in found.iter_mut().zip(&*after) {
                        *code = (*code).max(after);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::check_zone;
    use crate::zone::build::{ExitCap, build};
    use crate::zone::{ZoneShape, ZoneTable};
    use andor_core::{Limits, RaceBoard, Silent};

    fn shape(columns: usize, rows: usize, depth: usize) -> ZoneShape {
        ZoneShape::new(RaceBoard { columns, rows }, depth).unwrap()
    }

    #[test]
    fn what_is_built_passes_on_boards_of_all_kinds() {
        for (columns, rows, depth) in
            [(2, 4, 3), (2, 8, 7), (3, 5, 3), (3, 5, 4), (3, 8, 4), (4, 4, 3), (4, 6, 3), (5, 8, 3)]
        {
            let shape = shape(columns, rows, depth);
            let table = ZoneTable::build(shape, 2, &Limits::default(), &mut Silent).unwrap();
            assert_eq!(check_zone(&table, 2, &Limits::default(), &mut Silent), Ok(shape.states()));
        }
    }

    #[test]
    fn a_table_with_one_wrong_entry_or_without_the_exit_cap_does_not() {
        let shape = shape(3, 6, 4);
        let good = build(shape, ExitCap::Applied, 1, &Limits::default(), &mut Silent).unwrap();
        for at in (0..good.len()).step_by(good.len() / 50) {
            let mut bad = good.clone();
            bad[at] ^= 1;
            let table = ZoneTable::new(shape, bad);
            assert!(check_zone(&table, 2, &Limits::default(), &mut Silent).is_err(), "byte {at}");
        }
        let bad = build(shape, ExitCap::Forgotten, 1, &Limits::default(), &mut Silent).unwrap();
        let table = ZoneTable::new(shape, bad);
        let why = check_zone(&table, 2, &Limits::default(), &mut Silent).unwrap_err().to_string();
        assert!(why.contains("wrong table: state"), "{why}");
    }
}
