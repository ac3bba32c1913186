//! One-eye problems under situational superko, for the tables of Kishimoto and Müller (2004).
//!
//! Random problems with a ko in them (`andor_games::one_eye::compose`). Each is solved by df-pn within
//! [`BUDGET`] nodes, with a certificate, and kept if the history matters in it in one way or another:
//!
//! * `differs`: with `ko=simple` it has another value, certified as well;
//! * `wrong-value`, `wrong-tree`: df-pn that ignores the problem of histories answers wrongly, or
//!   rightly without having stored a proof;
//! * `simulated`: the sound search replayed results of other paths; `flawed`: not all of them held.

use crate::set_file::{Line, SetFile};
use andor_core::{Limits, Rules, Silent, SplitMix64};
use andor_engine::settings::SolverSettings;
use andor_engine::solve::solve;
use andor_engine::{Asked, Ghi, Method, OwnTree, Request, Solved, Stage};
use andor_games::go::Ko;
use andor_games::one_eye::{OneEye, Reference, Variant, compose::compose};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

const SEED: u64 = 134_136;
const COUNT: usize = 140;
/// At most so many problems are special by nothing but simulation, as long as no more than `RARE`
/// problems were tried.
const ORDINARY: usize = 100;
const RARE: u64 = 6_000;
const COLUMNS: usize = 7;
const ROWS: usize = 7;
const LEAST_POINTS: usize = 8;
const MOST_POINTS: usize = 14;
/// Nodes that a search may use, and those that it must.
const BUDGET: u64 = 500_000;
const LEAST: u64 = 1_000;
/// The walk over paths has no limit on nodes.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a run is for.
#[derive(Clone, Copy, PartialEq)]
enum Run {
    Certified,
    Ignoring,
}

pub fn make(folder: &Path) -> io::Result<()> {
    let of = |ko| Variant { columns: COLUMNS, rows: ROWS, ko };
    let game = OneEye::new(of(Ko::Situational));
    let mut set = SetFile::open(&game, &folder.join("one-eye.jsonl"))?;
    let (mut ordinary, start) = (set.ordinary, Instant::now());
    // Of all that this run tried: certified, simulated, wrong.
    let mut seen = [0; 3];
    for number in 1 + set.last.. {
        if set.lines >= COUNT {
            break;
        }
        // Step 1. A problem, solved.
        let mut random = SplitMix64::new(SEED + number);
        let text = compose(&mut random, COLUMNS, ROWS, LEAST_POINTS..=MOST_POINTS);
        let position = game.parse_position(&text).expect("problems are composed for all ko rules");
        if set.has(&game, &position) {
            continue;
        }
        let found = run(of(Ko::Situational), &text, Run::Certified);
        if !found.row.is_verified() || found.searched.nodes < LEAST {
            continue;
        }
        // Step 2. What is special.
        seen[0] += 1;
        let mut kinds = Vec::new();
        let simple = run(of(Ko::Simple), &text, Run::Certified);
        if simple.row.is_verified() && simple.row.value != found.row.value {
            kinds.push(format!("differs: {} with ko=simple", simple.row.value));
        }
        let ignoring = run(of(Ko::Situational), &text, Run::Ignoring);
        if !ignoring.row.found().is_unknown() && ignoring.row.found() != found.row.value {
            kinds.push("wrong-value".to_owned());
        } else if ignoring.own_tree == Some(OwnTree::Fails) {
            kinds.push("wrong-tree".to_owned());
        }
        let is_special = !kinds.is_empty();
        seen[2] += usize::from(kinds.iter().any(|kind| kind.starts_with("wrong")));
        if found.searched.flawed > 0 {
            kinds.push("flawed".to_owned());
        }
        if found.searched.simulations > 0 {
            seen[1] += 1;
            kinds.push("simulated".to_owned());
        }
        if kinds.is_empty() || !is_special && ordinary >= ORDINARY && number < RARE {
            continue;
        }
        // Step 3. A line.
        ordinary += usize::from(!is_special);
        let line = Line {
            game: game.spec(),
            position: text.clone(),
            value: found.row.value.to_string(),
            least: found.searched.nodes,
            by: Method::DfPn.name().to_owned(),
            plies: found.row.plies.unwrap_or(0),
            source: format!("composed {SEED}"),
            number,
            ply: 0,
            length: 0,
            kinds,
        };
        set.add_line(&game, &position, &line)?;
        let seconds = start.elapsed().as_secs_f64();
        eprintln!(
            "problem {number}: {} lines, {ordinary} ordinary, seen {seen:?}, {seconds:.0} s",
            set.lines
        );
    }
    Ok(())
}

/// Solves a problem under one rule.
fn run(variant: Variant, text: &str, run: Run) -> Solved {
    let (game, reference) = (OneEye::new(variant), Reference::new(variant));
    let position = game.parse_position(text).expect("problems are composed for all ko rules");
    let ghi = if run == Run::Ignoring { Ghi::Ignore } else { Ghi::Sound };
    let request = Request {
        settings: SolverSettings { ghi, ..Method::DfPn.into() },
        limits: Limits {
            nodes: Some(BUDGET),
            time: Some(PATIENCE),
            memory: 128 << 20,
            ..Limits::default()
        },
        verify_threads: 1,
        stage: if run == Run::Ignoring { Stage::OwnTree } else { Stage::Certificate },
        ..Request::default()
    };
    let solved = solve(
        &game,
        &andor_engine::Reference::of(reference),
        Asked::alone(&position),
        &request,
        None,
        &mut Silent,
    )
    .expect("it is open");
    if let Some(failure) = &solved.failure {
        panic!("{} {text}: {failure}", game.spec());
    }
    solved
}
