//! Bit-planes: a yes or no for every state of the last row of a zone at once.
//!
//! A row of m squares has 3^m states; state s is bit s of a plane. A digit that changes in all of them
//! is a shift of the plane: in the states whose square j is an attacker (digit 0), the answer after he has
//! gone (digit 1) stands 3^j bits further up.

/// The words of the planes of one last row, the states that have an attacker, nobody, or a defender
/// on each square, and the states without defenders.
pub(super) struct LastRow {
    /// States: 3^m.
    states: usize,
    /// For each square, the states in which there is an attacker (0), nobody (1) or a defender (2).
    with: Vec<[Vec<u64>; 3]>,
    /// 3^j for each square.
    steps: Vec<usize>,
    /// The states without defenders.
    undefended: Vec<u64>,
    all: Vec<u64>,
}

impl LastRow {
    pub(super) fn new(columns: usize) -> LastRow {
        let steps: Vec<usize> = (0..columns as u32).map(|square| 3usize.pow(square)).collect();
        let states = 3usize.pow(columns as u32);
        let plane = |is: &dyn Fn(usize) -> bool| {
            let mut plane = vec![0u64; states.div_ceil(64)];
            for state in (0..states).filter(|&state| is(state)) {
                plane[state / 64] |= 1 << (state % 64);
            }
            plane
        };
        let digit = |state: usize, step: usize| state / step % 3;
        let of_square =
            |&step: &usize| [0, 1, 2].map(|men| plane(&|state| digit(state, step) == men));
        LastRow {
            states,
            with: steps.iter().map(of_square).collect(),
            undefended: plane(&|state| steps.iter().all(|&step| digit(state, step) < 2)),
            all: plane(&|_| true),
            steps,
        }
    }

    /// How many states there are.
    pub(super) fn states(&self) -> usize {
        self.states
    }

    /// Words of a plane.
    pub(super) fn words(&self) -> usize {
        self.all.len()
    }

    /// Every state.
    pub(super) fn all(&self) -> &[u64] {
        &self.all
    }

    /// The states without defenders.
    pub(super) fn undefended(&self) -> &[u64] {
        &self.undefended
    }

    /// Yes also where an attacker leaves square `from`, and `after` says yes of what is left.
    pub(super) fn or_attacker_leaves(&self, yes: &mut [u64], after: &[u64], from: usize) {
        let mask = &self.with[from][0];
        down(after, self.steps[from], |word, bits| yes[word] |= bits & mask[word]);
    }

    /// No also where a defender leaves square `from`, and `after` says no of what is left.
    pub(super) fn and_defender_leaves(&self, yes: &mut [u64], after: &[u64], from: usize) {
        let mask = &self.with[from][2];
        up(after, self.steps[from], |word, bits| yes[word] &= bits | !mask[word]);
    }

    /// No also where a defender comes to square `to` from a row above, and `after` says no of that: straight
    /// ahead he cannot take an attacker.
    pub(super) fn and_defender_comes(
        &self,
        yes: &mut [u64],
        after: &[u64],
        to: usize,
        is_straight: bool,
    ) {
        let [attacker, nobody, _] = &self.with[to];
        let step = self.steps[to];
        down(after, step, |word, bits| yes[word] &= bits | !nobody[word]);
        if !is_straight {
            down(after, 2 * step, |word, bits| yes[word] &= bits | !attacker[word]);
        }
    }
}

/// Bit s of the word that is put is bit s + `by` of the plane; `by` is no multiple of 64.
#[inline(always)]
fn down(plane: &[u64], by: usize, mut put: impl FnMut(usize, u64)) {
    let (words, bits) = (by / 64, by as u32 % 64);
    let Some(plane) = plane.get(words..) else { return };
    for (word, pair) in plane.windows(2).enumerate() {
        put(word, pair[0] >> bits | pair[1] << (64 - bits));
    }
    if let Some(&last) = plane.last() {
        put(plane.len() - 1, last >> bits);
    }
    for word in plane.len()..plane.len() + words {
        put(word, 0);
    }
}

/// Bit s + `by` of the words that are put is bit s of the plane; `by` is no multiple of 64.
#[inline(always)]
fn up(plane: &[u64], by: usize, mut put: impl FnMut(usize, u64)) {
    let (words, bits) = (by / 64, by as u32 % 64);
    for word in 0..words {
        put(word, 0);
    }
    put(words, plane[0] << bits);
    for (word, pair) in plane[..plane.len() - words].windows(2).enumerate() {
        put(words + 1 + word, pair[1] << bits | pair[0] >> (64 - bits));
    }
}

/// Yes where both say yes.
pub(super) fn and(yes: &mut [u64], other: &[u64]) {
    yes.iter_mut().zip(other).for_each(|(yes, other)| *yes &= other);
}

/// Yes where either says yes.
pub(super) fn or(yes: &mut [u64], other: &[u64]) {
    yes.iter_mut().zip(other).for_each(|(yes, other)| *yes |= other);
}

/// Puts numbers of few bits behind each other, the first one lowest.
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    word: u64,
    filled: u32,
}

impl BitWriter {
    pub(super) fn new(bytes: usize) -> BitWriter {
        BitWriter { bytes: Vec::with_capacity(bytes + 8), word: 0, filled: 0 }
    }

    /// Puts the low bits of a word behind what is there; the others are 0.
    fn put(&mut self, bits: u64, count: u32) {
        self.word |= bits << self.filled;
        self.filled += count;
        if self.filled >= 64 {
            self.bytes.extend_from_slice(&self.word.to_le_bytes());
            self.filled -= 64;
            let taken = count - self.filled;
            self.word = if taken < 64 { bits >> taken } else { 0 };
        }
    }

    /// Puts one field for each of so many states: bit n of the field of state s is bit s of plane n. There
    /// are 2, 4 or 8 planes.
    pub(super) fn interleave(&mut self, planes: &[Vec<u64>], states: usize) {
        let width = planes.len();
        let at_once = 64 / width;
        for first in (0..states).step_by(at_once) {
            let (word, bit) = (first / 64, first % 64);
            let fields = planes.iter().enumerate().map(|(number, plane)| {
                let bits = plane[word] >> bit & (u64::MAX >> (64 - at_once));
                spread(bits, width) << number
            });
            let all = fields.fold(0, |all, field| all | field);
            let count = (at_once.min(states - first) * width) as u32;
            self.put(all & (u64::MAX >> (64 - count)), count);
        }
    }

    /// What was put, in so many bytes.
    pub(super) fn finish(mut self, bytes: usize) -> Vec<u8> {
        self.bytes.extend_from_slice(&self.word.to_le_bytes());
        self.bytes.truncate(bytes);
        self.bytes
    }
}

/// The low bits of a word, each `width` bits from the next: 2, 4 or 8.
fn spread(bits: u64, width: usize) -> u64 {
    let twice = |bits: u64| {
        let bits = (bits | bits << 16) & 0x0000_ffff_0000_ffff;
        let bits = (bits | bits << 8) & 0x00ff_00ff_00ff_00ff;
        let bits = (bits | bits << 4) & 0x0f0f_0f0f_0f0f_0f0f;
        let bits = (bits | bits << 2) & 0x3333_3333_3333_3333;
        (bits | bits << 1) & 0x5555_5555_5555_5555
    };
    (0..width.trailing_zeros()).fold(bits, |bits, _| twice(bits))
}

#[cfg(test)]
mod tests {
    use super::{BitWriter, LastRow};
    use andor_core::SplitMix64;

    /// A plane of random answers, and the same as a list.
    fn random_plane(row: &LastRow, random: &mut SplitMix64) -> (Vec<u64>, Vec<bool>) {
        let plane: Vec<u64> = row.all().iter().map(|all| all & random.next_u64()).collect();
        let list = (0..row.states()).map(|state| plane[state / 64] >> (state % 64) & 1 == 1);
        let list = list.collect();
        (plane, list)
    }

    #[test]
    fn a_shift_is_what_happens_to_each_state() {
        let mut random = SplitMix64::new(5);
        for columns in 2..=8 {
            let row = LastRow::new(columns);
            for square in 0..columns {
                let step = 3usize.pow(square as u32);
                let (after, plain_after) = random_plane(&row, &mut random);
                let (before, plain_before) = random_plane(&row, &mut random);
                let check = |made: &[u64], answer: &dyn Fn(usize, usize) -> bool| {
                    for state in 0..row.states() {
                        let is = made[state / 64] >> (state % 64) & 1 == 1;
                        assert_eq!(
                            is,
                            answer(state, state / step % 3),
                            "{columns} {square} {state}"
                        );
                    }
                    assert_eq!(made[row.words() - 1] & !row.all()[row.words() - 1], 0);
                };
                let mut made = before.clone();
                row.or_attacker_leaves(&mut made, &after, square);
                check(&made, &|state, men| {
                    plain_before[state] || men == 0 && plain_after[state + step]
                });
                let mut made = before.clone();
                row.and_defender_leaves(&mut made, &after, square);
                check(&made, &|state, men| {
                    plain_before[state] && (men != 2 || plain_after[state - step])
                });
                for is_straight in [false, true] {
                    let mut made = before.clone();
                    row.and_defender_comes(&mut made, &after, square, is_straight);
                    check(&made, &|state, men| {
                        let can_come = men == 1 || men == 0 && !is_straight;
                        plain_before[state]
                            && (!can_come || plain_after[state - men * step + 2 * step])
                    });
                }
            }
        }
    }

    #[test]
    fn fields_are_written_one_behind_the_other() {
        let mut random = SplitMix64::new(6);
        let sizes: [(usize, usize); 6] = [(2, 9), (2, 243), (4, 27), (4, 729), (8, 81), (8, 243)];
        for (width, states) in sizes {
            let words = |_| (0..states / 64 + 1).map(|_| random.next_u64()).collect();
            let planes: Vec<Vec<u64>> = (0..width).map(words).collect();
            let bytes = (3 * states * width).div_ceil(8);
            let mut writer = BitWriter::new(bytes);
            (0..3).for_each(|_| writer.interleave(&planes, states));
            let made = writer.finish(bytes);
            for number in 0..3 * states * width {
                let (state, plane) = (number / width % states, number % width);
                let bit = planes[plane][state / 64] >> (state % 64) & 1;
                assert_eq!(
                    u64::from(made[number / 8] >> (number % 8) & 1),
                    bit,
                    "{width} {number}"
                );
            }
        }
    }
}
