//! What positions cost, measured: the examples that a model of cost is learnt from.
//!
//! A record begins with random moves. The position they lead to is searched, and of the leaves that the search
//! meets some are kept by chance, so that hard ones are among them as often as a search meets them. Each of
//! those is then solved afresh, from an empty table, with what it took; what is not solved within a limit took at
//! least as much.

use crate::error::EngineError;
use crate::method::Method;
use crate::settings::SolverSettings;
use crate::solve::Request;
use crate::tables::TableSet;
use crate::zone::zone_table;
use andor_core::{
    Answer, Game, InputError, Judgement, Limits, Player, Question, Silent, SplitMix64,
};
use andor_prove::depth_first::{Config, DepthFirst};
use andor_prove::solver::Solver;
use std::sync::atomic::{AtomicBool, Ordering};

/// After so many games without an open position a record begins with half as many random moves.
const ATTEMPTS: u32 = 1000;

/// How examples are collected.
#[derive(Clone, Debug)]
pub struct CostPlan {
    /// The seed of everything that is left to chance.
    pub seed: u64,
    /// Positions that records begin at, by turns; the start of the game if there are none.
    pub starts: Vec<String>,
    /// The most random moves that a record begins with.
    pub plies: usize,
    /// The leaves kept of a record.
    pub leaves: usize,
    /// The nodes of the search that meets them.
    pub nodes: u64,
    /// The nodes that each of them may take.
    pub most: u64,
    /// Bytes for the tables.
    pub memory: u64,
    /// How positions are searched.
    pub settings: SolverSettings,
}

/// A leaf, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CostExample {
    /// The position.
    pub position: String,
    /// Whether its side to move gets what it wants; `None` if that took too long.
    pub wins: Option<bool>,
    /// The nodes that were generated.
    pub nodes: u64,
    /// The positions that were expanded.
    pub expanded: u64,
    /// The moves that a search sees.
    pub moves: u64,
}

/// An open position after random moves from a start; fewer and fewer of them, if none is found.
fn begin<G: Game>(
    game: &G,
    start: &G::Position,
    mut plies: usize,
    random: &mut SplitMix64,
) -> Option<G::Position> {
    let mut moves = Vec::new();
    for attempt in 1.. {
        let mut position = start.clone();
        for _ in 0..random.below(plies + 1) {
            if game.outcome(&position).is_some() {
                break;
            }
            game.moves(&position, &mut moves);
            position = game.after(&position, moves[random.below(moves.len())]);
        }
        if game.judge(&position) == Judgement::Open {
            return Some(position);
        }
        if plies == 0 {
            break;
        }
        if attempt % ATTEMPTS == 0 {
            plies /= 2;
        }
    }
    None
}

/// Examples of one record; none if `stop` came before its end.
pub(crate) fn cost_examples<G: Game + 'static>(
    game: &G,
    plan: &CostPlan,
    record: u64,
    stop: &AtomicBool,
) -> Result<Vec<CostExample>, EngineError> {
    let settings = &plan.settings;
    let learnt = settings.with_costs(game)?;
    let game = learnt.as_ref().unwrap_or(game);
    let request = Request {
        settings: settings.clone(),
        limits: Limits { memory: plan.memory, ..Limits::default() },
        ..Request::default()
    };
    if settings.method != Method::Auto {
        let why = "costs are those of df-pn: learn cost has the settings of auto";
        return Err(InputError::new(why).into());
    }
    let config =
        Config { leaf: settings.leaf(game)?, knowledge: settings.knowledge(), ..Config::default() };
    let zone = zone_table(game, &request, plan.memory, &mut Silent)?;
    let tables = TableSet::new(&[], &game.spec())?.with_zone(zone, &game.spec());
    let solver = || {
        let mut solver = DepthFirst::new(config.clone());
        if !tables.is_empty() {
            solver.consult(Box::new(tables.clone()));
        }
        solver
    };
    // Step 1. A record of its own random numbers.
    let mut random = SplitMix64::new(plan.seed ^ record.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    random.next_u64();
    let start = match plan.starts.len() {
        0 => game.initial(),
        count => game.parse_position(&plan.starts[(record % count as u64) as usize])?,
    };
    let Some(root) = begin(game, &start, plan.plies, &mut random) else { return Ok(Vec::new()) };
    let asked: Player = game.side_to_move(&root);
    let question = Question::wins(asked);
    // Step 2. The leaves of a search.
    let mut search = solver();
    search.sample_leaves(plan.leaves, random.next_u64());
    let limits = Limits { nodes: Some(plan.nodes), ..request.limits };
    search.solve(game, &root, question, &limits, &mut Silent);
    // Step 3. Each for itself.
    let limits = Limits { nodes: Some(plan.most), ..limits };
    let mut examples = Vec::new();
    for position in search.take_sample() {
        if stop.load(Ordering::Relaxed) {
            return Ok(Vec::new());
        }
        let report = solver().solve(game, &position, question, &limits, &mut Silent);
        let asks = game.side_to_move(&position) == asked;
        let wins = match report.answer {
            Answer::Proved => Some(asks),
            Answer::Disproved => Some(!asks),
            Answer::Unknown => None,
        };
        let moves = match config.knowledge {
            true => game.count_candidates(&position).into(),
            false => game.count_moves(&position),
        };
        examples.push(CostExample {
            position: game.position_text(&position),
            wins,
            nodes: report.counters.nodes,
            expanded: report.counters.expanded,
            moves,
        });
    }
    Ok(examples)
}
