//! Fills one block of a zone table: [`build`](super::build) has the order, `mod.rs` the definition.
//!
//! The *upper rows* of a block are rows 2 to k - 2 of the zone, one state of them after the other; for each
//! there are planes over the states of the last row, row k - 1:
//!
//! ```text
//!   for each state of the upper rows | for each question 0..=c | attacker to move, defender to move | plane
//! ```
//!
//! Question i is whether the attacker wins with the budget of code i; what it says yes to, the next one does.

use super::build::{ExitCap, FilledBlock};
use super::planes::{BitWriter, LastRow, and, or};
use super::shape::ZoneShape;

/// The most rows of a zone.
const MOST_ROWS: usize = 8;

/// States between two looks at the clock and at Ctrl-C.
const CLOCK_STATES: usize = 1 << 14;

/// What filling a block takes.
pub(super) struct Filler {
    shape: ZoneShape,
    cap: ExitCap,
    row: LastRow,
    /// All squares of a row.
    full: u8,
    /// 3 to the power of a square's number within the upper rows, by row and column.
    weights: [[usize; 8]; MOST_ROWS],
    /// Attackers and defenders of a row by its ternary number.
    ternary: Vec<(u8, u8)>,
}

/// Who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ToMove {
    Attacker,
    Defender,
}

/// The men of rows 0 to k - 2, and the number of the upper rows.
struct UpperRows {
    attackers: [u8; MOST_ROWS],
    defenders: [u8; MOST_ROWS],
    number: usize,
}

/// A block in the making, and the blocks of the layers before.
struct KnownPlanes<'a> {
    before: &'a [Vec<u64>],
    block: usize,
    here: Vec<u64>,
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
    pub(super) fn new(shape: ZoneShape, cap: ExitCap) -> Filler {
        let columns = shape.columns();
        let mut weights = [[0; 8]; MOST_ROWS];
        let mut weight = 1;
        for row in (2..shape.depth() - 1).rev() {
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
        Filler { shape, cap, row: LastRow::new(columns), full, weights, ternary }
    }

    /// A block; `None` if it must stop before it is done.
    pub(super) fn fill(
        &self,
        block: usize,
        before: &[Vec<u64>],
        must_stop: impl Fn() -> bool,
    ) -> Option<FilledBlock> {
        let (columns, last, words) = (self.shape.columns(), self.last(), self.row.words());
        let all_upper = self.ternary.len().pow(last as u32 - 2);
        let planes = vec![0; all_upper * 2 * self.questions() * words];
        let mut known = KnownPlanes { before, block, here: planes };
        let mut upper =
            UpperRows { attackers: [0; MOST_ROWS], defenders: [0; MOST_ROWS], number: 0 };
        upper.defenders[0] = (block >> columns) as u8;
        upper.defenders[1] = block as u8 & self.full;
        let mut writer = BitWriter::new(self.shape.block_bytes());
        let mut rows = [0; MOST_ROWS];
        for row in 2..last {
            (upper.attackers[row], upper.defenders[row]) = self.ternary[0];
        }
        let mut codes = vec![vec![0; words]; 2 * self.shape.code_bits() as usize];
        for number in 0..all_upper {
            if number.is_multiple_of(CLOCK_STATES.div_ceil(self.row.states())) && must_stop() {
                return None;
            }
            upper.number = number;
            for question in 0..self.questions() {
                let yes = self.attacker_to_move(&upper, question, &known);
                known.here[self.place(number, question, ToMove::Attacker)..][..words]
                    .copy_from_slice(&yes);
            }
            for question in 0..self.questions() {
                let yes = self.defender_to_move(&upper, question, &known);
                known.here[self.place(number, question, ToMove::Defender)..][..words]
                    .copy_from_slice(&yes);
            }
            self.encode(&known, number, &mut codes);
            writer.interleave(&codes, self.row.states());
            // The next number, row by row.
            for row in (2..last).rev() {
                rows[row] = if rows[row] + 1 < self.ternary.len() { rows[row] + 1 } else { 0 };
                (upper.attackers[row], upper.defenders[row]) = self.ternary[rows[row]];
                if rows[row] != 0 {
                    break;
                }
            }
        }
        let bytes = writer.finish(self.shape.block_bytes());
        Some(FilledBlock { planes: known.here, bytes })
    }

    /// The last row of the zone.
    fn last(&self) -> usize {
        self.shape.depth() - 1
    }

    /// Finite budgets up to the cap, and the infinite one.
    fn questions(&self) -> usize {
        self.shape.exit_cap() + 1
    }

    /// Where a plane of a block begins.
    fn place(&self, upper: usize, question: usize, to_move: ToMove) -> usize {
        ((upper * self.questions() + question) * 2 + to_move as usize) * self.row.words()
    }

    fn plane<'a>(
        &self,
        known: &'a KnownPlanes<'_>,
        block: usize,
        upper: usize,
        question: usize,
        to_move: ToMove,
    ) -> &'a [u64] {
        let planes = if block == known.block { &known.here } else { &known.before[block] };
        &planes[self.place(upper, question, to_move)..][..self.row.words()]
    }

    /// The squares that a man may go to: his own column if nobody is in his way, and its neighbours.
    fn targets(&self, from: usize, in_the_way: u8) -> u8 {
        let man = 1u8 << from;
        (man & !in_the_way | (man << 1 | man >> 1) & self.full) & self.full
    }

    /// Where the attacker, who is to move, wins with the budget of a question.
    fn attacker_to_move(
        &self,
        upper: &UpperRows,
        question: usize,
        known: &KnownPlanes<'_>,
    ) -> Vec<u64> {
        let UpperRows { attackers, defenders, number } = upper;
        let last = self.last();
        let mut yes = vec![0; self.row.words()];
        let after_move =
            |upper: usize| self.plane(known, known.block, upper, question, ToMove::Defender);
        // Step 1. To the last row but one: a threat that must be met.
        if last == 2 {
            for to in 0..self.shape.columns() {
                let Some(threat) = self.threat(upper, 1 << to, *number, question, known) else {
                    break;
                };
                for from in squares(self.targets(to, defenders[1])) {
                    self.row.or_attacker_leaves(&mut yes, &threat, from);
                }
            }
            return yes;
        }
        for from in squares(attackers[2]) {
            for to in squares(self.targets(from, defenders[1])) {
                let left = number + self.weights[2][from];
                if let Some(threat) = self.threat(upper, 1 << to, left, question, known) {
                    or(&mut yes, &threat);
                }
            }
        }
        // Step 2. Within the upper rows.
        for row in 3..last {
            for from in squares(attackers[row]) {
                let to = self.targets(from, defenders[row - 1]) & !attackers[row - 1];
                for to in squares(to) {
                    let taken = usize::from(defenders[row - 1] >> to & 1);
                    let came = self.weights[row - 1][to] * (1 + taken);
                    or(&mut yes, after_move(number + self.weights[row][from] - came));
                }
            }
        }
        // Step 3. From the last row.
        for to in squares(!attackers[last - 1] & self.full) {
            let taken = usize::from(defenders[last - 1] >> to & 1);
            let after = after_move(number - self.weights[last - 1][to] * (1 + taken));
            for from in squares(self.targets(to, defenders[last - 1])) {
                self.row.or_attacker_leaves(&mut yes, after, from);
            }
        }
        yes
    }

    /// Where the attacker still wins after he has arrived on square `to` of the last row but one; `left` is
    /// the number of the upper rows then. `None` if nowhere.
    fn threat(
        &self,
        upper: &UpperRows,
        to: u8,
        left: usize,
        question: usize,
        known: &KnownPlanes<'_>,
    ) -> Option<Vec<u64>> {
        // Whatever the defender does but taking that man, P1 is 1 after it: a pass costs one more, an exit
        // nothing unless none can count.
        let is_capless = self.questions() == 1;
        if !is_capless && question == 0 {
            return None;
        }
        let mut yes = match self.cap {
            ExitCap::Applied if is_capless => self.row.undefended().to_vec(),
            _ => self.row.all().to_vec(),
        };
        let [top, second, ..] = upper.defenders;
        for taker in squares(top & (to << 1 | to >> 1) & self.full) {
            let block =
                usize::from(top & !(1 << taker)) << self.shape.columns() | usize::from(second | to);
            and(&mut yes, self.plane(known, block, left, question, ToMove::Attacker));
        }
        Some(yes)
    }

    /// Where the attacker wins with the budget of a question, the defender being to move.
    fn defender_to_move(
        &self,
        upper: &UpperRows,
        question: usize,
        known: &KnownPlanes<'_>,
    ) -> Vec<u64> {
        let UpperRows { attackers, defenders, number } = upper;
        let (last, columns) = (self.last(), self.shape.columns());
        let is_free = question + 1 == self.questions();
        let after = |block: usize, upper: usize, question: usize| {
            self.plane(known, block, upper, question, ToMove::Attacker)
        };
        // Step 1. The pass.
        let mut yes = match question.checked_sub(1) {
            _ if is_free => after(known.block, *number, question).to_vec(),
            Some(less) => after(known.block, *number, less).to_vec(),
            None => return vec![0; self.row.words()],
        };
        // Step 2. Out of the zone, from where a budget above the cap is none.
        let exit = match self.cap {
            ExitCap::Applied if is_free => question.checked_sub(1),
            _ => Some(question),
        };
        match exit {
            None => and(&mut yes, self.row.undefended()),
            Some(question) => {
                for from in 0..columns {
                    let after = after(known.block, *number, question);
                    self.row.and_defender_leaves(&mut yes, after, from);
                }
            }
        }
        // Step 3. Within the zone.
        for row in 0..last {
            for from in squares(defenders[row]) {
                let left = number - self.weights[row][from];
                let block = match row {
                    0 => known.block ^ 1 << (columns + from),
                    1 => known.block ^ 1 << from,
                    _ => known.block,
                };
                if row + 1 == last {
                    let after = after(block, left, question);
                    for to in squares(self.targets(from, 0)) {
                        self.row.and_defender_comes(&mut yes, after, to, to == from);
                    }
                    continue;
                }
                let to = self.targets(from, attackers[row + 1]) & !defenders[row + 1];
                for to in squares(to) {
                    let taken = usize::from(attackers[row + 1] >> to & 1);
                    let came = self.weights[row + 1][to] * (1 + taken);
                    let block = if row == 0 { block | 1 << to } else { block };
                    and(&mut yes, after(block, left + came, question));
                }
            }
        }
        yes
    }

    /// The bits of the codes: how many questions say no.
    fn encode(&self, known: &KnownPlanes<'_>, upper: usize, codes: &mut [Vec<u64>]) {
        codes.iter_mut().for_each(|plane| plane.fill(0));
        let bits = self.shape.code_bits() as usize;
        for (to_move, codes) in
            [ToMove::Attacker, ToMove::Defender].into_iter().zip(codes.chunks_mut(bits))
        {
            for question in 0..self.questions() {
                let yes = self.plane(known, known.block, upper, question, to_move);
                for (word, yes) in yes.iter().enumerate() {
                    let mut one_more = !yes;
                    for plane in codes.iter_mut() {
                        let sum = plane[word] ^ one_more;
                        one_more &= plane[word];
                        plane[word] = sum;
                    }
                }
            }
        }
    }
}
