//! Bad input: one line that quotes what is wrong, nothing on stdout, nothing written, exit code 2.

use crate::andor::Folder;

/// Each command line must be refused with a line that has all these texts.
fn all_refused(cases: &[(&[&str], &[&str])]) {
    let folder = Folder::new();
    for (words, texts) in cases {
        folder.andor(words).refuses(texts);
        folder.andor(&[*words, &["--json"]].concat()).refuses(texts);
        assert!(folder.files().is_empty(), "{words:?} wrote {:?}", folder.files());
    }
}

#[test]
fn games_that_do_not_exist() {
    for command in ["solve", "show", "moves"] {
        all_refused(&[
            (
                &[command, "chess"],
                &[
                    "\"chess\"",
                    "breakthrough, checkers, connect-four, go, graph, loa, one-eye, surakarta, tic-tac-toe",
                ],
            ),
            (&[command, "breakthrough:1x9"], &["\"breakthrough:1x9\"", "2 to 8 columns"]),
            (&[command, "breakthrough:5"], &["\"breakthrough:5\""]),
            (&[command, "breakthrough:4x4,walls=1"], &["walls", "\"1\" is no square"]),
            (&[command, "breakthrough:4x4,walls"], &["walls"]),
            (&[command, "breakthrough:4x4,doors=b2"], &["\"doors\""]),
            (&[command, "connect-four,line=9"], &["\"9\""]),
            (&[command, "tic-tac-toe:4x4"], &["\"tic-tac-toe:4x4\""]),
            (&[command, ""], &["\"\""]),
            (&[command, "breakthrough\n:4x4"], &["\"breakthrough\\n:4x4\""]),
        ]);
    }
    all_refused(&[
        (&["perft", "chess", "3"], &["\"chess\""]),
        (&["solve"], &["which game?"]),
        (&["show"], &["<GAME>"]),
        (&["perft", "breakthrough"], &["<DEPTH>"]),
        (&["perft", "breakthrough", "many"], &["'many'"]),
    ]);
}

#[test]
fn slips_get_a_suggestion_and_the_help_of_their_command() {
    all_refused(&[
        (&["slove", "loa"], &["'slove'; did you mean 'solve'? (andor --help)"]),
        (&["table", "biuld"], &["did you mean 'build'? (andor table --help)"]),
        (&["table"], &["which command? andor table build|verify|probe|info (andor table --help)"]),
        (&["solve", "breaktrough:4x4"], &["did you mean breakthrough?"]),
        (&["solve", "loa:5x5", "--method", "dfpn"], &["did you mean df-pn?"]),
        (&["solve", "loa", "--postion", "x"], &["did you mean '--position'? (andor solve --help)"]),
        (&["solve", "loa", "--goal", "wim"], &["did you mean 'win'? (andor solve --help)"]),
        (&["bench", "tabel1"], &["did you mean table1?"]),
        (&["match", "mia"], &["(andor match --help)"]),
    ]);
}

#[test]
fn games_are_named_in_either_case() {
    let folder = Folder::new();
    for game in ["Breakthrough:4x4", "BREAKTHROUGH:4X4"] {
        let shown = folder.andor(&["show", game, "--json"]).exits(0).object();
        assert_eq!(shown["game"], "breakthrough:4x4");
    }
}

#[test]
fn positions_that_cannot_be() {
    for command in ["solve", "show", "moves"] {
        let place = |position| [command, "breakthrough:2x4", "--position", position];
        all_refused(&[
            // Too many men.
            (&place("bb/bb/bw/ww w"), &["\"bb/bb/bw/ww w\"", "Black has 5 men"]),
            // Misplaced men: White had won before.
            (&place("wb/2/2/w1 w"), &["\"wb/2/2/w1 w\"", "already won on a4"]),
            (&place("wb/2/2/wb b"), &["\"wb/2/2/wb b\""]),
            (&place("2/2/2/w1 w"), &["Black has no men"]),
            // Wrong ranks.
            (&place("bb/ww w"), &["\"bb/ww w\"", "2 ranks"]),
            (&place("bbb/bb/ww/ww w"), &["\"bbb\""]),
            (&place("bb/3/ww/ww w"), &["\"3\""]),
            (&place("bb/b/ww/ww w"), &["\"b\""]),
            // Wrong letters.
            (&place("bb/bb/ww/ww x"), &["\"x\""]),
            (&place("bb/bb/ww/ww"), &["\"bb/bb/ww/ww\"", "side to move"]),
            (&place("bk/bb/ww/ww w"), &["\"k\""]),
            (&place("bb/bb/ww/ww w fast"), &["\"fast\""]),
            (&place(""), &["\"\""]),
        ]);
    }
}

#[test]
fn decided_positions_are_shown_but_not_solved() {
    let decided = "bw/2/2/w1 b";
    all_refused(&[
        (
            &["solve", "breakthrough:2x4", "--position", decided],
            &["\"bw/2/2/w1 b\"", "already decided", "White has won"],
        ),
        (
            &["solve", "tic-tac-toe", "--moves", "a1 a2 b1 b2 c1"],
            &["already decided", "Black has won"],
        ),
        (&["solve", "connect-four:1x1", "--moves", "a"], &["already decided", "draw"]),
        // Nobody moves after the end.
        (&["show", "breakthrough:2x4", "--position", decided, "--moves", "a4-a3"], &["\"a4-a3\""]),
    ]);
    let folder = Folder::new();
    let words = ["show", "breakthrough:2x4", "--position", decided];
    folder.andor(&words).exits(0).says(&["The game is over: White has won."]);
    let shown = folder.andor(&[&words[..], &["--json"]].concat()).exits(0).object();
    assert_eq!((&shown["outcome"], &shown["moves"]), (&"w".into(), &serde_json::json!([])));
}

#[test]
fn moves_that_cannot_be_played() {
    for command in ["solve", "show", "moves"] {
        let after = |moves| [command, "breakthrough:3x4", "--moves", moves];
        all_refused(&[
            (&after("sideways"), &["\"sideways\"", "bbb/bbb/www/www w"]),
            (&after("a2-a4"), &["\"a2-a4\""]),
            (&after("a3-a2"), &["\"a3-a2\""]),
            (&after("a2xb3 a2xb3"), &["\"a2xb3\"", "bbb/bwb/1ww/www b"]),
            (&after("a2xb3,a4xb3"), &["\"a2xb3,a4xb3\""]),
            (&after("ä2-ä3"), &["\"ä2-ä3\""]),
        ]);
    }
}

#[test]
fn options_that_mean_nothing() {
    let solve = |words: &[&'static str]| [&["solve", "breakthrough:8x8"], words].concat();
    for (words, texts) in [
        (&["--method", "magic"][..], &["\"magic\"", "df-pn"][..]),
        (&["--goal", "glory"], &["'glory'", "value, win, draw"]),
        (&["--leaf", "oak"], &["'oak'"]),
        (&["--memory", "lots"], &["'lots'", "--memory"]),
        (&["--memory", "0"], &["'0'"]),
        (&["--memory", "-1GiB"], &["-1"]),
        (&["--memory", ""], &["--memory"]),
        (&["--threads", "2", "--method", "pds"], &["\"pds\"", "--threads"]),
        (&["--threads", "257", "--method", "boolean"], &["'257'", "--threads"]),
        (&["--threads", "0"], &["'0'", "--threads"]),
        (&["--nodes", "ten"], &["'ten'", "--nodes"]),
        (&["--time", "1fortnight"], &["'1fortnight'", "--time"]),
        (&["--checkpoint-every", "soon"], &["'soon'"]),
        (&["--tree-nodes", "1000", "--checkpoint", "x"], &["--tree-nodes", "checkpoint"]),
        (&["--second-level", "half"], &["--second-level", "half"]),
        (&["--second-level", "whole"], &["\"auto\"", "second level"]),
        (&["--tree-nodes", "1000", "--resume", "x"], &["--tree-nodes", "--resume"]),
        (&["--method", "pds", "--checkpoint", "c"], &["\"pds\""]),
        (&["--method", "pn", "--a", "3"], &["\"mobility\""]),
        (&["--frobnicate"], &["'--frobnicate'"]),
        (&["breakthrough:4x4"], &["'breakthrough:4x4'"]),
        (&["--batch", "b.jsonl", "--proof", "p"], &["--batch", "--proof"]),
    ] {
        all_refused(&[(&solve(words), texts)]);
    }
    all_refused(&[
        (&["solve", "tic-tac-toe", "--leaf", "ef"], &["\"ef\"", "no evaluation"]),
        (&["bench", "marathon"], &["\"marathon\"", "perft, children, df-pn, pn, prove, certify"]),
        (
            &["check", "x", "--from", "pdf"],
            &["\"pdf\"", "sgf, olympiad, pdn, pgn, moves, lines, squares"],
        ),
        (&["check", "x", "--game", "chess"], &["\"chess\""]),
        (&["convert", "x", "--to", "squares"], &["squares", "only read"]),
        (&["convert", "x"], &["--to"]),
        (&["juggle"], &["'juggle'"]),
        (&["--frobnicate"], &["'--frobnicate'"]),
    ]);
}

#[test]
fn files_that_are_not_there() {
    all_refused(&[
        (&["verify", "none"], &["\"none\""]),
        (&["explain", "none"], &["\"none\""]),
        (&["play", "--proof", "none"], &["\"none\""]),
        (&["solve", "--resume", "none"], &["\"none\""]),
        (&["solve", "--batch", "none"], &["\"none\""]),
        (&["verify", "two\nlines"], &["\"two\\nlines\""]),
        (&["verify", "."], &["\".\""]),
        (&["check", "none"], &["\"none\""]),
        (&["check", "."], &["\".\""]),
        (&["convert", "none", "--to", "sgf"], &["\"none\""]),
        (&["show", "none#3"], &["\"none\""]),
        (&["verify"], &["<FILE>"]),
        (&["check"], &["<FILE>"]),
        (&["play"], &["--proof"]),
    ]);
}

#[cfg(unix)]
#[test]
fn words_that_are_no_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::process::Command;
    let mut command = Command::new(crate::andor::BINARY);
    command.args(["solve".as_ref(), OsStr::from_bytes(b"breakthrough:\xff")]);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert_eq!(output.stderr.iter().filter(|byte| **byte == b'\n').count(), 1);
}
