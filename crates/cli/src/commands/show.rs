//! `andor show`: a position as a picture, or every position of a file as JSON.

use super::{Done, find, view_batch};
use crate::arguments::Place;
use crate::picture::Style;
use crate::{Exit, Terminal};
use andor_core::Outcome;
use andor_engine::{AnyGame, Catalogue, View};
use andor_play::words::{counted, ending};
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
        return Ok(Exit::Answered);
    }
    terminal.print(&format!("{}  {}\n", game.spec(), view.position));
    let before = line.moves().len().checked_sub(1).filter(|_| terminal.style() != Style::Plain);
    let before = before.map(|plies| game.view(&line.prefix(plies)).picture);
    terminal.print_board(&view.picture, before.as_deref(), false);
    let state = match view.outcome {
        Some(outcome) => format!("The game is over: {}.", ending(outcome)),
        None => {
            let count = counted(view.moves.len(), "move");
            format!("{} to move, {count}: {}", view.side, view.moves.join(" "))
        }
    };
    terminal.say("", &state);
    Ok(Exit::Answered)
}

fn fields(game: &dyn AnyGame, view: &View) -> Value {
    let outcome = view.outcome.map(|outcome| match outcome {
        Outcome::Win(winner) => winner.letter().to_string(),
        Outcome::Draw => "draw".to_owned(),
    });
    json!({
        "game": game.spec(),
        "position": view.position,
        "side": view.side.letter().to_string(),
        "moves": view.moves,
        "outcome": outcome,
    })
}
