//! `andor bench`: one benchmark by its name, and the node count at the end.

use crate::andor::{Folder, number, text};

#[test]
fn a_benchmark_reports_its_runs_and_one_node_count() {
    let rows = Folder::new().andor(&["bench", "pn", "--json"]).exits(0).objects();
    assert_eq!(rows.len(), 2);
    assert_eq!((text(&rows[0], "bench"), text(&rows[1], "bench")), ("pn", "total"));
    let runs = rows[0]["runs"].as_array().unwrap();
    let nodes: u64 = runs.iter().map(|run| run["nodes"].as_u64().unwrap()).sum();
    assert_eq!(number(&rows[1], "nodes"), nodes);
    for run in runs {
        assert_eq!((&run["value"], &run["verified"]), (&"loss".into(), &true.into()), "{run}");
    }
    // A promise of the tree search that no machine can change.
    let bytes = rows[0]["bytes_per_node"].as_f64().unwrap();
    assert!((4.0..=20.0).contains(&bytes), "{bytes} bytes a node");
}

/// The whole way of `bench loa6`, on the smaller board: solved, certified, verified, played.
#[test]
fn a_board_is_benchmarked_from_the_first_node_to_the_last_defence() {
    let folder = Folder::new();
    let words = ["bench", "loa5", "--memory", "1MiB", "--proof", "loa5.proof", "--json"];
    let rows = folder.andor(&words).exits(0).objects();
    assert_eq!(rows.len(), 1);
    let row = &rows[0];
    assert_eq!((text(row, "bench"), text(row, "game")), ("loa5", "loa:5x5"));
    assert_eq!((text(row, "value"), text(row, "best")), ("win", "c1-c3"));
    assert_eq!((&row["verified"], &row["defences"]), (&true.into(), &10.into()));
    let number = |name: &str| row[name].as_u64().unwrap();
    assert!(number("nodes") > 1_000 && number("positions") > 50);
    assert!(number("longest_defence") <= number("plies") && number("longest_defence") > 4);
    assert!(number("peak_memory_bytes") <= 1 << 20);
    folder.andor(&["verify", "loa5.proof"]).exits(0);
    folder.andor(&["bench", "loa5"]).exits(0).says(&["loa5", "10 random defences lost"]);
}

/// Table 5 of the Breakthrough paper, on its smallest board.
#[test]
fn patterns_save_more_with_every_order() {
    let folder = Folder::new();
    let words = ["bench", "patterns", "--limit-positions", "1", "--json"];
    let rows = folder.andor(&words).exits(0).objects();
    let (paper, ours) = rows.split_last().unwrap();
    assert_eq!(paper["paper"]["without"], 4132);
    let expanded: Vec<u64> = ours.iter().map(|row| row["expanded"].as_u64().unwrap()).collect();
    let (papers_rule, expanded) = expanded.split_last().unwrap();
    assert_eq!((ours.len(), &ours[5]["unsound"]), (6, &true.into()));
    assert!(*papers_rule <= expanded[3], "{papers_rule} {expanded:?}");
    assert!(expanded.is_sorted_by(|more, less| more >= less), "{expanded:?}");
    assert!(expanded[0] > 20 * expanded[2], "{expanded:?}");
    let refused = folder.andor(&["bench", "patterns", "--nodes", "7"]);
    refused.refuses(&["\"patterns\"", "--limit-positions"]);
}

/// Experiments about search: nodes by depth for every player, compared with the first of its group.
#[test]
fn players_are_compared_on_positions() {
    let folder = Folder::new();
    let players = "mia4 mia4:null-move=off,multi-cut=off mia4";
    let size = ["--depth", "3", "--limit-positions", "3", "--players", players];
    let rows =
        folder.andor(&[&["bench", "search", "--json"], &size[..]].concat()).exits(0).objects();
    assert_eq!(rows.len(), 3);
    for row in &rows {
        let nodes: Vec<u64> =
            row["nodes_by_depth"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        assert!(nodes.len() == 3 && nodes.is_sorted() && nodes[0] > 0, "{row:?}");
    }
    assert_eq!(rows[0]["nodes_by_depth"], rows[2]["nodes_by_depth"], "one seed, one count");
    assert_eq!(rows[2]["percent"], 100.0);
    let go = ["bench", "fig7.5", "--game", "go:3x3", "--depth", "3", "--limit-positions", "4"];
    folder.andor(&go).exits(0).says(&["4 positions of go:3x3", "shared-history=on", "nodes"]);
    folder.andor(&["bench", "search", "--players", "mia9"]).refuses(&["\"mia9\""]);
    folder.andor(&["bench", "search", "--nodes", "5"]).exits(2);
    folder.andor(&["bench", "pn", "--depth", "5"]).exits(2);
}

/// Tables 3 and 4 of the Breakthrough paper on a tiny board: every part has its rows, every run the same value, and
/// what does not depend on who is first repeats.
#[test]
fn job_level_search_is_measured_by_workers_partial_results_and_sizes() {
    let folder = Folder::new();
    let words = ["bench", "ppn2", "--game", "breakthrough:4x4", "--memory", "64MiB", "--json"];
    let rows = folder.andor(&[&words[..], &["--limit-positions", "2"]].concat()).exits(0).objects();
    let mut parts: Vec<_> = rows.iter().map(|row| (text(row, "table"), &row["virtual"])).collect();
    parts.dedup();
    let expected = [("3", false), ("3", true), ("4 partial", true), ("4 size", true)];
    assert_eq!(rows.len(), 2 * expected.len());
    assert!(
        parts.iter().zip(expected).all(|(part, expected)| (part.0, part.1 == true) == expected)
    );
    for row in &rows {
        assert_eq!((text(row, "bench"), text(row, "claimed")), ("ppn2", "not-win"), "{row:?}");
        assert!(row["paper"].is_null(), "the paper is about another board");
        for sample in row["samples"].as_array().unwrap() {
            let number = |name: &str| sample[name].as_f64().unwrap();
            assert!(number("touched") >= number("in_time"), "{row:?}");
            // Tasks that were sent came in, in time or too late, or were in work at the end.
            let came = number("in_time") + number("stale");
            let workers = row["workers"].as_f64().unwrap();
            assert!((came..=came + workers).contains(&number("expanded")), "{row:?}");
            assert!(number("busy") > 0.0 && number("busy") <= 1.0, "{row:?}");
        }
    }
    // One worker on a thread does what one virtual worker does, and so it does again.
    let again =
        folder.andor(&[&words[..], &["--limit-positions", "1"]].concat()).exits(0).objects();
    assert_eq!(rows[0]["expanded"], rows[2]["expanded"]);
    for (one, other) in [(0, 0), (2, 1), (4, 2), (6, 3)] {
        for count in ["expanded", "touched", "in_time", "nodes"] {
            assert_eq!(
                rows[one]["samples"][0][count], again[other]["samples"][0][count],
                "{count}"
            );
        }
    }
    let words = ["bench", "ppn2", "--game", "breakthrough:4x4", "--limit-positions", "1"];
    let said = folder.andor(&words).exits(0);
    said.says(&[
        "Table 3",
        "Table 4",
        "1 virtual",
        "partial none",
        "size     100",
        "value not-win in every run",
    ]);
    // What each switch is worth: two lists of forms, and Table 4 with a line for one worker.
    let words =
        ["bench", "ppn2-shares", "--game", "breakthrough:4x4", "--memory", "64MiB", "--json"];
    let rows = folder.andor(&[&words[..], &["--limit-positions", "2"]].concat()).exits(0).objects();
    let tables: Vec<_> = rows.iter().map(|row| text(row, "table")).collect();
    let (alone, after) = ("each alone", "one after the other");
    assert_eq!(tables, [alone, alone, after, after, "4", "4", "4"]);
    assert_eq!(rows[0]["silent"], rows[2]["silent"], "ours is ours, and repeats");
    assert_ne!(rows[0]["silent"], rows[1]["silent"], "jobs are not small at the start");
    assert!(rows[0]["share"].is_null() && rows[1]["share"].is_f64());
    folder.andor(&["bench", "ppn2", "--nodes", "5"]).refuses(&["\"ppn2\"", "--game, --memory"]);
    folder.andor(&["bench", "ppn2", "--game", "chess"]).refuses(&["\"chess\""]);
}

#[test]
fn a_checkpoint_of_a_tree_of_jobs_is_rehearsed() {
    let folder = Folder::new();
    let words = ["bench", "job-tree", "--tree-nodes", "100000"];
    let row = folder.andor(&[&words[..], &["--json"]].concat()).exits(0).object();
    let nodes = number(&row, "nodes");
    assert!((99_000..=100_000).contains(&nodes), "{row:?}");
    let together = number(&row, "tree_bytes") + number(&row, "copy_bytes");
    assert!(together * 10_000_000 / nodes <= 1 << 30, "{row:?}");
    folder.andor(&words).exits(0).says(&["the search waits", "bytes a node"]);
    folder
        .andor(&["bench", "job-tree", "--memory", "1MiB"])
        .refuses(&["\"job-tree\"", "--tree-nodes"]);
}

/// The model is calibrated and speaks of both boards, and what it says is called simulated.
#[test]
fn larger_boards_are_forecast() {
    let folder = Folder::new();
    let words = ["bench", "scaling", "--game", "breakthrough:4x5", "--limit-positions", "4"];
    let rows = folder.andor(&[&words[..], &["--json"]].concat()).exits(0).objects();
    let of = |part: &str| rows.iter().filter(|row| text(row, "part") == part).collect::<Vec<_>>();
    assert_eq!((of("curve").len(), of("fit").len(), of("forecast").len()), (4, 1, 6));
    for row in of("forecast") {
        assert_eq!(row["simulated"], true);
        let seconds = |name: &str| row[name].as_f64().unwrap();
        assert!(seconds("seconds_least") < seconds("seconds"), "{row:?}");
        assert!(seconds("seconds") < seconds("seconds_most"), "{row:?}");
    }
    folder.andor(&words).exits(0).says(&["simulated: breakthrough:7x6", "simulated: loa:7x7"]);

    // What a file has is not run again.
    let keeping = [&words[..], &["--resume", "kept"]].concat();
    let first = folder.andor(&keeping).exits(0);
    let kept = folder.read("kept");
    assert_eq!(folder.andor(&keeping).exits(0).out, first.out);
    assert_eq!(folder.read("kept"), kept, "something was run again");
    folder.write("kept", "{\"search\": \"x\"}\n");
    folder.andor(&keeping).refuses(&["\"kept\"", "line 1"]);
}
