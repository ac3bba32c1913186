//! `andor learn cost`: a model of what positions cost a search, learnt from what they have cost.
//!
//! ```text
//!   records -> leaves by chance -> solved afresh -> FILE.examples     andor_engine, examples.rs
//!   FILE.examples -> two numbers for each term  -> FILE               fit.rs
//!                 -> or a network               -> FILE               network.rs
//!   every eighth record, kept back              -> how good it is     calibration.rs
//! ```
//!
//! The same seed makes the same examples, and the same examples make the same model.

mod calibration;
mod examples;
mod fit;
mod network;
mod starts;

use crate::{Done, Ended, Listener};
use andor_core::{InputError, SplitMix64, replace_atomically};
use andor_engine::{AnyGame, Catalogue, CostPlan};
use calibration::Calibration;
use examples::{Example, Made, Terms};
use fit::{Fit, Schedule};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Between two lines of progress.
const SAY_EVERY: Duration = Duration::from_secs(10);

/// One record in so many is kept back, with all its positions.
const KEPT_BACK: u64 = 8;

/// What is to be learnt, from what, and where it goes.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The boards.
    pub games: Vec<String>,
    /// Records of each board.
    pub records: u64,
    /// How a record is searched; where it begins is said below.
    pub collect: CostPlan,
    /// The set that records begin at the positions of.
    pub begin: Option<String>,
    /// The set whose games are left out.
    pub without: Option<String>,
    /// Units of each side of a network; 0 for a sum of terms.
    pub units: usize,
    /// The first step of a network.
    pub rate: f32,
    /// Threads that search records, and learn.
    pub threads: usize,
    /// Passes through all examples.
    pub passes: u32,
    /// How the leaf rule is to take the model: a, b and t.
    pub scale: (u32, u32, i32),
    /// Files of examples to learn from, instead of new ones.
    pub examples: Vec<PathBuf>,
    /// The file of the model; beside it FILE.examples.
    pub out: PathBuf,
}

/// The boards by their names.
type Games = BTreeMap<String, Box<dyn AnyGame>>;

/// Learns, and writes the files.
///
/// # Errors
/// If something in the plan cannot be used, or a file cannot be read or written.
pub fn run(catalogue: &Catalogue, plan: &Plan, listener: &mut dyn Listener) -> Done {
    // Step 1. Examples.
    let mut games = Games::new();
    for spec in &plan.games {
        games.insert(spec.clone(), catalogue.game(spec)?);
    }
    let examples = if plan.examples.is_empty() {
        match collect(&games, plan, listener)? {
            Some(examples) => examples,
            None => return Ok(Ended::Interrupted),
        }
    } else {
        let examples = examples::read(&plan.examples)?;
        let of_these = |example: &Example| games.contains_key(&example.game);
        examples.into_iter().filter(of_these).collect()
    };
    // Step 2. What they are made of.
    if plan.units > 0
        && let [(_, game)] = &games.iter().collect::<Vec<_>>()[..]
        && let Some(first) = examples.first()
        && game.cost_sight(&first.position)?.is_some()
    {
        return network::learn(&***game, &examples, plan, listener);
    }
    let mut terms = Terms::default();
    let (mut learnt, mut kept_back) = (Vec::new(), Vec::new());
    for example in &examples {
        let made = terms.of(&*games[&example.game], example)?;
        let is_kept_back = example.record % KEPT_BACK == KEPT_BACK - 1;
        if is_kept_back { &mut kept_back } else { &mut learnt }.push(made);
    }
    learnt_and_kept_back([learnt.len(), kept_back.len()])?;
    if terms.names.is_empty() {
        let why = "learn cost: the game has nothing that a model of cost could be made of";
        return Err(InputError::new(why).into());
    }
    // Step 3. The numbers.
    let schedule = Schedule { passes: plan.passes, random: SplitMix64::new(plan.collect.seed) };
    let fit = Fit::of(terms.names.len(), &mut learnt, schedule, &mut |pass, fit| {
        let loss = fit.loss(&kept_back);
        listener.progress(&format!("pass {pass}: loss {loss:.4} on records kept back"));
    });
    // Step 4. How good they are, and the file.
    let told = kept_back.iter().map(|made| (fit.says(made), made.wins, made.cost));
    let calibration = Calibration::of(told.collect());
    let counts = [learnt.len(), kept_back.len()];
    let text = model(plan, &terms, &fit, &calibration, counts);
    write(&plan.out, &text)?;
    let what = format!("{} terms", terms.names.len());
    tell(plan, (&what, fit.spread()), counts, &calibration, listener);
    Ok(Ended::Whole)
}

/// Refuses what nothing could be learnt from, or nobody could tell how well.
fn learnt_and_kept_back(counts: [usize; 2]) -> Result<(), InputError> {
    if counts.contains(&0) {
        let why = format!("learn cost: {KEPT_BACK} records at least, each with an open position");
        return Err(InputError::new(why));
    }
    Ok(())
}

/// Tells how good it is.
fn tell(
    plan: &Plan,
    (what, spread): (&str, f64),
    [learnt, kept_back]: [usize; 2],
    calibration: &Calibration,
    listener: &mut dyn Listener,
) {
    for (line, row) in calibration.rows() {
        listener.row(&line, &row);
    }
    let (number, kind) = what.split_once(' ').expect("a number of something");
    let number: u64 = number.parse().expect("a number");
    let done = json!({
        "out": plan.out.display().to_string(), kind: number,
        "examples": learnt, "kept_back": kept_back, "spread": spread,
    });
    listener.row(&format!("{what} from {learnt} examples: {}", plan.out.display()), &done);
}

/// New examples, also written to FILE.examples; `None` if it was interrupted.
fn collect(
    games: &Games,
    plan: &Plan,
    listener: &mut dyn Listener,
) -> Result<Option<Vec<Example>>, crate::LabError> {
    let mut plans = Vec::new();
    for (spec, game) in games {
        let starts = match &plan.begin {
            Some(set) => starts::starts(spec, set, plan.without.as_deref())?,
            None => Vec::new(),
        };
        plans.push((spec, &**game, CostPlan { starts, ..plan.collect.clone() }));
    }
    let stop = listener.interrupt();
    let next = AtomicU64::new(0);
    let (send, receive) = mpsc::channel();
    let mut by_record = BTreeMap::new();
    // Records are searched by whoever is free, and kept in their order.
    std::thread::scope(|scope| -> Result<(), crate::LabError> {
        for _ in 0..plan.threads.max(1) {
            let (send, next, plans, stop) = (send.clone(), &next, &plans, &stop);
            scope.spawn(move || {
                loop {
                    let record = next.fetch_add(1, Ordering::Relaxed);
                    if record >= plan.records || stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let of_game = |(spec, game, plan): &(&String, &dyn AnyGame, CostPlan)| {
                        let found = game.cost_examples(plan, record, stop)?;
                        let named =
                            found.into_iter().map(|found| Example::new(spec, record, found));
                        Ok(named.collect::<Vec<_>>())
                    };
                    let found: Result<Vec<_>, andor_engine::EngineError> =
                        plans.iter().map(of_game).collect();
                    if send.send((record, found.map(|all| all.concat()))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut said = Instant::now();
        for (record, found) in receive {
            by_record.insert(record, found?);
            if said.elapsed() >= SAY_EVERY {
                said = Instant::now();
                let (done, records) = (by_record.len(), plan.records);
                listener.progress(&format!("{done} of {records} records"));
            }
        }
        Ok(())
    })?;
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let all: Vec<Example> = by_record.into_values().flatten().collect();
    let lines: String = all.iter().map(Example::line).collect();
    let mut name = plan.out.as_os_str().to_owned();
    name.push(".examples");
    write(Path::new(&name), &lines)?;
    Ok(Some(all))
}

fn write(file: &Path, text: &str) -> Result<(), InputError> {
    let written = replace_atomically(file, |out| out.write_all(text.as_bytes()));
    written.map_err(|error| {
        let name = InputError::quote(&file.display().to_string());
        InputError::new(format!("file {name}: {error}"))
    })
}

/// The file of a model: where it comes from, its scale, and a line for each term.
fn model(
    plan: &Plan,
    terms: &Terms,
    fit: &Fit,
    calibration: &Calibration,
    [learnt, kept_back]: [usize; 2],
) -> String {
    let (a, b, t) = plan.scale;
    let mut text = format!(
        "# What positions cost, learnt from searches.\n#\n\
         # Made by  {}\n\
         # from     {learnt} examples; {kept_back} of records kept back: {}\n#\n\
         # A line: a term, and what it adds to the cost of a win and of a loss of the side to move, in 256ths of a\n\
         # doubling of the nodes.\n\nscale {a} {b} {t}\n",
        command(plan),
        calibration.summary(),
    );
    for (name, [win, loss]) in terms.names.iter().zip(fit.numbers()) {
        if (win, loss) != (0, 0) {
            writeln!(text, "{name} {win} {loss}").expect("a string takes everything");
        }
    }
    text
}

/// The command that makes a model, in two lines of a remark.
fn command(plan: &Plan) -> String {
    let CostPlan { seed, plies, leaves, nodes, most, .. } = &plan.collect;
    let (a, b, t) = plan.scale;
    let name = |path: &PathBuf| {
        path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    };
    let begin = plan.begin.iter().map(|set| format!(" --begin {set}"));
    let without = plan.without.iter().map(|set| format!(" --without {set}"));
    let files = plan.examples.iter().map(|path| format!(" --examples {}", name(path)));
    let more: String = begin.chain(without).chain(files).collect();
    format!(
        "andor learn cost {}{more}\n\
         #              --records {} --seed {seed} --plies {plies} --positions {leaves} --nodes {nodes} --most {most}\n\
         #              --passes {} --scale {a},{b},{t}",
        plan.games.join(" "),
        plan.records,
        plan.passes,
    )
}
