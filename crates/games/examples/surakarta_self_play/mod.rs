//! Games of Surakarta that a shallow search plays against itself: alpha-beta, a few random moves
//! at the start, and a little noise in every evaluation, so that no two games are alike.

use crate::regression::dot;
use andor_core::{Game, Judgement, Outcome, Rules, SplitMix64};
use andor_games::surakarta::{FEATURES, Surakarta, fast::Position};

/// How many features there are.
pub const N: usize = FEATURES.len();

/// In the order of the features, in the unit of the file of weights.
pub type Weights = [f64; N];

const RANDOM_PLIES: usize = 8;
/// Games that take longer are draws.
const MOST_PLIES: usize = 200;
/// The noise in an evaluation, either way, in its unit.
const NOISE: usize = 100;

/// A game of a player against itself: the open positions behind the random start, and the end.
pub fn play(
    game: &Surakarta,
    weights: &Weights,
    depth: u32,
    random: &mut SplitMix64,
) -> (Vec<Position>, Outcome) {
    let mut moves = Vec::new();
    'start: loop {
        let mut position = game.initial();
        for _ in 0..RANDOM_PLIES {
            game.moves(&position, &mut moves);
            position = game.after(&position, moves[random.below(moves.len())]);
            if game.judge(&position) != Judgement::Open {
                continue 'start;
            }
        }
        let mut record = Vec::new();
        for _ in 0..MOST_PLIES {
            match game.judge(&position) {
                Judgement::Over(outcome) => return (record, outcome),
                Judgement::Decided(winner) => return (record, Outcome::Win(winner)),
                Judgement::Open => record.push(position),
            }
            position = best_child(game, &position, depth, weights, random);
        }
        return (record, Outcome::Draw);
    }
}

const WON: f64 = 1e9;

fn best_child(
    game: &Surakarta,
    position: &Position,
    depth: u32,
    weights: &Weights,
    random: &mut SplitMix64,
) -> Position {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut best = (-f64::INFINITY, *position);
    for mv in moves {
        let child = game.after(position, mv);
        let score = -alpha_beta(game, &child, depth - 1, -2.0 * WON, -best.0, weights, random);
        if score > best.0 || best.0 == -f64::INFINITY {
            best = (score, child);
        }
    }
    best.1
}

fn alpha_beta(
    game: &Surakarta,
    position: &Position,
    depth: u32,
    alpha: f64,
    beta: f64,
    weights: &Weights,
    random: &mut SplitMix64,
) -> f64 {
    let side = game.side_to_move(position);
    match game.judge(position) {
        Judgement::Over(Outcome::Draw) => return 0.0,
        Judgement::Over(Outcome::Win(player)) | Judgement::Decided(player) => {
            let sooner = f64::from(depth);
            return if player == side { WON + sooner } else { -WON - sooner };
        }
        Judgement::Open => {}
    }
    if depth == 0 {
        let noise = random.below(2 * NOISE + 1) as f64 - NOISE as f64;
        return dot(weights, &game.features(position).map(f64::from)) / 1000.0 + noise;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut best = -f64::INFINITY;
    for mv in moves {
        let child = game.after(position, mv);
        let score = -alpha_beta(game, &child, depth - 1, -beta, -alpha.max(best), weights, random);
        best = best.max(score);
        if best >= beta {
            break;
        }
    }
    best
}
