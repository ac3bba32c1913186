//! From a request to a solver that is ready: its share of the memory, and what a checkpoint gives it.

use crate::device;
use crate::error::EngineError;
use crate::line::Before;
use crate::solve::{Asked, Request};
use crate::tables::TableSet;
use andor_core::{Game, InputError, Limits};
use andor_prove::checkpoint::{self, About, CheckpointPlan, Identity};
use andor_prove::job_level::Crew;
use andor_prove::solver::Solver;
use std::path::Path;
use std::time::Duration;

/// A solver, and what it runs under.
pub(crate) struct Prepared<G: Game> {
    /// The solver, filled from a checkpoint if one is given.
    pub(crate) solver: Box<dyn Solver<G>>,
    pub(crate) limits: Limits,
    /// How long the runs took that it goes on from.
    pub(crate) before: Duration,
}

/// The solver of a request.
pub(crate) fn prepare<G: Game + 'static>(
    game: &G,
    Asked { root, past }: Asked<'_, G::Position>,
    request: &Request,
    tables: &TableSet,
    crew: Option<Box<dyn Crew>>,
) -> Result<Prepared<G>, EngineError> {
    let settings = &request.settings;
    let (method, leaf) = (settings.method, settings.leaf(game)?);
    if request.checkpoint.is_some() || request.resume.is_some() {
        method.check_saves()?;
    }
    let mut limits = request.limits.clone();
    // The zone table takes its share; a checkpoint keeps what is left.
    if let Some(zone) = tables.zone() {
        limits.memory -= zone.shape().bytes().min(limits.memory / 2);
    }
    if let Some(crew) = crew {
        let solver = settings.job_level(leaf)?.with_crew(crew);
        return Ok(Prepared { solver: Box::new(solver), limits, before: Duration::ZERO });
    }
    // The tree of a best-first search has no places for what a zone table or a pattern decided.
    let mut steps = settings.steps(leaf);
    if let (Some(zone), Some(steps), true) = (tables.zone(), &mut steps, method.is_best_first()) {
        steps.push_str(&format!(" --zone {}", zone.shape().depth()));
    }
    if let (Some(set), Some(steps), true) = (&request.patterns, &mut steps, method.is_best_first())
    {
        steps.push_str(&format!(" --patterns {} ({})", set.name, set.patterns.len()));
    }
    let mut identity = Identity {
        game: game.spec(),
        content: game.content().map(|bytes| checkpoint::hexadecimal(&bytes)),
        // A search with a past is about something else than one without.
        position: past.map_or_else(|| game.position_text(root), |past| Before::of(past).text()),
        method: method.reported_name().to_owned(),
        memory: limits.memory,
        tree_nodes: limits.tree_nodes.filter(|_| method.is_best_first()),
        settings: steps,
    };
    let mut before = Duration::ZERO;
    if let Some(path) = &request.resume {
        let about = checkpoint::about(path).map_err(EngineError::Checkpoint)?;
        let found = about.identity;
        before = about.elapsed;
        check_identity(path, &found, &identity).map_err(EngineError::Checkpoint)?;
        limits.memory = found.memory;
        if method.is_best_first() {
            limits.tree_nodes = found.tree_nodes;
        }
        identity = found;
    }
    let plan = request.checkpoint.as_ref().map(|checkpoint| CheckpointPlan {
        path: checkpoint.path.clone(),
        every: checkpoint.every,
        identity,
        before,
    });
    let mut solver = match settings.device {
        Some(card) => device::solver(game, root, card, request, tables.zone(), leaf, plan)?,
        None => settings.solver(leaf, plan)?,
    };
    if let Some(path) = &request.resume {
        solver.resume(game, root, path).map_err(EngineError::Checkpoint)?;
    }
    Ok(Prepared { solver, limits, before })
}

/// Refuses a checkpoint that is about something else than what is asked.
fn check_identity(path: &Path, found: &Identity, asked: &Identity) -> Result<(), InputError> {
    let file = InputError::quote(&path.display().to_string());
    let refuse = |found: &str, asked: &str, how: &str| {
        let (found, asked) = (InputError::quote(found), InputError::quote(asked));
        Err(InputError::new(format!("checkpoint {file} is {how} {found}, not {how} {asked}")))
    };
    let about = |identity: &Identity| format!("{} {}", identity.game, identity.position);
    if about(found) != about(asked) {
        return refuse(&about(found), &about(asked), "about");
    }
    // A checkpoint without it is of before graphs were named by content.
    if let (Some(found), Some(asked)) = (&found.content, &asked.content)
        && found != asked
    {
        let what = "what its game points at, such as a graph's file, has changed since";
        return Err(InputError::new(format!("checkpoint {file}: {what}")));
    }
    if found.method != asked.method {
        return refuse(&found.method, &asked.method, "of --method");
    }
    if found.settings != asked.settings {
        let text = |identity: &Identity| {
            InputError::printable(identity.settings.as_deref().unwrap_or("--ghi sound"), 150)
        };
        let (found, asked) = (text(found), text(asked));
        let message = format!("checkpoint {file} is of a search with {found}, not with {asked}");
        return Err(InputError::new(message));
    }
    Ok(())
}

/// What a checkpoint is about, and how far its word goes.
///
/// # Errors
/// If the file is no checkpoint.
pub fn checkpoint_subject(path: &Path) -> Result<About, InputError> {
    checkpoint::about(path)
}
