//! `andor bench search` and the experiments of Winands' thesis about search (chapters 4.4, 6 and 7):
//! every player searches every position of a set to a fixed depth, and the nodes are added up.
//!
//! The first player of a group is what the others are compared with. Nodes are the same on every
//! machine; seconds are not.

mod experiments;
mod positions;

pub(super) use experiments::{EXPERIMENTS, Experiment};

use super::Done;
use super::solve::stop_on_ctrl_c;
use crate::arguments::BenchArguments;
use crate::wording::thousands;
use crate::{Exit, Terminal};
use andor_core::InputError;
use andor_engine::{AnyGame, Budget, Catalogue};
use positions::{read_set, self_play};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// One player on all positions, at every depth up to the last.
struct Total {
    player: String,
    /// Nodes of iterations 1 to d, for every d.
    nodes: Vec<u64>,
    seconds: f64,
}

/// Runs an experiment.
pub(super) fn run(
    catalogue: &Catalogue,
    experiment: &Experiment,
    arguments: &BenchArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let game = catalogue.game(arguments.game.as_deref().unwrap_or(experiment.game))?;
    let depth = arguments.depth.unwrap_or(experiment.depth);
    let most = arguments.limit_positions.map_or(experiment.positions, |most| most as usize);
    let given: Vec<&str> = arguments.players.iter().map(String::as_str).collect();
    let chosen = [given.as_slice()];
    let groups = if given.is_empty() { experiment.groups } else { &chosen };
    // A name that is none is told before anything is done.
    for player in groups.iter().copied().flatten() {
        drop(game.thinker(player)?);
    }
    let positions = match &arguments.set {
        Some(file) => read_set(file, most)?,
        None => self_play(&*game, most)?,
    };
    let interrupt = Arc::new(AtomicBool::new(false));
    stop_on_ctrl_c(&interrupt);
    if !json {
        terminal.print(&format!(
            "{}: {}, {} positions of {}, depth {depth}",
            experiment.name,
            experiment.title,
            positions.len(),
            game.spec()
        ));
    }
    for group in groups {
        let mut first: Option<Total> = None;
        for player in *group {
            let total = measure(&*game, player, &positions, depth, &interrupt)?;
            if interrupt.load(Ordering::Relaxed) {
                return Ok(Exit::Unknown);
            }
            let base = first.as_ref().unwrap_or(&total);
            show(experiment, &total, base, json, terminal);
            first.get_or_insert(total);
        }
    }
    Ok(Exit::Answered)
}

fn show(
    experiment: &Experiment,
    total: &Total,
    base: &Total,
    json: bool,
    terminal: &mut Terminal<'_>,
) {
    let percent = |depth: usize| 100.0 * total.nodes[depth] as f64 / base.nodes[depth] as f64;
    let last = total.nodes.len() - 1;
    if json {
        let object = json!({
            "bench": experiment.name, "player": total.player, "nodes_by_depth": total.nodes,
            "percent": percent(last), "seconds": total.seconds,
        });
        terminal.print(&object.to_string());
        return;
    }
    let from = last.saturating_sub(3);
    let percents: Vec<String> =
        (from..=last).map(|depth| format!("{:.1}%", percent(depth))).collect();
    terminal.print(&format!(
        "  {:<62} {:>15} nodes  {:>8.2} s  depth {} to {}: {}",
        total.player,
        thousands(total.nodes[last]),
        total.seconds,
        from + 1,
        last + 1,
        percents.join(" ")
    ));
}

/// Searches every position, each as a game of its own.
fn measure(
    game: &dyn AnyGame,
    text: &str,
    positions: &[String],
    depth: u32,
    interrupt: &Arc<AtomicBool>,
) -> Result<Total, InputError> {
    let mut player = game.thinker(text)?;
    let mut nodes = vec![0; depth as usize];
    let mut seconds = 0.0;
    let budget = Budget { depth: Some(depth), ..Budget::default() };
    for position in positions {
        player.new_game();
        let start = Instant::now();
        let mut done = vec![0; depth as usize];
        let thought = player
            .think(Some(position), &[], &budget, interrupt, &mut |thought| {
                done[thought.depth.max(1) as usize - 1] = thought.nodes;
            })
            .map_err(|error| InputError::new(error.to_string()))?;
        seconds += start.elapsed().as_secs_f64();
        // A position that is decided earlier needs no more nodes at greater depths.
        let mut so_far = 0;
        for (sum, nodes) in nodes.iter_mut().zip(done) {
            so_far = nodes.max(so_far);
            *sum += so_far;
        }
        let last = nodes.last_mut().expect("there is a depth");
        *last += thought.nodes.saturating_sub(so_far);
    }
    Ok(Total { player: text.to_owned(), nodes, seconds })
}
