//! `FILE#PLY` where a game is expected: a position of a recorded game.

use crate::andor::{Folder, text};
use crate::check::THESIS;

#[test]
fn positions_of_recorded_games() {
    let folder = Folder::new();
    folder.write("t.txt", THESIS);
    let position = |place: &str| {
        let shown = folder.andor(&["show", place, "--json"]).exits(0).object();
        assert_eq!(text(&shown, "game"), "loa:8x8");
        text(&shown, "position").to_owned()
    };
    let after = |moves: &str| {
        let shown = folder.andor(&["show", "loa", "--moves", moves, "--json"]).exits(0).object();
        text(&shown, "position").to_owned()
    };
    assert_eq!(position("t.txt#0"), after(""));
    assert_eq!(position("t.txt#3"), after("c8-c6 a4-c2 d8-b6"));
    assert_eq!(position("t.txt#1.3"), position("t.txt#3"));
    assert_eq!(position("t.txt#3.2"), after("e1-g3 a3-d3"));
    assert_eq!(position("t.txt#1.end"), position("t.txt#58"));
    // Moves before the defect of game 16 can be looked at.
    assert_eq!(position("t.txt#16.1"), after("b1-b3"));
    folder.andor(&["show", "t.txt#16.13"]).exits(0);
    folder.andor(&["show", "t.txt#16.14"]).refuses(&["line 181, column 25", "\"f8-6\""]);
    folder.andor(&["show", "t.txt#end"]).exits(0).says(&["The game is over: White has won."]);
    // Moves of one's own from there, and the other commands.
    let shown = folder.andor(&["show", "t.txt#1", "--moves", "a4-c2", "--json"]).exits(0).object();
    assert_eq!(text(&shown, "position"), position("t.txt#2"));
    let moves = folder.andor(&["moves", "t.txt#2", "--json"]).exits(0).object();
    assert_eq!(text(&moves, "position"), position("t.txt#2"));
    let perft = folder.andor(&["perft", "t.txt#0", "2", "--json"]).exits(0).object();
    assert_eq!(perft["nodes"], 1244);
}

#[test]
fn a_recorded_position_is_solved() {
    let folder = Folder::new();
    folder.write("s.sgf", "(;GM[9]SZ[4];B[b1-b3];W[a2-c2];B[b4-b2])");
    let row = folder.andor(&["solve", "s.sgf#2", "--json"]).exits(0).object();
    assert_eq!((text(&row, "value"), text(&row, "best")), ("win", "b4-b2"));
    folder.andor(&["solve", "s.sgf#end"]).refuses(&["already decided"]);
}

#[test]
fn places_that_do_not_exist() {
    let folder = Folder::new();
    folder.write("t.txt", "1. c8-c6 a4-c2");
    for command in ["show", "moves", "solve"] {
        for (place, texts) in [
            ("t.txt#3", &["\"t.txt\": there is no ply 3: the game has 2 plies"][..]),
            ("t.txt#2.1", &["\"t.txt\": there is no game 2: the file has 1"]),
            ("t.txt#0.1", &["there is no game 0"]),
            ("t.txt#999999999999999999999", &["there is no ply \"999999999999999999999\""]),
            ("t.txt#99999999999999999999.1", &["there is no game \"99999999999999999999\""]),
            ("t.txt#-1", &["\"t.txt#-1\"", "FILE#PLY"]),
            ("t.txt#+1", &["\"t.txt#+1\"", "FILE#PLY"]),
            ("t.txt#", &["\"t.txt#\"", "FILE#PLY"]),
            ("t.txt#1.2.3", &["\"t.txt#1.2.3\"", "FILE#PLY"]),
            ("t.txt", &["\"t.txt\" is a file", "t.txt#0"]),
            ("loa#1", &["\"loa\""]),
        ] {
            folder.andor(&[command, place]).refuses(texts);
        }
        let words = [command, "t.txt#1", "--position", "1b1/w1w/1b1 b"];
        folder.andor(&words).refuses(&["--position", "\"t.txt#1\" is a position already"]);
    }
}

#[test]
fn positions_of_another_program() {
    let folder = Folder::new();
    let fen = "1LLLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 w - - 0 1";
    let shown = folder.andor(&["show", "loa", "--position", fen, "--json"]).exits(0).object();
    let start = folder.andor(&["show", "loa", "--json"]).exits(0).object();
    assert_eq!(shown, start);
    folder.andor(&["show", "breakthrough", "--position", fen]).refuses(&["\"L\""]);
    let fen = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1";
    let words = ["show", "breakthrough", "--position", fen, "--json"];
    let start = folder.andor(&["show", "breakthrough", "--json"]).exits(0).object();
    assert_eq!(folder.andor(&words).exits(0).object(), start);
}
