//! `andor lab list` and `show`: what there is, and how far it is, as lines and as objects.

use super::agreement::{Verdict, verdict};
use super::estimate::{Progress, progress};
use super::finding::{Finding, finding};
use super::kept::rows_of;
use super::studies::{Study, studies};
use crate::{Done, Ended, Listener};
use andor_core::InputError;
use andor_core::figures::thousands;
use serde_json::{Value, json};
use std::path::Path;

/// The table of a study with what is kept of it.
///
/// # Errors
/// If its file cannot be read.
pub fn kept_finding(study: &Study, results: &Path) -> Result<Finding, InputError> {
    Ok(finding(study, rows_of(results, study.rows_of())?))
}

/// Lists all studies.
///
/// # Errors
/// If a file of results cannot be read.
pub fn list(results: &Path, listener: &mut dyn Listener) -> Done {
    for study in studies() {
        let table = kept_finding(study, results)?;
        let progress = progress(study, &table);
        let text = format!(
            "{:9} {:12} {:12} {:<15} {}",
            study.name,
            study.paper(),
            study.about.item,
            how_far(&progress),
            study.title
        );
        let object = object(study, &table, &progress);
        listener.row(text.trim_end(), &object);
    }
    Ok(Ended::Whole)
}

/// How much of a study there is: `whole`, `40 of 488`, with the part of the paper's limit, or `-`.
#[must_use]
pub fn how_far(progress: &Progress) -> String {
    let Some(part) = progress.limit_part else { return "-".to_owned() };
    let of = match progress.rows == progress.all {
        true => "whole".to_owned(),
        // Some contenders have none yet.
        false if progress.done == 0 => {
            let [rows, all] = [progress.rows, progress.all].map(|count| thousands(count as u64));
            format!("{rows} of {all} rows")
        }
        false => format!("{} of {}", progress.done, thousands(progress.of as u64)),
    };
    if (part - 1.0).abs() < 1e-9 { of } else { format!("{of}, limit x {part:.3}") }
}

fn object(study: &Study, table: &Finding, progress: &Progress) -> Value {
    let verdicts: Vec<Value> = study
        .about
        .agree
        .iter()
        .map(|statement| {
            let word = match verdict(statement, table) {
                Verdict::Holds => "holds",
                Verdict::Fails => "fails",
                Verdict::Open => "open",
            };
            json!({"statement": statement.text(), "verdict": word})
        })
        .collect();
    json!({
        "experiment": study.name, "paper": study.paper(), "item": study.about.item,
        "title": study.title, "positions": progress.done, "of": progress.of, "rows": progress.rows,
        "all": progress.all, "limit_part": progress.limit_part, "whole": progress.is_whole(),
        "core_seconds": progress.spent, "rest_core_seconds": progress.rest, "agree": verdicts,
    })
}

/// Tells what a study is, and what there is of it.
///
/// # Errors
/// If its file of results cannot be read.
pub fn show(study: &Study, results: &Path, listener: &mut dyn Listener) -> Done {
    let table = kept_finding(study, results)?;
    let progress = progress(study, &table);
    listener.object(&object(study, &table, &progress));
    listener.heading(&format!("{}: {}", study.name, study.title));
    listener.heading(&format!("{} of {}", study.about.item, study.source));
    listener.text(&format!("the paper's limits: {}", study.about.limits));
    listener.text(&format!(
        "rows: {} of {} ({})",
        thousands(progress.rows as u64),
        thousands(progress.all as u64),
        how_far(&progress)
    ));
    for contender in study.contenders() {
        listener.text(&format!("  {contender}"));
    }
    for line in lines(&table) {
        listener.text(&line);
    }
    for statement in &study.about.agree {
        let word = match verdict(statement, &table) {
            Verdict::Holds => "agrees",
            Verdict::Fails => "differs",
            Verdict::Open => "open",
        };
        listener.text(&format!("{word:8} {}", statement.text()));
    }
    Ok(Ended::Whole)
}

/// A number of a table for people.
#[must_use]
pub fn number(value: f64) -> String {
    match value {
        value if value.fract() == 0.0 && value.abs() < 1e15 => {
            let sign = if value < 0.0 { "-" } else { "" };
            format!("{sign}{}", thousands(value.abs() as u64))
        }
        value if value.abs() >= 100.0 => format!("{value:.1}"),
        value if value.abs() >= 10.0 => format!("{value:.2}"),
        value => format!("{value:.3}"),
    }
}

/// The table for people: the paper's numbers, and ours.
fn lines(table: &Finding) -> Vec<String> {
    let mut cells: Vec<Vec<String>> = vec![vec![String::new()]];
    for column in &table.columns {
        cells[0].extend([format!("{column}: paper"), "ours".to_owned()]);
    }
    let text = |value: Option<f64>| value.map_or("-".to_owned(), number);
    for line in &table.lines {
        let mut row = vec![line.label.clone()];
        row.extend(line.cells.iter().flat_map(|cell| [text(cell.paper), text(cell.ours)]));
        cells.push(row);
    }
    let width = |at: usize| cells.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..cells[0].len()).map(width).collect();
    let aligned = |row: &Vec<String>| {
        let mut text = format!("{:<1$}", row[0], widths[0]);
        for (cell, width) in row.iter().zip(&widths).skip(1) {
            text.push_str(&format!("  {cell:>width$}"));
        }
        text.trim_end().to_owned()
    };
    cells.iter().map(aligned).collect()
}
