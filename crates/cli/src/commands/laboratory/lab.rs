//! `andor lab`: which experiments, and what is to be done with them.

use crate::arguments::{
    LabCheckArguments, LabCommand, LabCompareArguments, LabReportArguments, LabRunArguments,
};
use crate::overwrite::Kind;
use andor_core::InputError;
use andor_engine::Catalogue;
use andor_lab::study::{self, Origin, Plan, Study};
use andor_lab::{Done, Ended, Listener};
use serde_json::json;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs a command of the laboratory.
pub(super) fn run(
    catalogue: &Catalogue,
    command: &LabCommand,
    listener: &mut dyn Listener,
) -> Done {
    match command {
        LabCommand::List(folder) => study::list(&folder.results, listener),
        LabCommand::Show(show) => {
            study::show(study::find(&show.name)?, &show.folder.results, listener)
        }
        LabCommand::Run(arguments) => {
            let study = study::find(&arguments.name)?;
            study::run(catalogue, study, &plan(arguments), listener)
        }
        LabCommand::Report(arguments) => report(arguments, listener),
        LabCommand::Compare(arguments) => compare(catalogue, arguments, listener),
        LabCommand::Check(arguments) => check(catalogue, arguments, listener),
    }
}

fn plan(arguments: &LabRunArguments) -> Plan {
    Plan {
        results: arguments.folder.results.clone(),
        sample: arguments.sample.map(|most| most as usize),
        only: arguments.only.clone(),
        nodes: arguments.nodes,
        tree_nodes: arguments.tree_nodes,
        depth: arguments.depth,
        threads: threads(arguments.threads),
        origin: origin(&arguments.folder.results),
    }
}

/// Writes the report.
fn report(arguments: &LabReportArguments, listener: &mut dyn Listener) -> Done {
    let (results, out) = (&arguments.folder.results, &arguments.out);
    let report = andor_lab::report::report(results)?;
    let refuse = |path: &Path, error: std::io::Error| {
        let name = InputError::quote(&path.display().to_string());
        InputError::new(format!("--out {name}: {error}"))
    };
    fs::create_dir_all(out).map_err(|error| refuse(out, error))?;
    for (name, text) in report.files() {
        let path = out.join(name);
        fs::write(&path, text).map_err(|error| refuse(&path, error))?;
        let path = path.display().to_string();
        listener.row(&path, &json!({"file": path, "bytes": text.len()}));
    }
    Ok(Ended::Whole)
}

fn compare(
    catalogue: &Catalogue,
    arguments: &LabCompareArguments,
    listener: &mut dyn Listener,
) -> Done {
    arguments.overwrite.check_some("--out", arguments.out.as_ref(), Kind::Text)?;
    let plan = andor_lab::compare::Plan {
        contenders: [arguments.a.clone(), arguments.b.clone()],
        set: arguments.set.clone(),
        sample: arguments.sample.map(|most| most as usize),
        nodes: arguments.nodes,
        tree_nodes: arguments.tree_nodes,
        threads: threads(arguments.threads),
        results: arguments.folder.results.clone(),
        out: arguments.out.clone(),
        origin: origin(&arguments.folder.results),
    };
    andor_lab::compare::run(catalogue, &plan, listener)
}

/// Searches at a time.
fn threads(wanted: Option<u16>) -> usize {
    wanted.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// This program here; the commit is that of the repository in which the results are, if they are in one, and `dirty` if
/// anything but the results is not as it was committed.
fn origin(results: &Path) -> Origin {
    let folder = results.ancestors().find(|folder| folder.is_dir());
    let git = |words: &[&str]| {
        let mut git = Command::new("git");
        git.args(words);
        if let Some(folder) = folder {
            git.current_dir(folder);
        }
        let told = git.output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(told.stdout).ok()?.trim().to_owned())
    };
    let own = if folder == Some(results) { ":(exclude)." } else { ":/" };
    let changed = git(&["status", "--porcelain", "--untracked-files=no", "--", ":/", own]);
    let is_dirty = changed.is_none_or(|changed| !changed.is_empty());
    let commit = git(&["describe", "--always", "--exclude", "*"]);
    let commit = commit.map(|commit| commit + if is_dirty { "-dirty" } else { "" });
    Origin::here(commit.as_deref())
}

/// The rows that are meant: of all experiments, of one, or one row.
fn check(
    catalogue: &Catalogue,
    arguments: &LabCheckArguments,
    listener: &mut dyn Listener,
) -> Done {
    let (results, sample) = (&arguments.folder.results, arguments.sample as usize);
    let Some(name) = &arguments.row else {
        for study in study::studies().iter().filter(|study| study.rows_of() == study.name) {
            let ended = study::check(catalogue, study, results, None, sample, listener)?;
            if ended == Ended::Interrupted {
                return Ok(ended);
            }
        }
        return Ok(Ended::Whole);
    };
    let (study, number) = row(name)?;
    study::check(catalogue, study, results, number, sample, listener)
}

/// `table1`, or `table1:17`.
fn row(name: &str) -> Result<(&'static Study, Option<usize>), InputError> {
    let Some((study, number)) = name.split_once(':') else { return Ok((study::find(name)?, None)) };
    let study = study::find(study)?;
    let number = number.parse().map_err(|_| {
        let name = InputError::quote(name);
        InputError::new(format!("row {name}: a row has a number, such as table1:17"))
    })?;
    Ok((study, Some(number)))
}
