//! Endings of Surakarta, for tables. Only captures change the material, and a step can be taken
//! back: to any empty neighbour.

use super::circuits::{POINTS, SIZE};
use super::{Reference, Surakarta, fast, reference};
use andor_core::{EndingBoard, Endings, Men, Player};

/// The men that a side starts with.
const MOST: u32 = 12;

fn board() -> EndingBoard {
    EndingBoard::square(SIZE, SIZE, 1, MOST)
}

/// Whose man stands on each point, if Black is to move.
fn cells(men: &Men) -> impl Iterator<Item = Option<Player>> {
    let Men { own, enemy } = *men;
    (0..POINTS).map(move |point| match (own[0] >> point & 1, enemy[0] >> point & 1) {
        (1, _) => Some(Player::Black),
        (_, 1) => Some(Player::White),
        _ => None,
    })
}

fn before(men: &Men, found: &mut dyn FnMut(Men)) {
    let moved = men.enemy[0];
    let all = moved | men.own[0];
    // The side that moved last may have passed.
    found(Men { own: men.enemy, enemy: men.own });
    for to in (0..POINTS).filter(|to| moved >> to & 1 == 1) {
        let (column, row) = (to % SIZE, to / SIZE);
        for near_row in row.saturating_sub(1)..=(row + 1).min(SIZE - 1) {
            for near_column in column.saturating_sub(1)..=(column + 1).min(SIZE - 1) {
                let from = near_row * SIZE + near_column;
                if all >> from & 1 == 0 {
                    found(Men { own: [moved ^ (1 << to | 1 << from), 0], enemy: men.own });
                }
            }
        }
    }
}

impl Endings<fast::Position> for Surakarta {
    fn board(&self) -> EndingBoard {
        board()
    }

    fn count(&self, position: &fast::Position) -> u32 {
        position.own.board.count_ones() + position.enemy.board.count_ones()
    }

    fn men(&self, position: &fast::Position) -> Men {
        Men { own: [position.own.board, 0], enemy: [position.enemy.board, 0] }
    }

    fn position(&self, men: &Men) -> Option<fast::Position> {
        (!men.overlap()).then(|| fast::Position::new(cells(men), Player::Black))
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
        for (point, cell) in position.cells.iter().enumerate() {
            match cell {
                Some(player) if *player == position.side => men.own[0] |= 1 << point,
                Some(_) => men.enemy[0] |= 1 << point,
                None => {}
            }
        }
        men
    }

    fn position(&self, men: &Men) -> Option<reference::Position> {
        if men.overlap() {
            return None;
        }
        let mut position = reference::Position { cells: [None; POINTS], side: Player::Black };
        for (cell, man) in position.cells.iter_mut().zip(cells(men)) {
            *cell = man;
        }
        Some(position)
    }

    fn before(&self, men: &Men, found: &mut dyn FnMut(Men)) {
        before(men, found);
    }
}
