//! `andor bench`: the numbers that the documentation quotes, from one command.
//!
//! Speeds are of this machine; the node count at the end is the same on every machine, and a
//! change that alters it says so.

mod children;
mod prove;

use crate::{Done, Ended, Listener};
use andor_core::figures::{short, size, thousands};
use andor_core::{InputError, Limits, Silent};
use andor_engine::settings::SolverSettings;
use andor_engine::{Catalogue, CertificateSize, Method, Request, Solved};
use children::children;
use prove::prove;
use serde_json::{Map, Value, json};
use std::time::Instant;

/// A benchmark: its name and what it runs.
type Benchmark = (&'static str, fn(&Catalogue) -> Result<Measured, InputError>);

const BENCHMARKS: [Benchmark; 6] = [
    ("perft", perft),
    ("children", children),
    ("df-pn", df_pn),
    ("pn", pn),
    ("prove", prove),
    ("certify", certify),
];

/// What a benchmark found: lines for people, fields for programs, nodes for the count.
pub(crate) struct Measured {
    pub(crate) lines: Vec<String>,
    pub(crate) fields: Map<String, Value>,
    pub(crate) nodes: u64,
}

impl Measured {
    /// Nothing yet.
    pub(crate) fn new() -> Measured {
        Measured { lines: Vec::new(), fields: Map::new(), nodes: 0 }
    }

    /// Tells it under the benchmark's name.
    pub(crate) fn tell(&self, name: &str, listener: &mut dyn Listener) {
        let lines = self.lines.iter().enumerate();
        let lines =
            lines.map(|(at, line)| format!("{:<8} {line}", if at == 0 { name } else { "" }));
        let mut fields = object(json!({"bench": name}));
        fields.extend(self.fields.clone());
        listener.row(&lines.collect::<Vec<_>>().join("\n"), &Value::Object(fields));
    }
}

/// The names of the benchmarks.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    BENCHMARKS.iter().map(|(name, _)| *name)
}

/// Runs the benchmark of this name, or all of them for `None`, and tells the node count.
///
/// # Errors
/// If a game of theirs is not in the catalogue.
pub fn run(catalogue: &Catalogue, name: Option<&str>, listener: &mut dyn Listener) -> Done {
    let mut nodes = 0;
    for (known, benchmark) in BENCHMARKS {
        if name.is_none_or(|name| name == known) {
            let measured = benchmark(catalogue)?;
            nodes += measured.nodes;
            measured.tell(known, listener);
        }
    }
    listener.row(&format!("nodes    {nodes}"), &json!({"bench": "total", "nodes": nodes}));
    Ok(Ended::Whole)
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => unreachable!("only called on objects"),
    }
}

/// The move generators: bulk counting at the last ply.
fn perft(catalogue: &Catalogue) -> Result<Measured, InputError> {
    let mut measured = Measured::new();
    let mut runs = Vec::new();
    for (spec, depth) in [("breakthrough:8x8", 7), ("loa:8x8", 6), ("surakarta:6x6", 6)] {
        let game = catalogue.game(spec)?;
        let start_position = game.position(None, &[])?;
        let start = Instant::now();
        let nodes = game.perft(&start_position, depth, false)?.nodes;
        let seconds = start.elapsed().as_secs_f64();
        let rate = nodes as f64 / seconds;
        measured.lines.push(format!(
            "{spec} depth {depth}: {} leaves, {seconds:.2} s, {} leaves/s on one core",
            thousands(nodes),
            short(rate)
        ));
        runs.push(json!({
            "game": game.spec(), "depth": depth, "nodes": nodes, "seconds": seconds, "per_second": rate,
        }));
        measured.nodes += nodes;
    }
    measured.fields.insert("runs".to_owned(), Value::Array(runs));
    Ok(measured)
}

fn solve(
    catalogue: &Catalogue,
    spec: &str,
    method: Method,
    memory: u64,
) -> Result<Solved, InputError> {
    let game = catalogue.game(spec)?;
    let position = game.position(None, &[])?;
    let request = Request {
        settings: SolverSettings { knowledge: Some(true), ..method.into() },
        limits: Limits { memory, ..Limits::default() },
        ..Request::default()
    };
    game.solve(&position, &request, &mut Silent)
        .map_err(|error| InputError::new(format!("{spec}: {error}")))
}

fn solver_line(solved: &Solved, label: &str, memory: u64) -> (String, Value) {
    let row = &solved.row;
    let rate = solved.searched.nodes as f64 / solved.search_seconds;
    let line = format!(
        "{} {label}: {}, {} nodes, {} expanded, {:.2} s search, {} child positions/s on one core, {} of {} used",
        row.game,
        row.value,
        thousands(row.nodes),
        thousands(row.expanded),
        solved.search_seconds,
        short(rate),
        size(row.peak_memory_bytes),
        size(memory),
    );
    let fields = json!({
        "game": row.game, "method": label, "value": row.value, "nodes": row.nodes, "expanded": row.expanded,
        "search_seconds": solved.search_seconds, "per_second": rate, "memory": memory,
        "peak_memory_bytes": row.peak_memory_bytes, "verified": row.verified,
    });
    (line, fields)
}

/// df-pn on 5x5, with and without the evaluation, and in a table far too small.
fn df_pn(catalogue: &Catalogue) -> Result<Measured, InputError> {
    let mut measured = Measured::new();
    let mut runs = Vec::new();
    let gib = 1 << 30;
    for (label, method, memory) in [
        ("auto", Method::Auto, gib),
        ("auto", Method::Auto, 16 << 20),
        ("df-pn", Method::DfPn, gib),
    ] {
        let solved = solve(catalogue, "breakthrough:5x5", method, memory)?;
        let (line, fields) = solver_line(&solved, label, memory);
        measured.lines.push(line);
        measured.nodes += solved.row.nodes;
        runs.push(fields);
    }
    measured.fields.insert("runs".to_owned(), Value::Array(runs));
    Ok(measured)
}

/// The tree search: what a node costs, and what the table saves.
fn pn(catalogue: &Catalogue) -> Result<Measured, InputError> {
    let memory = 1 << 30;
    let tree = solve(catalogue, "breakthrough:4x5", Method::Pn, memory)?;
    let table = solve(catalogue, "breakthrough:4x5", Method::DfPn, memory)?;
    let (line, fields) = solver_line(&tree, "pn", memory);
    let (table_line, table_fields) = solver_line(&table, "df-pn", memory);
    let each = tree.row.peak_memory_bytes as f64 / tree.peak_entries as f64;
    let ratio = tree.row.nodes as f64 / table.row.nodes as f64;
    Ok(Measured {
        lines: vec![
            line,
            format!(
                "{} tree nodes at most, {each:.1} bytes a node with everything (log of proofs included)",
                thousands(tree.peak_entries)
            ),
            table_line,
            format!("pn generates {ratio:.1} times the nodes of df-pn with the same leaf rule"),
        ],
        fields: object(json!({
            "runs": [fields, table_fields], "tree_nodes": tree.peak_entries, "bytes_per_node": each,
            "nodes_ratio": ratio,
        })),
        nodes: tree.row.nodes + table.row.nodes,
    })
}

/// Extraction, size and verification of the 5x5 certificate.
fn certify(catalogue: &Catalogue) -> Result<Measured, InputError> {
    let solved = solve(catalogue, "breakthrough:5x5", Method::Auto, 1 << 30)?;
    let certificate = solved.certificate_size.unwrap_or_default();
    let CertificateSize { positions, bytes } = certificate;
    let each = certificate.bytes_each().unwrap_or_default();
    let extraction = solved.row.seconds - solved.search_seconds;
    let verification = solved.row.verify_seconds;
    Ok(Measured {
        lines: vec![format!(
            "breakthrough:5x5: {} positions, {}, {each:.2} bytes each, extracted in {extraction:.2} s ({} proved again), verified: {} in {verification:.2} s",
            thousands(positions),
            size(bytes),
            solved.row.reproved,
            solved.row.verified,
        )],
        fields: object(json!({
            "game": "breakthrough:5x5", "positions": positions, "bytes": bytes, "bytes_per_position": each,
            "extract_seconds": extraction, "verify_seconds": verification,
            "reproved": solved.row.reproved, "verified": solved.row.verified,
        })),
        nodes: positions,
    })
}
