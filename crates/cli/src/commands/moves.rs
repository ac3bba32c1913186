//! `andor moves`: the legal moves of a position, or of every position of a file.

use super::{Done, find, view_batch};
use crate::arguments::Place;
use crate::{Exit, Terminal};
use andor_engine::{AnyGame, Catalogue, View};
use serde_json::{Value, json};

pub(crate) fn run(
    catalogue: &Catalogue,
    place: &Place,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    if let Some(file) = &place.batch {
        return view_batch(catalogue, place.game.as_deref(), file, terminal, fields);
    }
    let (game, line) = find(catalogue, place, terminal)?;
    let view = game.view(&line);
    if json {
        terminal.print(&fields(&*game, &view).to_string());
    } else {
        terminal.say("", &view.moves.join(" "));
    }
    Ok(Exit::Answered)
}

fn fields(game: &dyn AnyGame, view: &View) -> Value {
    json!({"game": game.spec(), "position": view.position, "moves": view.moves})
}
