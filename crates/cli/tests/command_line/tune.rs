//! `andor tune`: weights for the order of moves.

use crate::andor::Folder;

const SMALL: [&str; 5] = ["tune", "breakthrough:3x4", "breakthrough:3x5", "--seed", "3"];

#[test]
fn tuning_repeats_and_goes_on_where_it_stopped() {
    let folder = Folder::new();
    let run = |trials: &str, log: &str| {
        folder.andor(&[&SMALL[..], &["--trials", trials, "--log", log]].concat()).exits(0)
    };
    let whole = run("12", "whole");
    assert!(whole.out.contains("\ncapture = "), "{whole:#?}");
    run("5", "parts");
    let parts = run("12", "parts");
    assert_eq!(folder.read("whole"), folder.read("parts"));
    let weights = |out: &str| out.lines().filter(|line| line.contains(" = ")).count();
    assert_eq!((weights(&whole.out), weights(&parts.out)), (21, 21));
    // What is printed can be read again: the first trial is the best one of before.
    folder.write("weights", &whole.out);
    let again = [&SMALL[..], &["--trials", "0", "--weights", "weights"]].concat();
    let again = folder.andor(&again).exits(0);
    let last = whole.out.lines().take_while(|line| !line.is_empty()).last().unwrap();
    let nodes = |line: &str| line.split("  ").skip(2).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(nodes(last.trim()), nodes(again.out.lines().next().unwrap().trim()));
    // A log is of one seed and of some boards.
    let other = ["tune", "breakthrough:3x4", "--log", "whole"];
    folder.andor(&other).refuses(&["\"whole\"", "line 1", "boards"]);
}

#[test]
fn tuning_needs_boards_of_a_game_with_an_order() {
    let folder = Folder::new();
    folder.andor(&["tune", "tic-tac-toe"]).refuses(&["\"tic-tac-toe\"", "no order"]);
    let words = ["tune", "breakthrough:4x5", "--nodes", "10"];
    folder.andor(&words).refuses(&["breakthrough:4x5", "10 nodes"]);
    folder.write("w", "capture = many\n");
    let words = ["tune", "breakthrough:3x4", "--weights", "w"];
    folder.andor(&words).refuses(&["\"w\"", "capture", "many"]);
    folder.write("log", b"nonsense\n");
    let words = ["tune", "breakthrough:3x4", "--log", "log"];
    folder.andor(&words).refuses(&["\"log\"", "line 1"]);
}
