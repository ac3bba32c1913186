//! A comparison in the form of the papers' tables: how many positions each contender solved, and
//! the totals on the positions that all of its group solved.

use super::ghi;
use super::preset::Paper;
use super::results::{Attempt, Fault, Tree};
use andor_core::figures::thousands;
use andor_engine::Ghi;
use serde_json::{Value, json};

/// A row of a comparison: its name, its contender, its group.
pub(super) struct Row {
    pub(super) label: String,
    pub(super) text: String,
    pub(super) group: usize,
    pub(super) paper: Paper,
    /// What its searches do about histories.
    pub(super) ghi: Ghi,
    /// One for each position; `None` where it was not run.
    pub(super) outcomes: Vec<Option<Attempt>>,
}

/// The totals of a row.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Totals {
    pub(super) run: u64,
    pub(super) solved: u64,
    pub(super) verified: u64,
    /// Of the solved ones, those with a wrong value, with a wrong tree, and with a tree that was too
    /// large to look at.
    pub(super) wrong_values: u64,
    pub(super) wrong_trees: u64,
    pub(super) unseen_trees: u64,
    /// How many positions the following are about.
    pub(super) common: u64,
    pub(super) nodes: u64,
    pub(super) expanded: u64,
    pub(super) seconds: f64,
    pub(super) simulations: u64,
    pub(super) simulated: u64,
    pub(super) flawed: u64,
}

impl Totals {
    /// How many answers were wrong in one way or another.
    pub(super) fn wrong(&self) -> u64 {
        self.wrong_values + self.wrong_trees
    }
}

/// The totals of every row.
pub(super) fn totals(rows: &[Row]) -> Vec<Totals> {
    let solved = |row: &Row, at: usize| row.outcomes[at].as_ref().is_some_and(Attempt::is_solved);
    let of = |row: &Row| {
        let mut totals = Totals::default();
        for (at, outcome) in row.outcomes.iter().enumerate() {
            let Some(outcome) = outcome else { continue };
            totals.run += 1;
            totals.solved += u64::from(outcome.is_solved());
            totals.verified += u64::from(outcome.verified);
            totals.wrong_values += u64::from(outcome.fault == Some(Fault::Value));
            totals.wrong_trees += u64::from(outcome.fault == Some(Fault::Tree));
            totals.unseen_trees += u64::from(outcome.tree == Some(Tree::Undecided));
            let group = rows.iter().filter(|other| other.group == row.group);
            if group.into_iter().all(|other| solved(other, at)) {
                totals.common += 1;
                totals.nodes += outcome.nodes;
                totals.expanded += outcome.expanded;
                totals.seconds += outcome.seconds;
                totals.simulations += outcome.simulations;
                totals.simulated += outcome.simulated;
                totals.flawed += outcome.flawed;
            }
        }
        totals
    };
    rows.iter().map(of).collect()
}

/// The table for people.
pub(super) fn lines(rows: &[Row]) -> Vec<String> {
    let paper = rows.iter().any(|row| row.paper.solved.or(row.paper.nodes).is_some());
    let histories = ghi::is_about_histories(rows);
    let text = |number: Option<u64>| number.map_or("-".to_owned(), thousands);
    // Right and wrong, as Kishimoto and Müller print it.
    let right = |right: Option<u64>, wrong: Option<u64>| match wrong {
        Some(wrong) => format!("{} + {}", text(right), thousands(wrong)),
        None => text(right),
    };
    let mut cells: Vec<Vec<String>> =
        vec![["", "solved", "of", "common", "nodes", "expanded", "seconds"].map(Into::into).into()];
    if histories {
        cells[0].extend(ghi::COLUMNS.map(str::to_owned));
    }
    if paper {
        let head = ["| paper: solved", "common", "nodes", "seconds"];
        cells[0].extend(head.map(str::to_owned));
        if histories {
            cells[0].extend(ghi::COLUMNS.map(str::to_owned));
        }
    }
    for (row, totals) in rows.iter().zip(totals(rows)) {
        let mut line = vec![
            row.label.clone(),
            right(
                Some(totals.solved - totals.wrong()),
                (!ghi::is_sound(row)).then_some(totals.wrong()),
            ),
            thousands(totals.run),
            thousands(totals.common),
            thousands(totals.nodes),
            thousands(totals.expanded),
            format!("{:.2}", totals.seconds),
        ];
        if histories {
            line.extend([totals.simulations, totals.simulated, totals.flawed].map(thousands));
        }
        if paper {
            let Paper { solved, wrong, common, nodes, milliseconds, simulation } = row.paper;
            line.extend([right(solved, wrong), text(common), text(nodes)]);
            let seconds = milliseconds.map(|time| format!("{:.0}", time as f64 / 1000.0));
            line.push(seconds.unwrap_or("-".to_owned()));
            if histories {
                let none = || [(); 3].map(|()| "-".to_owned());
                line.extend(simulation.map_or_else(none, |all| all.map(thousands)));
            }
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
        if row.ghi != Ghi::Sound || totals.simulations > 0 {
            object["wrong_values"] = json!(totals.wrong_values);
            object["wrong_trees"] = json!(totals.wrong_trees);
            object["unseen_trees"] = json!(totals.unseen_trees);
            object["simulations"] = json!(totals.simulations);
            object["simulated"] = json!(totals.simulated);
            object["flawed"] = json!(totals.flawed);
        }
        let Paper { solved, wrong, common, nodes, milliseconds, simulation } = row.paper;
        if solved.or(nodes).is_some() {
            let seconds = milliseconds.map(|time| time as f64 / 1000.0);
            object["paper"] = json!({
                "solved": solved, "common": common, "nodes": nodes, "seconds": seconds,
            });
            if row.ghi != Ghi::Sound || simulation.is_some() {
                object["paper"]["wrong"] = json!(wrong);
                object["paper"]["simulation"] = json!(simulation);
            }
        }
        object
    };
    rows.iter().zip(totals(rows)).map(object).collect()
}

#[cfg(test)]
mod tests {
    use super::{Row, lines, totals};
    use crate::comparison::ghi::remarks;
    use crate::comparison::preset::Paper;
    use crate::comparison::results::{Attempt, Tree};
    use andor_engine::{Ghi, Value};

    fn row(label: &str, group: usize, nodes: &[Option<u64>]) -> Row {
        let outcome = |&nodes: &Option<u64>| {
            Some(Attempt {
                claimed: match nodes {
                    Some(_) => Value::Win,
                    None => Value::Unknown,
                },
                stopped: String::new(),
                nodes: nodes.unwrap_or(5_000),
                expanded: 1,
                seconds: 0.5,
                verified: false,
                simulations: 0,
                simulated: 0,
                flawed: 0,
                tree: None,
                fault: None,
            })
        };
        Row {
            label: label.to_owned(),
            text: label.to_owned(),
            group,
            paper: Paper::default(),
            ghi: Ghi::Sound,
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

    #[test]
    fn wrong_answers_of_unsound_searches_stand_apart() {
        let mut ignoring = row("IGNORE", 0, &[Some(100), Some(100), Some(100), None]);
        ignoring.ghi = Ghi::Ignore;
        let labels = [Value::Win, Value::Loss, Value::Win, Value::Win];
        for (outcome, label) in ignoring.outcomes.iter_mut().flatten().zip(labels) {
            outcome.tree = Some(if outcome.is_solved() { Tree::Holds } else { Tree::Undecided });
            if label == Value::Win && outcome.is_solved() {
                outcome.tree = Some(Tree::Fails);
            }
            outcome.fault = outcome.fault_against(label);
        }
        let mut sound = row("HANDLE", 0, &[Some(105), Some(105), Some(105), Some(7)]);
        for outcome in sound.outcomes.iter_mut().flatten() {
            (outcome.simulations, outcome.simulated, outcome.flawed) = (5, 40, 2);
        }
        let rows = [ignoring, sound];
        let totals = totals(&rows);
        assert_eq!((totals[0].wrong_values, totals[0].wrong_trees), (1, 2));
        assert_eq!((totals[1].simulations, totals[1].simulated, totals[1].flawed), (15, 120, 6));
        let lines = lines(&rows);
        assert!(lines[0].ends_with("simulations  simulated  flawed"), "{lines:#?}");
        assert!(lines[1].contains(" 0 + 3 ") && !lines[2].contains('+'), "{lines:#?}");
        let remarks = remarks(&rows).join("\n");
        assert!(remarks.contains("1 wrong value, 2 wrong trees"), "{remarks}");
        assert!(remarks.contains("HANDLE against ignoring: +5.0% nodes"), "{remarks}");
        assert!(remarks.contains("on 3 positions; +0.0% nodes"), "{remarks}");
    }
}
