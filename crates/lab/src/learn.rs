//! `andor learn`: the weights of an evaluation, learnt from games against itself.
//!
//! Three files: the weights with where they come from, a log with a line a game, and the state to go on
//! from. The state is written anew after every game, as a whole, so that nothing is lost whenever the
//! program is stopped; a log that is a line ahead of it is cut back.

use crate::{Done, Ended, Listener};
use andor_core::{InputError, replace_atomically};
use andor_engine::{AnyGame, Catalogue, LearnGame, LearnPlan, LearnState, Learner};
use serde_json::{Value, json};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Between two lines of progress.
const SAY_EVERY: Duration = Duration::from_secs(10);

/// What is to be learnt, and where it goes.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub game: String,
    /// The evaluator; the game's last for `None`.
    pub evaluator: Option<String>,
    /// Games to play, those of an earlier run included.
    pub games: u64,
    /// The seed of all random moves.
    pub seed: u64,
    /// Plies that the players look ahead.
    pub depth: u32,
    /// How much of an error reaches the position before, in thousandths.
    pub lambda: u32,
    /// The rate of learning at the start, in thousandths.
    pub rate: u32,
    /// A file of weights to begin with.
    pub weights: Option<PathBuf>,
    /// Features whose weights stay.
    pub keep: Vec<String>,
    /// The weight file.
    pub out: PathBuf,
    /// What is done about the files of an earlier run.
    pub earlier: Earlier,
}

/// What is done about the files of an earlier run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Earlier {
    /// They are in the way.
    Refuse,
    /// They are replaced.
    Replace,
    /// The run goes on from them.
    GoOn,
}

/// The files of a run.
struct Files {
    weights: PathBuf,
    log: PathBuf,
    state: PathBuf,
}

impl Files {
    fn of(out: &Path) -> Files {
        let beside = |ending: &str| {
            let mut name = out.as_os_str().to_owned();
            name.push(ending);
            PathBuf::from(name)
        };
        Files { weights: out.to_owned(), log: beside(".log"), state: beside(".state") }
    }
}

/// Learns, and writes the files.
///
/// # Errors
/// If something in the plan cannot be used, or a file cannot be written.
pub fn run(catalogue: &Catalogue, plan: &Plan, listener: &mut dyn Listener) -> Done {
    // Step 1. The plan, and where it stands.
    let game = catalogue.game(&plan.game)?;
    let files = Files::of(&plan.out);
    let state = begin(&files, learn_plan(&*game, plan)?, plan.earlier)?;
    let mut learner = game.learner(state)?;
    let stop = listener.interrupt();

    // Step 2. Games.
    let (mut said, mut last) = (Instant::now(), None);
    while learner.state().games < plan.games {
        let Some(played) = learner.next_game(&stop) else { break };
        let line = line(&*learner, &played);
        let add = || {
            let mut log = OpenOptions::new().create(true).append(true).open(&files.log)?;
            log.write_all(format!("{line}\n").as_bytes())
        };
        add().map_err(|error| failure(&files.log, &error))?;
        save(&files, &*learner)?;
        listener.object(&line);
        if said.elapsed() >= SAY_EVERY {
            said = Instant::now();
            listener.progress(&describe(&played, plan.games));
        }
        last = Some(played);
    }

    // Step 3. The weights.
    let text = weight_file(&*learner);
    write(&files.weights, &text).map_err(|error| failure(&files.weights, &error))?;
    if let Some(last) = last {
        listener.progress(&describe(&last, plan.games));
    }
    listener.text(text.trim_end());
    if stop.load(Ordering::Relaxed) {
        let out = plan.out.display();
        listener.note(&format!("stopped; to go on, the same command with --resume (--out {out})"));
        return Ok(Ended::Interrupted);
    }
    Ok(Ended::Whole)
}

/// The learner's part of a plan.
fn learn_plan(game: &dyn AnyGame, plan: &Plan) -> Result<LearnPlan, InputError> {
    let weights = match &plan.weights {
        Some(file) => Some(fs::read_to_string(file).map_err(|error| failure(file, &error))?),
        None => None,
    };
    let learnt = |evaluator: &str| LearnPlan {
        game: plan.game.clone(),
        evaluator: evaluator.to_owned(),
        added: Vec::new(),
        start: Vec::new(),
        keep: plan.keep.clone(),
        seed: plan.seed,
        depth: plan.depth,
        lambda: plan.lambda,
        rate: plan.rate,
    };
    // The last that is a sum of features; if there is none, the error of the last says why.
    let names = game.evaluator_names();
    let is_a_sum = |name: &&&str| {
        let bare = LearnPlan { keep: Vec::new(), ..learnt(name) };
        game.learn_plan(bare, None).is_ok()
    };
    let usual = names.iter().rev().find(is_a_sum).or(names.last());
    let Some(evaluator) = plan.evaluator.as_deref().or(usual.copied()) else {
        let game = InputError::quote(&plan.game);
        return Err(InputError::new(format!("learn: {game} has no evaluator to be learnt")));
    };
    game.learn_plan(learnt(evaluator), weights.as_deref())
}

/// The state to begin with: a new one, or the one that was kept.
fn begin(files: &Files, plan: LearnPlan, earlier: Earlier) -> Result<LearnState, InputError> {
    let name = InputError::quote(&files.state.display().to_string());
    if earlier == Earlier::Refuse {
        if files.state.exists() {
            let message = format!("learn: {name} is there already; --resume goes on from it");
            return Err(InputError::new(message));
        }
        let log = InputError::quote(&files.log.display().to_string());
        if files.log.exists() {
            return Err(InputError::new(format!("learn: the log {log} is there already")));
        }
    }
    if earlier != Earlier::GoOn {
        // The log of a run that is replaced may be there.
        if files.log.exists() {
            write(&files.log, "").map_err(|error| failure(&files.log, &error))?;
        }
        return Ok(LearnState::new(plan));
    }
    let text = fs::read_to_string(&files.state).map_err(|error| failure(&files.state, &error))?;
    let state: LearnState = serde_json::from_str(&text)
        .map_err(|_| InputError::new(format!("learn: {name} is not the state of a run")))?;
    if state.plan != plan {
        return Err(InputError::new(format!("learn: {name} is of another plan")));
    }
    // The log may be a game ahead.
    let log = fs::read_to_string(&files.log).map_err(|error| failure(&files.log, &error))?;
    let lines: String = log.split_inclusive('\n').take(state.games as usize).collect();
    write(&files.log, &lines).map_err(|error| failure(&files.log, &error))?;
    Ok(state)
}

fn failure(file: &Path, error: &io::Error) -> InputError {
    InputError::new(format!("file {}: {error}", InputError::quote(&file.display().to_string())))
}

/// Writes a file as a whole: who is killed meanwhile leaves the old one.
fn write(file: &Path, text: &str) -> io::Result<()> {
    replace_atomically(file, |out| out.write_all(text.as_bytes()))
}

fn save(files: &Files, learner: &dyn Learner) -> Result<(), InputError> {
    let text = serde_json::to_string(learner.state()).expect("a state is plain data");
    write(&files.state, &text).map_err(|error| failure(&files.state, &error))
}

/// A line of the log.
fn line(learner: &dyn Learner, game: &LearnGame) -> Value {
    let names = learner.features();
    let weights: serde_json::Map<String, Value> = names
        .iter()
        .zip(&game.learnt)
        .map(|(name, weight)| ((*name).to_owned(), json!(weight)))
        .collect();
    json!({
        "game": game.number, "result": game.result, "plies": game.plies,
        "error": (game.error * 1e4).round() / 1e4, "weights": weights,
    })
}

fn describe(game: &LearnGame, games: u64) -> String {
    let weights: Vec<String> = game.learnt.iter().map(ToString::to_string).collect();
    format!("game {} of {games}  weights {}", game.number, weights.join(" "))
}

/// The weights with where they come from.
fn weight_file(learner: &dyn Learner) -> String {
    let state = learner.state();
    let LearnPlan { game, evaluator, start, keep, seed, depth, lambda, rate, .. } = &state.plan;
    let (lambda, rate) = (f64::from(*lambda) / 1000.0, f64::from(*rate) / 1000.0);
    let kept = if keep.is_empty() { String::new() } else { format!(" --keep {}", keep.join(",")) };
    let start: Vec<String> = start.iter().map(ToString::to_string).collect();
    let [black, white, drawn] = state.results;
    format!(
        "# Weights of the evaluator {evaluator} of {game}, learnt by TD-leaf from games against itself.\n\
         #\n\
         # Made by    andor learn {game} --evaluator {evaluator} --games {} --seed {seed} --depth {depth}\n\
         #                --lambda {lambda} --rate {rate}{kept}\n\
         # from       {}\n\
         # games      Black won {black}, White {white}, drawn {drawn}\n\
         #\n\
         # A weight is what one unit of the feature is worth, in thousandths of a point.\n\
         \n{}",
        state.games,
        start.join(", "),
        learner.weight_lines(),
    )
}
