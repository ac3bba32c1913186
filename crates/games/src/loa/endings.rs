//! Endings of Lines of Action, for tables: the rules as they are played backwards.
//!
//! A move that takes nothing leaves as many men on its line as before, and what it jumped is still
//! its own; so the man can go back along the same line, as far as it came.
//!
//! A side with one man is connected, so a game that goes on has two men a side at least.

use super::{Loa, Reference, fast, reference};
use andor_core::{EndingBoard, Endings, Men, Player};

/// One of each pair of opposite directions: columns to the right, rows up.
const LINES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

fn board(size: usize) -> EndingBoard {
    EndingBoard::square(size, 8, 2, 2 * (size as u32 - 2))
}

/// The man on a square, if Black is to move.
fn man(men: &Men, bit: usize) -> Option<Player> {
    match (men.own[0] >> bit & 1, men.enemy[0] >> bit & 1) {
        (1, _) => Some(Player::Black),
        (_, 1) => Some(Player::White),
        _ => None,
    }
}

/// The squares that a line has beyond `bit` in one direction, nearest first.
fn ray(size: i32, bit: i32, (right, up): (i32, i32)) -> impl Iterator<Item = i32> {
    let (column, row) = (bit % 8, bit / 8);
    let squares = (1..size).map(move |far| (column + right * far, row + up * far));
    squares
        .take_while(move |(column, row)| (0..size).contains(column) && (0..size).contains(row))
        .map(|(column, row)| row * 8 + column)
}

fn before(size: usize, men: &Men, found: &mut dyn FnMut(Men)) {
    let (moved, others) = (men.enemy[0], men.own[0]);
    let all = moved | others;
    // The side that moved last may have passed.
    found(Men { own: men.enemy, enemy: men.own });
    let size = size as i32;
    let mut left = moved;
    while left != 0 {
        let to = left.trailing_zeros() as i32;
        left &= left - 1;
        for (right, up) in LINES {
            let both = [(right, up), (-right, -up)];
            let line = both.into_iter().flat_map(|direction| ray(size, to, direction));
            let distance = 1 + line.filter(|square| all >> square & 1 == 1).count();
            for direction in both {
                let mut way = ray(size, to, direction);
                let is_free =
                    way.by_ref().take(distance - 1).all(|jumped| others >> jumped & 1 == 0);
                let Some(from) = way.next() else { continue };
                if is_free && all >> from & 1 == 0 {
                    found(Men { own: [moved ^ (1 << to | 1 << from), 0], enemy: men.own });
                }
            }
        }
    }
}

impl Endings<fast::Position> for Loa {
    fn board(&self) -> EndingBoard {
        board(self.variant.size)
    }

    fn count(&self, position: &fast::Position) -> u32 {
        position.men[0].count_ones() + position.men[1].count_ones()
    }

    fn men(&self, position: &fast::Position) -> Men {
        let (own, enemy) = position.own_and_enemy();
        Men { own: [own, 0], enemy: [enemy, 0] }
    }

    fn position(&self, men: &Men) -> Option<fast::Position> {
        if men.overlap() {
            return None;
        }
        let cells = self.bits().map(|bit| man(men, usize::from(bit)));
        Some(Loa::position(self, cells, Player::Black))
    }

    fn before(&self, men: &Men, found: &mut dyn FnMut(Men)) {
        before(self.variant.size, men, found);
    }
}

impl Endings<reference::Position> for Reference {
    fn board(&self) -> EndingBoard {
        board(self.size())
    }

    fn count(&self, position: &reference::Position) -> u32 {
        self.men(position).count()
    }

    fn men(&self, position: &reference::Position) -> Men {
        let mut men = Men::default();
        for row in 0..self.size() {
            for column in 0..self.size() {
                let bit = 1 << (row * 8 + column);
                match position.cells[row * self.size() + column] {
                    Some(player) if player == position.side => men.own[0] |= bit,
                    Some(_) => men.enemy[0] |= bit,
                    None => {}
                }
            }
        }
        men
    }

    fn position(&self, men: &Men) -> Option<reference::Position> {
        if men.overlap() {
            return None;
        }
        let mut position =
            reference::Position { cells: [None; reference::MOST_SQUARES], side: Player::Black };
        for row in 0..self.size() {
            for column in 0..self.size() {
                position.cells[row * self.size() + column] = man(men, row * 8 + column);
            }
        }
        Some(position)
    }

    fn before(&self, men: &Men, found: &mut dyn FnMut(Men)) {
        before(self.size(), men, found);
    }
}
