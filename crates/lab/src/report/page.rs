//! The report as one page, which needs no other file, no script and no network.

use super::Entry;
use super::plots::{Picture, scatter, survival};
use super::style::{STYLE, series};
use super::svg::{COLOURS, escaped};
use super::text::{ratio, shown, time, word};
use crate::study::{Row, Verdict};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A table with more lines is folded.
const MOST_LINES: usize = 26;

/// A page with this title around its parts.
fn document(title: &str, body: &str) -> String {
    let colours = series(COLOURS);
    format!(
        "<!doctype html>\n<html lang=\"en\" data-ready=\"true\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
         <style>{STYLE}{colours}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escaped(title)
    )
}

/// The page.
pub(super) fn page(entries: &[Entry]) -> String {
    let mut body = String::new();
    body.push_str(&heading(entries));
    body.push_str("<main>\n");
    body.push_str(&status(entries));
    let mut paper = "";
    for entry in entries {
        if entry.study.source != paper {
            paper = entry.study.source;
            let _ = writeln!(
                body,
                "<h2 id=\"{}\">{}</h2>\n<p class=\"soft\">{}</p>",
                entry.study.paper(),
                paper_title(entry.study.paper()),
                escaped(paper)
            );
        }
        body.push_str(&article(entry));
    }
    body.push_str("</main>\n");
    body.push_str(&footer(entries));
    document("andor: the papers' experiments", &body)
}

/// A page about two contenders: what is told of them, and a scatter of their rows.
pub(crate) fn comparison_page(
    title: &str,
    lines: &[String],
    contenders: [&String; 2],
    rows: &[Row],
) -> String {
    let names = contenders.map(|name| &**name);
    let mut body = format!("<header><h1>{}</h1></header>\n<main>\n<article>\n", escaped(title));
    for line in lines {
        let _ = writeln!(body, "<p>{}</p>", escaped(line));
    }
    let mut pictures = scatter(names, names, rows);
    pictures.extend(survival(&names.map(|name| (name, name)), rows));
    body.push_str(&figures(&pictures));
    body.push_str("</article>\n</main>\n");
    document(title, &body)
}

fn paper_title(paper: &str) -> &'static str {
    match paper {
        "EF-PN" => "Evaluation-function based proof-number search",
        "Thesis" => "Informed search in complex games",
        "Breakthrough" => "Breakthrough with race patterns and job-level search",
        _ => "The graph-history interaction problem",
    }
}

fn heading(entries: &[Entry]) -> String {
    let count = |state: &str| entries.iter().filter(|entry| entry.state() == state).count();
    let verdicts = |wanted: Verdict| {
        let all = entries.iter().flat_map(|entry| &entry.verdicts);
        all.filter(|(_, verdict)| *verdict == wanted).count()
    };
    let tiles = [
        (entries.len(), "tables and figures"),
        (count("whole"), "run whole, with the paper’s limits"),
        (count("whole set"), "whole set, smaller limits or less depth"),
        (count("sample"), "sampled"),
        (count("not run"), "not run yet"),
        (verdicts(Verdict::Holds), "statements agree in kind"),
        (verdicts(Verdict::Fails), "differ"),
        (verdicts(Verdict::Open), "cannot be told yet"),
    ];
    let tiles: String =
        tiles.iter().map(|(count, what)| format!("<li><b>{count}</b>{what}</li>")).collect();
    format!(
        "<header>\n<h1>The papers’ experiments, run again</h1>\n\
         <p>Every table and figure of five papers beside ours. The sets of the papers are not published, so ours are other \
         positions of the same kind: <em>shares and ratios compare, totals do not</em>. “Of the first” divides by the first line \
         of a group; a ratio is ours by the paper’s. What must agree in kind was written down for each table, holds of the paper’s own numbers \
         where it has them, and is checked against ours. A sample says little where many positions differ.</p>\n\
         <ul class=\"tiles\">{tiles}</ul>\n</header>\n"
    )
}

/// Which experiments are whole, which are samples, and what the rest would take.
fn status(entries: &[Entry]) -> String {
    let mut text = "<h2 id=\"status\">Where it stands</h2>\n<p class=\"soft\">Core time is of the rows there are; the rest is \
        estimated from them, for the whole set with the limits of the experiment’s file, on one core; a search that a smaller limit stopped is taken to use all \
        of the larger one. <em>Whole</em> is with the paper’s limits; <em>whole set</em> with smaller ones, or less depth.</p>\n\
        <div class=\"scroll\"><table class=\"status\"><thead><tr><th>experiment</th><th>where</th><th>state</th><th>positions</th>\
        <th>limits</th><th>agrees</th><th>core time</th><th>the rest</th></tr></thead><tbody>\n"
        .to_owned();
    for entry in entries {
        let study = entry.study;
        let state = entry.state();
        let class = state.split(' ').next().unwrap_or_default();
        let spent = entry.progress.spent;
        let spent = if spent > 0.0 { time(spent) } else { String::new() };
        let _ = writeln!(
            text,
            "<tr><td><a href=\"#{0}\">{0}</a></td><td>{1}, {2}</td><td class=\"{class}\">{state}</td><td>{3}</td><td>{4}</td>\
             <td>{5}</td><td class=\"number\">{spent}</td><td class=\"number\">{6}</td></tr>",
            study.name,
            study.paper(),
            study.about.item,
            entry.extent(),
            entry.limits(),
            entry.agreement(),
            entry.rest()
        );
    }
    text + "</tbody></table></div>\n"
}

fn article(entry: &Entry) -> String {
    let study = entry.study;
    let state = entry.state();
    let class = state.split(' ').next().unwrap_or_default();
    let mut text = format!(
        "<article id=\"{}\" class=\"study\">\n<div class=\"where\"><h3>{}</h3><span class=\"soft\">{}</span>\
         <span class=\"pill {class}\">{state}</span></div>\n<dl class=\"facts\">\n",
        study.name,
        study.about.item,
        escaped(study.subject()),
    );
    let mut fact = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(text, "<dt>{name}</dt><dd>{value}</dd>");
        }
    };
    fact("the paper’s limits", &escaped(&study.about.limits));
    fact("ours", &escaped(&entry.limits()));
    fact("positions", &entry.extent());
    let rest = entry.rest();
    match state {
        "whole" | "whole set" => {}
        "sample" => {
            fact("the rest", &format!("about {rest} of a core: <code>{}</code>", entry.command()))
        }
        _ => fact("to run it", &format!("<code>{}</code>", entry.command())),
    }
    text.push_str("</dl>\n");
    let table = table(entry);
    if entry.finding.lines.len() > MOST_LINES {
        let count = entry.finding.lines.len();
        let _ = writeln!(text, "<details><summary>{count} lines</summary>{table}</details>");
    } else {
        text.push_str(&table);
    }
    text.push_str("<ul class=\"verdicts\">");
    for (statement, verdict) in &entry.verdicts {
        let word = word(verdict);
        let said = escaped(&statement.text());
        let _ = write!(text, "<li><span class=\"{word}\">{word}</span><span>{said}</span></li>");
    }
    text.push_str("</ul>\n");
    if let Some(reason) = entry.reason() {
        let _ = writeln!(text, "<p class=\"remark\"><b>Why not.</b> {}</p>", escaped(&reason));
    }
    if let Some(note) = &study.about.note {
        let _ = writeln!(text, "<p class=\"remark soft\">{}</p>", escaped(note));
    }
    text.push_str(&figures(&entry.pictures));
    text + "</article>\n"
}

fn figures(pictures: &[Picture]) -> String {
    if pictures.is_empty() {
        return String::new();
    }
    let one = |picture: &Picture| {
        format!(
            "<figure>{}<figcaption>{}</figcaption></figure>\n",
            picture.svg,
            escaped(&picture.caption)
        )
    };
    let all: String = pictures.iter().map(one).collect();
    format!("<div class=\"plots\">\n{all}</div>\n")
}

/// The paper's numbers, ours, and the ratio.
fn table(entry: &Entry) -> String {
    let columns = entry.columns();
    let (mut upper, mut lower) = ("<th rowspan=\"2\"></th>".to_owned(), String::new());
    for column in &columns {
        let mut parts = Vec::new();
        if column.has_paper {
            parts.push("paper");
        }
        parts.push("ours");
        if column.has_ratio {
            parts.push("ratio");
        }
        let _ =
            write!(upper, "<th class=\"first\" colspan=\"{}\">{}</th>", parts.len(), column.name);
        for (at, part) in parts.iter().enumerate() {
            let class = if at == 0 { " class=\"first\"" } else { "" };
            let _ = write!(lower, "<th{class}>{part}</th>");
        }
    }
    let mut text = format!(
        "<div class=\"scroll\"><table class=\"numbers\"><thead><tr>{upper}</tr><tr>{lower}</tr></thead><tbody>\n"
    );
    let mut group = entry.finding.lines.first().map_or(0, |line| line.group);
    for line in &entry.finding.lines {
        if group != line.group && columns.len() > 2 {
            text.push_str("<tr class=\"gap\"><td colspan=\"99\"></td></tr>\n");
        }
        group = line.group;
        let label = escaped(&line.label);
        let contender = escaped(&line.contender);
        let _ = write!(text, "<tr><th scope=\"row\" title=\"{contender}\">{label}</th>");
        for column in &columns {
            let cell = &line.cells[column.at];
            if column.has_paper {
                let paper = shown(column.name, cell.paper);
                let _ = write!(text, "<td class=\"paper first\">{paper}</td>");
            }
            let class = if column.has_paper { "ours" } else { "ours first" };
            let ours = shown(column.name, cell.ours);
            let _ = write!(text, "<td class=\"{class}\">{ours}</td>");
            if column.has_ratio {
                let _ = write!(text, "<td class=\"ratio\">{}</td>", ratio(cell));
            }
        }
        text.push_str("</tr>\n");
    }
    text + "</tbody></table></div>\n"
}

/// Which programs on which machines made the rows.
fn footer(entries: &[Entry]) -> String {
    let (mut programs, mut machines) = (BTreeSet::new(), BTreeSet::new());
    let mut files = BTreeSet::new();
    let mut rows = 0;
    for entry in entries {
        if files.insert(entry.study.rows_of()) {
            rows += entry.finding.rows.len();
        }
        for row in &entry.finding.rows {
            programs.insert(&*row.version);
            machines.insert(&*row.machine);
        }
    }
    if rows == 0 {
        return "<footer>There are no results.</footer>\n".to_owned();
    }
    let list = |words: BTreeSet<&str>| words.into_iter().collect::<Vec<_>>().join("; ");
    format!(
        "<footer>{rows} rows; andor {}; {}. Made by <code>andor lab report</code>; <code>andor lab check</code> runs rows again.</footer>\n",
        escaped(&list(programs)),
        escaped(&list(machines))
    )
}
