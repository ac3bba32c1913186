//! Superko: the moves before a position count, wherever a position comes with some (finding H1 of the
//! audit). On `go:4x1` Black wins after b1 c1 by d1; White's answer c1 would repeat, and is no answer.

use crate::andor::{Folder, text};
use crate::talk::Talk;
use serde_json::{Value, json};

const GAME: &str = "game: go:4x1\n\nb1 c1 d1\n";

fn winner(folder: &Folder, words: &[&str]) -> String {
    let row = folder.andor(&[words, &["--json"]].concat()).exits(0).object();
    assert_eq!(row["verified"], true, "{row:?}");
    text(&row, "winner").to_owned()
}

#[test]
fn a_winning_move_does_not_change_the_winner() {
    let folder = Folder::new();
    for (game, before, after) in [
        ("go:4x1", "b1 c1", "b1 c1 d1"),
        ("go:4x1,ko=positional", "b1 c1", "b1 c1 d1"),
        ("go:2x2", "b1 a2 a1 b2", "b1 a2 a1 b2 a1"),
        ("go:2x2,ko=positional", "b1 a2 a1 b2", "b1 a2 a1 b2 a1"),
    ] {
        for moves in [before, after] {
            assert_eq!(winner(&folder, &["solve", game, "--moves", moves]), "b", "{game} {moves}");
        }
    }
    let row = folder.andor(&["solve", "go:4x1", "--moves", "b1 c1 d1", "--json"]).exits(0).object();
    assert_ne!(row["best"], "c1");
    assert_eq!(row["history"], json!({"start": "4 b", "moves": ["b1", "c1", "d1"]}));
    folder.andor(&["solve", "go:4x1", "--moves", "b1 c1 d1"]).exits(0).says(&["b1 c1 d1"]);
    // Where history does not count, a row has none.
    let row = folder.andor(&["solve", "tic-tac-toe", "--moves", "b2", "--json"]).exits(0).object();
    assert!(!row.contains_key("history"));
}

#[test]
fn forbidden_moves_are_not_listed_and_not_played() {
    let folder = Folder::new();
    folder.write("g.txt", GAME);
    for place in [&["go:4x1", "--moves", "b1 c1 d1"][..], &["g.txt#3"], &["g.txt#end"]] {
        for command in ["show", "moves"] {
            let shown = folder.andor(&[&[command][..], place, &["--json"]].concat());
            let shown = shown.exits(0).object();
            let moves = shown["moves"].as_array().unwrap();
            assert!(!moves.contains(&json!("c1")) && moves.contains(&json!("pass")), "{moves:?}");
        }
    }
    let perft = |place: &str| {
        let counted = folder.andor(&["perft", place, "1", "--divide", "--json"]).exits(0).object();
        counted["divide"].as_object().unwrap().contains_key("c1")
    };
    assert!(!perft("g.txt#3") && perft("g.txt#1"));
    let all = "b1 c1 d1 c1";
    let refused = folder.andor(&["solve", "go:4x1", "--moves", all]);
    refused.refuses(&["\"c1\"", "superko"]);
    folder.andor(&["show", "g.txt#3", "--moves", "c1"]).refuses(&["\"c1\"", "superko"]);
    folder.write("bad.txt", "game: go:4x1\n\nb1 c1 d1 c1\n");
    assert_ne!(folder.andor(&["check", "bad.txt"]).code, Some(0));
}

#[test]
fn recorded_positions_and_batches_are_solved_with_their_history() {
    let folder = Folder::new();
    folder.write("g.txt", GAME);
    for place in ["g.txt#2", "g.txt#3"] {
        assert_eq!(winner(&folder, &["solve", place]), "b", "{place}");
    }
    assert_eq!(winner(&folder, &["solve", "go:4x1", "--position", "4 b moves b1 c1 d1"]), "b");
    // A row goes back in as it came out, and moves may be given as on the command line.
    let row = folder.andor(&["solve", "g.txt#3", "--json"]).exits(0).object();
    let moves = json!({"game": "go:4x1", "position": "4 b", "moves": "b1 c1 d1"});
    let alone = json!({"game": "go:4x1", "position": row["position"]});
    let wrong = json!({"game": "go:4x1", "position": "4 b", "history": row["history"]});
    let lines = [Value::Object(row.clone()), moves, alone, wrong].map(|line| line.to_string());
    folder.write("b.jsonl", lines.join("\n"));
    let rows = folder.andor(&["solve", "--batch", "b.jsonl"]).exits(2).objects();
    for solved in &rows[..2] {
        assert_eq!((&solved["winner"], &solved["history"]), (&row["winner"], &row["history"]));
        assert_eq!(solved["position"], row["position"]);
    }
    // Without the moves it is another question.
    assert_eq!((&rows[2]["winner"], rows[2].get("history")), (&json!("w"), None));
    assert!(text(&rows[3], "error").contains("history leads to"), "{:?}", rows[3]);
}

#[test]
fn analyze_judges_moves_with_their_history() {
    let folder = Folder::new();
    folder.write("g.txt", GAME);
    let rows = folder.andor(&["analyze", "g.txt", "--json"]).exits(0).objects();
    assert_eq!((text(&rows[2], "move"), text(&rows[2], "judgement")), ("d1", "fine"));
    assert_eq!(rows[2]["proved"], "win");
    let here = folder.andor(&["analyze", "g.txt#3", "--json"]).exits(0).object();
    assert_eq!(here["proved"], "loss", "{here:?}");
    assert_ne!(here["best"], "c1");
}

#[test]
fn certificates_name_the_history_and_are_walked_with_it() {
    let folder = Folder::new();
    let words = ["solve", "go:4x1", "--moves", "b1 c1 d1", "--proof", "p", "--json"];
    folder.andor(&words).exits(0);
    let checked = folder.andor(&["verify", "p", "--json"]).exits(0).object();
    assert_eq!(checked["claim"], "b wins");
    assert_eq!(checked["history"], json!({"start": "4 b", "moves": ["b1", "c1", "d1"]}));
    folder.andor(&["verify", "p"]).exits(0).says(&["b1 c1 d1"]);
    let explained = folder.andor(&["explain", "p", "--json"]).exits(0).object();
    assert_eq!(explained["history"], checked["history"]);
    let replies = explained["replies"].as_array().unwrap();
    assert!(!replies.is_empty() && replies.iter().all(|reply| reply["reply"] != "c1"));
    folder.andor(&["explain", "p", "--moves", "c1"]).refuses(&["\"c1\"", "superko"]);
    let played = folder.andor_reading(&["play", "--proof", "p"], b"c1\nquit\n").exits(0);
    played.notes(&["\"c1\"", "superko"]);
}

#[test]
fn a_search_with_a_history_is_not_resumed_without_it() {
    let folder = Folder::new();
    let method = ["--method", "df-pn", "--nodes", "100", "--json"];
    let moves = ["--moves", "b2 b1 a1 c1"];
    let begun = ["solve", "go:3x3", "--checkpoint", "c"];
    let row = folder.andor(&[&begun[..], &moves, &method].concat()).exits(1).object();
    let position = text(&row, "position");
    let alone = ["solve", "go:3x3", "--position", position, "--resume", "c", "--method", "df-pn"];
    folder.andor(&alone).refuses(&["is about", "moves b2 b1 a1 c1"]);
    let other = ["solve", "go:3x3", "--moves", "a1 b1 b2 c1", "--resume", "c"];
    folder.andor(&[&other[..], &["--method", "df-pn"]].concat()).refuses(&["is about"]);
    let more = ["--method", "df-pn", "--nodes", "200", "--json"];
    for words in [&["solve", "--resume", "c"][..], &["solve", "go:3x3", "--resume", "c"]] {
        let moves = if words.len() == 3 { &[][..] } else { &moves[..] };
        let again = folder.andor(&[words, moves, &more].concat()).exits(1).object();
        assert_eq!(again["history"], row["history"]);
    }
}

#[test]
fn protocols_solve_and_list_with_the_history() {
    let folder = Folder::new();
    // UGI.
    let mut talk = Talk::new(&folder, &["engine", "--game", "go:4x1"]);
    talk.say("position startpos moves b1 c1 d1");
    assert_eq!(talk.ask("query islegal c1", "res"), "response false");
    talk.say("go solve");
    let info = talk.hear_until("info ");
    assert!(info.contains(" score solved loss "), "{info}");
    assert_ne!(talk.hear_until("bestmove "), "bestmove c1");
    talk.say("quit");
    talk.must_end();
    // GTP.
    let words = ["engine", "--protocol", "gtp", "--game", "go:4x1"];
    let mut talk = Talk::new(&folder, &words);
    for command in ["play b B1", "play w C1", "play b D1"] {
        assert!(talk.ask(command, "=").starts_with('='), "{command}");
    }
    assert!(talk.ask("andor-solve", "=").starts_with("= loss"));
    assert!(talk.ask("play w C1", "?").contains("illegal"));
    talk.say("quit");
    talk.must_end();
    // JSON.
    let mut talk = Talk::new(&folder, &["engine", "--protocol", "json"]);
    let request = json!({"id": "1", "game": "go:4x1", "moves": ["b1", "c1", "d1"],
        "want": ["moves", "proof"]});
    talk.say(&request.to_string());
    let answer: Value = serde_json::from_str(&talk.hear()).unwrap();
    assert_eq!(answer["proof"]["value"], "loss", "{answer}");
    assert!(!answer["moves"].as_array().unwrap().contains(&json!("c1")), "{answer}");
    talk.say("{\"quit\":true}");
    talk.must_end();
}
