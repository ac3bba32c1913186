//! `andor bench patterns`: what race patterns save, order by order (Table 5 of the Breakthrough paper).
//!
//! PN² with mobility, as the paper ran it (one thread here, 64 clients there), and df-pn, both without
//! static knowledge, from the initial positions. Only the searches count: no certificate is written.
//! The paper's figures are the nodes that its server expanded, each of them a search of a thousand
//! descents; ours are all expansions of both levels. So it is the ratios that compare.
//!
//! The last line of each board has patterns by the paper's own rule, the comparison of both sides' orders, which is
//! unsound: what such a search finds is a claim.

use crate::{Done, Ended, LabError, Listener};
use andor_core::Limits;
use andor_core::figures::thousands;
use andor_engine::patterns::{MatchRule, PatternSet, builtin};
use andor_engine::settings::SolverSettings;
use andor_engine::{Catalogue, Method, Request, Stage};
use serde_json::{Value, json};
use std::sync::Arc;

/// The name of this benchmark.
pub(crate) const NAME: &str = "patterns";

/// The order of the paper's patterns.
const PAPER_ORDER: u32 = 2;

/// A board and a method, and the paper's expansions without and with patterns.
struct Run {
    game: &'static str,
    method: Method,
    paper: Option<(u64, u64)>,
}

const RUNS: [Run; 4] = [
    Run { game: "breakthrough:5x4", method: Method::Pn2, paper: Some((4_132, 72)) },
    Run { game: "breakthrough:4x5", method: Method::Pn2, paper: Some((241_000, 4_000)) },
    Run { game: "breakthrough:4x5", method: Method::DfPn, paper: None },
    Run { game: "breakthrough:5x5", method: Method::DfPn, paper: None },
];

/// Runs the first so many boards, all for `None`, and tells each line as soon as it is known: all together take
/// minutes.
///
/// # Errors
/// If a board is not solved.
pub fn run(catalogue: &Catalogue, runs: Option<usize>, listener: &mut dyn Listener) -> Done {
    let patterns = builtin().patterns.len();
    let tell = |line: String, mut fields: Value, listener: &mut dyn Listener| {
        fields["bench"] = json!(NAME);
        fields["patterns"] = json!(patterns);
        listener.row(&line, &fields);
    };
    let interrupt = listener.interrupt();
    let limits = Limits { memory: 1 << 30, interrupt, ..Limits::default() };
    for run in RUNS.iter().take(runs.unwrap_or(usize::MAX)) {
        let (spec, method) = (run.game, run.method.name());
        let mut without = 0;
        let safe = (0..=builtin().order()).map(|order| Some((order, MatchRule::Safe)));
        let papers = [Some((PAPER_ORDER, MatchRule::Orders))];
        for asked in [None].into_iter().chain(safe).chain(papers) {
            let (expanded, nodes, seconds) = search(catalogue, run, asked, &limits, listener)?;
            without = if asked.is_none() { expanded } else { without };
            let fewer = without as f64 / expanded.max(1) as f64;
            let label = match asked {
                None => "no patterns".to_owned(),
                Some((order, MatchRule::Safe)) => format!("order 0-{order}"),
                Some((order, MatchRule::Orders)) => format!("0-{order}, paper's rule (unsound)"),
            };
            let order = asked.map(|(order, _)| order);
            let line = format!(
                "{spec} {method:<5} {label:<29}: {:>11} expanded, {:>11} nodes, {seconds:>6.2} s{}",
                thousands(expanded),
                thousands(nodes),
                if order.is_some() { format!(", {fewer:.1} times fewer") } else { String::new() },
            );
            let fields = json!({
                "game": spec, "method": method, "order": order, "expanded": expanded,
                "unsound": asked.is_some_and(|(_, rule)| rule == MatchRule::Orders),
                "nodes": nodes, "search_seconds": seconds, "times_fewer": fewer,
            });
            tell(line, fields, listener);
        }
        if let Some((without, with)) = run.paper {
            let fewer = without as f64 / with as f64;
            let line = format!(
                "{spec} the paper, up to order 2: {} without, {} with 26 patterns, {fewer:.1} times fewer",
                thousands(without),
                thousands(with),
            );
            let paper = json!({"without": without, "with": with, "times_fewer": fewer});
            tell(line, json!({"game": spec, "paper": paper}), listener);
        }
    }
    Ok(Ended::Whole)
}

/// Expansions, nodes and seconds of one search.
fn search(
    catalogue: &Catalogue,
    run: &Run,
    asked: Option<(u32, MatchRule)>,
    limits: &Limits,
    listener: &dyn Listener,
) -> Result<(u64, u64, f64), LabError> {
    let game = catalogue.game(run.game)?;
    let root = game.position(None, &[])?;
    let named = |(order, rule)| {
        let name = format!("builtin:{order}");
        PatternSet { name, rule, ..builtin().up_to_order(order) }
    };
    let request = Request {
        settings: SolverSettings { knowledge: Some(false), ..run.method.into() },
        limits: limits.clone(),
        stage: Stage::Search,
        patterns: asked.map(named).map(Arc::new),
        ..Request::default()
    };
    let mut observer = listener.observer(&format!("{} {}", run.game, run.method.name()));
    let solved = game.solve(&root, &request, &mut *observer);
    drop(observer);
    let solved = solved?;
    if solved.row.found().is_unknown() {
        let (game, method, why) = (run.game, run.method.name(), &solved.row.stopped);
        let line = format!("{game} {method}: not solved, stopped by {why}");
        return Err(LabError::Unsolved(line));
    }
    let (nodes, seconds) = (solved.searched.nodes, solved.search_seconds);
    Ok((solved.searched.expanded, nodes, seconds))
}
