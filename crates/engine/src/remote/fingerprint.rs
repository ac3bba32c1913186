//! A number that differs where the rules do: a digest of random games.
//!
//! Two programs whose rules agree on these games may still differ elsewhere; a version number says the
//! rest. It is there to find out mistakes, not lies: what a worker claims is checked anyway.

use andor_certify::fnv1a;
use andor_core::{Game, Outcome, SplitMix64};

const GAMES: u64 = 24;
const PLIES: usize = 60;

/// The digest of a game.
pub(crate) fn fingerprint<G: Game>(game: &G) -> u64 {
    let mut bytes = game.spec().into_bytes();
    let mut moves = Vec::new();
    for seed in 0..GAMES {
        let mut random = SplitMix64::new(seed);
        let mut position = game.initial();
        for _ in 0..PLIES {
            game.encode(&position, &mut bytes);
            bytes.push(match game.outcome(&position) {
                None => 0,
                Some(Outcome::Draw) => 1,
                Some(Outcome::Win(player)) => player.letter() as u8,
            });
            if game.outcome(&position).is_some() {
                break;
            }
            game.sorted_moves(&position, &mut moves);
            for &mv in &moves {
                bytes.extend(game.move_code(mv).to_le_bytes());
            }
            game.play_unchecked(&mut position, moves[random.below(moves.len())]);
        }
        // Games can be long: what counts is their digest.
        let digest = fnv1a(&bytes);
        bytes.clear();
        bytes.extend(digest.to_le_bytes());
    }
    fnv1a(&bytes)
}
