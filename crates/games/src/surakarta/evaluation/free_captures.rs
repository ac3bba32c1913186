//! Captures of the side to move, and which of them are free.
//!
//! Who looks through a loop at an enemy is looked at in return, so that nearly every capture is
//! there for both sides, and their difference says nothing. What counts is whose turn it is: only
//! the captures of the side to move are counted, each man that can be taken once. A capture is
//! *free* if the man that makes it cannot be taken at once in its turn; else it is an exchange.
//!
//! ```text
//!   6 . . . . . .     Black: c2xe5 is free, as nobody else looks at e5. White, to move: e5xc2 is
//!   5 . . . . w .     an exchange, as the man on d1 looks at c2: up the line to d6, through the
//!   4 . . . . . .     loop to f4, down the line to a4, through the loop to c6, and down to c2.
//!   3 . . . . . .
//!   2 . . b . . .
//!   1 . . . b . .
//!     a b c d e f
//! ```

use super::super::fast::Position;

/// How many men the side to move can take freely.
#[inline]
pub(super) fn free_captures(position: &Position) -> i32 {
    let mut free = 0u64;
    for &mv in position.captures().moves() {
        let target = 1u64 << mv.to;
        if free & target == 0 && !position.is_taken_back(mv) {
            free |= target;
        }
    }
    free.count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::super::drawn::position;
    use super::free_captures;

    /// The drawing above.
    #[test]
    fn a_free_capture_and_an_exchange() {
        let black = position(
            "
            6 . . . . . .
            5 . . . . w .
            4 . . . . . .
            3 . . . . . .
            2 . . b . . .
            1 . . . b . .
              a b c d e f",
        );
        assert_eq!(free_captures(&black), 1);
        assert_eq!(free_captures(&black.with_sides_exchanged()), 0);
    }
}
