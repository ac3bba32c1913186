//! Whether numbers agree in kind: the statements of a study's file, looked at with a table's numbers.

use super::about::Agreement;
use super::finding::{Cell, Finding};

/// What became of a statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// It holds.
    Holds,
    /// It does not.
    Fails,
    /// There is no number yet, or numbers of an order are the same.
    Open,
}

impl Agreement {
    /// The statement in words.
    #[must_use]
    pub fn text(&self) -> String {
        let Agreement { measure, order, ratio, between } = self;
        match (&order[..], &ratio[..], between) {
            ([], [one], Some([low, high])) => format!("{measure}: {one} is {low} to {high}"),
            ([], [a, b, ..], Some([low, high])) => {
                format!("{measure}: {a} by {b} is {low} to {high}")
            }
            (order, ..) => format!("{measure}: {}", order.join(" < ")),
        }
    }

    /// Looks at it, with the numbers that `which` takes of a cell.
    fn look(&self, finding: &Finding, which: impl Fn(Cell) -> Option<f64>) -> Verdict {
        let number = |label: &String| finding.cell(label, &self.measure).and_then(&which);
        let of = |labels: &[String]| labels.iter().map(number).collect::<Option<Vec<f64>>>();
        let holds = match (&self.ratio[..], self.between) {
            ([], _) => of(&self.order).and_then(|all| {
                let rises = |pair: &[f64]| pair[0] < pair[1];
                let falls = all.windows(2).any(|pair| pair[0] > pair[1]);
                // Numbers that are the same decide nothing: a sample may be too easy.
                if falls { Some(false) } else { all.windows(2).all(rises).then_some(true) }
            }),
            (labels, Some([low, high])) => of(labels).map(|all| {
                let value = all.get(1).map_or(all[0], |by| all[0] / by);
                (low..=high).contains(&value)
            }),
            (_, None) => None,
        };
        match holds {
            Some(true) => Verdict::Holds,
            Some(false) => Verdict::Fails,
            None => Verdict::Open,
        }
    }
}

/// Whether a statement holds of ours.
#[must_use]
pub fn verdict(agreement: &Agreement, finding: &Finding) -> Verdict {
    agreement.look(finding, |cell| cell.ours)
}

#[cfg(test)]
mod tests {
    use super::Verdict;
    use crate::study::{finding, studies, verdict};

    /// What must agree in kind is true of the paper, or the paper has no number for it; and it is about lines and
    /// columns that there are. Without rows nothing is said of ours.
    #[test]
    fn statements_hold_of_the_papers_own_numbers() {
        let mut true_ones = 0;
        for study in studies() {
            let table = finding(study, Vec::new());
            for statement in &study.about.agree {
                let text = format!("{}: {}", study.name, statement.text());
                assert!(statement.order.len() >= 2 || statement.between.is_some(), "{text}");
                assert!(table.columns.contains(&&*statement.measure), "{text}");
                let labels = statement.order.iter().chain(&statement.ratio);
                for label in labels {
                    let is_there = table.lines.iter().any(|line| line.label == *label)
                        || label.contains(", depth ");
                    assert!(is_there, "{text}: no line {label:?}");
                }
                let papers = statement.look(&table, |cell| cell.paper);
                assert_ne!(papers, Verdict::Fails, "{text}");
                true_ones += usize::from(papers == Verdict::Holds);
                assert_eq!(verdict(statement, &table), Verdict::Open, "{text}");
            }
        }
        assert!(true_ones > 30, "{true_ones}");
    }
}
