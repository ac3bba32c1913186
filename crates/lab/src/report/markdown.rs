//! The report as Markdown, for `docs/results`.

use super::Entry;
use super::text::{ratio, shown, time, word};

fn escaped(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;")
}

/// How far it is, and with which limits.
fn ours(entry: &Entry) -> String {
    match (entry.extent(), entry.limits()) {
        (extent, limits) if limits.is_empty() => extent,
        (extent, limits) => format!("{extent} ({limits})"),
    }
}

fn table(entry: &Entry) -> String {
    let columns = entry.columns();
    let mut head = vec![String::new()];
    for column in &columns {
        if column.has_paper {
            head.push(format!("{}: paper", column.name));
        }
        head.push(format!("{}: ours", column.name));
        if column.has_ratio {
            head.push("ratio".to_owned());
        }
    }
    let mut text = format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(head.len()));
    for line in &entry.finding.lines {
        let mut cells = vec![escaped(&line.label)];
        for column in &columns {
            let cell = &line.cells[column.at];
            if column.has_paper {
                cells.push(shown(column.name, cell.paper));
            }
            cells.push(shown(column.name, cell.ours));
            if column.has_ratio {
                cells.push(ratio(cell));
            }
        }
        text.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    text
}

/// All of it.
pub(super) fn markdown(entries: &[Entry]) -> String {
    let mut text = "# The papers' tables and figures\n\n\
        Made by `andor lab report` from the rows in `results`; nothing here is typed. Ours are other positions than the papers' \
        (docs/use/sets.md), so shares and ratios compare, not totals. *Of the first* is by the first line of a group. Times of the rest are \
        of one core, by the rows there are.\n\n\
        | experiment | | | positions | limits | agrees | core time | the rest |\n|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for entry in entries {
        let study = entry.study;
        text.push_str(&format!(
            "| `{}` | {}, {} | {} | {} | {} | {} | {} | {} |\n",
            study.name,
            study.paper(),
            study.about.item,
            entry.state(),
            entry.extent(),
            entry.limits(),
            entry.agreement(),
            if entry.progress.spent > 0.0 { time(entry.progress.spent) } else { String::new() },
            entry.rest()
        ));
    }
    for entry in entries.iter().filter(|entry| entry.finding.is_measured()) {
        let study = entry.study;
        text.push_str(&format!(
            "\n## {}, {}: {}\n\n`{}`. The paper's limits: {}; ours: {}, by `{}`.\n\n{}\n",
            study.paper(),
            study.about.item,
            escaped(study.subject()),
            study.name,
            study.about.limits,
            ours(entry),
            entry.command(),
            table(entry)
        ));
        for (statement, verdict) in &entry.verdicts {
            text.push_str(&format!("- {}: {}\n", word(verdict), escaped(&statement.text())));
        }
        if let Some(reason) = entry.reason() {
            text.push_str(&format!("\nWhy not: {reason}\n"));
        }
        if let Some(note) = &study.about.note {
            text.push_str(&format!("\n{note}\n"));
        }
    }
    text
}
