//! Tables 1 to 4 of Kishimoto and Müller (2004), *A General Solution to the Graph History Interaction
//! Problem*: searches that ignore the problem and searches that handle it, on one-eye problems under
//! situational superko and on endings of checkers.
//!
//! Solved is printed as the paper prints it, right + wrong, where a search is unsound on purpose. Wrong
//! is a value that is not the certified label, and also a right value without a proof in the table of
//! the search (`andor_prove::own_tree`). Nothing is proved again for that. Of alpha-beta only values are
//! looked at.

use super::preset::{Paper, Preset, PresetRow};
use super::results::Outcome;
use super::summary::{Row, totals};
use crate::wording::thousands;
use andor_engine::Ghi;

/// The name of all four tables.
pub(super) const ALL: &str = "ghi";

/// The columns about simulation.
pub(super) const COLUMNS: [&str; 3] = ["simulations", "simulated", "flawed"];

const ONE_EYE: &str = "one-eye";
const ENDINGS: &str = "checkers-endings";
const M: u64 = 1_000_000;

/// A row: label, contender, the paper's right, wrong, common, nodes, seconds, simulation. 0 is none.
type Given = (&'static str, &'static str, [u64; 5], [u64; 3]);

/// The paper solved so many rightly, without a wrong one.
const NONE_WRONG: u64 = 0;

/// The four tables.
pub(super) fn presets() -> Vec<Preset> {
    let preset = |name, title, set, nodes, given: &[Given]| Preset {
        name,
        title,
        set,
        positions: None,
        nodes,
        tree_nodes: 10 * M,
        rows: given.iter().map(row).collect(),
    };
    vec![
        preset(
            "ghi1",
            "GHI paper, table 1: df-pn on one-eye problems (the paper: 5 minutes, nodes are expansions)",
            ONE_EYE,
            M,
            &[
                ("IGNORE-GHI", "df-pn/ghi=ignore", [134, 2, 136, 22_294_119, 589], [0; 3]),
                (
                    "HANDLE-GHI",
                    "df-pn/ghi=sound",
                    [136, NONE_WRONG, 136, 21_938_585, 587],
                    [648, 13_505, 190],
                ),
            ],
        ),
        preset(
            "ghi2",
            "GHI paper, table 2: alpha-beta on one-eye problems (ours: only wrong values count, the \
             paper's 3 are wrong trees)",
            ONE_EYE,
            M,
            &[
                ("IGNORE-GHI", "alpha-beta/ghi=ignore", [129, 3, 132, 102_077_944, 1_078], [0; 3]),
                (
                    "HANDLE-GHI",
                    "alpha-beta",
                    [132, NONE_WRONG, 132, 104_679_229, 1_101],
                    [12_005, 147_946, 4_174],
                ),
            ],
        ),
        preset(
            "ghi3",
            "GHI paper, table 3: df-pn on endings of checkers (the paper: 10,000,000 expansions)",
            ENDINGS,
            5 * M,
            &[
                ("IGNORE-GHI", "df-pn/ghi=ignore", [126, 18, 138, 129_006_133, 0], [0; 3]),
                ("HANDLE-GHI, ours", "df-pn/ghi=sound", [0; 5], [0; 3]),
                (
                    "HANDLE-GHI, twins",
                    "df-pn/ghi=twins",
                    [143, NONE_WRONG, 138, 128_082_295, 0],
                    [243_885, 970_373, 87_181],
                ),
                ("NAGAI", "df-pn/ghi=nagai", [138, NONE_WRONG, 138, 137_888_627, 0], [0; 3]),
            ],
        ),
        preset(
            "ghi4",
            "GHI paper, table 4: alpha-beta on endings of checkers; where repetition is a draw, ours \
             stores nothing that depends on the path: to ignore and to handle is the same search (the \
             paper's IGNORE-GHI: 103 + 8, 119,289,609 nodes)",
            ENDINGS,
            5 * M,
            &[(
                "HANDLE-GHI",
                "alpha-beta",
                [112, NONE_WRONG, 111, 116_673_224, 0],
                [22_536, 31_170, 14_418],
            )],
        ),
    ]
}

fn row(
    &(label, contender, [right, wrong, common, nodes, seconds], simulation): &Given,
) -> PresetRow {
    let some = |number: u64| (number > 0).then_some(number);
    PresetRow {
        label: label.to_owned(),
        contender: contender.to_owned(),
        group: 0,
        paper: Paper {
            solved: some(right),
            wrong: some(wrong),
            common: some(common),
            nodes: some(nodes),
            milliseconds: some(1_000 * seconds),
            simulation: some(simulation[0]).map(|_| simulation),
        },
    }
}

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
fn overhead(ignoring: &Row, row: &Row, fit: impl Fn(&Outcome) -> bool) -> String {
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
