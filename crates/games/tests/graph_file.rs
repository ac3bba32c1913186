//! Graph files: what is read, what is written, and that hostile ones are refused in bounded time
//! and memory, in one line.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Outcome, Player, Rules};
use andor_games::graph::generate::{Mix, Shape, generate};
use andor_games::graph::{Graph, Node, Rule};
use std::time::{Duration, Instant};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/graphs");

/// The error about these bytes: one short line, soon.
fn refusal(json: &[u8]) -> String {
    let start = Instant::now();
    let error = Graph::from_json("hostile.json", json).unwrap_err().to_string();
    assert!(start.elapsed() < Duration::from_secs(10), "{error}");
    assert!(error.starts_with("game \"graph:hostile.json\": "), "{error}");
    assert!(error.len() < 500 && !error.chars().any(char::is_control), "{error}");
    error
}

fn read(name: &str) -> Graph {
    Graph::read(&format!("{FOLDER}/{name}")).unwrap()
}

#[test]
fn example_files_are_read() {
    let example = read("example.json");
    assert_eq!((example.rule(), example.nodes().len()), (Rule::Draw, 5));
    let superko = read("example-superko.json");
    assert_eq!((superko.rule(), superko.nodes()), (Rule::Superko, example.nodes()));
    let forms = read("all-forms.json");
    assert_eq!(forms.nodes()[1], Node::Owned { owner: Player::White, successors: vec![] });
    assert_eq!(forms.nodes()[3], Node::Over(Outcome::Draw));
    assert_eq!(forms.nodes()[4], Node::Over(Outcome::Win(Player::White)));
    assert_eq!(forms.nodes()[5], Node::Owned { owner: Player::Black, successors: vec![4] });
    assert_eq!(forms.spec(), format!("graph:{FOLDER}/all-forms.json"));
}

#[test]
fn the_built_in_example_is_the_one_in_the_file() {
    let spec = andor_core::Spec::parse("graph").unwrap();
    let built_in = Graph::from_spec(&spec).unwrap();
    assert_eq!(built_in.spec(), "graph");
    let text = std::fs::read_to_string(format!("{FOLDER}/example.json")).unwrap();
    assert_eq!(built_in.to_json(), text);
    assert_eq!(built_in.nodes(), read("example.json").nodes());
}

/// Audit, "graph certificates name a path, not content": the sums are those that `sha256sum` prints.
#[test]
fn the_content_of_a_graph_is_the_sha256_of_its_file() {
    let hex = |graph: &Graph| -> String {
        graph.content().unwrap().iter().map(|byte| format!("{byte:02x}")).collect()
    };
    let example = "20e7ec3d6ab2299c14751540dd7600af7b84853c010c757f5e317cf1d83da456";
    let superko = "173365397fe3ab8c9e7658325e59acd2ff6886ae9543f1794fe8fc5d85c78dd0";
    let forms = "8b8f9282d28afcb2dedd07b80dbc0b776ba49068936227c1f0d992c2ed01c6d0";
    assert_eq!(hex(&read("example.json")), example);
    assert_eq!(hex(&read("example-superko.json")), superko);
    assert_eq!(hex(&read("all-forms.json")), forms);
    // The bytes count, not the nodes: one space more is another content.
    let mut bytes = std::fs::read(format!("{FOLDER}/example.json")).unwrap();
    assert_eq!(hex(&Graph::from_json("example", &bytes).unwrap()), example);
    bytes.push(b' ');
    assert_ne!(hex(&Graph::from_json("example", &bytes).unwrap()), example);
    // Made in memory: the content of the file that would be written.
    let nodes = read("example.json").nodes().to_vec();
    let made = Graph::from_nodes("made", Rule::Draw, nodes).unwrap();
    assert_eq!(hex(&made), example);
    assert_eq!(hex(&made.with_rule(Rule::Superko)), superko);
    assert_eq!(hex(&made.with_rule(Rule::Superko).with_rule(Rule::Draw)), example);
}

#[test]
fn what_is_written_is_read_again() {
    for seed in 0..500 {
        for (shape, rule) in [(Shape::Dag, Rule::Superko), (Shape::Cyclic, Rule::Draw)] {
            let graph = generate(shape, &Mix::of_seed(seed), rule, seed);
            let name = graph.spec().strip_prefix("graph:").unwrap().to_owned();
            assert_eq!(Graph::from_json(&name, graph.to_json().as_bytes()).unwrap(), graph);
        }
    }
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let spec = |text: &str| Graph::from_spec(&andor_core::Spec::parse(text).unwrap()).unwrap_err();
    let missing = spec("graph:no/such/file.json").to_string();
    assert!(missing.starts_with("game \"graph:no/such/file.json\": the file cannot be read: "));
    assert!(spec("graph:").to_string().contains("a file name is missing"));
    assert!(spec("graph:x,rule=draw").to_string().contains("no options"));
    assert!(spec(&format!("graph:{FOLDER}")).to_string().contains("not a regular file"));
    assert!(spec("graph:a\0b").to_string().contains("cannot be read"));
    let long = spec(&format!("graph:{}", "x".repeat(1_000_000))).to_string();
    assert!(long.len() < 500, "{long}");
    if cfg!(unix) {
        assert!(spec("graph:/dev/zero").to_string().contains("not a regular file"));
    }
}

#[test]
fn every_defect_is_said_with_its_place() {
    let nodes =
        |nodes: &str| refusal(format!("{{\"rule\":\"draw\",\"nodes\":{nodes}}}").as_bytes());
    for (json, part) in [
        ("", "EOF while parsing a value at line 1 column 0"),
        ("graph", "expected value at line 1 column 1"),
        ("null", "invalid type: null, expected an object with \"rule\" and \"nodes\""),
        ("{}", "missing field `rule`"),
        (r#"{"rule":"draw"}"#, "missing field `nodes`"),
        (r#"{"nodes":[{"winner":0}]}"#, "missing field `rule`"),
        (r#"{"rule":"ko","nodes":[]}"#, "unknown variant `ko`, expected `draw` or `superko`"),
        (r#"{"rule":"draw","rule":"draw"}"#, "duplicate field `rule`"),
        (r#"{"rule":"draw","root":0}"#, "unknown field `root`, expected `rule` or `nodes`"),
        (r#"{"rule":"draw","nodes":[{"winner":0}]} {}"#, "trailing characters"),
        (r#"["draw",[{"winner":0}]]"#, "invalid type: sequence"),
    ] {
        let error = refusal(json.as_bytes());
        assert!(error.contains(part) && error.contains("at line 1 column"), "{error}");
    }
    for (json, part) in [
        ("[]", "there are no nodes"),
        ("{}", "expected a sequence"),
        ("[0]", "expected a node, which is an object at line 1 column"),
        ("[[0,[]]]", "expected a node, which is an object"),
        ("[{}]", "a node has \"owner\" and \"succ\", or \"winner\" alone"),
        (r#"[{"owner":0}]"#, "a node has \"owner\" and \"succ\""),
        (r#"[{"succ":[]}]"#, "a node has \"owner\" and \"succ\""),
        (r#"[{"owner":0,"succ":[],"winner":null}]"#, "\"winner\" alone"),
        (r#"[{"winner":2}]"#, "winner 2 is neither 0 nor 1"),
        (r#"[{"owner":2,"succ":[]}]"#, "owner 2 is neither 0 nor 1"),
        (r#"[{"owner":null,"succ":[]}]"#, "invalid type: null, expected u64"),
        (r#"[{"owner":0,"succ":null}]"#, "invalid type: null, expected a sequence"),
        (r#"[{"owner":0,"succ":[],"x":1}]"#, "unknown field `x`"),
        (r#"[{"winner":0,"winner":1}]"#, "duplicate field `winner`"),
        (r#"[{"owner":0,"succ":[1.5]}]"#, "floating point `1.5`"),
        (r#"[{"owner":0,"succ":[-1]}]"#, "integer `-1`, expected u32"),
        (r#"[{"owner":0,"succ":["1"]}]"#, "string \"1\", expected u32"),
        (r#"[{"owner":0,"succ":[1]}]"#, "node 0 leads to node 1, but the last node is 0"),
        (r#"[{"owner":0,"succ":[1]},{"owner":0,"succ":[]}]"#, "edge 0 -> 1: Black owns both nodes"),
        (r#"[{"owner":0,"succ":[1,1]},{"winner":0}]"#, "node 0 has node 1 twice"),
    ] {
        let error = nodes(json);
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn hostile_files_are_refused_soon() {
    const SIZE: usize = 10 << 20;
    let in_nodes = |text: &str| format!("{{\"rule\":\"draw\",\"nodes\":[{text}").into_bytes();
    for open in ["[", "{", "{\"nodes\":", "{\"rule\":{", "[{"] {
        refusal(open.repeat(SIZE / open.len()).as_bytes());
        refusal(&in_nodes(&open.repeat(SIZE / open.len())));
        refusal(&in_nodes(&format!("{{\"owner\":0,\"succ\":{}", open.repeat(SIZE / open.len()))));
        refusal(&in_nodes(&format!("{{\"winner\":{}", open.repeat(SIZE / open.len()))));
    }
    refusal(&vec![b' '; SIZE]);
    refusal(&vec![b'"'; SIZE]);
    refusal(&vec![b'9'; SIZE]);
    refusal(&vec![0; SIZE]);
    // Names, strings and numbers without end.
    let long = "x\\u001b\\n".repeat(SIZE / 8);
    refusal(format!("{{\"{long}\":0}}").as_bytes());
    refusal(format!("{{\"rule\":\"{long}\"}}").as_bytes());
    refusal(&in_nodes(&format!("{{\"{long}\":0}}]}}")));
    let digits = "9".repeat(SIZE);
    for number in
        [digits.clone(), format!("-{digits}"), format!("0.{digits}"), format!("1e{digits}")]
    {
        refusal(&in_nodes(&format!("{{\"owner\":{number},\"succ\":[]}}]}}")));
        refusal(&in_nodes(&format!("{{\"owner\":0,\"succ\":[{number}]}}]}}")));
    }
    for number in
        ["4294967296", "18446744073709551615", "18446744073709551616", "1e999", "NaN", "-0"]
    {
        refusal(&in_nodes(&format!("{{\"owner\":0,\"succ\":[{number}]}}]}}")));
        refusal(&in_nodes(&format!("{{\"winner\":{number}}}]}}")));
    }
    // Very many nodes or edges, with the defect at the end.
    let many = "{\"winner\":0},".repeat(SIZE / 13);
    refusal(&in_nodes(&format!("{many}]}}")));
    let edges = "0,".repeat(SIZE / 2);
    let error =
        refusal(&in_nodes(&format!("{{\"owner\":0,\"succ\":[1,{edges}1]}},{{\"winner\":0}}]}}")));
    assert!(error.contains("edge 0 -> 0"), "{error}");
    let error = refusal(&vec![b' '; (64 << 20) + 1]);
    assert!(error.contains("larger than 64 MiB"), "{error}");
}

#[test]
fn a_large_honest_file_is_read() {
    // A ring of 300,000 nodes.
    let count = 300_000;
    let node = |n: u32| format!("{{\"owner\":{},\"succ\":[{}]}}", n % 2, (n + 1) % count);
    let nodes: Vec<String> = (0..count).map(node).collect();
    let json = format!("{{\"rule\":\"draw\",\"nodes\":[{}]}}", nodes.join(","));
    let graph = Graph::from_json("ring", json.as_bytes()).unwrap();
    assert_eq!(graph.nodes().len(), count as usize);
    assert_eq!(graph.outcome(&graph.initial()), None);
}

#[test]
fn bytes_that_are_not_text_are_refused() {
    let json = br#"{"rule":"draw","nodes":[{"winner":0}]}"#;
    for place in 0..json.len() {
        let mut broken = json.to_vec();
        broken[place] = 0xff;
        let error = refusal(&broken);
        assert!(error.contains(&format!("not UTF-8 at byte {place}")), "{error}");
    }
    refusal(&[0xff; 1 << 20]);
    assert!(refusal(b"\xef\xbb\xbf{}").contains("expected value at line 1 column 1"));
}

#[test]
fn files_with_any_one_byte_changed_or_missing_never_panic() {
    let json = std::fs::read(format!("{FOLDER}/all-forms.json")).unwrap();
    let mut read = 0;
    for place in 0..json.len() {
        assert!(Graph::from_json("cut", &json[..place]).is_err() || place + 3 > json.len());
        for byte in 0..=255 {
            let mut changed = json.clone();
            changed[place] = byte;
            read += usize::from(Graph::from_json("changed", &changed).is_ok());
        }
    }
    assert!(read > 300, "{read}");
}
