//! Ctrl-C: the partial result, and the command that goes on.

use crate::andor::{Ended, Folder, Running};
use std::fs;
use std::process::{Child, Command};

const BIG: &str = "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w";

/// Whether the process has a handler for Ctrl-C (SIGINT, signal 2) by now.
fn is_listening(child: &Child) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 << 1 != 0)
}

/// Presses Ctrl-C and waits for the end.
fn interrupt(mut running: Running) -> Ended {
    assert!(running.wait_until(is_listening), "it ended by itself");
    let process = running.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &process]).status().unwrap().success());
    running.end().exits(1)
}

#[test]
fn the_partial_row_comes_with_a_command_that_resumes() {
    let folder = Folder::new();
    let words = [
        "solve",
        "breakthrough:8x8",
        "--goal",
        "win",
        "--proof",
        "my proof",
        "--memory",
        "8MiB",
        "--checkpoint",
        "c",
        "--checkpoint-every",
        "50ms",
        "--json",
    ];
    let mut running = folder.start(&words);
    assert!(running.wait_until(|_| folder.has("c")));
    let ended = interrupt(running);
    let row = ended.object();
    assert_eq!((&row["stopped"], &row["value"]), (&"interrupted".into(), &"unknown".into()));
    let nodes = row["nodes"].as_u64().unwrap();

    // The command asks the same question, and knows what was done.
    let hint = ended.err.lines().find_map(|line| line.strip_prefix("go on with: ")).unwrap();
    assert_eq!(hint, "andor solve --resume c --goal win --proof \"my proof\"");
    let resumed = folder.shell(&format!("{hint} --json --nodes 1")).exits(1);
    let row = resumed.object();
    assert_eq!(row["position"], BIG);
    assert_eq!(row["stopped"], "nodes");
    assert!(row["nodes"].as_u64().unwrap() >= nodes, "{row:?}");
}

#[test]
fn without_a_checkpoint_the_command_starts_again_with_one() {
    let folder = Folder::new();
    let ended = interrupt(folder.start(&["solve", "breakthrough:8x8", "--method", "df-pn"]));
    ended.says(&["who wins is not known yet.", "  stopped by   interrupted\n"]);
    let hint = ended.err.lines().find_map(|line| line.split_once(": andor ")).unwrap().1;
    assert!(ended.err.contains("nothing was kept"), "{ended:#?}");
    let again = folder.shell(&format!("andor {hint} --nodes 1000 --json")).exits(1).object();
    assert_eq!((&again["position"], &again["stopped"]), (&BIG.into(), &"nodes".into()));
    assert_eq!(folder.files(), ["FILE"]);
}

/// A tree goes on only with the settings that made it: the command repeats them.
#[test]
fn the_command_that_resumes_a_tree_has_its_settings() {
    for words in [
        "--method ef-pn2 --a 3 --second-level logistic:9000,500",
        "--method ppn2 --jobs df-pn,size=50,partial=none --threads 2",
    ] {
        let folder = Folder::new();
        let search = ["solve", "breakthrough:8x8", "--memory", "8MiB", "--checkpoint", "c"];
        let search: Vec<&str> = search.into_iter().chain(words.split(' ')).collect();
        let ended = interrupt(folder.start(&search));
        let hint = ended.err.lines().find_map(|line| line.strip_prefix("go on with: ")).unwrap();
        assert_eq!(hint, format!("andor solve --resume c {words}"));
        folder.shell(&format!("{hint} --nodes 1")).exits(1);
    }
}

#[test]
fn a_checkpoint_that_cannot_be_written_is_not_offered() {
    let folder = Folder::new();
    let ended = interrupt(folder.start(&["solve", "breakthrough:8x8", "--checkpoint", "no/c"]));
    ended.notes(&["checkpoint not written: no/c: ", "nothing was kept"]);
    assert!(!ended.err.contains("--resume"), "{ended:#?}");
}

#[test]
fn a_batch_stops_where_it_is() {
    let folder = Folder::new();
    let line = format!("{{\"position\":\"{BIG}\"}}\n");
    folder.write("b.jsonl", line.repeat(3));
    let ended = interrupt(folder.start(&["solve", "breakthrough", "--batch", "b.jsonl"]));
    // The handler is there before the first line is read.
    for row in ended.objects() {
        assert_eq!(row["stopped"], "interrupted");
    }
    assert!(ended.objects().len() <= 1, "{ended:#?}");
    ended.notes(&["on are not answered"]);
}

/// A server that is not there is said at once, and not only when the wait is ended.
#[cfg(feature = "cluster")]
#[test]
fn a_worker_says_at_once_that_nobody_answers() {
    let folder = Folder::new();
    let binary = crate::andor::BINARY;
    // Nobody listens on port 1. The environment stands for --nats.
    let line = format!("export ANDOR_NATS=nats://127.0.0.1:1; timeout -s INT 2 '{binary}' worker");
    let ended = folder.shell(&line);
    let waits = ended.err.find("Connection refused (os error 111), trying again");
    let ends = ended.err.find("error: --nats \"nats://127.0.0.1:1\"");
    assert!(waits.is_some() && ends > waits, "{ended:#?}");
    let status = folder.shell("export ANDOR_NATS=nats://127.0.0.1:1; andor status");
    status.refuses(&["nats://127.0.0.1:1", "refused"]);
}
