//! `andor show`: a position as a picture.

use super::{Done, find};
use crate::arguments::Place;
use crate::wording::ending;
use crate::{Exit, Terminal};
use andor_core::Outcome;
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
        let outcome = view.outcome.map(|outcome| match outcome {
            Outcome::Win(winner) => winner.letter().to_string(),
            Outcome::Draw => "draw".to_owned(),
        });
        let object = json!({
            "game": game.spec(),
            "position": view.position,
            "side": view.side.letter().to_string(),
            "moves": view.moves,
            "outcome": outcome,
        });
        terminal.print(&object.to_string());
        return Ok(Exit::Answered);
    }
    terminal.print(&format!("{}  {}\n", game.spec(), view.position));
    terminal.print(&view.picture);
    terminal.print(&match view.outcome {
        Some(outcome) => format!("The game is over: {}.", ending(outcome)),
        None => {
            format!("{} to move, {} moves: {}", view.side, view.moves.len(), view.moves.join(" "))
        }
    });
    Ok(Exit::Answered)
}
