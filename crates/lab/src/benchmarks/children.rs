//! `andor bench children`: what a search does to a leaf: children made, tested for the end of the game, moves
//! counted.

use super::Measured;
use andor_core::InputError;
use andor_core::figures::{short, thousands};
use andor_engine::Catalogue;
use andor_games::{Children, make_children};
use serde_json::{Value, json};
use std::time::Instant;

pub(super) fn children(catalogue: &Catalogue) -> Result<Measured, InputError> {
    let mut measured = Measured::new();
    let mut runs = Vec::new();
    for name in ["breakthrough:8x8", "loa:8x8", "surakarta:6x6"] {
        let spec = catalogue.game(name)?.spec();
        let start = Instant::now();
        let Children { made: children, moves } = make_children(&spec, 1, 20_000_000)?;
        let seconds = start.elapsed().as_secs_f64();
        let rate = children as f64 / seconds;
        measured.lines.push(format!(
            "{name}: {} children made, tested and counted ({} moves), {seconds:.2} s, {}/s on one core",
            thousands(children),
            thousands(moves),
            short(rate)
        ));
        runs.push(json!({
            "game": spec, "children": children, "moves": moves, "seconds": seconds, "per_second": rate,
        }));
        measured.nodes += children;
    }
    measured.fields.insert("runs".to_owned(), Value::Array(runs));
    Ok(measured)
}
