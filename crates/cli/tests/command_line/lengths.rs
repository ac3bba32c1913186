//! `andor solve --every-move` and `--shortest`: what each move is worth, and how few plies a win takes.

use crate::andor::{Folder, number, text};
use serde_json::Value;

#[test]
fn every_move_has_a_row_and_a_certificate() {
    let folder = Folder::new();
    let words = ["solve", "breakthrough:3x4", "--every-move", "--proof", "m.proof"];
    let ended = folder.andor(&[&words[..], &["--json"]].concat()).exits(0);
    let rows: Vec<Value> =
        ended.out.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    let listed = folder.andor(&["moves", "breakthrough:3x4"]).exits(0).out;
    let moves: Vec<&str> = rows.iter().map(|row| row["move"].as_str().unwrap()).collect();
    assert_eq!(moves, listed.split_whitespace().collect::<Vec<_>>());
    for row in &rows {
        assert_eq!((&row["side"], &row["verified"]), (&Value::from("b"), &Value::from(true)));
        let file = format!("m.{}.proof", row["move"].as_str().unwrap());
        assert_eq!(row["proof"], Value::from(file.as_str()));
        folder.andor(&["verify", &file]).exits(0);
    }
    // The best move is as good as the position itself.
    let alone = folder.andor(&["solve", "breakthrough:3x4", "--json"]).exits(0).object();
    let wins = rows.iter().any(|row| row["winner"] == "w");
    assert_eq!(wins, text(&alone, "winner") == "w");
    let table = folder.andor(&["solve", "breakthrough:3x4", "--every-move"]).exits(0);
    for mv in moves {
        table.says(&[&format!("  {mv}  ")]);
    }
    // What is not ours is not replaced.
    folder.write("m.a2xb3.proof", "a diary");
    let refused = folder.andor(&words).exits(2);
    refused.notes(&["m.a2xb3.proof"]);
}

#[test]
fn a_move_that_ends_the_game_needs_no_search() {
    let folder = Folder::new();
    let words = ["solve", "breakthrough:3x4", "--position", "b2/w2/3/1ww w", "--every-move"];
    folder.andor(&words).exits(0).says(&["  a3-b4  wins in 1 ", "the rules"]);
}

#[test]
fn the_shortest_win_is_said_and_certified() {
    let folder = Folder::new();
    let words = ["solve", "breakthrough:3x4", "--shortest", "--proof", "s.proof"];
    let row = folder.andor(&[&words[..], &["--json"]].concat()).exits(0).object();
    let shortest = row["shortest"].as_object().unwrap();
    let plies = number(shortest, "at_most");
    assert_eq!((number(shortest, "at_least"), number(&row, "plies")), (plies, plies));
    assert_eq!(shortest["at_least_verified"], true);
    for field in ["proof", "proof_at_least"] {
        folder.andor(&["verify", text(shortest, field)]).exits(0);
    }
    let ended = folder.andor(&words).exits(0);
    ended.says(&[&format!("  shortest     {plies} plies, and no fewer: both certified\n")]);
    let too_few = format!("breakthrough:3x4,plies={}", plies - 1);
    let limited = folder.andor(&["solve", &too_few, "--json"]).exits(0).object();
    assert_eq!(text(&limited, "value"), "draw");
    folder.andor(&["solve", "go:2x2", "--shortest"]).exits(2).notes(&["superko"]);
    let file = format!("s.within-{plies}.proof");
    folder.write(&file, "a diary");
    folder.andor(&words).exits(2).notes(&[&file]);
    assert_eq!(folder.read(&file), b"a diary");
}
