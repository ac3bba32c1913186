//! Hostile input of any size: an answer or a refusal of one line, in bounded time and memory.
//!
//! Commands run within this process, so that words may be longer than a system allows.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_cli::{Catalogue, Exit, Terminal, run};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Nothing here may take longer; most takes milliseconds.
const SOON: Duration = Duration::from_secs(30);

struct Ended {
    exit: Exit,
    out: String,
    err: String,
}

fn andor(words: &[&str]) -> Ended {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let words = ["andor"].iter().chain(words);
    let start = Instant::now();
    let mut terminal = Terminal::new(&b""[..], &mut out, &mut err);
    let exit = run(&Catalogue::standard(), words, &mut terminal);
    drop(terminal);
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ended { exit, out: text(out), err: text(err) }
}

/// Bad input: nothing on stdout, one short line on stderr with this text.
fn refused(words: &[&str], part: &str) {
    let Ended { exit, out, err } = andor(words);
    let shown: Vec<&str> = words.iter().map(|word| word.get(..60).unwrap_or(word)).collect();
    assert_eq!((exit, out.as_str()), (Exit::BadInput, ""), "{shown:?}: {err}");
    let line = err.strip_suffix('\n').unwrap();
    assert!(line.len() < 1_000 && !line.chars().any(char::is_control), "{shown:?}: {err}");
    assert!(line.contains(part), "{shown:?}: {err}");
}

/// A file that goes away with its owner.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn new(name: &str, contents: &[u8]) -> TemporaryFile {
        let name = format!("{name}-{}", std::process::id());
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&path, contents).unwrap();
        TemporaryFile(path)
    }

    fn name(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

const LONG: usize = 1 << 20;

#[test]
fn words_of_a_megabyte_are_refused_shortly() {
    let word = "x".repeat(LONG);
    let escapes = "\u{1b}[31m\n\r\t\0".repeat(LONG / 8);
    for word in [word.as_str(), escapes.as_str(), &"9".repeat(LONG), &"b/".repeat(LONG / 2)] {
        refused(&[word], "andor --help");
        refused(&["show", word], "game \"");
        refused(&["moves", "loa", "--position", word], "position \"");
        refused(&["moves", "loa", "--moves", &word.replace(char::is_whitespace, "_")], "move \"");
        refused(&["solve", "tic-tac-toe", "--nodes", &format!("{word}!")], "--nodes");
        refused(&["solve", "tic-tac-toe", "--time", &format!("{word}!")], "--time");
        refused(&["solve", "tic-tac-toe", "--memory", &format!("{word}!")], "--memory");
        refused(&["solve", "tic-tac-toe", "--method", word], "method \"");
        refused(&["perft", "tic-tac-toe", word], "DEPTH");
        refused(&["verify", word], "\"");
    }
}

#[test]
fn numbers_without_end_are_refused() {
    for number in
        ["18446744073709551616", "99999999999999999999999999", "-1", "1e400", "NaN", "inf"]
    {
        refused(&["perft", "tic-tac-toe", number], number);
        for option in ["--nodes", "--tree-nodes", "--time", "--memory", "--threads", "--a"] {
            refused(&["solve", "tic-tac-toe", &format!("{option}={number}")], option);
        }
    }
    // These are numbers, but what they ask for cannot be.
    refused(&["perft", "tic-tac-toe", "4294967295"], "1000");
    refused(&["show", "breakthrough:18446744073709551615x4294967296"], "2 to 8 columns");
    refused(&["solve", "tic-tac-toe", "--memory", "16000000TiB"], "--memory");
    let position = format!("{0}/{0}/{0} b", "9".repeat(LONG));
    refused(&["show", "tic-tac-toe", "--position", &position], "squares");
}

#[test]
fn very_deep_perft_of_a_game_that_ends_is_counted() {
    let ended = andor(&["perft", "tic-tac-toe", "1000", "--json"]);
    assert!(ended.exit == Exit::Answered && ended.out.contains("\"nodes\":0,"), "{}", ended.out);
}

#[test]
fn a_hundred_thousand_plies_are_played_or_refused() {
    // The example graph goes from node 0 to node 1 and back as often as one likes.
    let shuffle = "1 0 ".repeat(50_000);
    let ended = andor(&["moves", "graph", "--moves", &shuffle]);
    assert_eq!((ended.exit, ended.out.as_str()), (Exit::Answered, "1 2\n"), "{}", ended.err);
    let men = "b8-b6 a7-c7 b6-b8 c7-a7 ".repeat(25_000);
    refused(&["solve", "loa", "--moves", &format!("{men}b8-b7")], "move \"b8-b7\"");
    for command in ["show", "moves", "solve"] {
        refused(&[command, "graph", "--moves", &format!("{shuffle}4")], "move \"4\"");
        refused(&[command, "tic-tac-toe", "--moves", &"a1 ".repeat(100_000)], "move \"a1\"");
    }
}

#[test]
fn graph_files_of_ten_megabytes_of_nonsense_are_refused() {
    let size = 10 << 20;
    let nodes = |text: &str| format!("{{\"rule\":\"draw\",\"nodes\":[{text}").into_bytes();
    for contents in [
        "[".repeat(size).into_bytes(),
        "{\"nodes\":".repeat(size / 9).into_bytes(),
        nodes(&"[".repeat(size)),
        nodes(&format!("{{\"winner\":{}", "9".repeat(size))),
        nodes(&format!("{{\"owner\":0,\"succ\":[{}", "4294967296,".repeat(size / 11))),
        nodes(&format!("{{\"{}", "x\\n".repeat(size / 3))),
        vec![0xff; size],
        vec![0; size],
        [&br#"{"rule":"draw","nodes":[{"winner":0}]}"#[..], &[0xc3, 0x28]].concat(),
        Vec::new(),
    ] {
        let file = TemporaryFile::new("hostile-graph", &contents);
        let spec = format!("graph:{}", file.name());
        refused(&["solve", &spec], "game \"graph:");
        refused(&["show", &spec], "game \"graph:");
    }
    // What the system shows as a file, but never ends or never begins.
    if cfg!(target_os = "linux") {
        refused(&["show", "graph:/dev/zero"], "not a regular file");
        refused(&["show", "graph:/proc/self/mem"], "the file is empty");
    }
}

#[test]
fn hostile_files_are_refused_by_every_command_that_reads_one() {
    let size = 10 << 20;
    for contents in [
        vec![0; size],
        vec![0xff; size],
        b"ANDORCKP".repeat(size / 8),
        b"\x89andor\r\n".repeat(size / 8),
    ] {
        let file = TemporaryFile::new("hostile-file", &contents);
        refused(&["solve", "--resume", file.name()], "checkpoint \"");
        for words in [
            &["verify", file.name()][..],
            &["explain", file.name()],
            &["play", "--proof", file.name()],
        ] {
            let ended = andor(words);
            assert!(ended.exit >= Exit::BadInput && ended.out.is_empty(), "{}", ended.err);
            assert!(ended.err.lines().count() == 1 && ended.err.len() < 1_000, "{}", ended.err);
        }
    }
}

#[test]
fn as_many_threads_as_one_asks_for_do_not_bring_the_verifier_down() {
    let file = TemporaryFile::new("threads.proof", b"");
    let solved = andor(&["solve", "breakthrough:4x4", "--proof", file.name()]);
    assert_eq!(solved.exit, Exit::Answered, "{}", solved.err);
    let ended = andor(&["verify", file.name(), "--threads", "18446744073709551615"]);
    assert_eq!(ended.exit, Exit::Answered, "{}", ended.err);
}
