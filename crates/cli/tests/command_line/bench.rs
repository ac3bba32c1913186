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
