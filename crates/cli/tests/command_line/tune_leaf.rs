//! `andor tune-leaf`: a calibration, step by step, and what it is worth on positions held out.

use crate::andor::{Folder, number, text};

const POSITIONS: &str = r#"{"game":"breakthrough:3x5","position":"bbb/bbb/3/www/www w"}
{"game":"breakthrough:4x4","position":"bbbb/bbbb/wwww/wwww w"}
{"game":"breakthrough:5x4","position":"bbbbb/bbbbb/wwwww/wwwww w"}
"#;

#[test]
fn a_calibration_tries_t_then_a_and_b_and_reports_what_it_is_worth() {
    let folder = Folder::new();
    folder.write("p.jsonl", POSITIONS);
    let words = ["tune-leaf", "p.jsonl", "--nodes", "20000", "--json"];
    let rows = folder.andor(&words).exits(0).objects();
    let steps: Vec<&str> = rows.iter().map(|row| text(row, "step")).collect();
    assert_eq!(steps[0], "tuning");
    assert_eq!(steps.iter().filter(|step| **step == "t").count(), 6);
    assert_eq!(steps.iter().filter(|step| **step == "a, b").count(), 25);
    assert_eq!(steps[steps.len() - 2..], ["held out"; 2]);
    // What is held out at the end is the best of all that were tried.
    let tried = rows.iter().filter(|row| ["t", "a, b"].contains(&text(row, "step")));
    let best = tried.min_by_key(|row| number(row, "nodes")).unwrap();
    let last = rows.last().unwrap();
    for parameter in ["a", "b", "t"] {
        assert_eq!(best[parameter], last[parameter], "{parameter}");
    }
}

#[test]
fn bad_files_are_refused_in_one_line() {
    let folder = Folder::new();
    folder.write("p.jsonl", "{\"game\":\"breakthrough:4x4\",\"position\":\"nonsense\"}\n");
    folder.andor(&["tune-leaf", "p.jsonl"]).refuses(&["line 1", "nonsense"]);
    folder.andor(&["tune-leaf", "none.jsonl"]).refuses(&["none.jsonl"]);
    folder.write("t.jsonl", "{\"game\":\"tic-tac-toe\",\"position\":\"3/3/3 b\"}\n");
    folder.andor(&["tune-leaf", "t.jsonl"]).refuses(&["evaluation"]);
}
