//! Endings of English draughts, for tables: boards of 32 playable squares as the side to move sees
//! them, which goes down like Black. For White the board is turned round.
//!
//! Only steps keep the material, and only steps of men that do not become kings; a king's step can
//! be taken back by another, a man's only backwards. A side that cannot move has lost, and such
//! positions are entries of a table like any other.

use super::{Checkers, Reference, fast, reference};
use andor_core::{EndingBoard, Endings, Men, Player};

/// The pieces that a side starts with.
const MOST: u32 = 12;
/// Every playable square.
const ALL: u64 = 0xFFFF_FFFF;
/// Rank 1, where own men become kings.
const OWN_KING_ROW: u64 = 0xF;
/// Rank 8, where those of the enemy do.
const ENEMY_KING_ROW: u64 = 0xF << 28;

fn board() -> EndingBoard {
    let mut identity = [0; 64];
    for (square, image) in identity.iter_mut().enumerate() {
        *image = square as u8;
    }
    EndingBoard {
        own: [ALL & !OWN_KING_ROW, ALL],
        enemy: [ALL & !ENEMY_KING_ROW, ALL],
        images: vec![identity],
        least: 1,
        most: MOST,
        has_ends: true,
    }
}

/// Pieces on the board turned round.
fn turned(pieces: u64) -> u64 {
    u64::from((pieces as u32).reverse_bits())
}

/// The same men as the other side sees them, which is to move instead.
fn exchanged(men: &Men) -> Men {
    Men { own: men.enemy.map(turned), enemy: men.own.map(turned) }
}

/// The playable squares next to one: two columns and rows up or down from it.
fn neighbours(square: u32, rows: i32) -> impl Iterator<Item = u32> {
    let row = (square / 4) as i32;
    let column = 2 * (square % 4) as i32 + row % 2;
    [-1, 1].into_iter().filter_map(move |columns| {
        let (column, row) = (column + columns, row + rows);
        let is_on_board = (0..8).contains(&column) && (0..8).contains(&row);
        is_on_board.then_some((row * 4 + column / 2) as u32)
    })
}

fn before(men: &Men, found: &mut dyn FnMut(Men)) {
    let all = men.own[0] | men.own[1] | men.enemy[0] | men.enemy[1];
    // The enemy moved last. Its men go up, so they came from below; its kings from anywhere.
    for kind in 0..2 {
        let mut left = men.enemy[kind];
        while left != 0 {
            let to = left.trailing_zeros();
            left &= left - 1;
            let ways: &[i32] = if kind == 0 { &[-1] } else { &[-1, 1] };
            for from in ways.iter().flat_map(|&rows| neighbours(to, rows)) {
                if all >> from & 1 == 0 {
                    let mut earlier = *men;
                    earlier.enemy[kind] ^= 1 << to | 1 << from;
                    found(exchanged(&earlier));
                }
            }
        }
    }
}

impl Endings<fast::Position> for Checkers {
    fn board(&self) -> EndingBoard {
        board()
    }

    fn count(&self, position: &fast::Position) -> u32 {
        (position.black | position.white).count_ones()
    }

    fn men(&self, position: &fast::Position) -> Men {
        let (black, white, [black_kings, white_kings]) = position.boards();
        let both = |men: u32, kings: u32| [u64::from(men), u64::from(kings)];
        let men = Men { own: both(black, black_kings), enemy: both(white, white_kings) };
        match position.side {
            Player::Black => men,
            Player::White => exchanged(&men),
        }
    }

    fn position(&self, men: &Men) -> Option<fast::Position> {
        let kings = [men.own[1] as u32, men.enemy[1] as u32];
        fast::Position::from_boards(men.own[0] as u32, men.enemy[0] as u32, kings, Player::Black)
    }

    fn before(&self, men: &Men, found: &mut dyn FnMut(Men)) {
        before(men, found);
    }
}

impl Endings<reference::Position> for Reference {
    fn board(&self) -> EndingBoard {
        board()
    }

    fn count(&self, position: &reference::Position) -> u32 {
        position.cells.iter().flatten().count() as u32
    }

    fn men(&self, position: &reference::Position) -> Men {
        let mut men = Men::default();
        for square in 0..reference::SQUARES {
            let (column, row) = reference::column_and_row(square);
            let Some(piece) = position.at(column, row) else { continue };
            let side = if piece.owner == Player::Black { &mut men.own } else { &mut men.enemy };
            side[usize::from(piece.is_king)] |= 1 << square;
        }
        match position.side {
            Player::Black => men,
            Player::White => exchanged(&men),
        }
    }

    fn position(&self, men: &Men) -> Option<reference::Position> {
        let on_king_row = men.own[0] & OWN_KING_ROW | men.enemy[0] & ENEMY_KING_ROW;
        if men.overlap() || on_king_row != 0 {
            return None;
        }
        let mut position =
            reference::Position { cells: [None; reference::CELLS], side: Player::Black };
        for (owner, pieces) in [(Player::Black, men.own), (Player::White, men.enemy)] {
            for (kind, pieces) in pieces.into_iter().enumerate() {
                for square in (0..reference::SQUARES).filter(|square| pieces >> square & 1 == 1) {
                    let (column, row) = reference::column_and_row(square);
                    let piece = reference::Piece { owner, is_king: kind == 1 };
                    position.set(column, row, Some(piece));
                }
            }
        }
        Some(position)
    }

    fn before(&self, men: &Men, found: &mut dyn FnMut(Men)) {
        before(men, found);
    }
}

#[cfg(test)]
mod tests {
    use super::{Checkers, exchanged};
    use crate::checkers::Reference;
    use andor_core::{Endings, Rules, SplitMix64};

    #[test]
    fn both_rules_see_the_same_men_and_steps_are_taken_back() {
        let (game, reference) = (Checkers, Reference);
        let mut random = SplitMix64::new(1);
        let mut moves = Vec::new();
        for _ in 0..200 {
            let mut position = game.initial();
            while game.outcome(&position).is_none() {
                game.moves(&position, &mut moves);
                let mv = moves[random.below(moves.len())];
                let next = game.after(&position, mv);
                let (old, new) = (game.men(&position), game.men(&next));
                let mut bytes = Vec::new();
                game.encode(&next, &mut bytes);
                assert_eq!(reference.men(&reference.decode(&bytes).unwrap()), new);
                assert_eq!(game.men(&game.position(&new).unwrap()), new);
                assert_eq!(reference.men(&reference.position(&new).unwrap()), new);
                assert_eq!(exchanged(&exchanged(&new)), new);
                let count = |side: [u64; 2]| side.map(u64::count_ones);
                if (count(old.own), count(old.enemy)) == (count(new.enemy), count(new.own)) {
                    let mut found = false;
                    game.before(&new, &mut |men| found |= men == old);
                    assert!(found, "{}", game.position_text(&position));
                }
                position = next;
                if random.below(200) == 0 {
                    break;
                }
            }
        }
    }
}
