//! `andor tune-leaf`: calibrates a, b and t of the leaf rules that evaluate, on positions of a file.
//!
//! The EF-PN paper tunes a and b on a grid (4.2) and fixes t; but t has to fit the scale of the
//! evaluation, and a wrong one turns the gain into a loss. So t is calibrated first, with the
//! paper's a and b; then a and b with that t. Every other position is used for that; the rest are
//! kept to tell what the choice is worth, since a few hard positions can make any setting look
//! good on its own sample. A position that is not solved counts with the whole limit of nodes.

use crate::{Done, Ended, Listener};
use andor_core::figures::thousands;
use andor_core::{InputError, Limits, Named, Silent};
use andor_engine::settings::SolverSettings;
use andor_engine::{AnyGame, Catalogue, Goal, LeafChoice, Line, Method, Request, Stage};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

/// What is to be calibrated, and on what.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The positions: one JSON object a line.
    pub file: PathBuf,
    /// The game of lines that name none.
    pub game: Option<String>,
    /// The method whose leaves are tuned.
    pub method: Method,
    /// The limit of nodes a position.
    pub nodes: u64,
    /// Only the first so many positions.
    pub positions: Option<usize>,
}

/// The values of a and b that are tried; the EF-PN paper's grid without its largest.
const WEIGHTS_A: [u32; 5] = [0, 5, 10, 20, 50];
const WEIGHTS_B: [u32; 5] = [0, 5, 10, 20, 50];
/// The values of t, in quarters of what the evaluation calls decisive.
const QUARTERS: [i32; 6] = [1, 2, 3, 4, 6, 8];

/// Games by the names that the file has for them.
type Games = HashMap<String, Box<dyn AnyGame>>;

/// A leaf rule on trial: `None` is mobility, what the others are measured by.
type Setting = Option<(u32, u32, i32)>;

/// What a trial came to.
struct Cost {
    solved: usize,
    nodes: u64,
}

/// Positions, and how they are searched.
struct Sample<'a> {
    games: &'a Games,
    positions: Vec<(String, Line)>,
    method: Method,
    limits: Limits,
}

impl Sample<'_> {
    fn run(&self, trial: Setting) -> Result<Cost, InputError> {
        let mut outcome = Cost { solved: 0, nodes: 0 };
        let settings = match trial {
            None => SolverSettings { leaf: Some(LeafChoice::Mobility), ..self.method.into() },
            Some((a, b, t)) => SolverSettings {
                leaf: Some(LeafChoice::Ef),
                a: Some(a),
                b: Some(b),
                t: Some(t),
                ..self.method.into()
            },
        };
        let request = Request {
            settings,
            goal: Goal::Win,
            limits: self.limits.clone(),
            stage: Stage::Search,
            ..Request::default()
        };
        for (spec, line) in &self.positions {
            let solved = self.games[spec].solve(line, &request, &mut Silent);
            let solved = solved.map_err(|error| InputError::new(error.to_string()))?;
            let is_solved = !solved.row.found().is_unknown();
            outcome.solved += usize::from(is_solved);
            outcome.nodes +=
                if is_solved { solved.searched.nodes } else { self.limits.nodes.unwrap_or(0) };
        }
        Ok(outcome)
    }
}

/// One step of a calibration: what was tried, what came of it, and what mobility comes to.
fn tell(step: &str, trial: Setting, (outcome, base): (&Cost, &Cost), listener: &mut dyn Listener) {
    let ratio = outcome.nodes as f64 / base.nodes.max(1) as f64;
    let leaf = if trial.is_some() { LeafChoice::Ef } else { LeafChoice::Mobility };
    let row = json!({
        "step": step, "leaf": leaf.name(), "a": trial.map(|(a, ..)| a), "b": trial.map(|(_, b, _)| b),
        "t": trial.map(|(.., t)| t), "solved": outcome.solved, "nodes": outcome.nodes, "ratio": ratio,
    });
    let name = match trial {
        None => "mobility".to_owned(),
        Some((a, b, t)) => format!("ef a={a} b={b} t={t}"),
    };
    let line = format!(
        "{step:<9} {name:<22} {:>5} solved {:>18} nodes  {ratio:.2}",
        outcome.solved,
        thousands(outcome.nodes)
    );
    listener.row(&line, &row);
}

/// Calibrates, and tells every step.
///
/// # Errors
/// If the positions cannot be used.
pub fn run(catalogue: &Catalogue, plan: &Plan, listener: &mut dyn Listener) -> Done {
    let (games, positions) = read(catalogue, plan)?;
    let decisive = games.values().find_map(|game| game.decisive()).ok_or_else(|| {
        InputError::new("tune-leaf: none of these games has an evaluation to be tuned".to_owned())
    })?;
    let limits = Limits { nodes: Some(plan.nodes), ..Limits::default() };
    let half = |odd: bool| Sample {
        games: &games,
        positions: positions
            .iter()
            .enumerate()
            .filter(|(number, _)| (number % 2 == 1) == odd)
            .map(|(_, place)| place.clone())
            .collect(),
        method: plan.method,
        limits: limits.clone(),
    };
    let (tuning, held_out) = (half(false), half(true));
    let count = |sample: &Sample<'_>| sample.positions.len();
    if count(&held_out) == 0 {
        return Err(InputError::new("tune-leaf needs at least two positions").into());
    }
    let base = tuning.run(None)?;
    tell("tuning", None, (&base, &base), listener);
    // Step 1. t, with the paper's a and b.
    let mut best = ((20, 5, decisive), Cost { solved: 0, nodes: u64::MAX });
    for quarters in QUARTERS {
        let trial = (20, 5, (decisive * quarters / 4).max(1));
        let outcome = tuning.run(Some(trial))?;
        tell("t", Some(trial), (&outcome, &base), listener);
        if outcome.nodes < best.1.nodes {
            best = (trial, outcome);
        }
    }
    // Step 2. a and b, with that t.
    let t = best.0.2;
    for (a, b) in WEIGHTS_A.into_iter().flat_map(|a| WEIGHTS_B.map(|b| (a, b))) {
        let trial = (a, b, t);
        let outcome = tuning.run(Some(trial))?;
        tell("a, b", Some(trial), (&outcome, &base), listener);
        if outcome.nodes < best.1.nodes {
            best = (trial, outcome);
        }
    }
    // Step 3. What it is worth on positions it was not chosen by.
    let base = held_out.run(None)?;
    tell("held out", None, (&base, &base), listener);
    let outcome = held_out.run(Some(best.0))?;
    tell("held out", Some(best.0), (&outcome, &base), listener);
    Ok(Ended::Whole)
}

/// The games and positions of the file.
fn read(catalogue: &Catalogue, plan: &Plan) -> Result<(Games, Vec<(String, Line)>), InputError> {
    let name = InputError::quote(&plan.file.display().to_string());
    let text = fs::read_to_string(&plan.file)
        .map_err(|error| InputError::new(format!("file {name}: {error}")))?;
    let mut games = Games::new();
    let mut positions = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let bad = |why: &str| InputError::new(format!("file {name}, line {number}: {why}"));
        let object: Value = serde_json::from_str(line).map_err(|_| bad("this is no object"))?;
        let field = |field: &str| object.get(field).and_then(Value::as_str);
        let spec = field("game").or(plan.game.as_deref()).ok_or_else(|| bad("which game?"))?;
        let position = field("position").ok_or_else(|| bad("there is no position"))?;
        if !games.contains_key(spec) {
            games.insert(spec.to_owned(), catalogue.game(spec)?);
        }
        let asked = games[spec].position(Some(position), &[]);
        positions.push((spec.to_owned(), asked.map_err(|error| bad(&error.to_string()))?));
    }
    positions.truncate(plan.positions.unwrap_or(usize::MAX));
    Ok((games, positions))
}
