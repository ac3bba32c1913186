//! Endings of checkers with five to eight pieces, for the tables of Kishimoto and Müller (2004): the
//! question is whether the side to move wins, and repetition is a draw.
//!
//! The games are of all kinds, drawn ones too. Of each, positions are looked at by lot, whoever is to
//! move. A position is in if `auto`, or else `df-pn`, answers the question within [`BUDGET`] nodes, not
//! too easily, and its certificate holds.

use crate::jury::Verdict;
use crate::self_play::{Style, play};
use crate::set_file::SetFile;
use andor_core::{Limits, Rules, Silent, SplitMix64};
use andor_engine::solve::solve;
use andor_engine::{Asked, Goal, Method, Request, Value};
use andor_games::checkers::{Checkers, Reference};
use std::io;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Instant;

const SEED: u64 = 138_143;
const COUNT: usize = 200;
const PIECES: RangeInclusive<usize> = 5..=8;
/// Nodes that a solver may use, and those that it must.
const BUDGET: u64 = 1_000_000;
const LEAST: u64 = 300;
/// Of a game at most so many positions are tried, so many plies apart.
const OF_ONE_GAME: usize = 3;
const APART: usize = 4;

pub fn make(folder: &Path) -> io::Result<()> {
    let game = Checkers;
    let mut set = SetFile::open(&game, &folder.join("checkers-endings.jsonl"))?;
    let start = Instant::now();
    let mut tried = 0;
    for number in 1 + set.last.. {
        if set.lines >= COUNT {
            break;
        }
        let mut random = SplitMix64::new(SEED + number);
        let style = Style { random_plies: 6 + random.below(10), depth: 2 + random.below(3) as u32 };
        let record = play(&game, &style, &mut random);
        let length = record.positions.len();
        let pieces = |ply: &usize| {
            let text = game.position_text(&record.positions[*ply]);
            let board = text.split(' ').next().unwrap_or_default();
            board.chars().filter(|letter| "bwBW".contains(*letter)).count()
        };
        let mut fitting: Vec<usize> =
            (0..length).filter(|ply| PIECES.contains(&pieces(ply))).collect();
        for _ in 0..OF_ONE_GAME {
            if fitting.is_empty() || set.lines >= COUNT {
                break;
            }
            let ply = fitting[random.below(fitting.len())];
            fitting.retain(|other| ply.abs_diff(*other) >= APART);
            let position = &record.positions[ply];
            if set.has(&game, position) {
                continue;
            }
            tried += 1;
            let verdict = answer(&game, position, Method::Auto)
                .or_else(|| answer(&game, position, Method::DfPn));
            if let Some(verdict) = verdict.filter(|verdict| verdict.least >= LEAST) {
                let source = format!("self-play {SEED}, depth {}", style.depth);
                set.add(&game, position, verdict, (&source, number, ply, length))?;
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        eprintln!("game {number}: {} positions of {tried} tried, {seconds:.0} s", set.lines);
    }
    Ok(())
}

/// What a method answers, with a certificate.
fn answer(
    game: &Checkers,
    position: &<Checkers as Rules>::Position,
    method: Method,
) -> Option<Verdict> {
    let request = Request {
        settings: method.into(),
        goal: Goal::Win,
        limits: Limits { nodes: Some(BUDGET), memory: 512 << 20, ..Limits::default() },
        verify_threads: 1,
        ..Request::default()
    };
    let solved = solve(
        game,
        &andor_engine::Reference::of(Reference),
        Asked::alone(position),
        &request,
        None,
        &mut Silent,
    )
    .expect("it is open");
    if let Some(failure) = solved.failure {
        panic!("{} on {}: {failure}", method.name(), game.position_text(position));
    }
    let value = match solved.row.value {
        value @ (Value::Win | Value::NotWin) if solved.row.is_verified() => value.text(),
        _ => return None,
    };
    let plies = solved.row.plies.unwrap_or(0);
    Some(Verdict { value, least: solved.searched.nodes, by: method.name(), plies })
}
