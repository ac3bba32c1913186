//! The report as LaTeX: a table for every study, without packages.

use super::Entry;
use super::text::{ratio, shown};

fn escaped(text: &str) -> String {
    let escape = |letter: char| match letter {
        '&' | '%' | '#' | '_' | '$' | '{' | '}' => format!("\\{letter}"),
        '^' => "\\textasciicircum{}".to_owned(),
        '~' => "\\textasciitilde{}".to_owned(),
        '<' => "$<$".to_owned(),
        letter => letter.to_string(),
    };
    text.chars().map(escape).collect()
}

/// All tables.
pub(super) fn latex(entries: &[Entry]) -> String {
    let mut text = "% andor lab report\n".to_owned();
    for entry in entries {
        let columns = entry.columns();
        let mut head = vec![String::new()];
        for column in &columns {
            let name = escaped(column.name);
            if column.has_paper {
                head.push(format!("{name} (paper)"));
            }
            head.push(format!("{name} (ours)"));
            if column.has_ratio {
                head.push("ratio".to_owned());
            }
        }
        let study = entry.study;
        text.push_str(&format!(
            "\n\\begin{{table}}\n\\caption{{{}, {}: {} ({})}}\n\\begin{{tabular}}{{l{}}}\n\\hline\n{} \\\\\n\\hline\n",
            study.paper(),
            study.about.item,
            escaped(study.subject()),
            entry.extent(),
            "r".repeat(head.len() - 1),
            head.join(" & ")
        ));
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
            text.push_str(&(cells.join(" & ") + " \\\\\n"));
        }
        text.push_str("\\hline\n\\end{tabular}\n\\end{table}\n");
    }
    text
}
