//! Endgames of Lines of Action, one JSON object a line, for `andor solve --batch`.
//!
//! ```sh
//! cargo run --release -p andor-games --example loa_endgames -- 200 > endgames.jsonl
//! ```
//!
//! Each is from another game on 8x8 that a search of two plies plays against itself: a position a few
//! plies (3 to 10) before the winner can connect, with the winner to move.

mod self_play;

use andor_core::{Outcome, Rules, SplitMix64};
use andor_games::loa::evaluation::FROZEN;
use andor_games::loa::{Loa, Variant, fast::Position};
use self_play::SelfPlay;

const SEED: u64 = 488;
const DEPTH: u32 = 2;
/// Games that take longer are draws.
const MOST_PLIES: usize = 150;

fn main() {
    let count = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(200);
    let game = Loa::new(Variant::new(8));
    let weights = FROZEN.features.map(f64::from);
    let table =
        SelfPlay { game: &game, features: Loa::features, most_plies: MOST_PLIES, depth: DEPTH };
    let mut random = SplitMix64::new(SEED);
    let mut found = 0;
    while found < count {
        let (record, outcome) = table.play([&weights, &weights], &mut random);
        let before = 3 + random.below(7);
        let Outcome::Win(winner) = outcome else { continue };
        let is_turn = |position: &&Position| game.side_to_move(position) == winner;
        let last = record.len().saturating_sub(before - 1);
        if let Some(position) = record[..last].iter().rfind(is_turn) {
            let position = game.position_text(position);
            println!("{{\"game\":\"{}\",\"position\":\"{position}\"}}", game.spec());
            found += 1;
        }
    }
}
