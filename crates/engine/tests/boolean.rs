//! The boolean search on Breakthrough: every thread count, every table size, every position the same
//! value, which retrograde analysis knows by other means; and the same after a stop.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Answer, Game, Limits, Player, Question, Rules, Silent, SplitMix64, Stopped};
use andor_engine::settings::SolverSettings;
use andor_engine::{Catalogue, CheckpointRequest, Method, Request, Value};
use andor_games::breakthrough::Breakthrough;
use andor_prove::boolean::{Boolean, Config};
use andor_prove::retrograde::Retrograde;
use andor_prove::solver::Solver;
use std::path::PathBuf;
use std::time::Duration;

type Position = <Breakthrough as Rules>::Position;

/// A position after some random moves that is not over.
fn random_position(game: &Breakthrough, random: &mut SplitMix64) -> Position {
    loop {
        let mut position = game.initial();
        let mut moves = Vec::new();
        for _ in 0..random.below(12) {
            game.moves(&position, &mut moves);
            let next = game.after(&position, moves[random.below(moves.len())]);
            if game.outcome(&next).is_some() {
                break;
            }
            position = next;
        }
        if game.outcome(&position).is_none() {
            return position;
        }
    }
}

/// Tables of a few lines up to roomy ones, one thread up to eight, with knowledge and without.
#[test]
fn threads_and_tables_do_not_change_values() {
    let mut random = SplitMix64::new(7);
    for (columns, rows) in [(3, 5), (4, 4), (2, 7)] {
        let game = Breakthrough::new(columns, rows);
        let mut truth = Retrograde::new();
        let limits = Limits::default();
        let question = Question::wins(Player::White);
        truth.solve(&game, &game.initial(), question, &limits, &mut Silent);
        for number in 0..32 {
            let position = match number {
                0..4 => game.initial(),
                _ => random_position(&game, &mut random),
            };
            let expected = truth.solve(&game, &position, question, &limits, &mut Silent).answer;
            let threads = [1, 2, 3, 8][number % 4];
            let memory = 1 << [12, 14, 17, 24][random.below(4)];
            let knowledge = number % 3 != 0;
            let config = Config { knowledge, threads, alone: 0, ..Config::default() };
            let mut solver = Boolean::new(config);
            let limits = Limits { memory, ..Limits::default() };
            let report = solver.solve(&game, &position, question, &limits, &mut Silent);
            let text = game.position_text(&position);
            assert_eq!(report.answer, expected, "{text}, {threads} threads, {memory} bytes");
            assert!(report.peak_memory <= memory, "{text}: {report:?}");
        }
    }
}

/// Many threads meet in a table of a few lines, again and again.
#[test]
fn a_crowd_in_a_tiny_table_finds_the_value() {
    let game = Breakthrough::new(4, 5);
    for (threads, memory) in [(2, 1 << 20), (4, 1 << 18), (8, 1 << 22)] {
        let mut solver = Boolean::new(Config { threads, alone: 0, ..Config::default() });
        let limits = Limits { memory, ..Limits::default() };
        let question = Question::wins(Player::White);
        let report = solver.solve(&game, &game.initial(), question, &limits, &mut Silent);
        assert_eq!(report.answer, Answer::Disproved, "{threads} threads");
    }
}

/// What is solved before the others are called takes the nodes of one thread.
#[test]
fn a_small_search_is_that_of_one_thread() {
    let game = Breakthrough::new(3, 5);
    let mut random = SplitMix64::new(3);
    for _ in 0..8 {
        let position = random_position(&game, &mut random);
        let [alone, two] = [1, 2].map(|threads| {
            let mut solver = Boolean::new(Config { threads, ..Config::default() });
            let (question, limits) = (Question::wins(Player::White), Limits::default());
            let report = solver.solve(&game, &position, question, &limits, &mut Silent);
            (Solver::<Breakthrough>::threads(&solver), report.answer, report.counters)
        });
        assert_eq!(two, alone, "{}", game.position_text(&position));
    }
}

/// Where positions can come back there is no answer, and no guess.
#[test]
fn games_with_repetition_are_left_alone() {
    for spec in ["loa:4x4", "checkers", "go:2x2", "surakarta"] {
        let game = Catalogue::standard().game(spec).unwrap();
        let root = game.position(None, &[]).unwrap();
        let request = Request { settings: Method::Boolean.into(), ..Request::default() };
        let row = game.solve(&root, &request, &mut Silent).unwrap().row;
        assert_eq!((row.value, row.stopped), (Value::Unknown, Stopped::Unsound), "{spec}");
    }
}

/// Draws take two questions, each with a table of its own.
#[test]
fn draws_are_found_and_certified() {
    for spec in ["tic-tac-toe", "connect-four:4x4"] {
        let game = Catalogue::standard().game(spec).unwrap();
        let root = game.position(None, &[]).unwrap();
        for threads in [1, 2] {
            let settings = SolverSettings { threads, ..Method::Boolean.into() };
            let request = Request { settings, ..Request::default() };
            let row = game.solve(&root, &request, &mut Silent).unwrap().row;
            assert_eq!((row.value.text(), row.is_verified()), ("draw", true), "{spec}");
        }
    }
}

/// Other weights change the work and not the value; only nodes stop a search for good.
#[test]
fn weights_guide_and_do_not_decide() {
    let game = Breakthrough::new(3, 5);
    let own = game.order().unwrap().weights().to_vec();
    let turned: Vec<i32> = own.iter().map(|weight| -weight).collect();
    let question = Question::wins(Player::Black);
    let [with, without] = [own, turned].map(|weights| {
        let mut solver = Boolean::new(Config { weights: Some(weights), ..Config::default() });
        let limits = Limits { nodes: Some(1000), ..Limits::default() };
        let stopped = solver.solve(&game, &game.initial(), question, &limits, &mut Silent);
        assert_eq!((stopped.answer, stopped.stopped), (Answer::Unknown, Stopped::Nodes));
        let limits = Limits::default();
        let report = solver.solve(&game, &game.initial(), question, &limits, &mut Silent);
        assert_eq!(report.answer, Answer::Proved);
        report.counters.nodes
    });
    assert!(2 * with < without, "{with} nodes, turned round {without}");
}

/// Stopped again and again and resumed from disk, by one thread and by two.
#[test]
fn a_stopped_search_goes_on_from_its_checkpoint() {
    let game = Catalogue::standard().game("breakthrough:4x5").unwrap();
    let root = game.position(None, &[]).unwrap();
    for threads in [1, 2] {
        let name = format!("boolean-{}-{threads}.checkpoint", std::process::id());
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let request = Request {
            settings: SolverSettings { threads, ..Method::Boolean.into() },
            limits: Limits { memory: 16 << 20, ..Limits::default() },
            checkpoint: Some(CheckpointRequest {
                path: path.clone(),
                every: Duration::from_secs(1 << 20),
            }),
            ..Request::default()
        };
        let whole = Request { checkpoint: None, ..request.clone() };
        let whole = game.solve(&root, &whole, &mut Silent).unwrap().searched.nodes;
        let mut nodes = 0;
        for part in 1..=3 {
            let resume = (part > 1).then(|| path.clone());
            // Two threads may be luckier than they were with the whole.
            let limits = Limits { nodes: Some(part * whole / 8), ..request.limits.clone() };
            let request = Request { limits, resume, ..request.clone() };
            let row = game.solve(&root, &request, &mut Silent).unwrap().row;
            assert_eq!((row.value, row.stopped), (Value::Unknown, Stopped::Nodes));
            assert!(row.nodes > nodes, "the count begins again");
            nodes = row.nodes;
        }
        let resume = Some(path.clone());
        let solved = game.solve(&root, &Request { resume, ..request }, &mut Silent).unwrap();
        assert_eq!((solved.row.value.text(), solved.row.is_verified()), ("loss", true));
        // What was on the path at each stop is searched again, no more.
        assert!(
            solved.searched.nodes < whole * (2 + threads as u64) / 2,
            "{} nodes, {whole} at once",
            solved.searched.nodes
        );
        std::fs::remove_file(path).unwrap();
    }
}
