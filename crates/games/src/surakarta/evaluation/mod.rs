//! What a position seems to be worth: how many men there are for each of the enemy's, and what can
//! be taken for nothing.
//!
//! Winands and Schadd (CG 2010, 4.1 and 4.5) take SIA's evaluation, in thousandths of a man, and call
//! two men more decisive; what else SIA counts the paper does not say. Two men are not the same with
//! eight against six, where nothing is decided yet, as with three against one. In a search that begins
//! two men ahead nearly every position is then "decisive", and the evaluation tells its leaves apart no
//! more. So men count as a ratio here:
//!
//! | feature | unit | |
//! |---|---|---|
//! | ratio | thousandth of a logarithm | own men to enemy men |
//! | free captures | man | that the side to move can take without being taken in its turn |
//!
//! A file here is one of them. The sum of both, each times its weight ([`weights`]), is the evaluation.
//! Its unit is a thousandth of a natural logarithm of odds: a position of 1000 is won e times as often
//! as lost, among the games that the weights were fitted to.
//!
//! ```text
//!   6 . . . . . .     Black to move: 2 men to 1 is 693, and c2xe5 is a free capture:
//!   5 . . . . w .     1.262 * 693 + 921.541 = 1796
//!   4 . . . . . .
//!   3 . . . . . .     White to move: -693, and e5xc2 is no free capture: the man on d1 takes
//!   2 . . b . . .     in its turn. -1.262 * 693 = -874
//!   1 . . . b . .
//!     a b c d e f
//! ```
//!
//! The value is the same from all eight sides and for both colours. It is not the negative of the
//! value with the other side to move: captures belong to the side whose turn it is.

mod free_captures;
mod material;
mod player;
mod weights;

#[cfg(test)]
mod drawn;

pub(super) use player::EVALUATION;
pub use weights::FEATURES;

use super::fast::{Position, Surakarta};
use andor_core::{Evaluate, Squash, Trust};
use weights::FROZEN;

impl Surakarta {
    /// The features of a position for the side to move, in the order of [`FEATURES`].
    #[must_use]
    #[inline]
    pub fn features(&self, position: &Position) -> [i32; FEATURES.len()] {
        [material::ratio(position), free_captures::free_captures(position)]
    }
}

impl Evaluate<Surakarta> for Surakarta {
    #[inline]
    fn evaluate(&self, _: &Surakarta, position: &Position) -> i32 {
        let weighted = self.features(position).into_iter().zip(FROZEN.features);
        weighted.map(|(feature, weight)| feature * weight).sum::<i32>() / 1000
    }

    fn decisive(&self) -> i32 {
        FROZEN.decisive
    }

    /// Nodes of `auto` on the 54 endgames that all solve in 5 M: (10, 10) in steps by the parent 54.6 M, by the leaf 26.2 M;
    /// exponential by the leaf (1000, 1000) 14.4 M, (1000, 300) 11.6 M, (300, 1000) 22.3 M.
    fn trust(&self) -> Trust {
        let squash = Squash::Exponential;
        Trust { a: 1000, b: 300, t: None, squash, looks_at_leaf: true }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Reference, Surakarta};
    use andor_core::board::pack_ternary;
    use andor_core::{Evaluate, Rules, SplitMix64};
    use std::collections::HashSet;

    /// The ratio and the free captures of the side to move, by the reference rules.
    fn plain_features(text: &str) -> [i32; 2] {
        let rules = Reference::new();
        let position = rules.parse_position(text).expect(text);
        let (board, side) = text.split_once(' ').expect(text);
        let men = |side: &str| board.matches(side).count() as f64;
        let other = if side == "b" { "w" } else { "b" };
        let logarithm = |men: f64| (1000.0 * men.ln()).round() as i32;
        // A capture is written c2xe5.
        let captures = |position: &_| -> Vec<(_, String)> {
            let mut moves = Vec::new();
            rules.moves(position, &mut moves);
            let target = |mv| Some(rules.move_text(position, mv).split_once('x')?.1.to_owned());
            moves.iter().filter_map(|&mv| Some((mv, target(mv)?))).collect()
        };
        let mut free = HashSet::new();
        for (mv, target) in captures(&position) {
            let next = rules.after(&position, mv);
            let is_over = rules.outcome(&next).is_some();
            if is_over || captures(&next).iter().all(|(_, answer)| *answer != target) {
                free.insert(target);
            }
        }
        [logarithm(men(side)) - logarithm(men(other)), free.len() as i32]
    }

    fn evaluate(text: &str) -> i32 {
        let game = Surakarta::new();
        game.evaluate(&game, &game.parse_position(text).expect(text))
    }

    /// The position drawn above.
    #[test]
    fn a_drawn_position() {
        assert_eq!(plain_features("6/4w1/6/6/2b3/3b2 b"), [693, 1]);
        assert_eq!(plain_features("6/4w1/6/6/2b3/3b2 w"), [-693, 0]);
        assert_eq!(evaluate("6/4w1/6/6/2b3/3b2 b"), 1796);
        assert_eq!(evaluate("6/4w1/6/6/2b3/3b2 w"), -874);
        assert_eq!(evaluate("bbbbbb/bbbbbb/6/6/wwwwww/wwwwww b"), 0);
    }

    /// Features by the reference rules; the same from all sides and for both colours.
    #[test]
    fn features_and_symmetries_on_random_boards() {
        let game = Surakarta::new();
        let mut random = SplitMix64::new(44);
        for round in 0..3_000 {
            let (mut cells, mut men) = ([0; 36], [0; 3]);
            for cell in &mut cells {
                let digit = random.below(3 + round % 9);
                *cell = if digit < 3 && men[digit] < 12 { digit as u8 } else { 0 };
                men[usize::from(*cell)] += 1;
            }
            if men[1] == 0 || men[2] == 0 {
                continue;
            }
            let mut bytes = vec![(round % 2) as u8];
            pack_ternary(cells.into_iter(), &mut bytes);
            let position = game.decode(&bytes).expect("a board");
            let text = game.position_text(&position);
            assert_eq!(game.features(&position), plain_features(&text), "{text}");
            let score = evaluate(&text);
            for symmetry in 0..8 {
                let image = game.transform(&position, symmetry);
                assert_eq!(game.evaluate(&game, &image), score, "{text}");
            }
            let exchanged = |cell| match cell {
                'b' => 'w',
                'w' => 'b',
                other => other,
            };
            let colours: String = text.chars().map(exchanged).collect();
            assert_eq!(evaluate(&colours), score, "{colours}");
        }
    }
}
