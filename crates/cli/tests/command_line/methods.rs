//! Every method says the same, in the same number of nodes, in whatever memory.

use crate::andor::{Folder, number, text};
use andor_engine::Method;
use serde_json::{Map, Value};

fn methods() -> impl Iterator<Item = &'static str> {
    Method::all().map(Method::name)
}

fn solve(board: &str, more: &[&str]) -> Map<String, Value> {
    let game = format!("breakthrough:{board}");
    let words = [&["solve", &game, "--json"], more].concat();
    Folder::new().andor(&words).exits(0).object()
}

/// Solves a board with these methods.
fn agree(board: &str, methods: impl Iterator<Item = &'static str>, more: &[&str]) {
    for method in methods {
        let row = solve(board, &[&["--method", method], more].concat());
        let shown = match (method, board) {
            // Two rows taller than wide.
            ("auto", "2x4" | "2x5" | "3x5") => "boolean",
            ("auto", _) => "df-pn",
            _ => method,
        };
        assert_eq!(text(&row, "method"), shown);
        assert_eq!((text(&row, "value"), text(&row, "winner")), ("loss", "b"), "{row:?}");
        assert_eq!(row["verified"], true, "{row:?}");
        assert!(row["best"].is_null());
    }
}

#[test]
fn methods_agree_on_boards_of_four_rows() {
    for board in ["2x4", "3x4", "4x4"] {
        agree(board, methods(), &[]);
    }
    agree("5x4", methods().filter(|method| *method != "retrograde"), &[]);
    // The positions of 5x4 fit into so little memory only as bits, which is tried second.
    agree("5x4", ["retrograde"].into_iter(), &["--memory", "1MiB", "--threads", "2"]);
}

#[test]
fn methods_agree_on_boards_of_five_rows() {
    for board in ["2x5", "3x5"] {
        agree(board, methods(), &[]);
    }
    agree("4x5", ["auto", "df-pn", "boolean"].into_iter(), &["--threads", "2"]);
    let knowing = ["auto", "pn", "ef-pn", "pn2", "pds-pn", "df-pn"];
    agree("4x5", knowing.into_iter(), &["--knowledge", "on"]);
}

/// Threads on games without repetition, where it is a draw, and where it is forbidden.
#[test]
fn threads_solve_every_kind_of_game() {
    for (game, value) in [
        ("tic-tac-toe", "draw"),
        ("connect-four:4x4", "draw"),
        ("loa:5x5", "win"),
        ("go:3x3,ko=simple,goal=9", "win"),
        ("go:2x3", "draw"),
    ] {
        let one = Folder::new().andor(&["solve", game, "--json"]).exits(0).object();
        let words = ["solve", game, "--threads", "4", "--json"];
        let row = Folder::new().andor(&words).exits(0).object();
        assert_eq!(text(&row, "value"), text(&one, "value"), "{game}");
        assert_eq!((text(&row, "value"), &row["verified"]), (value, &Value::Bool(true)), "{game}");
    }
}

#[test]
fn two_runs_are_the_same_but_for_the_clock() {
    let timeless = |mut row: Map<String, Value>| {
        for seconds in ["seconds", "setup_seconds", "verify_seconds"] {
            assert!(row.remove(seconds).is_some());
        }
        row
    };
    for method in methods() {
        let runs = [0, 1].map(|_| timeless(solve("3x5", &["--method", method])));
        assert!(number(&runs[0], "nodes") > 1000);
        assert_eq!(runs[0], runs[1]);
    }
}

#[test]
fn leaf_rules_change_the_work_and_not_the_value() {
    let mut nodes = Vec::new();
    for leaf in ["naive", "mobility", "ef"] {
        let row = solve("3x5", &["--method", "df-pn", "--leaf", leaf]);
        assert_eq!((text(&row, "value"), &row["verified"]), ("loss", &Value::Bool(true)));
        nodes.push(number(&row, "nodes"));
    }
    nodes.sort_unstable();
    nodes.dedup();
    assert_eq!(nodes.len(), 3, "--leaf does nothing");
    let weighed = solve("3x5", &["--leaf", "ef", "--a", "9", "--b", "3", "--t", "7"]);
    assert_eq!(text(&weighed, "value"), "loss");
    assert!(!nodes.contains(&number(&weighed, "nodes")), "--a, --b, --t do nothing");
}

#[test]
fn df_pn_gives_the_same_value_at_every_table_size() {
    for (size, bytes) in
        [("1MiB", 1 << 20), ("2MiB", 2 << 20), ("8MiB", 8 << 20), ("64MiB", 64 << 20)]
    {
        let row = solve("4x5", &["--memory", size]);
        assert_eq!((text(&row, "value"), text(&row, "winner")), ("loss", "b"));
        assert_eq!(row["verified"], true);
        assert!(number(&row, "peak_memory_bytes") <= bytes, "{row:?}");
    }
}
