//! Makes what players are tried on: `crates/games/data/openings/GAME.txt` and `crates/lab/sets/loa-middle.jsonl`.
//!
//! ```sh
//! cargo run --release -p andor-lab --example make_player_sets -- openings
//! cargo run --release -p andor-lab --example make_player_sets -- loa-middle
//! ```
//!
//! * Openings are a few random moves by a seed, after which a shallow search calls the game even
//!   (Lines of Action by MIA II, whose weights were set by hand and do not change). No two lead to the same position from any side of the board, and no first move occurs too often.
//! * The middle games are positions of games that the thesis' engine plays against itself at a small
//!   depth, with its random term (Winands 2004, 3.2.2), each from an opening of its own. They lie
//!   [`AFTER`] to [`BEFORE`] plies from the start, at least [`LEFT`] plies before the end.
//!
//! A second argument is another folder to write to.

use andor_core::SplitMix64;
use andor_engine::{AnyGame, Budget, Catalogue, Line, Score};
use serde_json::json;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::{fs, io};

const SEED: u64 = 2004;

/// A game's openings: how long, how many, how deep they are searched and what is called even.
struct Openings {
    game: &'static str,
    plies: usize,
    count: usize,
    depth: u32,
    even: i32,
    /// The same first move opens at most so many.
    same_first: usize,
    evaluator: &'static str,
}

const OPENINGS: [Openings; 4] = [
    Openings {
        game: "loa",
        plies: 4,
        count: 20,
        depth: 6,
        even: 60,
        same_first: 2,
        evaluator: "mia2",
    },
    Openings {
        game: "breakthrough",
        plies: 4,
        count: 20,
        depth: 6,
        even: 40,
        same_first: 2,
        evaluator: "default",
    },
    Openings {
        game: "surakarta",
        plies: 4,
        count: 16,
        depth: 6,
        even: 60,
        same_first: 4,
        evaluator: "default",
    },
    Openings {
        game: "checkers",
        plies: 4,
        count: 20,
        depth: 8,
        even: 30,
        same_first: 4,
        evaluator: "default",
    },
];

/// The middle games of Lines of Action.
const POSITIONS: usize = 240;
const OF_ONE_GAME: usize = 2;
const AFTER: usize = 10;
const BEFORE: usize = 31;
const LEFT: usize = 8;
const PLAYER: &str = "mia4:depth=4,noise=100";

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = arguments.get(1).map_or(own, PathBuf::from);
    match arguments.first().map(String::as_str) {
        Some("openings") => OPENINGS.iter().try_for_each(|plan| openings(plan, &folder)),
        Some("loa-middle") => middle_games(&folder),
        _ => Err(io::Error::other("which: openings or loa-middle?")),
    }
}

/// Random moves from the initial position; `None` if they end the game.
fn random_line(game: &dyn AnyGame, plies: usize, random: &mut SplitMix64) -> Option<Line> {
    let mut line = game.position(None, &[]).expect("it begins");
    for _ in 0..plies {
        let moves = game.view(&line).moves;
        if moves.is_empty() {
            return None;
        }
        game.play(&mut line, &moves[random.below(moves.len())]).expect("a legal move");
    }
    line.outcome().is_none().then_some(line)
}

/// The best move and the value of a position.
fn think(
    player: &mut dyn andor_engine::Thinker,
    line: &Line,
    budget: &Budget,
) -> (Option<String>, Score) {
    let stop = Arc::new(AtomicBool::new(false));
    let thought = player.think(line, budget, &stop, &mut |_| {});
    (thought.best, thought.score)
}

fn openings(plan: &Openings, folder: &Path) -> io::Result<()> {
    let game = Catalogue::standard().game(plan.game).expect("a game of the catalogue");
    let player = game.player(plan.evaluator).expect("an evaluator of the game");
    let mut player = game.thinker(&player).expect("a player");
    let budget = Budget { depth: Some(plan.depth), ..Budget::default() };
    let mut random = SplitMix64::new(SEED);
    let (mut lines, mut known) = (Vec::new(), HashSet::new());
    let mut firsts: HashMap<String, usize> = HashMap::new();
    while lines.len() < plan.count {
        let Some(line) = random_line(&*game, plan.plies, &mut random) else { continue };
        let moves = line.moves();
        if firsts.get(&moves[0]).is_some_and(|&times| times >= plan.same_first) {
            continue;
        }
        player.new_game();
        let (_, score) = think(&mut *player, &line, &budget);
        let position = line.text().to_owned();
        let is_even = matches!(score, Score::Estimate(points) if points.abs() <= plan.even);
        if is_even && known.insert(position) {
            *firsts.entry(moves[0].clone()).or_default() += 1;
            let Score::Estimate(points) = score else { unreachable!("it is even") };
            lines.push(format!("{}  # {points:+}", moves.join(" ")));
        }
    }
    let text = format!(
        "# Openings of {}: {} random plies by the seed {SEED}, after which {} at depth {} calls the\n\
         # game even: within {} points for the side to move, which stand behind each line.\n\
         #\n\
         # Made by    cargo run --release -p andor-lab --example make_player_sets -- openings\n\
         \n{}\n",
        plan.game,
        plan.plies,
        plan.evaluator,
        plan.depth,
        plan.even,
        lines.join("\n")
    );
    fs::create_dir_all(folder.join("games/data/openings"))?;
    fs::write(folder.join("games/data/openings").join(plan.game).with_extension("txt"), text)
}

fn middle_games(folder: &Path) -> io::Result<()> {
    let game = Catalogue::standard().game("loa").expect("a game of the catalogue");
    let (mut lines, mut known) = (Vec::new(), HashSet::new());
    // The weights as they are now, not as they were when this was compiled.
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/data/loa-mia4.toml");
    for number in 1.. {
        if lines.len() >= POSITIONS {
            break;
        }
        // Step 1. A game with random numbers of its own.
        let mut random = SplitMix64::new(SEED ^ number << 20);
        let player = format!("{PLAYER},weights={weights},seed={}", SEED + number);
        let player = game.player(&player).expect("a player");
        let budget = player.budget(Budget::default());
        let mut player = game.thinker(&player).expect("a player");
        let Some(mut line) = random_line(&*game, 4, &mut random) else { continue };
        let mut moves = line.moves().to_vec();
        let mut positions = Vec::new();
        while line.moves().len() < 200 {
            let (best, score) = think(&mut *player, &line, &budget);
            let Some(best) = best else { break };
            positions.push((line.text().to_owned(), matches!(score, Score::Estimate(_))));
            // A third occurrence does not end it.
            moves.push(best);
            line = game.position(None, &moves).expect("legal moves");
        }
        // Step 2. A few of its positions, by lot.
        let length = line.moves().len();
        for _ in 0..OF_ONE_GAME {
            let ply = AFTER + random.below(BEFORE - AFTER);
            let Some((position, is_open)) = positions.get(ply - 4) else { continue };
            if *is_open && ply + LEFT <= length && known.insert(position.clone()) {
                let line = json!({
                    "id": format!("loa-middle-{:03}", lines.len() + 1), "game": "loa:8x8",
                    "position": position, "source": format!("self-play {SEED}, {PLAYER}"),
                    "game_number": number, "ply": ply, "plies": length,
                });
                lines.push(line.to_string());
            }
        }
    }
    lines.truncate(POSITIONS);
    fs::write(folder.join("lab/sets/loa-middle.jsonl"), lines.join("\n") + "\n")
}
