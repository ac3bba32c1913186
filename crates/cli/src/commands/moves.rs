//! `andor moves`: the legal moves of a position.

use super::{Done, find};
use crate::arguments::Place;
use crate::{Exit, Terminal};
use andor_engine::Catalogue;
use serde_json::json;

pub(crate) fn run(
    catalogue: &Catalogue,
    place: &Place,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let (game, position) = find(catalogue, place, terminal)?;
    let view = game.view(&position)?;
    if json {
        let object = json!({"game": game.spec(), "position": view.position, "moves": view.moves});
        terminal.print(&object.to_string());
    } else {
        terminal.print(&view.moves.join(" "));
    }
    Ok(Exit::Answered)
}
