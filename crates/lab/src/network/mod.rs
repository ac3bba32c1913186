//! `andor learn net`: a player's network, learnt from games that the player plays against itself.
//!
//! ```text
//!   games by seed and number, on all threads  -> FILE.games        records.rs; --resume goes on from it
//!   FILE.games, and other files of games      -> numbers -> FILE   andor_search::learn
//!   every sixteenth game, kept back           -> how good it is
//! ```
//!
//! The same seed makes the same games, and the same games make the same network, with any number of threads.

mod records;

use crate::{Done, Ended, Listener};
use andor_core::{InputError, replace_atomically};
use andor_engine::{Catalogue, NetworkExamples, NetworkFit, NetworkPlan, NetworkSchedule};
use records::Records;
use serde_json::json;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

pub use records::Earlier;

/// One game in so many is kept back.
const KEPT_BACK: u64 = 16;

/// What is to be learnt, from what, and where it goes.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub game: String,
    /// Games to play, those of an earlier run included.
    pub games: u64,
    /// How they are played; the weights are those of `weights`.
    pub self_play: NetworkPlan,
    /// A file of weights for the player.
    pub weights: Option<PathBuf>,
    /// Files of other games to learn from.
    pub examples: Vec<PathBuf>,
    /// How the network is learnt.
    pub schedule: NetworkSchedule,
    /// The file of the network; beside it FILE.games.
    pub out: PathBuf,
    /// What is done about games that are there already.
    pub earlier: Earlier,
}

/// Learns, and writes the files.
///
/// # Errors
/// If something in the plan cannot be used, or a file cannot be read or written.
pub fn run(catalogue: &Catalogue, plan: &Plan, listener: &mut dyn Listener) -> Done {
    // Step 1. The game, which must have a network.
    let game = catalogue.game(&plan.game)?;
    let (mut learnt, mut kept_back) = (NetworkExamples::default(), NetworkExamples::default());
    game.network_examples(&[], &mut learnt)?;
    let stop = listener.interrupt();
    // Step 2. Games.
    let weights = match &plan.weights {
        Some(file) => Some(records::read_file(file)?),
        None => None,
    };
    let self_play = NetworkPlan { weights, ..plan.self_play.clone() };
    let mut records = Records::open(plan)?;
    if !records.play(&*game, &self_play, plan, &stop, listener)? {
        listener.note("stopped; to go on, the same command with --resume");
        return Ok(Ended::Interrupted);
    }
    let games = records.all(&plan.examples)?;
    for played in &games {
        let is_kept_back = played.number % KEPT_BACK == KEPT_BACK - 1;
        let examples = if is_kept_back { &mut kept_back } else { &mut learnt };
        game.network_examples(std::slice::from_ref(played), examples)?;
    }
    plan.schedule.check(&learnt)?;
    // Step 3. The numbers.
    let positions = learnt.examples.len();
    let fit = NetworkFit::of(&mut learnt, &plan.schedule, &mut |pass, loss, fit| {
        let [other, _] = fit.losses(&kept_back.examples);
        let line = format!("pass {pass}: loss {loss:.5}, of games kept back {other:.5}");
        listener.progress(&line);
        listener.object(&json!({ "pass": pass, "loss": loss, "kept_back": other }));
        !stop.load(Ordering::Relaxed)
    });
    if stop.load(Ordering::Relaxed) {
        listener
            .note("stopped; the games are kept: the same command with --resume learns from them");
        return Ok(Ended::Interrupted);
    }
    // Step 4. The file.
    let [said, base] = fit.losses(&kept_back.examples);
    let [score_odds, base_odds] = fit.odds;
    let found = format!(
        "{} games, {positions} positions; of {} of games kept back the loss is {said:.4}, of the evaluation beside it {base:.4}",
        games.len(),
        kept_back.examples.len(),
    );
    let decisive = learnt.decisive;
    let text = format!("{}{}", heading(plan, &found), fit.model.text(base_odds, decisive));
    write(plan, &text)?;
    let done = json!({
        "out": plan.out.display().to_string(), "games": games.len(), "positions": positions,
        "kept_back": kept_back.examples.len(), "loss": said, "loss_without": base,
        "score_odds": score_odds, "base_odds": base_odds,
    });
    let odds = format!(
        "odds of e to 1 are {score_odds:.0} points of a search, {base_odds:.0} of the evaluation"
    );
    listener.row(&format!("{found}; {odds}: {}", plan.out.display()), &done);
    Ok(Ended::Whole)
}

fn write(plan: &Plan, text: &str) -> Result<(), InputError> {
    replace_atomically(&plan.out, |out| out.write_all(text.as_bytes())).map_err(|error| {
        let name = InputError::quote(&plan.out.display().to_string());
        InputError::new(format!("file {name}: {error}"))
    })
}

/// Where a network comes from.
fn heading(plan: &Plan, found: &str) -> String {
    let NetworkPlan { seed, plies, nodes, evaluator, .. } = &plan.self_play;
    let NetworkSchedule { units, images, passes, rate, trust, .. } = &plan.schedule;
    let name = |path: &PathBuf| {
        path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    };
    let evaluator = evaluator.iter().map(|name| format!(" --evaluator {name}"));
    let weights = plan.weights.iter().map(|path| format!(" --weights {}", name(path)));
    let examples = plan.examples.iter().map(|path| format!(" --examples {}", name(path)));
    let more: String = evaluator.chain(weights).chain(examples).collect();
    let images = if *images == 0 { String::new() } else { format!(" --images {images}") };
    format!(
        "# A player's network (crates/games/src/network).\n#\n\
         # Made by  andor learn net {} --games {} --seed {seed} --plies {plies} --nodes {nodes}{more}\n\
         #              --units {units}{images} --passes {passes} --rate {rate} --trust {trust}\n\
         # from     {found}\n\n",
        plan.game, plan.games,
    )
}
