//! `andor bench search` and the experiments of Winands' thesis about search (chapters 4.4, 6 and 7):
//! every player searches every position of a set to a fixed depth, and the nodes are added up.
//!
//! The first player of a group is what the others are compared with. Nodes are the same on every
//! machine; seconds are not.

use super::Done;
use super::solve::stop_on_ctrl_c;
use crate::arguments::BenchArguments;
use crate::wording::thousands;
use crate::{Exit, Terminal};
use andor_core::{InputError, SplitMix64};
use andor_engine::{AnyGame, Budget, Catalogue};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// An experiment: what it is called, what it shows, the game, how deep, and the players.
pub(super) struct Experiment {
    pub(super) name: &'static str,
    title: &'static str,
    game: &'static str,
    depth: u32,
    positions: usize,
    /// Groups of players; the others of a group are compared with its first.
    groups: &'static [&'static [&'static str]],
}

/// All of them.
pub(super) const EXPERIMENTS: [Experiment; 8] = [
    Experiment {
        name: "search",
        title: "every switch: the thesis' engine without one of its parts, and the modern engine",
        game: "loa:8x8",
        depth: 7,
        positions: 100,
        groups: &[
            &[
                "mia4",
                "mia4:transposition-cutoffs=off",
                "mia4:null-move=off",
                "mia4:adaptive=off",
                "mia4:null-reduction-all=0",
                "mia4:null-bound=200",
                "mia4:multi-cut=off",
                "mia4:multi-cut=c",
                "mia4:multi-cut=a",
                "mia4:mc-delta=0",
                "mia4:mc-reorder=off",
                "mia4:killers=off",
                "mia4:classes=off",
                "mia4:history=off",
                "mia4:history=history",
                "mia4:history=butterfly",
                "mia4:history=gravity",
                "mia4:quiescence=off",
                "mia4:aspiration=50",
                "mia4:late-moves=on",
                "mia4:internal-reductions=on",
                "mia4:proof-search=on",
                "mia4:memory=0",
            ],
            &["mia4:engine=unpruned"],
            &["mia"],
        ],
    },
    Experiment {
        name: "table6.1",
        title: "the added value of MC-A (thesis, Table 6.1)",
        game: "loa:8x8",
        depth: 7,
        positions: 150,
        groups: &[
            &["mia4:null-move=off,multi-cut=off", "mia4:null-move=off,multi-cut=a"],
            &["mia4:multi-cut=off", "mia4:multi-cut=a"],
            &["mia4:null-move=off,multi-cut=c", "mia4:null-move=off"],
            &["mia4:multi-cut=c", "mia4"],
        ],
    },
    Experiment {
        name: "delta6.5.1",
        title: "MC-A: the cut at beta + delta, and the moves tried first (thesis, 6.5.1)",
        game: "loa:8x8",
        depth: 8,
        positions: 150,
        groups: &[&[
            "mia4:mc-delta=0",
            "mia4:mc-delta=100",
            "mia4:mc-delta=200",
            "mia4:mc-delta=525",
            "mia4:mc-delta=1000",
            "mia4:mc-delta=0,mc-reorder=off",
            "mia4:mc-a=3-10-2",
            "mia4:mc-a=2-6-3",
            "mia4:mc-a=1-6-2",
        ]],
    },
    Experiment {
        name: "fig6.6",
        title: "the variable null-move bound t without MC-A (thesis, Figure 6.6)",
        game: "loa:8x8",
        depth: 8,
        positions: 150,
        groups: &[&[
            "mia4:multi-cut=c",
            "mia4:multi-cut=c,null-bound=25",
            "mia4:multi-cut=c,null-bound=50",
            "mia4:multi-cut=c,null-bound=100",
            "mia4:multi-cut=c,null-bound=200",
            "mia4:multi-cut=c,null-bound=300",
            "mia4:multi-cut=c,null-bound=400",
            "mia4:multi-cut=c,null-bound=600",
            "mia4",
        ]],
    },
    Experiment {
        name: "table7.1",
        title: "increments of the history heuristic (thesis, Table 7.1)",
        game: "loa:8x8",
        depth: 8,
        positions: 150,
        groups: &[&[
            "mia4:history=off",
            "mia4:history=history,history-increment=1",
            "mia4:history=history,history-increment=d",
            "mia4:history=history,history-increment=d^2",
            "mia4:history=history,history-increment=2^d",
        ]],
    },
    Experiment {
        name: "table7.2",
        title: "increments of the relative history heuristic (thesis, Table 7.2)",
        game: "loa:8x8",
        depth: 8,
        positions: 150,
        groups: &[&[
            "mia4:history=history,history-increment=2^d",
            "mia4:history-increment=1,butterfly-increment=1",
            "mia4:history-increment=1,butterfly-increment=d",
            "mia4:history-increment=1,butterfly-increment=d^2",
            "mia4:history-increment=1,butterfly-increment=2^d",
            "mia4:history-increment=d,butterfly-increment=1",
            "mia4:history-increment=d,butterfly-increment=d",
            "mia4:history-increment=d,butterfly-increment=d^2",
            "mia4:history-increment=d,butterfly-increment=2^d",
            "mia4:history-increment=d^2,butterfly-increment=1",
            "mia4:history-increment=d^2,butterfly-increment=d",
            "mia4:history-increment=d^2,butterfly-increment=d^2",
            "mia4:history-increment=d^2,butterfly-increment=2^d",
            "mia4:history-increment=2^d,butterfly-increment=1",
            "mia4:history-increment=2^d,butterfly-increment=d",
            "mia4:history-increment=2^d,butterfly-increment=d^2",
            "mia4:history-increment=2^d,butterfly-increment=2^d",
        ]],
    },
    Experiment {
        name: "fig7.2",
        title: "relative history against history (thesis, Figures 7.2 and 7.4)",
        game: "loa:8x8",
        depth: 9,
        positions: 150,
        groups: &[
            &["mia4:history=history,history-increment=2^d", "mia4"],
            &["mia4:history=history,history-increment=2^d,multi-cut=off", "mia4:multi-cut=off"],
        ],
    },
    Experiment {
        name: "fig7.5",
        title: "relative history in alpha-beta on small-board Go (thesis, 7.3.3)",
        game: "go:6x6",
        depth: 6,
        positions: 24,
        groups: &[&[
            "mia:engine=unpruned,shared-history=on,history=history,history-increment=d^3",
            "mia:engine=unpruned,shared-history=on,history-increment=d^3,butterfly-increment=d^3",
        ]],
    },
];

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
    let positions = match &arguments.set {
        Some(file) => read_set(file, most)?,
        None => self_play(&*game, most)?,
    };
    let interrupt = Arc::new(AtomicBool::new(false));
    stop_on_ctrl_c(&interrupt);
    let given: Vec<&str> = arguments.players.iter().map(String::as_str).collect();
    let chosen = [given.as_slice()];
    let groups = if given.is_empty() { experiment.groups } else { &chosen };
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

/// The positions of a set: one JSON object a line.
fn read_set(file: &Path, most: usize) -> Result<Vec<String>, InputError> {
    let name = InputError::quote(&file.display().to_string());
    let text = std::fs::read_to_string(file)
        .map_err(|error| InputError::new(format!("set {name}: {error}")))?;
    let mut positions = Vec::new();
    for (number, line) in text.lines().filter(|line| !line.trim().is_empty()).enumerate() {
        let value: Option<Value> = serde_json::from_str(line).ok();
        let position = value.as_ref().and_then(|value| value["position"].as_str());
        let Some(position) = position else {
            let why = format!("line {} has no \"position\"", number + 1);
            return Err(InputError::new(format!("set {name}: {why}")));
        };
        positions.push(position.to_owned());
    }
    positions.truncate(most);
    if positions.is_empty() {
        return Err(InputError::new(format!("set {name} has no positions")));
    }
    Ok(positions)
}

/// Positions of games that a shallow search with a random term plays against itself, some plies
/// from the beginning and from the end; always the same.
fn self_play(game: &dyn AnyGame, most: usize) -> Result<Vec<String>, InputError> {
    const EACH: usize = 4;
    let mut player = game.thinker("mia:depth=2,noise=100,memory=1M,seed=8")?;
    let mut random = SplitMix64::new(8);
    let stop = Arc::new(AtomicBool::new(false));
    let mut positions = Vec::new();
    while positions.len() < most {
        player.new_game();
        let mut moves: Vec<String> = Vec::new();
        let mut passed = Vec::new();
        for ply in 0..100 {
            let position = game.position(None, &moves)?;
            let view = game.view(&position)?;
            if view.outcome.is_some() {
                break;
            }
            passed.push(position);
            let best = match ply {
                0 | 1 => Some(view.moves[random.below(view.moves.len())].clone()),
                _ => {
                    player
                        .think(None, &moves, &Budget::default(), &stop, &mut |_| {})
                        .map_err(|error| InputError::new(error.to_string()))?
                        .best
                }
            };
            let Some(best) = best else { break };
            moves.push(best);
        }
        // Not the opening, and not the last plies.
        for _ in 0..EACH {
            if passed.len() > 10 {
                positions.push(passed[4 + random.below(passed.len() - 10)].clone());
            }
        }
    }
    positions.truncate(most);
    Ok(positions)
}
