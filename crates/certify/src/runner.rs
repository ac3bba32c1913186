//! Who wins a race because one of his men runs home, seen without search.
//!
//! ```text
//!   . . . . .     The man runs straight ahead. An enemy man matters if he can come diagonally next to
//!   x . . . o     the man's way, or onto it, before the man has passed. He comes down a row with each
//!   . . ^ . .     move while the man goes up one, and one column nearer at most: here neither can.
//! ```
//!
//! This is about games that promise to be races ([`RaceBoard`]), and is part of the format of certificates.
//!
//! Let a man have d rows before him, and let his side be to move (o = 0) or the other (o = 1). He runs home,
//! and wins, if the other side's foremost man has at least d + o rows before him, and one of these is true:
//!
//! * d = 1 and o = 0;
//! * no man of either side stands before him in his column; and for no enemy man, a rows ahead of him and b columns
//!   apart, there is a number of steps i with 1 - o <= i < d and max(1, b) <= a - i <= i + o.
//!
//! *Why.* With d = 1 and o = 0 he steps home diagonally: no man of his own is there, for the game goes on. Otherwise he
//! runs straight ahead. Who is to take him after i steps must arrive on his row with his last move, so
//! by a - i >= 1 moves, of which the enemy has made at most i + o by then; each brings him one column nearer at
//! most. Who is to stand in his way before step i + 1 would have done so by a - i - 1 moves: if that is 0 he stood
//! in the column from the start, and else the first condition forbids him with i + 1 in the place of i (on
//! the last row nobody arrives, for enemy men come the other way). The enemy's foremost man needs at least d + o
//! moves to win, and the runner is home before. Enemies who take other men change nothing. Boards of one column
//! have no such men.

use crate::ground::decided;
use andor_core::{RaceBoard, Racers};

/// What a man's run straight home asks for.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    /// Rows before the man.
    rows: u32,
    /// Where no enemy man may stand.
    enemy: u64,
    /// Where no man of his own may stand.
    own: u64,
}

/// The runs on a board.
#[derive(Clone, Debug)]
pub(crate) struct Runners {
    board: RaceBoard,
    /// For a man on each square; upwards and then downwards; of the side to move, and then of the other.
    runs: [[Vec<Run>; 2]; 2],
}

impl Runners {
    /// The runs on this board; none if it has one column, where men take nobody.
    pub fn new(board: RaceBoard) -> Option<Runners> {
        let squares = board.columns * board.rows;
        if board.columns < 2 || squares > 64 {
            return None;
        }
        let of = |goes_up, waits| (0..squares).map(|man| run(board, man, goes_up, waits)).collect();
        let runs = [[of(true, 0), of(true, 1)], [of(false, 0), of(false, 1)]];
        Some(Runners { board, runs })
    }

    /// Whether the side to move wins (`true`) or the other (`false`) by running; `None` if nobody does.
    fn winner(&self, racers: &Racers) -> Option<bool> {
        let Racers { own, enemy, goes_up } = *racers;
        match self.runs_home(own, enemy, goes_up, 0) {
            true => Some(true),
            false => self.runs_home(enemy, own, !goes_up, 1).then_some(false),
        }
    }

    /// Whether somebody wins by running.
    pub fn decide(&self, racers: &Racers) -> bool {
        self.winner(racers).is_some()
    }

    /// The numbers that a search begins with at a position: decided, here or by whoever is asked then whether the
    /// side to move wins; or for either side the square of the rows before its foremost man, times the men of the other.
    pub fn first_numbers(
        &self,
        racers: &Racers,
        is_holders: bool,
        ask: impl FnOnce() -> Option<bool>,
    ) -> (u32, u32) {
        if let Some(mover_wins) = self.winner(racers).or_else(ask) {
            return decided(mover_wins == is_holders);
        }
        let number = |rows: u32, others: u64| (rows * rows * others.count_ones()).max(1);
        let own = number(self.rows_left(racers.own, racers.goes_up), racers.enemy);
        let enemy = number(self.rows_left(racers.enemy, !racers.goes_up), racers.own);
        if is_holders { (own, enemy) } else { (enemy, own) }
    }

    /// The rows before the foremost of these men, of whom there is one.
    fn rows_left(&self, men: u64, goes_up: bool) -> u32 {
        let columns = self.board.columns as u32;
        match goes_up {
            true => self.board.rows as u32 - 1 - men.checked_ilog2().unwrap_or(0) / columns,
            false => men.trailing_zeros().min(63) / columns,
        }
    }

    /// Whether one of `men` runs home, who are to move after `waits` moves of the enemy.
    fn runs_home(&self, men: u64, enemy: u64, goes_up: bool, waits: u32) -> bool {
        let most = self.rows_left(enemy, !goes_up).saturating_sub(waits);
        let runs = &self.runs[usize::from(!goes_up)][waits as usize];
        let mut left = men;
        while left != 0 {
            let run = &runs[left.trailing_zeros() as usize];
            if run.rows <= most && run.enemy & enemy == 0 && run.own & men == 0 {
                return true;
            }
            left &= left - 1;
        }
        false
    }
}

/// What the run of a man asks for, whose side moves after `waits` moves of the enemy.
fn run(board: RaceBoard, man: usize, goes_up: bool, waits: usize) -> Run {
    let row = |square: usize| match goes_up {
        true => square / board.columns,
        false => board.rows - 1 - square / board.columns,
    };
    let (column, from) = (man % board.columns, row(man));
    let rows = board.rows - 1 - from;
    let mut run = Run { rows: rows as u32, enemy: 0, own: 0 };
    // One step from home there are two squares to step to, or one at the edge, and none is the enemy's to keep.
    if rows <= 1 && waits == 0 {
        return run;
    }
    for square in (0..board.columns * board.rows).filter(|&square| row(square) > from) {
        let (apart, ahead) = ((square % board.columns).abs_diff(column), row(square) - from);
        if apart == 0 {
            // The way itself is empty.
            run.own |= 1 << square;
            run.enemy |= 1 << square;
        }
        // After `steps` steps of the man the enemy has moved `steps + waits` times at most, and comes down to
        // the man's row with `ahead - steps`: at once if he can.
        let steps = ahead.saturating_sub(waits).div_ceil(2).max(1 - waits);
        if steps < rows && ahead >= steps + apart.max(1) {
            run.enemy |= 1 << square;
        }
    }
    run
}
