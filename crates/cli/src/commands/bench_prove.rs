//! `andor bench prove`: the family on the same endgames, and what each search generates in a second.
//! Certificates are not written, and a search ends after two million nodes.

use super::bench::Measured;
use super::bench_endgames::ENDGAMES;
use crate::wording::{short, size, thousands};
use andor_core::{InputError, Limits, Silent};
use andor_engine::{Catalogue, Goal, Method, Request};
use serde_json::{Map, Value, json};

const SMALL: u64 = 16 << 20;
const LARGE: u64 = 1 << 30;

/// Methods, and the memory they may use.
const RUNS: [(Method, u64); 9] = [
    (Method::PnNaive, LARGE),
    (Method::Pn, LARGE),
    (Method::EfPn, LARGE),
    (Method::Pn2, LARGE),
    (Method::EfPn2, LARGE),
    (Method::PdsPn, LARGE),
    (Method::DfPn, SMALL),
    (Method::DfPn, LARGE),
    (Method::Auto, LARGE),
];

pub(super) fn prove(catalogue: &Catalogue) -> Result<Measured, InputError> {
    let game = catalogue.game("loa:8x8")?;
    let mut measured = Measured { lines: Vec::new(), fields: Map::new(), nodes: 0 };
    let mut runs = Vec::new();
    for (method, memory) in RUNS {
        let limits = Limits { nodes: Some(2_000_000), memory, ..Limits::default() };
        let request =
            Request { method, goal: Goal::Win, limits, search_only: true, ..Request::default() };
        let (mut solved, mut nodes, mut seconds) = (0, 0, 0.0);
        let (mut bytes, mut held) = (0, 0);
        for position in ENDGAMES {
            let line = game.position(Some(position), &[])?;
            let done = game
                .solve(&line, &request, &mut Silent)
                .map_err(|error| InputError::new(format!("{position}: {error}")))?;
            solved += u32::from(done.row.found() == andor_engine::Value::Win);
            nodes += done.search.0;
            seconds += done.search.1;
            bytes += done.row.peak_memory_bytes;
            held += done.peak_entries;
        }
        let rate = nodes as f64 / seconds;
        let name = method.name();
        measured.lines.push(format!(
            "{} LOA 8x8 endgames, {name} in {}: {solved} solved, {} nodes, {seconds:.2} s, {} nodes/s on one core",
            ENDGAMES.len(),
            size(memory),
            thousands(nodes),
            short(rate),
        ));
        runs.push(json!({
            "method": name, "memory": memory, "positions": ENDGAMES.len(), "solved": solved, "nodes": nodes,
            "search_seconds": seconds, "per_second": rate,
            "bytes_per_entry": bytes as f64 / held.max(1) as f64,
        }));
        measured.nodes += nodes;
    }
    measured.fields.insert("runs".to_owned(), Value::Array(runs));
    Ok(measured)
}
