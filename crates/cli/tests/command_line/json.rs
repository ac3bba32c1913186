//! `--json` on every command: objects and nothing else on stdout, with the documented fields.

use crate::andor::{Folder, fields, number, text};
use crate::certificate::folder_with_proof;

#[test]
fn games_list_themselves() {
    let folder = Folder::new();
    let games = folder.andor(&["games", "--json"]).exits(0).objects();
    let names: Vec<&str> = games.iter().map(|game| text(game, "name")).collect();
    let expected = [
        "breakthrough",
        "checkers",
        "connect-four",
        "go",
        "graph",
        "loa",
        "one-eye",
        "surakarta",
        "tic-tac-toe",
    ];
    assert_eq!(names, expected);
    let listed = folder.andor(&["games"]).exits(0);
    for game in &games {
        let (name, position) = (text(game, "name"), text(game, "position"));
        listed.says(&[&format!("{name}: "), text(game, "boards"), text(game, "moves"), position]);
        // What is shown as an example is one.
        let shown = folder.andor(&["show", name, "--position", position, "--json"]).exits(0);
        assert_eq!(text(&shown.object(), "position"), position);
    }
}

#[test]
fn show_and_moves() {
    let folder = Folder::new();
    let shown = folder.andor(&["show", "breakthrough:3x4", "--json"]).exits(0).object();
    assert_eq!(fields(&shown), ["game", "position", "side", "moves", "outcome"]);
    assert_eq!((text(&shown, "side"), text(&shown, "game")), ("w", "breakthrough:3x4"));
    let moves = folder.andor(&["moves", "breakthrough:3x4", "--json"]).exits(0).object();
    assert_eq!(fields(&moves), ["game", "position", "moves"]);
    assert_eq!((&moves["moves"], &moves["position"]), (&shown["moves"], &shown["position"]));

    let mut listed: Vec<String> =
        serde_json::from_value(moves["moves"].clone()).expect("moves are texts");
    listed.sort();
    assert_eq!(listed, ["a2xb3", "b2xa3", "b2xc3", "c2xb3"]);
    let drawn = folder.andor(&["show", "breakthrough:3x4"]).exits(0);
    drawn.says(&[
        "  4 b b b\n  3 b b b\n  2 w w w\n  1 w w w\n    a b c\n",
        "White to move, 4 moves: ",
    ]);
}

#[test]
fn perft_counts() {
    let folder = Folder::new();
    for (game, depth, nodes) in [
        ("tic-tac-toe", "2", 72),
        ("tic-tac-toe", "9", 127_872),
        ("breakthrough:3x4", "1", 4),
        ("breakthrough:8x8", "2", 22 * 22),
        ("connect-four", "4", 7 * 7 * 7 * 7),
    ] {
        let object = folder.andor(&["perft", game, depth, "--json"]).exits(0).object();
        assert_eq!(fields(&object), ["game", "depth", "nodes", "seconds"]);
        assert_eq!((number(&object, "nodes"), object["depth"].to_string()), (nodes, depth.into()));
        let divided = folder.andor(&["perft", game, depth, "--divide", "--json"]).exits(0).object();
        let parts = divided["divide"].as_object().unwrap();
        assert_eq!(parts.values().map(|part| part.as_u64().unwrap()).sum::<u64>(), nodes);
        assert_eq!(number(&divided, "nodes"), nodes);
    }
    let words = ["perft", "tic-tac-toe", "1", "--position", "bwb/3/3 w"];
    folder.andor(&words).exits(0).says(&["perft 1 = 6 "]);
}

/// Every command, and every way in which it ends, keeps stdout to JSON.
#[test]
fn stdout_is_json_and_nothing_else() {
    let folder = folder_with_proof("breakthrough:3x4");
    let mut damaged = folder.read("p");
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    folder.write("d", damaged);
    folder.write("g.txt", "1. c8-c6 a4-c2\n\n1. c8-c7\n");
    folder.write("g.sgf", "(;GM[9];B[c8-c6])");
    folder.write("b.jsonl", "{\"position\":\"3/3/3 b\"}\n\nrubbish\n");
    for (words, code, lines) in [
        (&["games"][..], 0, 9),
        (&["show", "tic-tac-toe"], 0, 1),
        (&["moves", "tic-tac-toe"], 0, 1),
        (&["perft", "tic-tac-toe", "3", "--divide"], 0, 1),
        (&["solve", "breakthrough:4x4", "--proof", "q"], 0, 1),
        (&["solve", "breakthrough:8x8", "--nodes", "1000", "--checkpoint", "c"], 1, 1),
        (&["solve", "--resume", "c", "--nodes", "2000"], 1, 1),
        (&["solve", "tic-tac-toe", "--batch", "b.jsonl"], 2, 2),
        (&["verify", "p"], 0, 1),
        (&["verify", "d"], 3, 1),
        (&["table", "build", "surakarta", "--pieces", "2", "--out", "t"], 0, 1),
        (&["table", "info", "t"], 0, 1),
        (&["table", "verify", "t"], 0, 1),
        (&["table", "probe", "t", "--position", "6/1b4/6/6/6/4w1 b"], 0, 1),
        (
            &["patterns", "generate", "--order", "0", "--columns", "2", "--out", "r", "--force"],
            0,
            1,
        ),
        (&["patterns", "show", "r"], 0, 2),
        (&["patterns", "verify", "r"], 0, 1),
        (&["patterns", "match", "breakthrough:4x4"], 0, 1),
        (&["explain", "p"], 0, 1),
        (&["check", "g.sgf"], 0, 1),
        (&["check", "g.txt"], 3, 2),
        (&["convert", "g.sgf", "--to", "moves"], 0, 1),
        (&["show", "g.sgf#1"], 0, 1),
        (&["play", "--proof", "p"], 0, 1),
        (&["play", "loa:4x4"], 0, 1),
        (&["analyze", "g.sgf", "--depth", "1", "--proof-nodes", "10"], 0, 2),
        (&["match", "random", "random", "--games", "2", "--game", "loa:4x4"], 0, 3),
        (&["engine", "--protocol", "json"], 0, 0),
    ] {
        let before = folder.andor(&[&["--json"], words].concat()).exits(code);
        assert_eq!(before.objects().len(), lines, "{before:#?}");
        let after = folder.andor(&[words, &["--json"]].concat()).exits(code);
        assert_eq!(after.objects().len(), lines, "{after:#?}");
    }
}
