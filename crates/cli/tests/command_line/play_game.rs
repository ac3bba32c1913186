//! `andor play GAME`: against a player in the terminal.

use crate::andor::{Folder, fields, text};

#[test]
fn a_person_plays_with_hints_undo_and_levels() {
    let folder = Folder::new();
    let words = ["play", "loa:5x5", "--level", "1"];
    let input =
        b"hint\nmoves\nb5-b3\nundo\nundo\nlevel 2\nlevel 12\nnonsense\nc5c3\nsave g.sgf\nresign\n";
    let ended = folder.andor_reading(&words, input).exits(0);
    ended.says(&["  5 . b b b .\n", "    a b c d e\n"]);
    ended.notes(&[
        "Black: human, White: mia",
        "points, depth 1)",
        "White plays ",
        "there is nothing to take back",
        "\"12\" is no level from 1 to 9",
        "move \"nonsense\" is not legal",
        "saved to g.sgf",
        "White has won: Black resigned",
    ]);
    folder.andor(&["check", "g.sgf"]).exits(0).says(&["human - mia", "2 plies"]);
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
    folder.andor(&["play", "loa", "--level", "10"]).exits(2);
}
