//! The sets of `crates/lab/sets`. All have lines of one form; those in which the history matters also say
//! how.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

mod histories;
mod labelled;

use serde::Deserialize;
use std::fs;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    game: String,
    position: String,
    value: String,
    least: u64,
    by: String,
    plies: u32,
    source: String,
    number: u64,
    ply: usize,
    length: usize,
    #[serde(default)]
    kinds: Vec<String>,
}

fn lines(name: &str) -> Vec<Line> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/sets");
    let text = fs::read_to_string(folder.join(name).with_extension("jsonl")).unwrap();
    let read = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}: {error}"));
    text.lines().map(read).collect()
}
