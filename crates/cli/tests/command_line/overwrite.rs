//! Files that are there already: nobody's letters are replaced by a certificate, a table or a game.

use crate::andor::{Folder, number};

const LETTER: &[u8] = b"a letter that somebody wrote\n";
const GAME: &str = "(;FF[4]GM[9]SZ[8];B[b1b3];W[a2c2])";

/// Runs a command whose output goes to `out`, a letter before: refused, and with `--force` not.
fn check(prepare: impl Fn(&Folder), words: &[&str]) {
    let folder = Folder::new();
    prepare(&folder);
    folder.write("out", LETTER);
    let files = folder.files();
    folder.andor(words).refuses(&["\"out\"", "--force"]);
    assert_eq!(folder.read("out"), LETTER, "{words:?}");
    assert_eq!(folder.files(), files, "{words:?}");
    let ended = folder.andor(&[words, &["--force"]].concat());
    assert!(ended.code.is_some_and(|code| code < 2), "{words:?}: {ended:#?}");
    assert_ne!(folder.read("out"), LETTER, "{words:?}");
    // An empty file is nobody's.
    folder.write("out", b"");
    let ended = folder.andor(words);
    assert!(ended.code.is_some_and(|code| code < 2), "{words:?}: {ended:#?}");
}

fn nothing(_: &Folder) {}

#[test]
fn no_command_replaces_a_file_that_is_not_its_own() {
    check(nothing, &["solve", "breakthrough:3x4", "--proof", "out"]);
    check(nothing, &["solve", "breakthrough:4x5", "--checkpoint", "out", "--nodes", "2000"]);
    check(nothing, &["table", "build", "surakarta", "--pieces", "2", "--out", "out"]);
    check(nothing, &["patterns", "generate", "--order", "0", "--out", "out"]);
    check(
        nothing,
        &["play", "breakthrough:3x4", "--black", "random", "--white", "random", "--save", "out"],
    );
    check(
        nothing,
        &[
            "match",
            "random",
            "random",
            "--game",
            "breakthrough:3x4",
            "--games",
            "2",
            "--save",
            "out",
        ],
    );
    let record = |folder: &Folder| folder.write("g.sgf", GAME);
    check(record, &["convert", "g.sgf", "--to", "moves", "--out", "out"]);
    check(record, &["analyze", "g.sgf", "--depth", "1", "--out", "out"]);
    let proof = |folder: &Folder| {
        folder.andor(&["solve", "loa:5x5", "--memory", "64MiB", "--proof", "p"]).exits(0);
    };
    check(proof, &["explain", "p", "--export", "out"]);
}

/// A certificate replaces a certificate, and a table a table: the same command may run again.
#[test]
fn a_file_of_the_same_kind_is_replaced() {
    let folder = Folder::new();
    folder.andor(&["solve", "breakthrough:3x4", "--proof", "p"]).exits(0);
    folder.andor(&["solve", "tic-tac-toe", "--proof", "p"]).exits(0);
    folder.andor(&["verify", "p"]).exits(0).says(&["tic-tac-toe"]);
    // But no kind another.
    folder.andor(&["solve", "tic-tac-toe", "--checkpoint", "p"]).refuses(&["not a checkpoint"]);
    folder
        .andor(&["table", "build", "surakarta", "--pieces", "2", "--out", "p"])
        .refuses(&["not a table"]);
    folder.andor(&["verify", "p"]).exits(0);
}

/// Logs that are gone on with: a file without a whole line was cut to nothing.
#[test]
fn a_log_that_is_none_is_left_as_it_is() {
    let letter = b"one line without an end";
    let folder = Folder::new();
    folder.write("log", letter);
    let words = [
        "match",
        "random",
        "random",
        "--game",
        "breakthrough:3x4",
        "--games",
        "2",
        "--resume",
        "log",
    ];
    folder.andor(&words).refuses(&["\"log\""]);
    folder
        .andor(&["tune", "breakthrough:3x4", "--trials", "1", "--log", "log"])
        .refuses(&["\"log\""]);
    assert_eq!(folder.read("log"), letter);
}

/// A match that goes on writes its games again, over those that it wrote before.
#[test]
fn a_match_that_goes_on_may_replace_its_own_games() {
    let folder = Folder::new();
    let run = |games: &str| {
        let words = ["match", "random", "random", "--game", "breakthrough:3x4", "--games", games];
        folder.andor(&[&words[..], &["--resume", "log", "--save", "games"]].concat())
    };
    run("2").exits(0);
    let before = folder.read("games");
    run("4").exits(0);
    assert!(folder.read("games").starts_with(&before));
}

/// D5 of the audit: a number beyond the machine is an error, and never an abort.
#[test]
fn memory_that_no_machine_has_is_refused() {
    let folder = Folder::new();
    let huge = "1000TiB";
    for command in ["solve", "tune"] {
        let words = [command, "breakthrough:4x4", "--memory", huge];
        folder.andor(&words).refuses(&["memory"]);
    }
    let words = ["table", "build", "surakarta", "--pieces", "2", "--memory", huge];
    folder.andor(&words).refuses(&["memory"]);
    let words =
        ["match", "mia:memory=1024G", "random", "--game", "breakthrough:3x4", "--games", "2"];
    folder.andor(&words).refuses(&["1048576 MiB"]);
    let row = folder.andor(&["solve", "tic-tac-toe", "--memory", "64MiB", "--json"]).exits(0);
    assert!(number(&row.object(), "nodes") > 0);
}
