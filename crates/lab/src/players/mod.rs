//! `andor bench search` and the experiments of Winands' thesis about search (chapters 4.4, 6 and 7):
//! every player searches every position of a set to a fixed depth, and the nodes are added up.
//!
//! The first player of a group is what the others are compared with. Nodes are the same on every
//! machine; seconds are not.

mod experiments;
mod ground;
mod positions;
mod search;

pub(crate) use experiments::experiment_file;
pub use experiments::{Called, PlayerExperiment, experiments};
pub(crate) use ground::PlayerGround;

use crate::comparison::count_of;
use crate::{Done, Ended, Listener};
use andor_core::InputError;
use andor_core::figures::thousands;
use andor_engine::{AnyGame, Catalogue, PlayerSpec};
use positions::{own_set, read_set, self_play};
use search::search_position;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What is said of an experiment instead of its own.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The game.
    pub game: Option<String>,
    /// How deep the players search.
    pub depth: Option<u32>,
    /// The players, one group.
    pub players: Vec<String>,
    /// A set of positions: one JSON object a line.
    pub set: Option<PathBuf>,
    /// Only so many positions.
    pub positions: Option<usize>,
}

/// One player on all positions, at every depth up to the last.
struct Total {
    player: String,
    /// Nodes of iterations 1 to d, for every d.
    nodes: Vec<u64>,
    /// Nodes of all iterations, for every position.
    by_position: Vec<u64>,
    seconds: f64,
}

/// Runs an experiment.
///
/// # Errors
/// If the game, the set or a player cannot be used.
pub fn run(
    catalogue: &Catalogue,
    experiment: &PlayerExperiment,
    plan: &Plan,
    listener: &mut dyn Listener,
) -> Done {
    let game = catalogue.game(plan.game.as_deref().unwrap_or(&experiment.game))?;
    let depth = plan.depth.unwrap_or(experiment.depth);
    let most = plan.positions.unwrap_or(experiment.positions);
    let chosen = [plan.players.clone()];
    let groups = if plan.players.is_empty() { &experiment.groups[..] } else { &chosen[..] };
    // A name that is none is told before anything is done.
    let read = |group: &Vec<String>| -> Result<Vec<PlayerSpec>, InputError> {
        group.iter().map(|text| game.player(text)).collect()
    };
    let groups = groups.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    for player in groups.iter().flatten() {
        drop(game.thinker(player)?);
    }
    let positions = match (&plan.set, &experiment.set) {
        (Some(file), _) => read_set(file, most)?,
        (None, Some(set)) if plan.game.is_none() => own_set(set, experiment.from, most)?,
        (None, _) => self_play(&*game, most)?,
    };
    let interrupt = listener.interrupt();
    listener.heading(&format!(
        "{}: {}, {} of {}, depth {depth}",
        experiment.name,
        experiment.title,
        count_of(positions.len()),
        game.spec()
    ));
    for group in &groups {
        let mut first: Option<Total> = None;
        for player in group {
            let total = measure(&*game, player, &positions, depth, &interrupt)?;
            if interrupt.load(Ordering::Relaxed) {
                return Ok(Ended::Interrupted);
            }
            let base = first.as_ref().unwrap_or(&total);
            tell(experiment, &total, base, listener);
            first.get_or_insert(total);
        }
    }
    Ok(Ended::Whole)
}

fn tell(experiment: &PlayerExperiment, total: &Total, base: &Total, listener: &mut dyn Listener) {
    let percent = |depth: usize| 100.0 * total.nodes[depth] as f64 / base.nodes[depth] as f64;
    let last = total.nodes.len() - 1;
    let object = json!({
        "bench": experiment.name, "player": total.player, "nodes_by_depth": total.nodes,
        "nodes_by_position": total.by_position,
        "percent": percent(last), "seconds": total.seconds,
    });
    let from = last.saturating_sub(3);
    let percents: Vec<String> =
        (from..=last).map(|depth| format!("{:.1}%", percent(depth))).collect();
    let line = format!(
        "  {:<62} {:>15} nodes  {:>8.2} s  depth {} to {}: {}",
        total.player,
        thousands(total.nodes[last]),
        total.seconds,
        from + 1,
        last + 1,
        percents.join(" ")
    );
    listener.row(&line, &object);
}

/// Searches every position, each as a game of its own.
fn measure(
    game: &dyn AnyGame,
    player: &PlayerSpec,
    positions: &[String],
    depth: u32,
    interrupt: &Arc<AtomicBool>,
) -> Result<Total, InputError> {
    let mut thinker = game.thinker(player)?;
    let mut nodes = vec![0; depth as usize];
    let mut by_position = Vec::new();
    let mut seconds = 0.0;
    for position in positions {
        let line = game.position(Some(position), &[])?;
        let start = Instant::now();
        let found = search_position(&mut *thinker, player, &line, depth, interrupt);
        seconds += start.elapsed().as_secs_f64();
        for (sum, nodes) in nodes.iter_mut().zip(&found) {
            *sum += nodes;
        }
        by_position.push(found.last().copied().unwrap_or_default());
    }
    Ok(Total { player: player.text().to_owned(), nodes, by_position, seconds })
}
