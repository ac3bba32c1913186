//! `andor play --proof`: nobody beats a certificate.

use crate::andor::{Ended, Folder, fields, text};
use crate::certificate::folder_with_proof;

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

#[test]
fn ten_random_defences_lose() {
    let folder = folder_with_proof("breakthrough:4x5");
    let mut games = Vec::new();
    for seed in 0..10 {
        let mut dice = Dice(seed);
        let mut input = String::new();
        // The defender asks `moves` what there is, and chooses.
        let (last, moves) = loop {
            let session = play(&folder, &format!("{input}moves\n")).exits(0);
            let last = session.objects().pop().unwrap();
            if !last["over"].is_null() {
                break (last, session.err);
            }
            // The list stands behind the last prompt but one.
            let asked = session.err.rsplit("White> ").nth(1).unwrap().to_owned();
            let choices: Vec<&str> = asked.split_whitespace().collect();
            input.push_str(choices[dice.roll(choices.len())]);
            input.push('\n');
            assert!(input.lines().count() < 40, "a game without end");
        };
        assert_eq!(text(&last, "over"), "Black has won", "{input:?}");
        assert!(moves.ends_with("The game is over: Black has won.\n"), "{moves}");
        games.push(input);
    }
    games.sort();
    games.dedup();
    assert!(games.len() > 5, "the defences hardly differ");
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
    assert_eq!(fields(&rows[0]), ["game", "moves", "position", "side", "over", "plies"]);
    assert_eq!(rows.len(), 2);
    let moves = rows[1]["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &moves[0]), (2, &"a2xb3".into()));
    let explained = folder.andor(&["explain", "p", "--moves", "a2xb3", "--json"]).exits(0).object();
    assert_eq!(moves[1], explained["move"], "play and explain differ");
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
