//! `andor bench prove`: the family on the same endgames, and what each search generates in a second.
//! Certificates are not written, and a search ends after two million nodes.

use super::Measured;
use crate::sets;
use andor_core::figures::{short, size, thousands};
use andor_core::{InputError, Limits, Silent};
use andor_engine::{Catalogue, Goal, Method, Request, Stage};
use serde::Deserialize;
use serde_json::{Value, json};
use std::ops::RangeInclusive;

/// The endgames: the first sixteen of the easier set whose proofs take so many nodes (docs/results/sets.md has the
/// recipe). Each is a win for its side to move.
const ENDGAMES: usize = 16;
const TAKES: RangeInclusive<u64> = 150_000..=900_000;

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

/// A line of the set.
#[derive(Deserialize)]
struct Endgame {
    position: String,
    /// The least nodes that any method needed.
    least: u64,
}

fn endgames() -> Vec<String> {
    let set = sets::find("loa-8x8-easier").expect("it travels along");
    let read = |line: &str| serde_json::from_str(line).expect("its lines have these fields");
    let fit = set.lines().map(read).filter(|endgame: &Endgame| TAKES.contains(&endgame.least));
    fit.map(|endgame| endgame.position).take(ENDGAMES).collect()
}

pub(super) fn prove(catalogue: &Catalogue) -> Result<Measured, InputError> {
    let game = catalogue.game("loa:8x8")?;
    let endgames = endgames();
    let mut measured = Measured::new();
    let mut runs = Vec::new();
    for (method, memory) in RUNS {
        let limits = Limits { nodes: Some(2_000_000), memory, ..Limits::default() };
        let request = Request {
            settings: method.into(),
            goal: Goal::Win,
            limits,
            stage: Stage::Search,
            ..Request::default()
        };
        let (mut solved, mut nodes, mut seconds) = (0, 0, 0.0);
        let (mut bytes, mut held) = (0, 0);
        for position in &endgames {
            let line = game.position(Some(position), &[])?;
            let done = game
                .solve(&line, &request, &mut Silent)
                .map_err(|error| InputError::new(format!("{position}: {error}")))?;
            solved += u32::from(done.row.found() == andor_engine::Value::Win);
            nodes += done.searched.nodes;
            seconds += done.search_seconds;
            bytes += done.row.peak_memory_bytes;
            held += done.peak_entries;
        }
        let rate = nodes as f64 / seconds;
        let name = method.name();
        measured.lines.push(format!(
            "{} LOA 8x8 endgames, {name} in {}: {solved} solved, {} nodes, {seconds:.2} s, {} nodes/s on one core",
            endgames.len(),
            size(memory),
            thousands(nodes),
            short(rate),
        ));
        runs.push(json!({
            "method": name, "memory": memory, "positions": endgames.len(), "solved": solved, "nodes": nodes,
            "search_seconds": seconds, "per_second": rate,
            "bytes_per_entry": bytes as f64 / held.max(1) as f64,
        }));
        measured.nodes += nodes;
    }
    measured.fields.insert("runs".to_owned(), Value::Array(runs));
    Ok(measured)
}
