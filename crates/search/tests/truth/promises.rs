//! What a search promises besides its value.

use crate::{Check, random_game, with_game};
use andor_core::{Game, History, SplitMix64};
use andor_search::{Budget, Clock, Config, Searcher, Thought, make_evaluator};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn searcher<G: Game>(game: &G, config: Config) -> Searcher<G> {
    Searcher::try_new(config, vec![make_evaluator(game, None, None).unwrap()]).unwrap()
}

fn think<G: Game>(
    game: &G,
    searcher: &mut Searcher<G>,
    positions: &[G::Position],
    budget: Budget,
) -> Thought {
    searcher.think(game, positions, &budget, &Arc::new(AtomicBool::new(false)), &mut |_| {})
}

struct Promises;

impl Check for Promises {
    fn check<G: Game + 'static>(self, game: G) {
        let mut random = SplitMix64::new(4);
        for config in [Config::default(), Config::modern()] {
            let mut kept = searcher(&game, Config { memory: 1 << 16, ..config.clone() });
            for _ in 0..8 {
                let positions = random_game(&game, &mut random, 30);
                let root = positions.last().unwrap();
                let nodes = [1, 2, 3, 10, 100, 1_000, 3_000][random.below(7)];
                let budget = Budget { nodes: Some(nodes), depth: Some(30), clock: None };
                let thought = think(&game, &mut kept, &positions, budget);
                // Legal, also with the game's history, and so is the line.
                let mut history = History::default();
                positions.iter().for_each(|position| history.push(&game, position));
                let mut position = root.clone();
                let mut moves = Vec::new();
                history.legal_moves(&game, root, &mut moves);
                let legal: Vec<String> = moves.iter().map(|&mv| game.move_text(root, mv)).collect();
                assert!(legal.contains(thought.best.as_ref().unwrap()), "{}", game.spec());
                assert_eq!(thought.line.first(), thought.best.as_ref());
                for text in &thought.line {
                    let mv = game.parse_move(&position, text).unwrap();
                    position = game.after(&position, mv);
                }
                // Exact: either all nodes were used up, or there was nothing left to search.
                assert!(thought.nodes <= nodes, "{}", game.spec());
                let is_settled = thought.depth == 30 || thought.nodes == nodes;
                let is_proved = !matches!(thought.score, andor_search::Score::Estimate(_));
                assert!(is_settled || is_proved, "{} {thought:?} of {nodes}", game.spec());
                // The same again, from the same beginning.
                let budget = Budget { nodes: Some(2_000), depth: Some(5), clock: None };
                let [one, two] = [(); 2].map(|()| {
                    let small = Config { memory: 1 << 18, ..config.clone() };
                    let mut fresh = searcher(&game, small);
                    let thought = think(&game, &mut fresh, &positions, budget);
                    (thought.best, thought.score, thought.depth, thought.nodes, thought.line)
                });
                assert_eq!(one, two);
            }
        }
    }
}

#[test]
fn best_moves_are_legal_and_counts_exact() {
    for spec in
        ["loa", "loa:5x5", "breakthrough", "surakarta", "checkers", "go:4x4", "connect-four"]
    {
        with_game(spec, Promises);
    }
}

/// Switches that leave the value as it is, or nearly, but must change the work.
struct Changes;

impl Check for Changes {
    fn check<G: Game + 'static>(self, game: G) {
        let nodes = |config: Config| {
            let budget = Budget { depth: Some(6), ..Budget::default() };
            let config = Config { memory: 1 << 20, ..config };
            think(&game, &mut searcher(&game, config), &[game.initial()], budget).nodes
        };
        let usual = nodes(Config::default());
        assert_eq!(usual, nodes(Config::default()));
        for changed in [
            Config { table_window: !Config::default().table_window, ..Config::default() },
            Config { credit_all: !Config::default().credit_all, ..Config::default() },
            Config { butterfly_cuts: !Config::default().butterfly_cuts, ..Config::default() },
        ] {
            assert_ne!(nodes(changed.clone()), usual, "{changed:?}");
        }
    }
}

#[test]
fn every_switch_does_something() {
    with_game("loa", Changes);
}

/// A position where the first moves lose: nothing was pruned there, and ten plies took 25,598,760 nodes.
struct Losing;

impl Check for Losing {
    fn check<G: Game + 'static>(self, game: G) {
        let text = "3bb3/3w1w2/2b1bwb1/w2ww3/ww6/w7/w7/8 b";
        let position = game.parse_position(text).unwrap();
        let budget = Budget { depth: Some(10), ..Budget::default() };
        let thought = think(&game, &mut searcher(&game, Config::default()), &[position], budget);
        assert!(thought.nodes < 5_000_000, "{thought:?}");
    }
}

#[test]
fn moves_that_lose_are_pruned_too() {
    with_game("loa", Losing);
}

struct Stops;

impl Check for Stops {
    fn check<G: Game + 'static>(self, game: G) {
        let positions = [game.initial()];
        let mut player = searcher(&game, Config::default());
        // A flag that is up from the beginning: still a legal move.
        let stop = Arc::new(AtomicBool::new(true));
        let thought = player.think(&game, &positions, &Budget::default(), &stop, &mut |_| {});
        assert!(thought.best.is_some());
        // A flag that is raised in the middle.
        let stop = Arc::new(AtomicBool::new(false));
        let begin = Instant::now();
        let thought = player.think(&game, &positions, &Budget::default(), &stop, &mut |thought| {
            if thought.depth >= 3 {
                stop.store(true, Ordering::Relaxed);
            }
        });
        assert!(thought.depth >= 3 && begin.elapsed() < Duration::from_secs(20));
        // A clock.
        let clock = Some(Clock::Move(Duration::from_millis(100)));
        let begin = Instant::now();
        let thought = think(&game, &mut player, &positions, Budget { clock, ..Budget::default() });
        assert!(thought.best.is_some() && begin.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn a_search_ends_when_it_is_told_to() {
    with_game("loa", Stops);
    with_game("go:5x5", Stops);
}
