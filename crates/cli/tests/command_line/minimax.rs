//! Values fit together: a position is worth what its best move is worth, all the way down.
//!
//! Whoever solves a position wrongly, or from the wrong side, contradicts himself here. The moves
//! come from `andor moves`, the values from `andor solve --batch`.

use crate::andor::{Folder, text};
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// Value, side and best move of solved positions.
type Rows = HashMap<String, Map<String, Value>>;

fn legal_moves(folder: &Folder, game: &str, position: &str) -> Vec<String> {
    let moves = folder.andor(&["moves", game, "--position", position, "--json"]).exits(0).object();
    assert_eq!((text(&moves, "game"), text(&moves, "position")), (game, position));
    let moves = moves["moves"].as_array().unwrap();
    moves.iter().map(|mv| mv.as_str().unwrap().to_owned()).collect()
}

fn solve_all(folder: &Folder, game: &str, positions: &[String]) -> Rows {
    let lines: Vec<String> =
        positions.iter().map(|position| json!({"position": position}).to_string()).collect();
    folder.write("positions.jsonl", lines.join("\n"));
    let rows = folder.andor(&["solve", game, "--batch", "positions.jsonl"]).exits(0).objects();
    assert_eq!(rows.len(), positions.len());
    rows.into_iter()
        .map(|row| {
            assert_eq!(row["verified"], true, "{row:?}");
            (text(&row, "position").to_owned(), row)
        })
        .collect()
}

/// A move and where it leads.
struct Move {
    mv: String,
    child: String,
    /// The winner, `draw`, or null if the game goes on.
    outcome: Value,
}

fn worth(row: &Map<String, Value>) -> i32 {
    match text(row, "value") {
        "win" => 1,
        "draw" => 0,
        "loss" => -1,
        other => panic!("value {other}"),
    }
}

/// Checks every position within `depth` plies of the one after `moves`; returns the values seen.
fn check(game: &str, moves: &str, depth: usize) -> Vec<i32> {
    let folder = Folder::new();
    let mut tree: Vec<(String, Vec<Move>)> = Vec::new();
    let root = folder.andor(&["show", game, "--moves", moves, "--json"]).exits(0).object();
    let mut layer = vec![text(&root, "position").to_owned()];
    let mut leaves = Vec::new();
    for _ in 0..depth {
        let mut next = Vec::new();
        for position in layer {
            let mut moves = Vec::new();
            for mv in legal_moves(&folder, game, &position) {
                let words = ["show", game, "--position", &position, "--moves", &mv, "--json"];
                let after = folder.andor(&words).exits(0).object();
                let (child, outcome) = (text(&after, "position").to_owned(), &after["outcome"]);
                if outcome.is_null() {
                    next.push(child.clone());
                }
                moves.push(Move { mv, child, outcome: outcome.clone() });
            }
            tree.push((position, moves));
        }
        next.sort();
        next.dedup();
        leaves.clone_from(&next);
        layer = next;
    }
    let inner = tree.iter().map(|(position, _)| position.clone());
    let positions: Vec<String> = inner.chain(leaves).collect();
    let rows = solve_all(&folder, game, &positions);

    let mut seen = Vec::new();
    for (position, moves) in &tree {
        let row = &rows[position];
        let value_of = |Move { child, outcome, .. }: &Move| match outcome {
            Value::Null => -worth(&rows[child]),
            draw if draw == "draw" => 0,
            winner if *winner == row["side"] => 1,
            _ => -1,
        };
        let best = moves.iter().map(value_of).max().unwrap();
        assert_eq!(worth(row), best, "{position}: {row:?}");
        let winner = match (worth(row), text(row, "side")) {
            (0, _) => "none",
            (1, "b") | (-1, "w") => "b",
            _ => "w",
        };
        assert_eq!(row["winner"], winner, "{row:?}");
        match row["best"].as_str() {
            None => assert_eq!(best, -1, "{row:?}"),
            Some(mv) => {
                let chosen = moves.iter().find(|chosen| chosen.mv == mv).unwrap();
                assert_eq!(value_of(chosen), best, "{row:?}");
                assert_ne!(best, -1, "every move loses: {row:?}");
            }
        }
        seen.push(best);
    }
    seen
}

#[test]
fn breakthrough() {
    let seen = check("breakthrough:3x4", "", 3);
    assert!(seen.contains(&1) && seen.contains(&-1));
}

#[test]
fn tic_tac_toe_with_draws() {
    let seen = check("tic-tac-toe", "a1", 2);
    assert!(seen.contains(&1) && seen.contains(&0));
}

#[test]
fn connect_four() {
    let seen = check("connect-four:4x4,line=3", "", 3);
    assert!(seen.contains(&1) && seen.contains(&-1));
}
