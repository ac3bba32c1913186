//! `--help` and `--version`.

use crate::andor::Folder;

/// The commands and the options that the specification gives them.
const COMMANDS: [(&str, &[&str]); 25] = [
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
            "--expansions",
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
            "--epsilon",
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
    ("verify", &["--strict", "--table", "--export-plain"]),
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
            "--config",
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
            "--expansions",
            "--tree-nodes",
            "--limit-positions",
            "--table",
            "--resume",
            "--depth",
            "--players",
        ],
    ),
    ("version", &[]),
    ("completions", &[]),
    ("man", &["--force"]),
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
        assert_eq!(folder.andor(&["help", command]).exits(0).out, help.out);
        // The short help is there as well.
        folder.andor(&[command, "-h"]).exits(0).says(&[&usage]);
    }
}

#[test]
fn the_methods_and_goals_are_listed() {
    let help = Folder::new().andor(&["solve", "--help"]).exits(0);
    help.says(&["auto, pn-naive, pn, pn-eval, ef-pn", "df-pn", "value:", "win:", "draw:", "1GiB"]);
}

#[test]
fn options_come_in_groups_and_the_common_ones_first() {
    let folder = Folder::new();
    let groups = |command: &str| -> Vec<String> {
        let help = folder.andor(&[command, "-h"]).exits(0).out;
        let lines = help.lines().filter_map(|line| line.strip_suffix(':').map(str::to_owned));
        lines.filter(|line| !line.starts_with(' ')).collect()
    };
    let common = ["Arguments", "Options"];
    assert_eq!(
        groups("solve"),
        [&common[..], &["Limits", "Files", "Search", "Tables and patterns"]].concat()
    );
    assert_eq!(groups("convert"), [&common[..], &["Files"]].concat());
    assert_eq!(groups("worker"), ["Options", "Server", "Limits", "Tables and patterns"]);
    assert_eq!(groups("games"), ["Options"]);
    // Zone tables are everywhere in their folder, and shown where a command asks them.
    folder.andor(&["games", "--tables", "kept"]).exits(0);
    folder.andor(&["--tables", "kept", "games"]).exits(0);
    assert!(!folder.andor(&["games", "--help"]).exits(0).out.contains("--tables"));
}

#[test]
fn the_version_is_the_crates() {
    let version = Folder::new().andor(&["--version"]).exits(0);
    assert_eq!(version.out, format!("andor {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(Folder::new().andor(&["version"]).exits(0).out, version.out);
    let row = Folder::new().andor(&["version", "--json"]).exits(0).object();
    assert_eq!(
        (&row["program"], &row["version"]),
        (&"andor".into(), &env!("CARGO_PKG_VERSION").into())
    );
}

#[test]
fn shells_complete_every_command_and_option() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = folder.andor(&["completions", shell]).exits(0);
        for (command, options) in COMMANDS {
            assert!(script.out.contains(command), "{command} for {shell}");
            for option in options {
                // Fish writes the name alone.
                let name = option.trim_start_matches('-');
                assert!(script.out.contains(name), "{option} for {shell}");
            }
        }
    }
    folder.andor(&["completions", "csh"]).refuses(&["'csh'", "bash", "fish"]);
    // The script that bash reads does what it is for.
    let line = format!(
        "eval \"$({} completions bash)\"; COMP_WORDS=(andor solve --check); COMP_CWORD=2; \
         _andor andor --check solve; echo ${{COMPREPLY[@]}}",
        crate::andor::BINARY
    );
    let bash = std::process::Command::new("bash").args(["-c", &line]).output();
    if let Ok(completed) = bash {
        let words = String::from_utf8_lossy(&completed.stdout);
        assert_eq!(words.trim(), "--checkpoint --checkpoint-every", "{completed:?}");
    }
}

#[test]
fn there_is_a_manual_page_for_every_command() {
    let folder = Folder::new();
    let read = |name: &str| String::from_utf8(folder.read(name)).unwrap();
    folder.andor(&["man"]).exits(0).says(&[".TH andor 1", "solve"]);
    let written = folder.andor(&["man", "pages", "--json"]).exits(0).object();
    for (command, options) in COMMANDS {
        let page = read(&format!("pages/andor-{command}.1"));
        for option in options {
            let option = option.replace('-', "\\-");
            assert!(page.contains(&option), "{option} of {command}");
        }
    }
    read("pages/andor-table-build.1");
    let files = folder.shell("ls pages").exits(0).out.lines().count();
    assert_eq!(written["pages"], files);
    // Pages are replaced by pages, and nothing else is.
    folder.andor(&["man", "pages"]).exits(0);
    folder.write("pages/andor.1", "notes");
    folder.andor(&["man", "pages"]).refuses(&["andor.1", "not a manual page", "--force"]);
    assert_eq!(read("pages/andor.1"), "notes");
    folder.andor(&["man", "pages", "--force"]).exits(0);
}
