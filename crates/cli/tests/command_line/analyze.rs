//! `andor analyze`: mistakes and missed wins of recorded games.

use crate::andor::{Folder, fields, text};

/// Tic-tac-toe, whose values one can see: Black misses a row, White blocks nothing.
const BLUNDERS: &str = "game: tic-tac-toe\n\na1 b2 b1 a3 c3 c1\n";

#[test]
fn a_missed_win_and_a_losing_move_are_found() {
    let folder = Folder::new();
    folder.write("g.txt", BLUNDERS);
    let words = ["analyze", "g.txt", "--json", "--depth", "3"];
    let rows = folder.andor(&words).exits(0).objects();
    assert_eq!(rows.len(), 7);
    let names = [
        "number",
        "ply",
        "side",
        "move",
        "judgement",
        "cost",
        "drop",
        "black_expects",
        "score",
        "proved",
        "found",
        "best",
        "line",
        "depth",
    ];
    assert_eq!(fields(&rows[0]), names);
    let judged: Vec<&str> = rows[..6].iter().map(|row| text(row, "judgement")).collect();
    // b1 leaves c1 open, White plays a3 and does not block; Black does not see c1, White does.
    assert_eq!(judged[3], "loses", "{rows:?}");
    assert_eq!(judged[4], "missed win", "{rows:?}");
    assert_eq!((text(&rows[4], "proved"), text(&rows[4], "best")), ("win", "c1"));
    let summary = &rows[6];
    assert_eq!(fields(summary), ["number", "plies", "missed_wins", "losing_moves", "mistakes"]);
    assert_eq!((&summary["plies"], &summary["missed_wins"]), (&6.into(), &1.into()));
    let people = folder.andor(&["analyze", "g.txt", "--depth", "3"]).exits(0);
    people.says(&[
        "game 1: Black - White; scores are Black's\n",
        "   2. White a3        Black wins in 1 (proved)  loses\n            better: c1 ",
        "   3. Black c3        White wins in 1 (proved)  missed win\n            better: c1\n",
        "   3. White c1        White has won\n",
        "game 1: 6 plies, 1 missed win, 1 losing move, 0 mistakes\n",
    ]);
}

/// What `analyze` says of a win is what `solve` says.
#[test]
fn proofs_agree_with_solve() {
    let folder = Folder::new();
    let words =
        ["match", "random", "random", "--games", "2", "--game", "loa:5x5", "--save", "g.sgf"];
    folder.andor(&[&words[..], &["--most-plies", "30"]].concat()).exits(0);
    let rows = folder.andor(&["analyze", "g.sgf", "--json", "--depth", "2"]).exits(0).objects();
    let mut compared = 0;
    for row in rows.iter().filter(|row| row.contains_key("move")) {
        let place = format!("g.sgf#{}.{}", row["number"], row["ply"].as_u64().unwrap() - 1);
        let solved = folder.andor(&["solve", &place, "--json", "--nodes", "200000"]);
        let solved = solved.object();
        if let Some(proved) = row["proved"].as_str()
            && solved["value"] != "unknown"
        {
            assert_eq!(solved["value"], proved, "{place}");
            compared += 1;
        }
    }
    assert!(compared > 10, "{compared}");
}

#[test]
fn games_are_written_with_comments_and_better_lines() {
    let folder = Folder::new();
    let words =
        ["match", "random", "random", "--games", "1", "--game", "loa:5x5", "--save", "g.sgf"];
    folder.andor(&words).exits(0);
    let words = ["analyze", "g.sgf", "--depth", "2", "--out", "a.sgf"];
    let ended = folder.andor(&words).exits(0);
    ended.notes(&["written to a.sgf"]);
    let written = String::from_utf8(folder.read("a.sgf")).unwrap();
    assert!(written.contains("C[andor, for Black: "), "{written}");
    // It is still a game, its variations too, and can be analysed again.
    let rows = folder.andor(&["check", "a.sgf", "--json"]).exits(0).object();
    assert_eq!(rows["ok"], true);
    assert!(rows["variations"].as_u64().unwrap() > 0, "random players make mistakes");
    let again = ["analyze", "a.sgf", "--depth", "1", "--proof-nodes", "0", "--out", "b.sgf"];
    folder.andor(&again).exits(0);
    folder.andor(&["check", "b.sgf"]).exits(0);
}

/// Every game has a format that keeps comments.
#[test]
fn checkers_and_games_without_sgf_are_written_with_comments() {
    for (game, name) in [
        ("checkers", "pdn"),
        ("breakthrough:4x4", "pgn"),
        ("surakarta", "pgn"),
        ("tic-tac-toe", "pgn"),
        ("connect-four:4x4", "pgn"),
    ] {
        let folder = Folder::new();
        let words = ["match", "random", "random", "--games", "1", "--most-plies", "30"];
        let words = [&words[..], &["--game", game, "--save", "g.txt"]].concat();
        folder.andor(&words).exits(0);
        let out = format!("a.{name}");
        let words = ["analyze", "g.txt", "--depth", "1", "--proof-nodes", "100", "--out", &out];
        folder.andor(&words).exits(0);
        let written = String::from_utf8(folder.read(&out)).unwrap();
        let words: Vec<&str> = written.split_whitespace().collect();
        assert!(words.join(" ").contains("{andor, for Black: "), "{written}");
        let rows = folder.andor(&["check", &out, "--json"]).exits(0).object();
        assert_eq!(rows["ok"], true, "{game}");
        assert!(rows["variations"].as_u64().unwrap() > 0, "random players make mistakes: {game}");
        folder.andor(&["analyze", "g.txt", "--out", "a.txt"]).refuses(&["\"a.txt\"", ".pgn"]);
    }
}

#[test]
fn one_position_and_bad_input() {
    let folder = Folder::new();
    folder.write("g.txt", BLUNDERS);
    let object = folder.andor(&["analyze", "g.txt#4", "--json"]).exits(0).object();
    assert_eq!((text(&object, "proved"), text(&object, "best")), ("win", "c1"));
    folder.andor(&["analyze", "g.txt#40"]).refuses(&["40"]);
    folder.andor(&["analyze", "missing"]).refuses(&["\"missing\""]);
    folder.andor(&["analyze", "g.txt", "--out", "x.sgf"]).refuses(&["\"x.sgf\"", "tic-tac-toe"]);
    folder.andor(&["analyze", "g.txt", "--player", "nobody"]).refuses(&["\"nobody\""]);
    folder.write("bad.txt", "game: tic-tac-toe\n\na1 a1\n");
    folder.andor(&["analyze", "bad.txt"]).refuses(&["\"bad.txt\"", "\"a1\""]);
    folder.andor(&["analyze", "g.txt#x.all"]).refuses(&["\"g.txt#x.all\"", "FILE#GAME.all"]);
    folder.andor(&["analyze", "g.txt#2.all"]).refuses(&["there is no game 2: the file has 1"]);
    assert!(!folder.has("x.sgf"));
}

/// A faulty game costs itself only; one whole game can be asked for.
#[test]
fn faulty_games_are_skipped() {
    let folder = Folder::new();
    let games = "game: tic-tac-toe\n\na1 a1\n\ngame: tic-tac-toe\n\na1 b2 c3\n";
    folder.write("g.txt", games);
    let ended = folder.andor(&["analyze", "g.txt", "--json", "--depth", "1"]).exits(3);
    ended.notes(&[
        "game 1: ply 2, \"a1\"",
        ": skipped",
        "1 faulty game skipped; andor check g.txt",
    ]);
    let rows = ended.objects();
    assert_eq!(rows.len(), 4);
    assert!(rows.iter().all(|row| row["number"] == 2), "{rows:?}");
    let words = ["analyze", "g.txt#2.all", "--json", "--depth", "1"];
    assert_eq!(folder.andor(&words).exits(0).objects(), rows);
    folder.andor(&["analyze", "g.txt#1.all"]).refuses(&["game 1: ply 2"]);
}

/// One game of a file that cannot even be read is skipped as well.
#[test]
fn a_game_that_cannot_be_read_costs_no_other() {
    let folder = Folder::new();
    folder.write("g.sgf", "(;GM[9]SZ[5];B[b1-b3])\n(;GM[9]SZ[5];B[b1");
    let words = ["analyze", "g.sgf", "--player", "mia:depth=1"];
    let ended = folder.andor(&words).exits(3);
    ended.notes(&["game 2", ": skipped", "1 faulty game skipped"]);
    ended.says(&["b1-b3"]);
}

/// Numbers count the moves of whoever begins the game, also where the other side begins the record.
#[test]
fn moves_are_numbered_as_in_the_game() {
    let folder = Folder::new();
    folder.write("g.txt", "game: tic-tac-toe\nposition: 3/3/b2 w\n\nb2 c3 a3\n");
    let ended = folder.andor(&["analyze", "g.txt", "--depth", "1"]).exits(0);
    ended.says(&["\n   1. White b2", "\n   2. Black c3", "\n   2. White a3"]);
}
