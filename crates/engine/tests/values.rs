//! Every labelled position of `testdata/values`, by every method: the same value, each with a
//! certificate that the reference rules accept.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Limits, Silent, Stopped};
use andor_engine::{Catalogue, Method, Request};
use serde::Deserialize;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    position: Vec<Label>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Label {
    game: String,
    position: Option<String>,
    value: String,
    source: String,
}

fn labels() -> Vec<Label> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/values");
    let mut labels = Vec::new();
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let file: File = toml::from_str(&fs::read_to_string(&path).unwrap())
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        labels.extend(file.position);
    }
    labels
}

/// Every method gets the value right, or runs into the limit of nodes that only `auto` is free of.
#[test]
fn every_method_agrees_with_every_label() {
    let catalogue = Catalogue::standard();
    let labels = labels();
    assert!(labels.len() >= 19, "{} labels", labels.len());
    let mut solved_by: HashMap<&str, u32> = HashMap::new();
    for label in labels {
        let game = catalogue.game(&label.game).unwrap();
        let root = game.position(label.position.as_deref(), &[]).unwrap();
        for method in Method::all() {
            let name = method.name();
            let nodes = (method != Method::Auto).then_some(1_000_000);
            let limits = Limits { nodes, ..Limits::default() };
            let request = Request { settings: method.into(), limits, ..Request::default() };
            let solved = match game.solve(&root, &request, &mut Silent) {
                Err(error) if error.to_string().contains("has no evaluation") => {
                    assert!(name.contains("ef") || name.contains("eval"), "{error}");
                    continue;
                }
                solved => solved.unwrap(),
            };
            let what = format!("{name} on {} {root} ({})", label.game, label.source);
            assert_eq!(solved.failure, None, "{what}");
            if solved.row.stopped == Stopped::Nodes {
                assert_eq!(solved.row.value.text(), "unknown", "{what}");
                continue;
            }
            if solved.row.stopped == Stopped::Unsound {
                let is_limited = matches!(method, Method::Boolean | Method::Ews);
                let is_known = is_limited && solved.row.value.text() == "unknown";
                assert!(is_known, "{what}");
                continue;
            }
            assert_eq!(solved.row.value.text(), label.value, "{what}");
            assert!(solved.row.is_verified(), "{what}");
            *solved_by.entry(name).or_default() += 1;
        }
    }
    for method in Method::all() {
        let solved = solved_by.get(method.name()).copied().unwrap_or(0);
        let enough = if method == Method::Auto { 19 } else { 7 };
        assert!(solved >= enough, "{} solved only {solved}", method.name());
    }
    println!("{solved_by:?}");
}
