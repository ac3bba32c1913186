//! What all forms of the report say in the same words.

use super::Entry;
use super::svg::short;
use crate::study::{Cell, Verdict, how_far, number};

/// A column of a table as it is shown.
pub(super) struct Shown {
    /// Its place among the cells.
    pub(super) at: usize,
    pub(super) name: &'static str,
    pub(super) has_paper: bool,
    /// Whether ours by the paper's says something, though the positions are others.
    pub(super) has_ratio: bool,
}

/// Columns whose numbers do not depend on how many positions there are, or count the same search.
const COMPARABLE: [&str; 9] = [
    "solved %",
    "of the first",
    "seconds of the first",
    "%",
    "points %",
    "tasks",
    "touched",
    "times as fast",
    "Elo",
];

impl Entry {
    /// The columns that have a number.
    pub(super) fn columns(&self) -> Vec<Shown> {
        let lines = &self.finding.lines;
        let some = |at: usize, of: fn(&Cell) -> Option<f64>| {
            lines.iter().any(|line| of(&line.cells[at]).is_some())
        };
        let columns = self.finding.columns.iter().enumerate();
        columns
            .filter(|(at, _)| some(*at, |cell| cell.paper) || some(*at, |cell| cell.ours))
            .map(|(at, name)| {
                let has_paper = some(at, |cell| cell.paper);
                let has_ratio = has_paper && COMPARABLE.contains(name) && *name != "Elo";
                Shown { at, name, has_paper, has_ratio }
            })
            .collect()
    }

    /// How far it is: whole with the paper's limits, the whole set with smaller ones, a sample, or not run.
    pub(super) fn state(&self) -> &'static str {
        match (self.finding.is_measured(), self.progress.is_whole()) {
            (false, _) => "not run",
            (true, true) if self.study.about.is_less => "whole set",
            (true, true) => "whole",
            (true, false) => "sample",
        }
    }

    /// How many positions of how many, and the part of the paper's limit.
    pub(super) fn extent(&self) -> String {
        match self.finding.is_measured() {
            true => how_far(&self.progress),
            false => format!("0 of {}", self.progress.of),
        }
    }

    /// Our limits in words.
    pub(super) fn limits(&self) -> String {
        let limits = self.finding.limits.iter();
        let words: Vec<String> = limits
            .filter_map(|(name, value)| {
                let count = short(value.as_f64()?);
                match &**name {
                    "nodes" => Some(format!("{count} nodes")),
                    "expansions" => Some(format!("{count} expansions")),
                    "tree_nodes" => Some(format!("{count} in memory")),
                    "depth" => Some(format!("depth {count}")),
                    _ => None,
                }
            })
            .collect();
        words.join(", ")
    }

    /// What the rest would take.
    pub(super) fn rest(&self) -> String {
        match self.progress.rest {
            _ if self.progress.is_whole() => "-".to_owned(),
            Some(seconds) => time(seconds),
            None => "not known".to_owned(),
        }
    }

    /// The command that runs it, or goes on with it.
    pub(super) fn command(&self) -> String {
        format!("andor lab run {}", self.study.rows_of())
    }

    /// Why it does not agree; nothing where all of it that can be told agrees.
    pub(super) fn reason(&self) -> Option<String> {
        let fails = self.verdicts.iter().any(|(_, verdict)| *verdict == Verdict::Fails);
        let reason = match (&self.study.about.cause, self.state()) {
            (Some(cause), _) => cause.clone(),
            (None, "sample") => format!("Not explained; it is a sample ({}).", self.extent()),
            (None, _) => "Not explained.".to_owned(),
        };
        fails.then_some(reason)
    }

    /// How many statements hold, and how many there are.
    pub(super) fn agreement(&self) -> String {
        let hold = self.verdicts.iter().filter(|(_, verdict)| *verdict == Verdict::Holds).count();
        let fail = self.verdicts.iter().filter(|(_, verdict)| *verdict == Verdict::Fails).count();
        match (self.verdicts.len(), hold + fail) {
            (_, 0) => "-".to_owned(),
            (all, _) => format!("{hold} of {all}"),
        }
    }
}

/// So much processor time, in words.
pub(super) fn time(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 1.0 => "less than a second".to_owned(),
        seconds if seconds < 120.0 => format!("{seconds:.0} s"),
        seconds if seconds < 7200.0 => format!("{:.0} min", seconds / 60.0),
        seconds if seconds < 172_800.0 => format!("{:.1} h", seconds / 3600.0),
        seconds => format!("{:.1} days", seconds / 86_400.0),
    }
}

/// A number of a column.
pub(super) fn shown(column: &str, value: Option<f64>) -> String {
    let Some(value) = value else { return String::new() };
    match column {
        "solved %" | "%" | "points %" => format!("{value:.1}"),
        // What rounds to nothing has no sign.
        "Elo" if value.abs() < 0.5 => "0".to_owned(),
        "Elo" => format!("{value:+.0}"),
        "+-" => format!("{value:.0}"),
        "seconds" | "points" => format!("{value:.1}"),
        "of the first" | "seconds of the first" => format!("{value:.3}"),
        "times as fast" => format!("{value:.2}"),
        "tasks" | "touched" | "time in nodes of a worker" => number(value.round()),
        _ => number(value),
    }
}

/// A ratio.
pub(super) fn ratio(cell: &Cell) -> String {
    cell.ratio().map_or(String::new(), |ratio| format!("{ratio:.2}"))
}

/// A verdict in a word.
pub(super) fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "agrees",
        Verdict::Fails => "differs",
        Verdict::Open => "open",
    }
}
