//! What a position seems to be worth to a player: the area and liberties that `evaluation.rs` counts,
//! apart, each with a weight; and the chains in atari.
//!
//! | feature | unit | |
//! |---|---|---|
//! | area | half a point | own and nearer points less the enemy's, less what a win takes (komi, goal) |
//! | liberties | point | next to own stones, less those next to enemy stones |
//! | atari | stone | in own chains with one liberty, less the enemy's |
//! | player to move | turn | |
//!
//! ```text
//!   3 . w .     Black's b2 has one liberty, c2: one stone in atari. White's chains: b3 has two
//!   2 w b .     liberties, a2 has two, b1 has two. The empty points a3, c3, a1 and c1 are
//!   1 . w .     next to white stones only, c2 to the black one.
//!     a b c
//! ```

use super::Go;
use super::bits::Bits;
use super::fast::Position;
use crate::weighted_sum::Features;
use andor_core::Player;

/// The names of the features, in the order of their weights.
pub const FEATURES: [&str; 4] = ["area", "liberties", "atari", "player-to-move"];

/// The features, and the weights that come with them.
pub(super) const EVALUATION: Features<Go, { FEATURES.len() }> = Features {
    names: &FEATURES,
    values: features,
    file: include_str!("../../data/go-player.toml"),
};

/// For the side to move.
fn features(game: &Go, position: &Position) -> [i32; FEATURES.len()] {
    let lattice = &game.lattice;
    let [black, white] = position.stones;
    let empty = lattice.board & !(black | white);
    let count = |points: Bits| points.count_ones() as i32;
    let [black_area, white_area] = game.grow(position.stones);
    let area = 2 * (count(black_area) - count(white_area)) - game.variant.needed();
    let liberties = |stones: Bits| count(lattice.neighbours(stones) & empty);
    let atari = |stones: Bits| {
        let (mut rest, mut in_atari) = (stones, 0);
        while rest != 0 {
            let chain = lattice.flood(rest & rest.wrapping_neg(), stones);
            rest &= !chain;
            in_atari += if liberties(chain) == 1 { count(chain) } else { 0 };
        }
        in_atari
    };
    let liberties = liberties(black) - liberties(white);
    let atari = atari(black) - atari(white);
    let sign = if position.side == Player::Black { 1 } else { -1 };
    [sign * area, sign * liberties, sign * atari, 1]
}

#[cfg(test)]
mod tests {
    use super::super::Variant;
    use super::{Go, features};
    use andor_core::{Game, Rules, Spec, SplitMix64};

    fn game(spec: &str) -> Go {
        Go::new(Variant::from_spec(&Spec::parse(spec).expect(spec)).expect(spec))
    }

    /// The drawing above: Black holds b2, White a3, b3, a2, a1, b1. White touches the points a3, c3,
    /// a1 and c1, Black c2.
    #[test]
    fn the_drawing() {
        let game = game("go:3x3");
        let position = game.parse_position("1w1/wb1/1w1 b").expect("a board");
        let [area, liberties, atari, turn] = features(&game, &position);
        // Black: b2 and c2. White: a3, b3, c3, a2, a1, b1, c1.
        assert_eq!([area, liberties, atari, turn], [2 * (2 - 7), 1 - 4, 1, 1]);
    }

    #[test]
    fn all_sides_and_both_colours_are_the_same_without_komi() {
        let mut random = SplitMix64::new(54);
        let game = game("go:5x5,ko=simple");
        let evaluator = game.make_evaluator("default", None).expect("an evaluator");
        let mut moves = Vec::new();
        for _ in 0..60 {
            let mut position = game.initial();
            for _ in 0..40 {
                if game.outcome(&position).is_some() {
                    break;
                }
                let text = game.position_text(&position);
                let score = evaluator.evaluate(&game, &position);
                for symmetry in 1..game.symmetries() {
                    let image = game.transform(&position, symmetry);
                    assert_eq!(evaluator.evaluate(&game, &image), score, "{text}");
                }
                let mut words: Vec<&str> = text.split(' ').collect();
                let exchanged = |letter| match letter {
                    'b' => 'w',
                    'w' => 'b',
                    other => other,
                };
                let board: String = words[0].chars().map(exchanged).collect();
                words[0] = &board;
                words[1] = if words[1] == "b" { "w" } else { "b" };
                let colours = game.parse_position(&words.join(" ")).expect("a board");
                assert_eq!(evaluator.evaluate(&game, &colours), score, "{text}");
                game.moves(&position, &mut moves);
                position = game.after(&position, moves[random.below(moves.len())]);
            }
        }
    }
}
