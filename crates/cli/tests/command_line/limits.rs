//! Limits are results: `unknown`, what stopped the search, exit code 1.

use crate::andor::{Ended, Folder, number};
use serde_json::{Map, Value};

fn unknown(ended: Ended, stopped: &str) -> Map<String, Value> {
    let row = ended.exits(1).object();
    assert_eq!(row["value"], "unknown");
    assert_eq!(row["stopped"], stopped, "{row:?}");
    assert_eq!(row["verified"], false);
    for field in ["winner", "best", "proof"] {
        assert_eq!(row[field], Value::Null, "{row:?}");
    }
    row
}

#[test]
fn a_node_limit_is_kept_by_every_method() {
    let folder = Folder::new();
    for method in ["auto", "pn", "pn-naive", "ef-pn", "df-pn"] {
        let words = ["solve", "breakthrough:8x8", "--nodes", "1000", "--method", method, "--json"];
        let row = unknown(folder.andor(&words), "nodes");
        // An expansion is not cut in two, so it may be passed by some children.
        assert!((900..1100).contains(&number(&row, "nodes")), "{row:?}");
    }
}

#[test]
fn the_text_of_an_unknown_value_is_honest() {
    let ended = Folder::new().andor(&["solve", "breakthrough:8x8", "--nodes", "1_000"]).exits(1);
    ended.says(&["White moves first; who wins is not known yet.", "  stopped by   nodes\n"]);
    assert!(!ended.out.contains("main line") && !ended.out.contains("certificate"), "{ended:#?}");
}

#[test]
fn a_limit_between_the_two_questions_of_a_draw_leaves_the_value_unknown() {
    let folder = Folder::new();
    let words = ["solve", "tic-tac-toe", "--goal", "win", "--json"];
    let first = number(&folder.andor(&words).exits(0).object(), "nodes");
    // That Black does not win is known then, but not whether White does.
    let limit = (first + 20).to_string();
    let words = ["solve", "tic-tac-toe", "--nodes", &limit, "--proof", "p", "--json"];
    unknown(folder.andor(&words), "nodes");
    assert!(folder.files().is_empty(), "{:?}", folder.files());
}

#[test]
fn a_time_limit_stops_and_not_too_early() {
    for (limit, seconds, method) in [("300ms", 0.3, "auto"), ("0.1s", 0.1, "pn")] {
        let words = ["solve", "breakthrough:8x8", "--method", method, "--time", limit, "--json"];
        let row = unknown(Folder::new().andor(&words), "time");
        // What is set up, a zone table for one, is within the limit, too.
        let phase = |name: &str| row[name].as_f64().unwrap();
        assert!(phase("seconds") + phase("setup_seconds") >= seconds, "{row:?}");
    }
}

#[test]
fn a_search_that_a_limit_ends_says_how_to_go_on() {
    let folder = Folder::new();
    let solve = ["solve", "breakthrough:4x4", "--method", "df-pn", "--nodes", "1000"];
    folder.andor(&solve).exits(1).notes(&["nothing was kept", "--checkpoint FILE"]);
    let kept = folder.andor(&[&solve[..], &["--checkpoint", "c"]].concat()).exits(1);
    let line = kept.err.lines().find_map(|line| line.strip_prefix("go on with: ")).unwrap();
    folder.shell(line).exits(0).says(&["verified from the reference rules"]);
}

#[test]
fn a_tree_that_outgrows_its_memory_stops() {
    let folder = Folder::new();
    let words = ["solve", "breakthrough:8x8", "--method", "pn", "--memory", "2MiB", "--json"];
    unknown(folder.andor(&words), "memory");
    let words = ["solve", "breakthrough:8x8", "--method", "pn", "--tree-nodes", "1000", "--json"];
    let row = unknown(folder.andor(&words), "memory");
    assert!(number(&row, "nodes") < 2000, "{row:?}");
}

#[test]
fn a_limit_that_is_not_reached_changes_nothing() {
    let words = [
        "solve",
        "breakthrough:4x4",
        "--nodes",
        "1000000",
        "--time",
        "1h",
        "--memory",
        "1GiB",
        "--json",
    ];
    let folder = Folder::new();
    let limited = folder.andor(&words).exits(0).object();
    let free = folder.andor(&["solve", "breakthrough:4x4", "--json"]).exits(0).object();
    assert_eq!(limited["value"], "loss");
    assert_eq!(limited["nodes"], free["nodes"]);
    assert_eq!(limited["peak_memory_bytes"], free["peak_memory_bytes"]);
}

#[test]
fn expansions_are_limited_too() {
    let folder = Folder::new();
    let words = ["solve", "loa:6x6", "--method", "pds", "--expansions", "500", "--json"];
    let row = unknown(folder.andor(&words), "expansions");
    assert_eq!(number(&row, "expanded"), 500);
    // What another method does not have is not advised.
    let form = ["solve", "loa:6x6", "--method", "alpha-beta", "--form", "mia", "--nodes", "9"];
    let ended = folder.andor(&form).exits(1);
    ended.notes(&["andor solve loa:6x6 --checkpoint FILE"]);
}
