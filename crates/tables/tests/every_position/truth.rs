//! Who wins each and every position of a small Breakthrough board, reachable or not: plain retrograde
//! analysis over all boards, independent of the games, the solvers and the patterns.
//!
//! A board is a number, a digit a square, the squares of the high rows counting most. On inner rows a
//! white man is 0, an empty square 1, a black man 2; on the last row nobody is 0 and a black man 1, on the
//! first a white man 0 and nobody 1. Then every move makes the number smaller: the highest square that
//! it changes either gets a white man or loses a black one. One loop upwards solves them all.

use andor_core::{Outcome, Player, Rules};
use andor_games::breakthrough::Reference;
use std::fmt;
use std::thread;

/// The values of all positions of a board.
pub struct Truth {
    pub columns: usize,
    pub rows: usize,
    weights: Vec<u64>,
    boards: u64,
    /// By side to move: whether White wins, one bit a board.
    white_wins: [Vec<u64>; 2],
}

impl Truth {
    pub fn new(columns: usize, rows: usize) -> Truth {
        let cells = columns * rows;
        let outer = |square: usize| square / columns == 0 || square / columns == rows - 1;
        let mut weights = Vec::new();
        let mut boards = 1_u64;
        for square in 0..cells {
            weights.push(boards);
            boards *= if outer(square) { 2 } else { 3 };
        }
        let words = boards.div_ceil(64) as usize;
        let white_wins = [vec![0; words], vec![0; words]];
        let mut truth = Truth { columns, rows, weights, boards, white_wins };
        truth.solve();
        truth
    }

    fn solve(&mut self) {
        let mut walk = Walk::new(self, 0);
        loop {
            for side in [Player::Black, Player::White] {
                if self.winner_by_moves(walk.number, walk.white, walk.black, side) == Player::White
                {
                    let number = walk.number;
                    self.white_wins[side as usize][(number / 64) as usize] |= 1 << (number % 64);
                }
            }
            if !walk.next() {
                return;
            }
        }
    }

    fn winner_by_moves(&self, number: u64, white: u64, black: u64, side: Player) -> Player {
        let (columns, rows) = (self.columns, self.rows);
        let (own, enemy) = if side == Player::White { (white, black) } else { (black, white) };
        if own == 0 {
            return side.other();
        }
        let last_but_one = match side {
            Player::White => rows - 2,
            Player::Black => 1,
        };
        let threshold = ((1_u64 << columns) - 1) << (last_but_one * columns);
        if enemy == 0 || own & threshold != 0 {
            // Nobody left to play against, or about to arrive: there is a move, and it wins.
            return side;
        }
        let mut men = own;
        while men != 0 {
            let from = men.trailing_zeros() as usize;
            men &= men - 1;
            let (row, column) = (from / columns, from % columns);
            let ahead = if side == Player::White { row + 1 } else { row - 1 };
            for (step, straight) in [(-1, false), (0, true), (1, false)] {
                let to_column = column as isize + step;
                if !(0..columns as isize).contains(&to_column) {
                    continue;
                }
                let to = ahead * columns + to_column as usize;
                let (mine, theirs) = (own >> to & 1, enemy >> to & 1);
                if mine == 1 || straight && theirs == 1 {
                    continue;
                }
                // The square left becomes empty, the one reached gets the man.
                let (weight_from, weight_to) = (self.weights[from], self.weights[to]);
                let next = match side {
                    Player::White => number + weight_from - (1 + theirs) * weight_to,
                    Player::Black => number - weight_from + (1 + theirs) * weight_to,
                };
                assert!(next < number);
                if self.winner(next, side.other()) == side {
                    return side;
                }
            }
        }
        side.other()
    }

    pub fn winner(&self, number: u64, side: Player) -> Player {
        match self.white_wins[side as usize][(number / 64) as usize] >> (number % 64) & 1 {
            1 => Player::White,
            _ => Player::Black,
        }
    }

    /// Shows every board on which both sides have men: white men, black men, its number.
    pub fn for_each(&self, mut show: impl FnMut(u64, u64, u64)) {
        self.for_each_in(0..self.boards, &mut show);
    }

    fn for_each_in(&self, numbers: std::ops::Range<u64>, show: &mut dyn FnMut(u64, u64, u64)) {
        let mut walk = Walk::new(self, numbers.start);
        while walk.number < numbers.end {
            if walk.white != 0 && walk.black != 0 {
                show(walk.white, walk.black, walk.number);
            }
            if !walk.next() {
                return;
            }
        }
    }

    /// Asks `judge` about every position, on all cores, and compares: `kinds` tallies, of what is
    /// decided by knowledge of that kind or a lower one. A wrong judgement fails with the position.
    pub fn tally(
        &self,
        kinds: usize,
        judge: impl Fn(u64, u64, Player, Racing) -> Share + Sync,
    ) -> Vec<Tally> {
        let threads = thread::available_parallelism().map_or(1, usize::from) as u64;
        let part = |number: u64| self.boards * number / threads;
        let count = |numbers: std::ops::Range<u64>| {
            let mut tallies = vec![Tally::default(); kinds];
            let mut show = |white: u64, black: u64, number: u64| {
                for side in [Player::White, Player::Black] {
                    let winner = self.winner(number, side);
                    let racing = Racing::new(white, black, side);
                    let kind = match judge(white, black, side, racing) {
                        Share::Open => kinds,
                        Share::Decided(kind, found) => {
                            assert_eq!(
                                found, winner,
                                "{}x{}: {side} to move, kind {kind}, white {white:b}, black {black:b}",
                                self.columns, self.rows
                            );
                            kind
                        }
                    };
                    for (number, tally) in tallies.iter_mut().enumerate() {
                        tally.count(winner == side, kind <= number);
                    }
                }
            };
            self.for_each_in(numbers, &mut show);
            tallies
        };
        let mut all = vec![Tally::default(); kinds];
        thread::scope(|scope| {
            let count = &count;
            let parts: Vec<_> = (0..threads)
                .map(|number| scope.spawn(move || count(part(number)..part(number + 1))))
                .collect();
            for tallies in parts {
                let tallies =
                    tallies.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                for (sum, tally) in all.iter_mut().zip(tallies) {
                    sum.add(tally);
                }
            }
        });
        all
    }
}

/// A position as its mover sees it.
pub struct Racing {
    pub own: u64,
    pub enemy: u64,
    pub goes_up: bool,
}

impl Racing {
    pub fn new(white: u64, black: u64, side: Player) -> Racing {
        match side {
            Player::White => Racing { own: white, enemy: black, goes_up: true },
            Player::Black => Racing { own: black, enemy: white, goes_up: false },
        }
    }
}

/// What is said of a position.
pub enum Share {
    /// Nothing.
    Open,
    /// Who wins, by knowledge of this kind.
    Decided(usize, Player),
}

/// How many wins and losses there are, and how many of them are seen.
#[derive(Clone, Default)]
pub struct Tally {
    wins: u64,
    losses: u64,
    seen: [u64; 2],
}

impl Tally {
    fn count(&mut self, wins: bool, seen: bool) {
        *(if wins { &mut self.wins } else { &mut self.losses }) += 1;
        self.seen[usize::from(!wins)] += u64::from(seen);
    }

    fn add(&mut self, other: Tally) {
        self.wins += other.wins;
        self.losses += other.losses;
        for (sum, seen) in self.seen.iter_mut().zip(other.seen) {
            *sum += seen;
        }
    }

    /// The share of wins that are seen, in thousandths.
    pub fn wins_seen(&self) -> u64 {
        1000 * self.seen[0] / self.wins
    }

    /// The share of losses that are seen, in thousandths.
    pub fn losses_seen(&self) -> u64 {
        1000 * self.seen[1] / self.losses
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole as f64;
        let Tally { wins, losses, seen } = self;
        write!(
            formatter,
            "{:.2}% of {wins} wins, {:.2}% of {losses} losses",
            percent(seen[0], *wins),
            percent(seen[1], *losses)
        )
    }
}

/// All boards in order, as numbers and as men.
struct Walk {
    digits: Vec<u8>,
    top: Vec<u8>,
    columns: usize,
    rows: usize,
    number: u64,
    white: u64,
    black: u64,
}

impl Walk {
    /// From this number on.
    fn new(truth: &Truth, number: u64) -> Walk {
        let (columns, rows) = (truth.columns, truth.rows);
        let cells = columns * rows;
        let top = (0..cells).map(|square| match square / columns {
            row if row == 0 || row == rows - 1 => 1,
            _ => 2,
        });
        let top: Vec<u8> = top.collect();
        let digit =
            |square: usize| (number / truth.weights[square] % (u64::from(top[square]) + 1)) as u8;
        let digits: Vec<u8> = (0..cells).map(digit).collect();
        let mut walk = Walk { digits, top, columns, rows, number, white: 0, black: 0 };
        for square in 0..cells {
            walk.put(square);
        }
        walk
    }

    /// The man that the digit of a square stands for.
    fn put(&mut self, square: usize) {
        let (bit, digit, row) = (1_u64 << square, self.digits[square], square / self.columns);
        let black_digit = if row == self.rows - 1 { 1 } else { 2 };
        let is_white = row < self.rows - 1 && digit == 0;
        let is_black = row > 0 && digit == black_digit;
        self.white = self.white & !bit | if is_white { bit } else { 0 };
        self.black = self.black & !bit | if is_black { bit } else { 0 };
    }

    fn next(&mut self) -> bool {
        for square in 0..self.digits.len() {
            let full = self.digits[square] == self.top[square];
            self.digits[square] = if full { 0 } else { self.digits[square] + 1 };
            self.put(square);
            if !full {
                self.number += 1;
                return true;
            }
        }
        false
    }
}

/// The analysis against the reference rules, a move ahead.
#[test]
fn the_retrograde_values_are_those_of_the_reference_rules() {
    let truth = Truth::new(3, 4);
    let rules = Reference::new(3, 4);
    let mut compared = 0;
    let mut moves = Vec::new();
    truth.for_each(|white, black, number| {
        for (side, letter) in [(Player::White, "w"), (Player::Black, "b")] {
            let cell = |square: usize| match (white >> square & 1, black >> square & 1) {
                (1, _) => 'w',
                (_, 1) => 'b',
                _ => '1',
            };
            let row = |row: usize| (3 * row..3 * row + 3).map(cell).collect::<String>();
            let rows: Vec<String> = (0..4).rev().map(row).collect();
            let text = format!("{} {letter}", rows.join("/"));
            // Boards with too many men are no positions.
            let Ok(position) = rules.parse_position(&text) else { continue };
            if rules.outcome(&position).is_some() {
                continue;
            }
            let number_of = |position: &<Reference as Rules>::Position| {
                let racers = rules.racers(position).unwrap();
                let (white, black) = match racers.goes_up {
                    true => (racers.own, racers.enemy),
                    false => (racers.enemy, racers.own),
                };
                let digit = |square: usize| {
                    let digit = 1 + (black >> square & 1) - (white >> square & 1);
                    if square >= 9 { digit - 1 } else { digit }
                };
                (0..12).map(|square| digit(square) * truth.weights[square]).sum::<u64>()
            };
            assert_eq!(number_of(&position), number, "{text}");
            rules.moves(&position, &mut moves);
            let wins = moves.iter().any(|&mv| {
                let next = rules.after(&position, mv);
                match rules.outcome(&next) {
                    Some(outcome) => outcome == Outcome::Win(side),
                    None => truth.winner(number_of(&next), side.other()) == side,
                }
            });
            assert_eq!(wins, truth.winner(number, side) == side, "{text}");
            compared += 1;
        }
    });
    assert!(compared > 20_000, "{compared}");
}
