//! A game of the catalogue as an object: what `andor games --json` and the JSON protocol say of it.

use andor_engine::Family;
use serde_json::{Value, json};

/// What people and programs should know of a game.
#[must_use]
pub fn listing(family: &Family) -> Value {
    json!({
        "name": family.name,
        "about": family.about,
        "boards": family.boards,
        "options": family.options,
        "first": family.first,
        "moves": family.moves,
        "position": family.position,
        "independent_reference": family.reference_is_independent,
        "player_note": family.player_note,
    })
}
