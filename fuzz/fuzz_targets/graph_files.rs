//! Any bytes as a graph file: a game that is written as it will be read again and keeps all
//! promises, or one short line.
#![no_main]

use andor_core::conformance::check;
use andor_fuzz::check_refusal;
use andor_games::graph::Graph;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match Graph::from_json("fuzz", bytes) {
        Err(error) => check_refusal(&error.to_string()),
        Ok(graph) => {
            let again = Graph::from_json("fuzz", graph.to_json().as_bytes());
            assert_eq!(again.as_ref(), Ok(&graph));
            check(&graph, &graph, 1, 20).expect("all promises are kept");
        }
    }
});
