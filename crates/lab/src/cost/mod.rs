//! `andor learn cost`: a model of what positions cost a search, learnt from what they have cost.
//!
//! ```text
//!   records -> leaves by chance -> solved afresh -> FILE.examples     andor_engine, examples.rs
//!   FILE.examples -> two numbers for each term  -> FILE               fit.rs
//!   every eighth record, kept back              -> how good it is     calibration.rs
//! ```
//!
//! The same seed makes the same examples, and the same examples make the same model.

mod calibration;
mod examples;
mod fit;

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
use std::sync::atomic::Ordering;
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
    /// How a record is searched.
    pub collect: CostPlan,
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
    let mut terms = Terms::default();
    let (mut learnt, mut kept_back) = (Vec::new(), Vec::new());
    for example in &examples {
        let made = terms.of(&*games[&example.game], example)?;
        let is_kept_back = example.record % KEPT_BACK == KEPT_BACK - 1;
        if is_kept_back { &mut kept_back } else { &mut learnt }.push(made);
    }
    if learnt.is_empty() || kept_back.is_empty() {
        let why = format!("learn cost: {KEPT_BACK} records at least, each with an open position");
        return Err(InputError::new(why).into());
    }
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
    let calibration = Calibration::of(&fit, &kept_back);
    let text = model(plan, &terms, &fit, &calibration, [learnt.len(), kept_back.len()]);
    write(&plan.out, &text)?;
    for (line, row) in calibration.rows() {
        listener.row(&line, &row);
    }
    let done = json!({
        "out": plan.out.display().to_string(), "terms": terms.names.len(),
        "examples": learnt.len(), "kept_back": kept_back.len(), "spread": fit.spread(),
    });
    let (terms, out) = (terms.names.len(), plan.out.display());
    listener.row(&format!("{terms} terms from {} examples: {out}", learnt.len()), &done);
    Ok(Ended::Whole)
}

/// New examples, also written to FILE.examples; `None` if it was interrupted.
fn collect(
    games: &Games,
    plan: &Plan,
    listener: &mut dyn Listener,
) -> Result<Option<Vec<Example>>, crate::LabError> {
    let stop = listener.interrupt();
    let (mut all, mut said) = (Vec::new(), Instant::now());
    for record in 0..plan.records {
        for (spec, game) in games {
            let found = game.cost_examples(&plan.collect, record, &stop)?;
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let name = |found| Example::new(spec, record, found);
            all.extend(found.into_iter().map(name));
            if said.elapsed() >= SAY_EVERY {
                said = Instant::now();
                let (records, examples) = (plan.records, all.len());
                listener.progress(&format!("record {record} of {records}: {examples} examples"));
            }
        }
    }
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
    let CostPlan { seed, plies, leaves, nodes, most, .. } = &plan.collect;
    let (a, b, t) = plan.scale;
    let mut text = format!(
        "# What positions cost, learnt from searches.\n#\n\
         # Made by  andor learn cost {}\n\
         #              --records {} --seed {seed} --plies {plies} --positions {leaves} --nodes {nodes} --most {most}\n\
         #              --passes {} --scale {a},{b},{t}\n\
         # from     {learnt} examples; {kept_back} of records kept back: {}\n#\n\
         # A line: a term, and what it adds to the cost of a win and of a loss of the side to move, in 256ths of a\n\
         # doubling of the nodes.\n\nscale {a} {b} {t}\n",
        plan.games.join(" "),
        plan.records,
        plan.passes,
        calibration.summary(),
    );
    for (name, [win, loss]) in terms.names.iter().zip(fit.numbers()) {
        if (win, loss) != (0, 0) {
            writeln!(text, "{name} {win} {loss}").expect("a string takes everything");
        }
    }
    text
}
