//! `andor perft`: counts the lines of a given length.

use super::{Done, find};
use crate::arguments::{PerftArguments, Place};
use crate::{Exit, Terminal};
use andor_core::figures::{short, thousands};
use andor_engine::Catalogue;
use serde_json::{Map, Value, json};
use std::time::Instant;

pub(crate) fn run(
    catalogue: &Catalogue,
    arguments: &PerftArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let (spec, position) = (arguments.game.clone(), arguments.position.clone());
    let place = Place { game: Some(spec), position, moves: None, batch: None };
    let (game, line) = find(catalogue, &place, terminal)?;
    let start = Instant::now();
    let perft = game.perft(&line, arguments.depth, arguments.divide)?;
    let seconds = start.elapsed().as_secs_f64();
    if json {
        let mut object = json!({
            "game": game.spec(),
            "depth": arguments.depth,
            "nodes": perft.nodes,
            "seconds": seconds,
        });
        if arguments.divide {
            let counts: Map<String, Value> =
                perft.divide.into_iter().map(|(mv, nodes)| (mv, json!(nodes))).collect();
            object["divide"] = Value::Object(counts);
        }
        terminal.print(&object.to_string());
        return Ok(Exit::Answered);
    }
    for (mv, nodes) in &perft.divide {
        terminal.print(&format!("{mv}: {}", thousands(*nodes)));
    }
    let rate = short(perft.nodes as f64 / seconds.max(1e-9));
    terminal.print(&format!(
        "perft {} = {} ({seconds:.3} s, {rate} leaves/s)",
        arguments.depth,
        thousands(perft.nodes)
    ));
    Ok(Exit::Answered)
}
