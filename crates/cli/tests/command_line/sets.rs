//! `andor bench sets` and the papers' tables: methods compared on labelled positions.

use crate::andor::{Folder, number, text};

/// A set of two positions, labelled by another command of andor.
fn set_in(folder: &Folder) -> String {
    let games = |game: &str, position: &str| {
        let solved = folder.andor(&["solve", game, "--position", position, "--json"]);
        text(&solved.exits(0).object(), "value").to_owned()
    };
    let position = folder.andor(&["show", "breakthrough:3x4", "--json"]).exits(0).object();
    let position = text(&position, "position").to_owned();
    let small = games("breakthrough:3x4", &position);
    let empty = folder.andor(&["show", "tic-tac-toe", "--json"]).exits(0).object();
    let empty = text(&empty, "position").to_owned();
    let set = format!(
        "{{\"game\":\"breakthrough:3x4\",\"position\":\"{position}\",\"value\":\"{small}\"}}\n\n\
         {{\"game\":\"tic-tac-toe\",\"position\":\"{empty}\",\"value\":\"draw\",\"note\":\"all\"}}\n"
    );
    folder.write("set.jsonl", &set);
    set
}

const COMPARE: [&str; 6] = ["bench", "sets", "--set", "set.jsonl", "--methods", "pn,df-pn"];

#[test]
fn a_comparison_counts_and_adds_up() {
    let folder = Folder::new();
    set_in(&folder);
    let rows = folder.andor(&[&COMPARE[..], &["--json"]].concat()).exits(0).objects();
    assert_eq!(rows.len(), 2);
    for (row, method) in rows.iter().zip(["pn", "df-pn"]) {
        assert_eq!((text(row, "bench"), text(row, "method")), ("sets", method));
        assert_eq!((number(row, "positions"), number(row, "solved")), (2, 2));
        assert_eq!((number(row, "common"), number(row, "verified")), (2, 0));
        assert!(number(row, "nodes") > number(row, "expanded"));
    }
    let certified = folder.andor(&[&COMPARE[..], &["--json", "--certify"]].concat()).exits(0);
    for (certified, row) in certified.objects().iter().zip(&rows) {
        assert_eq!(number(certified, "verified"), 2);
        assert_eq!(number(certified, "nodes"), number(row, "nodes"));
    }
    let table = folder.andor(&COMPARE).exits(0);
    table.says(&["2 positions of set.jsonl", "searches only", "solved", "df-pn"]);
}

#[test]
fn what_a_file_has_is_not_run_again() {
    let folder = Folder::new();
    set_in(&folder);
    let compare = [&COMPARE[..], &["--json", "--resume", "results"]].concat();
    let first = folder.andor(&compare).exits(0);
    let kept = folder.read("results");
    assert_eq!(kept.iter().filter(|&&byte| byte == b'\n').count(), 4);
    assert_eq!(folder.andor(&compare).exits(0).out, first.out);
    assert_eq!(folder.read("results"), kept);
    // A line that was cut off is run again; other limits are another comparison.
    folder.write("results", &kept[..kept.len() - 5]);
    folder.andor(&compare).exits(0);
    assert_eq!(folder.read("results").iter().filter(|&&byte| byte == b'\n').count(), 4);
    let fewer = folder.andor(&[&compare[..], &["--nodes", "1"]].concat()).exits(0).objects();
    assert_eq!(number(&fewer[0], "solved"), 0);
    assert_eq!(folder.read("results").iter().filter(|&&byte| byte == b'\n').count(), 8);
}

#[test]
fn a_method_that_disagrees_with_a_label_fails() {
    let folder = Folder::new();
    let set = set_in(&folder);
    folder.write("set.jsonl", set.replace("draw", "loss"));
    folder.andor(&COMPARE).exits(3).notes(&["disagree", "pn says draw, the label loss"]);
}

#[test]
fn the_tables_of_the_papers_run_on_any_set() {
    let folder = Folder::new();
    let value = folder.andor(&["solve", "loa:4x4", "--json"]).exits(0).object();
    let line = format!(
        "{{\"game\":\"loa:4x4\",\"position\":\"{}\",\"value\":\"{}\"}}\n",
        text(&value, "position"),
        text(&value, "value")
    );
    folder.write("set.jsonl", &line);
    for (table, rows) in [("table1", 4), ("table4.1", 4), ("table5.2", 8), ("fig5.4", 33)] {
        let words = ["bench", table, "--set", "set.jsonl", "--nodes", "200000", "--json"];
        let found = folder.andor(&words).exits(0).objects();
        assert_eq!(found.len(), rows, "{table}");
        assert!(found.iter().all(|row| text(row, "bench") == table));
    }
    folder.andor(&["bench", "table1", "--set", "set.jsonl", "--nodes", "1000"]).exits(0).says(&[
        "EF-PN paper, table 1",
        "PN-Naive",
        "1,336,925,805",
        "1196",
    ]);
}

/// The sets travel inside the program: a table of a paper runs in a folder with nothing in it.
#[test]
fn an_experiment_runs_in_any_folder() {
    let folder = Folder::new();
    let small = ["--methods", "pn,df-pn", "--limit-positions", "2", "--nodes", "1000"];
    let table = folder.andor(&[&["bench", "table1"][..], &small].concat()).exits(0);
    table.says(&["2 positions of crates/lab/sets/loa-8x8-easier.jsonl", "df-pn"]);
    let one = ["bench", "table2", "--limit-positions", "1", "--nodes", "1000"];
    folder.andor(&one).exits(0).says(&["1 position of crates/lab/sets/"]);
    for (table, positions) in [("table4", 2), ("table6", 2), ("ghi1", 2), ("ghi4", 2)] {
        let words = [&["bench", table, "--json"][..], &small].concat();
        let rows = folder.andor(&words).exits(0).objects();
        assert!(rows.iter().all(|row| number(row, "positions") == positions), "{table}");
    }
    folder.andor(&["bench", "table1", "--set", "none.jsonl"]).refuses(&["\"none.jsonl\""]);
}

#[test]
fn the_tables_about_histories_run_and_count_what_is_wrong() {
    let folder = Folder::new();
    folder.shell("mkdir -p crates/lab/sets").exits(0);
    for name in ["one-eye", "checkers-endings"] {
        let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/sets");
        let file = format!("{name}.jsonl");
        let set = std::fs::read(format!("{own}/{file}")).unwrap();
        folder.write(&format!("crates/lab/sets/{file}"), set);
    }
    let small = ["--nodes", "20000", "--limit-positions", "2"];
    let rows = folder.andor(&[&["bench", "ghi", "--json"][..], &small].concat()).exits(0).objects();
    let names: Vec<&str> = rows.iter().map(|row| text(row, "bench")).collect();
    let rows_of = |name: &str| names.iter().filter(|known| **known == name).count();
    assert_eq!(["ghi1", "ghi2", "ghi3", "ghi4"].map(rows_of), [4, 3, 5, 3]);
    for row in &rows {
        assert_eq!(number(row, "positions"), 2);
        if text(row, "method").ends_with("ghi=ignore") {
            let wrong = number(row, "wrong_values") + number(row, "wrong_trees");
            assert!(wrong <= number(row, "solved"));
        }
    }
    let table = folder.andor(&[&["bench", "ghi3"][..], &small].concat()).exits(0);
    table.says(&["126 + 18", "243,885", "simulations", "IGNORE-GHI: 0 wrong values"]);
    let table = folder.andor(&[&["bench", "ghi1"][..], &small].concat()).exits(0);
    table.says(&["134 + 2", "wrong tree", "HANDLE-GHI against ignoring: ", "on 2 positions"]);
    folder.andor(&["bench", "ghi", "--set", "x.jsonl"]).refuses(&["\"x.jsonl\"", "two sets"]);
}

/// An endgame table is asked in the positions of its game, and a tree that ends in it is a proof.
#[test]
fn a_comparison_may_ask_endgame_tables() {
    let folder = Folder::new();
    folder.andor(&["table", "build", "checkers", "--pieces", "3", "--out", "3.table"]).exits(0);
    let small = ["--nodes", "30000", "--limit-positions", "6", "--table", "3.table"];
    let table = folder.andor(&[&["bench", "ghi3"][..], &small].concat()).exits(0);
    table.says(&["asking 3.table"]);
    let methods = ["--methods", "df-pn,df-pn/ghi=ignore", "--json", "--resume", "kept"];
    let asked =
        folder.andor(&[&["bench", "ghi3"][..], &small, &methods].concat()).exits(0).objects();
    let alone = folder.andor(&[&["bench", "ghi3"][..], &small[..4], &methods].concat());
    let alone = alone.exits(0).objects();
    // Results with and without the table are not the same.
    assert_ne!(number(&asked[0], "nodes"), number(&alone[0], "nodes"));
    assert!(number(&asked[0], "solved") > 0 && number(&asked[1], "wrong_values") == 0);
    folder.andor(&["bench", "ghi1", "--table", "none"]).refuses(&["\"none\""]);
    folder.andor(&["bench", "zone", "--table", "3.table"]).refuses(&["\"zone\"", "no options but"]);
}

/// Rows with `limit=expansions` have as many expansions as the others have nodes.
#[test]
fn a_contender_may_be_limited_in_expansions() {
    let folder = Folder::new();
    let words = |methods| {
        let small = ["--nodes", "2000", "--limit-positions", "1", "--json", "--resume", "kept"];
        [&["bench", "table1", "--methods", methods][..], &small].concat()
    };
    folder.andor(&words("pds,pds/limit=expansions")).exits(0);
    let kept = String::from_utf8(folder.read("kept")).unwrap();
    let lines: Vec<&str> = kept.lines().collect();
    assert!(
        lines[0].contains("\"max_nodes\":2000") && !lines[0].contains("max_expansions"),
        "{kept}"
    );
    assert!(lines[1].contains("\"max_nodes\":null,\"max_expansions\":2000"), "{kept}");
    let both =
        ["bench", "table1", "--methods", "pn", "--limit-positions", "1", "--expansions", "9"];
    folder.andor(&both).exits(0).says(&["at most 9 expansions"]);
}

/// An ignoring search may be wrong; that is a result, and no failure of the run.
#[test]
fn a_wrong_value_of_an_unsound_search_is_counted() {
    let folder = Folder::new();
    let set = set_in(&folder);
    folder.write("set.jsonl", set.replace("draw", "loss"));
    let words = ["bench", "sets", "--set", "set.jsonl", "--methods", "df-pn/ghi=ignore", "--json"];
    let rows = folder.andor(&words).exits(0).objects();
    assert_eq!((number(&rows[0], "solved"), number(&rows[0], "wrong_values")), (2, 1));
    // Nothing repeats in Breakthrough: its table has a proof.
    assert_eq!((number(&rows[0], "wrong_trees"), number(&rows[0], "unseen_trees")), (0, 0));
}

#[test]
fn what_cannot_be_compared_is_refused_in_one_line() {
    let folder = Folder::new();
    set_in(&folder);
    folder.write(
        "bad.jsonl",
        "{\"game\":\"tic-tac-toe\",\"position\":\"3/3/4 x\",\"value\":\"win\"}\n",
    );
    folder.write(
        "odd.jsonl",
        "{\"game\":\"tic-tac-toe\",\"position\":\"3/3/3 x\",\"value\":\"good\"}\n",
    );
    folder.write("empty.jsonl", "\n");
    let sets = |set, methods| ["bench", "sets", "--set", set, "--methods", methods];
    for (words, parts) in [
        (&["bench", "sets"][..], &["--set FILE.jsonl"][..]),
        (&["bench", "sets", "--set", "set.jsonl"], &["--methods M,M"]),
        (&sets("none.jsonl", "pn"), &["\"none.jsonl\""]),
        (&sets("bad.jsonl", "pn"), &["\"bad.jsonl\", line 1"]),
        (&sets("odd.jsonl", "pn"), &["line 1", "\"good\""]),
        (&sets("empty.jsonl", "pn"), &["no positions"]),
        (&sets("set.jsonl", "pn,pm"), &["\"pm\""]),
        (&sets("set.jsonl", "pn/tea"), &["\"tea\"", "growth=A:B"]),
        (&["bench", "loa6", "--nodes", "5"], &["\"loa6\"", "no options but --memory and --proof"]),
        (&["bench", "table1", "--proof", "x.proof"], &["\"x.proof\"", "no certificates"]),
        (&["bench", "pn", "--nodes", "5"], &["\"pn\"", "no comparison"]),
        (&["bench", "table1", "--depth", "5"], &["\"table1\"", "no options but --set, --methods"]),
        (&["bench", "zone", "--resume", "x"], &["\"zone\"", "no options but --nodes, --memory"]),
        (&["bench", "table9"], &["\"table9\"", "perft", "loa5", "fig7.5", "zone", "ppn2", "ghi4"]),
    ] {
        folder.andor(words).refuses(parts);
    }
}
