//! `--checkpoint` on a file that is there: a saved search of the same problem is gone on with, anything else
//! is refused.

use crate::Terminal;
use crate::arguments::SolveArguments;
use crate::exit::Failure;
use crate::overwrite::{Existing, Kind, look};
use crate::progress::ProgressLine;
use andor_core::{InputError, Observer, Phase, Progress};
use std::path::{Path, PathBuf};

/// The saved search at `--checkpoint` that the run goes on with, if there is one. Another file there is
/// refused, and so is one with other limits than those that are asked for.
pub(super) fn saved_before(
    arguments: &SolveArguments,
    terminal: &mut Terminal<'_>,
) -> Result<Option<PathBuf>, Failure> {
    let about = andor_engine::checkpoint_subject;
    let old = |path: &Path| {
        format!(
            "checkpoint {} is of an older version: its bytes are only guarded against accidents",
            path.display()
        )
    };
    if let Some(path) = &arguments.resume
        && !about(path)?.is_hashed
    {
        terminal.note(&old(path));
    }
    let Some(path) = &arguments.checkpoint else { return Ok(None) };
    arguments.overwrite.check("--checkpoint", path, Kind::Checkpoint)?;
    if look(path, Kind::Checkpoint) != Existing::Ours {
        return Ok(None);
    }
    let force = arguments.overwrite.force;
    if let Some(resume) = &arguments.resume {
        // Saved elsewhere than it came from: over one of the same problem only.
        let is_same = resume == path || about(path).ok() == about(resume).ok();
        if !is_same && !force {
            let name = InputError::quote(&path.display().to_string());
            let why = "it is of another search than --resume; --force replaces it";
            return Err(InputError::new(format!("--checkpoint {name}: {why}")).into());
        }
        return Ok(None);
    }
    let about = match about(path) {
        Err(_) if force => return Ok(None),
        about => about?,
    };
    // A zone table takes up to half of the memory; the rest is the search's, and shapes its table.
    let had = about.identity.memory;
    if let Some(memory) = arguments.memory.filter(|&memory| had > memory || had < memory / 2) {
        if force {
            return Ok(None);
        }
        let name = InputError::quote(&path.display().to_string());
        return Err(InputError::new(format!(
            "--memory {memory}: checkpoint {name} has {had} bytes; leave --memory out to go on with it (--force begins afresh)"
        ))
        .into());
    }
    let had = about.identity.tree_nodes;
    if arguments.tree_nodes.is_some() && arguments.tree_nodes != had {
        if force {
            return Ok(None);
        }
        let name = InputError::quote(&path.display().to_string());
        return Err(InputError::new(format!(
            "--tree-nodes: checkpoint {name} has another number; leave it out to go on with it (--force begins afresh)"
        ))
        .into());
    }
    if !about.is_hashed {
        terminal.note(&old(path));
    }
    Ok(Some(path.clone()))
}

/// Says a line when the search has begun: not if what was saved is refused.
pub(super) struct Announcing {
    progress: ProgressLine,
    line: Option<String>,
}

impl Announcing {
    pub(super) fn new(progress: ProgressLine, line: Option<String>) -> Announcing {
        Announcing { progress, line }
    }

    pub(super) fn into_progress(self) -> ProgressLine {
        self.progress
    }

    /// Says it now, if it has not been said.
    pub(super) fn announce(&mut self) {
        if let Some(line) = self.line.take() {
            self.progress.note(&line);
        }
    }
}

impl Observer for Announcing {
    fn progress(&mut self, progress: &Progress) {
        if progress.phase == Phase::Search {
            self.announce();
        }
        self.progress.progress(progress);
    }

    fn note(&mut self, line: &str) {
        self.progress.note(line);
    }
}
