//! `andor lab report`: what the rows of all studies come to, beside the papers, as one page, Markdown, CSV and LaTeX.
//!
//! Every number of ours comes from a row of the results; the papers' are in `presets/*.toml`. Nothing is typed here.

mod latex;
mod markdown;
mod page;
mod plots;
mod sheet;
mod style;
mod svg;
mod text;

pub(crate) use page::comparison_page;

use crate::study::{
    Agreement, Finding, Progress, Study, Verdict, kept_finding, progress, studies, verdict,
};
use andor_core::InputError;
use plots::{Picture, pictures};
use std::path::Path;

/// A study with all that is known of it.
struct Entry {
    study: &'static Study,
    finding: Finding,
    progress: Progress,
    verdicts: Vec<(&'static Agreement, Verdict)>,
    pictures: Vec<Picture>,
}

/// The report in its forms.
#[derive(Clone, Debug)]
pub struct Report {
    /// One page that needs nothing else.
    pub html: String,
    /// For `docs/results`.
    pub markdown: String,
    /// A line a number.
    pub csv: String,
    /// A table a study.
    pub latex: String,
}

impl Report {
    /// The files of it, by their names.
    #[must_use]
    pub fn files(&self) -> [(&'static str, &str); 4] {
        [
            ("report.html", &self.html),
            ("report.md", &self.markdown),
            ("report.csv", &self.csv),
            ("report.tex", &self.latex),
        ]
    }
}

/// Makes the report of a folder of results.
///
/// # Errors
/// If a file of results cannot be read.
pub fn report(results: &Path) -> Result<Report, InputError> {
    let mut entries = Vec::new();
    for study in studies() {
        let finding = kept_finding(study, results)?;
        let progress = progress(study, &finding);
        let statements = study.about.agree.iter();
        let verdicts = statements.map(|one| (one, verdict(one, &finding))).collect();
        let pictures = pictures(study, &finding);
        entries.push(Entry { study, finding, progress, verdicts, pictures });
    }
    Ok(Report {
        html: page::page(&entries),
        markdown: markdown::markdown(&entries),
        csv: sheet::csv(&entries),
        latex: latex::latex(&entries),
    })
}
