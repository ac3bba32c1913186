//! A position and its images: the same moves, the same end, the same key, the same canonical form.

use super::ensure;
use crate::{Game, Key};

/// Every symmetry maps positions, moves and their consequences alike.
pub(super) fn check_images<G: Game>(game: &G, position: &G::Position) -> Result<(), String> {
    let canonical = game.canonical(position);
    ensure(game.transform(position, 0) == *position, || {
        "symmetry 0 is not the identity".to_owned()
    })?;
    ensure(game.transform(position, canonical.symmetry) == canonical.position, || {
        "canonical names a symmetry that does not lead to it".to_owned()
    })?;
    let mut moves = Vec::new();
    if game.outcome(position).is_none() {
        game.moves(position, &mut moves);
    }
    if let Some(bits) = game.code_bits().filter(|_| !moves.is_empty()) {
        let code = game.code(position);
        ensure(bits <= 64 && (bits == 64 || code >> bits == 0), || {
            format!("code {code} does not fit {bits} bits")
        })?;
    }
    for symmetry in 1..game.symmetries() {
        let image = game.transform(position, symmetry);
        ensure(game.outcome(&image) == game.outcome(position), || {
            format!("image {symmetry} ends differently")
        })?;
        ensure(game.judge(&image) == game.judge(position), || {
            format!("image {symmetry} is judged differently")
        })?;
        ensure(game.key(&image) == game.key(position), || {
            format!("image {symmetry}: another key")
        })?;
        ensure(standing(game, &image) == standing(game, position), || {
            format!("image {symmetry}: another image stands for it")
        })?;
        ensure(game.canonical(&image).bytes == canonical.bytes, || {
            format!("image {symmetry}: another canonical form")
        })?;
        if moves.is_empty() {
            continue;
        }
        ensure(game.code_bits().is_none() || game.code(&image) == game.code(position), || {
            format!("image {symmetry}: another code")
        })?;
        let mut image_moves = Vec::new();
        game.moves(&image, &mut image_moves);
        ensure(image_moves.len() == moves.len(), || format!("image {symmetry}: other moves"))?;
        for &mv in &moves {
            let image_move = game.transform_move(mv, symmetry);
            ensure(image_moves.contains(&image_move), || {
                format!("the image of {} under {symmetry} is illegal", game.move_text(position, mv))
            })?;
            let there = game.after(&image, image_move);
            let here = game.transform(&game.after(position, mv), symmetry);
            ensure(there == here, || {
                format!("{} and symmetry {symmetry} do not commute", game.move_text(position, mv))
            })?;
        }
    }
    Ok(())
}

/// The key that all images share, and the image that stands for them.
fn standing<G: Game>(game: &G, position: &G::Position) -> (Key, G::Position) {
    let (key, symmetry) = game.image_key(position);
    (key, game.transform(position, symmetry))
}
