//! What a player asks of Lines of Action beside the rules (Winands' thesis, 2.6): a key that keeps
//! images apart, the classes of moves, and the captures that quiescence search looks at.
//!
//! ```text
//!   . . . . . . . .      inner area: the central 4x4 (I), middle area: the ring around it (M)
//!   . M M M M M M .
//!   . M I I I I M .      captures to I come first, then captures to M, then the others, and only
//!   . M I I I I M .      then quiet moves. On a smaller board the middle area is what lies inside
//!   . M I I I I M .      the edge, the inner area what lies inside that.
//!   . M I I I I M .
//!   . M M M M M M .
//!   . . . . . . . .
//! ```

use super::connectivity::{unit, with_neighbours};
use super::fast::{Loa, Move, Position};
use andor_core::{Key, Player};

/// A capture into the inner area.
const INNER: u8 = 3;
/// A capture into the middle area.
const MIDDLE: u8 = 2;

/// The key of a position; its images have others.
#[inline]
pub(super) fn placed_key(position: &Position) -> Key {
    // Two sets of men without a common square never have complements without a common square,
    // unless the board is full: so the side to move can be told by inverting both.
    let [black, white] = position.men;
    match position.side {
        Player::Black => Key::hashed(black, white),
        Player::White => Key::hashed(!black, !white),
    }
}

/// How far a square is from the edge.
#[inline]
fn from_edge(game: &Loa, square: u8) -> u8 {
    let last = game.variant.size as u8 - 1;
    let (column, row) = (square % 8, square / 8);
    column.min(row).min(last - column).min(last - row)
}

/// The class of a move: captures to the inner area, to the middle area, everything else.
#[inline]
pub(super) fn move_class(game: &Loa, position: &Position, mv: Move) -> u8 {
    let (_, enemy) = position.own_and_enemy();
    if mv == Move::PASS || enemy >> mv.to & 1 == 0 {
        return 0;
    }
    match from_edge(game, mv.to) {
        0 => 0,
        1 => MIDDLE,
        _ => INNER,
    }
}

/// The captures that go to the inner area, or form or destroy a connection.
pub(super) fn noisy_moves(game: &Loa, position: &Position, moves: &mut Vec<Move>) {
    moves.clear();
    let side = position.side as usize;
    let (own, enemy) = position.own_and_enemy();
    let mut men = own;
    while men != 0 {
        let from = men.trailing_zeros() as u8;
        men &= men - 1;
        game.lines.for_each_known_target(&position.lines, from, side, |to| {
            if enemy >> to & 1 == 1
                && (from_edge(game, to) > 1 || forms(own, from, to) || destroys(enemy, to))
            {
                moves.push(Move::step(from, to));
            }
        });
    }
}

/// Whether a man that goes there touches own men that it did not touch before, and were not
/// connected with it.
fn forms(own: u64, from: u8, to: u8) -> bool {
    let rest = own & !(1 << from);
    let touched = with_neighbours(1 << to) & rest;
    touched & !unit(own, 1 << from) != 0
}

/// Whether the men around a square are connected only through the man that stands there.
fn destroys(enemy: u64, square: u8) -> bool {
    let rest = enemy & !(1 << square);
    let near = with_neighbours(1 << square) & rest;
    near != 0 && near & !unit(rest, near & near.wrapping_neg()) != 0
}

#[cfg(test)]
mod tests {
    use super::{destroys, forms};
    use crate::loa::{Loa, Variant};
    use andor_core::{Game, Rules};

    #[test]
    fn quiescence_looks_at_captures_only_and_the_order_prefers_the_centre() {
        let game = Loa::new(Variant::new(8));
        let position = game.parse_position("8/8/2b5/8/2w1w3/8/8/8 b").unwrap();
        let mut moves = Vec::new();
        game.noisy_moves(&position, &mut moves);
        let texts: Vec<String> = moves.iter().map(|&mv| game.move_text(&position, mv)).collect();
        assert_eq!(texts, ["c6xc4", "c6xe4"]);
        assert!(moves.iter().all(|&mv| game.move_class(&position, mv) == super::INNER));
        // In the beginning every capture takes a man from within a row of six, which falls apart.
        let initial = game.initial();
        game.noisy_moves(&initial, &mut moves);
        let texts: Vec<String> = moves.iter().map(|&mv| game.move_text(&initial, mv)).collect();
        assert!(texts.contains(&"c1xa3".to_owned()), "{texts:?}");
        assert!(texts.iter().all(|text| text.contains('x')), "{texts:?}");
        assert!(moves.iter().all(|&mv| game.move_class(&initial, mv) == 0));
        // Taking the last man of a row tears nothing apart, and the edge is not the inner area.
        let position = game.parse_position("8/8/8/8/w7/8/w1b5/8 b").unwrap();
        game.noisy_moves(&position, &mut moves);
        assert!(moves.is_empty(), "{moves:?}");
    }

    #[test]
    fn connections_are_formed_and_destroyed() {
        // Men on 0, 1, 2 in a row and one on 4.
        assert!(destroys(0b10111, 1) && !destroys(0b10111, 0) && !destroys(0b10111, 4));
        assert!(forms(0b10111, 4, 3), "4 joins the row");
        assert!(!forms(0b00111, 0, 3), "0 was connected before");
    }

    #[test]
    fn keys_tell_sides_and_images_apart() {
        let game = Loa::new(Variant::new(8));
        let initial = game.initial();
        let passed = game.null_move(&initial).unwrap();
        assert_ne!(game.placed_key(&initial), game.placed_key(&passed));
        let turned = game.transform(&initial, 4);
        assert_ne!(game.placed_key(&initial), game.placed_key(&turned));
    }
}
