//! The report as CSV: a line for every number.

use super::Entry;
use super::text::ratio;
use crate::study::number;

/// A field as CSV has it.
fn field(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// A number without marks between its digits.
fn plain(value: Option<f64>) -> String {
    value.map_or(String::new(), |value| match value.fract() == 0.0 {
        true => number(value).replace(',', ""),
        false => format!("{value:.6}"),
    })
}

/// All numbers.
pub(super) fn csv(entries: &[Entry]) -> String {
    let mut text =
        "experiment,paper,item,state,positions,line,contender,column,paper_number,ours,ratio\n"
            .to_owned();
    for entry in entries {
        let study = entry.study;
        for line in &entry.finding.lines {
            for column in entry.columns() {
                let cell = &line.cells[column.at];
                if cell.paper.is_none() && cell.ours.is_none() {
                    continue;
                }
                let ratio = if column.has_ratio { ratio(cell) } else { String::new() };
                let fields = [
                    study.name.to_owned(),
                    study.paper().to_owned(),
                    study.about.item.clone(),
                    entry.state().to_owned(),
                    entry.finding.positions.to_string(),
                    line.label.clone(),
                    line.contender.clone(),
                    column.name.to_owned(),
                    plain(cell.paper),
                    plain(cell.ours),
                    ratio,
                ];
                let fields: Vec<String> = fields.iter().map(|text| field(text)).collect();
                text.push_str(&(fields.join(",") + "\n"));
            }
        }
    }
    text
}
