//! `andor play --proof`: nobody beats a certificate.

use crate::andor::{Ended, Folder, fields, text};
use crate::certificate::{folder_with_proof, folder_with_the_whole_board};
use serde_json::{Map, Value};
use std::io::{BufRead, BufReader};

fn play(folder: &Folder, input: &str) -> Ended {
    folder.andor_reading(&["play", "--proof", "p", "--json"], input.as_bytes())
}

/// Numbers that look random (Knuth's MMIX generator).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

/// Plays ten games against the certificate `p`, choosing among the legal moves as the dice say.
/// Each game is one session: a move is typed when the answer to the last one has come.
fn ten_random_defences(folder: &Folder, holder: &str) {
    let mut games = Vec::new();
    for seed in 0..10 {
        let mut dice = Dice(seed);
        let mut running = folder.start(&["play", "--proof", "p", "--json"]);
        let mut rows = BufReader::new(running.child.stdout.take().unwrap()).lines();
        let mut game: Vec<String> = Vec::new();
        let last = loop {
            let row: Map<String, Value> =
                serde_json::from_str(&rows.next().unwrap().unwrap()).unwrap();
            if !row["over"].is_null() {
                break row;
            }
            let replies: Vec<&str> =
                row["replies"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
            let choice = replies[dice.roll(replies.len())].to_owned();
            running.feed(format!("{choice}\n").as_bytes());
            game.push(choice);
            assert!(game.len() < 200, "a game without end");
        };
        assert_eq!(text(&last, "over"), format!("{holder} has won"), "{game:?}");
        assert!(running.child.wait().unwrap().success());
        games.push(game);
    }
    games.sort();
    games.dedup();
    assert!(games.len() > 5, "the defences hardly differ");
}

#[test]
fn ten_random_defences_lose_in_breakthrough() {
    ten_random_defences(&folder_with_proof("breakthrough:4x5"), "Black");
}

#[test]
fn ten_random_defences_lose_in_lines_of_action() {
    ten_random_defences(&folder_with_proof("loa:5x5"), "Black");
}

/// The certificate of the whole 6x6 board that comes with the sources.
#[test]
fn ten_random_defences_lose_on_the_whole_board() {
    ten_random_defences(&folder_with_the_whole_board(), "Black");
}

/// The winner may also be the one who does not begin.
#[test]
fn the_certificate_plays_either_side() {
    let folder = folder_with_proof("loa:3x3");
    let rows = play(&folder, "b1-b2\n").exits(0).objects();
    assert_eq!(text(&rows[0], "side"), "b");
    ten_random_defences(&folder_with_proof("breakthrough:4x4"), "Black");
}

/// The easiest middle games of `crates/lab/sets/loa-6x6-middle.jsonl` that Black and White win.
#[test]
fn ten_random_defences_lose_in_middle_games() {
    let set = include_str!("../../../lab/sets/loa-6x6-middle.jsonl");
    let mut rows: Vec<Map<String, Value>> =
        set.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    rows.sort_by_key(|row| row["least"].as_u64());
    for (holder, letter) in [("Black", "b"), ("White", "w")] {
        let wins = |row: &&Map<String, Value>| {
            let side_wins = row["value"] == "win";
            side_wins == text(row, "position").ends_with(letter)
        };
        let row = rows.iter().find(wins).unwrap();
        let folder = Folder::new();
        let words = ["solve", "loa:6x6", "--position", text(row, "position"), "--proof", "p"];
        folder.andor(&words).exits(0);
        ten_random_defences(&folder, holder);
    }
}

#[test]
fn a_session_shows_the_board_and_answers() {
    let folder = folder_with_proof("breakthrough:3x4");
    let session = folder.andor_reading(&["play", "--proof", "p"], b"a2xb3\nquit\n").exits(0);
    session.says(&["\n  4 b b b\n  3 b b b\n  2 w w w\n  1 w w w\n    a b c\n"]);
    session.notes(&[
        "the certificate plays Black, you play White",
        "White> Black plays ",
        "plies left)",
    ]);

    let rows = play(&folder, "a2xb3\nquit\n").exits(0).objects();
    let names = ["game", "verified", "moves", "position", "side", "over", "plies", "replies"];
    assert_eq!(fields(&rows[0]), names);
    assert_eq!(rows[0]["verified"], true);
    assert_eq!(rows.len(), 2);
    let moves = rows[1]["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &moves[0]), (2, &"a2xb3".into()));
    let explained = folder.andor(&["explain", "p", "--moves", "a2xb3", "--json"]).exits(0).object();
    assert_eq!(moves[1], explained["move"], "play and explain differ");
}

#[test]
fn help_and_hints_are_given_and_a_typo_shows_no_board() {
    let folder = folder_with_proof("breakthrough:3x4");
    let input = b"HELP\nhint\nhelp me\n\nquit\n";
    let session = folder.andor_reading(&["play", "--proof", "p"], input).exits(0);
    session.notes(&[
        "White> Type a move, or: moves, hint, undo",
        "White, every move loses; these last longest:\n  ",
        "(the proof answers ",
        "\"help me\" is not legal",
    ]);
    // The first reply of `explain` resists longest.
    let explained = folder.andor(&["explain", "p", "--json"]).exits(0).object();
    let first = &explained["replies"][0];
    let named = format!(
        "longest:\n  {} (the proof answers {}",
        first["reply"].as_str().unwrap(),
        first["answer"].as_str().unwrap()
    );
    session.notes(&[&named]);
    // At the start, and where nothing is typed: that asks for the board.
    assert_eq!(session.out.matches("    a b c\n").count(), 2, "{}", session.out);
}

#[test]
fn moves_can_be_taken_back() {
    let folder = folder_with_proof("breakthrough:3x4");
    let session = play(&folder, "a2xb3\nundo\nundo\nb2xa3\nquit\n").exits(0);
    session.notes(&["there is nothing to take back"]);
    let rows = session.objects();
    let lines: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect())
        .collect();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[1][0], "a2xb3");
    assert!(lines[2].is_empty() && lines[3].is_empty(), "{lines:?}");
    assert_eq!(rows[2]["position"], rows[0]["position"]);
    assert_eq!((lines[4].len(), lines[4][0]), (2, "b2xa3"));
}

#[test]
fn nonsense_is_answered_and_changes_nothing() {
    let folder = folder_with_proof("breakthrough:3x4");
    let session = play(&folder, "a9-z7\n\nresign\na2-a3\n  \nq\n").exits(0);
    session.notes(&["\"a9-z7\"", "\"resign\"", "\"a2-a3\""]);
    let rows = session.objects();
    assert!(rows.iter().all(|row| *row == rows[0]), "{rows:?}");
    let input = b"\xff\xfe\n\x00\nquit\n";
    folder.andor_reading(&["play", "--proof", "p"], input).exits(0);
}

#[test]
fn the_end_of_the_input_ends_the_session() {
    let folder = folder_with_proof("breakthrough:3x4");
    assert_eq!(play(&folder, "").exits(0).objects().len(), 1);
    assert_eq!(play(&folder, "a2xb3").exits(0).objects().len(), 2);
    for word in ["quit", "exit", "q"] {
        assert_eq!(play(&folder, &format!("{word}\na2xb3\n")).exits(0).objects().len(), 1);
    }
}

#[test]
fn a_draw_can_be_played_from_both_sides() {
    let folder = folder_with_proof("tic-tac-toe");
    for (holder, first) in [("b", 1), ("w", 0)] {
        let words = ["play", "--proof", "p", "--holder", holder, "--json"];
        let session = folder.andor_reading(&words, b"undo\n").exits(0);
        session.notes(&["there is nothing to take back"]);
        let rows = session.objects();
        assert_eq!(rows[0], rows[1], "undo takes back the certificate's first move");
        assert_eq!(rows[0]["moves"].as_array().unwrap().len(), first, "{rows:?}");
        assert_ne!(text(&rows[0], "side"), holder, "the person is to move");
    }
}
