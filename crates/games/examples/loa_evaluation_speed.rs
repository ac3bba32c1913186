//! How fast the evaluation of Lines of Action is, and how its values are spread.
//!
//! ```sh
//! cargo run --release -p andor-games --example loa_evaluation_speed
//! ```
//!
//! The positions are those of games played at random on 8x8, in the order in which they come up and
//! with all positions one move further: what a solver sees when it looks at children. `mixed` is
//! the same positions in an order that no move connects, where the cache does not help.

use andor_core::{Evaluate, Game, Judgement, Rules, SplitMix64};
use andor_games::loa::{Loa, Variant, fast::Position};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let game = Loa::new(Variant::new(8));
    let positions = positions(&game, 40_000);
    let mut mixed = positions.clone();
    let mut random = SplitMix64::new(2);
    for place in (1..mixed.len()).rev() {
        mixed.swap(place, random.below(place + 1));
    }
    for (name, positions) in [("siblings", &positions), ("mixed", &mixed)] {
        let mut best = f64::MAX;
        for _ in 0..20 {
            let start = Instant::now();
            let sum: i64 = positions.iter().map(|at| i64::from(game.evaluate(&game, at))).sum();
            black_box(sum);
            best = best.min(start.elapsed().as_secs_f64());
        }
        let rate = positions.len() as f64 / best / 1e6;
        println!("{name:<9} {} positions, {rate:.1} M evaluations/s on one core", positions.len());
    }
    let mut scores: Vec<i32> = positions.iter().map(|at| game.evaluate(&game, at)).collect();
    scores.sort_unstable();
    let parts = [1, 5, 10, 25, 50, 75, 90, 95, 99];
    let spread = parts.map(|part| format!("{part}%: {}", scores[part * scores.len() / 100]));
    println!("spread    {}", spread.join(", "));
}

/// Open positions of random games, each followed by its children.
fn positions(game: &Loa, count: usize) -> Vec<Position> {
    let mut random = SplitMix64::new(1);
    let (mut positions, mut moves) = (Vec::new(), Vec::new());
    while positions.len() < count {
        let mut position = game.initial();
        while game.judge(&position) == Judgement::Open && positions.len() < count {
            positions.push(position);
            game.moves(&position, &mut moves);
            positions.extend(moves.iter().map(|&mv| game.after(&position, mv)));
            position = game.after(&position, moves[random.below(moves.len())]);
        }
    }
    positions
}
