//! What a position seems to be worth to a player. (Solvers use `evaluation.rs`, which is coarser.)
//!
//! | feature | unit | |
//! |---|---|---|
//! | men, kings | piece | own minus enemy, as in all of these |
//! | ratio | thousandth | twice the difference over the sum of all pieces, a king being 1.4 men |
//! | rows | row | that men have gone from their first rank |
//! | guards | man | on the own first rank, where they keep the enemy from making kings |
//! | centre | piece | on the eight playable squares of the files c to f and the ranks 3 to 6 |
//! | mobility | step | that pieces could make, captures aside |
//! | jumps | piece | that the side to move can jump at once (the enemy has no turn to do so) |
//! | player to move | turn | the tempo |
//!
//! ```text
//!   8 . . . . . . . .     Black to move, men downwards: b6 steps to a5 or c5, d6 to c5, e5 jumps
//!   7 . . . . . . . .     the man on d4. White: d4 could step to c5 only, a king on a1 to b2.
//!   6 . b . b . . . .
//!   5 . . . . b . . .     rows 2 + 2 + 3 to 3; centre 2 (d6, e5) to 1 (d4)
//!   4 . . . w . . . .
//!   3 . . . . . . . .     mobility: b6 2, d6 1 (e5 is its own man), e5 1 (f4): 4 to 2
//!   2 . . . . . . . .
//!   1 W . . . . . . .
//!     a b c d e f g h
//! ```

use super::captures::View;
use super::fast::{Checkers, Position};
use crate::weighted_sum::Features;
use andor_core::Player;

/// The names of the features, in the order of their weights.
pub const FEATURES: [&str; 9] =
    ["men", "kings", "ratio", "rows", "guards", "centre", "mobility", "jumps", "player-to-move"];

/// The features, and the weights that come with them.
pub(super) const EVALUATION: Features<Checkers, { FEATURES.len() }> = Features {
    names: &FEATURES,
    values: features,
    file: include_str!("../../data/checkers-player.toml"),
};

/// Files c to f, ranks 3 to 6.
const CENTRE: u64 = 0x0000_3C3C_3C3C_0000;

/// Men, kings, rows, guards, centre and mobility of a side.
#[inline(always)]
fn side<const IS_UP: bool>(view: &View<IS_UP>) -> [i32; 6] {
    let count = |board: u64| board.count_ones() as i32;
    let men = view.own & !view.kings;
    let on_row = |row: u32| count(men >> (8 * row) & 0xFF);
    let home = if IS_UP { 0 } else { 7u32 };
    let rows = (0..8u32).map(|row| row.abs_diff(home) as i32 * on_row(row)).sum();
    let mobility = (0..4).map(|direction| count(view.steps(direction))).sum();
    [count(men), count(view.kings), rows, on_row(home), count(view.own & CENTRE), mobility]
}

/// Pieces that can be jumped at once.
#[inline(always)]
fn jumped<const IS_UP: bool>(view: &View<IS_UP>) -> i32 {
    let over = (0..4).fold(0, |over, direction| {
        // Back from where the jump ends.
        over | super::captures::shift(view.jumps(direction), 3 - direction)
    });
    over.count_ones() as i32
}

/// For the side to move.
fn features(_: &Checkers, position: &Position) -> [i32; FEATURES.len()] {
    let (black, white) = (position.as_black(), position.as_white());
    let (own, enemy, jumps) = match position.side {
        Player::Black => (side(&black), side(&white), jumped(&black)),
        Player::White => (side(&white), side(&black), jumped(&white)),
    };
    let material = |[men, kings, ..]: [i32; 6]| 10 * men + 14 * kings;
    let (own_material, enemy_material) = (material(own), material(enemy));
    let ratio = 2000 * (own_material - enemy_material) / (own_material + enemy_material).max(1);
    let [men, kings, rows, guards, centre, mobility] =
        [0, 1, 2, 3, 4, 5].map(|place| own[place] - enemy[place]);
    [men, kings, ratio, rows, guards, centre, mobility, jumps, 1]
}

#[cfg(test)]
mod tests {
    use super::{Checkers, FEATURES, features};
    use andor_core::{Game, Rules, SplitMix64};

    /// The drawing above.
    #[test]
    fn the_drawing() {
        let position = Checkers.parse_position("8/8/1b1b4/4b3/3w4/8/8/W7 b").expect("a board");
        let ratio = 2000 * (30 - 24) / 54;
        assert_eq!(features(&Checkers, &position), [2, -1, ratio, 7 - 3, 0, 2 - 1, 4 - 2, 1, 1]);
    }

    /// The features of a text, square by square.
    fn plain_features(text: &str) -> [i32; FEATURES.len()] {
        let (board, side) = text.split_once(' ').expect(text);
        let mut cells = [['.'; 8]; 8];
        for (row, rank) in board.split('/').rev().enumerate() {
            let mut column = 0;
            for letter in rank.chars() {
                match letter.to_digit(10) {
                    Some(empty) => column += empty as usize,
                    None => {
                        cells[row][column] = letter;
                        column += 1;
                    }
                }
            }
        }
        let at = |column: i32, row: i32| match (0..8).contains(&column) && (0..8).contains(&row) {
            true => cells[row as usize][column as usize],
            false => '#',
        };
        let of = |colour: char| -> [i32; 7] {
            let (up, home) = if colour == 'w' { (1, 0) } else { (-1, 7) };
            let mut sums = [0; 7];
            let mut jumped = Vec::new();
            for (column, row) in (0..8).flat_map(|row| (0..8).map(move |column| (column, row))) {
                let piece = at(column, row);
                if piece.to_ascii_lowercase() != colour {
                    continue;
                }
                let is_king = piece.is_uppercase();
                let ways: &[i32] = if is_king { &[-1, 1] } else { &[up] };
                for (way, across) in ways.iter().flat_map(|&way| [(way, -1), (way, 1)]) {
                    let next = at(column + across, row + way);
                    let beyond = at(column + 2 * across, row + 2 * way);
                    sums[5] += i32::from(next == '.');
                    if !".#".contains(next) && next.to_ascii_lowercase() != colour && beyond == '.'
                    {
                        jumped.push((column + across, row + way));
                    }
                }
                let gone = (row - home).abs();
                sums[usize::from(is_king)] += 1;
                sums[2] += if is_king { 0 } else { gone };
                sums[3] += i32::from(!is_king && gone == 0);
                sums[4] += i32::from((2..6).contains(&column) && (2..6).contains(&row));
            }
            jumped.sort_unstable();
            jumped.dedup();
            sums[6] = jumped.len() as i32;
            sums
        };
        let (own, enemy) = if side == "w" { (of('w'), of('b')) } else { (of('b'), of('w')) };
        let material = |side: [i32; 7]| 10 * side[0] + 14 * side[1];
        let (mine, yours) = (material(own), material(enemy));
        let ratio = 2000 * (mine - yours) / (mine + yours).max(1);
        let [men, kings, rows, guards, centre, mobility] =
            [0, 1, 2, 3, 4, 5].map(|place| own[place] - enemy[place]);
        [men, kings, ratio, rows, guards, centre, mobility, own[6], 1]
    }

    #[test]
    fn fast_and_plain_features_agree_and_both_colours_count_alike() {
        let mut random = SplitMix64::new(52);
        let evaluator = Checkers.make_evaluator("default", None).expect("an evaluator");
        let mut moves = Vec::new();
        for _ in 0..150 {
            let mut position = Checkers.initial();
            for _ in 0..120 {
                if Checkers.outcome(&position).is_some() {
                    break;
                }
                let text = Checkers.position_text(&position);
                assert_eq!(features(&Checkers, &position), plain_features(&text), "{text}");
                let (board, side) = text.split_once(' ').expect("a board and a side");
                let exchanged = |letter| match letter {
                    'b' => 'w',
                    'w' => 'b',
                    'B' => 'W',
                    'W' => 'B',
                    other => other,
                };
                let turned: String = board.chars().rev().map(exchanged).collect();
                let side = if side == "b" { "w" } else { "b" };
                let turned = Checkers.parse_position(&format!("{turned} {side}")).expect("a board");
                let score = evaluator.evaluate(&Checkers, &position);
                assert_eq!(evaluator.evaluate(&Checkers, &turned), score, "{text}");
                Checkers.moves(&position, &mut moves);
                position = Checkers.after(&position, moves[random.below(moves.len())]);
            }
        }
    }
}
