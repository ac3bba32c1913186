//! `andor play GAME`: against a player in the terminal.

use crate::andor::{Folder, fields, text};

#[test]
fn a_person_plays_with_hints_undo_and_levels() {
    let folder = Folder::new();
    let words = ["play", "loa:5x5", "--level", "1"];
    let input =
        b"Hint\nmoves\nb5-b3\nundo\nundo\nLEVEL 2\nlevel 12\nHELP\nnonsense\nc5c3\ngame\nsave g.sgf\nresign\n";
    let ended = folder.andor_reading(&words, input).exits(0);
    ended.says(&["  5 . b b b .\n", "    a b c d e\n"]);
    ended.notes(&[
        "Black: human, White: mia",
        "% for Black, depth 4)",
        "White plays ",
        "there is nothing to take back",
        "\"12\" is no level from 1 to 10",
        "Black> Type a move, or: moves, hint",
        "Black> 1. c5-c3 ",
        "move \"nonsense\" is not legal",
        "saved to g.sgf",
        "White has won: Black resigned",
    ]);
    // At the start, after each of two moves, after the undo, and at the end: a typo shows nothing new.
    assert_eq!(ended.out.matches("    a b c d e\n").count(), 4, "{}", ended.out);
    assert!(!ended.out.contains('\x1b'), "a pipe gets no colour");
    folder.andor(&["check", "g.sgf"]).exits(0).says(&["human - mia", "2 plies"]);
}

/// Another game every time, unless a seed is given.
#[test]
fn levels_throw_dice() {
    let folder = Folder::new();
    let game = |words: &[&str]| {
        let words = [&["play", "loa:5x5", "--black", "mia", "--white", "mia", "--json"], words];
        let rows = folder.andor(&words.concat()).exits(0).objects();
        rows.last().unwrap()["moves"].clone()
    };
    for level in ["1", "4"] {
        let seeded = |seed| game(&["--level", level, "--seed", seed]);
        assert_eq!(seeded("7"), seeded("7"));
        let different = ["8", "9", "10"].iter().any(|seed| seeded(seed) != seeded("7"));
        assert!(different, "level {level}");
    }
    let [one, other] = [game(&["--level", "1"]), game(&["--level", "1"])];
    assert_ne!(one, other);
}

#[test]
fn a_recorded_game_goes_on() {
    let folder = Folder::new();
    let words = ["play", "loa:5x5", "--white", "human", "--level", "1", "--save", "g.sgf"];
    folder.andor_reading(&words, b"quit\n").exits(0).notes(&["go on with: andor play g.sgf"]);
    let check = || folder.andor(&["check", "g.sgf", "--json"]).exits(0).object();
    assert_eq!(check()["plies"], 1);
    // The players are those of the file; it is written again, for it has just this game.
    let shown = folder.andor(&["moves", "g.sgf#1", "--json"]).exits(0).object();
    let reply = shown["moves"][0].as_str().unwrap();
    let words = ["play", "g.sgf", "--save", "g.sgf", "--level", "1"];
    let ended = folder.andor_reading(&words, format!("{reply}\nquit\n").as_bytes()).exits(0);
    ended.notes(&["Black: mia, White: human (level 1)", "Black plays "]);
    assert_eq!(check()["plies"], 3);
    // From an earlier ply it is another game, and a file that has more is not written over.
    let words = ["play", "g.sgf#1", "--save", "g.sgf"];
    folder.andor_reading(&words, b"quit\n").refuses(&["\"g.sgf\"", "--force"]);
    let row = folder.andor(&["play", "g.sgf#1", "--json"]).exits(0).object();
    assert_eq!(row["moves"].as_array().unwrap().len(), 1);
    folder.andor(&["play", "g.sgf#9"]).refuses(&["there is no ply 9"]);
    folder.andor(&["play", "g.sgf#1", "--position", "x"]).refuses(&["is a position already"]);
    assert_eq!(check()["plies"], 3);
}

#[test]
fn a_script_plays_by_json() {
    let folder = Folder::new();
    let words =
        ["play", "tic-tac-toe", "--black", "mia", "--white", "human", "--level", "9", "--json"];
    let input = "a1\na1\nb1\nc1\na2\nb2\nc2\na3\nb3\nc3\n".repeat(4);
    let ended = folder.andor_reading(&words, input.as_bytes()).exits(0);
    let rows = ended.objects();
    assert_eq!(fields(&rows[0]), ["game", "moves", "position", "side", "over", "replies"]);
    assert_eq!((text(&rows[0], "side"), rows[0]["moves"].as_array().unwrap().len()), ("w", 1));
    let over = text(rows.last().unwrap(), "over");
    assert!(["Black has won", "a draw"].contains(&over), "it never loses: {over}");
    assert!(rows.last().unwrap()["replies"].as_array().unwrap().is_empty());
}

#[test]
fn two_players_play_by_themselves_and_the_game_is_saved() {
    let folder = Folder::new();
    for (game, file) in [("loa:5x5", "a.sgf"), ("breakthrough:4x5", "a.txt")] {
        let words = ["play", game, "--black", "mia:depth=2", "--white", "random", "--save", file];
        folder.andor(&words).exits(0).notes(&["The game is over: ", "saved to "]);
        folder.andor(&["check", file]).exits(0).says(&["mia:depth=2 - random", "as stated"]);
    }
}

#[test]
fn bad_words_are_refused() {
    let folder = Folder::new();
    folder.andor(&["play", "nim"]).refuses(&["\"nim\""]);
    folder.andor(&["play", "loa", "--black", "nobody"]).refuses(&["\"nobody\""]);
    folder.andor(&["play", "loa", "--white", "ugi:./missing"]).refuses(&["\"ugi:./missing\""]);
    folder.andor(&["play", "loa", "--position", "x"]).refuses(&["\"x\""]);
    folder.andor(&["play"]).exits(2);
    folder.andor(&["play", "loa", "--level", "11"]).exits(2);
}
