//! Handicap stones of GTP: where they are, and the board that has them.
//!
//! ```text
//!   7 . . 3 . 8 . 2 . .      stones are put from 1 on; but five, seven and nine
//!   5 . . 5 . + . 6 . .      have their last one in the middle
//!   3 . . 1 . 7 . 4 . .
//!     A B C D E F G H J
//! ```
//!
//! GTP's fixed stones (section 4.1.1) need a board of seven; on smaller ones only free stones are
//! put, on the second line.

use andor_core::Player;
use andor_core::board::Rectangle;

/// The boards that have fixed handicaps.
const LEAST_FIXED: usize = 7;
/// The least boards that have places at all.
const LEAST_FREE: usize = 4;

/// The points of so many stones, or `None` if this board has no such handicap.
pub(super) fn points(board: Rectangle, stones: usize, is_fixed: bool) -> Option<Vec<String>> {
    let Rectangle { columns, rows } = board;
    let (least, side) = (if is_fixed { LEAST_FIXED } else { LEAST_FREE }, columns.min(rows));
    let is_odd = columns % 2 == 1 && rows % 2 == 1;
    let most = match side {
        9.. if is_odd => 9,
        5 if is_odd && !is_fixed => 5,
        _ => 4,
    };
    if side < least || stones < 2 || is_fixed && stones > most {
        return None;
    }
    let from_edge = if side < LEAST_FIXED { 1 } else { 2 };
    let (left, right, centre) = (from_edge, columns - 1 - from_edge, columns / 2);
    let (low, high, middle) = (from_edge, rows - 1 - from_edge, rows / 2);
    let mut places = vec![(left, low), (right, high), (left, high), (right, low)];
    let stones = stones.min(most);
    places.extend([(left, middle), (right, middle), (centre, low), (centre, high)]);
    places.truncate(if stones > 4 { stones - stones % 2 } else { stones });
    if stones > 4 && stones % 2 == 1 {
        places.push((centre, middle));
    }
    Some(places.into_iter().map(|(column, row)| board.name(board.square(column, row))).collect())
}

/// The text of the board with black stones on these points and White to move, or `None` if one of
/// them is not on the board or comes twice.
pub(super) fn position(board: Rectangle, stones: &[String]) -> Option<String> {
    let mut men = vec![None; board.squares()];
    for stone in stones {
        let man = &mut men[board.named(stone)?];
        if man.replace(Player::Black).is_some() {
            return None;
        }
    }
    Some(board.setup(men.into_iter(), Player::White).to_string())
}

#[cfg(test)]
mod tests {
    use super::{points, position};
    use andor_core::board::Rectangle;

    #[test]
    fn stones_are_where_gtp_has_them() {
        let nine = Rectangle::new(9, 9);
        let named = |stones| points(nine, stones, true).map(|points| points.join(" "));
        assert_eq!(named(3).as_deref(), Some("c3 g7 c7"));
        assert_eq!(named(5).as_deref(), Some("c3 g7 c7 g3 e5"));
        assert_eq!(named(6).as_deref(), Some("c3 g7 c7 g3 c5 g5"));
        assert_eq!(named(9).as_deref(), Some("c3 g7 c7 g3 c5 g5 e3 e7 e5"));
        assert_eq!((named(1), named(10)), (None, None));
        let most = |side, stones, fixed| {
            points(Rectangle::new(side, side), stones, fixed).map(|points| points.len())
        };
        assert_eq!((most(7, 4, true), most(7, 5, true), most(8, 5, true)), (Some(4), None, None));
        assert_eq!((most(5, 2, true), most(5, 9, false), most(3, 2, false)), (None, Some(5), None));
        assert_eq!((most(8, 9, false), most(9, 12, false)), (Some(4), Some(9)));
    }

    #[test]
    fn a_board_has_each_stone_once() {
        let board = Rectangle::new(5, 5);
        let text = |stones: &[&str]| {
            position(board, &stones.iter().map(|&stone| stone.to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(text(&["b2", "d4"]).as_deref(), Some("5/3b1/5/1b3/5 w"));
        assert_eq!((text(&["b2", "b2"]), text(&["f1"])), (None, None));
    }
}
