//! Fits the weights of `crates/games/data/loa-weights.toml`.
//!
//! ```sh
//! cargo run --release -p andor-games --example loa_fit_weights
//! ```
//!
//! 1. Weights set by hand are the first player. In every round, the player of the round before plays
//!    games of Lines of Action 8x8 against itself: alpha-beta search, [`DEPTH`] plies, a few random
//!    moves at the start and a little noise in every evaluation, so that no two games are alike.
//! 2. Of each game, the positions that are not decided by a move, with their features and who won.
//! 3. Logistic regression: the weights under which the results are most likely, by Newton's method,
//!    as `regression` has it.
//! 4. The new player plays the old one, as a check.
//!
//! The seed is fixed, so that all of it can be done again. (A different mathematical library may
//! round a logarithm differently and change a last digit; this is why the result is frozen.)

mod regression;
mod self_play;

use andor_core::{Outcome, Player, Rules, SplitMix64};
use andor_games::loa::evaluation::FEATURES;
use andor_games::loa::{Loa, Variant};
use regression::{Sample, fit, loss};
use self_play::SelfPlay;

const SEED: u64 = 2004;
const ROUNDS: usize = 2;
const GAMES: usize = 5000;
const MATCH: usize = 400;
const DEPTH: u32 = 3;

/// Games that take longer are draws.
const MOST_PLIES: usize = 150;

const N: usize = FEATURES.len();
/// In the order of the features, in the unit of the file of weights.
type Weights = [f64; N];

/// In the order of the features: what seemed right by the thesis' text, in the file's unit.
const BY_HAND: Weights =
    [3000.0, 100.0, 500.0, 100_000.0, 5000.0, 2000.0, 10_000.0, 50_000.0, 100_000.0, 100_000.0];

fn main() {
    let game = Loa::new(Variant::new(8));
    let table =
        SelfPlay { game: &game, features: Loa::features, most_plies: MOST_PLIES, depth: DEPTH };
    let mut random = SplitMix64::new(SEED);
    let mut weights = BY_HAND;
    for round in 1..=ROUNDS {
        let mut samples = Vec::new();
        let (mut wins, mut draws) = ([0; 2], 0);
        for _ in 0..GAMES {
            let (record, outcome) = table.play([&weights, &weights], &mut random);
            match outcome {
                Outcome::Win(player) => wins[player as usize] += 1,
                Outcome::Draw => draws += 1,
            }
            samples.extend(record.iter().map(|position| {
                Sample::new(game.features(position), game.side_to_move(position), outcome)
            }));
        }
        let (fitted, steps) = fit(&samples);
        println!(
            "round {round}: {GAMES} games, {} won by Black, {} by White, {draws} drawn; {} \
             positions; {steps} Newton steps",
            wins[0],
            wins[1],
            samples.len()
        );
        println!(
            "  log loss {:.4}, of the weights before {:.4}, of a coin 0.6931",
            loss(&samples, &fitted),
            loss(&samples, &weights)
        );
        for (name, weight) in FEATURES.iter().zip(fitted) {
            println!("  {name} = {weight:.0}");
        }
        let points = match_points(&table, &fitted, &weights, &mut random);
        println!("  new against old: {points} of {MATCH}");
        weights = fitted;
    }
    let points = match_points(&table, &weights, &BY_HAND, &mut random);
    println!("the last against the first: {points} of {MATCH}");
}

/// The points of the new weights in games against the old ones, with either colour by turns.
fn match_points(
    table: &SelfPlay<'_, Loa, N>,
    new: &Weights,
    old: &Weights,
    random: &mut SplitMix64,
) -> f64 {
    let mut points = 0.0;
    for number in 0..MATCH {
        let (players, colour) =
            if number % 2 == 0 { ([new, old], Player::Black) } else { ([old, new], Player::White) };
        points += match table.play(players, random).1 {
            Outcome::Win(winner) if winner == colour => 1.0,
            Outcome::Win(_) => 0.0,
            Outcome::Draw => 0.5,
        };
    }
    points
}
