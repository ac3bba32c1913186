//! `andor tune`: weights for a game's order of moves, tuned on small boards.
//!
//! A seeded hill climb. Each trial changes a few weights of the best setting so far and lets the
//! boolean search solve all boards with them; it is kept if it takes fewer nodes, measured by the
//! geometric mean over the boards, so that a large board does not drown the small ones. A trial is
//! given up on the first board that makes it hopeless.
//!
//! Trial number n of a seed always makes the same changes to the same setting, whatever came before
//! the program was last started: so the log, one line a trial, is all it takes to go on.

use crate::{Done, Ended, Listener};
use andor_core::figures::thousands;
use andor_core::{InputError, Limits, Silent, SplitMix64};
use andor_engine::settings::SolverSettings;
use andor_engine::{AnyGame, Catalogue, Goal, Line, Method, Request, Stage, Value, ZoneChoice};
use serde::{Deserialize, Serialize};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is to be tuned, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Boards of one game, to be solved from the start.
    pub boards: Vec<String>,
    /// The seed of the changes that are tried.
    pub seed: u64,
    /// How many changes are tried, those of the log included.
    pub trials: u64,
    /// A board is given up after so many nodes.
    pub nodes: u64,
    /// Bytes for the table.
    pub memory: u64,
    /// The zone table that is asked.
    pub zone: ZoneChoice,
    /// A file of weights to begin with.
    pub weights: Option<PathBuf>,
    /// The file that keeps every trial.
    pub log: Option<PathBuf>,
}

/// A board that takes so many times the nodes of the best setting is given up.
const GIVE_UP: u64 = 8;

/// One line of the log.
#[derive(Clone, Serialize, Deserialize)]
struct Trial {
    trial: u64,
    seed: u64,
    boards: Vec<String>,
    kept: bool,
    /// The nodes of each board; of fewer boards if the trial was given up.
    nodes: Vec<u64>,
    weights: Vec<i32>,
}

impl Trial {
    /// The mean of the logarithms of the nodes.
    fn score(&self) -> f64 {
        score(&self.nodes)
    }

    /// Tells it, compared with the first.
    fn tell(&self, first: &Trial, listener: &mut dyn Listener) {
        let ratio = (self.score() - first.score()).exp();
        let nodes: Vec<String> = self.nodes.iter().map(|&nodes| thousands(nodes)).collect();
        let line = format!("{:>6}  {ratio:.3}  {}", self.trial, nodes.join("  "));
        listener.row(&line, &serde_json::to_value(self).expect("a trial is plain data"));
    }
}

fn score(nodes: &[u64]) -> f64 {
    nodes.iter().map(|&nodes| (nodes as f64).ln()).sum::<f64>() / nodes.len().max(1) as f64
}

/// The boards, and how they are searched.
struct Boards {
    boards: Vec<(Box<dyn AnyGame>, Line)>,
    memory: u64,
    zone: ZoneChoice,
    /// The most nodes of a board.
    most: u64,
    interrupt: Arc<AtomicBool>,
}

impl Boards {
    /// The nodes of each board with these weights, as long as it may be better than `best`; `None`
    /// if it was interrupted.
    fn run(&self, weights: &[i32], best: Option<&Trial>) -> Result<Option<Vec<u64>>, InputError> {
        let mut nodes = Vec::new();
        for (number, (game, root)) in self.boards.iter().enumerate() {
            // What the boards not searched yet would have to save is not known: they count as before.
            let most = best.map_or(self.most, |best| {
                let left = best.score() * best.nodes.len() as f64
                    - score(&nodes) * nodes.len() as f64
                    - best.nodes[number + 1..].iter().map(|&n| (n as f64 / 2.0).ln()).sum::<f64>();
                (left.exp() as u64).min(GIVE_UP * best.nodes[number]).min(self.most)
            });
            let request = Request {
                settings: SolverSettings {
                    order: Some(weights.to_vec()),
                    ..Method::Boolean.into()
                },
                goal: Goal::Win,
                limits: Limits {
                    nodes: Some(most),
                    memory: self.memory,
                    interrupt: self.interrupt.clone(),
                    ..Limits::default()
                },
                stage: Stage::Search,
                zone: Some(self.zone),
                ..Request::default()
            };
            let solved = game.solve(root, &request, &mut Silent);
            let solved = solved.map_err(|error| InputError::new(error.to_string()))?;
            match (solved.row.found(), best) {
                (Value::Unknown, _) if self.interrupt.load(Ordering::Relaxed) => return Ok(None),
                (Value::Unknown, None) => {
                    let (board, most) = (game.spec(), thousands(self.most));
                    let message =
                        format!("tune: {board} is not solved within {most} nodes to begin with");
                    return Err(InputError::new(message));
                }
                (Value::Unknown, Some(_)) => return Ok(Some(nodes)),
                _ => nodes.push(solved.searched.nodes.max(1)),
            }
        }
        Ok(Some(nodes))
    }
}

/// The weights of trial `number`: one to three of them are changed by up to twice their size.
fn changed(best: &[i32], seed: u64, number: u64) -> Vec<i32> {
    let mut random = SplitMix64::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
    let mut weights = best.to_vec();
    for _ in 0..1 + random.below(3) {
        let chosen = random.below(weights.len());
        let weight = &mut weights[chosen];
        let reach = (weight.unsigned_abs().max(20) as usize) >> random.below(3) << 1;
        let change = random.below(2 * reach + 1) as i32 - reach as i32;
        *weight = weight.saturating_add(change).clamp(-10_000, 10_000);
    }
    weights
}

/// Tunes, and tells every trial that is kept.
///
/// # Errors
/// If the boards, the weights or the log cannot be used.
pub fn run(catalogue: &Catalogue, plan: &Plan, listener: &mut dyn Listener) -> Done {
    let (mut ground, features, own) = prepare(catalogue, plan)?;
    ground.interrupt = listener.interrupt();

    // Step 1. Where the log ends, or the weights that the game has.
    let log = plan.log.as_deref();
    let boards: Vec<String> = ground.boards.iter().map(|(game, _)| game.spec()).collect();
    let mut trials = log.map_or(Ok(Vec::new()), |log| read(log, plan.seed, &boards))?;
    let seed = plan.seed;
    if trials.is_empty() {
        let Some(nodes) = ground.run(&own, None)? else { return Ok(Ended::Interrupted) };
        let first =
            Trial { trial: 0, seed, boards: boards.clone(), kept: true, nodes, weights: own };
        append(log, &first)?;
        trials.push(first);
    }
    let first = trials[0].clone();
    if first.weights.len() != features.len() {
        return Err(InputError::new("tune: the log has another number of weights").into());
    }
    let next = trials.last().map_or(0, |last| last.trial) + 1;
    let mut best = trials.into_iter().rfind(|trial| trial.kept).unwrap_or_else(|| first.clone());
    first.tell(&first, listener);

    // Step 2. Climb.
    let mut tried = next - 1;
    for number in next..=plan.trials {
        let weights = changed(&best.weights, seed, number);
        if weights == best.weights {
            continue;
        }
        let Some(nodes) = ground.run(&weights, Some(&best))? else { break };
        tried = number;
        let kept = nodes.len() == boards.len() && score(&nodes) < best.score();
        let trial = Trial { trial: number, seed, boards: boards.clone(), kept, nodes, weights };
        append(log, &trial)?;
        if kept {
            trial.tell(&first, listener);
            best = trial;
        }
    }

    // Step 3. The weights as a file has them.
    listener.text(&format!("\n# andor tune {} --seed {seed}", boards.join(" ")));
    listener.text(&format!("# best of {tried} trials: number {}", best.trial));
    for (feature, weight) in features.iter().zip(&best.weights) {
        listener.text(&format!("{feature} = {weight}"));
    }
    Ok(Ended::Whole)
}

/// The boards, the features of their order, and the weights to begin with.
fn prepare(
    catalogue: &Catalogue,
    plan: &Plan,
) -> Result<(Boards, Vec<&'static str>, Vec<i32>), InputError> {
    let mut ground = Boards {
        boards: Vec::new(),
        memory: plan.memory,
        zone: plan.zone,
        most: plan.nodes,
        interrupt: Arc::default(),
    };
    let mut order: Option<(Vec<&'static str>, Vec<i32>)> = None;
    for spec in &plan.boards {
        let game = catalogue.game(spec)?;
        let Some((features, weights)) = game.order() else {
            let spec = InputError::quote(spec);
            let message = format!("tune: {spec} has no order of moves to be tuned");
            return Err(InputError::new(message));
        };
        if order.as_ref().is_some_and(|(others, _)| *others != features) {
            return Err(InputError::new("tune: these boards are not of one game"));
        }
        order = Some((features, weights));
        let root = game.position(None, &[])?;
        ground.boards.push((game, root));
    }
    let (features, own) = order.ok_or_else(|| InputError::new("tune: which boards?"))?;
    let own = match &plan.weights {
        Some(file) => read_weights(file, &features)?,
        None => own,
    };
    Ok((ground, features, own))
}

/// The weights of a file such as this command prints; what follows a `#` is for people.
fn read_weights(file: &Path, features: &[&str]) -> Result<Vec<i32>, InputError> {
    let name = InputError::quote(&file.display().to_string());
    let bad = |why: &str| InputError::new(format!("weights {name}: {why}"));
    let text = fs::read_to_string(file).map_err(|error| bad(&error.to_string()))?;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let pairs: Vec<(&str, &str)> = lines.filter_map(|line| line.split_once('=')).collect();
    let number = |feature: &&str| {
        let value = pairs.iter().find(|(key, _)| key.trim() == *feature).map(|(_, value)| value);
        let value = value.ok_or_else(|| bad(&format!("there is no {feature}")))?;
        let wrong = || bad(&format!("{feature} is no whole number: {}", InputError::quote(value)));
        value.trim().parse().map_err(|_| wrong())
    };
    features.iter().map(number).collect()
}

/// The trials of a log, which must be of the same seed and boards; none if there is no such file.
fn read(log: &Path, seed: u64, boards: &[String]) -> Result<Vec<Trial>, InputError> {
    if !log.exists() {
        return Ok(Vec::new());
    }
    let name = InputError::quote(&log.display().to_string());
    let text =
        fs::read_to_string(log).map_err(|error| InputError::new(format!("log {name}: {error}")))?;
    let mut trials: Vec<Trial> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let bad = |why: &str| InputError::new(format!("log {name}, line {number}: {why}"));
        let trial: Trial = serde_json::from_str(line).map_err(|_| bad("this is no trial"))?;
        if trial.seed != seed || trial.boards != boards {
            return Err(bad("it is of another seed or of other boards"));
        }
        if trial.kept && trial.nodes.len() != boards.len() {
            return Err(bad("it was kept without all its boards"));
        }
        trials.push(trial);
    }
    Ok(trials)
}

/// One more line of the log.
fn append(log: Option<&Path>, trial: &Trial) -> Result<(), InputError> {
    let Some(log) = log else { return Ok(()) };
    let mut line = serde_json::to_string(trial).expect("a trial is plain data");
    line.push('\n');
    let file = OpenOptions::new().create(true).append(true).open(log);
    file.and_then(|mut file| file.write_all(line.as_bytes())).map_err(|error| {
        let name = InputError::quote(&log.display().to_string());
        InputError::new(format!("log {name}: {error}"))
    })
}

#[cfg(test)]
mod tests {
    use super::changed;

    #[test]
    fn trials_repeat_and_differ() {
        let best = [100, -300, 0];
        assert_eq!(changed(&best, 1, 5), changed(&best, 1, 5));
        let all: std::collections::HashSet<Vec<i32>> =
            (0..100).map(|number| changed(&best, 1, number)).collect();
        assert!(all.len() > 90, "{}", all.len());
        assert!(all.iter().any(|weights| weights[2] != 0), "a weight of 0 stays 0");
    }
}
