//! A position solved, with its progress, and a certificate for the shelf.

use super::desk::{Desk, Job};
use super::request::Question;
use super::saved::Saved;
use super::want::Want;
use crate::progress::progress_object;
use crate::session::Output;
use crate::words::{claimed, verdict};
use andor_core::{InputError, Instant, Limits, Observer, Phase, Progress, Stopped};
use andor_engine::{AnyGame, EngineError, Line, Request};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// What a request to the solver has, whatever is asked.
pub(super) fn limits(desk: &Desk<'_>, job: &Job, asked: &Question) -> Limits {
    Limits {
        nodes: asked.limit.nodes,
        time: asked.limit.ms.map(Duration::from_millis),
        memory: desk.bounds().memory,
        interrupt: Arc::clone(&job.stop),
        ..Limits::default()
    }
}

/// Solves the position that a line has come to.
pub(super) fn prove(
    desk: &Desk<'_>,
    job: &Job,
    asked: &Question,
    (game, line): (&dyn AnyGame, &Line),
    out: &Output<'_>,
) -> Result<Value, InputError> {
    let mut request = Request { keep: asked.keep.is_some(), ..Request::default() };
    request.limits = limits(desk, job, asked);
    let saves = match (&desk.bounds().saves, asked.save) {
        (_, false) => None,
        (Some(folder), true) => Some(desk.saved.prepare(folder, (game, line), &mut request)),
        (None, true) => return Err(Saved::refusal()),
    };
    let mut observer = Teller::new(job, asked, Want::Proof, out);
    let mut solved = game.solve(line, &request, &mut observer);
    if matches!(solved, Err(EngineError::Checkpoint(_))) && request.resume.take().is_some() {
        // What was saved cannot be used: from the start, then.
        solved = game.solve(line, &request, &mut observer);
    }
    let solved = solved.map_err(|error| InputError::new(error.to_string()))?;
    let is_saved = saves.as_ref().is_some_and(|path| path.is_file());
    if is_saved && solved.row.stopped == Stopped::Solved {
        desk.saved.forget();
    }
    let row = &solved.row;
    let certificate = match (&asked.keep, solved.certificate, solved.certificate_size) {
        (Some(name), Some(certificate), Some(size)) => {
            desk.shelf.keep(name, certificate, row.is_verified(), desk)?;
            json!({"name": name, "positions": size.positions, "bytes": size.bytes})
        }
        _ => Value::Null,
    };
    let is_initial = line.moves().is_empty() && line.start().is_none();
    let sentence = claimed(row.claimed, row.side)
        .map(|found| format!("{found}."))
        .unwrap_or_else(|| verdict(row.value, row.side, is_initial, row.plies));
    Ok(json!({
        "value": row.value,
        "claimed": row.claimed,
        "best": row.best,
        "plies": row.plies,
        "line": row.line,
        "method": row.method,
        "stopped": row.stopped.to_string(),
        "nodes": row.nodes,
        "seconds": row.seconds,
        "verified": row.verified,
        "rests_on": row.rests_on,
        "sentence": sentence,
        "failure": solved.failure,
        "saved": is_saved && solved.row.stopped != Stopped::Solved,
        "resumed": request.resume.is_some(),
        "certificate": certificate,
    }))
}

/// Tells the progress of a search or a check in parts of an answer.
pub(super) struct Teller<'a, 'o> {
    job: &'a Job,
    every: Option<Duration>,
    want: Want,
    out: &'a Output<'o>,
    told: Option<(Instant, Phase)>,
}

impl<'a, 'o> Teller<'a, 'o> {
    pub(super) fn new(
        job: &'a Job,
        asked: &Question,
        want: Want,
        out: &'a Output<'o>,
    ) -> Teller<'a, 'o> {
        Teller { job, every: asked.every, want, out, told: None }
    }
}

impl Observer for Teller<'_, '_> {
    fn progress(&mut self, progress: &Progress) {
        let Some(every) = self.every else { return };
        let is_due =
            |&(told, phase): &(Instant, Phase)| told.elapsed() >= every || phase != progress.phase;
        if self.told.as_ref().is_none_or(is_due) {
            self.told = Some((Instant::now(), progress.phase));
            self.job.tell(self.want.name(), progress_object(progress), self.out);
        }
    }

    fn note(&mut self, _: &str) {}
}
