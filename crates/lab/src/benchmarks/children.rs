//! `andor bench children`: what a search does to a leaf: children made, tested for the end of the game, moves
//! counted.

use super::Measured;
use andor_core::figures::{short, thousands};
use andor_core::{Game, InputError, Rules, SplitMix64};
use andor_engine::Catalogue;
use andor_games::{Visitor, visit};
use serde_json::{Value, json};
use std::time::Instant;

/// What was made of a game.
struct Made {
    children: u64,
    /// The moves that the children had.
    moves: u64,
    seconds: f64,
}

/// Plays random games by a seed and makes every child of every position on the way, tests it for the end of the
/// game and counts its moves, until so many have been made.
struct MakeChildren {
    seed: u64,
    children: u64,
}

impl Visitor for MakeChildren {
    type Output = Made;

    fn visit<G: Game + 'static, R: Rules + 'static>(self, game: G, _: R, _: bool) -> Made {
        let start = Instant::now();
        let mut random = SplitMix64::new(self.seed);
        let (mut made, mut counted) = (0, 0);
        let mut moves = Vec::new();
        let mut position = game.initial();
        while made < self.children {
            game.moves(&position, &mut moves);
            for &mv in &moves {
                let child = game.after(&position, mv);
                made += 1;
                if game.outcome(&child).is_none() {
                    counted += game.count_moves(&child);
                }
            }
            game.play_unchecked(&mut position, moves[random.below(moves.len())]);
            if game.outcome(&position).is_some() {
                position = game.initial();
            }
        }
        Made { children: made, moves: counted, seconds: start.elapsed().as_secs_f64() }
    }
}

pub(super) fn children(catalogue: &Catalogue) -> Result<Measured, InputError> {
    let mut measured = Measured::new();
    let mut runs = Vec::new();
    for name in ["breakthrough:8x8", "loa:8x8", "surakarta:6x6"] {
        let spec = catalogue.game(name)?.spec();
        let made = visit(&spec, MakeChildren { seed: 1, children: 20_000_000 })?;
        let Made { children, moves, seconds } = made;
        let rate = children as f64 / seconds;
        measured.lines.push(format!(
            "{name}: {} children made, tested and counted ({} moves), {seconds:.2} s, {}/s on one core",
            thousands(children),
            thousands(moves),
            short(rate)
        ));
        runs.push(json!({
            "game": spec, "children": children, "moves": moves, "seconds": seconds, "per_second": rate,
        }));
        measured.nodes += children;
    }
    measured.fields.insert("runs".to_owned(), Value::Array(runs));
    Ok(measured)
}
