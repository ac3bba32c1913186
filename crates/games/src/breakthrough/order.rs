//! Which move to try first: features of a move, weighed by `data/breakthrough-order.toml`.
//!
//! The features look at the square that a man goes to and at what it leaves behind, as the side to
//! move sees the board (it goes up):
//!
//! ```text
//!     x . x      x  enemy men here attack the man, and it attacks them
//!     . T .      T  the square it goes to
//!     o . o      o  own men here defend it
//! ```
//!
//! What a search below a move costs is guessed as well: after a threat the opponent has few
//! replies (`replies`).

use super::fast::{BothSides, Breakthrough, Move, Position};
use crate::weight_file;
use andor_core::{Game, Margins, Order, Player, Rules};
use std::sync::LazyLock;

/// The features, as the file of weights calls them.
const FEATURES: [&str; 21] = [
    // The move takes a man; how many rows that man had gone.
    "capture",
    "captured-rows",
    // How many rows the man has gone after the move; one and two steps are left to its goal.
    "rows",
    "one-step-left",
    "two-steps-left",
    // It can be taken, and is not defended; it can be taken, and is; enemies less defenders there.
    "hanging",
    "exchange",
    "attackers-less-defenders",
    // It could be taken where it stood.
    "escape",
    // It leaves the first row; how many own men that can be taken lose their last defender.
    "leaves-home",
    "abandoned",
    // How many enemy men it attacks; no enemy stands ahead on its file and the two beside it.
    "attacks",
    "passed",
    // It goes straight on; files to the nearest edge; own men beside it.
    "straight",
    "files-to-edge",
    "neighbours",
    // The opponent's replies worth searching; those that take a man.
    "replies",
    "captures-left",
    // The moves that the side would have if it were its turn again.
    "own-moves",
    // How far the side, and the opponent, are from a run that nobody can stop, as a zone table tells.
    "own-margin",
    "enemy-margin",
];

type Weights = LazyLock<[i32; FEATURES.len()]>;

static WEIGHTS: Weights = LazyLock::new(|| {
    weight_file::numbers(include_str!("../../data/breakthrough-order.toml"), FEATURES)
});

static TALL_WEIGHTS: Weights = LazyLock::new(|| {
    weight_file::numbers(include_str!("../../data/breakthrough-order-tall.toml"), FEATURES)
});

/// The order by weighed features: the usual weights, or those of tall boards.
pub(super) enum ByFeatures {
    Usual,
    Tall,
}

impl ByFeatures {
    /// The order of a board.
    pub(super) fn of(game: &Breakthrough) -> &'static ByFeatures {
        if is_tall(game) { &ByFeatures::Tall } else { &ByFeatures::Usual }
    }
}

/// Two rows taller than wide: men have a long way to go, and races decide.
fn is_tall(game: &Breakthrough) -> bool {
    game.rows >= game.columns + 2
}

/// The squares that lie diagonally ahead of these, for the side that goes up or down.
#[inline(always)]
fn ahead(game: &Breakthrough, men: u64, goes_up: bool) -> u64 {
    let (first, last) = (men & game.not_first_file, men & game.not_last_file);
    match goes_up {
        true => first << (game.columns - 1) | last << (game.columns + 1),
        false => first >> (game.columns + 1) | last >> (game.columns - 1),
    }
}

/// What all moves of a position have in common.
struct Scene<'a> {
    game: &'a Breakthrough,
    men: BothSides,
    goes_up: bool,
    /// Where the enemy can take.
    attacked: u64,
    /// Own men that can be taken.
    in_danger: u64,
}

impl Scene<'_> {
    fn features(&self, position: &Position, mv: Move, margins: Margins) -> [i32; FEATURES.len()] {
        let Scene { game, men: BothSides { own, enemy }, goes_up, attacked, in_danger } = *self;
        let (columns, rows) = (game.columns, game.rows);
        let (from, to) = (1u64 << mv.from, 1u64 << mv.to);
        let row = usize::from(mv.to) / columns;
        let column = usize::from(mv.to) % columns;
        let gone = if goes_up { row } else { rows - 1 - row };
        let left = rows - 1 - gone;
        let is = i32::from;
        let count = |squares: u64| squares.count_ones() as i32;
        let captures = enemy & to != 0;
        let rest = own & !from;
        let (front, back) = (ahead(game, to, goes_up), ahead(game, to, !goes_up));
        let (attackers, defenders) = (count(front & enemy), count(back & rest));
        // Men that `from` defended and nobody defends now.
        let defended = ahead(game, rest | to, goes_up);
        let abandoned = ahead(game, from, goes_up) & in_danger & !defended;
        let after = game.after(position, mv);
        let own_targets = game.targets_of(rest | to, enemy & !to, position.side);
        let beside = (to & game.not_first_file) >> 1 | (to & game.not_last_file) << 1;
        [
            is(captures),
            if captures { left as i32 } else { 0 },
            gone as i32,
            is(left == 1),
            is(left == 2),
            is(attackers > 0 && defenders == 0),
            is(attackers > 0 && defenders > 0),
            attackers - defenders,
            is(attacked & from != 0),
            is(gone == 1),
            count(abandoned),
            attackers,
            is(self.cone(to) & enemy == 0),
            is(usize::from(mv.to.abs_diff(mv.from)) == columns),
            column.min(columns - 1 - column) as i32,
            count(beside & rest),
            game.count_candidates(&after) as i32,
            count(ahead(game, enemy & !to, !goes_up) & (rest | to)),
            own_targets.count() as i32,
            // The opponent is to move then.
            margins.enemy.into(),
            margins.own.into(),
        ]
    }

    /// The squares ahead of a man on its own file and the two beside it.
    fn cone(&self, man: u64) -> u64 {
        let step = |men: u64| {
            let straight = match self.goes_up {
                true => men << self.game.columns,
                false => men >> self.game.columns,
            };
            let (first, last) = (self.game.not_first_file, self.game.not_last_file);
            straight | (straight & first) >> 1 | (straight & last) << 1
        };
        let mut row = step(man);
        let mut cone = row;
        for _ in 2..self.game.rows {
            row = match self.goes_up {
                true => row << self.game.columns,
                false => row >> self.game.columns,
            };
            cone |= row;
        }
        cone
    }
}

impl Order<Breakthrough> for ByFeatures {
    fn features(&self) -> &'static [&'static str] {
        &FEATURES
    }

    fn weights(&self) -> &[i32] {
        match self {
            ByFeatures::Usual => &*WEIGHTS,
            ByFeatures::Tall => &*TALL_WEIGHTS,
        }
    }

    /// On tall boards. On 4x7 it took 24 million expansions and df-pn 181, with the usual weights; on 5x6 and wider ones df-pn is ahead
    /// (docs/results/breakthrough.md).
    fn leads(&self, game: &Breakthrough) -> bool {
        is_tall(game)
    }

    fn score(
        &self,
        game: &Breakthrough,
        position: &Position,
        moves: &[Move],
        margins: &[Margins],
        weights: &[i32],
        scores: &mut Vec<i32>,
    ) {
        let men = position.here;
        let goes_up = position.side == Player::White;
        let attacked = ahead(game, men.enemy, !goes_up);
        let scene = Scene { game, men, goes_up, attacked, in_danger: attacked & men.own };
        scores.clear();
        scores.extend(moves.iter().zip(margins).map(|(&mv, &margins)| {
            let features = scene.features(position, mv, margins);
            features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum::<i32>()
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::{ByFeatures, FEATURES};
    use crate::breakthrough::Breakthrough;
    use andor_core::{Margins, Order, Rules};

    fn feature(name: &str, game: &Breakthrough, position: &str, mv: &str) -> i32 {
        let position = game.parse_position(position).unwrap();
        let mv = game.parse_move(&position, mv).unwrap();
        let mut scores = Vec::new();
        let weights = FEATURES.map(|feature| i32::from(feature == name));
        let margins = Margins { own: 2, enemy: 5 };
        assert!(FEATURES.contains(&name), "{name}");
        ByFeatures::Usual.score(game, &position, &[mv], &[margins], &weights, &mut scores);
        scores[0]
    }

    /// ```text
    ///   6 | b . . . b
    ///   5 | . . b . .
    ///   4 | . b . . .
    ///   3 | w . . w .
    ///   2 | . . . . w
    ///   1 | w . . . .
    /// ```
    #[test]
    fn features_by_hand() {
        let game = Breakthrough::new(5, 6);
        let white = "b3b/2b2/1b3/w2w1/4w/w4 w";
        for (name, mv, value) in [
            ("capture", "a3xb4", 1),
            ("captured-rows", "a3xb4", 2),
            ("rows", "a3xb4", 3),
            ("one-step-left", "d3-d4", 0),
            ("two-steps-left", "d3-d4", 1),
            ("hanging", "d3-d4", 1),
            ("exchange", "d3-d4", 0),
            ("hanging", "d3-e4", 0),
            ("passed", "d3-e4", 0),
            ("escape", "a3-a4", 1),
            ("leaves-home", "a1-a2", 1),
            ("abandoned", "e2-e3", 0),
            ("attacks", "d3-d4", 1),
            ("straight", "d3-d4", 1),
            ("straight", "d3-c4", 0),
            ("files-to-edge", "d3-c4", 2),
            ("neighbours", "d3-c4", 0),
            ("attackers-less-defenders", "e2-e3", 0),
            ("own-moves", "d3-d4", 9),
            // Those after the move, when the opponent is to move.
            ("own-margin", "d3-d4", 5),
            ("enemy-margin", "d3-d4", 2),
        ] {
            assert_eq!(feature(name, &game, white, mv), value, "{name} of {mv}");
        }
        // The same board turned round with the colours exchanged says the same of the same move.
        let turned = "4b/b4/1b2b/3w1/2w2/w3w b";
        for name in FEATURES {
            let here = feature(name, &game, white, "d3-d4");
            assert_eq!(feature(name, &game, turned, "b4-b3"), here, "{name}");
        }
    }

    #[test]
    fn every_feature_has_a_weight_and_tall_boards_have_their_own() {
        let of = |columns, rows| ByFeatures::of(&Breakthrough::new(columns, rows));
        let (usual, tall) = (of(5, 6), of(4, 6));
        for order in [usual, tall] {
            assert_eq!(order.weights().len(), FEATURES.len());
            assert_eq!(Order::features(order).len(), FEATURES.len());
        }
        assert!(usual.weights() != tall.weights());
        assert!(tall.leads(&Breakthrough::new(4, 6)) && !usual.leads(&Breakthrough::new(5, 6)));
    }
}
