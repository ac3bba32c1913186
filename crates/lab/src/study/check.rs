//! Does stored rows again, and says whether they still hold.

use super::ground::{Ground, Limited};
use super::kept::rows_of;
use super::row::Row;
use super::studies::{Study, find};
use crate::{Done, Ended, LabError, Listener};
use andor_core::InputError;
use andor_engine::Catalogue;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::Ordering;

/// Checks rows of a study: the one of this number (from 1), or the `sample` that took least time, of every contender.
///
/// # Errors
/// If there is no such row, or one is not the same: then it tells which.
pub fn check(
    catalogue: &Catalogue,
    study: &Study,
    results: &Path,
    number: Option<usize>,
    sample: usize,
    listener: &mut dyn Listener,
) -> Done {
    let study = find(study.rows_of())?;
    let rows = rows_of(results, study.name)?;
    let chosen = match number {
        None => cheapest(study, &rows, sample),
        Some(number) => {
            let row = number.checked_sub(1).and_then(|at| rows.get(at));
            let why = || {
                let count = rows.len();
                InputError::new(format!(
                    "experiment {:?} has {count} rows, not {number}",
                    study.name
                ))
            };
            vec![(number, row.ok_or_else(why)?)]
        }
    };
    let stop = listener.interrupt();
    let mut differ = Vec::new();
    let mut made: Option<(Limited, Box<dyn Ground>)> = None;
    for (number, row) in &chosen {
        let name = format!("{}:{number}", study.name);
        listener.status(&format!("{name}: {}, {}", row.position, row.contender));
        let limited = limits_of(row);
        let ground = match &made {
            Some((known, ground)) if *known == limited => ground,
            _ => &made.insert((limited, study.ground(catalogue, None, limited)?)).1,
        };
        let at = ground.tasks().iter().position(|task| task.key() == row.key());
        let at = at.ok_or_else(|| {
            LabError::Rejected(format!("{name}: the experiment has no such search any more"))
        })?;
        let Some(measured) = ground.perform(at, &stop)? else { return Ok(Ended::Interrupted) };
        let holds = measured.counts == row.counts;
        let text = match holds {
            true => format!("{name}: {}, {}: the same again", row.position, row.contender),
            false => {
                let now = Value::Object(measured.counts.clone());
                let then = Value::Object(row.counts.clone());
                format!("{name}: {}, {}: {then} then, {now} now", row.position, row.contender)
            }
        };
        listener.row(
            &text,
            &json!({
                "experiment": study.name, "row": number, "holds": holds, "counts": measured.counts,
            }),
        );
        if !holds {
            differ.push(name);
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(Ended::Interrupted);
        }
    }
    if differ.is_empty() {
        return Ok(Ended::Whole);
    }
    Err(LabError::Rejected(format!("rows do not repeat: {}", differ.join(", "))))
}

/// The rows of every contender that took least time, with their numbers.
fn cheapest<'a>(study: &Study, rows: &'a [Row], sample: usize) -> Vec<(usize, &'a Row)> {
    let mut chosen = Vec::new();
    for contender in study.contenders() {
        let own = rows.iter().enumerate().filter(|(_, row)| row.contender == contender);
        let mut own: Vec<(usize, &Row)> = own.map(|(at, row)| (at + 1, row)).collect();
        own.sort_by(|(_, a), (_, b)| a.seconds.total_cmp(&b.seconds));
        chosen.extend(own.into_iter().take(sample));
    }
    chosen
}

/// The limits that a row was made with, in place of its study's.
fn limits_of(row: &Row) -> Limited {
    let number = |name: &str| row.settings.get(name).and_then(Value::as_u64);
    Limited {
        nodes: number("nodes").or(number("expansions")),
        tree_nodes: number("tree_nodes"),
        depth: number("depth").and_then(|depth| u32::try_from(depth).ok()),
    }
}
