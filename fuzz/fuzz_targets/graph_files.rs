//! Any bytes as a graph file: a game that is written as it will be read again and keeps all
//! promises, or one short line; and the same for the plain reader of the reference rules.
#![no_main]

use andor_core::conformance::check;
use andor_fuzz::check_refusal;
use andor_games::graph::{Graph, Reference};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let reference = Reference::from_json("graph:fuzz", bytes);
    match Graph::from_json("fuzz", bytes) {
        Err(error) => {
            check_refusal(&error.to_string());
            let other = reference.err().expect("both readers refuse the same");
            check_refusal(&other.to_string());
        }
        Ok(graph) => {
            let again = Graph::from_json("fuzz", graph.to_json().as_bytes());
            assert_eq!(again.as_ref().map(Graph::nodes), Ok(graph.nodes()));
            match reference {
                Ok(reference) => {
                    check(&graph, &reference, 1, 20).expect("all promises are kept");
                }
                // The plain reader knows no escapes: \u0072 for an r.
                Err(error) => assert!(bytes.contains(&b'\\'), "{error}"),
            }
        }
    }
});
