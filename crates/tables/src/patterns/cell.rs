//! The five kinds of cells of a race pattern (Saffidine, Jouandeau and Cazenave, 3.3).
//!
//! Table 2 of the paper, for a pattern of the attacker, with the letters of our files, and Figure 2,
//! in which an arrow leads from a kind to a more general one:
//!
//! ```text
//!                o         .      |        x          ?
//!                occupied  free   passive  crossable  don't care       passive
//!   attacker     yes       yes    yes      yes        yes             /       \
//!   empty                  yes    yes      yes        yes     o  ->  .         ?
//!   defender                               yes        yes             \       /
//!   wall                          yes                 yes             crossable
//! ```
//!
//! A kind is the set of the things that may stand on the cell, four bits. More general means a
//! larger set, and every cut of two kinds is a kind again (passive and crossable make free).

/// The kind of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Cell {
    /// A man of the attacker stands here.
    Occupied,
    /// No man of the defender stands here, and it is no wall.
    Free,
    /// No man of the defender stands here; it may be a wall, and the attacker does not go there.
    Passive,
    /// Not a wall: the attacker may go here, if only by taking.
    Crossable,
    /// Anything; the attacker does not go there.
    DontCare,
}

const ATTACKER: u8 = 1;
const EMPTY: u8 = 2;
const DEFENDER: u8 = 4;
const WALL: u8 = 8;

impl Cell {
    /// All kinds, the special ones first.
    pub const ALL: [Cell; 5] =
        [Cell::Occupied, Cell::Free, Cell::Passive, Cell::Crossable, Cell::DontCare];

    /// What may stand on it, as bits: attacker 1, empty 2, defender 4, wall 8.
    #[must_use]
    pub fn allowed(self) -> u8 {
        match self {
            Cell::Occupied => ATTACKER,
            Cell::Free => ATTACKER | EMPTY,
            Cell::Passive => ATTACKER | EMPTY | WALL,
            Cell::Crossable => ATTACKER | EMPTY | DEFENDER,
            Cell::DontCare => ATTACKER | EMPTY | DEFENDER | WALL,
        }
    }

    /// The kind that allows exactly this.
    pub(super) fn from_allowed(allowed: u8) -> Option<Cell> {
        Cell::ALL.into_iter().find(|cell| cell.allowed() == allowed)
    }

    /// Whether whatever satisfies `other` satisfies this: an arrow of Figure 2, or several.
    #[must_use]
    pub fn covers(self, other: Cell) -> bool {
        other.allowed() & !self.allowed() == 0
    }

    /// Whether a man of the defender may stand here.
    #[must_use]
    pub(crate) fn may_hold_defender(self) -> bool {
        self.allowed() & DEFENDER != 0
    }

    /// Whether it may be a wall.
    #[must_use]
    pub(crate) fn may_be_wall(self) -> bool {
        self.allowed() & WALL != 0
    }

    /// The letter in files and pictures.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Cell::Occupied => 'o',
            Cell::Free => '.',
            Cell::Passive => '|',
            Cell::Crossable => 'x',
            Cell::DontCare => '?',
        }
    }

    /// The kind with this letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Cell> {
        Cell::ALL.into_iter().find(|cell| cell.letter() == letter)
    }

    /// Its name in the paper.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Cell::Occupied => "occupied",
            Cell::Free => "free",
            Cell::Passive => "passive",
            Cell::Crossable => "crossable",
            Cell::DontCare => "don't care",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cell;

    #[test]
    fn the_arrows_are_those_of_figure_2() {
        let [occupied, free, passive, crossable, anything] = Cell::ALL;
        let arrows = [
            (occupied, free),
            (free, passive),
            (free, crossable),
            (passive, anything),
            (crossable, anything),
        ];
        for (special, general) in arrows {
            assert!(general.covers(special) && !special.covers(general));
        }
        assert!(!passive.covers(crossable) && !crossable.covers(passive));
    }

    #[test]
    fn the_cut_of_two_kinds_is_a_kind() {
        for a in Cell::ALL {
            assert_eq!(Cell::from_letter(a.letter()), Some(a));
            for b in Cell::ALL {
                let cut = Cell::from_allowed(a.allowed() & b.allowed()).unwrap();
                assert!(a.covers(cut) && b.covers(cut));
            }
        }
    }
}
