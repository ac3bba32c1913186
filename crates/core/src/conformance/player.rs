//! The promises of a game to players: keys with images apart, null moves, noisy moves.

use super::{bytes_of, ensure};
use crate::Game;
use std::collections::HashMap;

/// What a player may be told of a position that is not over, whose legal moves these are.
pub(super) fn check_player<G: Game>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
) -> Result<(), String> {
    // Keys: the same from scratch, and apart for this position, its images and its children.
    let scratch = game.decode(&bytes_of(game, position)).ok_or("decode refuses encoded bytes")?;
    ensure(game.placed_key(&scratch) == game.placed_key(position), || {
        "the placed key kept along the game differs from the key from scratch".to_owned()
    })?;
    let mut known = HashMap::new();
    let images = (0..game.symmetries()).map(|symmetry| game.transform(position, symmetry));
    for other in images.chain(moves.iter().map(|&mv| game.after(position, mv))) {
        let bytes = bytes_of(game, &other);
        let same = known.entry(game.placed_key(&other)).or_insert_with(|| bytes.clone());
        ensure(*same == bytes, || "two positions share a placed key".to_owned())?;
    }
    // The null move passes the turn and nothing else.
    if let Some(passed) = game.null_move(position) {
        let side = game.side_to_move(position);
        ensure(game.side_to_move(&passed) == side.other(), || "a null move stays".to_owned())?;
        let back = game.null_move(&passed);
        ensure(back.as_ref() == Some(position), || {
            format!("two null moves make {back:?} of {position:?}")
        })?;
    }
    // Noisy moves are legal, each once.
    let mut noisy = moves.to_vec();
    game.noisy_moves(position, &mut noisy);
    let is_once = |&mv: &G::Move| noisy.iter().filter(|&&other| other == mv).count() == 1;
    ensure(noisy.iter().all(|mv| moves.contains(mv) && is_once(mv)), || {
        "a noisy move is not legal, or there twice".to_owned()
    })?;
    ensure(!game.must_be_noisy(position) || noisy.len() == moves.len(), || {
        "a side that must be noisy has other moves".to_owned()
    })
}
