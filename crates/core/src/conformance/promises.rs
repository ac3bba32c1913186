//! The promises of one implementation to itself: bytes, texts, moves, keys.

use super::{bytes_of, ensure};
use crate::{Game, SplitMix64};

/// Bytes and texts lead back to the same position, and the key does not depend on how the
/// position came about.
pub(super) fn check_encoding_and_text<G: Game>(
    game: &G,
    position: &G::Position,
) -> Result<(), String> {
    let bytes = bytes_of(game, position);
    ensure(bytes.len() == game.encoded_len(), || {
        format!("encode wrote {} bytes, encoded_len says {}", bytes.len(), game.encoded_len())
    })?;
    let scratch = game.decode(&bytes).ok_or("decode refuses what encode wrote")?;
    ensure(scratch == *position, || format!("decode made {scratch:?} of {position:?}"))?;
    ensure(game.key(&scratch) == game.key(position), || {
        "the key kept along the game differs from the key from scratch".to_owned()
    })?;
    ensure(game.decode(&bytes[1..]).is_none(), || "decode accepts too few bytes".to_owned())?;
    if game.outcome(position).is_none() {
        let text = game.position_text(position);
        let read = game.parse_position(&text).map_err(|error| format!("own text: {error}"))?;
        ensure(read == *position, || format!("parse_position made {read:?} of {text}"))?;
    }
    Ok(())
}

/// The legal moves: at least one, none twice, each playable, passing the turn, and readable
/// from its own text in any of the usual spellings.
pub(super) fn check_moves<G: Game>(
    game: &G,
    position: &G::Position,
    random: &mut SplitMix64,
) -> Result<Vec<G::Move>, String> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let once = moves.len();
    game.moves(position, &mut moves);
    ensure(moves.len() == once, || "moves does not clear the list it is given".to_owned())?;
    ensure(!moves.is_empty(), || "the game is not over, but there is no move".to_owned())?;
    ensure(game.count_moves(position) == moves.len() as u64, || {
        format!("count_moves is {}, moves are {}", game.count_moves(position), moves.len())
    })?;
    let mut codes: Vec<u32> = moves.iter().map(|&mv| game.move_code(mv)).collect();
    codes.sort_unstable();
    codes.dedup();
    ensure(codes.len() == moves.len(), || "two moves share a code".to_owned())?;

    let side = game.side_to_move(position);
    for &mv in &moves {
        let text = game.move_text(position, mv);
        let mut board = position.clone();
        game.play_unchecked(&mut board, mv);
        ensure(game.side_to_move(&board) == side.other(), || format!("{text} keeps the turn"))?;
        ensure(board == game.after(position, mv), || format!("play and after differ on {text}"))?;
        let outcome = game.outcome(&board);
        ensure(game.outcome_after(position, mv) == outcome, || {
            format!("outcome_after {text} differs from the outcome of the child")
        })?;
        ensure(
            outcome.is_some() || game.count_moves_after(position, mv) == game.count_moves(&board),
            || format!("count_moves_after {text} differs from the count of the child"),
        )?;
        let scratch = game.decode(&bytes_of(game, &board));
        let scratch =
            scratch.ok_or_else(|| format!("decode refuses what encode wrote after {text}"))?;
        ensure(game.key(&scratch) == game.key(&board), || {
            format!("the incremental key after {text} differs from the key from scratch")
        })?;
        ensure(game.key_after(position, mv) == game.key(&board), || {
            format!("key_after {text} differs from the key of the child")
        })?;
    }
    let outcomes: Vec<_> = moves.iter().map(|&mv| game.outcome_after(position, mv)).collect();
    let mut found = Vec::new();
    if !game.outcomes_after_each(position, &moves, &mut found) {
        found = vec![None; moves.len()];
    }
    ensure(found == outcomes, || format!("outcomes_after_each says {found:?}, not {outcomes:?}"))?;
    let open: Vec<G::Move> =
        moves.iter().copied().filter(|&mv| game.outcome_after(position, mv).is_none()).collect();
    let mut counts = Vec::new();
    game.count_moves_after_each(position, &open, &mut counts);
    let each: Vec<u64> = open.iter().map(|&mv| game.count_moves_after(position, mv)).collect();
    ensure(counts == each, || format!("count_moves_after_each says {counts:?}, not {each:?}"))?;
    for counts in [true, false] {
        let mut found = Vec::new();
        game.for_each_key_after(position, &open, counts, |mv, key, count| {
            found.push((mv, key, count));
        });
        let each: Vec<_> = open
            .iter()
            .zip(&each)
            .map(|(&mv, &count)| (mv, game.key_after(position, mv), if counts { count } else { 1 }))
            .collect();
        ensure(found == each, || format!("for_each_key_after says {found:?}, not {each:?}"))?;
    }
    // Texts are slow to read: one move of each position is enough over thousands of positions.
    let mv = moves[random.below(moves.len())];
    let text = game.move_text(position, mv);
    for spelling in
        [text.clone(), text.to_uppercase(), text.replace('-', ""), text.replace('x', ":")]
    {
        let read =
            game.parse_move(position, &spelling).map_err(|error| format!("own move: {error}"))?;
        ensure(read == mv, || format!("{spelling} was read as {read:?}, not as {mv:?}"))?;
    }
    ensure(game.parse_move(position, "no such move").is_err(), || "nonsense is a move".to_owned())?;
    ensure(game.try_play(position, mv).is_ok(), || format!("try_play refuses {text}"))?;
    Ok(moves)
}
