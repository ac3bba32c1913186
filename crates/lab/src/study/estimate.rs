//! How far a study is, and what the rest would take, by the rows there are.

use super::finding::{Finding, is_solved};
use super::row::Row;
use super::studies::{Kind, Study};
use crate::comparison::hardness;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

/// How far a study is.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// Positions, games or samples that all contenders have rows of.
    pub done: usize,
    /// All of them.
    pub of: usize,
    /// Rows there are.
    pub rows: usize,
    /// Rows there would be.
    pub all: usize,
    /// The part of the paper's limit that they were made with: 1 where it is the paper's; nothing without rows.
    pub limit_part: Option<f64>,
    /// Core-seconds that the rows took.
    pub spent: f64,
    /// Core-seconds that the rest would take, whole and with the paper's limits. A search that was stopped by a smaller
    /// limit is taken to use up the larger one.
    pub rest: Option<f64>,
}

impl Progress {
    /// Whether all of it is there, with the limits of the file.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.rows == self.all && self.limit_part == Some(1.0)
    }
}

/// How far a study is with the rows of its table.
#[must_use]
pub fn progress(study: &Study, finding: &Finding) -> Progress {
    let contenders = study.contenders();
    let mut by_contender: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in &finding.rows {
        by_contender.entry(&row.contender).or_default().push(row);
    }
    let of = study.size();
    let least = contenders.iter().map(|one| by_contender.get(&**one).map_or(0, Vec::len)).min();
    let part = limit_part(study, finding);
    let spent: f64 = finding.rows.iter().map(|row| row.seconds).sum();
    let hardness = match study.kind {
        Kind::Methods(preset) => hardness(preset),
        _ => HashMap::new(),
    };
    let whole: Option<f64> = contenders
        .iter()
        .map(|contender| {
            let own = by_contender.get(&**contender)?;
            let scaled = |row: &&&Row| row.seconds * factor(study, row, part.unwrap_or(1.0));
            let seconds = own.iter().map(|row| scaled(&row)).sum::<f64>();
            Some(seconds * times(&hardness, own, of))
        })
        .sum();
    let kept = if part == Some(1.0) { spent } else { 0.0 };
    Progress {
        done: least.unwrap_or(0),
        of,
        rows: finding.rows.len(),
        all: of * contenders.len(),
        limit_part: part,
        spent,
        rest: whole.map(|whole| (whole - kept).max(0.0)),
    }
}

/// How many times the work of these rows all positions are: by how hard they are, where their set says it.
fn times(hardness: &HashMap<String, f64>, rows: &[&Row], of: usize) -> f64 {
    let done: f64 = rows.iter().filter_map(|row| hardness.get(&row.position)).sum();
    match done > 0.0 {
        true => hardness.values().sum::<f64>() / done,
        false => of as f64 / rows.len() as f64,
    }
}

/// How much longer a search would take with the limits of the file.
fn factor(study: &Study, row: &Row, part: f64) -> f64 {
    match study.kind {
        Kind::Methods(_) if !is_solved(row) => 1.0 / part,
        // The nodes of an iteration more, by the last ones.
        Kind::Players(players) => {
            let missing = i64::from(players.depth) - depth(row).unwrap_or(0) as i64;
            growth(row).powi(missing.clamp(0, 30) as i32)
        }
        _ => 1.0,
    }
}

fn depth(row: &Row) -> Option<u64> {
    row.settings.get("depth").and_then(Value::as_u64)
}

/// By how much an iteration is larger than the one before.
fn growth(row: &Row) -> f64 {
    let nodes = row.counts.get("nodes").and_then(Value::as_array);
    let nodes: Vec<f64> = nodes.into_iter().flatten().filter_map(Value::as_f64).collect();
    match nodes[..] {
        [.., before, last] if before > 0.0 => (last / before).clamp(1.0, 8.0),
        _ => 1.0,
    }
}

/// The part of the limit of the file that the rows were made with.
fn limit_part(study: &Study, finding: &Finding) -> Option<f64> {
    let row = finding.rows.first()?;
    let number = |name: &str| row.settings.get(name).and_then(Value::as_f64);
    Some(match study.kind {
        Kind::Methods(preset) => {
            let limit = number("nodes").or(number("expansions"))?;
            limit / preset.nodes as f64
        }
        Kind::Players(players) => number("depth")? / f64::from(players.depth),
        Kind::Games(_) | Kind::Jobs(_) => 1.0,
    })
}
