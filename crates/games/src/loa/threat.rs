//! Static knowledge: can the side to move connect now?
//!
//! Winands' thesis, 2.4.1, calls it a threat. A solver that knows wins in one without trying all
//! moves saves a ply everywhere. When a man leaves its unit and lands on `t`, all *other* units of
//! its side stay whole, so `t` must touch every one of them:
//!
//! ```text
//!   4 . . . 1     three units. Squares that touch    2 and 3: none
//!   3 . . . .                                        1 and 3: c3, d3
//!   2 2 . . 3                                        1 and 2: none
//!   1 2 . . .     So of all moves only those of unit 2 to c3 or d3 are looked at, and then whether
//!     a b c d     the rest of unit 2 is left behind.
//! ```
//!
//! At most four units can touch one square without touching each other, so with more than five
//! units there is no such move; and men without neighbours are units, which is quickly counted.

use super::connectivity::{is_one_unit, isolated, unit, with_neighbours};
use super::fast::{Loa, Move, Position};
use super::variant::Simultaneous;

/// The most units a side can have and still connect in one move.
const MOST_UNITS: usize = 5;

/// Ways in which the men of one side could become one unit in one move, if only the lines were
/// right: pairs of a man and a square, whatever stands in between.
pub(super) struct Connections {
    pairs: Vec<Pair>,
}

/// One of these ways.
struct Pair {
    from: u8,
    to: u8,
    /// The squares it depends on. While nothing changes there, neither does what follows.
    line: u64,
    /// Whether it would be a legal move that wins, as the board is now.
    wins: bool,
}

impl Connections {
    /// Whether one of the ways is a legal move that wins, after a quiet move of the enemy that
    /// changed these two squares. `own` are the men that the ways belong to.
    #[inline]
    pub(super) fn any_is_legal(&self, game: &Loa, own: u64, enemy: u64, changed: u64) -> bool {
        self.pairs.iter().any(|pair| match pair.line & changed {
            0 => pair.wins,
            _ => game.connects(pair.from, pair.to, own, enemy),
        })
    }
}

impl Loa {
    /// A move that connects all men of the side to move and wins, in a position that is not over;
    /// `None` if there is none. Exact.
    #[must_use]
    pub fn connecting_move(&self, position: &Position) -> Option<Move> {
        let (own, enemy) = position.own_and_enemy();
        self.connecting_step(own, enemy)
    }

    /// [`connecting_move`](Loa::connecting_move) of the side that has the men `own`.
    pub(super) fn connecting_step(&self, own: u64, enemy: u64) -> Option<Move> {
        let mut winning = None;
        Leavers::of(own).for_each(|from, wanted| {
            self.lines.for_each_target(from, own, enemy, |to| {
                if wanted >> to & 1 == 1
                    && is_one_unit(own ^ (1 << from | 1 << to))
                    && !self.is_shared(enemy, to)
                {
                    winning = Some(Move::step(from, to));
                }
            });
            winning.is_none()
        });
        winning
    }

    /// The ways in which `own` could connect after a quiet move of the enemy. Such a move changes
    /// the number of men on a line by one at most.
    pub(super) fn connections(&self, own: u64, enemy: u64) -> Connections {
        let mut pairs = Vec::new();
        Leavers::of(own).for_each(|from, wanted| {
            let mut targets = wanted & self.lines.reach(from);
            while targets != 0 {
                let to = targets.trailing_zeros() as u8;
                targets &= targets - 1;
                if self.lines.miss(from, to, own | enemy) <= 1
                    && is_one_unit(own ^ (1 << from | 1 << to))
                {
                    // A capture may connect the enemy too, and that depends on all enemies.
                    let captures = enemy >> to & 1 == 1;
                    let line = if captures { !0 } else { self.lines.line(from, to) };
                    pairs.push(Pair { from, to, line, wins: self.connects(from, to, own, enemy) });
                }
            }
            true
        });
        // The sooner one is found the better.
        pairs.sort_by_key(|pair| !pair.wins);
        Connections { pairs }
    }

    /// Whether a man of `own` that would connect all by going from one square to another may do so
    /// and wins by it.
    #[inline]
    fn connects(&self, from: u8, to: u8, own: u64, enemy: u64) -> bool {
        self.lines.is_legal(from, to, own, enemy) && !self.is_shared(enemy, to)
    }

    /// Whether a move to `to`, which connects its own side, connects the enemy too by capturing,
    /// and does not win for that. Only a capture can connect an enemy that was not one unit.
    #[inline]
    fn is_shared(&self, enemy: u64, to: u8) -> bool {
        enemy >> to & 1 == 1
            && self.variant.simultaneous != Simultaneous::Mover
            && is_one_unit(enemy & !(1 << to))
    }
}

/// The units of a side that a man may leave to connect all, and for each the squares where that man
/// would touch all other units.
pub(super) struct Leavers {
    units: [u64; MOST_UNITS],
    wanted: [u64; MOST_UNITS],
    count: usize,
}

impl Leavers {
    /// Of these men.
    #[inline]
    pub(super) fn of(own: u64) -> Leavers {
        let none = Leavers { units: [0; MOST_UNITS], wanted: [0; MOST_UNITS], count: 0 };
        if isolated(own).count_ones() as usize > MOST_UNITS {
            return none;
        }
        // Step 1. The units, and what touches each.
        let mut units = [0; MOST_UNITS];
        let mut near = [0; MOST_UNITS];
        let mut count = 0;
        let mut rest = own;
        while rest != 0 {
            if count == MOST_UNITS {
                return none;
            }
            units[count] = unit(own, rest & rest.wrapping_neg());
            near[count] = with_neighbours(units[count]);
            rest &= !units[count];
            count += 1;
        }
        // Step 2. For each unit that a man may leave, the squares that touch all others.
        let mut leavers = none;
        for (leaving, &leaver) in units[..count].iter().enumerate() {
            let others = (0..count).filter(|&other| other != leaving);
            let wanted = others.fold(!own, |wanted, other| wanted & near[other]);
            if wanted != 0 {
                leavers.units[leavers.count] = leaver;
                leavers.wanted[leavers.count] = wanted;
                leavers.count += 1;
            }
        }
        leavers
    }

    /// Whether no move can connect.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The squares where the man on `from` may connect all.
    #[inline]
    pub(super) fn wanted(&self, from: u8) -> u64 {
        let units = self.units[..self.count].iter().position(|unit| unit >> (from & 63) & 1 == 1);
        units.map_or(0, |unit| self.wanted[unit])
    }

    /// Calls `visit` with each of the men that may connect the rest by moving, and the squares
    /// where it may, until it says `false`.
    #[inline]
    fn for_each(&self, mut visit: impl FnMut(u8, u64) -> bool) {
        for (&unit, &wanted) in self.units.iter().zip(&self.wanted).take(self.count) {
            let mut men = unit;
            while men != 0 {
                let from = men.trailing_zeros() as u8;
                men &= men - 1;
                if !visit(from, wanted) {
                    return;
                }
            }
        }
    }
}

/// The men whose loss leaves the others one unit, of a side that is not one unit: a man without
/// neighbours, if all others are together.
#[inline]
pub(super) fn uniting_losses(men: u64) -> u64 {
    let mut alone = isolated(men);
    let mut uniting = 0;
    // Of three men without neighbours two stay apart.
    if alone.count_ones() <= 2 {
        while alone != 0 {
            let man = alone & alone.wrapping_neg();
            alone ^= man;
            if is_one_unit(men ^ man) {
                uniting |= man;
            }
        }
    }
    uniting
}
