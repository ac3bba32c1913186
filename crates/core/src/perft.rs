//! Perft: the number of lines of a given length. The common coin of move generators.
//!
//! A pass counts as a move; a position where the game is over has no continuation. The last ply
//! is counted in bulk, without playing the moves.

use crate::{Game, Rules};

/// The number of legal lines of `depth` moves from `position`.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    let mut lists = vec![Vec::new(); depth as usize];
    count(game, position, &mut lists)
}

/// [`perft`] for each move of `position`, in the game's order.
pub fn perft_divide<G: Game>(game: &G, position: &G::Position, depth: u32) -> Vec<(G::Move, u64)> {
    let mut moves = Vec::new();
    if depth > 0 && game.outcome(position).is_none() {
        game.moves(position, &mut moves);
    }
    let below = |mv| perft(game, &game.after(position, mv), depth - 1);
    moves.iter().map(|&mv| (mv, below(mv))).collect()
}

fn count<G: Game>(game: &G, position: &G::Position, lists: &mut [Vec<<G as Rules>::Move>]) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else { return 1 };
    if game.outcome(position).is_some() {
        return 0;
    }
    if deeper.is_empty() {
        return game.count_moves(position);
    }
    game.moves(position, moves);
    moves.iter().map(|&mv| count(game, &game.after(position, mv), deeper)).sum()
}
