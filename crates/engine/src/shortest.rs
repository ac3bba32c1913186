//! How long the shortest win takes: the fewest plies in which the winner forces it.
//!
//! The question is put to the game with a limit of plies ([`andor_core::Limited`]): can the win be forced
//! within 1, 2, 3, ... plies? The first "yes" is the answer. What one limit has taught helps with the
//! next, for the plies left are part of a position. In the end both halves get a certificate of the
//! limited game: that so many plies are enough, and that one less is not.

use crate::any_game::AnyGame;
use crate::check::Verification;
use crate::error::EngineError;
use crate::every_move::proof_of_move;
use crate::line::Line;
use crate::row::Row;
use crate::settings::SolverSettings;
use crate::solve::{Goal, Request, Solved, Stage};
use crate::value::Value;
use andor_core::{InputError, Instant, Limits, Observer, Outcome};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// No limit above this is asked.
const MOST_PLIES: u32 = 1000;

/// What is known of the length of a win.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Shortest {
    /// It takes at least so many plies.
    pub at_least: u32,
    /// Whether that is certified, or only was searched.
    pub at_least_verified: Verification,
    /// It is forced within so many; null if only that it is a win is known.
    pub at_most: Option<u32>,
    /// The certificate that so many are enough, if it went to a file.
    pub proof: Option<String>,
    /// The certificate that fewer are not, if it went to a file.
    pub proof_at_least: Option<String>,
    /// The work of finding out, as in a row.
    pub nodes: u64,
    /// And its time.
    pub seconds: f64,
}

/// Finds the shortest win in a position that has been solved as a win or a loss, and puts it into its
/// row: `plies` and `line` are then its own. A draw stays as it is. The limits of the request are those of
/// this search, and what it does not get to know in time stays open.
///
/// # Errors
/// If the game has no limit of plies, or something in the request cannot be used.
pub fn shortest(
    game: &dyn AnyGame,
    line: &Line,
    request: &Request,
    solved: &mut Solved,
    observer: &mut dyn Observer,
) -> Result<(), EngineError> {
    let row = &mut solved.row;
    let goal = match row.value {
        Value::Win => Goal::Win,
        Value::Loss => Goal::Draw,
        _ => return Ok(()),
    };
    if row.plies == Some(0) {
        return Ok(());
    }
    let most = row.plies.unwrap_or(MOST_PLIES).min(MOST_PLIES);
    let limited = game.limited(most as u16)?;
    let mut search = Search {
        clock: Instant::now(),
        request,
        goal,
        won: row.winner,
        state: Shortest {
            at_least: 1,
            at_least_verified: Verification::Yes,
            at_most: row.plies,
            proof: None,
            proof_at_least: None,
            nodes: 0,
            seconds: 0.0,
        },
        asked: Step::Within(0),
        found: None,
        most,
        failure: None,
    };
    let position = line.text();
    limited.solve_each(
        &mut |answer| {
            let Some((plies, request)) = search.next(answer) else { return Ok(None) };
            let text = format!("{position} plies={plies}");
            Ok(Some((limited.position(Some(&text), &[])?, request)))
        },
        observer,
    )?;
    let Search { clock, mut state, found, failure, .. } = search;
    state.seconds = clock.elapsed().as_secs_f64();
    if let Some(within) = found {
        row.plies = state.at_most;
        row.best = within.best;
        row.line = within.line;
    }
    row.shortest = Some(state);
    if let Some(failure) = failure {
        solved.failure = Some(failure);
    }
    Ok(())
}

/// What is asked next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    /// Is so many plies enough?
    Within(u32),
    /// It is: here is the certificate.
    Enough(u32),
    /// One less is not: here is the certificate.
    TooFew(u32),
}

/// The search, between two questions.
struct Search<'a> {
    clock: Instant,
    request: &'a Request,
    goal: Goal,
    won: Option<Outcome>,
    state: Shortest,
    asked: Step,
    /// The row of the limited game with the shortest win.
    found: Option<Row>,
    most: u32,
    failure: Option<String>,
}

impl Search<'_> {
    /// Hears an answer, and says what is to be asked next, if anything.
    fn next(&mut self, answer: Option<Solved>) -> Option<(u32, Request)> {
        if let Some(Solved { row, failure, .. }) = answer {
            self.state.nodes += row.nodes;
            if failure.is_some() {
                self.failure = failure;
                return None;
            }
            self.asked = self.hear(row)?;
        } else {
            self.asked = Step::Within(1);
        }
        let (plies, stage, what) = match self.asked {
            Step::Within(plies) if plies > self.most => return None,
            Step::Within(plies) => (plies, Stage::Search, None),
            Step::Enough(plies) => (plies, Stage::Certificate, Some(enough(plies))),
            Step::TooFew(plies) => (plies, Stage::Certificate, Some(too_few(plies))),
        };
        let limits = self.request.limits.since(self.clock);
        let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(self.state.nodes));
        let proof = self.request.proof.as_deref().zip(what);
        // Tables and patterns know nothing of limits.
        let request = Request {
            settings: SolverSettings {
                threads: self.request.settings.threads,
                ..SolverSettings::default()
            },
            goal: self.goal,
            limits: Limits { nodes, ..limits },
            stage,
            proof: proof.map(|(path, what)| proof_of_move(path, &what)),
            verify_threads: self.request.verify_threads,
            ..Request::default()
        };
        Some((plies, request))
    }

    /// What an answer is followed by.
    fn hear(&mut self, row: Row) -> Option<Step> {
        let is_forced = |value| matches!(value, Value::Win | Value::Loss);
        match (self.asked, row.found()) {
            (_, Value::Unknown) => None,
            (Step::Within(plies), value) if is_forced(value) => Some(Step::Enough(plies)),
            (Step::Within(plies), _) => {
                // It was searched; the certificate comes with the last one.
                self.state.at_least = plies + 1;
                self.state.at_least_verified = Verification::No;
                Some(Step::Within(plies + 1))
            }
            (Step::Enough(plies), value) if is_forced(value) && row.winner == self.won => {
                self.state.at_most = Some(plies);
                self.state.proof.clone_from(&row.proof);
                self.found = Some(row);
                (plies > 1).then_some(Step::TooFew(plies - 1))
            }
            (Step::TooFew(_), _) => {
                self.state.at_least_verified = row.verified;
                self.state.proof_at_least.clone_from(&row.proof);
                None
            }
            (Step::Enough(_), _) => None,
        }
    }
}

impl Shortest {
    /// The number of plies, if it is known.
    #[must_use]
    pub fn plies(&self) -> Option<u32> {
        self.at_most.filter(|&plies| plies == self.at_least)
    }
}

fn enough(plies: u32) -> String {
    format!("within-{plies}")
}

fn too_few(plies: u32) -> String {
    format!("not-within-{plies}")
}

/// Where certificates of the shortest win may go, for whoever asks first whether they may.
pub fn proofs_of_shortest(path: &Path) -> impl Iterator<Item = PathBuf> {
    let names = (1..=MOST_PLIES).flat_map(|plies| [enough(plies), too_few(plies)]);
    names.map(|what| proof_of_move(path, &what))
}

/// Refuses to look for the shortest win in a game that has no limit of plies.
///
/// # Errors
/// One line that says why not.
pub fn check_has_shortest(game: &dyn AnyGame) -> Result<(), InputError> {
    game.limited(1).map(drop)
}
