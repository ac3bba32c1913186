//! The walls between the crates, and what may be built upon: a look at `cargo metadata`.
//!
//! ```text
//!   core     nothing                  games    core
//!   prove    core                     certify  core (games only in its tests)
//!   search   core, prove (games only in its tests)
//!   formats  core (games only in its tests)
//!   tables   core, certify (games and prove only in its tests)
//!   gpu      core, prove, tables (games only in its tests)
//!   engine   all of these             play     core, formats, engine
//!   cluster  engine and what it has   lab      core, games, prove, search, formats, engine, play
//!   wasm     engine, play             web      core, engine, play (lab only in its tests)
//!   python   core, engine, play, lab
//!   cli      all of these but wasm    template core, cli
//!            and python
//! ```
//!
//! `games` never sees a solver; `prove` never sees a concrete game; `certify`, the judge, never
//! sees `prove`, whose work it judges.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A crate, what its code may use and what its tests may use besides.
const WALLS: [(&str, &[&str], &[&str]); 16] = [
    ("core", &[], &[]),
    ("games", &["core"], &[]),
    ("prove", &["core"], &[]),
    ("search", &["core", "prove"], &["games"]),
    ("certify", &["core"], &["games"]),
    ("formats", &["core"], &["games"]),
    ("tables", &["core", "certify"], &["games", "prove"]),
    ("gpu", &["core", "prove", "tables"], &["games"]),
    ("engine", &["core", "games", "prove", "search", "certify", "formats", "tables", "gpu"], &[]),
    ("play", &["core", "formats", "engine"], &[]),
    ("wasm", &["engine", "play"], &[]),
    ("python", &["core", "engine", "play", "lab"], &[]),
    ("web", &["core", "engine", "play"], &["lab"]),
    (
        "cluster",
        &["core", "games", "prove", "search", "certify", "formats", "tables", "engine"],
        &[],
    ),
    ("lab", &["core", "games", "prove", "search", "formats", "engine", "play"], &[]),
    (
        "cli",
        &[
            "core", "games", "prove", "search", "certify", "formats", "tables", "engine", "play",
            "cluster", "lab", "web",
        ],
        &[],
    ),
];

/// The template of a program about games of one's own.
const TEMPLATE: &str = "my-games";

const LICENCE: &str = "MIT OR Apache-2.0";

fn cargo_metadata(words: &[&str]) -> Value {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--format-version", "1", "--offline"]).args(words);
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The packages of the workspace with their dependencies, whatever a build would need of them.
fn workspace() -> Vec<Value> {
    cargo_metadata(&["--no-deps"])["packages"].as_array().unwrap().clone()
}

fn name(package: &Value) -> &str {
    package["name"].as_str().unwrap()
}

/// The crates of the workspace that a package uses, as (name, kind of dependency).
fn neighbours(package: &Value) -> Vec<(&str, &str)> {
    let dependencies = package["dependencies"].as_array().unwrap().iter();
    let local = dependencies.filter(|dependency| !dependency["path"].is_null());
    local
        .map(|dependency| (name(dependency), dependency["kind"].as_str().unwrap_or("normal")))
        .collect()
}

#[test]
fn no_crate_sees_over_its_walls() {
    let packages = workspace();
    for (room, code, tests) in WALLS {
        let full = format!("andor-{room}");
        let package = packages.iter().find(|package| name(package) == full).unwrap();
        for (used, kind) in neighbours(package) {
            let used = used.strip_prefix("andor-").unwrap_or(used);
            let allowed = code.contains(&used) || kind == "dev" && tests.contains(&used);
            assert!(allowed, "{room} uses {used} ({kind})");
        }
    }
}

#[test]
fn every_crate_has_its_walls() {
    for package in workspace() {
        let room = name(&package).strip_prefix("andor-").unwrap_or(name(&package));
        if room == TEMPLATE {
            // Once for the code, and again for the tests, which learn.
            let used: BTreeSet<&str> =
                neighbours(&package).into_iter().map(|(used, _)| used).collect();
            assert_eq!(used, BTreeSet::from(["andor-cli", "andor-core"]));
            continue;
        }
        assert!(WALLS.iter().any(|(known, ..)| *known == room), "{room}: give it walls here");
    }
}

/// All lines of code of a folder, with their files.
fn code(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut lines = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            lines.extend(code(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            lines.extend(text.lines().map(|line| (path.clone(), line.to_owned())));
        }
    }
    lines
}

/// A library user, and whoever brings a game, compiles no server, no TLS and no terminal dashboard.
#[test]
fn a_small_build_has_no_server_in_it() {
    let heavy = [
        "async-nats",
        "rustls",
        "ring",
        "tokio",
        "ratatui",
        "redb",
        "andor-cluster",
        "axum",
        "andor-web",
    ];
    let built = |package: &str| {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        let mut command = Command::new(cargo);
        let words = ["--offline", "--edges", "normal,build", "--prefix", "none", "--package"];
        command.arg("tree").args(words).arg(package);
        let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        let names = text.lines().filter_map(|line| line.split(' ').next());
        names.map(str::to_owned).collect::<Vec<String>>()
    };
    let all = built("andor-cli");
    for name in heavy {
        assert!(all.iter().any(|used| used == name), "{name} is not used any more");
        for package in [TEMPLATE, "andor-engine", "andor-play"] {
            assert!(!built(package).iter().any(|used| used == name), "{package} uses {name}");
        }
    }
    let games = "andor-games".to_owned();
    assert!(!built(TEMPLATE).contains(&games) && all.contains(&games));
}

#[test]
fn nothing_below_cli_prints() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (room, ..) in WALLS.iter().filter(|(room, ..)| *room != "cli") {
        let room = if *room == "python" { "../python" } else { room };
        for (file, line) in code(&crates.join(room).join("src")) {
            let is_comment = line.trim_start().starts_with("//");
            let prints = ["print!(", "println!(", "dbg!("].iter().any(|word| line.contains(word));
            assert!(is_comment || !prints, "{}: {line}", file.display());
        }
    }
}

/// In a browser the clock of the standard library panics.
#[test]
fn rooms_that_run_in_a_browser_have_a_clock_that_does() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let rooms =
        ["core", "games", "prove", "search", "certify", "formats", "tables", "engine", "play"];
    for room in rooms {
        for (file, line) in code(&crates.join(room).join("src")) {
            let is_other = line.contains("SystemTime")
                || line.contains("std::time") && line.contains("Instant");
            let is_clock = file.ends_with("core/src/clock.rs");
            assert!(!is_other || is_clock, "{}: {line}", file.display());
        }
    }
}

#[test]
fn a_look_at_the_dependencies_sees_them() {
    // If `cargo metadata` changed its words, the walls would stand on nothing.
    let packages = workspace();
    let engine = packages.iter().find(|package| name(package) == "andor-engine").unwrap();
    for used in ["core", "games", "prove", "certify", "formats", "tables"] {
        assert!(neighbours(engine).contains(&(&*format!("andor-{used}"), "normal")), "{used}");
    }
    let certify = packages.iter().find(|package| name(package) == "andor-certify").unwrap();
    assert!(neighbours(certify).contains(&("andor-games", "dev")));
}

#[test]
fn the_workspace_is_under_our_licence() {
    for package in workspace() {
        assert_eq!(package["license"], LICENCE, "{}", name(&package));
    }
}

/// One of the GNU family (GPL, LGPL, AGPL) that cannot be avoided by choosing another.
fn binds(licence: &str) -> bool {
    let alternatives = licence.split(['/']).flat_map(|part| part.split(" OR "));
    alternatives.into_iter().all(|alternative| alternative.to_uppercase().contains("GPL"))
}

#[test]
fn nothing_that_we_build_upon_is_under_the_gpl() {
    assert!(binds("GPL-3.0-or-later") && binds("LGPL-2.1") && binds("MIT AND AGPL-3.0"));
    assert!(!binds("MIT OR GPL-2.0") && !binds("MIT/Apache-2.0"));
    // All that is compiled on this machine; what other systems need is not downloaded here.
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(rustc).arg("-vV").output().unwrap().stdout;
    let version = String::from_utf8(version).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let metadata = cargo_metadata(&["--filter-platform", host]);
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.iter().any(|package| name(package) == "serde_json"));
    for package in packages {
        let licence = package["license"].as_str();
        let licence = licence.unwrap_or_else(|| panic!("{} names no licence", name(package)));
        assert!(!binds(licence), "{} is under {licence}", name(package));
    }
}
