//! The restricted game of a pattern on bitboards, as the generator asks it: does the attacker win
//! before the defender has made more than so many passes?
//!
//! The definition is in [`super`]. Rows are counted from the bottom here, so that the attacker moves
//! towards the high bits; bit `row * columns + column` is a cell. The checker
//! ([`super::check`]) plays the same game on other code and computes another thing, the smallest number
//! of passes.

use super::matrix::{Matrix, Window};
use super::pattern::Turn;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A multiplication: keys are packed states of the game.
#[derive(Default)]
pub(super) struct PackedHasher(u64);

impl Hasher for PackedHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 29;
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }
}

/// A map by packed states.
pub(super) type PackedMap<K, V> = HashMap<K, V, BuildHasherDefault<PackedHasher>>;

/// The men, and the passes that the attacker can still allow.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct RestrictedState {
    attackers: u32,
    defenders: u32,
    passes: u32,
}

/// The restricted game of one pattern.
pub(super) struct Restricted<'a> {
    window: &'a Window,
    /// Rows of the board below the window.
    below: u32,
    /// Cells that are not don't-care.
    care: u32,
    /// Cells where the attacker may go.
    enterable: u32,
    /// Cells of care where a man from a don't-care cell can arrive, straight and diagonally.
    straight_sources: u32,
    diagonal_sources: u32,
    /// Cells of care from which a man can leave for a don't-care cell, or below the window.
    exits: u32,
    first: RestrictedState,
    known: &'a mut PackedMap<(u64, u32), bool>,
}

/// Room for what a game finds out, to be used for game after game.
#[derive(Default)]
pub(super) struct Memory(PackedMap<(u64, u32), bool>);

/// Whether the attacker wins the restricted game of `matrix` with at most `order` passes of the
/// defender, on a board with `below` rows below the window.
pub(super) fn attacker_wins(
    window: &Window,
    matrix: Matrix,
    turn: Turn,
    order: u32,
    below: u32,
    memory: &mut Memory,
) -> bool {
    // Emptying a large map takes longer than most games.
    if memory.0.capacity() > 1 << 10 {
        *memory = Memory::default();
    }
    memory.0.clear();
    let mut game = Restricted::new(window, matrix, order, below, &mut memory.0);
    let first = game.first;
    match turn {
        Turn::First => game.attack(first),
        Turn::Second => game.defend(first),
    }
}

impl<'a> Restricted<'a> {
    fn new(
        window: &'a Window,
        matrix: Matrix,
        order: u32,
        below: u32,
        known: &'a mut PackedMap<(u64, u32), bool>,
    ) -> Restricted<'a> {
        let care = window.all & !(matrix.defender & matrix.wall);
        let elsewhere = !care & window.all;
        let columns = window.columns;
        let upper = window.all & !window.row(window.rows - 1);
        let lower_left = |cells: u32| (cells & window.not_first) >> (columns + 1);
        let lower_right = |cells: u32| (cells & window.not_last) >> (columns - 1);
        // Beside the window lie don't-care cells, too.
        let sides = upper & !(window.not_first & window.not_last);
        let from_diagonal =
            lower_left(elsewhere) | lower_right(elsewhere) | (sides & !window.row(window.rows - 1));
        let back_left = |cells: u32| (cells & window.not_first) << (columns - 1) & window.all;
        let back_right = |cells: u32| (cells & window.not_last) << (columns + 1) & window.all;
        let leaving = (elsewhere << columns & window.all)
            | back_left(elsewhere)
            | back_right(elsewhere)
            | window.row(0)
            | (window.all & !(window.not_first & window.not_last));
        Restricted {
            window,
            below,
            care,
            enterable: window.all & !matrix.wall,
            straight_sources: elsewhere >> columns & care,
            diagonal_sources: from_diagonal & care,
            exits: leaving & care,
            first: RestrictedState {
                attackers: window.all & !matrix.empty,
                defenders: matrix.defender
                    & care
                    & window.rows_from((order + 1).saturating_sub(below)),
                passes: order,
            },
            known,
        }
    }

    /// The least number of moves that some attacker needs, whatever stands in its way.
    fn distance(&self, attackers: u32) -> u32 {
        let foremost = (31 - attackers.leading_zeros()) as usize / self.window.columns;
        (self.window.rows - 1 - foremost) as u32
    }

    /// The attacker is to move: does it win?
    fn attack(&mut self, state: RestrictedState) -> bool {
        let RestrictedState { attackers, defenders, passes } = state;
        if attackers == 0 {
            return false;
        }
        // Step 1. A move that wins at once.
        let Window { columns, not_first, not_last, .. } = *self.window;
        let open = self.enterable & !attackers;
        let straight = attackers << columns & open & !defenders;
        let left = (attackers & not_first) << (columns - 1) & open;
        let right = (attackers & not_last) << (columns + 1) & open;
        let goal = self.window.row(self.window.rows - 1);
        if (straight | left | right) & goal != 0 {
            return true;
        }
        // Step 2. Every other move lets the defender pass.
        if passes == 0 || self.distance(attackers) > passes + 1 {
            return false;
        }
        let packed = u64::from(attackers) << 32 | u64::from(defenders);
        if let Some(&won) = self.known.get(&(packed, passes)) {
            return won;
        }
        // Step 3. Try all moves, those of the foremost men first.
        let mut won = false;
        'moves: for (targets, back) in
            [(straight, columns), (left, columns - 1), (right, columns + 1)]
        {
            let mut targets = targets;
            while targets != 0 {
                let to = 31 - targets.leading_zeros();
                targets ^= 1 << to;
                let next = RestrictedState {
                    attackers: attackers ^ (1 << to) ^ (1 << (to - back as u32)),
                    defenders: defenders & !(1 << to),
                    passes,
                };
                if self.defend(next) {
                    won = true;
                    break 'moves;
                }
            }
        }
        self.known.insert((packed, passes), won);
        won
    }

    /// The defender is to move: does the attacker win?
    fn defend(&mut self, state: RestrictedState) -> bool {
        let RestrictedState { attackers, defenders, passes } = state;
        if attackers == 0 || passes == 0 || self.distance(attackers) > passes {
            return false;
        }
        // Step 1. A pass.
        if !self.attack(RestrictedState { passes: passes - 1, ..state }) {
            return false;
        }
        // Step 2. Moves that arrive on a cell of care, from another one or from elsewhere.
        let Window { columns, not_first, not_last, .. } = *self.window;
        let empty = self.care & !attackers & !defenders;
        let takeable = self.care & !defenders;
        // Elsewhere, only men with more rows than passes to go can stand.
        let reached = self.window.rows_from(passes.saturating_sub(self.below));
        let elsewhere =
            ((self.straight_sources & empty) | (self.diagonal_sources & takeable)) & reached;
        if !self.each(elsewhere, |to| RestrictedState {
            attackers: attackers & !(1 << to),
            defenders: defenders | 1 << to,
            passes,
        }) {
            return false;
        }
        let inside = [
            (defenders >> columns & empty, columns),
            ((defenders & not_first) >> (columns + 1) & takeable, columns + 1),
            ((defenders & not_last) >> (columns - 1) & takeable, columns - 1),
        ];
        for (targets, back) in inside {
            let held = self.each(targets, |to| RestrictedState {
                attackers: attackers & !(1 << to),
                defenders: (defenders | 1 << to) & !(1 << (to + back as u32)),
                passes,
            });
            if !held {
                return false;
            }
        }
        // Step 3. Moves that leave the cells of care: that man now races, and so many rows are left.
        let mut leaving = defenders & self.exits;
        while leaving != 0 {
            let from = leaving.trailing_zeros();
            leaving &= leaving - 1;
            let rows_left = self.below + from / columns as u32 - 1;
            if rows_left == 0 {
                return false;
            }
            let passes = passes.min(rows_left - 1);
            if !self.attack(RestrictedState {
                attackers,
                defenders: defenders & !(1 << from),
                passes,
            }) {
                return false;
            }
        }
        true
    }

    /// Whether the attacker wins after every one of these moves.
    fn each(&mut self, mut targets: u32, after: impl Fn(u32) -> RestrictedState) -> bool {
        while targets != 0 {
            let to = targets.trailing_zeros();
            targets &= targets - 1;
            if !self.attack(after(to)) {
                return false;
            }
        }
        true
    }
}
