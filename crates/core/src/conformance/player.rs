//! The promises of a game to players: keys with images apart, null moves, noisy moves.

use super::{bytes_of, ensure};
use crate::{Game, Judgement, Outcome};
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
    // What is seen at a glance is decided; where nothing is, only moves that lose at once are left out.
    if let Some((winner, plies)) = game.glance(position) {
        ensure(plies > 0 && game.judge(position) == Judgement::Decided(winner), || {
            "what is seen at a glance is not decided".to_owned()
        })
    } else {
        let left_out = moves.iter().filter(|mv| !noisy.contains(mv));
        let loses = |&mv: &G::Move| loses_at_once(game, &game.after(position, mv));
        ensure(!game.must_be_noisy(position) || left_out.clone().all(loses), || {
            "a side that must be noisy has other moves".to_owned()
        })
    }
}

/// Whether the side that has just moved has lost, or does with the next move.
fn loses_at_once<G: Game>(game: &G, child: &G::Position) -> bool {
    let other = game.side_to_move(child);
    let is_won = |outcome| outcome == Some(Outcome::Win(other));
    let mut replies = Vec::new();
    if game.outcome(child).is_none() {
        game.moves(child, &mut replies);
    }
    is_won(game.outcome(child))
        || replies.iter().any(|&reply| is_won(game.outcome(&game.after(child, reply))))
}
