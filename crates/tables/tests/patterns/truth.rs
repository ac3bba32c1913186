//! Who wins each and every position of a small Breakthrough board, reachable or not: plain retrograde
//! analysis over all boards, independent of the games, the solvers and the patterns.
//!
//! A board is a number, a digit a square, the squares of the high rows counting most. On inner rows a
//! white man is 0, an empty square 1, a black man 2; on the last row nobody is 0 and a black man 1, on the
//! first a white man 0 and nobody 1. Then every move makes the number smaller: the highest square that
//! it changes either gets a white man or loses a black one. One loop upwards solves them all.

use andor_core::Player;

/// The values of all positions of a board.
pub struct Truth {
    pub columns: usize,
    pub rows: usize,
    weights: Vec<u64>,
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
        let mut truth =
            Truth { columns, rows, weights, white_wins: [vec![0; words], vec![0; words]] };
        truth.solve();
        truth
    }

    fn solve(&mut self) {
        let mut walk = Walk::new(self);
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
        let mut men = own;
        while men != 0 {
            let from = men.trailing_zeros() as usize;
            men &= men - 1;
            let (row, column) = (from / columns, from % columns);
            let ahead = if side == Player::White { row + 1 } else { row - 1 };
            if enemy == 0 || ahead == 0 || ahead == rows - 1 {
                // The goal, or nobody left to play against: the man has a move, and any wins.
                return side;
            }
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
}

/// All boards in order, as numbers and as men.
pub struct Walk {
    digits: Vec<u8>,
    top: Vec<u8>,
    columns: usize,
    rows: usize,
    pub number: u64,
    pub white: u64,
    pub black: u64,
}

impl Walk {
    pub fn new(truth: &Truth) -> Walk {
        let (columns, rows) = (truth.columns, truth.rows);
        let cells = columns * rows;
        let top = (0..cells).map(|square| match square / columns {
            row if row == 0 || row == rows - 1 => 1,
            _ => 2,
        });
        let white = u64::MAX >> (64 - columns * (rows - 1));
        Walk {
            digits: vec![0; cells],
            top: top.collect(),
            columns,
            rows,
            number: 0,
            white,
            black: 0,
        }
    }

    pub fn next(&mut self) -> bool {
        let cells = self.digits.len();
        for square in 0..cells {
            let full = self.digits[square] == self.top[square];
            self.digits[square] = if full { 0 } else { self.digits[square] + 1 };
            let (bit, digit, row) = (1_u64 << square, self.digits[square], square / self.columns);
            let black_digit = if row == self.rows - 1 { 1 } else { 2 };
            let is_white = row < self.rows - 1 && digit == 0;
            let is_black = row > 0 && digit == black_digit;
            self.white = self.white & !bit | if is_white { bit } else { 0 };
            self.black = self.black & !bit | if is_black { bit } else { 0 };
            if !full {
                self.number += 1;
                return true;
            }
        }
        false
    }
}
