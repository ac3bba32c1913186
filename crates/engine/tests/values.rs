//! Every labelled position of `testdata/values`, by every method: the same value, each with a
//! certificate that the reference rules accept.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::Silent;
use andor_engine::{Catalogue, Method, Request};
use serde::Deserialize;
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
    methods: Option<Vec<String>>,
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

#[test]
fn every_method_agrees_with_every_label() {
    let catalogue = Catalogue::standard();
    let labels = labels();
    assert!(labels.len() >= 19, "{} labels", labels.len());
    for label in labels {
        let game = catalogue.game(&label.game).unwrap();
        let root = game.position(label.position.as_deref(), &[]).unwrap();
        for method in Method::ALL {
            let name = method.name();
            if label.methods.as_ref().is_some_and(|methods| !methods.iter().any(|m| m == name)) {
                continue;
            }
            let request = Request { method, ..Request::default() };
            let solved = match game.solve(&root, &request, &mut Silent) {
                Err(error) if error.to_string().contains("has no evaluation") => {
                    assert_eq!(method, Method::EfPn, "{error}");
                    continue;
                }
                solved => solved.unwrap(),
            };
            let what = format!("{name} on {} {root} ({})", label.game, label.source);
            assert_eq!(solved.failure, None, "{what}");
            assert_eq!(solved.row.value, label.value, "{what}");
            assert!(solved.row.verified, "{what}");
        }
    }
}
