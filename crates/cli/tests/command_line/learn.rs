//! `andor learn`: weights from games against itself.

use crate::andor::Folder;

const SMALL: [&str; 8] = ["learn", "loa:5x5", "--evaluator", "mia3", "--seed", "5", "--depth", "2"];

#[test]
fn learning_repeats_and_goes_on_where_it_stopped() {
    let folder = Folder::new();
    let run = |games: &str, out: &str, more: &[&str]| {
        folder.andor(&[&SMALL[..], &["--games", games, "--out", out], more].concat()).exits(0)
    };
    let whole = run("12", "whole", &[]);
    assert!(whole.out.contains("\nabsolute-concentration = "), "{whole:#?}");
    assert!(whole.out.contains("--seed 5 --depth 2"), "{whole:#?}");
    run("5", "parts", &[]);
    run("12", "parts", &["--resume"]);
    for ending in ["", ".log", ".state"] {
        let read = |name: &str| folder.read(&format!("{name}{ending}"));
        assert_eq!(read("whole"), read("parts"), "{ending}");
    }
    assert_eq!(String::from_utf8_lossy(&folder.read("whole.log")).lines().count(), 12);
    // A log that is ahead of the state is cut back.
    let log = [folder.read("parts.log"), b"{\"game\":13}\n".to_vec()].concat();
    folder.write("parts.log", log);
    run("12", "parts", &["--resume"]);
    assert_eq!(folder.read("whole.log"), folder.read("parts.log"));
}

#[test]
fn kept_weights_stay_and_a_file_may_be_the_start() {
    let folder = Folder::new();
    let weights = "men = 100000\nrows = 1\nsquared-rows = 2\nguarded = 3\nhanging = 4\npassed = 5\n\
                   guards-at-home = 6\nplayer-to-move = 7\ndecisive = 8\n";
    folder.write("start", weights);
    let words = [
        "learn",
        "breakthrough:4x5",
        "--games",
        "6",
        "--weights",
        "start",
        "--keep",
        "men,rows",
        "--out",
        "new",
        "--json",
    ];
    let games = folder.andor(&words).exits(0).objects();
    assert_eq!(games.len(), 6);
    let last = &games[5]["weights"];
    assert_eq!((&last["men"], &last["rows"]), (&100_000.into(), &1.into()));
    assert_ne!(last["player-to-move"], 7);
}

#[test]
fn what_cannot_be_learnt_is_quoted() {
    let folder = Folder::new();
    let refused = |words: &[&str], parts: &[&str]| {
        folder.andor(&[words, &["--out", "x"]].concat()).refuses(parts);
    };
    refused(&["learn", "tic-tac-toe"], &["\"tic-tac-toe\"", "no evaluator"]);
    refused(&["learn", "loa", "--evaluator", "mia9"], &["\"mia9\"", "mia4"]);
    refused(&["learn", "loa", "--keep", "luck"], &["\"luck\"", "quads"]);
    refused(&["learn", "loa", "--resume"], &["\"x.state\""]);
    refused(&["learn", "loa", "--lambda", "2"], &["from 0 to 1"]);
    folder.write("w", "quads = many\n");
    refused(&["learn", "loa", "--weights", "w"], &["quads = many"]);
    folder.write("y.state", "nonsense");
    folder.andor(&["learn", "loa", "--out", "y"]).refuses(&["\"y.state\"", "--resume"]);
    folder.andor(&["learn", "loa", "--out", "y", "--resume"]).refuses(&["\"y.state\""]);
}
