//! Fits the weights of `crates/games/data/surakarta-weights.toml`.
//!
//! ```sh
//! cargo run --release -p andor-games --example surakarta_fit_weights
//! ```
//!
//! 1. A player that counts men as a ratio plays games of Surakarta against itself: alpha-beta search,
//!    [`DEPTH`] plies, a few random moves at the start and a little noise in every evaluation, so that
//!    no two games are alike.
//! 2. Of each game, the open positions in which no side has more than [`MOST_MEN`] men, with their
//!    features and who won.
//! 3. Logistic regression (`regression`): the weights under which the results are most likely.
//!
//! The seed is fixed, so that all of it can be done again. (A different mathematical library may
//! round a logarithm differently and change a last digit; this is why the result is frozen.)

mod regression;
mod self_play;

use andor_core::{Outcome, Rules, SplitMix64};
use andor_games::surakarta::{FEATURES, Surakarta, fast::Position};
use regression::{Sample, fit, loss};
use self_play::SelfPlay;

const SEED: u64 = 2010;
const GAMES: usize = 5000;
const DEPTH: u32 = 3;
/// The endgames that solvers are asked about.
const MOST_MEN: usize = 8;

/// Games that take longer are draws.
const MOST_PLIES: usize = 200;

/// In the order of the features: the ratio alone, a man of ten for about 1000.
const BY_HAND: [f64; FEATURES.len()] = [10_000.0, 0.0];

fn main() {
    let game = Surakarta::new();
    let table = SelfPlay {
        game: &game,
        features: Surakarta::features,
        most_plies: MOST_PLIES,
        depth: DEPTH,
    };
    let mut random = SplitMix64::new(SEED);
    let mut samples = Vec::new();
    let (mut wins, mut draws) = ([0; 2], 0);
    for _ in 0..GAMES {
        let (record, outcome) = table.play([&BY_HAND, &BY_HAND], &mut random);
        match outcome {
            Outcome::Win(player) => wins[player as usize] += 1,
            Outcome::Draw => draws += 1,
        }
        let endgame = record.iter().filter(|position| is_endgame(&game, position));
        samples.extend(endgame.map(|position| {
            Sample::new(game.features(position), game.side_to_move(position), outcome)
        }));
    }
    let (fitted, steps) = fit(&samples);
    println!(
        "{GAMES} games, {} won by Black, {} by White, {draws} drawn; {} positions; {steps} Newton steps",
        wins[0],
        wins[1],
        samples.len()
    );
    println!("log loss {:.4}, of a coin 0.6931", loss(&samples, &fitted));
    for (name, weight) in FEATURES.iter().zip(fitted) {
        println!("{name} = {weight:.0}");
    }
}

fn is_endgame(game: &Surakarta, position: &Position) -> bool {
    let text = game.position_text(position);
    let board = text.split(' ').next().unwrap_or_default();
    ['b', 'w'].iter().all(|&man| board.matches(man).count() <= MOST_MEN)
}
