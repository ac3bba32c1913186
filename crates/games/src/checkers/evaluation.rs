//! What a position seems to be worth: material as a ratio, men on their way, and the move.
//!
//! A piece more counts little among many and much among few: who is ahead should exchange. So
//! material counts as a ratio, as in Surakarta: twice the difference over the sum, the first term
//! of the logarithm of the ratio.
//!
//! | feature | weight | |
//! |---|---|---|
//! | material | 1000 | 2 (own - enemy) / (own + enemy); a man is 10, a king 14 |
//! | advancement | 6 | rows that own men are ahead, less those of the enemy |
//! | back row | 10 | men that still guard their own first rank, at most two, less the enemy's |
//! | tempo | 5 | for the side to move |
//!
//! The weights are set by hand. The value is the same for both colours, the board being turned
//! round.
//!
//! ```text
//!   two kings to one     2 * (28 - 14) / 42 * 1000 = 666, decisive (500 and more)
//!   three men to two     2 * (30 - 20) / 50 * 1000 = 400, not yet
//!   twelve to eleven     2 * 10 / 230 * 1000 = 86
//! ```

use super::fast::{Checkers, Position};
use andor_core::{Evaluate, Player};

const MAN: i32 = 10;
const KING: i32 = 14;
const MATERIAL: i32 = 1000;
const ADVANCEMENT: i32 = 6;
const BACK_ROW: i32 = 10;
const TEMPO: i32 = 5;
const DECISIVE: i32 = 500;

/// Men, kings, rows gone and guards of the first rank, for a side.
struct SideCount {
    material: i32,
    rows: i32,
    guards: i32,
}

/// Counts one side. `home` is the row its men started behind: 0 for White, 7 for Black.
#[inline]
fn side(pieces: u64, kings: u64, home: u32) -> SideCount {
    let men = pieces & !kings;
    let on_row = |row: u32| (men >> (8 * row) & 0xFF).count_ones() as i32;
    let rows = (0..8u32).map(|row| row.abs_diff(home) as i32 * on_row(row)).sum();
    let count = |board: u64| board.count_ones() as i32;
    let material = MAN * count(men) + KING * count(pieces & kings);
    SideCount { material, rows, guards: on_row(home).min(2) }
}

impl Evaluate<Checkers> for Checkers {
    #[inline]
    fn evaluate(&self, _: &Checkers, position: &Position) -> i32 {
        let black = side(position.black, position.kings, 7);
        let white = side(position.white, position.kings, 0);
        let (own, enemy) = match position.side {
            Player::Black => (black, white),
            Player::White => (white, black),
        };
        let sum = (own.material + enemy.material).max(1);
        2 * MATERIAL * (own.material - enemy.material) / sum
            + ADVANCEMENT * (own.rows - enemy.rows)
            + BACK_ROW * (own.guards - enemy.guards)
            + TEMPO
    }

    fn decisive(&self) -> i32 {
        DECISIVE
    }
}

#[cfg(test)]
mod tests {
    use super::Checkers;
    use andor_core::{Evaluate, Rules};

    fn evaluate(text: &str) -> i32 {
        Checkers.evaluate(&Checkers, &Checkers.parse_position(text).expect(text))
    }

    #[test]
    fn values_of_the_header() {
        assert_eq!(evaluate(&Checkers.position_text(&Checkers.initial())), 5);
        assert_eq!(evaluate("8/8/8/8/3W4/8/8/B1B5 b"), 666 + 5);
        assert_eq!(evaluate("8/8/8/8/3W4/8/8/B1B5 w"), -666 + 5);
        // Black's men have gone 2, 2 and 4 rows, White's 2 and 4.
        assert_eq!(evaluate("8/8/1b1b4/6w1/5b2/w7/8/8 b"), 400 + 6 * (8 - 6) + 5);
    }

    /// Turned round with the colours exchanged, a position is worth the same.
    #[test]
    fn both_colours_count_alike() {
        for text in [
            "1b1b1b1b/b1b3b1/1b1b1b1b/b7/8/w1w1w1w1/1w1w1w1w/w1w1w3 w",
            "8/W1b5/5b2/8/3B4/8/1w6/w1w3B1 b",
        ] {
            let (board, side) = text.split_once(' ').unwrap();
            let exchanged = |letter| match letter {
                'b' => 'w',
                'w' => 'b',
                'B' => 'W',
                'W' => 'B',
                other => other,
            };
            let turned: String = board.chars().rev().map(exchanged).collect();
            let side = if side == "b" { "w" } else { "b" };
            assert_eq!(evaluate(&format!("{turned} {side}")), evaluate(text), "{text}");
        }
    }
}
