//! A set of patterns laid on one board: where it matches, in two comparisons of bits a place.
//!
//! Every pattern, as it is and mirrored, is laid on every place where all cells that must not be
//! walls are on the board, once for the side that goes up and once turned round for the other. There it asks for
//!
//! ```text
//!   need    the squares that the attacker must hold            (occupied cells)
//!   clear   the squares where no defender may stand            (occupied, free, passive cells, and the
//!                                                              rows that the defender has at most
//!                                                              `order` moves away from its goal)
//! ```
//!
//! Of these placements those that another one covers are left out, and those that are left are kept by
//! what they need, so that most of them are never looked at.

use super::cell::Cell;
use super::pattern::{Pattern, Turn};
use andor_core::{RaceBoard, Racers};

/// A pattern at a place of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// Where the attacker must stand.
    pub need: u64,
    /// Where the defender must not stand.
    pub clear: u64,
    /// The squares of its cells that are not don't-care.
    pub care: u64,
    /// The number of the pattern in its set.
    pub pattern: usize,
    /// Whether it lies mirrored.
    pub mirrored: bool,
    /// The column of the board where its first column lies; columns beyond the border are walls.
    pub column: isize,
}

impl Placement {
    /// Whether it matches.
    #[inline]
    #[must_use]
    pub fn matches(&self, attackers: u64, defenders: u64) -> bool {
        attackers & self.need == self.need && defenders & self.clear == 0
    }
}

/// All placements with one need: their clear masks from `from` to `to`.
#[derive(Clone, Copy, Debug)]
struct Group {
    need: u64,
    from: u32,
    to: u32,
}

/// The placements of one attacker and turn.
#[derive(Clone, Debug, Default)]
struct Placements {
    groups: Vec<Group>,
    clear: Vec<u64>,
    /// What the placements are, in the same order.
    all: Vec<Placement>,
}

impl Placements {
    fn new(mut all: Vec<Placement>) -> Placements {
        // Step 1. Leave out what a placement that asks for less covers.
        let asked = |place: &Placement| place.need.count_ones() + place.clear.count_ones();
        all.sort_by_key(|place| (asked(place), place.pattern));
        let mut kept: Vec<Placement> = Vec::new();
        for place in all {
            let covers = |other: &Placement| {
                other.need & !place.need == 0 && other.clear & !place.clear == 0
            };
            if !kept.iter().any(covers) {
                kept.push(place);
            }
        }
        // Step 2. Group by need.
        kept.sort_by_key(|place| (place.need, asked(place)));
        let clear = kept.iter().map(|place| place.clear).collect();
        let mut groups: Vec<Group> = Vec::new();
        for (at, place) in kept.iter().enumerate() {
            match groups.last_mut() {
                Some(group) if group.need == place.need => group.to += 1,
                _ => groups.push(Group { need: place.need, from: at as u32, to: at as u32 + 1 }),
            }
        }
        // What needs little matches most often.
        groups.sort_by_key(|group| group.need.count_ones());
        Placements { groups, clear, all: kept }
    }

    #[inline]
    fn is_found(&self, attackers: u64, defenders: u64) -> bool {
        for group in &self.groups {
            if attackers & group.need == group.need {
                let clear = &self.clear[group.from as usize..group.to as usize];
                if clear.iter().any(|&clear| defenders & clear == 0) {
                    return true;
                }
            }
        }
        false
    }
}

/// A set of patterns on one board.
#[derive(Clone, Debug)]
pub struct PatternBoard {
    /// Of the attacker who goes down and of the one who goes up, each by turn.
    placements: [[Placements; 2]; 2],
}

impl PatternBoard {
    /// Lays these patterns on a board.
    #[must_use]
    pub fn new(patterns: &[Pattern], board: RaceBoard) -> PatternBoard {
        let placements = [false, true].map(|goes_up| {
            Turn::BOTH.map(|turn| {
                let mut all = Vec::new();
                for (number, pattern) in patterns.iter().enumerate() {
                    if pattern.turn == turn {
                        place(pattern, number, goes_up, board, Some(pattern.order), &mut all);
                    }
                }
                Placements::new(all)
            })
        });
        PatternBoard { placements }
    }

    /// How many placements there are, of both sides.
    #[must_use]
    pub fn placements(&self) -> usize {
        self.placements.iter().flatten().map(|placements| placements.all.len()).sum()
    }

    /// Whether the side to move wins, or the other one, if a pattern says so.
    #[inline]
    #[must_use]
    pub fn mover_wins(&self, racers: Racers) -> Option<bool> {
        let Racers { own, enemy, goes_up } = racers;
        if self.of(goes_up, Turn::First).is_found(own, enemy) {
            return Some(true);
        }
        self.of(!goes_up, Turn::Second).is_found(enemy, own).then_some(false)
    }

    /// Every placement that matches: those of turn [`First`](Turn::First) of the side to move, those
    /// of turn [`Second`](Turn::Second) of the other one.
    #[must_use]
    pub fn matches(&self, racers: Racers) -> Vec<(Turn, &Placement)> {
        let Racers { own, enemy, goes_up } = racers;
        let mut found = Vec::new();
        for (turn, goes_up, attackers, defenders) in
            [(Turn::First, goes_up, own, enemy), (Turn::Second, !goes_up, enemy, own)]
        {
            let all = self.of(goes_up, turn).all.iter();
            let matching = all.filter(|place| place.matches(attackers, defenders));
            found.extend(matching.map(|place| (turn, place)));
        }
        found
    }

    #[inline]
    fn of(&self, goes_up: bool, turn: Turn) -> &Placements {
        &self.placements[usize::from(goes_up)][turn as usize]
    }
}

/// Adds every placement of a pattern on a board, where defenders must have more than `to_go` rows to go, if that is said.
pub(super) fn place(
    pattern: &Pattern,
    number: usize,
    goes_up: bool,
    RaceBoard { columns, rows }: RaceBoard,
    to_go: Option<u32>,
    all: &mut Vec<Placement>,
) {
    if !pattern.boards.contains(rows) || pattern.rows() >= rows {
        return;
    }
    // Rows seen by the attacker, who moves up: row 0 is the defender's goal.
    let square = |row: usize, column: usize| {
        let row = if goes_up { row } else { rows - 1 - row };
        1_u64 << (row * columns + column)
    };
    let racing = (0..to_go.map_or(0, |order| order as usize + 1).min(rows))
        .flat_map(|row| (0..columns).map(move |column| (row, column)))
        .fold(0, |mask, (row, column)| mask | square(row, column));
    let image = pattern.mirrored();
    let is_symmetric = image == *pattern;
    for (pattern, mirrored) in [(pattern, false), (&image, true)] {
        if mirrored && is_symmetric {
            continue;
        }
        for shift in 1 - pattern.columns() as isize..columns as isize {
            let mut place = Placement {
                need: 0,
                clear: racing,
                care: 0,
                pattern: number,
                mirrored,
                column: shift,
            };
            let mut fits = true;
            for row in 0..pattern.rows() {
                for (column, &cell) in pattern.row(row).iter().enumerate() {
                    let column = column as isize + shift;
                    if !(0..columns as isize).contains(&column) {
                        fits &= cell.may_be_wall();
                        continue;
                    }
                    let bit = square(rows - 1 - row, column as usize);
                    if cell != Cell::DontCare {
                        place.care |= bit;
                    }
                    if cell == Cell::Occupied {
                        place.need |= bit;
                    }
                    if !cell.may_hold_defender() {
                        place.clear |= bit;
                    }
                }
            }
            if fits {
                all.push(place);
            }
        }
    }
}
