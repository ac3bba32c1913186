//! `--help` and `--version`.

use crate::andor::Folder;

/// The commands and the options that the specification gives them.
const COMMANDS: [(&str, &[&str]); 22] = [
    ("games", &[]),
    ("show", &["--position", "--moves", "--batch"]),
    ("moves", &["--position", "--batch"]),
    ("perft", &["--position", "--divide"]),
    (
        "solve",
        &[
            "--position",
            "--moves",
            "--batch",
            "--method",
            "--goal",
            "--leaf",
            "--nodes",
            "--tree-nodes",
            "--time",
            "--memory",
            "--threads",
            "--a",
            "--b",
            "--t",
            "--squash",
            "--knowledge",
            "--second-level",
            "--jobs",
            "--table",
            "--patterns",
            "--zone",
            "--leaves",
            "--tables",
            "--proof",
            "--checkpoint",
            "--checkpoint-every",
            "--resume",
        ],
    ),
    ("verify", &["--strict", "--table"]),
    ("table", &[]),
    ("patterns", &[]),
    ("explain", &["--moves", "--export", "--positions", "--depth"]),
    ("check", &["--from", "--game"]),
    ("convert", &["--to", "--from", "--out"]),
    ("play", &["--proof", "--black", "--white", "--level", "--position", "--save"]),
    (
        "analyze",
        &["--player", "--time", "--nodes", "--depth", "--proof-nodes", "--threshold", "--out"],
    ),
    (
        "match",
        &[
            "--games",
            "--game",
            "--openings",
            "--opening-plies",
            "--time",
            "--tc",
            "--depth",
            "--nodes",
            "--margin",
            "--most-plies",
            "--sprt",
            "--resume",
            "--save",
            "--threads",
            "--seed",
        ],
    ),
    (
        "coordinate",
        &[
            "--nats",
            "--state",
            "--zone",
            "--run",
            "--user",
            "--password-file",
            "--nkey",
            "--tls-ca",
            "--tls-cert",
            "--tls-key",
            "--position",
            "--moves",
            "--method",
            "--goal",
            "--jobs",
            "--leaf",
            "--knowledge",
            "--nodes",
            "--time",
            "--memory",
            "--proof",
            "--lease",
            "--checkers",
            "--deadline",
        ],
    ),
    (
        "worker",
        &[
            "--nats",
            "--run",
            "--user",
            "--threads",
            "--memory",
            "--ahead",
            "--queue-after",
            "--graph",
            "--name",
        ],
    ),
    ("status", &["--nats", "--run", "--user", "--watch", "--prometheus"]),
    ("engine", &["--protocol", "--game", "--player", "--gtp-moves", "--at-a-time"]),
    ("tune", &["--seed", "--trials", "--nodes", "--memory", "--weights", "--log"]),
    (
        "learn",
        &[
            "--evaluator",
            "--games",
            "--seed",
            "--depth",
            "--lambda",
            "--rate",
            "--weights",
            "--keep",
            "--out",
            "--resume",
        ],
    ),
    ("tune-leaf", &["--game", "--method", "--nodes", "--positions"]),
    (
        "bench",
        &[
            "--set",
            "--methods",
            "--nodes",
            "--tree-nodes",
            "--limit-positions",
            "--resume",
            "--depth",
            "--players",
        ],
    ),
];

#[test]
fn every_command_and_option_is_explained() {
    let folder = Folder::new();
    let all = folder.andor(&["--help"]).exits(0);
    for (command, options) in COMMANDS {
        assert!(all.out.contains(&format!("\n  {command} ")), "{command} in {all:#?}");
        let help = folder.andor(&[command, "--help"]).exits(0);
        assert_eq!(help.err, "");
        let usage = format!("Usage: andor {command}");
        assert!(help.out.contains(&usage), "{help:#?}");
        let mentioned: Vec<&str> =
            help.out.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
        for option in options.iter().chain(&["--json", "--help"]) {
            assert!(mentioned.contains(option), "{option} of {command} in {help:#?}");
        }
        // The short help is there as well.
        folder.andor(&[command, "-h"]).exits(0).says(&[&usage]);
    }
}

#[test]
fn the_methods_and_goals_are_listed() {
    let help = Folder::new().andor(&["solve", "--help"]).exits(0);
    help.says(&[
        "auto, pn-naive, pn, pn-eval, ef-pn",
        "pds-pn, df-pn",
        "value:",
        "win:",
        "draw:",
        "1GiB",
    ]);
}

#[test]
fn the_version_is_the_crates() {
    let version = Folder::new().andor(&["--version"]).exits(0);
    assert_eq!(version.out, format!("andor {}\n", env!("CARGO_PKG_VERSION")));
}
