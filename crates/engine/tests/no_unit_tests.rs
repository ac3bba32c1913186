//! The library is not built for tests (`Cargo.toml` says why), so a test inside it would never run.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

fn files_with_tests(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_with_tests(&path, found);
        } else if fs::read_to_string(&path).unwrap().contains("#[test]") {
            found.push(path.display().to_string());
        }
    }
}

#[test]
fn no_test_is_where_it_would_not_run() {
    let mut found = Vec::new();
    files_with_tests(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    assert!(found.is_empty(), "tests of this crate belong into its folder tests: {found:?}");
}
