//! A comparison in the form of the papers' tables: how many positions each contender solved, and
//! the totals on the positions that all of its group solved.

use super::preset::Paper;
use super::results::Outcome;
use crate::wording::thousands;
use serde_json::{Value, json};

/// A row of a comparison: its name, its contender, its group.
pub(super) struct Row {
    pub(super) label: String,
    pub(super) text: String,
    pub(super) group: usize,
    pub(super) paper: Paper,
    /// One for each position; `None` where it was not run.
    pub(super) outcomes: Vec<Option<Outcome>>,
}

/// The totals of a row.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Totals {
    pub(super) run: u64,
    pub(super) solved: u64,
    pub(super) verified: u64,
    /// How many positions the following are about.
    pub(super) common: u64,
    pub(super) nodes: u64,
    pub(super) expanded: u64,
    pub(super) seconds: f64,
}

/// The totals of every row.
pub(super) fn totals(rows: &[Row]) -> Vec<Totals> {
    let solved = |row: &Row, at: usize| row.outcomes[at].as_ref().is_some_and(Outcome::is_solved);
    let of = |row: &Row| {
        let mut totals = Totals::default();
        for (at, outcome) in row.outcomes.iter().enumerate() {
            let Some(outcome) = outcome else { continue };
            totals.run += 1;
            totals.solved += u64::from(outcome.is_solved());
            totals.verified += u64::from(outcome.verified);
            let group = rows.iter().filter(|other| other.group == row.group);
            if group.into_iter().all(|other| solved(other, at)) {
                totals.common += 1;
                totals.nodes += outcome.nodes;
                totals.expanded += outcome.expanded;
                totals.seconds += outcome.seconds;
            }
        }
        totals
    };
    rows.iter().map(of).collect()
}

/// The table for people.
pub(super) fn lines(rows: &[Row]) -> Vec<String> {
    let paper = rows.iter().any(|row| row.paper.solved.or(row.paper.nodes).is_some());
    let text = |number: Option<u64>| number.map_or("-".to_owned(), thousands);
    let mut cells: Vec<Vec<String>> =
        vec![["", "solved", "of", "common", "nodes", "expanded", "seconds"].map(Into::into).into()];
    if paper {
        let head = ["| paper: solved", "common", "nodes", "seconds"];
        cells[0].extend(head.map(str::to_owned));
    }
    for (row, totals) in rows.iter().zip(totals(rows)) {
        let mut line = vec![
            row.label.clone(),
            thousands(totals.solved),
            thousands(totals.run),
            thousands(totals.common),
            thousands(totals.nodes),
            thousands(totals.expanded),
            format!("{:.2}", totals.seconds),
        ];
        if paper {
            let Paper { solved, common, nodes, milliseconds } = row.paper;
            line.extend([text(solved), text(common), text(nodes)]);
            let seconds = milliseconds.map(|time| format!("{:.0}", time as f64 / 1000.0));
            line.push(seconds.unwrap_or("-".to_owned()));
        }
        cells.push(line);
    }
    let width = |column: usize| cells.iter().map(|line| line[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..cells[0].len()).map(width).collect();
    let align = |line: &Vec<String>| {
        let mut text = format!("{:<1$}", line[0], widths[0]);
        for (cell, width) in line.iter().zip(&widths).skip(1) {
            text.push_str(&format!("  {cell:>width$}"));
        }
        text.trim_end().to_owned()
    };
    cells.iter().map(align).collect()
}

/// The table for programs: one object a row.
pub(super) fn objects(name: &str, rows: &[Row]) -> Vec<Value> {
    let object = |(row, totals): (&Row, Totals)| {
        let mut object = json!({
            "bench": name, "label": row.label, "method": row.text, "positions": totals.run,
            "solved": totals.solved, "verified": totals.verified, "common": totals.common,
            "nodes": totals.nodes, "expanded": totals.expanded, "seconds": totals.seconds,
        });
        let Paper { solved, common, nodes, milliseconds } = row.paper;
        if solved.or(nodes).is_some() {
            let seconds = milliseconds.map(|time| time as f64 / 1000.0);
            object["paper"] = json!({
                "solved": solved, "common": common, "nodes": nodes, "seconds": seconds,
            });
        }
        object
    };
    rows.iter().zip(totals(rows)).map(object).collect()
}

#[cfg(test)]
mod tests {
    use super::{Row, lines, totals};
    use crate::commands::sets::preset::Paper;
    use crate::commands::sets::results::Outcome;

    fn row(label: &str, group: usize, nodes: &[Option<u64>]) -> Row {
        let outcome = |&nodes: &Option<u64>| {
            Some(Outcome {
                value: if nodes.is_some() { "win" } else { "unknown" }.to_owned(),
                stopped: String::new(),
                nodes: nodes.unwrap_or(5_000),
                expanded: 1,
                seconds: 0.5,
                verified: false,
            })
        };
        Row {
            label: label.to_owned(),
            text: label.to_owned(),
            group,
            paper: Paper::default(),
            outcomes: nodes.iter().map(outcome).collect(),
        }
    }

    #[test]
    fn totals_are_on_what_all_of_a_group_solved() {
        let rows = [
            row("a", 0, &[Some(1), Some(20), None]),
            row("b", 0, &[Some(3), None, Some(500)]),
            row("c", 1, &[Some(7), Some(7), Some(7)]),
        ];
        let found: Vec<(u64, u64, u64)> =
            totals(&rows).iter().map(|row| (row.solved, row.common, row.nodes)).collect();
        assert_eq!(found, [(2, 1, 1), (2, 1, 3), (3, 3, 21)]);
        let lines = lines(&rows);
        assert_eq!(lines.len(), 4);
        assert!(lines[3].starts_with("c ") && lines[3].ends_with("1.50"), "{lines:#?}");
    }
}
