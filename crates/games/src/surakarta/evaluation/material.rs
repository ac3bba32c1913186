//! Material as a ratio: the logarithm of own men to enemy men.
//!
//! One man more means little with twelve against eleven and almost everything with two against
//! one, and it is the ratio that has to grow until the last man is taken. In thousandths of a
//! natural logarithm, so that 693 is twice as many:
//!
//! ```text
//!   6 b . . . . b     Black: 4 men, White: 2. Black to move has 1386 - 693 = 693,
//!   5 . b . . . .     White to move -693.
//!   4 . . . . . .
//!   3 . . . b . .
//!   2 . . . . w .
//!   1 . . . . . w
//!     a b c d e f
//! ```

use super::super::fast::Position;

/// 1000 times the natural logarithm of a number of men. A game with none is over; it counts as a half.
const LOGARITHM: [i32; 13] =
    [-693, 0, 693, 1099, 1386, 1609, 1792, 1946, 2079, 2197, 2303, 2398, 2485];

/// The ratio for the side to move.
#[inline(always)]
pub(super) fn ratio(position: &Position) -> i32 {
    let logarithm = |board: u64| LOGARITHM[board.count_ones() as usize];
    logarithm(position.own.board) - logarithm(position.enemy.board)
}

#[cfg(test)]
mod tests {
    use super::super::drawn::position;
    use super::{LOGARITHM, ratio};

    /// The drawing above.
    #[test]
    fn twice_as_many_men() {
        let black = position(
            "
            6 b . . . . b
            5 . b . . . .
            4 . . . . . .
            3 . . . b . .
            2 . . . . w .
            1 . . . . . w
              a b c d e f",
        );
        assert_eq!(ratio(&black), 693);
        assert_eq!(ratio(&black.with_sides_exchanged()), -693);
    }

    #[test]
    fn the_table_is_of_logarithms() {
        for (men, &logarithm) in LOGARITHM.iter().enumerate() {
            let men = if men == 0 { 0.5 } else { men as f64 };
            assert_eq!(logarithm, (1000.0 * men.ln()).round() as i32);
        }
    }
}
