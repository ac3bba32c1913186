//! What a position seems to be worth: material, and a little for where the men stand.
//!
//! Winands and Schadd (CG 2010, 4.1 and 4.5) take SIA's evaluation, whose unit is a thousandth of a
//! man, and call two men more decisive: t = 2000. What else SIA counts the paper does not say. Here
//! it is what a man can do:
//!
//! | feature | worth | |
//! |---|---|---|
//! | men | 1000 | |
//! | captures | 40 | as if it were the side's turn; two routes to the same man are one |
//! | steps | 10 | to empty neighbours |
//! | places | 25 | on the circuits: none in a corner, one on the edge, two elsewhere |
//!
//! Each is what the side to move has more than the other. The weights were set by hand, so that all
//! of it seldom outweighs a man:
//!
//! ```text
//!   6 . . . . . .     Black: a man; c2xe5; 8 steps; c2 is on the circuits twice
//!   5 . . . . w .     White: 2 men; e5xc2; 8 + 3 steps; e5 twice, a1 nowhere
//!   4 . . . . . .     Black to move: -1000 + 0 - 30 + 0 = -1030
//!   3 . . . . . .
//!   2 . . b . . .
//!   1 w . . . . .
//!     a b c d e f
//! ```

use super::fast::{Position, Surakarta};
use andor_core::Evaluate;

/// What one of each is worth: men, captures, steps, places.
const WORTH: [i32; 4] = [1000, 40, 10, 25];

/// Two men.
const DECISIVE: i32 = 2000;

impl Surakarta {
    /// Men, captures, steps and places: those of the side to move minus those of the other.
    #[must_use]
    #[inline]
    pub fn features(&self, position: &Position) -> [i32; 4] {
        let own = features_of_mover(position);
        let enemy = features_of_mover(&position.with_sides_exchanged());
        std::array::from_fn(|feature| own[feature] - enemy[feature])
    }
}

/// What the side to move has.
#[inline(always)]
fn features_of_mover(position: &Position) -> [i32; 4] {
    let steps: u32 = position.steps().iter().map(|(targets, _)| targets.count_ones()).sum();
    [
        position.own.board.count_ones() as i32,
        position.count_captures() as i32,
        steps as i32,
        position.own.rings.count_ones() as i32,
    ]
}

impl Evaluate<Surakarta> for Surakarta {
    #[inline]
    fn evaluate(&self, _: &Surakarta, position: &Position) -> i32 {
        let features = self.features(position);
        features.iter().zip(WORTH).map(|(feature, worth)| feature * worth).sum()
    }

    fn decisive(&self) -> i32 {
        DECISIVE
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Reference, Surakarta};
    use andor_core::board::pack_ternary;
    use andor_core::{Evaluate, Rules, SplitMix64};

    /// Men, captures, steps and places of the side to move by the reference rules.
    fn plain_features(text: &str) -> [i32; 4] {
        let rules = Reference::new();
        let position = rules.parse_position(text).expect(text);
        let mut moves = Vec::new();
        rules.moves(&position, &mut moves);
        let moves: Vec<String> = moves.iter().map(|&mv| rules.move_text(&position, mv)).collect();
        let count = |sign: char| moves.iter().filter(|mv| mv.contains(sign)).count() as i32;
        let (board, side) = text.split_once(' ').expect(text);
        let (mut men, mut places) = (0, 0);
        for (row, line) in board.split('/').enumerate() {
            let mut column = 0;
            for cell in line.chars() {
                if cell.to_string() == side {
                    men += 1;
                    places +=
                        i32::from((1..5).contains(&row)) + i32::from((1..5).contains(&column));
                }
                column += cell.to_digit(10).unwrap_or(1);
            }
        }
        [men, count('x'), count('-'), places]
    }

    fn evaluate(text: &str) -> i32 {
        let game = Surakarta::new();
        game.evaluate(&game, &game.parse_position(text).expect(text))
    }

    /// The position drawn above.
    #[test]
    fn a_drawn_position() {
        assert_eq!(plain_features("6/4w1/6/6/2b3/w5 b"), [1, 1, 8, 2]);
        assert_eq!(plain_features("6/4w1/6/6/2b3/w5 w"), [2, 1, 11, 2]);
        assert_eq!(evaluate("6/4w1/6/6/2b3/w5 b"), -1030);
        assert_eq!(evaluate("6/4w1/6/6/2b3/w5 w"), 1030);
        assert_eq!(evaluate("bbbbbb/bbbbbb/6/6/wwwwww/wwwwww b"), 0);
    }

    /// Features by the reference rules; the same from all sides, for both colours, and with the
    /// other sign for the other side.
    #[test]
    fn random_positions() {
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
            let texts = [0, 1].map(|side| {
                let mut bytes = vec![side];
                pack_ternary(cells.into_iter(), &mut bytes);
                game.position_text(&game.decode(&bytes).expect("a board"))
            });
            let [black, white] = texts.each_ref().map(|text| plain_features(text));
            let position = game.parse_position(&texts[0]).expect("a position");
            let features = game.features(&position);
            assert_eq!(features, std::array::from_fn(|n| black[n] - white[n]), "{}", texts[0]);
            let score = evaluate(&texts[0]);
            assert_eq!(evaluate(&texts[1]), -score, "{}", texts[0]);
            for symmetry in 0..8 {
                let image = game.transform(&position, symmetry);
                assert_eq!(game.evaluate(&game, &image), score);
            }
            let colours: String = texts[0]
                .chars()
                .map(|cell| match cell {
                    'b' => 'w',
                    'w' => 'b',
                    other => other,
                })
                .collect();
            assert_eq!(evaluate(&colours), score, "{colours}");
        }
    }
}
