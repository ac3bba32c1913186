//! Makes the test sets of `crates/lab/sets`, after the recipe of Winands' thesis, 2.7.
//!
//! ```sh
//! cargo run --release -p andor-lab --example make_sets -- loa-8x8     # easier and harder
//! cargo run --release -p andor-lab --example make_sets -- loa-6x6
//! cargo run --release -p andor-lab --example make_sets -- surakarta
//! cargo run --release -p andor-lab --example make_sets -- checkers    # endings (endings.rs)
//! cargo run --release -p andor-lab --example make_sets -- one-eye     # problems (one_eye.rs)
//! ```
//!
//! A run adds to what the files have until they are full, and can be stopped at any time: every
//! game has its own random numbers, and the next run begins behind the game of the last line. A
//! second argument is another folder to write to; `docs/results/sets.md` explains the rest.

mod endings;
mod jury;
mod one_eye;
mod self_play;
mod set_file;

use andor_core::{Game, Rules, SplitMix64};
use andor_games::loa::{self, Loa, Variant};
use andor_games::surakarta::{self, Surakarta};
use jury::{Budgets, Verdict, judge};
use self_play::{Style, play};
use set_file::SetFile;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The seed of all sets: the number of a game is added to it.
const SEED: u64 = 488_286;
/// Positions are at least so many plies before the end of their game.
const BEFORE_END: usize = 10;
/// The first position looked at is up to so many plies earlier than that.
const SPREAD: usize = 4;
/// One game in so many is looked at more closely: there the first solver has a larger budget, and
/// where it fails the others try.
const SAMPLE: u64 = 12;

/// A game gives a set at most so many positions, so many plies apart.
const OF_ONE_GAME: usize = 2;
const APART: usize = 4;

/// A set: its file, how many positions it has, and which belong in it.
struct Plan {
    file: &'static str,
    count: usize,
    /// The least nodes that anyone may need, and the most.
    least: Range<u64>,
    /// The plies of the game that count.
    plies: Range<usize>,
}

/// How the sets of one game are made.
struct Recipe {
    plans: &'static [Plan],
    budgets: Budgets,
    /// Moves at the start of a game that are drawn by lot.
    random_plies: Range<usize>,
    /// How far the players look ahead.
    depth: Range<usize>,
}

const LOA_8X8: Recipe = Recipe {
    plans: &[
        Plan { file: "loa-8x8-easier", count: 488, least: 2_000..1_000_000, plies: 0..200 },
        Plan { file: "loa-8x8-harder", count: 286, least: 1_000_000..u64::MAX, plies: 0..200 },
    ],
    budgets: Budgets { first: 3_000_000, deep: 10_000_000, open: 2_000_000, solved: 1_000_000 },
    random_plies: 4..11,
    depth: 3..4,
};

const LOA_6X6: Recipe = Recipe {
    plans: &[Plan { file: "loa-6x6-middle", count: 32, least: 100_000..u64::MAX, plies: 6..17 }],
    budgets: Budgets { first: 10_000_000, deep: 20_000_000, open: 2_000_000, solved: 2_000_000 },
    random_plies: 2..7,
    depth: 2..4,
};

const SURAKARTA: Recipe = Recipe {
    plans: &[Plan { file: "surakarta-endgames", count: 60, least: 2_000..u64::MAX, plies: 0..200 }],
    budgets: Budgets { first: 3_000_000, deep: 10_000_000, open: 2_000_000, solved: 2_000_000 },
    random_plies: 4..11,
    depth: 2..4,
};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("sets");
    let folder = arguments.get(1).map_or(own, PathBuf::from);
    let loa = |size| (Loa::new(Variant::new(size)), loa::Reference::new(Variant::new(size)));
    match arguments.first().map(String::as_str) {
        Some("loa-8x8") => make(&loa(8).0, &loa(8).1, &LOA_8X8, &folder),
        Some("loa-6x6") => make(&loa(6).0, &loa(6).1, &LOA_6X6, &folder),
        Some("surakarta") => make(&Surakarta, &surakarta::Reference, &SURAKARTA, &folder),
        Some("checkers") => endings::make(&folder),
        Some("one-eye") => one_eye::make(&folder),
        _ => Err(io::Error::other("which sets: loa-8x8, loa-6x6, surakarta, checkers or one-eye?")),
    }
}

/// Plays games until the sets are full.
fn make<G: Game + 'static, R: Rules + Clone + 'static>(
    game: &G,
    reference: &R,
    recipe: &Recipe,
    folder: &Path,
) -> io::Result<()> {
    let open = |plan: &Plan| SetFile::open(game, &folder.join(plan.file).with_extension("jsonl"));
    let mut sets = recipe.plans.iter().map(open).collect::<io::Result<Vec<_>>>()?;
    let start = Instant::now();
    let first = 1 + sets.iter().map(|set| set.last).max().unwrap_or(0);
    for number in first.. {
        if sets.iter().zip(recipe.plans).all(|(set, plan)| set.lines >= plan.count) {
            break;
        }
        // Step 1. A game.
        let mut random = SplitMix64::new(SEED + number);
        let mut within = |range: &Range<usize>| range.start + random.below(range.len());
        let style = Style {
            random_plies: within(&recipe.random_plies),
            depth: within(&recipe.depth) as u32,
        };
        let before_end = BEFORE_END + within(&(0..SPREAD));
        let record = play(game, &style, &mut random);
        let Some(winner) = record.winner else { continue };

        // Step 2. Its positions with the winner to move, from the end backwards, until one is too
        // hard: an earlier position of a game is hardly ever easier.
        let length = record.positions.len();
        let turn = |ply: &usize| game.side_to_move(&record.positions[*ply]) == winner;
        let plies = (style.random_plies..=length.saturating_sub(before_end)).rev();
        let mut fitting: Vec<Vec<(usize, Verdict)>> = vec![Vec::new(); sets.len()];
        for ply in plies.filter(turn) {
            if !recipe.plans.iter().any(|plan| ply < plan.plies.end) {
                continue;
            }
            let position = &record.positions[ply];
            let sampled = number.is_multiple_of(SAMPLE);
            let Some(verdict) = judge((game, reference), position, &recipe.budgets, sampled) else {
                break;
            };
            for (plan, fitting) in recipe.plans.iter().zip(&mut fitting) {
                if plan.least.contains(&verdict.least) && plan.plies.contains(&ply) {
                    fitting.push((ply, verdict));
                }
            }
        }

        // Step 3. A few of them for each set that has room, by lot.
        for ((set, plan), mut fitting) in sets.iter_mut().zip(recipe.plans).zip(fitting) {
            for _ in 0..OF_ONE_GAME {
                if fitting.is_empty() || set.lines >= plan.count {
                    break;
                }
                let (ply, verdict) = fitting[random.below(fitting.len())];
                fitting.retain(|(other, _)| ply.abs_diff(*other) >= APART);
                let position = &record.positions[ply];
                if !set.has(game, position) {
                    let source = format!("self-play {SEED}, depth {}", style.depth);
                    set.add(game, position, verdict, (&source, number, ply, length))?;
                }
            }
        }
        let lines: Vec<usize> = sets.iter().map(|set| set.lines).collect();
        eprintln!("game {number}: {lines:?} positions, {:.0} s", start.elapsed().as_secs_f64());
    }
    Ok(())
}
