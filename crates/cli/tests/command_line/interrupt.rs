//! Ctrl-C: the partial result, and the command that goes on.

use crate::andor::{Ended, Folder, Running};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command};

const BIG: &str = "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w";

/// Whether the process has a handler for Ctrl-C (SIGINT, signal 2) by now.
pub(crate) fn is_listening(child: &Child) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 << 1 != 0)
}

/// Presses Ctrl-C and waits for the end.
fn interrupt(mut running: Running) -> Ended {
    assert!(running.wait_until(is_listening), "it ended by itself");
    press(&running.child);
    running.end().exits(1)
}

/// Presses Ctrl-C.
pub(crate) fn press(child: &Child) {
    let process = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &process]).status().unwrap().success());
}

/// Presses Ctrl-C while the input is open (waiting alone would close it, and end the game as Ctrl-D does).
fn press_and_wait(mut running: Running) -> Option<i32> {
    let _input = running.child.stdin.take();
    press(&running.child);
    running.child.wait().unwrap().code()
}

/// Whether the process has been busy for half a second: nothing but thinking takes so long.
fn is_thinking(child: &Child) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks = fields.split_whitespace().nth(11).and_then(|ticks| ticks.parse::<u64>().ok());
    ticks.is_some_and(|ticks| ticks >= 50)
}

/// The moves of the next object.
fn moves(rows: &mut impl Iterator<Item = std::io::Result<String>>) -> usize {
    let row: Value = serde_json::from_str(&rows.next().unwrap().unwrap()).unwrap();
    row["moves"].as_array().unwrap().len()
}

/// While somebody is to type a move, Ctrl-C ends the game, which is saved and can be gone on with.
#[test]
fn a_game_is_saved_and_goes_on() {
    let folder = Folder::new();
    let words = ["play", "tic-tac-toe", "--save", "g.txt", "--seed", "1", "--json"];
    let mut running = folder.start(&words);
    let mut rows = BufReader::new(running.child.stdout.take().unwrap()).lines();
    assert_eq!(moves(&mut rows), 0);
    running.feed(b"b2\n");
    assert_eq!(moves(&mut rows), 2);
    assert_eq!(press_and_wait(running), Some(1));
    folder.andor(&["check", "g.txt"]).exits(0).says(&["human - mia", "2 plies"]);
    let again = ["play", "g.txt", "--save", "g.txt", "--json"];
    let row = folder.andor(&again).exits(0).object();
    assert_eq!(row["moves"].as_array().unwrap().len(), 2);
    assert_eq!(row["moves"][0], "b2");
}

/// The first Ctrl-C ends the thinking, and what was best so far is played; the second ends the game.
#[test]
fn thinking_is_ended_first_and_the_game_after_it() {
    let folder = Folder::new();
    let words = ["play", "loa", "--black", "mia:time=1h", "--save", "g.sgf", "--json"];
    let mut running = folder.start(&words);
    let mut rows = BufReader::new(running.child.stdout.take().unwrap()).lines();
    assert!(running.wait_until(is_thinking), "it ended by itself");
    press(&running.child);
    assert_eq!(moves(&mut rows), 1);
    assert_eq!(press_and_wait(running), Some(1));
    folder.andor(&["check", "g.sgf"]).exits(0).says(&["mia:time=1h - human", "1 pl"]);
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
        // Room for far longer than the key takes: a small tree fills up first on a fast machine.
        let search = ["solve", "breakthrough:8x8", "--memory", "1GiB", "--checkpoint", "c"];
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
    let line = format!(
        "export ANDOR_NATS=nats://127.0.0.1:1; timeout --foreground -s INT 2 '{binary}' worker"
    );
    let ended = folder.shell(&line);
    let waits = ended.err.find("Connection refused (os error 111), trying again");
    let ends = ended.err.find("error: --nats \"nats://127.0.0.1:1\"");
    assert!(waits.is_some() && ends > waits, "{ended:#?}");
    let status = folder.shell("export ANDOR_NATS=nats://127.0.0.1:1; andor status");
    status.refuses(&["nats://127.0.0.1:1", "refused"]);
}
