//! Tables 1 to 4 of Kishimoto and Müller (2004), *A General Solution to the Graph History Interaction
//! Problem*: searches that ignore the problem and searches that handle it, on one-eye problems under
//! situational superko and on endings of checkers.
//!
//! Solved is printed as the paper prints it, right + wrong, where a search is unsound on purpose. Wrong
//! is a value that is not the certified label, and also a right value without a proof in the table of
//! the search (`andor_prove::own_tree`). Nothing is proved again for that. Of alpha-beta only values are
//! looked at.

use super::results::Attempt;
use super::summary::{Row, totals};
use andor_core::figures::thousands;
use andor_engine::Ghi;

/// The columns about simulation.
pub(super) const COLUMNS: [&str; 3] = ["simulations", "simulated", "flawed"];

/// Whether a wrong answer of this row would be a defect.
pub(super) fn is_sound(row: &Row) -> bool {
    row.ghi.warning().is_none()
}

/// Whether a table has the columns about simulation.
pub(super) fn is_about_histories(rows: &[Row]) -> bool {
    let simulates = |row: &Row| {
        row.ghi != Ghi::Sound
            || row.paper.simulation.is_some()
            || row.outcomes.iter().flatten().any(|outcome| outcome.simulations > 0)
    };
    rows.iter().any(simulates)
}

/// Lines below the table: what was wrong, and what handling costs more than ignoring. An ignoring
/// search that ends with a wrong tree may have ended too early, so what it got right stands apart.
pub(super) fn remarks(rows: &[Row]) -> Vec<String> {
    let totals = totals(rows);
    let mut lines = Vec::new();
    for (row, totals) in rows.iter().zip(&totals).filter(|(row, _)| !is_sound(row)) {
        let count = |number: u64, what: &str| {
            let ending = if number == 1 { "" } else { "s" };
            format!("{} {what}{ending}", thousands(number))
        };
        let mut line = format!("{}: {}", row.label, count(totals.wrong_values, "wrong value"));
        if row.outcomes.iter().flatten().any(|outcome| outcome.tree.is_some()) {
            line += &format!(", {}", count(totals.wrong_trees, "wrong tree"));
        }
        if totals.unseen_trees > 0 {
            line += &format!(", {} too large to look at", count(totals.unseen_trees, "tree"));
        }
        lines.push(line);
    }
    let ignoring = rows.iter().position(|row| row.ghi == Ghi::Ignore);
    let Some(ignoring) = ignoring.map(|at| &rows[at]) else { return lines };
    for row in rows.iter().filter(|row| row.ghi != Ghi::Ignore) {
        let all = overhead(ignoring, row, |_| true);
        let right = overhead(ignoring, row, |outcome| outcome.fault.is_none());
        lines.push(format!("{} against ignoring: {all}; {right} that it got right", row.label));
    }
    lines
}

/// How many more nodes and seconds one row needed than another, which ignores histories, on the
/// positions that both solved and where that one's outcome is `fit`.
fn overhead(ignoring: &Row, row: &Row, fit: impl Fn(&Attempt) -> bool) -> String {
    let (mut count, mut nodes, mut seconds) = (0, [0.0; 2], [0.0; 2]);
    for pair in ignoring.outcomes.iter().zip(&row.outcomes) {
        let (Some(base), Some(own)) = pair else { continue };
        if base.is_solved() && own.is_solved() && fit(base) {
            count += 1;
            nodes = [nodes[0] + base.nodes as f64, nodes[1] + own.nodes as f64];
            seconds = [seconds[0] + base.seconds, seconds[1] + own.seconds];
        }
    }
    let more = |[there, here]: [f64; 2]| match there > 0.0 {
        true => 100.0 * (here / there - 1.0),
        false => 0.0,
    };
    let (nodes, seconds) = (more(nodes), more(seconds));
    format!("{nodes:+.1}% nodes, {seconds:+.1}% seconds on {} positions", thousands(count))
}
