//! `andor explain --export`: a part of a certificate as a game tree that other commands read.

use crate::andor::{Folder, fields, number, text};
use crate::certificate::folder_with_proof;
use serde_json::Value;
use std::collections::HashSet;

/// What the object says of the export, and the tree.
fn exported(folder: &Folder, words: &[&str]) -> (Value, String) {
    let words = [&["explain", "p", "--export", "t.sgf", "--force", "--json"], words].concat();
    let mut object = folder.andor(&words).exits(0).object();
    let export = object.remove("export").unwrap();
    (export, String::from_utf8(folder.read("t.sgf")).unwrap())
}

/// Replays the tree with the reference rules and writes it again.
fn is_a_game(folder: &Folder) {
    let checked = folder.andor(&["check", "t.sgf", "--json"]).exits(0).object();
    assert_eq!(checked["ok"], true, "{checked:?}");
    folder.andor(&["convert", "t.sgf", "--to", "sgf", "--out", "u.sgf", "--force"]).exits(0);
    assert_eq!(folder.read("u.sgf"), folder.read("t.sgf"), "the tree is in canonical form");
}

#[test]
fn the_tree_is_read_again() {
    let folder = folder_with_proof("loa:5x5");
    for positions in ["1", "2", "13", "14", "100", "3000"] {
        let (export, tree) = exported(&folder, &["--positions", positions]);
        let export = export.as_object().unwrap();
        assert_eq!(fields(export), ["out", "positions", "cut", "transpositions"]);
        assert_eq!(text(export, "out"), "t.sgf");
        let (count, most) = (number(export, "positions"), positions.parse::<u64>().unwrap());
        assert!((1..=most).contains(&count), "{export:?}");
        // The root is a node as well.
        let nodes = tree.matches(";B[").count() + tree.matches(";W[").count() + 1;
        assert_eq!(nodes as u64, count);
        // That of the root, which has the title, says "says cut".
        assert_eq!(tree.to_lowercase().matches("cut here").count() as u64, number(export, "cut"));
        let elsewhere = tree.matches("C[as after").count() + tree.matches("turned, as").count();
        assert_eq!(elsewhere as u64, number(export, "transpositions"));
        is_a_game(&folder);
    }
}

/// The whole tree below a late position has no cuts: every line ends with Black's win, or goes on
/// where another one does.
#[test]
fn a_whole_tree_ends_everywhere() {
    let folder = folder_with_proof("loa:5x5");
    let mut moves = String::new();
    for _ in 0..15 {
        let words = ["explain", "p", "--moves", &moves, "--json"];
        let here = folder.andor(&words).exits(0).object();
        let next = here["move"].as_str().or(here["replies"][0]["reply"].as_str()).unwrap();
        moves.push_str(&format!(" {next}"));
    }
    let words = ["--moves", &moves, "--positions", "100000"];
    let (export, tree) = exported(&folder, &words);
    assert_eq!(export["cut"], 0);
    assert!(!tree.contains("cut here"));
    is_a_game(&folder);
    let here = folder.andor(&["explain", "p", "--moves", &moves, "--json"]).exits(0).object();
    let replies: HashSet<String> = here["replies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|reply| reply["reply"].as_str().unwrap().replace('x', ":"))
        .collect();
    for reply in replies {
        assert!(tree.contains(&format!(";W[{reply}]")), "{reply} is missing in {tree}");
    }
    let checked = folder.andor(&["check", "t.sgf", "--json"]).exits(0).object();
    let longest = number(&here, "plies") + 15;
    assert_eq!((text(&checked, "winner"), number(&checked, "plies")), ("b", longest));
}

#[test]
fn depth_and_size_are_bounds() {
    let folder = folder_with_proof("loa:5x5");
    let (all, _) = exported(&folder, &["--depth", "0"]);
    assert_eq!((&all["positions"], &all["cut"]), (&1.into(), &1.into()));
    let (two, tree) = exported(&folder, &["--depth", "2"]);
    let replies = folder.andor(&["explain", "p", "--json"]).exits(0).object();
    let replies = replies["replies"].as_array().unwrap().len();
    assert_eq!(two["positions"], replies + 2, "{tree}");
    folder
        .andor(&["explain", "p", "--export", "t.sgf", "--force"])
        .exits(0)
        .notes(&["positions written to t.sgf; lines cut: ", ", that go on elsewhere: "]);
}

/// Both trees of a draw are finite, for each position goes on once.
#[test]
fn both_sides_of_a_draw_are_exported() {
    let folder = Folder::new();
    let words = ["solve", "loa:4x4", "--position", "1wwb/1w2/b3/3w b", "--proof", "p", "--json"];
    let row = folder.andor(&words).exits(0).object();
    assert_eq!(text(&row, "value"), "draw");
    let mut elsewhere = 0;
    for holder in ["b", "w"] {
        let (export, _) = exported(&folder, &["--holder", holder, "--positions", "100000"]);
        assert_eq!(export["cut"], 0);
        elsewhere += export["transpositions"].as_u64().unwrap();
        is_a_game(&folder);
    }
    assert!(elsewhere > 0);
}

#[test]
fn what_cannot_be_exported_is_refused_and_nothing_is_written() {
    let folder = folder_with_proof("breakthrough:3x4");
    let words = ["explain", "p", "--export", "t.sgf"];
    folder.andor(&words).refuses(&["--export", "\"breakthrough:3x4\""]);
    let folder = folder_with_proof("loa:4x4");
    let words = |more: [&'static str; 2]| [&words[..], &more].concat();
    folder.andor(&words(["--positions", "0"])).refuses(&["--positions", "\"0\""]);
    folder.andor(&words(["--positions", "100001"])).refuses(&["\"100001\"", "100,000"]);
    folder.andor(&words(["--moves", "a1-z9"])).refuses(&["\"a1-z9\""]);
    folder.andor(&["explain", "p", "--positions", "5"]).refuses(&["--export"]);
    folder.andor(&["explain", "p", "--export", "none/t.sgf"]).refuses(&["\"none/t.sgf\""]);
    assert_eq!(folder.files(), ["p"]);
}

/// Any game as a page, a graph or a move list; the ending of the file says which.
#[test]
fn the_ending_of_the_file_says_what_it_is() {
    let folder = folder_with_proof("breakthrough:3x4");
    let export = |name: &str| {
        let words = ["explain", "p", "--export", name, "--positions", "40", "--json"];
        let object = folder.andor(&words).exits(0).object();
        let positions = object["export"]["positions"].as_u64().unwrap() as usize;
        (positions, String::from_utf8(folder.read(name)).unwrap())
    };
    let (positions, page) = export("t.html");
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"), "{page}");
    assert_eq!(
        (page.matches("<details").count(), page.matches("</details>").count()),
        (positions, positions)
    );
    assert!(!page.contains("http"), "a page needs nothing else");
    let (positions, graph) = export("t.dot");
    assert_eq!(
        (graph.matches("[shape=").count(), graph.matches(" -> ").count()),
        (positions, positions - 1)
    );
    let (_, list) = export("t.txt");
    assert!(list.starts_with("game: breakthrough:3x4\n"), "{list}");
    folder.andor(&["check", "t.txt"]).exits(0);
    let (positions, tree) = export("t.pgn");
    assert!(tree.contains("[Variant \"breakthrough:3x4\"]\n\n{"), "{tree}");
    let checked = folder.andor(&["check", "t.pgn", "--json"]).exits(0).object();
    assert!(checked["variations"].as_u64().unwrap() > 1 && positions > 30, "{checked:?}");
    folder.andor(&["explain", "p", "--export", "t.gif"]).exits(2).notes(&["\"t.gif\"", ".html"]);
    folder.andor(&["explain", "p", "--export", "t.pdn"]).exits(2).notes(&["\"t.pdn\"", ".txt"]);
}
