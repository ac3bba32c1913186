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
    assert_eq!(ours.len(), 5);
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
