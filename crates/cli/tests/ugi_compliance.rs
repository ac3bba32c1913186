//! A driver as strict as a match runner: it plays `andor engine` with a clock against a random
//! engine, and compares every answer about the rules with the reference rules.
//!
//! No illegal move, no overstepped time, no crash, the right answer to every `query`.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Outcome, Player};
use andor_engine::{AnyGame, Catalogue};
use andor_formats::{Action, GameRecord, Spot, Step};
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// The clock: short enough for tests, long enough for a busy machine.
const BASE: Duration = Duration::from_millis(2000);
const INCREMENT: Duration = Duration::from_millis(50);
/// A longer game than this is not looked at to its end.
const MOST_PLIES: usize = 300;

struct Engine {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    left: Duration,
}

impl Engine {
    fn start(game: &str, player: &str) -> Engine {
        let mut command = Command::new(env!("CARGO_BIN_EXE_andor"));
        command.args(["engine", "--protocol", "ugi", "--player", player]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut engine = Engine { child, lines, left: BASE };
        engine.say("ugi");
        while engine.hear() != "ugiok" {}
        engine.say(&format!("setoption name Game value {game}"));
        engine
    }

    fn say(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    fn hear(&mut self) -> String {
        self.lines.next().expect("the engine has crashed").unwrap()
    }

    /// What it answers to a question about the rules.
    fn query(&mut self, question: &str) -> String {
        self.say(&format!("query {question}"));
        let line = self.hear();
        let answer = line.strip_prefix("response").unwrap_or_else(|| panic!("{question}: {line}"));
        answer.trim().to_owned()
    }

    fn ready(&mut self) {
        self.say("isready");
        assert_eq!(self.hear(), "readyok");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = writeln!(self.child.stdin.as_mut().unwrap(), "quit");
        let status = self.child.wait().unwrap();
        assert!(status.success() || std::thread::panicking(), "{status:?}");
    }
}

/// A game as a record, for the reference rules.
fn record(game: &dyn AnyGame, moves: &[String]) -> GameRecord {
    let mut record = GameRecord::new(game.spec(), Spot::START);
    for (text, depth) in moves.iter().zip(1..) {
        let action = Action::Move(text.clone());
        record.steps.push(Step { depth, mover: None, action, at: Spot::START, other: Vec::new() });
    }
    record
}

fn compact(text: &str) -> String {
    text.replace(['-', 'x'], "")
}

/// Compares every answer with what the reference rules say; whether the game is over.
fn check(game: &dyn AnyGame, first: Player, moves: &[String], engine: &mut Engine) -> bool {
    let record = record(game, moves);
    let replay = game.replay(&record);
    assert!(replay.fault.is_none(), "{moves:?}: {:?}", replay.fault);
    let outcome = replay.ending.outcome();
    let line = game.recorded(&record, None).unwrap();
    let view = game.view(&line);
    let result = match outcome {
        None => "none",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Win(winner)) if winner == first => "p1win",
        Some(Outcome::Win(_)) => "p2win",
    };
    assert_eq!(engine.query("gameover"), outcome.is_some().to_string(), "{moves:?}");
    assert_eq!(engine.query("p1turn"), (view.side == first).to_string(), "{moves:?}");
    assert_eq!(engine.query("result"), result, "{moves:?}");
    assert_eq!(engine.query("fen"), line.text(), "{moves:?}");
    let mut legal: Vec<String> = engine.query("legal").split(' ').map(str::to_owned).collect();
    let mut expected: Vec<String> = match outcome {
        None => view.moves.iter().map(|text| compact(text)).collect(),
        Some(_) => vec![String::new()],
    };
    assert_eq!(engine.query("islegal a1a1"), "false");
    if outcome.is_none() {
        assert_eq!(engine.query(&format!("islegal {}", expected[0])), "true");
    }
    legal.sort();
    expected.sort();
    assert_eq!(legal, expected, "{moves:?}");
    outcome.is_some()
}

/// Plays games against the random engine with changing colours, and tells how many were won.
fn play(spec: &str, games: usize) -> usize {
    let game = Catalogue::standard().game(spec).unwrap();
    let first = game.position(None, &[]).unwrap().side();
    let mut won = 0;
    let mut engines = [Engine::start(spec, "mia"), Engine::start(spec, "random")];
    for number in 0..games {
        for engine in &mut engines {
            engine.ready();
            engine.say("uginewgame");
            engine.left = BASE;
        }
        let mut moves: Vec<String> = Vec::new();
        loop {
            let words: Vec<String> = moves.iter().map(|text| compact(text)).collect();
            let position = match moves.is_empty() {
                true => "position startpos".to_owned(),
                false => format!("position startpos moves {}", words.join(" ")),
            };
            let mut over = false;
            for engine in &mut engines {
                engine.ready();
                engine.say(&position);
                over = check(&*game, first, &moves, engine);
            }
            let mover = (moves.len() + number) % 2;
            if over || moves.len() >= MOST_PLIES {
                let record = record(&*game, &moves);
                let winner = game.replay(&record).ending.outcome().and_then(Outcome::winner);
                let ours = if number % 2 == 0 { first } else { first.other() };
                won += usize::from(winner == Some(ours));
                break;
            }
            let [p1, p2] = if number % 2 == 0 { [0, 1] } else { [1, 0] };
            let go = format!(
                "go p1time {} p2time {} p1inc {i} p2inc {i}",
                engines[p1].left.as_millis(),
                engines[p2].left.as_millis(),
                i = INCREMENT.as_millis(),
            );
            let engine = &mut engines[mover];
            let start = Instant::now();
            engine.say(&go);
            let best = loop {
                let line = engine.hear();
                match line.strip_prefix("bestmove ") {
                    Some(best) => break best.to_owned(),
                    None => assert!(line.starts_with("info depth "), "{line}"),
                }
            };
            let taken = start.elapsed();
            let left = engine.left.checked_sub(taken);
            let left = left.unwrap_or_else(|| panic!("{spec}: {taken:?} of {:?}", engine.left));
            engine.left = left + INCREMENT;
            // The reference rules judge it with the next position.
            moves.push(best);
        }
    }
    won
}

#[test]
fn a_game_of_lines_of_action_with_clocks() {
    assert_eq!(play("loa:8x8", 1), 1);
}

#[test]
fn a_game_of_breakthrough_with_clocks() {
    assert_eq!(play("breakthrough:8x8", 1), 1);
}

#[test]
#[ignore = "deep check: 20 games with clocks take a minute"]
fn twenty_games_of_lines_of_action_with_clocks() {
    assert_eq!(play("loa:8x8", 20), 20);
}

#[test]
#[ignore = "deep check: 20 games with clocks take a minute"]
fn twenty_games_of_breakthrough_with_clocks() {
    assert_eq!(play("breakthrough:8x8", 20), 20);
}
