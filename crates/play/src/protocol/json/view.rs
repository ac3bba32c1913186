//! What a page draws: games to choose from, and a position as squares, men and moves.

use super::desk::Desk;
use crate::board::Board;
use crate::listing;
use crate::protocol::gtp_points::point_moves;
use crate::words::ending;
use andor_engine::{AnyGame, Line};
use serde_json::{Value, json};

/// Boards that are offered, where a game has them.
const SIZES: [&str; 14] = [
    "3x3", "4x4", "4x5", "5x4", "5x5", "5x6", "6x5", "6x6", "7x5", "7x6", "7x7", "8x8", "9x9",
    "11x11",
];

/// The games of a catalogue.
pub(super) fn games(desk: &Desk<'_>) -> Value {
    let entries = desk.catalogue().entries().iter().filter_map(|entry| {
        let family = &entry.family;
        let usual = desk.catalogue().game(family.name).ok()?;
        let has = |size: &&&str| desk.game(&format!("{}:{size}", family.name)).is_ok();
        let sizes: Vec<&str> = match family.board_is_a_file {
            true => Vec::new(),
            false => SIZES.iter().filter(has).copied().collect(),
        };
        let mut listed = listing(family);
        listed["usual"] = family.is_usual.into();
        listed["spec"] = usual.spec().into();
        listed["sizes"] = sizes.into();
        Some(listed)
    });
    entries.collect::<Vec<Value>>().into()
}

/// The position that a line has come to.
pub(super) fn view(game: &dyn AnyGame, line: &Line) -> Value {
    let view = game.view(line);
    let board = board(&view.picture);
    let squares = |points: &[String]| -> Vec<String> {
        let is_square = |point: &&String| board.is_some() && point.as_str() != "pass";
        points.iter().filter(is_square).cloned().collect()
    };
    let moves: Vec<Value> = point_moves(game, line)
        .iter()
        .map(|mv| json!({"move": mv.text(), "squares": squares(mv.points())}))
        .collect();
    let sentence = match line.outcome() {
        Some(outcome) => format!("The game is over: {}.", ending(outcome)),
        None => format!("{} is to move.", view.side),
    };
    json!({
        "kind": game.family().name,
        "picture": view.picture,
        "board": board,
        "moves": moves,
        "sentence": sentence,
    })
}

/// A picture as columns, rows from the top and the men of each; nothing if it is no board.
pub(super) fn board(picture: &str) -> Option<Value> {
    let board = Board::read(picture)?;
    let columns: Vec<String> = board.files.iter().map(char::to_string).collect();
    let rows: Vec<&str> = board.rows.iter().map(|(rank, _)| *rank).collect();
    let men: Vec<String> = board.rows.iter().map(|(_, men)| men.iter().collect()).collect();
    Some(json!({"columns": columns, "rows": rows, "men": men}))
}
