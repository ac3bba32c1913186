//! Lines: how far men move, what bars them, and how many moves a line holds.
//!
//! Boards of every side up to 8 are kept with eight bits a rank, so that square `8 * row + column`
//! is that bit of a word, and the four lines through a square are masks:
//!
//! ```text
//!   . | . .     the rank -, the file |, the diagonal / and the anti-diagonal \ of S. The man on S
//!   \ | / .     moves as many squares along a line as there are bits in men & mask, and its way
//!   - S - -     is free if no enemy stands between
//!   / | \ .
//! ```
//!
//! The moves on one line depend on that line alone. So the number of them is looked up: the men
//! on the line, read as a number with one digit a square (0 empty, 1 black, 2 white), are the
//! place in a table that holds both sides' counts. A position keeps the numbers of all its lines
//! (46 on 8x8); a man that comes or goes changes four of them, and only what those count before
//! and after is looked up. So the mobility of both sides, and whether one has to pass, is known in
//! every position.

/// One of the four lines through a square, and the square's place on it.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// Its squares.
    mask: u64,
    /// Its number among the lines of the board.
    index: u8,
    /// 3 to the power of the square's place.
    weight: u16,
    /// Twice the square's place.
    shift: u8,
}

/// Room for the lines of a board (46 on 8x8), a power of 2.
pub(super) const MOST_LINES: usize = 64;

/// What a position keeps of its lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LineStates {
    /// The place of each line in the table of counts.
    places: [u16; MOST_LINES],
    /// Numbers of moves: Black's in the low half, White's in the high half.
    mobility: u32,
}

impl LineStates {
    /// The number of moves of the side with this number.
    #[inline(always)]
    pub(super) fn mobility(&self, side: usize) -> u32 {
        self.mobility >> (16 * side) & 0xffff
    }

    /// The place of each line in tables that follow [`line_states`]. Those beyond the last line
    /// are places of a line without men.
    #[inline(always)]
    pub(super) fn places(&self) -> &[u16; MOST_LINES] {
        &self.places
    }
}

/// Room for the numbers of lines of lengths 1 to 8, base 3 (9,840), such that every `u16` is a place
/// in it.
pub(super) const LINE_STATES: usize = 1 << 16;

/// No square: what lies off the board.
pub(super) const OFF: u8 = 64;

/// The tables of one board.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// Rank, file, diagonal and anti-diagonal through each square.
    lines: [[Line; 4]; 64],
    /// The numbers of these lines.
    indices: [[u8; 4]; 64],
    /// How the state of each of them changes with the cell: by [`change_number`] and square.
    changes: [[[u16; 4]; 64]; 8],
    /// Where a man lands: by square, direction and distance. Direction `d` and `d + 4` are the
    /// two ways along line `d`.
    landing: [[[u8; 16]; 8]; 64],
    /// The squares strictly between two squares of a line.
    between: [[u64; 64]; 64],
    /// The direction of the line through two squares, 0 to 3.
    direction: [[u8; 64]; 64],
    /// The lines of an empty board.
    empty: LineStates,
    /// Moves on a line: Black's in the low four bits, White's in the high four.
    counts: [u8; LINE_STATES],
    /// The same, each side's apart.
    side_counts: [[u8; LINE_STATES]; 2],
    /// The moves of each side on a line: two bits for each place of the line, whether the man
    /// there goes up and down the places, and above them how far ([`DISTANCE`]).
    side_moves: [[u32; LINE_STATES]; 2],
}

/// Masks that leave one of four lines.
const ONLY: [[u16; 4]; 4] = {
    let mut masks = [[0; 4]; 4];
    let mut line = 0;
    while line < 4 {
        masks[line][line] = u16::MAX;
        line += 1;
    }
    masks
};

/// The number of a change of a cell, which is -2 to 2.
#[inline(always)]
fn change_number(change: i32) -> usize {
    (change + 2) as usize & 7
}

/// What lifting a man changes.
pub(super) struct Lifted {
    square: u8,
    /// The numbers of its four lines.
    changes: [u16; 4],
    /// A side's moves on each of them.
    lines: [i32; 4],
    /// That side's moves on the whole board after all four.
    all: i32,
}

/// Where the distance of moves begins in the table of moves.
const DISTANCE: u32 = 16;

/// Columns and rows to go along lines 0 to 3; directions 4 to 7 go back.
const STEPS: [(i32, i32); 8] =
    [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1)];

/// The direction in which bits descend while columns ascend.
const DESCENDING: usize = 3;

/// From bit to bit, there and back, along each line.
const BIT_STEPS: [i32; 8] = [1, -1, 8, -8, 9, -9, -7, 7];

impl Lines {
    /// The tables of a board of `size` x `size`.
    pub(super) fn new(size: usize) -> Box<Lines> {
        let mut counts = [0; LINE_STATES];
        let mut starts = [0; 9];
        let mut side_moves = [[0; LINE_STATES]; 2];
        for (place, (length, number)) in line_states().enumerate() {
            counts[place] = count_line(number, length);
            for_each_line_move(number, length, |mv| {
                let up = mv.to > mv.from;
                let moves = &mut side_moves[mv.side - 1][place];
                *moves |= 1 << (2 * mv.from + usize::from(!up));
                *moves |= (mv.to.abs_diff(mv.from) as u32) << DISTANCE;
            });
            if number == 0 {
                starts[length] = place as u16;
            }
        }
        let mut tables = Box::new(Lines {
            lines: [[Line::default(); 4]; 64],
            indices: [[0; 4]; 64],
            changes: [[[0; 4]; 64]; 8],
            landing: [[[OFF; 16]; 8]; 64],
            between: [[0; 64]; 64],
            direction: [[0; 64]; 64],
            empty: LineStates { places: [0; MOST_LINES], mobility: 0 },
            counts,
            side_counts: [counts.map(|both| both & 15), counts.map(|both| both >> 4)],
            side_moves,
        });
        for square in (0..size * 8).filter(|square| square % 8 < size) {
            tables.fill_square(square, size);
        }
        tables.number_lines(size, &starts);
        tables
    }

    fn fill_square(&mut self, square: usize, size: usize) {
        let limits = 0..size as i32;
        let (column, row) = ((square % 8) as i32, (square / 8) as i32);
        for (direction, (columns, rows)) in STEPS.into_iter().enumerate() {
            let mut passed = 0;
            for distance in 1..size {
                let to_column = column + columns * distance as i32;
                let to_row = row + rows * distance as i32;
                if !limits.contains(&to_column) || !limits.contains(&to_row) {
                    break;
                }
                let to = (8 * to_row + to_column) as usize;
                self.landing[square][direction][distance] = to as u8;
                self.between[square][to] = passed;
                self.direction[square][to] = (direction % 4) as u8;
                passed |= 1 << to;
            }
            // Directions and lines have the same numbers; the way back completes the line.
            self.lines[square][direction % 4].mask |= passed | 1 << square;
        }
    }

    /// Gives every line a number, and every square its places on its lines.
    fn number_lines(&mut self, size: usize, starts: &[u16; 9]) {
        let mut known = Vec::new();
        for square in (0..size * 8).filter(|square| square % 8 < size) {
            for (direction, line) in self.lines[square].iter_mut().enumerate() {
                let name = (direction, line.mask);
                let index = known.iter().position(|&line| line == name).unwrap_or(known.len());
                if index == known.len() {
                    known.push(name);
                    self.empty.places[index] = starts[line.mask.count_ones() as usize];
                }
                // Squares come in the order of their bits, on every line.
                let before = (line.mask & ((1 << square) - 1)).count_ones();
                line.index = index as u8;
                line.weight = 3u16.pow(before);
                line.shift = 2 * before as u8;
                self.indices[square][direction] = line.index;
                for change in -2..=2 {
                    let by = (i32::from(line.weight) * change) as u16;
                    self.changes[change_number(change)][square][direction] = by;
                }
            }
        }
    }

    /// The numbers of the four lines along the edges of a board of `size` x `size`.
    pub(super) fn edges(&self, size: usize) -> [u8; 4] {
        let last = size - 1;
        let [rank, file] = [0, 1];
        [(0, rank), (8 * last, rank), (0, file), (last, file)]
            .map(|(square, line)| self.lines[square][line].index)
    }

    /// The lines of an empty board.
    pub(super) fn empty(&self) -> LineStates {
        self.empty
    }

    /// The cell of `square` changes: `change` is its new digit minus the old one.
    #[inline(always)]
    pub(super) fn change(&self, states: &mut LineStates, square: u8, change: i32) {
        let mut sum = states.mobility;
        for line in &self.lines[usize::from(square & 63)] {
            let place = &mut states.places[usize::from(line.index) & (MOST_LINES - 1)];
            let before = self.spread_counts(*place);
            *place = place.wrapping_add((i32::from(line.weight) * change) as u16);
            sum = sum.wrapping_add(self.spread_counts(*place)).wrapping_sub(before);
        }
        states.mobility = sum;
    }

    /// A man is lifted from one square and put down on another: [`change`](Lines::change) twice,
    /// in one go. `lifted` and `landed` are the squares with the change of their digits.
    #[inline(always)]
    pub(super) fn step(&self, states: &mut LineStates, lifted: (u8, i32), landed: (u8, i32)) {
        let mut sum = states.mobility;
        let places = &mut states.places;
        self.for_each_changed_line(lifted, landed, |line, change| {
            let place = &mut places[usize::from(line) & (MOST_LINES - 1)];
            let before = self.spread_counts(*place);
            *place = place.wrapping_add(change);
            sum = sum.wrapping_add(self.spread_counts(*place)).wrapping_sub(before);
        });
        states.mobility = sum;
    }

    /// The mobility of one side after [`step`](Lines::step), without making it.
    #[inline(always)]
    pub(super) fn mobility_after(
        &self,
        states: &LineStates,
        lifted: (u8, i32),
        landed: (u8, i32),
        side: usize,
    ) -> u32 {
        let counts = &self.side_counts[side & 1];
        let mut sum = states.mobility(side) as i32;
        self.for_each_changed_line(lifted, landed, |line, change| {
            let place = states.places[usize::from(line) & (MOST_LINES - 1)];
            sum += i32::from(counts[usize::from(place.wrapping_add(change))]);
            sum -= i32::from(counts[usize::from(place)]);
        });
        sum as u32
    }

    /// What lifting a man changes, for the mobility of `side`.
    #[inline(always)]
    pub(super) fn lift(&self, states: &LineStates, lifted: (u8, i32), side: usize) -> Lifted {
        let square = usize::from(lifted.0 & 63);
        let counts = &self.side_counts[side & 1];
        let changes = self.changes[change_number(lifted.1)][square];
        let mut lines = [0; 4];
        for direction in 0..4 {
            let index = self.indices[square][direction];
            let place = states.places[usize::from(index) & (MOST_LINES - 1)];
            let after = counts[usize::from(place.wrapping_add(changes[direction]))];
            lines[direction] = i32::from(after) - i32::from(counts[usize::from(place)]);
        }
        let all = states.mobility(side) as i32 + lines.iter().sum::<i32>();
        Lifted { square: lifted.0 & 63, changes, lines, all }
    }

    /// [`mobility_after`](Lines::mobility_after), when what lifting the man changes is known.
    #[inline(always)]
    pub(super) fn mobility_after_lift(
        &self,
        states: &LineStates,
        lifted: &Lifted,
        landed: (u8, i32),
        side: usize,
    ) -> u32 {
        let counts = &self.side_counts[side & 1];
        let square = usize::from(landed.0 & 63);
        let along = usize::from(self.direction[usize::from(lifted.square & 63)][square]) & 3;
        let changes = &self.changes[change_number(landed.1)][square];
        // On the line that the man moves along both changes come together.
        let mut sum = lifted.all - lifted.lines[along];
        for direction in 0..4 {
            let index = self.indices[square][direction];
            let place = states.places[usize::from(index) & (MOST_LINES - 1)];
            let both = lifted.changes[direction] & ONLY[along][direction];
            let after = place.wrapping_add(changes[direction]).wrapping_add(both);
            sum += i32::from(counts[usize::from(after)]) - i32::from(counts[usize::from(place)]);
        }
        sum as u32
    }

    /// Calls `changed` with the seven lines that a move changes, and how the number of each does:
    /// the line that the man moves along, and three more through either square.
    #[inline(always)]
    fn for_each_changed_line(
        &self,
        lifted: (u8, i32),
        landed: (u8, i32),
        mut changed: impl FnMut(u8, u16),
    ) {
        let left = &self.lines[usize::from(lifted.0 & 63)];
        let reached = &self.lines[usize::from(landed.0 & 63)];
        let by = |line: &Line, change: i32| (i32::from(line.weight) * change) as u16;
        let along =
            usize::from(self.direction[usize::from(lifted.0 & 63)][usize::from(landed.0 & 63)]);
        let both = by(&left[along & 3], lifted.1).wrapping_add(by(&reached[along & 3], landed.1));
        changed(left[along & 3].index, both);
        for turn in 1..4 {
            let across = (along + turn) & 3;
            changed(left[across].index, by(&left[across], lifted.1));
            changed(reached[across].index, by(&reached[across], landed.1));
        }
    }

    /// Both sides' counts, in the halves that [`LineStates`] keeps them in.
    #[inline(always)]
    fn spread_counts(&self, place: u16) -> u32 {
        let counts = u32::from(self.counts[usize::from(place)]);
        (counts | counts << 12) & 0x000f_000f
    }

    /// The squares on the four lines through `from`.
    #[inline(always)]
    pub(super) fn reach(&self, from: u8) -> u64 {
        self.lines[usize::from(from & 63)].iter().fold(0, |reach, line| reach | line.mask)
    }

    /// By how many men the line from `from` to `to` has too many or too few for that move.
    #[inline(always)]
    pub(super) fn miss(&self, from: u8, to: u8, men: u64) -> u32 {
        let (mask, distance) = self.way(from, to);
        (men & mask).count_ones().abs_diff(distance)
    }

    /// Whether the man on `from` may go to `to`, a square on one of its lines that holds no own
    /// man.
    #[inline(always)]
    pub(super) fn is_legal(&self, from: u8, to: u8, own: u64, enemy: u64) -> bool {
        let between = self.between[usize::from(from & 63)][usize::from(to & 63)];
        between & enemy == 0 && self.miss(from, to, own | enemy) == 0
    }

    /// The squares of the line through two squares.
    #[inline(always)]
    pub(super) fn line(&self, from: u8, to: u8) -> u64 {
        self.way(from, to).0
    }

    /// The line through two squares, and how far they are apart.
    #[inline(always)]
    fn way(&self, from: u8, to: u8) -> (u64, u32) {
        let (columns, rows) = ((to % 8).abs_diff(from % 8), (to / 8).abs_diff(from / 8));
        let direction = self.direction[usize::from(from & 63)][usize::from(to & 63)];
        let distance = u32::from(columns.max(rows));
        (self.lines[usize::from(from & 63)][usize::from(direction & 3)].mask, distance)
    }

    /// Calls `found` with every square that the man on `from` can go to, on a board whose lines
    /// are known, in the order of [`for_each_target`](Lines::for_each_target).
    #[inline(always)]
    pub(super) fn for_each_known_target(
        &self,
        states: &LineStates,
        from: u8,
        side: usize,
        mut found: impl FnMut(u8),
    ) {
        let table = &self.side_moves[side & 1];
        let mut ways = 0;
        let mut distances = [0; 4];
        for (direction, line) in self.lines[usize::from(from & 63)].iter().enumerate() {
            let place = states.places[usize::from(line.index) & (MOST_LINES - 1)];
            let moves = table[usize::from(place)];
            let mut both = moves >> line.shift & 3;
            if direction == DESCENDING {
                both = both >> 1 | (both & 1) << 1;
            }
            ways |= both << (2 * direction);
            distances[direction] = (moves >> DISTANCE) as i32;
        }
        while ways != 0 {
            let way = ways.trailing_zeros() as usize & 7;
            ways &= ways - 1;
            found((i32::from(from) + BIT_STEPS[way] * distances[way / 2]) as u8);
        }
    }

    /// Calls `found` with every square that the man on `from` can go to.
    #[inline(always)]
    pub(super) fn for_each_target(
        &self,
        from: u8,
        own: u64,
        enemy: u64,
        mut found: impl FnMut(u8),
    ) {
        let square = usize::from(from & 63);
        for direction in 0..4 {
            let mask = self.lines[square][direction].mask;
            let distance = ((own | enemy) & mask).count_ones() as usize & 15;
            for way in [direction, direction + 4] {
                let to = self.landing[square][way][distance];
                if to != OFF
                    && own >> to & 1 == 0
                    && self.between[square][usize::from(to & 63)] & enemy == 0
                {
                    found(to);
                }
            }
        }
    }
}

/// All lines there can be, in the order of the tables: the length of each and the number whose
/// base-3 digits are its cells.
pub(super) fn line_states() -> impl Iterator<Item = (usize, usize)> {
    (1..=8).flat_map(|length: usize| {
        (0..3usize.pow(length as u32)).map(move |number| (length, number))
    })
}

/// A move on a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineMove {
    /// The digit of the side: 1 Black, 2 White.
    pub(super) side: usize,
    /// The place it leaves, and the one it lands on.
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) is_capture: bool,
}

/// Calls `found` with the moves of both sides on a line of `length` squares, whose cells are the
/// base-3 digits of `number`.
pub(super) fn for_each_line_move(number: usize, length: usize, mut found: impl FnMut(LineMove)) {
    let mut rest = number;
    let mut cells = [0; 8];
    for cell in &mut cells[..length] {
        *cell = rest % 3;
        rest /= 3;
    }
    let cells = &cells[..length];
    let distance = cells.iter().filter(|&&cell| cell != 0).count();
    for from in (0..length).filter(|&from| cells[from] != 0) {
        let (side, enemy) = (cells[from], 3 - cells[from]);
        for to in [from.checked_sub(distance), Some(from + distance)].into_iter().flatten() {
            if to < length
                && cells[to] != side
                && !cells[from.min(to) + 1..from.max(to)].contains(&enemy)
            {
                found(LineMove { side, from, to, is_capture: cells[to] == enemy });
            }
        }
    }
}

/// How many moves both sides have on a line: Black's in the low four bits, White's in the high
/// four. No line has room for more than fifteen.
fn count_line(number: usize, length: usize) -> u8 {
    let mut counts = 0;
    for_each_line_move(number, length, |mv| counts += if mv.side == 1 { 1 } else { 16 });
    counts
}

#[cfg(test)]
mod tests {
    use super::{Lines, count_line};
    use andor_core::SplitMix64;

    /// A line as text, first square first, and how many moves Black and White have on it.
    #[test]
    fn moves_on_a_line_are_counted() {
        for (line, black, white) in [
            (".", 0, 0),
            ("b", 0, 0),
            ("b.", 1, 0),
            (".b.", 2, 0),
            ("bb.", 1, 0),      // a-c jumps the own man; b would leave the board
            ("b.b", 0, 0),      // each lands on the other
            ("b.w", 1, 1),      // each takes the other
            ("bw..", 0, 1),     // a-c is barred by the enemy; b-d
            ("b..w....", 1, 2), // a-c; d-b, d-f
            (".bbbbbb.", 2, 0), // only the end men reach the corners: distance 6
            ("bbbbbbbb", 0, 0),
        ] {
            let digit = |letter| ".bw".chars().position(|known| known == letter).unwrap();
            let number = line.chars().rev().fold(0, |number, letter| 3 * number + digit(letter));
            assert_eq!(count_line(number, line.len()), black + 16 * white, "{line}");
        }
    }

    /// Mobility kept up to date square by square equals the moves that are generated.
    #[test]
    fn counts_and_moves_by_table_and_moves_by_popcount_agree_on_random_boards() {
        let mut random = SplitMix64::new(22);
        for size in 3..=8 {
            let lines = Lines::new(size);
            for round in 0..2_000 {
                let (mut men, mut states) = ([0u64; 2], lines.empty());
                for square in (0..8 * size).filter(|square| square % 8 < size) {
                    let colour = random.below(4 + round % 8);
                    if colour < 2 {
                        let digit = colour as i32 + 1;
                        lines.change(&mut states, square as u8, digit);
                        men[colour] |= 1 << square;
                    }
                }
                for side in 0..2 {
                    let mut count = 0;
                    for from in (0..64).filter(|from| men[side] >> from & 1 == 1) {
                        let (mut targets, mut known) = (Vec::new(), Vec::new());
                        lines.for_each_target(from, men[side], men[1 - side], |to| {
                            targets.push(to);
                        });
                        lines.for_each_known_target(&states, from, side, |to| known.push(to));
                        assert_eq!(known, targets, "{size} {men:x?}");
                        count += targets.len() as u32;
                    }
                    assert_eq!(states.mobility(side), count, "{size} {men:x?}");
                }
            }
        }
    }
}
