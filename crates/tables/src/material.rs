//! Material: how many men and kings each side has, as the side to move counts them.

use andor_core::{EndingBoard, Men};

/// A count of own men, own kings, enemy men and enemy kings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    /// Men, then kings of the side to move.
    pub own: [u32; 2],
    /// Men, then kings of the other side.
    pub enemy: [u32; 2],
}

impl Material {
    /// The material of these men.
    #[must_use]
    pub fn of(men: &Men) -> Material {
        let count = |side: [u64; 2]| side.map(u64::count_ones);
        Material { own: count(men.own), enemy: count(men.enemy) }
    }

    /// The same as the other side counts it.
    #[must_use]
    pub fn turned(self) -> Material {
        Material { own: self.enemy, enemy: self.own }
    }

    /// How many there are of both sides.
    #[must_use]
    pub fn total(self) -> u32 {
        self.own.iter().chain(&self.enemy).sum()
    }

    /// What falls with every capture and every promotion: material that a move can lead to is
    /// done before.
    #[must_use]
    pub fn order(self) -> (u32, u32) {
        (self.total(), self.own[0] + self.enemy[0])
    }

    /// For people: `2 v 1`, or where there are kings `1m2k v 1k`.
    #[must_use]
    pub fn text(self, board: &EndingBoard) -> String {
        let has_kings = board.own[1] != 0;
        let side = |[men, kings]: [u32; 2]| match (has_kings, men, kings) {
            (false, ..) => men.to_string(),
            (true, 0, _) => format!("{kings}k"),
            (true, _, 0) => format!("{men}m"),
            (true, ..) => format!("{men}m{kings}k"),
        };
        format!("{} v {}", side(self.own), side(self.enemy))
    }
}

/// All material of up to `pieces` men with which a game can go on, what can be led to first; each
/// next to the same as the other side counts it.
pub(crate) fn all_material(board: &EndingBoard, pieces: u32) -> Vec<Material> {
    let mut sides = Vec::new();
    for men in 0..=pieces {
        for kings in 0..=pieces - men {
            let exists = |squares: [u64; 2]| {
                (men == 0 || squares[0] != 0) && (kings == 0 || squares[1] != 0)
            };
            let total = men + kings;
            if (board.least.max(1)..=board.most).contains(&total) && exists(board.own) {
                sides.push([men, kings]);
            }
        }
    }
    let pairs =
        sides.iter().flat_map(|&own| sides.iter().map(move |&enemy| Material { own, enemy }));
    let mut all: Vec<Material> = pairs.filter(|material| material.total() <= pieces).collect();
    all.sort_by_key(|&material| {
        (material.order(), material.max(material.turned()), material.own < material.enemy)
    });
    all
}

#[cfg(test)]
mod tests {
    use super::{Material, all_material};
    use andor_core::EndingBoard;

    #[test]
    fn what_can_be_led_to_comes_first_and_both_views_stand_together() {
        let kings = EndingBoard { own: [1, 3], enemy: [2, 3], ..EndingBoard::square(2, 2, 1, 12) };
        let all = all_material(&kings, 3);
        let texts: Vec<String> = all.iter().map(|material| material.text(&kings)).collect();
        assert_eq!(
            texts[..8],
            [
                "1k v 1k", "1m v 1k", "1k v 1m", "1m v 1m", "2k v 1k", "1k v 2k", "1m v 2k",
                "2k v 1m"
            ]
        );
        assert_eq!(all.len(), 4 + 12);
        assert!(all.is_sorted_by_key(|material| material.order()));
        let place = |wanted: Material| all.iter().position(|&material| material == wanted);
        for (at, &material) in all.iter().enumerate() {
            assert!(place(material.turned()).is_some_and(|turned| turned.abs_diff(at) <= 1));
        }
    }

    #[test]
    fn a_side_has_as_many_men_as_the_game_needs() {
        let board = EndingBoard::square(4, 8, 2, 4);
        let texts: Vec<String> =
            all_material(&board, 5).iter().map(|material| material.text(&board)).collect();
        assert_eq!(texts, ["2 v 2", "3 v 2", "2 v 3"]);
    }
}
