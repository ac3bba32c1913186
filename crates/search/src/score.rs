//! Numbers for what a position is worth inside the search: estimates in the middle, wins and
//! losses at the ends, by distance.
//!
//! ```text
//!   -WIN          -WIN_BOUND        0 (draw)        WIN_BOUND           WIN
//!     | lost, in few |      estimates of an evaluation    | won, in few |
//!     |   plies ... many |                           | many ... plies   |
//! ```
//!
//! A search keeps them relative to its root: a side that has won at ply 5 has `WIN - 5`. A table
//! is read at other plies than it was written at, so there the distance counts from the position
//! ([`to_table`], [`from_table`]).
//!
//! What is in the win range is proved, never estimated. `pvs.rs` says what that asks of the search.

use crate::Score;

/// A win on the spot.
pub const WIN: i32 = 500_000;
/// From here on a value is a proved win; distances stay below `WIN - WIN_BOUND`.
pub const WIN_BOUND: i32 = 490_000;
/// What a proof without a length counts as, in plies.
pub const FAR: usize = 5_000;
/// More than any value.
pub const INFINITE: i32 = 510_000;
/// What a draw is worth.
pub const DRAW: i32 = 0;

/// The side to move has lost at this ply.
#[inline]
#[must_use]
pub fn lost_at(ply: usize) -> i32 {
    ply as i32 - WIN
}

/// Whether a value is a win or a loss, not an estimate.
#[inline]
#[must_use]
pub fn is_proved(value: i32) -> bool {
    value.abs() >= WIN_BOUND
}

/// An estimate that keeps out of the win range.
#[inline]
#[must_use]
pub fn estimate(value: i32) -> i32 {
    value.clamp(1 - WIN_BOUND, WIN_BOUND - 1)
}

/// What forward pruning returns where it cuts at beta: beta, or the least estimate where beta is a
/// loss. That a loss is avoided is believed, not proved. It must not be tried where beta is a win.
#[inline]
#[must_use]
pub fn pruned(beta: i32) -> i32 {
    debug_assert!(beta < WIN_BOUND, "forward pruning proves no win");
    beta.max(1 - WIN_BOUND)
}

/// From a value at a ply to one that counts distances from the position.
#[inline]
#[must_use]
pub fn to_table(value: i32, ply: usize) -> i32 {
    if value >= WIN_BOUND {
        value + ply as i32
    } else if value <= -WIN_BOUND {
        value - ply as i32
    } else {
        value
    }
}

/// Back from [`to_table`], at another ply. A win that lies beyond the longest distance becomes an
/// estimate.
#[inline]
#[must_use]
pub fn from_table(value: i32, ply: usize) -> i32 {
    if value >= WIN_BOUND {
        let near = value - ply as i32;
        if near >= WIN_BOUND { near } else { WIN_BOUND - 1 }
    } else if value <= -WIN_BOUND {
        let near = value + ply as i32;
        if near <= -WIN_BOUND { near } else { 1 - WIN_BOUND }
    } else {
        value
    }
}

/// What the world is told of a value at the root.
#[must_use]
pub fn told(value: i32) -> Score {
    let plies = (WIN - value.abs()) as u32;
    let known = Some(plies).filter(|&plies| (plies as usize) < FAR);
    if value >= WIN_BOUND {
        Score::Win(known)
    } else if value <= -WIN_BOUND {
        Score::Loss(known)
    } else {
        Score::Estimate(value)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        FAR, WIN, WIN_BOUND, estimate, from_table, is_proved, lost_at, pruned, to_table, told,
    };
    use crate::Score;

    #[test]
    fn distances_survive_the_table() {
        for value in [WIN - 7, 7 - WIN, 0, 123, -5] {
            assert_eq!(from_table(to_table(value, 4), 4), value);
        }
        assert_eq!(from_table(to_table(WIN - 7, 4), 6), WIN - 9, "three plies from the position");
        assert_eq!(told(-lost_at(3)), Score::Win(Some(3)));
        assert_eq!(told(lost_at(4)), Score::Loss(Some(4)));
        assert_eq!(told(WIN - FAR as i32 - 2), Score::Win(None), "nobody knows how long it takes");
        assert!(!is_proved(estimate(i32::MAX)) && !is_proved(from_table(WIN_BOUND, 1)));
    }

    #[test]
    fn what_is_pruned_is_an_estimate_that_reaches_beta() {
        for beta in [7 - WIN, -WIN_BOUND, 1 - WIN_BOUND, -5, 0, WIN_BOUND - 1] {
            assert!(pruned(beta) >= beta && !is_proved(pruned(beta)), "{beta}");
        }
        assert_eq!(pruned(123), 123, "never more than beta (thesis, 6.3, addition 1)");
    }
}
