//! Jumps on bitboards: where they begin, how they go on, how many there are.
//!
//! A board has 64 bits, a1 being bit 0 and b1 bit 1; only the bits of playable squares are ever
//! set. Then the four directions are four shifts, and no shift needs a mask against the edges:
//!
//! ```text
//!   7 9      from h4 (bit 31), 9 up is bit 40: a6, which is not a playable square,
//!    X       so that no piece and no empty playable square is there
//!   9 7
//! ```
//!
//! A capture is walked jump by jump. What has been jumped is taken off the enemy's board, so that
//! it is not jumped again; the square the piece came from counts as empty from the start.

use super::fast::Move;

/// The bits of the playable squares.
pub(super) const PLAYABLE: u64 = 0xAA55_AA55_AA55_AA55;

/// Directions up the board.
pub(super) const UP: [u32; 2] = [0, 1];
/// Directions down the board.
pub(super) const DOWN: [u32; 2] = [2, 3];

/// A board one square further in a direction.
#[inline(always)]
pub(super) fn shift(board: u64, direction: u32) -> u64 {
    match direction {
        0 => board << 7,
        1 => board << 9,
        2 => board >> 9,
        _ => board >> 7,
    }
}

/// A board as a side to move sees it. `IS_UP` says which way its men go.
#[derive(Clone, Copy)]
pub(super) struct View<const IS_UP: bool> {
    pub(super) own: u64,
    pub(super) kings: u64,
    pub(super) enemy: u64,
    pub(super) empty: u64,
}

impl<const IS_UP: bool> View<IS_UP> {
    /// Own pieces that may go this way.
    #[inline(always)]
    fn movers(&self, direction: u32) -> u64 {
        if (direction < 2) == IS_UP { self.own } else { self.kings }
    }

    /// Where steps in a direction end.
    #[inline(always)]
    pub(super) fn steps(&self, direction: u32) -> u64 {
        shift(self.movers(direction), direction) & self.empty
    }

    /// Where first jumps in a direction end.
    #[inline(always)]
    pub(super) fn jumps(&self, direction: u32) -> u64 {
        shift(shift(self.movers(direction), direction) & self.enemy, direction) & self.empty
    }

    /// Whether there is a capture.
    #[inline(always)]
    pub(super) fn has_jump(&self) -> bool {
        self.jumps(0) | self.jumps(1) | self.jumps(2) | self.jumps(3) != 0
    }

    /// Whether there is a legal move at all.
    #[inline(always)]
    pub(super) fn has_move(&self) -> bool {
        (0..4).any(|direction| self.steps(direction) != 0) || self.has_jump()
    }

    /// How many legal moves there are.
    #[inline(always)]
    pub(super) fn count(&self) -> u64 {
        if self.has_jump() {
            return self.each_first_jump(|jump, _| jump.count());
        }
        (0..4).map(|direction| u64::from(self.steps(direction).count_ones())).sum()
    }

    /// Adds the legal moves: the captures, if there are any.
    #[inline(always)]
    pub(super) fn add_moves(&self, moves: &mut Vec<Move>) {
        if self.has_jump() {
            self.each_first_jump(|jump, mv| {
                jump.add(mv, moves);
                0
            });
            return;
        }
        for direction in 0..4 {
            let mut targets = self.steps(direction);
            while targets != 0 {
                let to = targets & targets.wrapping_neg();
                targets ^= to;
                moves.push(Move::step(shift(to, 3 - direction), direction));
            }
        }
    }

    /// Calls `found` for every first jump, and sums up what it says.
    #[inline(always)]
    fn each_first_jump(&self, mut found: impl FnMut(Jump<IS_UP>, Move) -> u64) -> u64 {
        let mut sum = 0;
        for direction in 0..4 {
            let mut targets = self.jumps(direction);
            while targets != 0 {
                let at = targets & targets.wrapping_neg();
                targets ^= at;
                let back = 3 - direction;
                let over = shift(at, back);
                let from = shift(over, back);
                let jump = Jump {
                    at,
                    is_king: self.kings & from != 0,
                    enemy: self.enemy ^ over,
                    empty: self.empty | from,
                };
                sum += found(jump, Move::jump(from, direction));
            }
        }
        sum
    }
}

/// A piece after a jump, and what it sees from there.
#[derive(Clone, Copy)]
struct Jump<const IS_UP: bool> {
    at: u64,
    is_king: bool,
    /// Enemies that have not been jumped.
    enemy: u64,
    empty: u64,
}

impl<const IS_UP: bool> Jump<IS_UP> {
    /// The next jump in a direction. A man has none from the king row: ahead there is no board.
    #[inline(always)]
    fn next(&self, direction: u32) -> Option<Jump<IS_UP>> {
        let over = shift(self.at, direction) & self.enemy;
        let at = shift(over, direction) & self.empty;
        (at != 0).then_some(Jump { at, enemy: self.enemy ^ over, ..*self })
    }

    /// The directions this piece jumps in.
    #[inline(always)]
    fn directions(&self) -> &'static [u32] {
        match (self.is_king, IS_UP) {
            (true, _) => &[0, 1, 2, 3],
            (false, true) => &UP,
            (false, false) => &DOWN,
        }
    }

    /// In how many ways the capture goes on to its end; 1 if it ends here.
    fn count(&self) -> u64 {
        let ways = self.directions().iter().filter_map(|&direction| self.next(direction));
        ways.map(|next| next.count()).sum::<u64>().max(1)
    }

    /// Adds every way in which the capture that has come here as `mv` goes on to its end.
    fn add(&self, mv: Move, moves: &mut Vec<Move>) {
        let before = moves.len();
        for &direction in self.directions() {
            if let Some(next) = self.next(direction) {
                next.add(mv.then(direction), moves);
            }
        }
        if moves.len() == before {
            moves.push(mv);
        }
    }
}
